/** Steps in time: what is where at each moment of a change. Pure, so that every moment can be tested. */
import { inPlace, leaving } from './easing';
import { about } from './geometry';
import { applySteps, byStage, LASTING } from './steps';
import type { Point, Scene, Shape, Step } from './types';

export interface Pose {
  readonly place: Point;
  readonly angle: number;
  /** How far the shape is lifted off its shadow. */
  readonly lift: number;
  readonly opacity: number;
  /** Narrowed to this factor along a direction in degrees. */
  readonly squash: { readonly factor: number; readonly along: number } | null;
}

export interface Placed {
  readonly shape: Shape;
  readonly pose: Pose | null;
}

interface Segment {
  readonly step: Step;
  readonly start: number;
  readonly end: number;
}

export interface Timeline {
  readonly before: Scene;
  readonly segments: readonly Segment[];
  readonly length: number;
  /** Where the move lands: faces tumble away from it. */
  readonly origin: Point | null;
  /** Where nothing travels: the shapes afterwards, by id, which the old ones fade into. */
  readonly after?: ReadonlyMap<string, Shape>;
}

export const LONGEST = 1200;
const FAST = 120;
const BASE = 220;
const SLOW = 360;
const APART = 60;
const REST = 40;

function length(path: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const [one, other] = [path[i - 1], path[i]];
    if (one && other) sum += Math.hypot(other[0] - one[0], other[1] - one[1]);
  }
  return sum;
}

function duration(step: Step, stage: readonly Step[]): number {
  const legs = (step.path?.length ?? 1) - 1;
  switch (step.kind) {
    case 'arc':
      return 260;
    case 'hop':
      return 180;
    case 'slide':
      return Math.min(900, Math.max(200, 90 * legs));
    case 'turn':
      return 240 * Math.max(1, Math.abs(step.angle ?? 0) / 90);
    case 'swing': {
      const turn = stage.find((other) => other.kind === 'turn');
      return turn ? duration(turn, []) : 260 + 80 * Math.max(0, Math.abs(step.angle ?? 0) / 60 - 1);
    }
    case 'flip':
      return BASE;
    case 'leave':
      if (legs > 1) return Math.max(BASE, 60 * legs);
      return length(step.path ?? []) > 0 ? SLOW : 80;
    case 'enter':
      return FAST;
  }
}

/** The steps laid out in time, `speed` times as slow as usual; what would last longer than `longest` is compressed. */
export function timeline(before: Scene, steps: readonly Step[], speed = 1, longest = LONGEST): Timeline {
  const ordered = byStage(steps);
  const segments: Segment[] = [];
  let at = 0;
  let end = 0;
  for (const stage of new Set(ordered.map((step) => step.stage))) {
    const together = ordered.filter((step) => step.stage === stage);
    const flips = together.every((step) => step.kind === 'flip');
    const start = flips ? at : Math.max(at, end);
    let flying = 0;
    for (const step of together) {
      // Captured pieces follow one another.
      const delay = step.kind === 'leave' && (step.path?.length ?? 0) > 1 ? APART * flying++ : 0;
      const stop = start + delay + duration(step, together);
      segments.push({ step, start: start + delay, end: stop });
      end = Math.max(end, stop);
    }
    at = flips ? start + APART : end + (together.some((step) => step.kind === 'hop') ? REST : 0);
  }
  const factor = end > longest ? longest / end : 1;
  const scale = factor * speed;
  return {
    before,
    segments: segments.map(({ step, start, end: stop }) => ({ step, start: start * scale, end: stop * scale })),
    length: end * scale,
    origin: ordered.find((step) => step.kind === 'arc' || step.kind === 'slide')?.to?.place ?? null,
  };
}

/** The steps as one short cross-fade, for those who want nothing to travel. */
export function crossFade(before: Scene, steps: readonly Step[]): Timeline {
  return { before, segments: [], length: FAST, origin: null, after: applySteps(before, steps) };
}

function still(shape: Shape): Pose {
  return { place: shape.place, angle: shape.angle ?? 0, lift: 0, opacity: 1, squash: null };
}

/** The point at a fraction of a way, by length. */
export function along(path: readonly Point[], fraction: number): Point {
  const first = path[0] ?? [0, 0];
  let left = fraction * length(path);
  for (let i = 1; i < path.length; i++) {
    const [one, other] = [path[i - 1], path[i]];
    if (!one || !other) break;
    const leg = Math.hypot(other[0] - one[0], other[1] - one[1]);
    if (left <= leg && leg > 0) {
      const t = left / leg;
      return [one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t];
    }
    left -= leg;
  }
  return path[path.length - 1] ?? first;
}

function raised(height: number, u: number): number {
  return 4 * height * u * (1 - u);
}

