/** What is shown is what is: however moves arrive, the board ends up as it is drawn for someone who opens the table anew. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ask, gameIds, settle } from './page';
import { openAs, Person, startTable, type Table } from './people';

/** All that is drawn on the board, shape by shape and ring by ring, and the part of it that is seen. */
async function drawn(page: Page): Promise<string[]> {
  return page.locator('.board .board-svg').evaluate((svg) => {
    const parts = [...svg.children].map((child) => child.outerHTML);
    return [svg.getAttribute('viewBox') ?? '', svg.hasAttribute('data-moving') ? 'moving' : 'at rest', ...parts];
  });
}

/** The board as it is drawn for the same person in a new tab. */
async function anew(context: BrowserContext, table: Table): Promise<string[]> {
  const page = await context.newPage();
  // Not what was seen last, but what is.
  await page.addInitScript((id) => {
    for (const key of Object.keys(localStorage)) if (key.includes(id)) localStorage.removeItem(key);
  }, table.id);
  await page.goto(`${table.root}#/table/${table.id}`);
  await expect(page.locator('.board')).toHaveAttribute('data-position', (await table.board()).position);
  // As soon as two looks at it are the same, all of it is there.
  let found: string[] = [];
  await expect
    .poll(
      async () => {
        const before = found;
        found = await drawn(page);
        return found.length > 10 && before.join() === found.join();
      },
      { intervals: [300] },
    )
    .toBe(true);
  await page.close();
  return found;
}

async function expectAsNew(page: Page, context: BrowserContext, table: Table): Promise<void> {
  const wanted = await anew(context, table);
  expect(wanted.length).toBeGreaterThan(10);
  await expect.poll(() => drawn(page), { timeout: 30_000 }).toEqual(wanted);
}

/** Numbers that look random and are the same each time. */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Two people whose moves come as fast as they can be sent; `one` looks at the page. */
class Bout {
  private readonly dice: () => number;

  private constructor(
    readonly table: Table,
    readonly one: Person,
    readonly other: Person,
    seed: number,
  ) {
    this.dice = diceOf(seed);
  }

  /** `both`: one person plays both sides. */
  static async begin(game: string, seed: number, both = false): Promise<Bout> {
    const one = await Person.arrive();
    const other = both ? one : await Person.arrive();
    const table = await startTable(game, one, [{ kind: 'mine' }, { kind: both ? 'mine' : 'open' }]);
    if (!both) await other.act(table, { act: 'sit', seat: 1 });
    return new Bout(table, one, other, seed);
  }

  /** So many moves, if it can be none of which ends the game. */
  async burst(moves: number): Promise<void> {
    for (let i = 0; i < moves; i++) {
      const { to_act, position, options, moves: legal } = await this.table.board();
      if (to_act === null) return;
      const mover = to_act === 0 ? this.one : this.other;
      for (let tries = 0; tries < 20; tries++) {
        const move = legal[Math.floor(this.dice() * legal.length)]?.move ?? '';
        const { end } = await ask<{ end: object | null }>('previews', {
          game: this.table.game,
          options,
          position,
          move,
        });
        if (end && tries < 19) continue;
        await mover.move(this.table, move);
        break;
      }
    }
  }

  async resign(person: Person): Promise<void> {
    if ((await this.table.state()).status !== 'over') await person.act(this.table, { act: 'resign' });
  }

  async takeBack(asker: Person, answerer: Person): Promise<void> {
    if ((await this.table.state()).status === 'over') return;
    await asker.act(this.table, { act: 'ask', what: 'takeback' });
    await answerer.act(this.table, { act: 'answer', what: 'takeback', yes: true });
  }
}

const WAYS = [
  { animation: 'off', pace: 'none' },
  { animation: 'normal', pace: 'normal' },
  { animation: 'slow', pace: 'short' },
] as const;

for (const game of gameIds()) {
  test(`${game}: the end of a game that a computer wins is shown`, async ({ page, context }) => {
    await settle(context, { animation: 'normal', pace: 'short' });
    const person = await Person.arrive();
    const table = await startTable(game, person, [{ kind: 'mine' }, { kind: 'computer', level: 6 }]);
    const errors = await openAs(person, page, table);
    for (let turn = 0; turn < 400; turn++) {
      const state = await table.myTurnOrOver(person);
      if (state.status === 'over') break;
      // As people play: when they have seen what the other did.
      await expect(page.locator('.board')).toHaveAttribute('data-position', (await table.board()).position);
      await person.move(table, await table.weakMove());
    }
    expect((await table.state()).end?.places).toEqual([2, 1]);
    // When one is told that the game is over, one has seen why.
    await expect(page.locator('.over h2')).not.toBeEmpty();
    expect(await page.locator('.board').getAttribute('data-position')).toBe((await table.board()).position);
    await expectAsNew(page, context, table);
    expect(errors).toEqual([]);
  });

  for (const way of WAYS) {
    test(`${game}: bursts of moves and take-backs, animation ${way.animation}`, async ({ page, context }) => {
      await settle(context, way);
      const bout = await Bout.begin(game, game.length + way.animation.length);
      const { table, one, other } = bout;
      const errors = await openAs(one, page, table);
      await bout.burst(3);
      await expectAsNew(page, context, table);
      await bout.burst(5);
      await bout.takeBack(other, one);
      await bout.burst(4);
      await expectAsNew(page, context, table);
      await bout.burst(16);
      await expectAsNew(page, context, table);
      await bout.takeBack(one, other);
      await expectAsNew(page, context, table);
      await bout.burst(1);
      await bout.resign(other);
      await expect(page.locator('.over h2')).not.toBeEmpty();
      await expectAsNew(page, context, table);
      expect(errors).toEqual([]);
    });
  }

  test(`${game}: moves while the connection is cut`, async ({ page, context }) => {
    let cut: () => void = () => undefined;
    await page.routeWebSocket(/\/api\/v1\/ws$/, (socket) => {
      socket.connectToServer();
      cut = () => void socket.close({ code: 1012 });
    });
    await settle(context, { animation: 'normal', pace: 'short' });
    const bout = await Bout.begin(game, 7);
    await openAs(bout.one, page, bout.table);
    for (const before of [2, 6, 1]) {
      await bout.burst(before);
      cut();
      await bout.burst(3);
      await expectAsNew(page, context, bout.table);
    }
  });

  test(`${game}: for who only watches, and for two at one screen`, async ({ page, context }) => {
    await settle(context, { animation: 'normal', pace: 'short' });
    const bout = await Bout.begin(game, 5);
    await openAs(await Person.arrive(), page, bout.table);
    await bout.burst(5);
    await expectAsNew(page, context, bout.table);
    const both = await Bout.begin(game, 6, true);
    await openAs(both.one, page, both.table);
    await both.burst(5);
    await expectAsNew(page, context, both.table);
  });

  for (const hidden of [true, false]) {
    test(`${game}: moves while no frames are drawn${hidden ? ', out of sight' : ''}`, async ({ page, context }) => {
      await settle(context, { animation: 'slow', pace: 'normal' });
      const bout = await Bout.begin(game, 11);
      await openAs(bout.one, page, bout.table);
      await bout.burst(2);
      // As in a tab behind another one, or in a window that another one covers.
      await page.evaluate((gone) => {
        window.requestAnimationFrame = () => 0;
        if (!gone) return;
        Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
      await bout.burst(4);
      await expectAsNew(page, context, bout.table);
      await bout.takeBack(bout.one, bout.other);
      await bout.burst(3);
      await bout.resign(bout.one);
      await expectAsNew(page, context, bout.table);
    });
  }
}
