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

/** The toast, and what it must not cover: whatever is drawn on the board, and on a phone one's own card. Null: it is gone already. */
async function measured(page: Page): Promise<{ readonly toast: Rect; readonly found: Rect[] } | null> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const rect = (element: Element, what: string) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { what, left, top, right, bottom };
    };
    const toast = document.querySelector('.toast');
    const wanted = '.board-svg [data-id], .board-svg [data-ring], .table-phone > .player';
    const found = [...document.querySelectorAll<SVGElement | HTMLElement>(wanted)].map((element) =>
      rect(element, element.dataset['id'] ?? element.dataset['ring'] ?? 'card'),
    );
    return toast && { toast: rect(toast, 'toast'), found };
  });
}

const meets = (one: Rect, other: Rect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Whether there is a toast; it is all in sight, and covers nothing. */
async function toldClearly(page: Page): Promise<boolean> {
  const seen = await measured(page);
  if (!seen) return false;
  const { toast, found } = seen;
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((rect) => meets(rect, toast))).toEqual([]);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect([toast.left >= 0, toast.top >= 0, toast.right <= width, toast.bottom <= height]).toEqual(Array(4).fill(true));
  return true;
}

/** A game in which both have moved some times, it is our turn, and something can be picked up and put elsewhere. */
async function begun(game: string, page: Page): Promise<{ readonly table: Table; readonly board: Board }> {
  const person = await Person.arrive();
  // Some games are over before it comes to that.
  for (let tries = 0; tries < 10; tries++) {
    const table = await startTable(game, person, [{ kind: 'mine' }, { kind: 'computer', level: 1 }]);
    for (let turn = 0; turn < 30 && (await table.myTurnOrOver(person)).status === 'playing'; turn++) {
      const board = await table.board();
      if (turn > 0 && board.moves.some(({ gesture }) => gesture.shapes.length > 1)) {
        await openAs(person, page, table);
        await expect(page.locator('.chip-accent')).toBeVisible();
        return { table, board };
      }
      await person.move(table, await table.weakMove());
    }
  }
  throw new Error(`no game of ${game} in which something can be picked up and put elsewhere`);
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
            if (await toldClearly(page)) told++;
            // With what shows why, what tells it goes.
            await page.locator('.board-stage').press('Escape');
            await expect(toast).toHaveCount(0);
            if (told === 4) break;
          }
          const typed = page.locator('.typed input');
          if (await typed.isVisible()) {
            await typed.fill('a1-a1');
            await typed.press('Enter');
            await expect(page.locator('.toast')).toBeVisible();
            if (await toldClearly(page)) told++;
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
