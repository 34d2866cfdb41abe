/** Moving over the board with the arrow keys. */
import type { Point, Scene, Shape } from './types';

export type Arrow = 'up' | 'down' | 'left' | 'right';

const WAYS: Readonly<Record<Arrow, Point>> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The shapes the keyboard visits: cells, what stands on nothing, and spots that hold something or are of use now. */
export function stops(scene: Scene, useful: ReadonlySet<string>): Shape[] {
  const taken = new Set(scene.shapes.map((shape) => shape.at));
  return scene.shapes.filter((shape) => {
    if (shape.role === 'spot') return useful.has(shape.id) || taken.has(shape.id);
    return shape.role === 'cell' || (shape.role === 'piece' && !shape.at);
  });
}

/**
 * The stop an arrow key leads to. `line` is where the walk began: going up and down a board of hexagons zigzags about it instead
 * of drifting away.
 */
export function step(found: readonly Shape[], from: Shape, arrow: Arrow, line: Point): Shape | undefined {
  const [wx, wy] = WAYS[arrow];
  let best: Shape | undefined;
  let least = Infinity;
  for (const stop of found) {
    if (stop.id === from.id) continue;
    const [dx, dy] = [stop.place[0] - from.place[0], stop.place[1] - from.place[1]];
    const along = dx * wx + dy * wy;
    const across = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (along < 1 || across > 2 * along) continue;
    const drift = Math.abs((stop.place[0] - line[0]) * wy) + Math.abs((stop.place[1] - line[1]) * wx);
    const cost = along + across + 0.6 * drift;
    if (cost < least - 1e-6) [best, least] = [stop, cost];
  }
  return best;
}

/** The next of some stops in reading order, from the one given or from the start. */
export function cycle(found: readonly Shape[], from: string | null, back: boolean): Shape | undefined {
  const ordered = [...found].sort((one, other) => one.place[1] - other.place[1] || one.place[0] - other.place[0]);
  const index = ordered.findIndex((shape) => shape.id === from);
  if (ordered.length === 0) return undefined;
  if (index < 0) return back ? ordered[ordered.length - 1] : ordered[0];
  return ordered[(index + (back ? ordered.length - 1 : 1)) % ordered.length];
}
