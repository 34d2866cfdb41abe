/** At a table: the rules beside the board, and what is offered when the game is over. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { base, boardOf, click, gameIds, myTurn, newGame, settle, tableId } from './page';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Someone else, who has only the address. */
async function visit(browser: Browser, address: string, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await settle(context);
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.locator('main .board-svg [data-id]').first()).toBeVisible();
  return page;
}

const openRules = (page: Page) => page.getByRole('button', { name: 'Rules', exact: true }).first().click();

/** The whole text of the rules, as their own screen has it. */
async function sections(game: string): Promise<string[]> {
  const answer = await fetch(new URL(`api/v1/games/${game}/texts/en`, base()));
  return ((await answer.json()) as { rules: { title: string }[] }).rules.map(({ title }) => title);
}

const onTop = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });

test.beforeEach(async ({ context }) => settle(context));

for (const game of gameIds()) {
  test(`${game}: the rules stand beside the board, and one plays on`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await newGame(page, game);
    await expect(page.locator('.chip-accent')).toBeVisible();
    const at = page.url();
    await openRules(page);
    const panel = page.getByRole('region', { name: 'Rules' });
    await expect(panel.locator('.rule h2')).toHaveText(await sections(game));
    expect(page.url()).toBe(at);
    const [board, rules] = [await page.locator('.table-board .board').boundingBox(), await panel.boundingBox()];
    expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual(rules?.x ?? 0);
    for (const card of await page.locator('.player').all()) await expect(card).toBeInViewport({ ratio: 1 });
    // A chapter is scrolled to, without leaving the table.
    await panel.getByRole('navigation').getByRole('link').last().click();
    await expect(panel.locator('.rule').last()).toBeInViewport();
    expect(page.url()).toBe(at);
    // The game goes on: a move by the mouse.
    const before = await boardOf(page);
    const legal = before.moves.find(({ gesture }) => gesture.shapes.length > 0);
    if (!legal) throw new Error('no move');
    await click(page, before, legal.gesture);
    await expect.poll(async () => (await boardOf(page)).position).not.toBe(before.position);
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    await expect(page.locator('.moves')).toBeVisible();
  });
}

test('a figure beside the board is played without touching the game', async ({ page }) => {
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  const { position } = await boardOf(page);
  await openRules(page);
  const figure = page.locator('.rules-panel .figure', { has: page.getByRole('button', { name: /^Show / }) }).first();
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator('.board-svg [data-id]').first()).toBeVisible();
  await figure.getByRole('button', { name: /^Show / }).click();
  await expect(page.locator('.rules-panel .figure-words:not(:empty)').first()).toBeVisible();
  await expect(page.locator('.table-board .board')).toHaveAttribute('data-position', position);
  await expect(page.locator('.chip-accent')).toBeVisible();
  // Escape closes, and the keyboard is back where it was.
  await page.locator('.rules-panel-head button').focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('.rules-panel')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Rules', exact: true }).first()).toBeFocused();
});

test('an invited friend and a spectator read the rules too', async ({ page, browser }) => {
  const game = gameIds().at(-1) ?? '';
  await page.goto(`${base()}#/new/${game}?friend=1`);
  await page.getByRole('button', { name: 'Start' }).click();
  const invitation = await page.getByLabel('Invitation link').inputValue();
  for (const options of [{}, PHONE]) {
    const friend = await visit(browser, invitation, options);
    await friend.locator('.waiting').getByRole('button', { name: 'Rules' }).click();
    await expect(friend.locator('.rules-beside .rule h2')).toHaveText(await sections(game));
    await friend.keyboard.press('Escape');
    await expect(friend.locator('.rules-beside')).toHaveCount(0);
    await expect(friend.locator('.sit button')).toBeVisible();
    await friend.context().close();
  }
  const friend = await visit(browser, invitation);
  await friend.locator('.sit button').click();
  await expect(page.locator('.chip-accent')).toBeVisible();
  const spectator = await visit(browser, `${base()}#/table/${tableId(page)}`);
  await openRules(spectator);
  await expect(spectator.locator('.rules-beside .rule h2')).toHaveText(await sections(game));
  await spectator.context().close();
  await friend.context().close();
});

test('on a tablet the rules stand at the side, the board beside them', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  await openRules(page);
  const [board, rules] = [
    await page.locator('main > .board').boundingBox(),
    await page.locator('.rules-panel').boundingBox(),
  ];
  expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual(rules?.x ?? 0);
  expect(board?.width ?? 0).toBeGreaterThan(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(820);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the rules are a sheet that closes', async ({ page }) => {
    const game = gameIds()[1] ?? '';
    await newGame(page, game);
    await expect(page.locator('.chip-accent')).toBeVisible();
    await openRules(page);
    const sheet = page.getByRole('dialog', { name: 'Rules' });
    await expect(sheet.locator('.rule h2')).toHaveText(await sections(game));
    // The upper half of the board is still in sight.
    expect((await sheet.boundingBox())?.y ?? 0).toBeGreaterThan(240);
    await sheet.locator('.rule').last().scrollIntoViewIfNeeded();
    const close = sheet.getByRole('button', { name: 'Close' });
    await expect(close).toBeInViewport({ ratio: 1 });
    expect(await onTop(page, '.sheet .dialog-head button')).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await close.click();
    await expect(sheet).toHaveCount(0);
    await expect(page.locator('.chip-accent')).toBeVisible();
  });
});

test('the end offers a rematch, the next level, another game', async ({ page }) => {
  const game = gameIds().at(-1) ?? '';
  await newGame(page, game);
  expect(await myTurn(page)).toBe(true);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  const over = page.locator('.over');
  await expect(over.getByRole('button', { name: 'Rematch' })).toBeVisible();
  // Nothing is easier than level 1.
  await expect(over.getByRole('button', { name: /level/ })).toHaveCount(0);
  await expect(over.getByRole('link', { name: 'Another game' })).toHaveAttribute('href', '#/');

  await page.goto(`${base()}#/new/${game}`);
  await page.getByRole('slider').fill('3');
  await page.getByRole('button', { name: 'Start' }).click();
  expect(await myTurn(page)).toBe(true);
  const lost = tableId(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await over.getByRole('button', { name: 'Try level 2' }).click();
  await expect.poll(() => tableId(page)).not.toBe(lost);
  await expect(page.locator('.player-kind', { hasText: 'level 2' })).toBeVisible();
  expect(await myTurn(page)).toBe(true);
});
