import { readdirSync, readFileSync } from 'node:fs';
import type { Board, Game, Preview, Texts } from '../src/api/types';
import type { Language } from '../src/state/settings';

export interface Fixture {
  readonly game: Game;
  readonly texts: Readonly<Record<Language, Texts>>;
  readonly boards: readonly Board[];
  readonly previews: readonly Preview[];
  /** How the server prints the moves of the third board. */
  readonly printed: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}

const folder = new URL('../fixtures/', import.meta.url);

export const fixtures: readonly Fixture[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Fixture);

export const allBoards: readonly (readonly [string, Board])[] = fixtures.flatMap(({ game, boards }) =>
  boards.map((board, index) => [`${game.id} ${index}`, board] as const),
);

/** A game that is nowhere listed, as another package might bring it. */
export const elsewhere = JSON.parse(readFileSync(new URL('elsewhere.game', folder), 'utf8')) as {
  readonly game: Game;
  readonly board: Board;
};
