import { useEffect } from 'preact/hooks';
import type { ClockState } from '../api/types';
import { t } from '../i18n';
import { beat, clockText, LOW, remaining, useBeat } from '../state/clock';
import { serverNow } from '../state/hub';

export function timeText(ms: number): string {
  return clockText(ms, (days, hours) => t('clock.days', { days, hours }));
}

export function Clock({ clock, player, paused }: { clock: ClockState; player: number; paused: boolean }) {
  useEffect(useBeat, []);
  void beat.value;
  const left = remaining(clock, player, serverNow());
  const running = clock.running === player;
  const low = left < LOW && running;
  return (
    <span
      class={`clock${running ? ' clock-running' : ''}${low ? ' clock-low' : ''}`}
      role="timer"
      aria-label={t('clock.label')}
    >
      {paused && running ? '‖ ' : ''}
      {timeText(left)}
    </span>
  );
}
