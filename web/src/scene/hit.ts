/** Which shape a person means: by area and nearness, not by what is drawn. */
import { outlineExtent, partsExtent, rotated } from './geometry';
import type { Point, Scene, Shape } from './types';

/** A shape's area as a stadium: a segment along its longer side and the distance it reaches from it. */
interface Area {
  readonly half: number;
  readonly upright: boolean;
  readonly radius: number;
  readonly middle: Point;
  readonly size: number;
}

export interface Target {
  readonly shape: Shape;
  readonly area: Area;
}

function area(shape: Shape): Area {
  const { left, top, right, bottom } = shape.outline ? outlineExtent(shape.outline, 0) : partsExtent(shape);
  const [width, height] = [Math.max(8, (right - left) / 2), Math.max(8, (bottom - top) / 2)];
  const radius = Math.min(width, height);
  return {
    half: Math.max(width, height) - radius,
    upright: height > width,
    radius,
    middle: [(left + right) / 2, (top + bottom) / 2],
    size: width * height,
  };
}

/** The distance of a point from a shape's area; below 0 inside. */
export function distance({ shape, area: { half, upright, radius, middle } }: Target, point: Point): number {
  const [x, y] = rotated([point[0] - shape.place[0], point[1] - shape.place[1]], -(shape.angle ?? 0));
  const [dx, dy] = [x - middle[0], y - middle[1]];
  const along = upright ? dy : dx;
  const across = upright ? dx : dy;
  return Math.hypot(Math.max(0, Math.abs(along) - half), across) - radius;
}

const ROLES = new Set(['cell', 'spot', 'piece', 'mark']);

const known = new WeakMap<Scene, readonly Target[]>();

/** What can be pointed at in a scene. */
export function targets(scene: Scene): readonly Target[] {
  const found = known.get(scene) ?? findTargets(scene);
  known.set(scene, found);
  return found;
}

function findTargets(scene: Scene): readonly Target[] {
  return scene.shapes
    .filter((shape) => ROLES.has(shape.role) && (shape.role !== 'mark' || shape.outline) && !shape.fixed)
    .map((shape) => ({ shape, area: area(shape) }));
}

/** The smallest of the targets in which the point lies; what is drawn later wins among equals. */
function containing(found: readonly Target[], point: Point): Target | undefined {
  let best: Target | undefined;
  for (const target of found) {
    if (distance(target, point) <= 0 && (!best || target.area.size <= best.area.size)) best = target;
  }
  return best;
}

function nearest(found: readonly Target[], point: Point, reach: number): Target | undefined {
  let best: Target | undefined;
  let least = reach;
  for (const target of found) {
    const away = distance(target, point);
    if (away < least) [best, least] = [target, away];
  }
  return best;
}

/**
 * The shape meant by pointing: one of those wanted next if the point lies on it; else what lies there, unless something wanted
 * or something that begins a move is within reach.
 */
export function pointedAt(
  found: readonly Target[],
  point: Point,
  wanted: ReadonlySet<string>,
  beginnings: ReadonlySet<string>,
  reach: number,
): Shape | undefined {
  const next = found.filter(({ shape }) => wanted.has(shape.id));
  const direct = containing(next, point);
  if (direct) return direct.shape;
  const begins = containing(
    found.filter(({ shape }) => beginnings.has(shape.id)),
    point,
  );
  const there = containing(found, point);
  if (begins && (!there || there.area.size >= begins.area.size || wanted.size === 0)) return begins.shape;
  // On something else, only a slip of the finger means its neighbour.
  const close = nearest(next, point, there ? reach / 3 : reach);
  if (close && (!there || !beginnings.has(there.shape.id))) return close.shape;
  if (there) return there.shape;
  return nearest(
    found.filter(({ shape }) => beginnings.has(shape.id)),
    point,
    reach,
  )?.shape;
}
