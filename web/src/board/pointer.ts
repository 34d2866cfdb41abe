/** Mouse, pen and finger on a board: hovering, clicking, dragging, turning by dragging. */
import { batch } from '@preact/signals';
import { meant } from '../scene/gestures';
import { pointedAt, targets } from '../scene/hit';
import type { Box, Point, Shape } from '../scene/types';
import type { BoardModel } from './model';
import { panned, zoomed } from './zoom';

const SLOP = 6;
const REACH = 22;

interface Press {
  readonly pointer: number;
  readonly start: Point;
  readonly screen: Point;
  readonly shape: Shape | undefined;
  readonly touch: boolean;
  dragging: boolean;
  panning: boolean;
}

/** Where a shape is: what it stands on, or itself. */
function placeOf(shape: Shape): string {
  return shape.role === 'piece' || shape.role === 'mark' ? (shape.at ?? shape.id) : shape.id;
}

export class PointerPlay {
  private press: Press | null = null;
  /** Fingers on the board, where they were last. */
  private readonly fingers = new Map<number, Point>();

  constructor(
    private readonly model: BoardModel,
    private readonly svg: () => SVGSVGElement | null,
    private readonly confirms: () => boolean,
    private readonly box: () => Box | null,
  ) {}

  /** A point of the screen in the scene's units, and how many units a pixel is. */
  private locate(event: { clientX: number; clientY: number }): { readonly point: Point; readonly unit: number } | null {
    const matrix = this.svg()?.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { point: [point.x, point.y], unit: 1 / matrix.a };
  }

  private shapeAt(event: PointerEvent): Shape | undefined {
    const [scene, found] = [this.model.scene.peek(), this.locate(event)];
    if (!scene || !found) return undefined;
    const wanted = new Set(this.model.progress.peek().next.keys());
    return pointedAt(targets(scene), found.point, wanted, this.model.beginnings.peek(), REACH * found.unit);
  }

