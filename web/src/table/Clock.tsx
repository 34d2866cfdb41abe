import { useEffect } from 'preact/hooks';
import type { ClockState } from '../api/types';
import { t } from '../i18n';
import { beat, clockText, LOW, remaining, useBeat } from '../state/clock';
import { serverNow } from '../state/hub';
import './Clock.css';

export function timeText(ms: number): string {
  return clockText(ms, (days, hours) => t('clock.days', { days, hours }));
}

interface Props {
  readonly clock: ClockState;
  readonly player: number;
  readonly paused: boolean;
  /** It is this player's turn, but their time does not run. */
  readonly stands: boolean;
}

export function Clock({ clock, player, paused, stands }: Props) {
  useEffect(useBeat, []);
  void beat.value;
  const left = stands ? (clock.left[player] ?? 0) : remaining(clock, player, serverNow());
  const running = clock.running === player;
  const low = left < LOW && running && !stands;
  return (
    <span
      class={`clock${running ? ' clock-running' : ''}${low ? ' clock-low' : ''}`}
      role="timer"
      aria-label={t('clock.label')}
    >
      {(paused || stands) && running ? '‖ ' : ''}
      {timeText(left)}
    </span>
  );
}
