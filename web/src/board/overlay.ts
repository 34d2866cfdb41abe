/** What a preview draws over the board, from the steps of the move alone; and what helps on the ground below the pieces. */
import { about } from '../scene/geometry';
import { byStage } from '../scene/steps';
import type { Aid, Part, Point, Scene, Shape, Step } from '../scene/types';
import states from './states.json';

export interface Route {
  readonly d: string;
  readonly kind: 'hops' | 'dots' | 'swing';
  readonly stops: readonly Point[];
  /** The head of an arrow. */
  readonly head?: string;
}

export interface Overlay {
  /** Shapes drawn as they will be, in place of what they are. */
  readonly replaced: ReadonlyMap<string, Shape | null>;
  readonly ghosts: readonly Shape[];
  /** What lights up only while the move is made: on the ground, below the pieces. */
  readonly lights: readonly Shape[];
  /** Ids of places ringed because something lands there. */
  readonly rings: readonly string[];
  readonly routes: readonly Route[];
  /** Pieces whose face will change, with their new look. */
  readonly badges: readonly { readonly at: Shape; readonly to: Shape }[];
  /** Where something will be taken away. */
  readonly crosses: readonly Shape[];
  /** What will run off by itself. */
  readonly departing: readonly Shape[];
}

const line = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

/** A hop as an arc that bulges up, or away from the middle of the board. */
export function hopArc([x0, y0]: Point, [x1, y1]: Point, centre: Point): string {
  const radius = 0.62 * Math.hypot(x1 - x0, y1 - y0);
  const flat = Math.abs(x1 - x0) > 1.8 * Math.abs(y1 - y0);
  // Going right, a clockwise arc bulges up; otherwise it should lie on the far side from the middle.
  const outwards = (x1 - x0) * ((y0 + y1) / 2 - centre[1]) - (y1 - y0) * ((x0 + x1) / 2 - centre[0]) < 0;
  const clockwise = flat ? x1 > x0 : outwards;
  return `M${x0.toFixed(1)} ${y0.toFixed(1)}A${radius.toFixed(1)} ${radius.toFixed(1)} 0 0 ${clockwise ? 1 : 0} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
}

/** The way a swinging shape goes, as an arrow that stops before its end. */
export function swingArc(step: Step, from: Shape): { readonly d: string; readonly tip: Point; readonly head: string } {
  const pivot = step.pivot ?? from.place;
  const angle = step.angle ?? 0;
  const radius = Math.hypot(from.place[0] - pivot[0], from.place[1] - pivot[1]);
  const start = about(pivot, from.place, angle * 0.2);
  const tip = about(pivot, from.place, angle * (1 - 12 / Math.max(40, Math.abs(angle))));
  const neck = about(pivot, from.place, angle * (1 - 22 / Math.max(40, Math.abs(angle))));
  const large = Math.abs(angle) * 0.7 > 180 ? 1 : 0;
  const [r, sweep] = [radius.toFixed(1), angle > 0 ? 1 : 0];
  const d = `${line([start])}A${r} ${r} 0 ${large} ${sweep} ${neck[0].toFixed(1)} ${neck[1].toFixed(1)}`;
  const [dx, dy] = [tip[0] - neck[0], tip[1] - neck[1]];
  const wide = 0.62;
  const sides: readonly Point[] = [
    [neck[0] - dy * wide, neck[1] + dx * wide],
    tip,
    [neck[0] + dy * wide, neck[1] - dx * wide],
  ];
  return { d, tip, head: `${line(sides)}Z` };
}

export function overlay(scene: Scene, steps: readonly Step[], centre: Point): Overlay {
  const first = new Map(scene.shapes.map((shape) => [shape.id, shape]));
  const replaced = new Map<string, Shape | null>();
  const ghosts = new Map<string, Shape>();
  const lights: Shape[] = [];
  const routes: Route[] = [];
  const rings: string[] = [];
  const badges: { at: Shape; to: Shape }[] = [];
  const crosses: Shape[] = [];
  const departing: Shape[] = [];
  const turning = new Set(steps.filter((step) => step.kind === 'turn').map((step) => step.stage));
  const hops: Step[] = [];
  const now = (id: string) => ghosts.get(id) ?? replaced.get(id) ?? first.get(id);
  for (const step of byStage(steps)) {
    const from = now(step.shape);
    // Beside the board stands what is, not what would be.
    if ((from ?? step.to)?.fixed) continue;
    if (step.kind === 'enter') {
      if (step.to) ghosts.set(step.to.id, step.to);
      continue;
    }
    if (!from) continue;
    // Marks make room for what comes: they are drawn where they will be.
    if (from.role === 'mark' && step.to && first.has(step.shape)) {
      replaced.set(step.shape, step.to);
      continue;
    }
    switch (step.kind) {
      case 'turn':
        replaced.set(step.shape, step.to);
        break;
      case 'swing':
        if (turning.has(step.stage)) {
          replaced.set(step.shape, step.to);
          break;
        }
        if (step.to) {
          const { d, head } = swingArc(step, from);
          routes.push({ d, kind: 'swing', stops: [], head });
          move(step, step.to);
        }
        break;
      case 'hop':
        hops.push(step);
        if (step.to) move(step, step.to);
        break;
      case 'arc':
        if (step.to) move(step, step.to);
        break;
      case 'slide':
        if (step.to && (step.path?.length ?? 0) > 1) {
          routes.push({ d: line(step.path ?? []), kind: 'dots', stops: (step.path ?? []).slice(1) });
        }
        if (step.to) move(step, step.to);
        break;
      case 'flip':
        if (step.to && from.role === 'piece') badges.push({ at: from, to: step.to });
        break;
      case 'leave':
        depart(step, from);
        break;
    }
  }
  if (hops.length > 0) {
    const arcs = hops.map((hop) => hopArc(hop.path?.[0] ?? [0, 0], hop.path?.at(-1) ?? [0, 0], centre));
    routes.push({ d: arcs.join(''), kind: 'hops', stops: hops.slice(0, -1).map((hop) => hop.path?.at(-1) ?? [0, 0]) });
  }
  return { replaced, ghosts: [...ghosts.values()], lights, rings, routes, badges, crosses, departing };

  function move(step: Step, to: Shape): void {
    ghosts.delete(step.shape);
    ghosts.set(to.id, to);
    const place = to.at ?? to.id;
    if (to.role !== 'mark') rings.push(place);
  }

  function depart(step: Step, from: Shape): void {
    if (from.role === 'mark' && ghosts.delete(step.shape)) {
      lights.push(from);
      return;
    }
    const path = step.path ?? [];
    if (path.length > 2) {
      routes.push({ d: line(path), kind: 'dots', stops: [] });
      departing.push(replaced.get(step.shape) ?? from);
    } else if (from.role !== 'mark') {
      crosses.push(from);
    } else {
      replaced.set(step.shape, null);
    }
  }
}

/** The aids as one shape of the ground, tints below outlines; null when there is nothing to draw. */
export function aidShape(aids: readonly Aid[]): Shape | null {
  const lines = aids.flatMap(({ line: d }) => (d ? [d] : []));
  const { area: tint, line: thin } = states;
  const parts: Part[] = [
    ...aids.flatMap(({ area: d }): Part[] => (d ? [{ kind: 'path', d, fill: tint.role, opacity: tint.opacity }] : [])),
    ...lines.map((d): Part => ({ kind: 'path', d, stroke: 'halo', width: thin.width + 2 * thin.halo })),
    ...lines.map((d): Part => ({ kind: 'path', d, stroke: thin.role, width: thin.width })),
  ];
  return parts.length > 0 ? { id: 'aids', role: 'mark', place: [0, 0], parts, turns: true } : null;
}

/** The scene with one more shape just below its first piece. */
export function underPieces(scene: Scene, shape: Shape | null): Scene {
  if (!shape) return scene;
  const first = scene.shapes.findIndex(({ role }) => role === 'piece');
  const at = first < 0 ? scene.shapes.length : first;
  return { ...scene, shapes: [...scene.shapes.slice(0, at), shape, ...scene.shapes.slice(at)] };
}
