/** One table: what the server says of it, the board that shows it, and what we do there. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { isProblem, Problem } from '../api/problem';
import type { Deed } from '../api/talk';
import type { Board, Explanation, PlayedMove, Preview, Setup, State, TableEvent } from '../api/types';
import { BoardModel } from '../board/model';
import { t } from '../i18n';
import type { Gesture } from '../scene/types';
import { nameOf } from '../state/games';
import { socket } from '../state/hub';
import { rememberResult } from '../state/levels';
import { notify } from '../state/notices';
import { problemText, showProblem } from '../state/problems';
import { type Refusal, refusalIn } from '../state/questions';
import { play } from '../state/sound';
import { loadLast, saveLast } from '../state/storage';
import { showToast } from '../state/toast';
import { News } from './news';
import { acts, Ours } from './ours';
import { Sending } from './sending';
import { Showing } from './showing';

interface LastSeen {
  readonly setup: Setup;
  readonly state: State;
  readonly board: Board;
  readonly moves: readonly PlayedMove[];
  /** The table's number the board was asked for at. */
  readonly number?: number;
}

export class TableStore {
  /** The ply looked at; null: now. */
  readonly viewing = signal<number | null>(null);
  readonly hinting = signal(false);
  readonly hint = signal<string | null>(null);
  /** A move the server refused, to be tried again. */
  readonly unsent = signal<string | null>(null);
  /** Whether the game is over and its last move has been seen. */
  readonly over = signal(false);
  /** A question of ours that was refused, until something else happens. */
  readonly refusal = signal<Refusal | null>(null);
  /** Whether we only want to see the rest of a game in which we have our place. */
  readonly watchingOn = signal(false);
  /** The places decided so far, also while one looks at the past. */
  readonly placed = signal<readonly (number | null)[]>([]);
  readonly model: BoardModel;

  private readonly showing: Showing;
  /** The ply that the places were last read at. */
  private placedAt = 0;
  private readonly stops: (() => void)[] = [];

  /** What the server says. */
  readonly news: News;
  /** Which seats are ours. */
  readonly ours: Ours;
  /** What is being sent. */
  readonly sender: Sending;

  constructor(readonly id: string) {
    this.news = new News(
      id,
      (events, before) => this.announce(events, before),
      () => void this.showing.run(),
    );
    this.ours = new Ours(id, this.news, this.placed);
    this.sender = new Sending(id, this.news);
    this.model = new BoardModel({
      preview: (move) => this.preview(move),
      explain: (tried) => this.explain(tried),
      play: (move, preview) => void this.move(move, preview),
      hurry: () => this.showing.hurry(),
      soon: () => this.ours.myTurn.peek() && !this.caughtUp.peek(),
    });
    const [{ state, moves }, { mine, done }, { viewing }] = [this.news, this.ours, this];
    const ask = (ply: number, since: number) => socket.ask({ type: 'board', table: id, ply, since });
    this.showing = new Showing({ state, moves, viewing, mine, done, ask }, this.model, () => this.remember());
  }

  act(deed: Deed): Promise<void> {
    return this.sender.act(deed);
  }

  do(deed: Deed): void {
    this.sender.do(deed);
  }

  /** Whether the board shows all that was played, so that one can play on. */
  readonly caughtUp = computed(() => this.showing.caughtUp.value && this.viewing.value === null);
  /** How many moves the board shows. */
  readonly ply = computed(
    () => this.viewing.value ?? this.showing.shown.value?.line.length ?? this.news.moves.value.length,
  );
  /** Whether it is our turn and the board is ready for it. */
  readonly ready = computed(() => this.ours.myTurn.value && this.caughtUp.value && !this.sender.sending.value);

  open(): void {
    this.recall();
    this.showing.open();
    this.stops.push(
      () => this.showing.close(),
      effect(() => {
        // Several people at this screen: the board is seen from the side of the one who moves only if they want it so.
        this.model.side.value = this.ours.mine.value[0] ?? 0;
      }),
      effect(() => {
        this.model.active.value = this.ready.value;
        if (this.ready.value) untracked(() => this.model.resume());
      }),
      effect(() => {
        const status = this.news.state.value?.status;
        const seen = this.viewing.value !== null || (this.caughtUp.value && this.model.placed.value === null);
        if (status !== 'over' && status !== 'closed') this.over.value = false;
        else if (seen) this.over.value = true;
      }),
      effect(() => {
        const ply = this.showing.shown.value?.line.length ?? 0;
        // On the way back from the past the board knows less than we do.
        if (this.viewing.value !== null || (!this.caughtUp.value && ply < this.placedAt)) return;
        this.placed.value = this.model.board.value?.placed ?? [];
        this.placedAt = ply;
      }),
    );
    this.news.open();
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.sender.close();
    this.news.close();
  }

