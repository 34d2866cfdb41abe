import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** The page's folders: each imports only from those before it. What the page remembers and its words need each other. */
const ROOMS = [['api'], ['scene'], ['state', 'i18n'], ['ui'], ['board'], ['share'], ['rules'], ['table'], ['screens']];

const source = fileURLToPath(new URL('../src', import.meta.url));
const rank = (room: string) => ROOMS.findIndex((level) => level.includes(room));

it('folders import only from those before them', () => {
  const upward: string[] = [];
  let seen = 0;
  for (const room of ROOMS.flat()) {
    for (const file of readdirSync(join(source, room)).filter((name) => /\.tsx?$/.test(name))) {
      const text = readFileSync(join(source, room, file), 'utf8');
      for (const [, other = ''] of text.matchAll(/from '\.\.\/(\w+)/g)) {
        seen++;
        expect(rank(other), `${room}/${file} imports from ${other}, which is no room`).toBeGreaterThanOrEqual(0);
        if (rank(other) > rank(room)) upward.push(`${room}/${file} imports from ${other}`);
      }
    }
  }
  expect(upward).toEqual([]);
  expect(seen).toBeGreaterThan(100);
});

it('every folder is a room', () => {
  const folders = readdirSync(source, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  expect(folders.filter((name) => !['styles', 'offline'].includes(name)).sort()).toEqual(ROOMS.flat().sort());
});
