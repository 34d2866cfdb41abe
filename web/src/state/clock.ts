import { signal } from '@preact/signals';
import type { ClockState } from '../api/types';

/** Beats while a clock is shown. */
export const beat = signal(0);
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export function useBeat(): () => void {
  if (users++ === 0) timer = setInterval(() => (beat.value = Date.now()), 100);
  return () => {
    if (--users === 0) clearInterval(timer);
  };
}

export function remaining(clock: ClockState, player: number, now: number): number {
  const left = clock.left[player] ?? 0;
  if (clock.running !== player || clock.since === null) return left;
  return Math.max(0, left - Math.max(0, now - clock.since));
}

export const LOW = 20_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Time left as it is shown: days and hours, hours and minutes, minutes and seconds, or with tenths when it is low. */
export function clockText(ms: number, days: (count: number, hours: number) => string): string {
  if (ms >= DAY) return days(Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR));
  const two = (value: number) => String(value).padStart(2, '0');
  if (ms < LOW) {
    const tenths = Math.floor(ms / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
