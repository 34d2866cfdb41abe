import { outlineExtent, rotated, roundOutline } from '../scene/geometry';
import type { Point, Scene, Shape } from '../scene/types';
import states from './states.json';

/** What carries a state: the marked shape if it has an outline, else what it stands on, else it with a circle round it. */
export function carrier(shapes: ReadonlyMap<string, Shape>, id: string): Shape | undefined {
  const shape = shapes.get(id);
  if (!shape || shape.outline) return shape;
  const under = shape.at ? shapes.get(shape.at) : undefined;
  return under?.outline ? under : { ...shape, outline: roundOutline(shape) };
}

export function carriers(shapes: ReadonlyMap<string, Shape>, ids: readonly string[] | undefined): Map<string, Shape> {
  const result = new Map<string, Shape>();
  for (const id of ids ?? []) {
    const found = carrier(shapes, id);
    if (found) result.set(found.id, found);
  }
  return result;
}

export function byId(scene: Scene): Map<string, Shape> {
  return new Map(scene.shapes.map((shape) => [shape.id, shape]));
}

/** Whether the face of a cell shows several colours, such as a plate of two woods, and so takes no fill of a state. */
export function figured(shape: Shape): boolean {
  const faces = new Set(
    (shape.parts ?? []).flatMap(({ fill }) => (fill && !fill.endsWith('-side') && fill !== 'shadow' ? [fill] : [])),
  );
  return shape.role !== 'piece' && faces.size > 1;
}

/** How large a dot on a shape is, by its width. */
export function dotRadius(shape: Shape): number {
  const { left, top, right, bottom } = outlineExtent(shape.outline ?? '', shape.angle ?? 0);
  const { share, least, most } = states.dot;
  return Math.min(most, Math.max(least, share * Math.max(right - left, bottom - top)));
}

/** Where a badge sits: on the shape, as far to the top right as it reaches, however it is turned. */
export function badgePlace(shape: Shape): Point {
  const { left, top, right, bottom } = outlineExtent(shape.outline ?? '', 0);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [across, down] = [0.35 * (right - left), 0.3 * (bottom - top)];
  let best: Point = [-Infinity, Infinity];
  for (const [sx, sy] of [
    [1, -1],
    [-1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    const corner = rotated([x + sx * across, y + sy * down], shape.angle ?? 0);
    if (corner[0] - corner[1] > best[0] - best[1] + 1e-6) best = corner;
  }
  return [shape.place[0] + best[0], shape.place[1] + best[1]];
}
