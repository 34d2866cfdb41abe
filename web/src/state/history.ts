/** Moves of a table as events change them, and as rows of turns. */
import type { PlayedMove, TableEvent } from '../api/types';

/** The moves after events; null when the events do not fit and a snapshot is needed. */
export function movesAfter(moves: readonly PlayedMove[], events: readonly TableEvent[]): readonly PlayedMove[] | null {
  let result = moves;
  for (const event of events) {
    if (event.kind === 'started') {
      result = [];
    } else if (event.kind === 'moved') {
      if (event.player === undefined || event.move === undefined) return null;
      result = [...result, { player: event.player, move: event.move, at: event.at }];
    } else if (event.kind === 'undone' || event.kind === 'tookback') {
      result = result.slice(0, event.plies);
    }
  }
  return result;
}

export interface TurnCell {
  readonly player: number;
  /** The number of moves played before the first of this turn. */
  readonly first: number;
  readonly moves: readonly string[];
}

export interface TurnRow {
  readonly number: number;
  readonly cells: ReadonlyMap<number, TurnCell>;
}

/** Moves as rows, a column a player; several moves of one player in a row are one turn. */
export function turnRows(moves: readonly { readonly player: number; readonly move: string }[]): TurnRow[] {
  const turns: TurnCell[] = [];
  moves.forEach(({ player, move }, index) => {
    const last = turns.at(-1);
    if (last && last.player === player) turns[turns.length - 1] = { ...last, moves: [...last.moves, move] };
    else turns.push({ player, first: index, moves: [move] });
  });
  const rows: { number: number; cells: Map<number, TurnCell> }[] = [];
  let before = Infinity;
  for (const turn of turns) {
    if (turn.player <= before) rows.push({ number: rows.length + 1, cells: new Map() });
    rows.at(-1)?.cells.set(turn.player, turn);
    before = turn.player;
  }
  return rows;
}

/** What a person types, as the server writes it. */
export function typed(text: string): string {
  return text
    .trim()
    .replace(/[–—−→]/g, '-')
    .replace(/\s*-\s*/g, '-')
    .replace(/\s+/g, '');
}

/** The legal move a typed text means: itself, or the only one that differs in capitals or is printed like that. */
export function meantMove(
  text: string,
  legal: readonly string[],
  print: (move: string) => string = (move) => move,
): string | null {
  const wanted = typed(text);
  if (wanted === '') return null;
  if (legal.includes(wanted)) return wanted;
  const same = (other: string) => other.toLowerCase() === wanted.toLowerCase();
  const loose = legal.filter((move) => same(move) || same(typed(print(move))));
  return loose.length === 1 ? (loose[0] ?? null) : null;
}

export function startsWith(line: readonly string[], start: readonly string[]): boolean {
  return start.length <= line.length && start.every((move, at) => move === line[at]);
}

/** More moves than this are not shown one by one: two turns of everyone, of the largest tables. */
const CLOSE_ENOUGH = 12;

/**
 * The ply to show next on the way from what is shown to what is wanted: the one after, if that leads there. `every`: for someone
 * who only watches and whom no turn waits for, however far it is.
 */
export function stepTo(shown: readonly string[] | null, wanted: readonly string[], every = false): number {
  const behind = shown && startsWith(wanted, shown) ? wanted.length - shown.length : 0;
  return behind > 0 && (every || behind <= CLOSE_ENOUGH) ? wanted.length - behind + 1 : wanted.length;
}

/** As many moves as the server marks together. */
const MOST_MARKED = 24;

/**
 * The ply from which on what happened is marked for a player who looks on: all since their own last turn; right after it, and
 * for nobody in particular (null), the last turn.
 */
export function seenSince(moves: readonly { readonly player: number }[], ply: number, viewer: number | null): number {
  const before = moves.slice(0, ply);
  const last = before.at(-1)?.player;
  const lastTurn = before.findLastIndex(({ player }) => player !== last) + 1;
  const own = before.findLastIndex(({ player }) => player === viewer) + 1;
  return Math.max(viewer === null || viewer === last ? lastTurn : own, ply - MOST_MARKED);
}
