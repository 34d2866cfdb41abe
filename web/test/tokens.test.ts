import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the colours are those of the server’s own drawings', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('../src/styles/tokens.css')).toBe(read('../fixtures/tokens.css'));
});
