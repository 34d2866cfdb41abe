import { memo } from '../ui/memo';
import type { Pose } from '../scene/timeline';
import type { Part, Shape } from '../scene/types';
import { type BoardStyle, cap, isShadow, paint, styled } from './style';

export function PartView({ part }: { part: Part }) {
  if (part.kind === 'text') {
    return (
      <text x={part.x} y={part.y + 0.35 * part.size} font-size={part.size} fill={paint(part.fill ?? 'board-ink')}>
        {part.text}
      </text>
    );
  }
  const look = {
    fill: paint(part.fill),
    stroke: paint(part.stroke),
    'stroke-width': part.stroke ? part.width : undefined,
    'stroke-dasharray': part.dash ?? undefined,
    'stroke-linecap': cap(part.dash),
    opacity: part.opacity === 1 ? undefined : part.opacity,
  };
  if (part.kind === 'circle') return <circle cx={part.x} cy={part.y} r={part.r} {...look} />;
  return <path d={part.d} {...look} />;
}

interface Run {
  readonly drop: number;
  readonly shadow: boolean;
  readonly parts: Part[];
}

/** Parts that move together: shadows stay on the ground, sides always lie below. */
function runs(parts: readonly Part[], style: BoardStyle): Run[] {
  const result: Run[] = [];
  for (const given of parts) {
    const part = styled(given, style);
    if (!part || (part.kind !== 'text' && !part.fill && !part.stroke)) continue;
    const drop = part.kind === 'text' ? 0 : (part.drop ?? 0);
    const shadow = isShadow(part);
    const last = result.at(-1);
    if (last && last.drop === drop && last.shadow === shadow) last.parts.push(part);
    else result.push({ drop, shadow, parts: [part] });
  }
  return result;
}

export interface ShapeProps {
  readonly shape: Shape;
  readonly pose?: Pose | null;
  readonly lift?: number;
  readonly scale?: number;
  readonly opacity?: number;
  readonly style: BoardStyle;
  readonly by?: readonly [number, number] | null;
}

function transform({ shape, pose, lift = 0, scale = 1, by }: ShapeProps, run: Run): string {
  const [x, y] = pose?.place ?? shape.place;
  const up = run.shadow ? 0 : lift + (pose?.lift ?? 0);
  const angle = pose?.angle ?? shape.angle ?? 0;
  const squash = pose?.squash;
  return [
    `translate(${round(x + (by?.[0] ?? 0))} ${round(y + (by?.[1] ?? 0) + run.drop - up)})`,
    squash
      ? `rotate(${round(squash.along)})scale(${round(Math.max(0.02, squash.factor))} 1)rotate(${round(-squash.along)})`
      : '',
    angle ? `rotate(${round(angle)})` : '',
    scale === 1 ? '' : `scale(${scale})`,
  ].join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;

export const ShapeView = memo(function ShapeView(props: ShapeProps) {
  const { shape, pose, style, opacity = 1 } = props;
  const shown = opacity * (pose?.opacity ?? 1);
  const parts = runs(shape.parts ?? [], style);
  if (parts.length === 0) return null;
  return (
    <g data-id={shape.id} data-role={shape.role} opacity={shown === 1 ? undefined : round(shown)}>
      {parts.map((run, index) => (
        <g key={index} transform={transform(props, run)}>
          {run.parts.map((part, at) => (
            <PartView key={at} part={part} />
          ))}
        </g>
      ))}
    </g>
  );
});
