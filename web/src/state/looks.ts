/** What the games look like, kept for the next time: a board that is shown before the server answers has its colours. */
import { effect, signal } from '@preact/signals';
import type { Game } from '../api/types';
import { type Looks, rules } from '../scene/look';
import { load, save } from './storage';

const KEY = 'looks';

export const looks = signal<Looks>(load<Looks>(KEY, {}));

export function keepLooks(games: readonly Game[]): void {
  looks.value = Object.fromEntries(games.map(({ id, look }) => [id, look]));
  save(KEY, looks.value);
}

/** How a drawing of a game is shown: not before its colours are known. */
export function whenKnown(game: string | undefined): string | undefined {
  return game !== undefined && game in looks.value ? undefined : 'visibility: hidden';
}

/** Keeps a style sheet of all looks in the document. */
export function startLooks(): void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  effect(() => sheet.replaceSync(rules(looks.value)));
}
