/** The page's words. Games bring their own. */
import { computed, effect } from '@preact/signals';
import { type Language, settings } from '../state/settings';
import en from './en.json';
import fr from './fr.json';

export type Key = keyof typeof en;
type Catalogue = Readonly<Record<Key, string>>;
type Fill = Readonly<Record<string, string | number>>;

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, fr };
const KEYS = en as Readonly<Record<string, string>>;

export const language = computed<Language>(() => {
  const chosen = settings.value.language;
  if (chosen !== 'system') return chosen;
  const preferred = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []);
  return preferred.find((name) => /^(fr|en)\b/.test(name))?.startsWith('fr') ? 'fr' : 'en';
});

/** A number as it is written in the language: 4 000, 4,000. */
export function number(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}

export function fill(text: string, values: Fill): string {
  return text.replace(/\{(\w+)\}/g, (whole: string, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? number(value) : value;
  });
}

/** Labels that are no names, and what they become within a sentence. */
const NAMELESS = [
  ['seat.computer', 'seat.theComputer'],
  ['seat.guest', 'seat.aGuest'],
] as const satisfies readonly (readonly [Key, Key])[];

/** “Computer (Blue)” within a sentence: “the computer (Blue)”. A name stays as it is. */
function withArticle(name: string): string {
  const words = CATALOGUES[language.value];
  for (const [label, said] of NAMELESS) {
    if (name === words[label] || name.startsWith(`${words[label]} (`))
      return words[said] + name.slice(words[label].length);
  }
  return name;
}

/** Whoever a sentence names, with an article where they have no name, and a capital where it begins with them. */
function named(text: string, given: string): string {
  const [first = '', ...others] = given.split(', ');
  const said = [first, ...others].map(withArticle).join(', ');
  return text.startsWith('{') && withArticle(first) !== first ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

export function t(key: Key, values: Fill = {}): string {
  const text = CATALOGUES[language.value][key];
  // A name with its colour is not a sentence yet.
  if (key === 'seat.withColour') return fill(text, values);
  const { name, names } = values;
  return fill(text, {
    ...values,
    ...(typeof name === 'string' ? { name: named(text, name) } : {}),
    ...(typeof names === 'string' ? { names: named(text, names) } : {}),
  });
}

/** A text in its form for a number: `<key>.one` or `<key>.other`. */
export function tn(key: string, count: number, values: Fill = {}): string {
  const form = new Intl.PluralRules(language.value).select(count) === 'one' ? 'one' : 'other';
  return t(`${key}.${form}` as Key, { count, ...values });
}

/** A text whose key is put together, or a more general one when there is none. */
export function tOr(key: string, otherwise: Key, values: Fill = {}): string {
  return t(key in KEYS ? (key as Key) : otherwise, values);
}

export function startLanguage(): void {
  effect(() => {
    document.documentElement.lang = language.value;
  });
}
