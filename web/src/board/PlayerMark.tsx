/** A player's piece as it stands on the board, or the token of the colour. */
import { ShapeView } from './ShapeView';
import { partsExtent } from '../scene/geometry';
import type { Scene, Shape } from '../scene/types';
import { looks as gameLooks } from '../state/looks';
import { settings } from '../state/settings';
import './PlayerMark.css';

export function ShapeIcon({ game, shape, size }: { game: string; shape: Shape; size: number }) {
  const { left, top, right, bottom } = partsExtent(shape);
  const [width, height] = [right - left, bottom - top];
  const side = Math.max(width, height) + 3;
  const upright: Shape = { ...shape, place: [0, 0], angle: 0 };
  const box = `${(left + right - side) / 2} ${(top + bottom - side) / 2} ${side} ${side}`;
  return (
    <svg class="player-mark" width={size} height={size} viewBox={box} data-game={game} aria-hidden="true">
      <ShapeView shape={upright} style={settings.value.style} />
    </svg>
  );
}

/** The token of a colour keeps its mark in every style: beside a name it is all that tells who that is. */
function Token({ game, colour, size }: { game: string; colour: string; size: number }) {
  const shape = gameLooks.value[game]?.tokens[colour];
  const style = settings.value.style === 'patterns' ? 'patterns' : 'natural';
  return (
    <svg class="player-mark" width={size} height={size} viewBox="-19 -18 38 38" data-game={game} aria-hidden="true">
      {shape && <ShapeView shape={shape} style={style} />}
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
  readonly game: string;
  readonly scene: Scene | null;
  readonly player: number;
  readonly colour: string;
  readonly size: number;
}

export function PlayerMark({ game, scene, player, colour, size }: MarkProps) {
  const own = scene ? looks(scene, player)[0]?.shape : undefined;
  // A long piece would be too small to be told by its mark.
  const extent = own && partsExtent(own);
  const long = !extent || Math.max(extent.right - extent.left, extent.bottom - extent.top) > 70;
  return own && !long ? (
    <ShapeIcon game={game} shape={own} size={size} />
  ) : (
    <Token game={game} colour={colour} size={size} />
  );
}
