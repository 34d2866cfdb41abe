/** The page and Python's own renderer draw the same: every game and option, theme, style and state. */
import { readdirSync, readFileSync } from 'node:fs';
import { h } from 'preact';
import { describe, expect, it } from 'vitest';
import { aidShape, underPieces } from '../src/board/overlay';
import { Hatchings } from '../src/board/Hatchings';
import { SceneView } from '../src/board/SceneView';
import type { BoardStyle } from '../src/board/style';
import { turnedScene } from '../src/scene/geometry';
import { hatchId, type Look, type Theme, variable } from '../src/scene/look';
import type { Aid, Marks, Scene } from '../src/scene/types';
import { looks } from '../src/state/looks';
import { settings, USUAL } from '../src/state/settings';
import { elsewhere, fixtures } from './fixtures';
import { elements, type Painted, painted } from './painted';

interface Case {
  readonly name: string;
  readonly theme: Theme;
  readonly style: BoardStyle;
  readonly scene: Scene;
  readonly marks: Marks;
  readonly aids: readonly Aid[];
  readonly turn: number;
  readonly coordinates: boolean;
  readonly painted: readonly Painted[];
}

const folder = new URL('../fixtures/', import.meta.url);
const tokens = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8');

/** The custom properties that hold on a board of a game. */
function properties(look: Look, theme: Theme, style: BoardStyle): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const strong = style === 'contrast';
  const head = `:root[data-theme="${theme}"]${strong ? '[data-style="contrast"]' : ''} {`;
  const house = tokens.split('\n').find((row) => row.startsWith(head)) ?? '';
  for (const [, name = '', value = ''] of house.matchAll(/(--[\w-]+):([^;]+);/g)) found.set(name, value);
  for (const [role, value] of Object.entries((strong ? look.contrast : look.colours)[theme]))
    found.set(variable(role), value);
  return found;
}

/** What a fill or stroke comes to: a colour, or the lines of a hatching on one. */
function resolver(game: string, look: Look, theme: Theme, style: BoardStyle): (paint: string) => unknown {
  const known = properties(look, theme, style);
  looks.value = { [game]: look };
  settings.value = { ...USUAL, style };
  const patterns = new Map(
    elements(h(Hatchings, {})).flatMap((svg) =>
      (typeof svg === 'string' ? [] : svg.children)
        .flatMap((defs) => (typeof defs === 'string' ? [] : defs.children))
        .flatMap((pattern) => (typeof pattern === 'string' ? [] : [[String(pattern.props['id']), pattern] as const])),
    ),
  );
  const resolve = (paint: string): unknown => {
    const [, name, usual] = /^var\((--[\w-]+)(?:, (.*))?\)$/.exec(paint) ?? [];
    if (!name) return paint;
    const colour = /^--(.*)-hatch$/.exec(name)?.[1];
    if (colour === undefined) return known.get(name) ?? `nothing for ${name}`;
    const pattern = patterns.get(hatchId(game, colour));
    if (!pattern) return resolve(usual ?? 'none');
    const [ground, lines] = pattern.children;
    if (typeof ground !== 'object' || typeof lines !== 'object') throw new Error(`hatching of ${colour}`);
    return {
      size: pattern.props['width'],
      ground: resolve(String(ground.props['fill'])),
      d: lines.props['d'],
      ink: resolve(String(lines.props['stroke'])),
      width: lines.props['stroke-width'],
      opacity: lines.props['stroke-opacity'],
    };
  };
  return resolve;
}

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;

/** All but its numbers, and its numbers, which may differ by how they were rounded. */
function apart(drawn: Painted): { readonly form: unknown; readonly numbers: readonly number[] } {
  const texts = drawn.tag === 'text' ? drawn.what.slice(0, 3) : drawn.what;
  const numbers = texts.flatMap((text) => ((text ?? '').match(NUMBER) ?? []).map(Number));
  const form = {
    ...drawn,
    what: drawn.what.map((text) => text?.replace(NUMBER, '·')),
    matrix: 0,
    width: 0,
    opacity: 0,
  };
  return { form, numbers: [...numbers, ...drawn.matrix, drawn.width ?? -1, drawn.opacity] };
}

const games = [...fixtures, elsewhere].map(({ game }) => game);

describe.each(games.map(({ id, look }) => [id, look] as const))('%s', (game, look) => {
  const cases = JSON.parse(readFileSync(new URL(`${game}.drawn`, folder), 'utf8')) as readonly Case[];

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const { theme, style, marks, coordinates } = one;
    const scene = turnedScene(underPieces(one.scene, aidShape(one.aids)), one.turn);
    const named = [...(marks.focus ?? []), ...(marks.selected ?? [])];
    const places = scene.shapes.filter(({ id }) => named.includes(id)).flatMap(({ at }) => at ?? []);
    const view = h(SceneView, { scene, marks, style, coordinates, named: [...named, ...places] });
    const shown = painted(view, resolver(game, look, theme, style));
    const [own, other] = [shown.map(apart), one.painted.map(apart)];
    expect(own.map(({ form }) => form)).toEqual(other.map(({ form }) => form));
    own.forEach(({ numbers }, index) => {
      const wanted = other[index]?.numbers ?? [];
      expect(numbers).toHaveLength(wanted.length);
      const off = Math.max(...numbers.map((number, at) => Math.abs(number - (wanted[at] ?? NaN))));
      expect(off, JSON.stringify([shown[index], one.painted[index]])).toBeLessThan(0.02);
    });
  });
});

it('all games that are drawn are compared', () => {
  expect(readdirSync(folder).filter((name) => name.endsWith('.drawn'))).toHaveLength(games.length);
  expect(fixtures.length).toBeGreaterThan(0);
});