/** The pose of a shape during a step, at a fraction of its time. */
export function poseAt(step: Step, shape: Shape, fraction: number, origin: Point | null): Placed {
  const pose = still(shape);
  const path = step.path ?? [];
  const u = inPlace(fraction);
  switch (step.kind) {
    case 'arc': {
      const height = Math.min(46, 12 + 0.22 * length(path));
      return { shape, pose: { ...pose, place: along(path, u), lift: raised(height, u) } };
    }
    case 'hop':
      return { shape, pose: { ...pose, place: along(path, fraction), lift: raised(0.3 * length(path), fraction) } };
    case 'slide':
      return { shape, pose: { ...pose, place: along(path, u) } };
    case 'turn':
      return { shape, pose: { ...pose, angle: pose.angle + (step.angle ?? 0) * u } };
    case 'swing': {
      const turned = (step.angle ?? 0) * u;
      const place = about(step.pivot ?? shape.place, shape.place, turned);
      return { shape, pose: { ...pose, place, angle: pose.angle + (shape.turns ? turned : 0) } };
    }
    case 'flip': {
      const face = fraction < 0.5 || !step.to ? shape : step.to;
      const [dx, dy] = origin ? [shape.place[0] - origin[0], shape.place[1] - origin[1]] : [1, 0];
      const squash = { factor: Math.abs(1 - 2 * fraction), along: (Math.atan2(dy, dx) * 180) / Math.PI };
      return { shape: face, pose: { ...still(face), squash: shape.role === 'piece' ? squash : null } };
    }
    case 'leave': {
      const away = leaving(fraction);
      const runs = path.length > 2;
      const place = path.length > 1 ? along(path, runs ? fraction : away) : pose.place;
      return { shape, pose: { ...pose, place, opacity: runs ? Math.min(1, 5 * (1 - fraction)) : 1 - away } };
    }
    case 'enter':
      return { shape, pose: { ...pose, opacity: u } };
  }
}

const ON_TOP = new Set(['arc', 'hop', 'leave', 'swing']);

/** What is drawn at a moment, in drawing order; what flies comes last. */
export function frame(line: Timeline, time: number): Placed[] {
  if (line.after) return faded(line.before, line.after, Math.min(1, time / line.length));
  const drawn = new Map<string, Placed>(line.before.shapes.map((shape) => [shape.id, { shape, pose: null }]));
  const flying = new Set<string>();
  const turning = new Set<string>();
  for (const { step, start, end } of line.segments) {
    if (time < start) continue;
    const found = step.kind === 'enter' ? step.to : drawn.get(step.shape)?.shape;
    if (!found) continue;
    if (time >= end) {
      replace(drawn, step, step.to);
      continue;
    }
    const fraction = (time - start) / (end - start);
    const placed = poseAt(step, found, fraction, line.origin);
    if (step.kind === 'enter') insert(drawn, placed);
    else drawn.set(step.shape, placed);
    if (ON_TOP.has(step.kind) && found.role === 'piece') flying.add(step.shape);
    else if (found.role === 'cell' && step.kind !== 'enter') turning.add(step.shape);
  }
  for (const id of turning) {
    const placed = drawn.get(id);
    if (!placed) continue;
    drawn.delete(id);
    insert(drawn, placed, id);
  }
  const all = [...drawn];
  const below = all.filter(([id]) => !flying.has(id));
  const above = all.filter(([id]) => flying.has(id));
  return [...below, ...above].map(([, placed]) => placed);
}

function faded(before: Scene, after: ReadonlyMap<string, Shape>, fraction: number): Placed[] {
  const changing = (shape: Shape) => LASTING.has(shape.role) && after.get(shape.id) !== shape;
  const drawn = new Map<string, Placed>();
  for (const shape of before.shapes) {
    const next = after.get(shape.id);
    // What changes where it is stays below its new look, or the ground would shine through both.
    const opacity = !changing(shape) || next?.place.join() === shape.place.join() ? 1 : 1 - fraction;
    const old = changing(shape) ? { ...shape, id: `${shape.id} before` } : shape;
    drawn.set(old.id, { shape: old, pose: opacity === 1 ? null : { ...still(shape), opacity } });
    if (next && changing(shape)) drawn.set(next.id, { shape: next, pose: { ...still(next), opacity: fraction } });
  }
  for (const [id, shape] of after) {
    if (!drawn.has(id)) insert(drawn, { shape, pose: { ...still(shape), opacity: fraction } });
  }
  return [...drawn.values()];
}

function replace(drawn: Map<string, Placed>, step: Step, to: Shape | null): void {
  if (!to) {
    drawn.delete(step.shape);
    return;
  }
  if (step.kind !== 'enter' && step.shape !== to.id) drawn.delete(step.shape);
  if (drawn.has(to.id)) drawn.set(to.id, { shape: to, pose: null });
  else insert(drawn, { shape: to, pose: null });
}

/** Puts a shape behind the last one of its role, so that pieces stay above cells. */
function insert(drawn: Map<string, Placed>, placed: Placed, key = placed.shape.id): void {
  const all = [...drawn];
  const last = all.findLastIndex(([, other]) => other.shape.role === placed.shape.role);
  all.splice(last < 0 ? all.length : last + 1, 0, [key, placed]);
  drawn.clear();
  for (const [id, other] of all) drawn.set(id, other);
}