  readonly down = (event: PointerEvent): void => {
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size > 1) {
      this.press = null;
      this.model.drag.value = null;
      return;
    }
    if (event.button !== 0 || this.press) return;
    this.model.stop();
    const found = this.locate(event);
    if (!found) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.press = {
      pointer: event.pointerId,
      start: found.point,
      screen: [event.clientX, event.clientY],
      shape: this.shapeAt(event),
      touch: event.pointerType !== 'mouse',
      dragging: false,
      panning: false,
    };
  };

  readonly move = (event: PointerEvent): void => {
    if (this.fingers.size > 1) {
      this.pinch(event);
      return;
    }
    const press = this.press;
    if (!press) {
      if (event.pointerType === 'mouse') this.hover(this.shapeAt(event));
      return;
    }
    if (press.pointer !== event.pointerId) return;
    const away = Math.hypot(event.clientX - press.screen[0], event.clientY - press.screen[1]);
    if (!press.dragging && !press.panning && away > SLOP) {
      press.dragging = this.beginDrag(press);
      press.panning = !press.dragging && this.model.zoom.peek().scale > 1;
    }
    if (press.dragging) this.dragTo(press, event);
    else if (press.panning) this.pan(event);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
  };

  private pan(event: PointerEvent): void {
    const [box, last] = [this.box(), this.fingers.get(event.pointerId)];
    const now = this.locate(event);
    if (!box || !last || !now) return;
    const by: Point = [(event.clientX - last[0]) * now.unit, (event.clientY - last[1]) * now.unit];
    this.model.zoom.value = panned(box, this.model.zoom.peek(), by);
  }

  /** Two fingers: their distance is the size, their middle stays under them. */
  private pinch(event: PointerEvent): void {
    const [box, last] = [this.box(), this.fingers.get(event.pointerId)];
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!box || !last || !other) return;
    const now: Point = [event.clientX, event.clientY];
    const [before, after] = [
      Math.hypot(last[0] - other[0], last[1] - other[1]),
      Math.hypot(now[0] - other[0], now[1] - other[1]),
    ];
    const middle = this.locate({ clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 });
    this.fingers.set(event.pointerId, now);
    if (!middle || before < 10) return;
    const by: Point = [((now[0] - last[0]) / 2) * middle.unit, ((now[1] - last[1]) / 2) * middle.unit];
    const larger = zoomed(box, this.model.zoom.peek(), after / before, middle.point);
    this.model.zoom.value = panned(box, larger, by);
  }

  readonly up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    const press = this.press;
    if (!press || press.pointer !== event.pointerId) return;
    this.press = null;
    if (press.panning) return;
    if (press.dragging) {
      this.drop(press, event);
      return;
    }
    const shape = press.shape;
    if (shape) {
      this.model.focus.value = placeOf(shape);
      this.model.point(shape, this.confirms());
    } else if (!this.model.armed.peek()) {
      this.model.release();
    }
  };

  readonly cancel = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    this.press = null;
    batch(() => {
      this.model.drag.value = null;
      this.model.hovered.value = null;
    });
  };

  readonly leave = (): void => {
    if (this.press) return;
    this.hover(undefined);
  };

  private hover(shape: Shape | undefined): void {
    const scene = this.model.scene.peek();
    const { next } = this.model.progress.peek();
    const id = shape && scene ? meant(scene, shape, new Set(next.keys())) : null;
    this.model.pointed.value = shape ? placeOf(shape) : null;
    this.model.hovered.value = id !== null && (next.has(id) || this.model.beginnings.peek().has(id)) ? id : null;
    if (this.model.armed.peek()) return;
    const move = id === null ? null : (next.get(id) ?? null);
    if (move !== null) this.model.showPreview(move);
    else if (this.model.wanted.peek() !== null) this.model.forgetPreview();
  }

  /** Whether a drag can begin: on something that begins a move or is picked already. */
  private beginDrag(press: Press): boolean {
    const [scene, shape] = [this.model.scene.peek(), press.shape];
    if (!scene || !shape || !this.model.canPlay.peek()) return false;
    const picked = this.model.picked.peek();
    const own = meant(scene, shape, new Set([...this.model.beginnings.peek(), ...picked]));
    if (picked.at(-1) !== own) {
      if (!this.model.beginnings.peek().has(own)) return false;
      this.model.release();
      if (this.model.progress.peek().next.get(own) !== null) return false;
      this.model.picked.value = [own];
    }
    this.model.forgetPreview();
    for (const { move } of this.model.progress.peek().choices) void this.model.previewOf(move).catch(() => undefined);
    return true;
  }

  private dragTo(press: Press, event: PointerEvent): void {
    const found = this.locate(event);
    const id = this.model.picked.peek().at(-1);
    if (!found || id === undefined) return;
    const { next, choices } = this.model.progress.peek();
    if (next.size === 0 && choices.length > 0) {
      this.turnTo(press, found.point, id);
      return;
    }
    this.model.drag.value = { id, by: [found.point[0] - press.start[0], found.point[1] - press.start[1]] };
    this.hover(this.shapeAt(event));
  }

  /** A shape that only turns follows the finger round its middle, and shows the choice that turns it nearest to that. */
  private turnTo(press: Press, point: Point, id: string): void {
    const centre = this.model.shape(id)?.place;
    if (!centre) return;
    const angleOf = ([x, y]: Point) => (Math.atan2(y - centre[1], x - centre[0]) * 180) / Math.PI;
    const turned = ((angleOf(point) - angleOf(press.start) + 540) % 360) - 180;
    if (Math.abs(turned) < 30) {
      this.model.forgetPreview();
      return;
    }
    void this.nearestTurn(id, turned).then((move) => {
      if (move !== null && this.model.picked.peek().at(-1) === id) this.model.showPreview(move);
    });
  }

  private async nearestTurn(id: string, turned: number): Promise<string | null> {
    let [best, least] = [null as string | null, Infinity];
    for (const { move } of this.model.progress.peek().choices) {
      const preview = await this.model.previewOf(move).catch(() => null);
      const angle = preview?.steps.find((step) => step.kind === 'turn' && step.shape === id)?.angle;
      if (angle === undefined) continue;
      const away = Math.abs(((turned - angle + 540) % 360) - 180);
      if (away < least) [best, least] = [move, away];
    }
    return best;
  }

  private drop(press: Press, event: PointerEvent): void {
    const scene = this.model.scene.peek();
    const { next, choices } = this.model.progress.peek();
    const shape = this.shapeAt(event);
    const wanted = this.model.wanted.peek();
    const picked = this.model.picked.peek();
    this.model.drag.value = null;
    if (next.size === 0 && choices.length > 0) {
      if (wanted !== null) this.model.finish(wanted, this.confirms());
      return;
    }
    const id = shape && scene ? meant(scene, shape, new Set(next.keys())) : null;
    if (id !== null && next.has(id) && shape) {
      this.model.point(shape, this.confirms());
    } else if (shape && !picked.includes(shape.id) && shape.id !== press.shape?.id && shape.at !== press.shape?.at) {
      void this.model.tellWhy({ shapes: [...picked, shape.id] });
    }
  }
}
