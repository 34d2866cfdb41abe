/** What a board shows and how it is played: pointing, previews, animation. Knows gestures and steps, no rules. */
import { batch, computed, signal } from '@preact/signals';
import type { Board, Explanation, Preview, Reason } from '../api/types';
import { middle, turnedScene, turnedShape, turnedStep, turns } from '../scene/geometry';
import { beginnings, meant, progress } from '../scene/gestures';
import { applySteps } from '../scene/steps';
import { type Placed, type Timeline, crossFade, frame, LONGEST, timeline } from '../scene/timeline';
import type { Gesture, Marks, Scene, Shape, Step } from '../scene/types';
import { fades, slowness } from '../state/settings';
import { aidShape } from './overlay';
import { WHOLE, type Zoom } from './zoom';

export interface Play {
  readonly preview: (move: string) => Promise<Preview>;
  readonly explain: (tried: Gesture) => Promise<Explanation>;
  readonly play: (move: string, preview: Preview | null) => void;
  /** Someone acts on the board: what is still to be shown comes at once. */
  readonly hurry?: () => void;
  /** Whether one will be able to play in a moment. */
  readonly soon?: () => boolean;
}

export interface Drag {
  readonly id: string;
  readonly by: readonly [number, number];
}

const WITNESS_TIME = 4000;
const PASSING = 40;
/** How long something pointed at too early is kept. */
const KEPT = 1500;
/** Pointing so soon after a move is the second half of a double click. */
const DOUBLE = 400;
/** How much later than it should a change ends at the latest, when the browser draws no frames. */
const LATE = 100;

export class BoardModel {
  readonly board = signal<Board | null>(null);
  /** How far the board is turned, in degrees; null: as the own side wants it. */
  readonly turned = signal<number | null>(null);
  readonly side = signal(0);
  readonly active = signal(false);
  readonly zoom = signal<Zoom>(WHOLE);
  readonly picked = signal<readonly string[]>([]);
  readonly focus = signal<string | null>(null);
  readonly hovered = signal<string | null>(null);
  /** The place under the mouse, whether something can be done there or not: its name is shown. */
  readonly pointed = signal<string | null>(null);
  readonly drag = signal<Drag | null>(null);
  /** The move whose consequence is shown, with it once it is known. */
  readonly wanted = signal<string | null>(null);
  readonly preview = signal<Preview | null>(null);
  /** Whether the previewed move waits to be confirmed. */
  readonly armed = signal(false);
  readonly witness = signal<Reason | null>(null);
  readonly placed = signal<readonly Placed[] | null>(null);
  /** A move that is shown but not yet confirmed by the server. */
  readonly pending = signal<Preview | null>(null);
  /** When the last change of the board was or will be over, by the clock of frames. */
  over = -Infinity;

