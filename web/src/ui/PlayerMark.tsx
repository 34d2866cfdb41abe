/** A player's piece as it stands on the board, or a disc with the mark of the colour. */
import { ShapeView } from '../board/ShapeView';
import { paint, styled } from '../board/style';
import { partsExtent } from '../scene/geometry';
import type { Scene, Shape } from '../scene/types';
import { settings } from '../state/settings';
import './PlayerMark.css';

const MARKS: Readonly<Record<string, string>> = {
  blue: 'M-6.500 0a6.500 6.500 0 1 1 13 0a6.500 6.500 0 1 1 -13 0Z',
  yellow: 'M0 -7L7.200 5.500L-7.200 5.500Z',
  red: 'M0 -8L8 0L0 8L-8 0Z',
  ebony: 'M-5.800 -5.800H5.800V5.800H-5.800Z',
  lilac: 'M-2.500 -7H2.500V-2.500H7V2.500H2.500V7H-2.500V2.500H-7V-2.500H-2.500Z',
};

const face = (colour: string): string => {
  const part = styled({ kind: 'circle', x: 0, y: 0, r: 1, fill: `${colour}.face` }, settings.value.style);
  return paint(part?.fill);
};

function Disc({ colour, size }: { colour: string; size: number }) {
  const mark = MARKS[colour];
  return (
    <svg class="player-mark" width={size} height={size} viewBox="-19 -18 38 38" aria-hidden="true">
      <circle cy="3" r="15.500" fill={`var(--${colour}-side)`} />
      <circle r="15.500" fill={face(colour)} stroke={`var(--${colour}-edge)`} stroke-width="1.5" />
      {mark ? (
        <path d={mark} fill={`var(--${colour}-mark)`} />
      ) : (
        <circle r="5.500" fill="none" stroke={`var(--${colour}-mark)`} stroke-width="3" />
      )}
    </svg>
  );
}

export function ShapeIcon({ shape, size }: { shape: Shape; size: number }) {
  const { left, top, right, bottom } = partsExtent(shape);
  const [width, height] = [right - left, bottom - top];
  const side = Math.max(width, height) + 3;
  const upright: Shape = { ...shape, place: [0, 0], angle: 0 };
  const box = `${(left + right - side) / 2} ${(top + bottom - side) / 2} ${side} ${side}`;
  return (
    <svg class="player-mark" width={size} height={size} viewBox={box} aria-hidden="true">
      <ShapeView shape={upright} style={settings.value.style} />
    </svg>
  );
}

export interface Look {
  readonly shape: Shape;
  readonly count: number;
}

const known = new WeakMap<Scene, Map<number, readonly Look[]>>();

/** The pieces of a player by look, the most numerous first. */
export function looks(scene: Scene, player: number): readonly Look[] {
  const players = known.get(scene) ?? new Map<number, readonly Look[]>();
  known.set(scene, players);
  const found = players.get(player) ?? findLooks(scene, player);
  players.set(player, found);
  return found;
}

function findLooks(scene: Scene, player: number): readonly Look[] {
  const found = new Map<string, { shape: Shape; count: number }>();
  for (const shape of scene.shapes) {
    if (shape.role !== 'piece' || shape.owner !== player) continue;
    const key = JSON.stringify(shape.parts);
    const same = found.get(key);
    if (same) same.count++;
    else found.set(key, { shape, count: 1 });
  }
  return [...found.values()].sort((one, other) => other.count - one.count);
}

interface MarkProps {
  readonly scene: Scene | null;
  readonly player: number;
  readonly colour: string;
  readonly size: number;
}

export function PlayerMark({ scene, player, colour, size }: MarkProps) {
  const own = scene ? looks(scene, player)[0]?.shape : undefined;
  // A long piece would be too small to be told by its mark.
  const extent = own && partsExtent(own);
  const long = !extent || Math.max(extent.right - extent.left, extent.bottom - extent.top) > 70;
  return own && !long ? <ShapeIcon shape={own} size={size} /> : <Disc colour={colour} size={size} />;
}
