import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from '../src/i18n/en.json';
import fr from '../src/i18n/fr.json';

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
      for (const [key, text] of Object.entries(catalogue)) expect(text, key).not.toMatch(/['"]|\.\.\.| - /);
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
    const names = /\b(kenwan|ken wan|hendeca|connexion|polygone|checkers|dames)\b/i;
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
