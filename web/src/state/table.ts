/** One table: what the server says of it, the board that shows it, and what we do there. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { isProblem, Problem } from '../api/problem';
import type { Deed } from '../api/talk';
import type {
  Board,
  Explanation,
  PlayedMove,
  Computers,
  Presence,
  Preview,
  Receipt,
  Setup,
  Snapshot,
  State,
  TableEvent,
  Told,
  Update,
} from '../api/types';
import { BoardModel } from '../board/model';
import { t } from '../i18n';
import type { Gesture } from '../scene/types';
import { nameOf } from './games';
import { movesAfter } from './history';
import { guest, seatToken, socket } from './hub';
import { rememberResult } from './levels';
import { notify } from './notices';
import { problemText, showProblem } from './problems';
import { type Refusal, refusalIn } from './questions';
import { Showing } from './showing';
import { play } from './sound';
import { loadLast, saveLast } from './storage';
import { showToast } from './toast';
import { requestId } from './uuid';

const PATIENCE = 600;
const AGAIN = 1500;

interface LastSeen {
  readonly setup: Setup;
  readonly state: State;
  readonly board: Board;
  readonly moves: readonly PlayedMove[];
  /** The table's number the board was asked for at. */
  readonly number?: number;
}

export class TableStore {
  readonly setup = signal<Setup | null>(null);
  readonly state = signal<State | null>(null);
  readonly moves = signal<readonly PlayedMove[]>([]);
  readonly presence = signal<Presence | null>(null);
  readonly computers = signal<Computers | null>(null);
  readonly problem = signal<Problem | null>(null);
  /** The ply looked at; null: now. */
  readonly viewing = signal<number | null>(null);
  readonly sending = signal(false);
  /** Whether what is being sent takes so long that one should say so. */
  readonly slow = signal(false);
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
  private closed = false;

  constructor(readonly id: string) {
    this.model = new BoardModel({
      preview: (move) => this.preview(move),
      explain: (tried) => this.explain(tried),
      play: (move, preview) => void this.move(move, preview),
      hurry: () => this.showing.hurry(),
      soon: () => this.myTurn.peek() && !this.caughtUp.peek(),
    });
    const { state, moves, viewing, mine, done } = this;
    const ask = (ply: number, since: number) => socket.ask({ type: 'board', table: id, ply, since });
    this.showing = new Showing({ state, moves, viewing, mine, done, ask }, this.model, () => this.remember());
  }

  /** Who we are at this table: with a seat moved to this device, its guest. */
  readonly me = computed(() => seatToken(this.id)?.guest ?? guest.value?.guest ?? null);
  /** Our seats, those we have left included. */
  readonly held = computed(() => {
    const [state, me] = [this.state.value, this.me.value];
    return state && me !== null ? state.seats.flatMap((seat, index) => (seat.guest === me ? [index] : [])) : [];
  });
  /** The seats we play. */
  readonly mine = computed(() => this.held.value.filter((seat) => !this.state.value?.seats[seat]?.left));
  /** Whether a game is going on in which we have no place yet. */
  readonly stillIn = computed(() => {
    const status = this.state.value?.status;
    const placed = this.placed.value;
    return (status === 'playing' || status === 'paused') && this.mine.value.some((seat) => placed[seat] == null);
  });
  /** Whether we have our places on the board, and others play on. */
  readonly done = computed(() => {
    const placed = this.placed.value;
    const mine = this.mine.value;
    return mine.length > 0 && mine.every((seat) => placed[seat] != null) && placed.includes(null);
  });
  /** Whether people play here against each other. */
  readonly between = computed(() => {
    const seats = this.state.value?.seats ?? [];
    return new Set(seats.flatMap(({ kind, guest: who }, at) => (kind === 'computer' ? [] : [who ?? at]))).size > 1;
  });
  readonly hintsAllowed = computed(() => this.setup.value?.hints === true || !this.between.value);
  readonly myTurn = computed(() => {
    const state = this.state.value;
    return state?.status === 'playing' && state.to_act !== null && this.mine.value.includes(state.to_act);
  });
  /** Whether the board shows all that was played, so that one can play on. */
  readonly caughtUp = computed(() => this.showing.caughtUp.value && this.viewing.value === null);
  /** How many moves the board shows. */
  readonly ply = computed(() => this.viewing.value ?? this.showing.shown.value?.line.length ?? this.moves.value.length);
  /** Whether it is our turn and the board is ready for it. */
  readonly ready = computed(() => this.myTurn.value && this.caughtUp.value && !this.sending.value);
  readonly isHost = computed(() => this.me.value !== null && this.state.value?.host === this.me.value);

