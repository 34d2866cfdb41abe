import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('the colours are those of the server’s own drawings', () => {
  expect(read('../src/styles/tokens.css')).toBe(read('../fixtures/tokens.css'));
});

it('states are shown as in the server’s own drawings', () => {
  expect(JSON.parse(read('../src/board/states.json'))).toEqual(JSON.parse(read('../fixtures/states.made')));
});
