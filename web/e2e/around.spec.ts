/** What is around the board: being told why not, undoing, turning, sharing, settings, notices, refused moves. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ask, base, boardOf, gameIds, moreOptions, newGame, settle, spotOf, watch, whyNot } from './page';
import type { Board } from './types';

const shownPosition = (page: Page) => page.locator('.board').first().getAttribute('data-position');

async function type(page: Page, move: string): Promise<void> {
  await page.locator('.typed input').fill(move);
  await page.keyboard.press('Enter');
}

test.beforeEach(async ({ context }) => settle(context));

for (const game of gameIds()) {
  test(`${game}: an illegal try is explained in words and on the board`, async ({ page }) => {
    await newGame(page, game);
    await expect(page.locator('.chip-accent')).toBeVisible();
    await type(page, (await boardOf(page)).moves[0]?.move ?? '');
    await expect(page.locator('.move')).not.toHaveCount(0);
    await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
    const board = await boardOf(page);
    const [tried] = await whyNot(game, board, 1);
    expect(tried).toBeDefined();
    for (const id of tried ?? []) {
      const spot = await spotOf(page, board, id);
      await page.mouse.click(spot.x, spot.y);
    }
    await expect(page.locator('[data-ring="witness"]')).not.toHaveCount(0);
    await expect(page.locator('.toast-danger strong')).not.toBeEmpty();
    await expect(page.locator('.status .sentence')).not.toBeEmpty();
    expect(await shownPosition(page)).toBe(board.position);
  });
}

test('a step is undone within the turn', async ({ page }) => {
  for (const game of gameIds()) {
    const texts = (await (await fetch(new URL(`api/v1/games/${game}/texts/en`, base()))).json()) as {
      rules: { figures?: { position: string; options?: object }[] }[];
    };
    for (const { position, options = {} } of texts.rules.flatMap(({ figures }) => figures ?? [])) {
      const board = await ask<Board>('positions', { game, options, position });
      for (const { move } of board.moves.slice(0, 3)) {
        const next = await ask<Board & { turn_begins: boolean }>('positions', {
          game,
          options,
          position,
          moves: [move],
        });
        if (next.turn_begins || next.to_act !== board.to_act) continue;
        const query = new URLSearchParams({ position, options: JSON.stringify(options) });
        await page.goto(`${base()}#/new/${game}?${query.toString()}`);
        await page.getByRole('radio', { name: 'On this screen' }).check();
        await page.getByRole('button', { name: 'Start' }).click();
        await expect(page.locator('.chip-accent')).toBeVisible();
        await type(page, move);
        await expect(page.locator('.board')).toHaveAttribute('data-position', next.position);
        await expect(page.locator('.status .sentence')).not.toBeEmpty();
        await page.getByRole('button', { name: 'Undo step' }).click();
        await expect(page.locator('.board')).toHaveAttribute('data-position', position);
        await expect(page.getByRole('button', { name: 'Undo step' })).toHaveCount(0);
        return;
      }
    }
  }
  throw new Error('no figure shows a turn of several steps');
});

test('the board is turned, and pieces stay where they are on it', async ({ page }) => {
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  const board = await boardOf(page);
  const [legal] = board.moves;
  const id = legal?.gesture.shapes[0] ?? '';
  const place = () => page.locator(`.board [data-id="${id}"] > g`).last().getAttribute('transform');
  const before = await place();
  await page.getByRole('button', { name: 'Turn the board' }).click();
  await expect.poll(place).not.toBe(before);
  expect(await shownPosition(page)).toBe(board.position);
  await type(page, legal?.move ?? '');
  await expect(page.locator('.move').first()).toHaveText(legal?.move.replace('-', '–') ?? '');
});

test('the board fills the whole screen, and comes back', async ({ page }) => {
  await newGame(page, gameIds()[0] ?? '');
  const full = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(full).toBe(true);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(full).toBe(false);
});

test('a refused move goes back, is said so, and can be tried again', async ({ page }) => {
  let refuse = true;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.routeWebSocket(/\/api\/v1\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string; id: number; act?: string };
      if (message.type === 'act' && message.act === 'move' && refuse) {
        refuse = false;
        void held.then(() => socket.send(JSON.stringify({ type: 'problem', re: message.id, code: 'busy' })));
        return;
      }
      server.send(text);
    });
  });
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  const board = await boardOf(page);
  const [legal] = board.moves;
  const [from = '', to = ''] = legal?.gesture.shapes ?? [];
  const [start, end] = [await spotOf(page, board, from), await spotOf(page, board, to)];
  await page.mouse.click(start.x, start.y);
  await page.mouse.move(end.x, end.y);
  await expect(page.locator('[data-overlay]')).toBeVisible();
  await page.mouse.click(end.x, end.y);
  // Shown at once, though the server has not answered.
  await expect(page.locator('.board')).not.toHaveAttribute('data-position', board.position);
  release();
  await expect(page.locator('.board')).toHaveAttribute('data-position', board.position);
  await expect(page.locator('.chip-danger')).toHaveText('Move not sent');
  await expect(page.locator('.toast-danger')).toContainText('The move was not played.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.move').first()).toHaveText(legal?.move.replace('-', '–') ?? '');
});

test('a rematch begins anew', async ({ page }) => {
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'No' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('.over .medal').first()).toBeVisible();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.locator('.over')).toHaveCount(0);
  await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
});

test('two clicks from the door to a game, which is then offered to go on with', async ({ page }) => {
  await page.goto(base());
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.board .board-svg')).toBeVisible();
  await page.goto(`${base()}#/`);
  await page.locator('.continue-card').click();
  await expect(page.locator('.board .board-svg')).toBeVisible();
});

test('after two losses the computer suggested is weaker', async ({ page }) => {
  const game = gameIds().at(-1) ?? '';
  await page.goto(`${base()}#/new/${game}`);
  const slider = page.getByRole('slider').first();
  await expect(slider).toHaveValue('2');
  for (let i = 0; i < 2; i++) {
    await page.goto(`${base()}#/new/${game}`);
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.locator('.over h2')).toBeVisible();
  }
  const levels = await page.evaluate(() => localStorage.getItem('tablier.levels'));
  expect(JSON.parse(levels ?? '{}')).toEqual({ [game]: { level: 1, losses: 0 } });
});

test('the board is saved as SVG and PNG, its position is copied, its link opens it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  const { position } = await boardOf(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const files: Record<string, Buffer> = {};
  for (const kind of ['SVG', 'PNG']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: kind, exact: true }).click(),
    ]);
    files[kind] = readFileSync(await file.path());
  }
  expect(files['SVG']?.toString()).toMatch(/^<svg[^>]+xmlns=/);
  expect(files['SVG']?.toString()).not.toContain('var(');
  expect(files['PNG']?.subarray(1, 4).toString()).toBe('PNG');
  expect(files['PNG']?.length).toBeGreaterThan(5000);
  await page.getByRole('button', { name: 'Copy position' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(position);
  await page.getByRole('button', { name: 'Copy link to this position' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#/position/');
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(page.locator('.board')).toHaveAttribute('data-position', position);
});

test('a record is opened by dropping its file', async ({ page }) => {
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  const { position } = await boardOf(page);
  const table = /#\/table\/([\w-]+)/.exec(page.url())?.[1] ?? '';
  const record = await (await fetch(new URL(`api/v1/tables/${table}/record?format=text`, base()))).text();
  await page.goto(`${base()}#/replay`);
  await expect(page.locator('.open-record')).toBeVisible();
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'game.txt', { type: 'text/plain' }));
    return transfer;
  }, record);
  await page.dispatchEvent('.open-record', 'drop', { dataTransfer: dropped });
  await expect(page.locator('.board')).toHaveAttribute('data-position', position);
});

test('sounds are off until chosen', async ({ page }) => {
  await page.addInitScript(() => {
    const made = { count: 0 };
    Object.assign(window, { made });
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        made.count++;
      }
    };
  });
  const made = () => page.evaluate(() => (window as unknown as { made: { count: number } }).made.count);
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  await type(page, (await boardOf(page)).moves[0]?.move ?? '');
  await expect(page.locator('.move')).toHaveCount(2, { timeout: 60_000 });
  await expect(page.locator('.chip-accent')).toBeVisible();
  expect(await made()).toBe(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('switch', { name: 'Sounds' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await type(page, (await boardOf(page)).moves[0]?.move ?? '');
  await expect.poll(made).toBe(1);
});

test('a notice tells that it is our turn, only if wanted and out of sight', async ({ page, context }) => {
  await page.goto(`${base()}#/settings`);
  const wanted = page.getByRole('switch', { name: 'Notices' });
  await wanted.click();
  await expect(page.getByText('The browser does not allow notices.')).toBeVisible();
  await expect(wanted).not.toBeChecked();
  await context.grantPermissions(['notifications']);
  await page.reload();
  await wanted.click();
  await expect(wanted).toBeChecked();
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const told: string[] = [];
    Object.assign(window, { told });
    ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
      told.push(`${title}: ${options?.body ?? ''}`);
      return Promise.resolve();
    };
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await type(page, (await boardOf(page)).moves[0]?.move ?? '');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told), { timeout: 60_000 })
    .toEqual([expect.stringMatching(/: Your turn$/)]);
});

test('patterns tell colours apart, on the board and in its picture', async ({ page }) => {
  const game = gameIds()[0] ?? '';
  await page.goto(`${base()}#/settings`);
  await page.getByRole('radio', { name: 'Patterns' }).check();
  const hatched = () =>
    page
      .locator('main svg [fill]')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).fill.startsWith('url("#hatch-')).length);
  await expect.poll(hatched).toBeGreaterThan(10);
  await page.goto(`${base()}#/new/${game}`);
  await newGame(page, game);
  await expect.poll(hatched).toBeGreaterThan(10);
  await page.getByRole('button', { name: 'Share' }).click();
  const picture = decodeURIComponent((await page.locator('.share-picture img').getAttribute('src')) ?? '');
  expect(picture).toContain('<pattern');
  expect(picture).toContain('fill="url(#hatch-');
  expect(picture).not.toContain('var(');
});

test('those who hear the board hear places, previews and what happened', async ({ page }) => {
  const errors = watch(page);
  await newGame(page, gameIds()[0] ?? '');
  await expect(page.locator('.chip-accent')).toBeVisible();
  const board = await boardOf(page);
  // After a click on nothing the keyboard goes on.
  await page.locator('[role=application]').click({ position: { x: 2, y: 2 } });
  const heard = async () => (await page.locator('[aria-live="polite"]').allTextContents()).map((text) => text.trim());
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await heard()).some((text) => text.includes('can move'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await heard()).some((text) => text.includes('can be played to'))).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.locator('.move')).toHaveCount(2, { timeout: 60_000 });
  await expect(page.locator('.chip-accent')).toBeVisible();
  const after = await boardOf(page);
  expect(after.position).not.toBe(board.position);
  const [said] = (await heard()).filter((text) => text.includes('Yellow'));
  expect(said).toMatch(/^Yellow \w\d–\w\d/);
  await expect(page.locator('details', { hasText: 'The board in words' }).locator('li')).not.toHaveCount(0);
  expect(errors).toEqual([]);
});

test('the page can be installed', async () => {
  const page = await (await fetch(base())).text();
  const address = /rel="manifest"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*rel="manifest"/.exec(page);
  const manifest = (await (await fetch(new URL(address?.[1] ?? address?.[2] ?? '', base()))).json()) as {
    name: string;
    display: string;
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(manifest.display).toBe('standalone');
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, type: kind } of manifest.icons) {
    const icon = await fetch(new URL(src, base()));
    expect(icon.headers.get('content-type'), src).toContain(kind);
  }
});

for (const language of ['fr', 'en']) {
  test(`rules with live figures and our reading, ${language}`, async ({ browser }) => {
    const context = await browser.newContext();
    await settle(context, { language });
    const page = await context.newPage();
    for (const game of gameIds()) {
      await page.goto(`${base()}#/rules/${game}`);
      const figure = page.locator('.figure').first();
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator('[data-id]').first(), game).toBeVisible();
      await expect(page.locator('.reading b').first(), game).toHaveText(
        { fr: 'Notre lecture', en: 'Our reading' }[language] ?? '',
      );
      expect(await page.locator('.rule').count(), game).toBeGreaterThan(3);
    }
    await context.close();
  });
}

test.describe('six players on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('all six are in sight, the board as wide as can be', async ({ page }) => {
    await sixPlayers(page);
    expect(await page.locator('.player').count()).toBe(6);
    for (const card of await page.locator('.player').all()) await expect(card).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(640);
  });
});

async function sixPlayers(page: Page): Promise<void> {
  const all = (await (await fetch(new URL('api/v1/games', base()))).json()) as {
    games: { id: string; players: number[] }[];
  };
  const game = all.games.find(({ players }) => players.includes(6))?.id ?? '';
  await page.goto(`${base()}#/new/${game}`);
  await moreOptions(page);
  await page.getByRole('radio', { name: '6 players' }).check();
  await page.getByRole('slider').first().fill('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
}

test('frame times of the largest board are recorded', async ({ page, context }, info) => {
  await settle(context, { animation: 'slow' });
  await sixPlayers(page);
  await page.evaluate(() =>
    localStorage.setItem('tablier.settings', JSON.stringify({ animation: 'slow', confirm: 'off', language: 'en' })),
  );
  await page.reload();
  await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
  const board = await boardOf(page);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    let last = performance.now();
    const look = (now: number) => {
      times.push(now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const [legal] = board.moves;
  const [from = '', to = ''] = legal?.gesture.shapes ?? [];
  const [start, end] = [await spotOf(page, board, from), await spotOf(page, board, to)];
  await page.mouse.click(start.x, start.y);
  for (let i = 0; i < 60; i++) {
    const angle = (i / 60) * 2 * Math.PI;
    await page.mouse.move(end.x + 60 * Math.cos(angle), end.y + 60 * Math.sin(angle));
  }
  await page.mouse.click(end.x, end.y);
  await expect(page.locator('.move')).toHaveCount(6, { timeout: 60_000 });
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  const text = `${times.length} frames: median ${at(0.5)} ms, 95 % under ${at(0.95)} ms, longest ${at(1)} ms`;
  info.annotations.push({ type: 'frame times', description: text });
  console.log(text);
  expect(times.length).toBeGreaterThan(30);
});
