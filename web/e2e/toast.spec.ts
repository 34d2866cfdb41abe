/** Toasts: told where they hide nothing one plays with. */
import { expect, type Page, test } from '@playwright/test';
import { gameIds, settle, spotOf, whyNot } from './page';
import { openAs, Person, startTable, type Table } from './people';
import type { Board } from './types';

interface Rect {
  readonly what: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What a toast must not cover: whatever is drawn on the board, and what is marked to show why; on a phone one's own card. */
async function precious(page: Page): Promise<Rect[]> {
  return page.evaluate(() => {
    const wanted = '.board-svg [data-id], .board-svg [data-ring], .table-phone > .player';
    return [...document.querySelectorAll<SVGElement | HTMLElement>(wanted)].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { what: element.dataset['id'] ?? element.dataset['ring'] ?? 'card', left, top, right, bottom };
    });
  });
}

async function rectOf(page: Page, selector: string): Promise<Rect> {
  return page.locator(selector).evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { what: 'toast', left, top, right, bottom };
  });
}

const meets = (one: Rect, other: Rect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** A toast is there, whole, and covers nothing. */
async function expectClear(page: Page): Promise<void> {
  await expect(page.locator('.toast')).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const toast = await rectOf(page, '.toast');
  const found = await precious(page);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((rect) => meets(rect, toast))).toEqual([]);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect([toast.left >= 0, toast.top >= 0, toast.right <= width, toast.bottom <= height]).toEqual(Array(4).fill(true));
}

/** A game in which both have moved some times, it is our turn, and something can be picked up and put elsewhere. */
async function begun(game: string, page: Page): Promise<{ readonly table: Table; readonly board: Board }> {
  const person = await Person.arrive();
  const table = await startTable(game, person, [{ kind: 'mine' }, { kind: 'computer', level: 1 }]);
  const carries = async () => (await table.board()).moves.some(({ gesture }) => gesture.shapes.length > 1);
  for (let turn = 0; turn < 4 || (turn < 30 && !(await carries())); turn++) {
    await person.move(table, await table.weakMove());
    await table.myTurnOrOver(person);
  }
  await openAs(person, page, table);
  await expect(page.locator('.chip-accent')).toBeVisible();
  return { table, board: await table.board() };
}

const SIZES = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 740, height: 360 },
  { width: 360, height: 740 },
  { width: 360, height: 640 },
];

for (const game of gameIds()) {
  for (const viewport of SIZES) {
    test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
      test.use({ viewport });

      for (const language of ['en', 'fr']) {
        test(`${game}: being told why not, in ${language}, hides no piece`, async ({ page, context }) => {
          await settle(context, { language });
          const { table, board } = await begun(game, page);
          let told = 0;
          for (const shapes of await whyNot(game, board, 60)) {
            for (const id of shapes) {
              const spot = await spotOf(page, board, id);
              await page.mouse.click(spot.x, spot.y);
            }
            // Something that lies there too, or beside it on a small board, may be meant instead, and is picked up.
            const toast = page.locator('.toast');
            const answer = shapes.length > 1 ? toast : page.locator('.toast, [data-ring="selected"]').first();
            await answer.waitFor({ timeout: 1500 }).catch(() => undefined);
            if (await toast.isVisible()) {
              await expect(page.locator('[data-ring="witness"]')).not.toHaveCount(0);
              await expectClear(page);
              await toast.click();
              await expect(toast).toHaveCount(0);
              told++;
            }
            if (told === 4) break;
            await page.locator('.board-stage').press('Escape');
          }
          expect(told).toBeGreaterThan(0);
          expect((await table.board()).position).toBe(board.position);
        });
      }
    });
  }

  test(`${game}: after a wrong try the piece is still picked up, and can be tried elsewhere`, async ({
    page,
    context,
  }) => {
    await settle(context);
    const { board } = await begun(game, page);
    const wrong = (await whyNot(game, board, 20)).find(({ length }) => length > 1);
    const [from = ''] = wrong ?? [];
    const right = board.moves.find(({ gesture }) => gesture.shapes[0] === from && gesture.shapes.length === 2);
    if (!wrong || !right) {
      // Where nothing is picked up and put elsewhere, nothing can be put elsewhere wrongly.
      expect(board.moves.every(({ gesture }) => gesture.shapes.length < 2)).toBe(true);
      return;
    }
    for (const id of wrong) {
      const spot = await spotOf(page, board, id);
      await page.mouse.click(spot.x, spot.y);
    }
    await expect(page.locator('[data-ring="witness"]')).not.toHaveCount(0);
    await expect(page.locator('[data-ring="selected"]')).toHaveCount(1);
    await expect(page.locator('.toast-danger')).toBeVisible();
    const spot = await spotOf(page, board, right.gesture.shapes[1] ?? '');
    await page.mouse.click(spot.x, spot.y);
    await expect(page.locator('.board')).not.toHaveAttribute('data-position', board.position);
    await expect(page.locator('.toast-danger')).toHaveCount(0);
  });
}
