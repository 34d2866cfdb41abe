/** Rings, fills, dots and badges: the states of places on a board. */
import type { Shape } from '../scene/types';
import { badgePlace, dotRadius, figured } from './carriers';

export type RingState =
  'left' | 'landed' | 'changed' | 'selected' | 'previewed' | 'departing' | 'ending' | 'movable' | 'witness' | 'focus';

interface Ring {
  readonly role: string;
  readonly width: number;
  readonly dash?: string;
  readonly halo: number;
}

const RINGS: Readonly<Record<RingState, Ring>> = {
  left: { role: 'board-ink', width: 2.2, dash: '5 5', halo: 0 },
  landed: { role: 'board-ink', width: 2.2, halo: 0 },
  changed: { role: 'board-ink', width: 2.2, dash: '.1 5.2', halo: 0 },
  movable: { role: 'accent', width: 1.5, halo: 0 },
  selected: { role: 'accent', width: 4, halo: 2 },
  previewed: { role: 'accent', width: 4, halo: 2 },
  departing: { role: 'accent', width: 3.4, dash: '6.5 4.5', halo: 2.2 },
  ending: { role: 'accent', width: 3, halo: 2 },
  witness: { role: 'danger', width: 3.6, dash: '8 5.5', halo: 2 },
  focus: { role: 'ink', width: 3, halo: 2 },
};

function at(shape: Shape): string {
  const turn = shape.angle ? `rotate(${shape.angle})` : '';
  return `translate(${shape.place[0]} ${shape.place[1]})${turn}`;
}

export function RingView({ shape, state }: { shape: Shape; state: RingState }) {
  const { role, width, dash, halo: own } = RINGS[state];
  // Without a fill under it, an ink ring could drown in a face of its own brightness.
  const halo = own || (figured(shape) ? 1.2 : 0);
  return (
    <g transform={at(shape)} data-ring={state}>
      {halo > 0 && <path d={shape.outline} stroke="var(--halo)" stroke-width={width + 2 * halo} />}
      <path
        d={shape.outline}
        stroke={`var(--${role})`}
        stroke-width={width}
        stroke-dasharray={dash}
        stroke-linecap={dash && !dash.startsWith('.') ? 'butt' : undefined}
      />
    </g>
  );
}

export function FillView({ shape, role }: { shape: Shape; role: 'soft' | 'last' }) {
  return <path class="state-fill" d={shape.outline} transform={at(shape)} fill={`var(--${role})`} />;
}

export function DotView({ shape, strong }: { shape: Shape; strong: boolean }) {
  const radius = dotRadius(shape) * (strong ? 1.25 : 1);
  return (
    <g transform={`translate(${shape.place[0]} ${shape.place[1]})`} data-target={shape.id}>
      <circle r={radius + 2} fill="var(--halo)" />
      <circle r={radius} fill="var(--accent)" />
    </g>
  );
}

export function WitnessBadge({ shape }: { shape: Shape }) {
  const [x, y] = badgePlace(shape);
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={10.5} fill="var(--halo)" />
      <circle r={8.5} fill="var(--danger)" />
      <path d="M0 -4.6V0.8M0 4.2V4.3" stroke="var(--surface)" stroke-width={2.6} />
    </g>
  );
}
