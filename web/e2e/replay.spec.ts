import { expect, test } from '@playwright/test';
import { base, boardOf, gameIds, moreOptions, newGame, settle, tableId, watch } from './page';

test.beforeEach(async ({ context }) => settle(context));

test('a finished game is replayed, copied, pasted, and played on from a position', async ({ page, context }) => {
  const errors = watch(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const game = gameIds().at(-1) ?? '';
  await newGame(page, game);
  await expect(page.locator('.chip-accent')).toBeVisible();
  const start = await boardOf(page);
  await page.locator('.typed input').fill(start.moves[0]?.move ?? '');
  await page.keyboard.press('Enter');
  await expect(page.locator('.move')).toHaveCount(2, { timeout: 60_000 });
  await expect(page.locator('.chip-accent')).toBeVisible();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('.over h2')).toHaveText('The computer wins');

  await page.getByRole('link', { name: 'Replay' }).last().click();
  await expect(page).toHaveURL(/#\/game\//);
  await expect(page.locator('.board')).toHaveAttribute('data-position', start.position);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/1$/);
  await expect(page.locator('.move-current')).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(page.locator('.over h2')).toHaveText(/wins/);

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy record' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const record = await page.evaluate(() => navigator.clipboard.readText());
  expect(record).toContain(start.moves[0]?.move ?? '?');
  await page.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${base()}#/replay`);
  await expect(page.locator('.open-table')).toHaveCount(1);
  await page.locator('textarea').fill('this is no record');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('#record-problem')).not.toBeEmpty();
  await page.locator('textarea').fill(record);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('.board')).toHaveAttribute('data-position', start.position);
  await page.keyboard.press('End');
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
  expect((await boardOf(page)).position).not.toBe(start.position);
  expect(errors).toEqual([]);
});

test('two people at one screen, with a pause', async ({ page }) => {
  const game = gameIds().at(-1) ?? '';
  await page.goto(`${base()}#/new/${game}`);
  await page.getByRole('radio', { name: 'On this screen' }).check();
  await moreOptions(page);
  await page.getByPlaceholder('Name').first().fill('Ada');
  await page.getByPlaceholder('Name').last().fill('Bea');
  await page.getByRole('radio', { name: '5 min + 3 s' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.chip-accent')).toHaveText('Ada to move');
  await page.locator('.typed input').fill((await boardOf(page)).moves[0]?.move ?? '');
  await page.keyboard.press('Enter');
  await expect(page.locator('.chip-accent')).toHaveText('Bea to move');
  await expect(page.locator('.clock-running')).toHaveText(/[45]:\d\d/);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Ask for a pause' }).click();
  await expect(page.locator('.chip', { hasText: 'Paused' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('.chip-accent')).toHaveText('Bea to move');
});

test('a seat is moved to another device by a link', async ({ browser, page }) => {
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByLabel('Continue on another device').inputValue();
  const other = await browser.newContext();
  await settle(other);
  const device = await other.newPage();
  await device.goto(link);
  await expect(device.locator('.chip-accent')).toHaveText('Your turn');
  expect(device.url()).not.toContain('s_');
  await device.locator('.typed input').fill((await boardOf(page)).moves[0]?.move ?? '');
  await device.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.toast-text')).toContainText('another device');
  await expect(page.locator('.move').first()).toBeVisible();
  await other.close();
});

test('settings are kept, and the language changes everywhere at once', async ({ page, context }) => {
  await page.goto(`${base()}#/settings`);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'High contrast' }).check();
  const tab = await context.newPage();
  await tab.goto(`${base()}#/settings`);
  await expect(tab.locator('html')).toHaveAttribute('data-style', 'contrast');
  await page.getByRole('button', { name: /passer au français/ }).click();
  await expect(tab.getByRole('heading', { name: 'Réglages' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the lobby shows open tables, and one joins there', async ({ browser, page }) => {
  const game = gameIds().at(-1) ?? '';
  await page.goto(`${base()}#/new/${game}`);
  await page.getByRole('radio', { name: 'Anyone' }).check();
  await page.getByPlaceholder('Name').first().fill('Jeanne');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for players' })).toBeVisible();
  const id = tableId(page);
  const other = await browser.newContext();
  await settle(other);
  const guest = await other.newPage();
  await guest.goto(base());
  await guest.locator('.open-table', { hasText: 'Jeanne is waiting' }).getByRole('link').click();
  await expect(guest).toHaveURL(new RegExp(id));
  await guest.locator('.sit button').click();
  await expect(page.locator('.chip-accent')).toHaveText('Your turn');
  await other.close();
});
