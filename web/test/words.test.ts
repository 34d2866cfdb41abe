import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from '../src/i18n/en.json';
import fr from '../src/i18n/fr.json';
import { type Key, t } from '../src/i18n';
import { say } from '../src/state/games';
import { change } from '../src/state/settings';
import { fixtures } from './fixtures';

const catalogues: Record<string, Record<string, string>> = { en, fr };
const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const code = files.map((name) => readFileSync(new URL(name, source), 'utf8'));
const all = code.join('\n');

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

/** Beginnings of keys that are put together: t(`level.${…}`), tn('home.plies', …). */
const families = [
  ...[...all.matchAll(/\bt(?:Or)?\(\s*`([a-z-]+\.)\$\{/g)].map((match) => match[1] ?? ''),
  ...[...all.matchAll(/\btn\(\s*'([\w.-]+)'/g)].map((match) => `${match[1]}.`),
];

describe('the catalogues', () => {
  it('have the same keys', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  });

  it('have the same gaps', () => {
    for (const [key, text] of Object.entries(en)) expect(gaps(catalogues['fr']?.[key] ?? ''), key).toEqual(gaps(text));
  });

  it('have no key that nothing uses', () => {
    const unused = Object.keys(en).filter(
      (key) => !all.includes(`'${key}'`) && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });

  it('have every key that is used', () => {
    const used = [...all.matchAll(/\bt(?:Or)?\(\s*'([\w.-]+)'/g)].map((match) => match[1] ?? '');
    for (const key of used) expect(Object.keys(en), key).toContain(key);
    for (const family of families.filter((name) => name !== '')) {
      expect(
        Object.keys(en).some((key) => key.startsWith(family)),
        family,
      ).toBe(true);
    }
  });

  it('have both forms of what is counted', () => {
    for (const key of Object.keys(en).filter((name) => name.endsWith('.one'))) {
      expect(Object.keys(en)).toContain(key.replace(/\.one$/, '.other'));
    }
  });

  it('are typeset: French spaces and quotes, real apostrophes and dashes', () => {
    for (const [key, text] of Object.entries(fr)) {
      expect(text, key).not.toMatch(/[^\u202f][;:!?%»]/u);
      expect(text, key).not.toMatch(/«[^\u202f]/u);
    }
    for (const catalogue of Object.values(catalogues)) {
      for (const [key, text] of Object.entries(catalogue)) expect(text, key).not.toMatch(/['"]|\.\.\.| - |--| …|  /);
    }
    for (const [key, text] of Object.entries(en)) expect(text, key).not.toMatch(/\s[;:!?%]/u);
  });
});

describe('sentences', () => {
  const speak = <T>(language: 'fr' | 'en', run: () => T): T => {
    change({ language });
    const result = run();
    change({ language: 'en' });
    return result;
  };
  const naming = Object.entries(en).filter(([key, text]) => /\{names?\}/.test(text) && key !== 'seat.withColour');

  it('give the computer and a nameless guest their article', () => {
    expect(naming.length).toBeGreaterThan(10);
    for (const [language, catalogue] of Object.entries(catalogues)) {
      for (const [label, said] of [
        ['seat.computer', 'seat.theComputer'],
        ['seat.guest', 'seat.aGuest'],
      ] as const) {
        const name = catalogue[label] ?? '';
        const article = catalogue[said] ?? '';
        expect(article).not.toBe(name);
        for (const [key] of naming) {
          const text = speak(language as 'fr' | 'en', () => t(key as Key, { name, names: name, time: '1', move: 'a' }));
          const wanted = catalogue[key]?.startsWith('{') ? article.charAt(0).toUpperCase() + article.slice(1) : article;
          expect(text, key).toContain(wanted);
          expect(text.replaceAll(wanted, ''), key).not.toContain(name);
        }
      }
    }
    const thinking = () =>
      t('status.thinking', { name: t('seat.withColour', { name: t('seat.computer'), colour: 'X' }) });
    expect(speak('fr', thinking)).toBe('L’ordinateur (X) réfléchit');
    expect(speak('en', () => t('home.with', { names: `${t('seat.computer')}, ada` }))).toBe('with the computer, ada');
  });

  it('leave names as they are written', () => {
    for (const [key] of naming) {
      expect(t(key as Key, { name: 'ada lovelace', names: 'ada lovelace, bo' })).toContain('ada lovelace');
    }
  });

  it('write numbers as their language does', () => {
    expect(speak('fr', () => t('over.turn-limit', { count: 1000 }))).toContain('1\u202f000');
    expect(speak('en', () => t('over.turn-limit', { count: 1000 }))).toContain('1,000');
    const texts = { name: '', goal: '', length: '', forms: {}, players: {}, rules: [], events: { far: '{span}' } };
    expect(speak('fr', () => say(texts, { key: 'events.far', values: { span: 1_000_000 } }))).toBe(
      '1\u202f000\u202f000',
    );
  });

  it('have one word for a game', () => {
    for (const catalogue of Object.values(catalogues)) {
      for (const [key, text] of Object.entries(catalogue)) expect(text, key).not.toMatch(/\b(match|rencontre)/i);
    }
  });

  it('do not guess the gender of a piece', () => {
    for (const [key, text] of Object.entries(fr).filter(([name]) => /^(status|board)\./.test(name))) {
      expect(text, key).not.toMatch(/\b(elle|celle|celui)\b|pris en main/);
    }
  });
});

describe('the code', () => {
  it('has no words of its own between tags', () => {
    const found = code.flatMap((text) =>
      [...text.matchAll(/>\s*([A-Za-zÀ-ÿ]{3,}[^<>{}=();]*)<\//g)].map((match) => match[1]),
    );
    expect(found.filter((text) => !['SVG', 'PNG'].includes(text ?? ''))).toEqual([]);
  });

  it('has no “any”', () => {
    expect(code.filter((text) => /[:<|]\s*any\b|\bas any\b/.test(text))).toEqual([]);
  });

  it('names no game', () => {
    const called = fixtures.flatMap(({ game }) => [game.id, ...Object.values(game.names)]);
    const words = called.flatMap((name) => [name, ...name.split(/[ -]/).filter((word) => word.length > 4)]);
    const names = new RegExp(`\\b(${words.join('|')})\\b`, 'i');
    expect(files.filter((_name, index) => names.test(code[index] ?? ''))).toEqual([]);
    for (const catalogue of Object.values(catalogues)) {
      const games = Object.entries(catalogue).filter(
        ([key, text]) =>
          names.test(text) &&
          !key.startsWith('status.connect') &&
          !/connexion (au|à)/i.test(text) &&
          text !== 'Connexion…',
      );
      expect(games).toEqual([]);
    }
  });
});
