/** A game about to be made: options, seats, clock; remembered for each game. */
import type { ClockSetup, NewTable, Game, GameOption, Options, OptionValue, SeatRequest } from '../api/types';
import { HIGHEST, LOWEST, suggestedLevel } from './levels';
import { load, save } from './storage';
import { requestId } from './uuid';

export type SeatKind = 'me' | 'screen' | 'computer' | 'link' | 'anyone';

export interface DraftSeat {
  readonly kind: SeatKind;
  readonly level: number;
  readonly name: string;
}

export type ClockName = 'none' | 'quick' | 'calm' | 'day';

export const CLOCKS: Readonly<Record<ClockName, ClockSetup | null>> = {
  none: null,
  quick: { kind: 'fischer', seconds: 300, increment: 3 },
  calm: { kind: 'fischer', seconds: 600, increment: 5 },
  day: { kind: 'correspondence', days: 1 },
};

export interface Draft {
  readonly options: Options;
  readonly seats: readonly DraftSeat[];
  readonly order: 'given' | 'random';
  readonly clock: ClockName;
  /** Whether people who play against each other may ask the computer. */
  readonly hints: boolean;
}

const KEY = 'drafts';

/** Whether a value of an option goes with the other options. */
export function possible(option: GameOption, value: OptionValue, options: Options): boolean {
  const rule = option.only.find((only) => only.value === value);
  return !rule || Object.entries(rule.with).every(([other, allowed]) => allowed.includes(options[other] ?? ''));
}

/** The options after one was changed: others that no longer go with it take their usual or first possible value. */
export function withOption(game: Game, options: Options, name: string, value: OptionValue): Options {
  let result: Options = { ...options, [name]: value };
  for (const option of game.options) {
    const chosen = result[option.name] ?? option.default;
    if (possible(option, chosen, result)) continue;
    const others = [option.default, ...option.values];
    const fitting = others.find((other) => possible(option, other, result)) ?? option.default;
    result = { ...result, [option.name]: fitting };
  }
  return result;
}

export function isUsual(option: GameOption, options: Options): boolean {
  return (options[option.name] ?? option.default) === option.default;
}

export function usualOptions(game: Game): Options {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

export function seatCount(game: Game, options: Options): number {
  const players = options['players'];
  return typeof players === 'number' ? players : game.seats.length;
}

/** As many seats as there are players: those there are, then computers. */
export function fitSeats(seats: readonly DraftSeat[], count: number, level: number): readonly DraftSeat[] {
  const more = Array.from({ length: Math.max(0, count - seats.length) }, () => ({
    kind: 'computer' as const,
    level,
    name: '',
  }));
  const all = [...seats.slice(0, count), ...more];
  if (all.some((seat) => seat.kind === 'me')) return all;
  return all.map((seat, index) => (index === 0 ? { ...seat, kind: 'me' as const } : seat));
}

/** Who plays against us, if all others are of one kind. */
export function opponentOf(seats: readonly DraftSeat[]): SeatKind | null {
  const [first, ...others] = seats.flatMap(({ kind }) => (kind === 'me' ? [] : [kind]));
  return others.every((kind) => kind === first) ? (first ?? null) : null;
}

export function withOpponent(seats: readonly DraftSeat[], kind: SeatKind): readonly DraftSeat[] {
  return seats.map((seat) => (seat.kind === 'me' ? seat : { ...seat, kind }));
}

/** How strong the strongest computer plays; null: there is none. */
export function levelOf(seats: readonly DraftSeat[]): number | null {
  const levels = seats.flatMap(({ kind, level }) => (kind === 'computer' ? [level] : []));
  return levels.length > 0 ? Math.max(...levels) : null;
}

export function withLevel(seats: readonly DraftSeat[], level: number): readonly DraftSeat[] {
  return seats.map((seat) => (seat.kind === 'computer' ? { ...seat, level } : seat));
}

export function draftFor(game: Game, friend = false): Draft {
  const level = suggestedLevel(game.id);
  const last = load<Record<string, Draft>>(KEY, {})[game.id];
  const chosen = last ? { ...usualOptions(game), ...knownOptions(game, last.options) } : usualOptions(game);
  const options = friend ? forTwo(game, chosen) : chosen;
  const count = seatCount(game, options);
  const first: DraftSeat = { kind: 'me', level, name: '' };
  const others: DraftSeat = { kind: friend ? 'link' : 'computer', level, name: '' };
  const usual = [first, ...Array.from({ length: count - 1 }, () => others)];
  const seats =
    last && !friend
      ? last.seats.map((seat) => ({ ...seat, level: Math.min(HIGHEST, Math.max(LOWEST, seat.level)) }))
      : usual;
  return {
    options,
    seats: fitSeats(seats, count, level),
    order: last?.order ?? 'given',
    clock: last?.clock ?? 'none',
    hints: last?.hints ?? false,
  };
}

/** With a friend one plays for two, where the game can be played so. */
function forTwo(game: Game, options: Options): Options {
  const players = game.options.find(({ name }) => name === 'players');
  return players?.values.includes(2) ? withOption(game, options, 'players', 2) : options;
}

/** Whether somebody else takes part who may have to agree. */
export function withOthers(seats: readonly DraftSeat[]): boolean {
  return seats.some(({ kind }) => kind === 'link' || kind === 'anyone');
}

function knownOptions(game: Game, options: Options): Options {
  const known = Object.entries(options).filter(([name, value]) =>
    game.options.some((option) => option.name === name && option.values.includes(value)),
  );
  return Object.fromEntries(known);
}

/** The quickest game: with what was chosen last, against the computer only. */
export function quickDraft(game: Game): Draft {
  const draft = draftFor(game);
  const level = suggestedLevel(game.id);
  const seats = draft.seats.map((seat) => (seat.kind === 'me' ? seat : { ...seat, kind: 'computer' as const, level }));
  return { ...draft, seats, clock: 'none' };
}

export function rememberDraft(game: string, draft: Draft): void {
  save(KEY, { ...load<Record<string, Draft>>(KEY, {}), [game]: draft });
  save('last-game', game);
}

export function lastGame(): string | null {
  return load<string | null>('last-game', null);
}

function seatRequest(seat: DraftSeat, name: string): SeatRequest {
  switch (seat.kind) {
    case 'me':
      return name ? { kind: 'mine', name } : { kind: 'mine' };
    case 'screen':
      return seat.name.trim() ? { kind: 'mine', name: seat.name.trim() } : { kind: 'mine' };
    case 'computer':
      return { kind: 'computer', level: seat.level };
    case 'link':
      return { kind: 'invited' };
    case 'anyone':
      return { kind: 'open' };
  }
}

export function createRequest(game: string, draft: Draft, name: string, start: string | null): NewTable {
  return {
    request: requestId(),
    game,
    options: draft.options,
    start,
    seats: draft.seats.map((seat) => seatRequest(seat, name)),
    order: draft.order,
    clock: CLOCKS[draft.clock],
    listed: draft.seats.some((seat) => seat.kind === 'anyone'),
    hints: draft.hints && withOthers(draft.seats),
  };
}