  open(): void {
    this.recall();
    this.showing.open();
    this.stops.push(
      () => this.showing.close(),
      effect(() => {
        // Several people at this screen: the board is seen from the side of the one who moves only if they want it so.
        this.model.side.value = this.mine.value[0] ?? 0;
      }),
      effect(() => {
        this.model.active.value = this.ready.value;
        if (this.ready.value) untracked(() => this.model.resume());
      }),
      effect(() => {
        const status = this.state.value?.status;
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
      socket.listen((message) => this.hear(message)),
      socket.onArrival(() => void this.watch()),
    );
  }

  close(): void {
    this.closed = true;
    for (const stop of this.stops) stop();
    void socket.ask({ type: 'unwatch', table: this.id }).catch(() => undefined);
  }

  /** Without a connection the table is shown as it was last seen. */
  private recall(): void {
    const last = loadLast<LastSeen>(this.id);
    if (!last) return;
    batch(() => {
      this.setup.value = last.setup;
      this.state.value = last.state;
      this.moves.value = last.moves;
      this.model.show(last.board);
      this.showing.shown.value = {
        line: last.moves.map(({ move }) => move),
        since: last.board.since?.ply ?? -1,
        number: last.number ?? -1,
      };
    });
  }

  private remember(): void {
    const [setup, state, board] = [this.setup.peek(), this.state.peek(), this.model.board.peek()];
    const number = this.showing.shown.peek()?.number;
    if (setup && state && board && number !== undefined && this.caughtUp.peek()) {
      saveLast(this.id, { setup, state, board, moves: this.moves.peek(), number } satisfies LastSeen);
    }
  }

  private token(): { readonly token?: string } {
    const token = seatToken(this.id)?.token;
    return token ? { token } : {};
  }

  private async watch(fresh = false): Promise<void> {
    const known = this.state.peek()?.number;
    const after = known === undefined || fresh ? {} : { after: known };
    try {
      const answer = await socket.ask({ type: 'watch', table: this.id, ...after, ...this.token() });
      this.problem.value = null;
      this.take(answer);
    } catch (error) {
      if (!isProblem(error) || error.code === 'offline') return;
      this.problem.value = error;
      // A table that is known is only out of reach for a while.
      if (known !== undefined && !this.closed) setTimeout(() => void this.watch(fresh), AGAIN);
    }
  }

  private hear(message: Told): void {
    if (!('table' in message) || message.table !== this.id) return;
    if (message.type === 'update' || message.type === 'snapshot') this.take(message);
    else if (message.type === 'presence') this.presence.value = message;
    else if (message.type === 'computers') this.computers.value = message;
  }

  private take(news: Snapshot | Update | Receipt): void {
    if (news.type === 'snapshot') {
      batch(() => {
        this.setup.value = news.setup;
        this.moves.value = news.moves;
        this.state.value = news.state;
      });
    } else if (!this.follow(news.state, news.events)) {
      void this.watch(true);
      return;
    }
    void this.showing.run();
  }

  /** Whether events follow on what is known; then they are applied. */
  private follow(state: State, all: readonly TableEvent[]): boolean {
    const known = this.state.peek();
    if (!known) return false;
    if (state.number < known.number) return true;
    const events = all.filter((event) => event.number > known.number);
    if (events.length > 0 && events[0]?.number !== known.number + 1) return false;
    const moves = movesAfter(this.moves.peek(), events);
    if (!moves || moves.length !== state.plies) return state.number === known.number;
    const wasMine = this.myTurn.peek();
    batch(() => {
      this.moves.value = moves;
      this.state.value = state;
    });
    this.announce(events);
    const refusal = refusalIn(known.question, events);
    if (events.length > 0) this.refusal.value = refusal && this.mine.peek().includes(refusal.asker) ? refusal : null;
    if (!wasMine && this.myTurn.peek()) {
      this.showing.afterwards(() => play('turn'));
      void notify(nameOf(this.setup.peek()?.game ?? ''), t('status.yourTurn'), this.id);
    }
    return true;
  }

  private announce(events: readonly TableEvent[]): void {
    for (const event of events) {
      if (event.kind === 'moved') this.hint.value = this.computers.value = null;
      if (event.kind === 'moved' && !this.sending.peek() && this.mine.peek().includes(event.player)) {
        showToast({ tone: 'accent', what: t('table.otherDevice') });
      }
      if (event.kind === 'tookback' || event.kind === 'started') this.viewing.value = null;
      if (event.kind === 'started') this.watchingOn.value = false;
      if (event.kind === 'ended') {
        this.showing.afterwards(() => play('end'));
        rememberResult(this.setup.peek(), this.state.peek(), this.mine.peek());
      }
      if (event.kind === 'outage') showToast({ tone: 'accent', what: t('table.outage') });
    }
  }

  /** Look at the position after so many moves; null: now. */
  view(ply: number | null): void {
    const last = this.moves.peek().length;
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
    if (this.sending.peek() || !this.ready.peek()) return;
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

  /** Do something at the table. While the connection is lost it waits, and is then sent again under the same id: it is done once. */
  async act(deed: Deed): Promise<Receipt> {
    const message = {
      type: 'act' as const,
      table: this.id,
      request: requestId(),
      expected: this.state.peek()?.number ?? 0,
      ...this.token(),
      ...deed,
    };
    this.sending.value = true;
    const timer = setTimeout(() => (this.slow.value = true), PATIENCE);
    try {
      for (;;) {
        try {
          const receipt = await socket.ask(message);
          this.take(receipt);
          return receipt;
        } catch (error) {
          if (!isProblem(error) || error.code !== 'offline' || this.closed) throw error;
          await this.connected();
        }
      }
    } catch (error) {
      if (isProblem(error) && error.data.update) this.take(error.data.update);
      throw error;
    } finally {
      clearTimeout(timer);
      batch(() => {
        this.sending.value = false;
        this.slow.value = false;
      });
    }
  }

  private connected(): Promise<void> {
    return new Promise((resolve) => {
      const stop = socket.onArrival(() => {
        queueMicrotask(() => stop());
        resolve();
      });
    });
  }

  /** An act from a button: problems are shown. */
  do(deed: Deed): void {
    void this.act(deed).catch((error: unknown) => showProblem(error));
  }

  async askHint(level: number): Promise<void> {
    if (this.hinting.peek() || !this.ready.peek()) return;
    this.hinting.value = true;
    try {
      const asked = this.at().position;
      const { done } = socket.stream(
        { type: 'analyse', table: this.id, ...this.token(), level, seconds: 5, best: 1 },
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