  /** Without a connection the table is shown as it was last seen. */
  private recall(): void {
    const last = loadLast<LastSeen>(this.id);
    if (!last) return;
    batch(() => {
      this.news.setup.value = last.setup;
      this.news.state.value = last.state;
      this.news.moves.value = last.moves;
      this.model.show(last.board);
      this.showing.shown.value = {
        line: last.moves.map(({ move }) => move),
        since: last.board.since?.ply ?? -1,
        number: last.number ?? -1,
      };
    });
  }

  private remember(): void {
    const [setup, state, board] = [this.news.setup.peek(), this.news.state.peek(), this.model.board.peek()];
    const number = this.showing.shown.peek()?.number;
    if (setup && state && board && number !== undefined && this.caughtUp.peek()) {
      saveLast(this.id, { setup, state, board, moves: this.news.moves.peek(), number } satisfies LastSeen);
    }
  }

  private announce(events: readonly TableEvent[], before: State): void {
    for (const event of events) {
      if (event.kind === 'moved') this.hint.value = this.news.computers.value = null;
      if (event.kind === 'moved' && !this.sender.sending.peek() && this.ours.mine.peek().includes(event.player)) {
        showToast({ tone: 'accent', what: t('table.otherDevice') });
      }
      if (event.kind === 'tookback' || event.kind === 'started') this.viewing.value = null;
      if (event.kind === 'started') this.watchingOn.value = false;
      if (event.kind === 'ended') {
        this.showing.afterwards(() => play('end'));
        rememberResult(this.news.setup.peek(), this.news.state.peek(), this.ours.mine.peek());
      }
      if (event.kind === 'outage') showToast({ tone: 'accent', what: t('table.outage') });
    }
    const refusal = refusalIn(before.question, events);
    if (events.length > 0)
      this.refusal.value = refusal && this.ours.mine.peek().includes(refusal.asker) ? refusal : null;
    if (this.ours.myTurn.peek() && !acts(before, this.ours.me.peek())) {
      this.showing.afterwards(() => play('turn'));
      void notify(nameOf(this.news.setup.peek()?.game ?? ''), t('status.yourTurn'), this.id);
    }
  }

  /** Look at the position after so many moves; null: now. */
  view(ply: number | null): void {
    const last = this.news.moves.peek().length;
    this.viewing.value = ply === null || ply >= last ? null : Math.max(0, ply);
    this.model.release();
    this.model.stop();
  }

  private at(): { game: string; options: Board['options']; position: string } {
    const board = this.model.board.peek();
    if (!board) throw new Problem({ code: 'offline' });
    return { game: board.game, options: board.options, position: board.position };
  }

  private async preview(move: string): Promise<Preview> {
    return (await socket.ask({ type: 'preview', ...this.at(), move })).preview;
  }

  private explain(tried: Gesture | string): Promise<Explanation> {
    const what = typeof tried === 'string' ? { move: tried } : { gesture: tried };
    return socket.ask({ type: 'explain', ...this.at(), tried: what });
  }

  /** Why a typed text is not a move here. */
  async tellWhyText(text: string): Promise<boolean> {
    try {
      const { legal, reason } = await this.explain(text);
      if (!legal && reason) this.model.showWitness(reason);
      return !legal && reason !== null;
    } catch {
      return false;
    }
  }

  async move(move: string, preview: Preview | null): Promise<void> {
    if (this.sender.sending.peek() || !this.ready.peek()) return;
    this.unsent.value = null;
    this.hint.value = null;
    if (preview) this.model.anticipate(preview);
    else this.model.release();
    try {
      await this.act({ act: 'move', move });
    } catch (error) {
      this.model.rollBack();
      this.refusedMove(move, error);
    }
  }

  private refusedMove(move: string, error: unknown): void {
    const data = isProblem(error) ? error.data : null;
    if (data?.code === 'illegal-move' && data.reason && typeof data.reason === 'object') {
      this.model.showWitness(data.reason);
      return;
    }
    if (data?.code === 'stale') {
      showToast({ tone: 'accent', what: t('table.elsewhere'), why: t('table.elsewhereWhy') });
      return;
    }
    this.unsent.value = move;
    showToast({ tone: 'danger', what: t('table.notSent'), why: problemText(error) });
  }

  async askHint(level: number): Promise<void> {
    if (this.hinting.peek() || !this.ready.peek()) return;
    this.hinting.value = true;
    try {
      const asked = this.at().position;
      const { done } = socket.stream(
        { type: 'analyse', table: this.id, ...this.news.token(), level, seconds: 5, best: 1 },
        () => undefined,
      );
      const move = (await done).candidates[0]?.move ?? null;
      if (move !== null && this.ready.peek() && this.at().position === asked) this.showHint(move);
    } catch (error) {
      showProblem(error);
    } finally {
      this.hinting.value = false;
    }
  }

  private showHint(move: string): void {
    const gesture = this.model.moves.peek().find((legal) => legal.move === move)?.gesture;
    if (!gesture) return;
    batch(() => {
      this.model.release();
      this.hint.value = move;
      this.model.picked.value = gesture.choice == null ? gesture.shapes.slice(0, -1) : gesture.shapes;
    });
    this.model.showPreview(move, true);
  }
}
