/**
 * Showing what is played at a table, one change after another with a beat between. What is shown and what should be are compared
 * anew after every wait, and nothing ends before they are the same.
 */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { isProblem } from '../api/problem';
import type { Board, PlayedMove, State } from '../api/types';
import type { BoardModel } from '../board/model';
import { LONGEST } from '../scene/timeline';
import { startsWith, stepTo, seenSince } from '../state/history';
import { settings, type Settings, slowness } from '../state/settings';
import { play } from '../state/sound';

/** How long the board rests between two changes, in milliseconds. */
const BEATS: Readonly<Record<Settings['pace'], number>> = { normal: 500, short: 150, none: 0 };
const AGAIN = 1500;

/** What the board shows: the moves made there, from which of them on they are marked, and the table's number it was asked for at. */
export interface Shown {
  readonly line: readonly string[];
  readonly since: number;
  readonly number: number;
}

type Step = Omit<Shown, 'number'>;

interface Told {
  readonly board: Board;
  readonly number: number;
}

export interface Table {
  readonly state: ReadonlySignal<State | null>;
  readonly moves: ReadonlySignal<readonly PlayedMove[]>;
  readonly viewing: ReadonlySignal<number | null>;
  readonly mine: ReadonlySignal<readonly number[]>;
  /** Whether we play no more: we have our places. */
  readonly done: ReadonlySignal<boolean>;
  readonly ask: (ply: number, since: number) => Promise<Told>;
}

export class Showing {
  readonly shown = signal<Shown | null>(null);
  /** Whether someone does not want to wait: what is to be shown comes at once. */
  private readonly hurried = signal(false);
  private readonly stops: (() => void)[] = [];
  private later: (() => void)[] = [];
  private wake: () => void = () => undefined;
  private running = false;
  private closed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** Who made the last move that was animated, and how long their turn has been animated. */
  private turn = { player: -1, spent: 0 };

  constructor(
    private readonly table: Table,
    private readonly model: BoardModel,
    private readonly onShown: () => void,
  ) {}

  /** All moves that should be on the board. */
  private readonly wanted = computed(() => {
    const moves = this.table.moves.value.map(({ move }) => move);
    return moves.slice(0, this.table.viewing.value ?? moves.length);
  });

  /** What is to be shown next; null: the board shows what it should. */
  readonly next = computed<Step | null>(() => {
    const [state, shown, wanted] = [this.table.state.value, this.shown.value, this.wanted.value];
    if (!state) return null;
    const current = this.table.viewing.value !== null || (shown !== null && shown.number >= state.board);
    const there = shown !== null && shown.line.length === wanted.length && startsWith(wanted, shown.line);
    if (there && current && shown.since === this.since(wanted.length)) return null;
    const atOnce = this.hurried.value || document.hidden;
    const ply = atOnce ? wanted.length : stepTo(shown?.line ?? null, wanted, this.table.done.value);
    return { line: wanted.slice(0, ply), since: this.since(ply) };
  });

  /** Whether the board shows what it should. */
  readonly caughtUp = computed(() => this.shown.value !== null && this.next.value === null);

  /** From where on moves are marked. Who has no seat, or several, sees what the one to act then sees; in the past it is the last turn. */
  private since(ply: number): number {
    const [moves, mine] = [this.table.moves.value, this.table.mine.value];
    const actor = () => moves[ply]?.player ?? this.table.state.value?.to_act ?? null;
    const viewer = mine.length === 1 ? (mine[0] ?? null) : actor();
    return seenSince(moves, ply, this.table.viewing.value === null ? viewer : null);
  }

  open(): void {
    const hide = () => {
      if (document.hidden) this.model.stop();
    };
    document.addEventListener('visibilitychange', hide);
    this.stops.push(
      () => document.removeEventListener('visibilitychange', hide),
      effect(() => {
        if (this.next.value !== null) untracked(() => void this.run());
      }),
    );
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    for (const stop of this.stops) stop();
    this.wake();
  }

  /** Show all there is at once, without beats. */
  hurry(): void {
    if (this.next.peek() !== null) this.hurried.value = true;
    this.wake();
  }

  /** Do something as soon as the board shows what it should. */
  afterwards(act: () => void): void {
    if (this.caughtUp.peek()) act();
    else this.later.push(act);
  }

  /** Try to go on: something may have been in the way. */
  async run(): Promise<void> {
    if (this.running || this.closed) return;
    this.running = true;
    clearTimeout(this.retry);
    try {
      for (let step = this.next.peek(); step !== null; step = this.next.peek()) {
        const told = await this.table.ask(step.line.length, step.since);
        await this.rest(step, told.board);
        if (this.closed) return;
        // Meanwhile other things may be wanted; what lies on the way to them is shown.
        if (startsWith(this.wanted.peek(), step.line)) this.show(step, told);
      }
    } catch (error) {
      // A connection that comes back sets us going again; a table that was deleted does not come back.
      const waits = isProblem(error) && ['offline', 'gone'].includes(error.code);
      if (!waits) this.retry = setTimeout(() => void this.run(), AGAIN);
      return;
    } finally {
      this.running = false;
    }
    this.hurried.value = false;
    for (const act of this.later.splice(0)) act();
  }

  /** The player of the move that a step shows, if it follows on what is shown. */
  private player({ line }: Step): number | null {
    const shown = this.shown.peek()?.line;
    const follows = shown?.length === line.length - 1 && startsWith(line, shown);
    return follows ? (this.table.moves.peek()[line.length - 1]?.player ?? null) : null;
  }

  /** Wait until the change before is over, and before someone else's for a beat. */
  private async rest(step: Step, board: Board): Promise<void> {
    if (this.model.expects(board)) return;
    for (;;) {
      const player = this.player(step);
      if (this.closed || this.hurried.peek() || document.hidden || player === null) return;
      const beat = this.table.mine.peek().includes(player) ? 0 : BEATS[settings.peek().pace];
      const wait = this.model.over + beat - performance.now();
      if (wait <= 0) return;
      await this.pause(wait);
    }
  }

  private pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private show(step: Step, { board, number }: Told): void {
    const player = this.player(step);
    batch(() => {
      this.model.show(board, player === null ? 0 : this.share(player, board));
      this.shown.value = { ...step, number };
    });
    this.turn.spent += Math.max(0, this.model.over - performance.now()) / Math.max(1, slowness.peek());
    if (player !== null) play(board.last?.steps.some(({ kind }) => kind === 'leave') ? 'take' : 'move');
    this.onShown();
  }

  /** How long a move may be animated: a turn of several has no more time than a turn of one. */
  private share(player: number, board: Board): number {
    if (player !== this.turn.player) this.turn = { player, spent: 0 };
    const left = Math.max(0, LONGEST - this.turn.spent);
    if (board.turn_begins) this.turn = { player: -1, spent: 0 };
    return board.turn_begins ? left : left / 2;
  }
}
