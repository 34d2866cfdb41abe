/** Rings, fills, dots and badges: the states of places on a board. */
import type { Part, Shape } from '../scene/types';
import { badgePlace, dotRadius, figured } from './carriers';
import { PartView } from './ShapeView';
import states from './states.json';
import { cap, paint } from './style';

export type RingState = keyof typeof states.rings;

function at(shape: Shape): string {
  const turn = shape.angle ? `rotate(${shape.angle})` : '';
  return `translate(${shape.place[0]} ${shape.place[1]})${turn}`;
}

export function RingView({ shape, state }: { shape: Shape; state: RingState }) {
  const { role, width, dash, halo: own } = states.rings[state];
  const halo = own || (figured(shape) ? states.figuredHalo : 0);
  return (
    <g transform={at(shape)} data-ring={state}>
      {halo > 0 && <path d={shape.outline} stroke="var(--halo)" stroke-width={width + 2 * halo} />}
      <path
        d={shape.outline}
        stroke={paint(role)}
        stroke-width={width}
        stroke-dasharray={dash ?? undefined}
        stroke-linecap={cap(dash)}
      />
    </g>
  );
}

export function FillView({ shape, state }: { shape: Shape; state: keyof typeof states.fills }) {
  return <path class="state-fill" d={shape.outline} transform={at(shape)} fill={paint(states.fills[state].role)} />;
}

export function DotView({ shape, strong }: { shape: Shape; strong: boolean }) {
  const radius = dotRadius(shape) * (strong ? 1.25 : 1);
  return (
    <g transform={`translate(${shape.place[0]} ${shape.place[1]})`} data-target={shape.id}>
      <circle r={radius + states.dot.halo} fill="var(--halo)" />
      <circle r={radius} fill={paint(states.dot.role)} />
    </g>
  );
}

export function WitnessBadge({ shape }: { shape: Shape }) {
  const [x, y] = badgePlace(shape);
  return (
    <g transform={`translate(${x} ${y})`}>
      {(states.badge as readonly Part[]).map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </g>
  );
}
