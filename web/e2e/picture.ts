/** The first picture of the README: two people in the middle of a game, one about to move. */
import { expect, type Page, test } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { base, boardOf, settle, spotOf } from './page';

const file = fileURLToPath(new URL('../../docs/pictures/page.png', import.meta.url));

interface Game {
  readonly id: string;
  readonly seats: readonly unknown[];
  readonly showcase: readonly string[];
}

async function play(page: Page, move: string): Promise<void> {
  await expect(page.locator('.chip-accent')).toBeVisible();
  await page.locator('.typed input').fill(move);
  await page.keyboard.press('Enter');
  await expect(page.locator('.chip-accent')).toHaveCount(0);
}

/** Picks up what can go farthest forward, which is up on one's own screen, and points at where it could go. */
async function pointForward(page: Page): Promise<void> {
  const board = await boardOf(page);
  const far = await Promise.all(
    board.moves.map(async ({ gesture: { shapes } }) => {
      const [from, to] = [await spotOf(page, board, shapes[0] ?? ''), await spotOf(page, board, shapes.at(-1) ?? '')];
      return { from, to, way: from.y - to.y };
    }),
  );
  const [best] = far.sort((one, other) => other.way - one.way);
  if (!best) throw new Error('no move');
  await page.mouse.click(best.from.x, best.from.y);
  await page.mouse.move(best.to.x, best.to.y);
  await expect(page.locator('[data-overlay]')).toBeVisible();
}

test('the page', async ({ browser, context, page }) => {
  const { games } = (await (await fetch(new URL('api/v1/games', base()))).json()) as { games: readonly Game[] };
  const game = games.find(({ seats }) => seats.length === 2);
  if (!game) throw new Error('no game for two');
  await settle(context);
  await page.setViewportSize({ width: 1120, height: 700 });
  await page.goto(`${base()}#/new/${game.id}?friend=1`);
  await page.getByPlaceholder('Your name').fill('Camille');
  await page.getByRole('button', { name: 'Start' }).click();
  const other = await browser.newContext();
  await settle(other);
  const friend = await other.newPage();
  await friend.goto(await page.getByLabel('Invitation link').inputValue());
  await friend.getByLabel('Your name').fill('Noé');
  await friend.locator('.sit button').click();
  for (const [turn, move] of game.showcase.entries()) await play(turn % 2 === 0 ? page : friend, move);
  await expect(page.locator('.chip-accent')).toBeVisible();
  await pointForward(page);
  await page.screenshot({ path: file });
});
