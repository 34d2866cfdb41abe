/** What the server says of a table: taken in order, and asked for anew where something is missing. */
import { batch, signal } from '@preact/signals';
import { isProblem, type Problem } from '../api/problem';
import type {
  Computers,
  PlayedMove,
  Presence,
  Receipt,
  Setup,
  Snapshot,
  State,
  TableEvent,
  Told,
  Update,
} from '../api/types';
import { movesAfter } from '../state/history';
import { seatToken, socket } from '../state/hub';

const AGAIN = 1500;

export class News {
  readonly setup = signal<Setup | null>(null);
  readonly state = signal<State | null>(null);
  readonly moves = signal<readonly PlayedMove[]>([]);
  readonly presence = signal<Presence | null>(null);
  readonly computers = signal<Computers | null>(null);
  readonly problem = signal<Problem | null>(null);

  private readonly stops: (() => void)[] = [];
  private closed = false;

  /** `happened` is told of events after they were applied, with the state before them; `taken` that there was news of any kind. */
  constructor(
    private readonly id: string,
    private readonly happened: (events: readonly TableEvent[], before: State) => void,
    private readonly taken: () => void,
  ) {}

  open(): void {
    this.stops.push(
      socket.listen((message) => this.hear(message)),
      socket.onArrival(() => void this.watch()),
    );
  }

  close(): void {
    this.closed = true;
    for (const stop of this.stops) stop();
    void socket.ask({ type: 'unwatch', table: this.id }).catch(() => undefined);
  }

  /** What says who speaks, with a seat moved to this device. */
  token(): { readonly token?: string } {
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

  take(news: Snapshot | Update | Receipt): void {
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
    this.taken();
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
    batch(() => {
      this.moves.value = moves;
      this.state.value = state;
    });
    this.happened(events, known);
    return true;
  }
}
