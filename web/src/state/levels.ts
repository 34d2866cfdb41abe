/** How strong the computer should be, from past results on this device; and what was chosen last. */
import type { Setup, State } from '../api/types';
import { load, save } from './storage';

export const LOWEST = 1;
export const HIGHEST = 10;
const FIRST = 2;
const KEY = 'levels';

interface Past {
  readonly level: number;
  readonly losses: number;
}

/** The level after a result: one more after a win, one less after two losses at it. */
export function after(past: Past, level: number, won: boolean): Past {
  if (won) return { level: Math.min(HIGHEST, Math.max(past.level, level + 1)), losses: 0 };
  const losses = level <= past.level ? past.losses + 1 : past.losses;
  if (losses < 2) return { level: past.level, losses };
  return { level: Math.max(LOWEST, Math.min(past.level, level) - 1), losses: 0 };
}

export function suggestedLevel(game: string): number {
  return load<Record<string, Past>>(KEY, {})[game]?.level ?? FIRST;
}

/** What a game of ours against computers alone came to, and how strong the strongest was; null: it was another game, or a draw. */
function resultOf(
  state: State | null,
  mine: readonly number[],
): { readonly level: number; readonly won: boolean } | null {
  const end = state?.end;
  const own = mine[0];
  if (!state || !end || own === undefined || mine.length !== 1) return null;
  const levels = state.seats.flatMap((seat) => (seat.kind === 'computer' && seat.level !== null ? [seat.level] : []));
  if (levels.length !== state.seats.length - 1 || new Set(end.places).size === 1) return null;
  return { level: Math.max(...levels), won: end.places[own] === 1 };
}

export function rememberResult(setup: Setup | null, state: State | null, mine: readonly number[]): void {
  const result = resultOf(state, mine);
  if (!setup || !result) return;
  const known = load<Record<string, Past>>(KEY, {});
  const past = known[setup.game] ?? { level: FIRST, losses: 0 };
  save(KEY, { ...known, [setup.game]: after(past, result.level, result.won) });
}

/** The level to try after a game against computers: one more when won, one less when lost; null: there is none. */
export function nextLevel(
  state: State | null,
  mine: readonly number[],
): { readonly level: number; readonly up: boolean } | null {
  const result = resultOf(state, mine);
  if (!result) return null;
  const level = result.level + (result.won ? 1 : -1);
  return level < LOWEST || level > HIGHEST ? null : { level, up: result.won };
}
