/** What is going on at a table, as a chip and a sentence. */
import type { Board, State, Texts } from '../api/types';
import { type Key, t } from '../i18n';
import { find, playerName, printed, say, sayAll, sayReason } from '../state/games';
import { socket } from '../state/hub';
import type { TableStore } from './store';
import { endWords } from './endWords';
import { whoIs } from './names';

/** What is said of a table at which nobody is to move. */
const STANDS: Readonly<Record<State['status'], Key>> = {
  open: 'status.waiting',
  playing: 'status.over',
  paused: 'status.paused',
  over: 'status.over',
  closed: 'status.closed',
};

export type ChipTone = 'accent' | 'neutral' | 'dashed' | 'danger';

export interface Status {
  readonly tone: ChipTone;
  readonly chip: string;
  readonly thinking: boolean;
  readonly sentence: string;
  readonly steps: Steps;
}

/** What a turn consists of, where it takes several moves. */
export type Steps = readonly { readonly text: string; readonly now: boolean }[];

/** Who is to move, also when that is who reads it but has left. */
function moverName(store: TableStore, texts: Texts | undefined, player: number): string {
  const { name, you } = whoIs(store, texts, player);
  return you ? playerName(texts, store.news.setup.value?.players[player]?.name ?? '') : name;
}

/** Whose time it is: while moves are still to be shown, that of whose comes next on the board. */
export function mover(store: TableStore): number | null {
  const state = store.news.state.value;
  const next = store.viewing.value === null ? store.news.moves.value[store.ply.value]?.player : undefined;
  if (next !== undefined && !store.ours.mine.value.includes(next)) return next;
  return state?.status === 'playing' ? state.to_act : null;
}

function chip(store: TableStore, texts: Texts | undefined): Omit<Status, 'sentence' | 'steps'> {
  const make = (tone: ChipTone, text: string, thinking = false) => ({ tone, chip: text, thinking });
  const state = store.news.state.value;
  if (socket.connection.value !== 'open') return make('dashed', t('status.reconnecting'));
  if (!state) return make('dashed', t('status.connecting'));
  if (store.unsent.value !== null) return make('danger', t('status.notSent'));
  const player = mover(store);
  if (player === null) return make('neutral', t(STANDS[state.status]));
  if (store.sender.slow.value) return make('neutral', t('status.sending'));
  const name = moverName(store, texts, player);
  if (store.ours.myTurn.value && player === state.to_act) {
    const text = store.ours.mine.value.length > 1 ? t('status.toMove', { name }) : t('status.yourTurn');
    return make(store.ready.value ? 'accent' : 'neutral', text);
  }
  if (state.seats[player]?.kind === 'computer') {
    const computers = store.news.computers.value;
    if (computers?.available === false) return make('dashed', t('status.noEngine'));
    if (computers?.waiting) return make('neutral', t('status.waits', { name }));
    return make('neutral', t('status.thinking', { name }), true);
  }
  return make('neutral', t('status.toMove', { name }));
}

/** The sentence of a preview: what the move does, and whether it ends the game. */
export function previewSentence(store: TableStore, texts: Texts | undefined): string {
  const preview = store.model.preview.value;
  if (!preview) return '';
  const words = sayAll(texts, preview.words);
  if (!preview.end) return words;
  const { what } = sayReason(texts, 'endings', preview.end);
  return words.includes(what) ? words : `${words} ${what}`.trim();
}

/** How long a computer may wait for its turn to think, roughly: nobody wants to hear of every second. */
function lineWords(store: TableStore): string | null {
  const state = store.news.state.value;
  const computers = store.news.computers.value;
  if (!computers || state?.to_act == null || state.seats[state.to_act]?.kind !== 'computer') return null;
  if (!computers.available) return t('status.noEngineHelp');
  if (!computers.waiting) return null;
  const { place, seconds } = computers.waiting;
  if (seconds >= 90) return t('status.placeMinutes', { place, minutes: Math.round(seconds / 60) });
  return t('status.place', { place, seconds: Math.max(5, Math.ceil(seconds / 10) * 10) });
}

function sentence(store: TableStore, texts: Texts | undefined): string {
  const { model } = store;
  const witness = model.witness.value;
  if (witness) return sayReason(texts, 'reasons', witness).what;
  const previewed = previewSentence(store, texts);
  if (previewed) return store.hint.value !== null ? t('status.hint', { words: previewed }) : previewed;
  const state = store.news.state.value;
  const board = model.board.value;
  if (state?.end && store.over.value && store.viewing.value === null) {
    const { what, why } = endWords(state.end, texts, (player) => whoIs(store, texts, player));
    return t('status.ended', { what, why });
  }
  if (store.viewing.value === null && store.ours.myTurn.value && model.active.value && board) {
    if (model.picked.value.length > 0) {
      return t(model.progress.value.next.size > 0 ? 'status.chooseTarget' : 'status.chooseOne');
    }
    if ((!board.turn_begins && !board.steps?.length) || onlyPass(board)) return choosing(texts, board);
  }
  const line = lineWords(store);
  if (line) return line;
  const last = board?.last;
  if (last)
    return (
      sayAll(texts, last.words) ||
      t('status.played', {
        name: playerName(texts, board.players[last.player]?.name ?? ''),
        move: printed(texts, last.move),
      })
    );
  return beforeTheFirstMove(store, texts);
}

/** What to do, or to wait for, when nothing has happened yet. */
function beforeTheFirstMove(store: TableStore, texts: Texts | undefined): string {
  const state = store.news.state.value;
  if (store.viewing.value !== null || !state) return t('new.startPosition');
  if (state.status === 'open') return t(store.ours.mine.value.length > 0 ? 'status.seated' : 'status.sit');
  if (state.to_act === null) return '';
  if (!store.ours.myTurn.value) return t('status.begins', { name: moverName(store, texts, state.to_act) });
  const board = store.model.board.value;
  return board ? choosing(texts, board) : t('status.choose');
}

const onlyPass = ({ moves }: Board): boolean => moves.length === 1 && moves[0]?.gesture.shapes.length === 0;

/** What whoever is to move does now; where a turn takes several moves, these say more. */
export function choosing(texts: Texts | undefined, board: Board): string {
  if (onlyPass(board)) return t('status.onlyPass');
  if (board.steps?.length) return t('status.choose');
  const own = texts && find(texts, board.turn_begins ? 'prompts.begins' : 'prompts.continues');
  return own ?? t(board.turn_begins ? 'status.choose' : 'status.goOn');
}

export function stepsOf(texts: Texts | undefined, board: Board | null): Steps {
  return (board?.steps ?? []).map((phrase, index) => ({ text: say(texts, phrase), now: index === board?.step }));
}

export function statusOf(store: TableStore, texts: Texts | undefined): Status {
  const steps = store.ready.value ? stepsOf(texts, store.model.board.value) : [];
  return { ...chip(store, texts), sentence: sentence(store, texts), steps };
}
