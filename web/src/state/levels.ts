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

export function rememberResult(setup: Setup | null, state: State | null, mine: readonly number[]): void {
  const end = state?.end;
  const own = mine[0];
  if (!setup || !state || !end || own === undefined || mine.length !== 1) return;
  const levels = state.seats.flatMap((seat) => (seat.kind === 'computer' && seat.level !== null ? [seat.level] : []));
  if (levels.length !== state.seats.length - 1 || new Set(end.places).size === 1) return;
  const known = load<Record<string, Past>>(KEY, {});
  const past = known[setup.game] ?? { level: FIRST, losses: 0 };
  save(KEY, { ...known, [setup.game]: after(past, Math.max(...levels), end.places[own] === 1) });
}
