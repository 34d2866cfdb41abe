/** Pace and memory: one change after another, and what happened since one's own last turn. */
import { expect, type Page, test } from '@playwright/test';
import { gameIds, settle, spotOf, watch } from './page';
import { openAs, Person, type Seat, startTable, type Table } from './people';
import type { Board } from './types';

interface Look {
  readonly at: number;
  readonly position: string;
  readonly moving: boolean;
}

/** From now on, every change of what the board shows and whether something moves there. */
async function look(page: Page): Promise<() => Promise<Look[]>> {
  await page.evaluate(() => {
    const looks: Look[] = [];
    Object.assign(window, { looks });
    const note = () => {
      const board = document.querySelector('.board');
      const position = board?.getAttribute('data-position') ?? '';
      const moving = board?.querySelector('.board-svg')?.hasAttribute('data-moving') ?? false;
      const last = looks.at(-1);
      if (last?.position !== position || last.moving !== moving)
        looks.push({ at: performance.now(), position, moving });
    };
    note();
    const options = { subtree: true, attributes: true, attributeFilter: ['data-position', 'data-moving'] };
    new MutationObserver(note).observe(document.querySelector('.board') as Element, options);
  });
  return () => page.evaluate(() => (window as unknown as { looks: Look[] }).looks);
}

/** The most players a game can have. */
async function most(game: string, root: string): Promise<number> {
  const { players } = (await (await fetch(new URL(`api/v1/games/${game}`, root))).json()) as { players: number[] };
  return Math.max(...players);
}

/** A table of people, as many as there can be; the first looks at the page. */
async function crowd(game: string): Promise<{ readonly table: Table; readonly people: readonly Person[] }> {
  const first = await Person.arrive();
  const count = await most(game, first.root);
  const seats: Seat[] = [{ kind: 'mine' }, ...Array<Seat>(count - 1).fill({ kind: 'open' })];
  const table = await startTable(game, first, seats);
  const people = [first];
  for (let seat = 1; seat < count; seat++) {
    const person = await Person.arrive();
    await person.act(table, { act: 'sit', seat });
    people.push(person);
  }
  return { table, people };
}

/** Moves until it is the first one's turn again; the positions they lead to. */
async function round(table: Table, people: readonly Person[], choose: (board: Board) => string): Promise<string[]> {
  const positions: string[] = [];
  for (;;) {
    const board = await table.board();
    if (board.to_act === null || (board.to_act === 0 && positions.length > 0 && board.turn_begins)) return positions;
    await people[board.to_act]?.move(table, choose(board));
    positions.push((await table.board()).position);
  }
}

const middleMove = ({ moves }: Board) => moves[Math.floor(moves.length / 2)]?.move ?? '';

for (const game of gameIds()) {
  test(`${game}: moves of everyone are shown one after another, with a beat between`, async ({ page, context }) => {
    await settle(context, { animation: 'normal', pace: 'normal' });
    const { table, people } = await crowd(game);
    const errors = await openAs(people[0], page, table);
    const looks = await look(page);
    const start = (await table.board()).position;
    const positions = await round(table, people, middleMove);
    await expect(page.locator('.board')).toHaveAttribute('data-position', positions.at(-1) ?? '', { timeout: 60_000 });
    await expect(page.locator('.board-svg[data-moving]')).toHaveCount(0);
    const seen = await looks();
    const order = seen.map(({ position }) => position).filter((position, at, all) => position !== all[at - 1]);
    expect(order).toEqual([start, ...positions]);
    // Nothing begins to move before what moved has come to rest, and then not at once.
    const own = await table.ownPlies(0);
    seen.forEach(({ position, at }, index) => {
      const before = seen[index - 1];
      if (!before || before.position === position || own.has(positions.indexOf(position))) return;
      expect(before.moving, `${position} follows on something that moves`).toBe(false);
      if (index > 1) expect(at - before.at, 'rest').toBeGreaterThan(400);
    });
    expect(errors).toEqual([]);
  });

  test(`${game}: all that happened since one's own last turn is marked`, async ({ page, context }) => {
    await settle(context);
    const { table, people } = await crowd(game);
    await openAs(people[0], page, table);
    // Long enough for turns of several moves, where a game has them.
    for (let turn = 0; turn < (people.length > 2 ? 3 : 9); turn++) {
      await round(
        table,
        people,
        turn % 2 ? middleMove : ({ moves }) => moves.at(-1 - (turn % moves.length))?.move ?? '',
      );
      const now = await table.board();
      if (now.to_act === null) break;
      await expect(page.locator('.board')).toHaveAttribute('data-position', now.position);
      const own = [...(await table.ownPlies(0))].at(-1) ?? 0;
      const then = await table.board(own + 1);
      const rings = await page
        .locator('[data-ring]')
        .evaluateAll((all) =>
          all
            .filter((ring) => ['left', 'landed', 'changed'].includes((ring as SVGElement).dataset['ring'] ?? ''))
            .map((ring) => /translate\(([^)]*)\)/.exec(ring.getAttribute('transform') ?? '')?.[1] ?? ''),
        );
      expect(new Set(rings).size).toBe(rings.length);
      const [before, after] = [standing(then), standing(now)];
      const changed = [...after]
        .filter(([id, pieces]) => before.has(id) && before.get(id) !== pieces)
        .map(([id]) => id);
      expect(rings.length).toBeGreaterThan(0);
      for (const id of changed) {
        const place = now.scene.shapes.find((shape) => shape.id === id)?.place.join(' ');
        expect(rings, `${id} at ${place}`).toContain(place);
      }
    }
  });
}

/** What stands on each place, as text. */
function standing({ scene }: Board): Map<string, string> {
  const places = scene.shapes.filter(({ role }) => role === 'cell' || role === 'spot');
  const on = (id: string) => scene.shapes.filter((shape) => shape.role === 'piece' && shape.at === id);
  return new Map(places.map(({ id }) => [id, JSON.stringify(on(id).map(({ owner, parts }) => [owner, parts]))]));
}

test('pointing at the board shows the rest at once, and is not lost', async ({ page, context }) => {
  await settle(context, { animation: 'slow', pace: 'normal' });
  for (const game of gameIds()) {
    const { table, people } = await crowd(game);
    if (people.length < 3) continue;
    const errors = watch(page);
    await openAs(people[0], page, table);
    const positions = await round(table, people, middleMove);
    const now = await table.board();
    // The first of the others' moves is on its way, more are to come.
    await expect(page.locator('.board')).toHaveAttribute('data-position', positions[1] ?? '');
    const from = now.moves.find(({ gesture }) => gesture.shapes.length === 2)?.gesture.shapes[0] ?? '';
    const spot = await spotOf(page, now, from);
    await page.mouse.click(spot.x, spot.y);
    await expect(page.locator('[data-ring="selected"]')).toHaveCount(1);
    await expect(page.locator('.board')).toHaveAttribute('data-position', now.position);
    await expect(page.locator('.board-svg[data-moving]')).toHaveCount(0);
    expect(errors).toEqual([]);
    return;
  }
  throw new Error('no game for three or more');
});