  /** When one has made a move oneself. */
  private played = -Infinity;
  private readonly previews = new Map<string, Promise<Preview>>();
  private line: Timeline | null = null;
  private request = 0;
  private guard: ReturnType<typeof setTimeout> | undefined;
  private held: { readonly id: string; readonly confirm: boolean; readonly at: number } | null = null;
  private witnessTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly how: Play) {}

  readonly angle = computed(() => {
    const scene = this.board.value?.scene;
    return this.turned.value ?? scene?.views[this.side.value] ?? 0;
  });

  readonly turns = computed(() => (this.board.value ? turns(this.board.value.scene) : [0]));

  /** The scene as it is seen, with a move not yet confirmed already made. */
  readonly scene = computed<Scene | null>(() => {
    const board = this.board.value;
    if (!board) return null;
    const pending = this.pending.value;
    const scene = pending ? afterSteps(board.scene, pending.steps) : board.scene;
    return turnedScene(scene, this.angle.value, middle(board.scene));
  });

  readonly canPlay = computed(() => this.active.value && this.pending.value === null && this.board.value?.end == null);

  readonly moves = computed(() => (this.canPlay.value ? (this.board.value?.moves ?? []) : []));
  readonly progress = computed(() => progress(this.moves.value, this.picked.value));
  readonly beginnings = computed(() => beginnings(this.moves.value));
  /** Moves that need no pointing at all. */
  readonly offers = computed(() => progress(this.moves.value, []).choices);

  /** The preview seen from the present side. */
  readonly seenPreview = computed<Preview | null>(() => {
    const [preview, board] = [this.preview.value, this.board.value];
    if (!preview || !board) return null;
    const centre = middle(board.scene);
    return { ...preview, steps: preview.steps.map((step) => turnedStep(step, centre, this.angle.value)) };
  });

  /** What helps with the shapes picked and the move previewed, as seen from the present side. */
  readonly aids = computed<Shape | null>(() => {
    const [board, picked] = [this.board.value, this.picked.value];
    if (!board || this.pending.value) return null;
    const own = board.aids.filter(({ shapes }) => shapes?.some((id) => picked.includes(id)));
    const shape = aidShape([...own, ...(this.preview.value?.aids ?? [])]);
    return shape && turnedShape(shape, middle(board.scene), this.angle.value);
  });

  readonly marks = computed<Marks>(() => {
    const board = this.board.value;
    const pending = this.pending.value;
    const last: Marks = pending?.marks ?? board?.since?.marks ?? board?.last?.marks ?? {};
    const end = board?.end?.rule?.witness;
    return {
      ...last,
      selected: this.picked.value,
      targets: this.shownTargets.value,
      witness: this.witness.value?.witness ?? [],
      ...(end ? { changed: [] } : {}),
    };
  });

  /** What can be pointed at next; before anything is picked only empty places, for whose sake nothing has to be picked up. */
  private readonly shownTargets = computed(() => {
    const next = [...this.progress.value.next.keys()];
    return this.picked.value.length > 0 ? next : next.filter((id) => this.shape(id)?.role === 'spot');
  });

  shape(id: string): Shape | undefined {
    return this.scene.value?.shapes.find((shape) => shape.id === id);
  }

  /** Whether a position is the one that is shown already, before the server has confirmed it. */
  expects(next: Board): boolean {
    return this.pending.peek()?.position === next.position;
  }

  /** Show a position; if it follows on the one shown, by its last move, for so long at most. */
  show(next: Board, longest = LONGEST): void {
    const current = this.board.peek();
    const pending = this.pending.peek();
    if (current && current.position === next.position && current.game === next.game && !pending) {
      this.board.value = next;
      return;
    }
    const expected = this.expects(next);
    const follows = current !== null && next.last?.before === current.position && next.game === current.game;
    batch(() => {
      this.release();
      this.previews.clear();
      if (expected) {
        this.pending.value = null;
        this.board.value = next;
        return;
      }
      this.halt();
      this.pending.value = null;
      this.over = performance.now();
      const before = this.scene.peek();
      const centre = current && middle(current.scene);
      this.board.value = next;
      if (follows && longest > 0 && before && centre && next.last) {
        this.run(
          before,
          next.last.steps.map((step) => turnedStep(step, centre, this.angle.peek())),
          longest,
        );
      }
    });
  }

  /** Show a move at once, before the server has confirmed it. */
  anticipate(preview: Preview): void {
    const before = this.scene.peek();
    const board = this.board.peek();
    if (!before || !board) return;
    const centre = middle(board.scene);
    batch(() => {
      this.release();
      this.pending.value = preview;
      this.over = performance.now();
      this.run(
        before,
        preview.steps.map((step) => turnedStep(step, centre, this.angle.peek())),
      );
    });
  }

  /** The server refused: back to where we were. */
  rollBack(): void {
    batch(() => {
      this.halt();
      this.pending.value = null;
      this.release();
    });
  }

  private run(before: Scene, steps: readonly Step[], longest = LONGEST): void {
    const slow = slowness.peek();
    const still = (slow === 0 && !fades.peek()) || steps.length === 0;
    // Out of sight no frames are drawn.
    if (still || typeof requestAnimationFrame === 'undefined' || document.hidden) return;
    const line = slow === 0 ? crossFade(before, steps) : timeline(before, steps, slow, longest);
    const began = performance.now();
    this.line = line;
    this.over = began + line.length;
    this.placed.value = frame(line, 0);
    cancelAnimationFrame(this.request);
    clearTimeout(this.guard);
    const tick = (now: number) => {
      if (this.line !== line) return;
      if (now - began >= line.length) {
        this.halt();
        return;
      }
      this.placed.value = frame(line, Math.max(0, now - began));
      this.request = requestAnimationFrame(tick);
    };
    this.request = requestAnimationFrame(tick);
    this.guard = setTimeout(() => {
      if (this.line === line) this.halt();
    }, line.length + LATE);
  }

  /** End a running animation: the board is as it will be. */
  private halt(): void {
    if (!this.line) return;
    this.line = null;
    this.over = Math.min(this.over, performance.now());
    this.placed.value = null;
  }

  /** Someone acts: complete a running animation, and all that is still to be shown, at once. */
  stop(): void {
    if (performance.now() - this.played < DOUBLE) return;
    this.halt();
    this.how.hurry?.();
  }

  /** Forget what was picked and previewed. */
  release(): void {
    batch(() => {
      this.picked.value = [];
      this.drag.value = null;
      this.forgetPreview();
      this.clearWitness();
    });
  }

  clearWitness(): void {
    clearTimeout(this.witnessTimer);
    this.witness.value = null;
  }

  forgetPreview(): void {
    this.wanted.value = null;
    this.preview.value = null;
    this.armed.value = false;
  }

  /** Ask for the consequence of a move and show it. */
  showPreview(move: string, armed = false): void {
    if (this.wanted.peek() === move) {
      this.armed.value = this.armed.peek() || armed;
      return;
    }
    this.wanted.value = move;
    this.armed.value = armed;
    this.preview.value = null;
    // What is only passed over is not asked for.
    setTimeout(
      () => {
        if (this.wanted.peek() === move) void this.loadPreview(move);
      },
      this.previews.has(move) || armed ? 0 : PASSING,
    );
  }

  private async loadPreview(move: string): Promise<void> {
    const preview = await this.previewOf(move).catch(() => null);
    if (preview && this.wanted.peek() === move) this.preview.value = preview;
  }

  previewOf(move: string): Promise<Preview> {
    const known = this.previews.get(move);
    if (known) return known;
    const loading = this.how.preview(move);
    this.previews.set(move, loading);
    loading.catch(() => this.previews.delete(move));
    return loading;
  }

  /** Point at a shape; `confirm`: a move that is completed is only previewed first. */
  point(shape: Shape, confirm: boolean): void {
    this.stop();
    this.clearWitness();
    const scene = this.scene.peek();
    if (!this.canPlay.peek() && this.how.soon?.() && performance.now() - this.played > DOUBLE) {
      this.held = { id: shape.id, confirm, at: performance.now() };
    }
    if (!scene || !this.canPlay.peek()) return;
    const { next } = this.progress.peek();
    const picked = this.picked.peek();
    const wanted = new Set(next.keys());
    const id = meant(scene, shape, wanted);
    if (wanted.has(id)) {
      this.take(id, next.get(id) ?? null, confirm);
      return;
    }
    const start = meant(scene, shape, this.beginnings.peek());
    if (picked.includes(id) || picked.includes(shape.id) || picked.includes(start)) {
      this.release();
    } else if (this.beginnings.peek().has(start)) {
      this.release();
      this.take(start, this.progress.peek().next.get(start) ?? null, confirm);
    } else {
      void this.tellWhy({ shapes: [...picked, shape.id] });
    }
  }

  /** One can play now: point at what was pointed at a moment too early. */
  resume(): void {
    const held = this.held;
    this.held = null;
    const shape = held && performance.now() - held.at < KEPT ? this.shape(held.id) : undefined;
    if (held && shape) this.point(shape, held.confirm);
  }

  private take(id: string, move: string | null, confirm: boolean): void {
    if (move !== null) {
      this.finish(move, confirm);
      return;
    }
    batch(() => {
      this.forgetPreview();
      this.picked.value = [...this.picked.peek(), id];
    });
  }

  /** A gesture is complete: play it, or show what it does if that has to be confirmed. */
  finish(move: string, confirm: boolean): void {
    if (confirm && !(this.armed.peek() && this.wanted.peek() === move)) {
      this.showPreview(move, true);
      return;
    }
    this.playMove(move);
  }

  playMove(move: string): void {
    const preview = this.preview.peek();
    this.played = performance.now();
    this.how.play(move, preview?.move === move ? preview : null);
  }

  async tellWhy(tried: Gesture): Promise<void> {
    const picked = this.picked.peek();
    try {
      const { legal, reason } = await this.how.explain(tried);
      if (legal || !reason) return;
      // Where nothing else shows why, what was pointed at does.
      const tip = reason.witness.length > 0 ? undefined : tried.shapes.at(-1);
      this.showWitness(tip === undefined ? reason : { ...reason, witness: [tip] });
      // What was picked up stays so: it may be tried elsewhere.
      const { next, choices } = progress(this.moves.peek(), picked);
      if (next.size + choices.length > 0) this.picked.value = picked;
    } catch {
      // Without the server there is nothing to tell; the connection's own sign says so.
    }
  }

  showWitness(reason: Reason): void {
    batch(() => {
      this.release();
      this.witness.value = reason;
    });
    this.witnessTimer = setTimeout(() => (this.witness.value = null), WITNESS_TIME);
  }

  /** Turn the board to the next of its sides. */
  turnOn(): void {
    const all = this.turns.peek();
    const now = ((this.angle.peek() % 360) + 360) % 360;
    this.turned.value = all.find((angle) => angle > now) ?? all[0] ?? 0;
  }
}

function afterSteps(scene: Scene, steps: readonly Step[]): Scene {
  const after = applySteps(scene, steps);
  const lasting = (shape: Shape) => shape.role === 'piece' || shape.role === 'mark' || shape.role === 'cell';
  const shapes: Shape[] = [];
  const known = new Set(scene.shapes.map((shape) => shape.id));
  const entered = [...after.values()].filter((shape) => !known.has(shape.id));
  for (const shape of scene.shapes) {
    if (!lasting(shape)) shapes.push(shape);
    else if (after.has(shape.id)) shapes.push(after.get(shape.id) ?? shape);
  }
  for (const shape of entered) {
    const last = shapes.findLastIndex((other) => other.role === shape.role);
    shapes.splice(last < 0 ? shapes.length : last + 1, 0, shape);
  }
  return { ...scene, shapes };
}
