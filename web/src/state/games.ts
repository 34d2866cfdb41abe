/** The games the server offers, and their words. */
import { signal } from '@preact/signals';
import { request } from '../api/http';
import type { Board, Game, Games, Options, OptionTexts, Reading, Reason, RuleSection, Texts } from '../api/types';
import { language, number } from '../i18n';
import type { Phrase } from '../scene/types';
import { keepLooks } from './looks';
import type { Language } from './settings';

export const games = signal<readonly Game[] | null>(null);
const catalogues = signal<ReadonlyMap<string, Texts>>(new Map());
const asked = new Set<string>();

export async function loadGames(): Promise<void> {
  if (games.value) return;
  const { games: found } = await request<Games>('games');
  keepLooks(found);
  games.value = found;
}

export function gameOf(id: string): Game | undefined {
  return games.value?.find((game) => game.id === id);
}

export function nameOf(game: string): string {
  return gameOf(game)?.names[language.value] ?? '';
}

/** A game's name within a sentence, as its language wants it: `to` after “play”, `of` after “rules”. */
export function nameAfter(form: 'to' | 'of', game: string): string {
  const texts = textsOf(game);
  return (texts && find(texts, `forms.${form}`)) ?? nameOf(game);
}

async function loadTexts(game: string, lang: Language): Promise<void> {
  const name = `${game}/${lang}`;
  if (asked.has(name)) return;
  asked.add(name);
  try {
    const texts = await request<Texts>(`games/${game}/texts/${lang}`);
    catalogues.value = new Map(catalogues.peek()).set(name, texts);
  } catch {
    asked.delete(name);
  }
}

/** The words of a game in the present language; undefined until they have come. */
export function textsOf(game: string): Texts | undefined {
  if (!game) return undefined;
  const found = catalogues.value.get(`${game}/${language.value}`);
  if (!found) void loadTexts(game, language.value);
  return found;
}

export function find(texts: Texts, key: string): string | undefined {
  let node: unknown = texts;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/** How moves are printed where a game's texts do not say it: with an en dash between two places. */
const PRINTING: readonly (readonly [string, string])[] = [['(?<=[0-9A-Za-z])-(?=[0-9A-Za-z])', '–']];

/** A move, or a place, as it is printed for people; what is typed, sent and copied stays the text itself. */
export function printed(texts: Texts | undefined, text: string): string {
  return (texts?.printing ?? PRINTING).reduce((so, [pattern, by]) => so.replace(new RegExp(pattern, 'gu'), by), text);
}

/** A phrase in words; empty when the game's texts do not have it. */
export function say(texts: Texts | undefined, phrase: Phrase | null | undefined): string {
  if (!texts || !phrase) return '';
  const values = phrase.values ?? {};
  return (find(texts, phrase.key) ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'number') return number(value);
    return value.startsWith('@') ? (find(texts, value.slice(1)) ?? '') : printed(texts, value);
  });
}

export function sayAll(texts: Texts | undefined, phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => say(texts, phrase))
    .filter(Boolean)
    .join(' ');
}

/** Both sentences of a reason or an ending: what, and why. */
export function sayReason(
  texts: Texts | undefined,
  kind: 'reasons' | 'endings',
  reason: Reason,
): { readonly what: string; readonly why: string } {
  const one = (part: string) => say(texts, { key: `${kind}.${reason.code}.${part}`, values: reason.values });
  return { what: one('what'), why: one('why') };
}

export function playerName(texts: Texts | undefined, name: string): string {
  return (texts && find(texts, `players.${name}`)) ?? name;
}

export function optionTexts(texts: Texts | undefined, option: string): OptionTexts | undefined {
  return texts?.options?.[option];
}

export function rulesOf(texts: Texts): readonly RuleSection[] {
  return texts.rules;
}

export function readingsOf(texts: Texts): readonly Reading[] {
  return texts.readings ?? [];
}

/** What a choice is called, and its short sign. */
export function choiceTexts(
  texts: Texts | undefined,
  choice: string,
): { readonly label: string; readonly sign: string } {
  const label = texts && find(texts, `choices.${choice}.label`);
  const sign = texts && find(texts, `choices.${choice}.sign`);
  return { label: label ?? choice, sign: sign ?? label ?? choice };
}

/** The choices of a game in the order its texts name them. */
export function choiceOrder(texts: Texts | undefined): readonly string[] {
  return Object.keys(texts?.choices ?? {});
}

const starts = new Map<string, Promise<Board>>();

/** The board of a position, remembered: start positions are drawn again and again. */
export function boardOf(
  game: string,
  options: Options = {},
  position: string | null = null,
  moves: readonly string[] = [],
): Promise<Board> {
  const name = JSON.stringify([game, options, position, moves]);
  const known = starts.get(name);
  if (known) return known;
  const loading = request<Board>('positions', { method: 'POST', body: { game, options, position, moves } });
  starts.set(name, loading);
  loading.catch(() => starts.delete(name));
  return loading;
}

/** The board that stands for a game: in the middle of play it says more than the start. */
export function showcase(game: Game): Promise<Board> {
  return boardOf(game.id, {}, null, game.showcase);
}
