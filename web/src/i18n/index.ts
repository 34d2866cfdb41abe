/** The page's words. Games bring their own. */
import { computed, effect } from '@preact/signals';
import type { Language } from '../api/types';
import { settings } from '../state/settings';
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

export function fill(text: string, values: Fill): string {
  return text.replace(/\{(\w+)\}/g, (whole: string, name: string) => String(values[name] ?? whole));
}

export function t(key: Key, values: Fill = {}): string {
  return fill(CATALOGUES[language.value][key], values);
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
