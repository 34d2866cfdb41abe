/** The keyboard on a board. */
import { type Arrow, cycle, step, stops } from '../scene/walk';
import type { Point, Scene, Shape } from '../scene/types';
import { meant } from '../scene/gestures';
import type { BoardModel } from './model';

/** Keys that act where the keyboard is on the board, which then has to be seen. */
const AT_PLACE = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ', 'PageUp', 'PageDown']);

export function actsAtPlace(event: KeyboardEvent): boolean {
  return AT_PLACE.has(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey;
}

const ARROWS: Readonly<Record<string, Arrow>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export class KeyPlay {
  private line: { readonly upright: boolean; readonly point: Point } | null = null;

  constructor(
    private readonly model: BoardModel,
    private readonly confirms: () => boolean,
    /** A character that begins a move text. */
    private readonly typed: (character: string) => void,
  ) {}

  readonly down = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
    if (this.act(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  private act(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (arrow) return this.walk(arrow);
    const { choices } = this.model.progress.peek();
    const chosen = choices.find(({ choice }) => choice === event.key) ?? choices[Number(event.key) - 1];
    if (chosen && this.model.picked.peek().length > 0) {
      this.model.finish(chosen.move, this.confirms());
      return true;
    }
    switch (event.key) {
      case 'Enter':
      case ' ':
        return this.enter();
      case 'Escape':
        this.model.release();
        return true;
      case 'PageDown':
        return this.jump(false);
      case 'PageUp':
        return this.jump(true);
    }
    if (event.key.length === 1 && /[\p{L}\p{N}+*-]/u.test(event.key)) {
      this.typed(event.key);
      return true;
    }
    return false;
  }

  private visit(id: string): void {
    this.model.stop();
    this.model.clearWitness();
    this.model.focus.value = id;
    const scene = this.model.scene.peek();
    const shape = this.model.shape(id);
    const { next } = this.model.progress.peek();
    if (!scene || !shape) return;
    const move = next.get(meant(scene, shape, new Set(next.keys()))) ?? null;
    if (move !== null) this.model.showPreview(move);
    else this.model.forgetPreview();
  }

  private walk(arrow: Arrow): boolean {
    const scene = this.model.scene.peek();
    if (!scene) return false;
    const found = this.stops(scene);
    const from = this.model.shape(this.model.focus.peek() ?? '');
    if (!from) {
      const first = this.start();
      if (first) this.visit(first);
      return true;
    }
    const upright = arrow === 'up' || arrow === 'down';
    if (this.line?.upright !== upright) this.line = { upright, point: from.place };
    const next = step(found, from, arrow, this.line.point);
    if (next) this.visit(next.id);
    return true;
  }

  private stops(scene: Scene): Shape[] {
    return stops(scene, new Set([...this.model.progress.peek().next.keys(), ...this.model.beginnings.peek()]));
  }

  /** A place that turns into another, as sea into an island laid there, keeps the keyboard. */
  stay(before: Scene | null, now: Scene): void {
    const id = this.model.focus.peek();
    if (id === null || now.shapes.some((shape) => shape.id === id)) return;
    const [x, y] = before?.shapes.find((shape) => shape.id === id)?.place ?? [NaN, NaN];
    const there = this.stops(now).find(({ place }) => Math.hypot(place[0] - x, place[1] - y) < 1);
    this.model.focus.value = there?.id ?? null;
  }

  /** Where the keyboard begins: where the last move landed, else at something that can move, else anywhere. */
  start(): string | null {
    const scene = this.model.scene.peek();
    if (!scene) return null;
    const found = this.stops(scene);
    const landed = this.model.marks.peek().landed?.find((id) => found.some((shape) => shape.id === id));
    if (landed) return landed;
    const first = [...this.model.beginnings.peek()][0];
    const at = first === undefined ? undefined : this.model.shape(first);
    return at?.at ?? at?.id ?? found[Math.floor(found.length / 2)]?.id ?? null;
  }

  /** To the next shape that can be pointed at now. */
  private jump(back: boolean): boolean {
    const { next } = this.model.progress.peek();
    const places = [...next.keys()].flatMap((id) => {
      const shape = this.model.shape(id);
      const place = shape?.at ? this.model.shape(shape.at) : shape;
      return place ? [place] : [];
    });
    const found = cycle(places, this.model.focus.peek(), back);
    this.line = null;
    if (found) this.visit(found.id);
    return true;
  }

  private enter(): boolean {
    const id = this.model.focus.peek() ?? this.start();
    const shape = id === null ? undefined : this.model.shape(id);
    if (!shape) return true;
    this.model.focus.value = shape.id;
    const armed = this.model.wanted.peek() !== null;
    const scene = this.model.scene.peek();
    const standing = scene?.shapes.find(
      (other) => other.at === shape.id && (other.role === 'piece' || this.model.beginnings.peek().has(other.id)),
    );
    const { next } = this.model.progress.peek();
    // What one walks over has been previewed: a second confirmation would only be in the way.
    this.model.point(next.has(shape.id) || !standing ? shape : standing, !armed && this.confirms());
    return true;
  }
}
