import { expect, test } from '@playwright/test';
import { base, boardOf, click, gameIds, moreOptions, newGame, settle, tableId, watch } from './page';
import { Server } from './server';

test.beforeEach(async ({ context }) => settle(context));

test('two players in two browsers by a link', async ({ browser, context, page }) => {
  const game = gameIds().at(-1) ?? '';
  const errors = watch(page);
  await page.goto(`${base()}#/new/${game}?friend=1`);
  await page.getByPlaceholder('Name').first().fill('Camille');
  await page.getByRole('button', { name: 'Start' }).click();
  const link = await page.getByLabel('Invitation link').inputValue();
  expect(link).toContain('/join/1/i_');

  const other = await browser.newContext({ viewport: { width: 1200, height: 750 } });
  await settle(other);
  const friend = await other.newPage();
  errors.push(...watch(friend));
  await friend.goto(link);
  await expect(friend.getByText('Camille invites you to play.')).toBeVisible();
  await friend.getByLabel('Your name').fill('Noé');
  await friend.locator('.sit button').click();
  await expect(page.locator('.chip-accent')).toBeVisible();
  await expect(page.locator('.player-name', { hasText: 'Noé' })).toBeVisible();
  expect(friend.url()).not.toContain('i_');

  for (let turn = 0; turn < 6; turn++) {
    const [mover, watcher] = turn % 2 === 0 ? [page, friend] : [friend, page];
    await expect(mover.locator('.chip-accent')).toBeVisible();
    const board = await boardOf(page);
    const legal = board.moves[(turn * 7) % board.moves.length];
    if (!legal) break;
    await mover.locator('.typed input').fill(legal.move);
    await mover.keyboard.press('Enter');
    await expect.poll(async () => (await boardOf(page)).position).not.toBe(board.position);
    const { position } = await boardOf(page);
    for (const one of [mover, watcher]) await expect(one.locator('.board')).toHaveAttribute('data-position', position);
  }

  // A third browser only watches; a second tab of a player stays in step.
  const tab = await context.newPage();
  await tab.goto(`${base()}#/table/${tableId(page)}`);
  await expect(tab.locator('.board')).toHaveAttribute('data-position', (await boardOf(page)).position);

  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await friend.getByText('Camille offers a draw.').waitFor();
  await friend.getByRole('button', { name: 'Yes' }).click();
  for (const one of [page, friend, tab]) await expect(one.locator('.over h2')).toHaveText('A draw');
  expect(errors).toEqual([]);
  await other.close();
});

test('a reload in the middle of a game loses nothing', async ({ page }) => {
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  const board = await boardOf(page);
  const legal = board.moves[0];
  if (!legal) throw new Error('no move');
  await click(page, board, legal.gesture);
  await expect(page.locator('.move').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('.move').first()).toHaveText(/./);
  await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.board')).toHaveAttribute('data-position', (await boardOf(page)).position);
});

test('a server killed and started again in the middle of a game', async ({ page }) => {
  const server = await Server.start('/games');
  try {
    await newGame(page, gameIds()[0] ?? '', server.url);
    await expect(page.locator('.chip-accent')).toBeVisible();
    const board = await boardOf(page, server.url);
    const [first] = board.moves;
    if (!first) throw new Error('no move');
    await server.kill();
    await expect(page.locator('.chip-dashed')).toBeVisible();
    // A move made while nobody listens is kept and sent when the server is back.
    await page.locator('.typed input').fill(first.move);
    await page.keyboard.press('Enter');
    await server.run();
    await expect(page.locator('.chip-dashed')).toHaveCount(0, { timeout: 30_000 });
    await expect
      .poll(async () => (await boardOf(page, server.url)).position, { timeout: 30_000 })
      .not.toBe(board.position);
    await expect(page.locator('.move').first()).toHaveText(first.move.replace('-', '–'));
    await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
  } finally {
    await server.stop();
  }
});

test('without a connection the page opens and shows what it last knew', async ({ page }) => {
  const server = await Server.start();
  try {
    await newGame(page, gameIds()[0] ?? '', server.url);
    await expect(page.locator('.chip-accent')).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await expect(page.locator('.chip-accent')).toBeVisible();
    const position = (await boardOf(page, server.url)).position;
    await server.kill();
    await page.reload();
    await expect(page.locator('.chip-dashed')).toBeVisible();
    await expect(page.locator('.board')).toHaveAttribute('data-position', position);
    await page.goto(`${server.url}#/`);
    await expect(page.getByText('No connection to the server.')).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('a token the server does not know is replaced, and one is told', async ({ page, context }) => {
  await context.addInitScript(() => {
    if (!sessionStorage.getItem('once')) {
      sessionStorage.setItem('once', '1');
      const token = `g_${'x'.repeat(43)}`;
      localStorage.setItem('tablier.guest', JSON.stringify({ guest: 'x'.repeat(22), name: null, token }));
    }
  });
  await page.goto(base());
  await expect(page.getByText('The server no longer knew this browser.')).toBeVisible();
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
});

test('an unknown table says so', async ({ page }) => {
  await page.goto(`${base()}#/table/${'a'.repeat(22)}`);
  await expect(page.getByRole('heading', { name: 'This table cannot be opened.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeVisible();
});

test('after an update of the server one is asked to load the page again', async ({ page }) => {
  const server = { version: '', cut: () => undefined as void };
  await page.routeWebSocket(/\/api\/v1\/ws$/, (socket) => {
    const real = socket.connectToServer();
    server.cut = () => void socket.close({ code: 1012 });
    real.onMessage((text) => {
      const message = JSON.parse(String(text)) as Record<string, unknown>;
      const changed = message['type'] === 'welcome' && server.version !== '';
      socket.send(changed ? JSON.stringify({ ...message, server: server.version }) : text);
    });
  });
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  server.version = '999.0';
  server.cut();
  await expect(page.locator('.toast')).toContainText('The server has been updated.', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeVisible();
  await expect(page.locator('.chip-accent')).toBeVisible();
});

test('the last choices for a game are offered again', async ({ page }) => {
  const game = gameIds().at(-1) ?? '';
  await page.goto(`${base()}#/new/${game}`);
  await moreOptions(page);
  await page.getByRole('radio', { name: '10 min + 5 s' }).check();
  await page.getByRole('slider').first().fill('4');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.board .board-svg')).toBeVisible();
  await page.goto(`${base()}#/new/${game}`);
  await expect(page.locator('.more summary')).toContainText('10 min + 5 s');
  await moreOptions(page);
  await expect(page.getByRole('radio', { name: '10 min + 5 s' })).toBeChecked();
  await expect(page.getByRole('slider').first()).toHaveValue('4');
  await page.goto(`${base()}#/new/${gameIds()[0] ?? ''}`);
  await moreOptions(page);
  await expect(page.getByRole('radio', { name: '10 min + 5 s' })).not.toBeChecked();
});
