import type { Part, Point, Scene, Shape, Step } from './types';

const NUMBERS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const TOKEN = /[MLHVCSQTAZmlhvcsqtaz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;
const LETTER = /^[a-zA-Z]$/;

/** Points that tell how far a path reaches: its ends, its control points and the bulge of its wide arcs. */
export function pathPoints(d: string): Point[] {
  const points: Point[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let command = '';
  let numbers: number[] = [];
  for (const token of d.match(TOKEN) ?? []) {
    if (LETTER.test(token)) {
      command = token;
      numbers = [];
    } else {
      numbers.push(Number(token));
    }
    const kind = command.toUpperCase();
    const wanted = NUMBERS[kind];
    if (wanted === undefined || numbers.length < wanted) continue;
    const relative = command !== kind;
    const [baseX, baseY] = relative ? [x, y] : [0, 0];
    if (kind === 'Z') {
      [x, y] = [startX, startY];
    } else if (kind === 'H') {
      x = baseX + (numbers[0] ?? 0);
    } else if (kind === 'V') {
      y = baseY + (numbers[0] ?? 0);
    } else {
      const pairs = kind === 'A' ? numbers.slice(5) : numbers;
      const [fromX, fromY] = [x, y];
      for (let i = 0; i + 1 < pairs.length; i += 2) {
        [x, y] = [baseX + (pairs[i] ?? 0), baseY + (pairs[i + 1] ?? 0)];
        if (i + 3 < pairs.length) points.push([x, y]);
      }
      const reach = numbers[0] ?? 0;
      if (kind === 'A' && Math.hypot(x - fromX, y - fromY) > 1.2 * reach) {
        const [mx, my] = [(x + fromX) / 2, (y + fromY) / 2];
        points.push([mx - reach, my], [mx + reach, my], [mx, my - reach], [mx, my + reach]);
      }
      if (kind === 'M') {
        [startX, startY] = [x, y];
        command = relative ? 'l' : 'L';
      }
    }
    points.push([x, y]);
    numbers = [];
  }
  return points;
}

export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function extentOf(points: readonly Point[]): Extent {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  if (points.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function rotated([x, y]: Point, degrees: number): Point {
  if (degrees === 0) return [x, y];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [x * cos - y * sin, x * sin + y * cos];
}

export function about(centre: Point, [x, y]: Point, degrees: number): Point {
  const [dx, dy] = rotated([x - centre[0], y - centre[1]], degrees);
  return [centre[0] + dx, centre[1] + dy];
}

/** How far an outline reaches round its shape's place on the screen. */
export function outlineExtent(outline: string, angle: number): Extent {
  return extentOf(pathPoints(outline).map((point) => rotated(point, angle)));
}

function corners(part: Part): Point[] {
  if (part.kind === 'path') return pathPoints(part.d);
  const reach = part.kind === 'circle' ? part.r : part.size / 2;
  return [
    [part.x - reach, part.y],
    [part.x + reach, part.y],
    [part.x, part.y - reach],
    [part.x, part.y + reach],
  ];
}

/** How far a shape's parts reach round its place, before it is turned. */
export function partsExtent(shape: Shape): Extent {
  return extentOf((shape.parts ?? []).flatMap(corners));
}

export function circlePath(radius: number): string {
  return `M${-radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;
}

/** The outline of a shape that has none of its own: a circle round its parts. */
export function roundOutline(shape: Shape): string {
  const reach = (shape.parts ?? []).flatMap(corners).map(([x, y]) => Math.hypot(x, y));
  return circlePath(Math.max(10, ...reach) + 3);
}

/** The point about which the board turns: the middle of its cells; of its spots, or of its box, when it has none. */
export function middle(scene: Scene): Point {
  const of = (role: string) => scene.shapes.filter((shape) => shape.role === role).map((shape) => shape.place);
  const cells = of('cell');
  const places = cells.length > 0 ? cells : of('spot');
  if (places.length === 0) {
    const [x, y, width, height] = scene.box;
    return [x + width / 2, y + height / 2];
  }
  const { left, top, right, bottom } = extentOf(places);
  return [(left + right) / 2, (top + bottom) / 2];
}

const exact = (value: number): number => Math.round(value * 1e6) / 1e6;

function turnedPoint(centre: Point, point: Point, degrees: number): Point {
  const [x, y] = about(centre, point, degrees);
  return [exact(x), exact(y)];
}

export function turnedShape(shape: Shape, centre: Point, degrees: number): Shape {
  if (degrees === 0 || shape.fixed || (shape.role === 'board' && !shape.turns)) return shape;
  const place = turnedPoint(centre, shape.place, degrees);
  return shape.turns ? { ...shape, place, angle: ((shape.angle ?? 0) + degrees) % 360 } : { ...shape, place };
}

/** The scene with its board turned clockwise about its middle; runs of cells and of pieces are ordered anew, far rows first. */
export function turnedScene(scene: Scene, degrees: number, centre: Point = middle(scene)): Scene {
  const angle = ((degrees % 360) + 360) % 360;
  if (angle === 0) return scene;
  const shapes: Shape[] = [];
  let run: Shape[] = [];
  const flush = () => {
    const role = run[0]?.role;
    shapes.push(...(role === 'cell' || role === 'piece' ? farFirst(run) : run));
    run = [];
  };
  for (const shape of scene.shapes) {
    if (run.length > 0 && run[0]?.role !== shape.role) flush();
    run.push(turnedShape(shape, centre, angle));
  }
  flush();
  return { ...scene, shapes };
}

export function farFirst(shapes: readonly Shape[]): Shape[] {
  return [...shapes].sort((one, other) => one.place[1] - other.place[1]);
}

export function turnedStep(step: Step, centre: Point, degrees: number): Step {
  if (degrees % 360 === 0) return step;
  return {
    ...step,
    to: step.to && turnedShape(step.to, centre, degrees),
    ...(step.path ? { path: step.path.map((point) => turnedPoint(centre, point, degrees)) } : {}),
    ...(step.pivot ? { pivot: turnedPoint(centre, step.pivot, degrees) } : {}),
  };
}

const whole = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** The angles by which a board can be turned: those between its players' views, and those its game names. */
export function turns(scene: Scene): number[] {
  const between = scene.views.flatMap((one) => scene.views.map((other) => whole(one - other)));
  return [...new Set([0, ...between, ...(scene.turns ?? []).map(whole)])].sort((one, other) => one - other);
}
