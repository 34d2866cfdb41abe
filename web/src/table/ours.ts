/** Which seats of a table are ours, and what follows from that. */
import { computed, type ReadonlySignal } from '@preact/signals';
import type { State } from '../api/types';
import { guest, seatToken } from '../state/hub';
import type { News } from './news';

/** The seats somebody plays, those they have left apart. */
const played = (state: State, who: string | null): number[] =>
  state.seats.flatMap((seat, index) => (who !== null && seat.guest === who && !seat.left ? [index] : []));

/** Whether it is somebody's turn. */
export const acts = (state: State | null, who: string | null): boolean =>
  state?.status === 'playing' && state.to_act !== null && played(state, who).includes(state.to_act);

export class Ours {
  constructor(
    private readonly id: string,
    private readonly news: Pick<News, 'setup' | 'state'>,
    private readonly placed: ReadonlySignal<readonly (number | null)[]>,
  ) {}

  /** Who we are at this table: with a seat moved to this device, its guest. */
  readonly me = computed(() => seatToken(this.id)?.guest ?? guest.value?.guest ?? null);
  /** Our seats, those we have left included. */
  readonly held = computed(() => {
    const [seats, me] = [this.news.state.value?.seats ?? [], this.me.value];
    return seats.flatMap((seat, index) => (me !== null && seat.guest === me ? [index] : []));
  });
  /** The seats we play. */
  readonly mine = computed(() => (this.news.state.value ? played(this.news.state.value, this.me.value) : []));
  readonly myTurn = computed(() => acts(this.news.state.value, this.me.value));
  readonly isHost = computed(() => this.me.value !== null && this.news.state.value?.host === this.me.value);
  /** Whether a game is going on in which we have no place yet. */
  readonly stillIn = computed(() => {
    const status = this.news.state.value?.status;
    const placed = this.placed.value;
    return (status === 'playing' || status === 'paused') && this.mine.value.some((seat) => placed[seat] == null);
  });
  /** Whether we have our places on the board, and others play on. */
  readonly done = computed(() => {
    const [placed, mine] = [this.placed.value, this.mine.value];
    return mine.length > 0 && mine.every((seat) => placed[seat] != null) && placed.includes(null);
  });
  /** Whether people play here against each other. */
  readonly between = computed(() => {
    const seats = this.news.state.value?.seats ?? [];
    return new Set(seats.flatMap(({ kind, guest: who }, at) => (kind === 'computer' ? [] : [who ?? at]))).size > 1;
  });
  readonly hintsAllowed = computed(() => this.news.setup.value?.hints === true || !this.between.value);
}
