/** The page plays a game of another package as it plays our own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { boardOf, click, myTurn, newGame, settle, watch } from './page';
import { python, root, Server } from './server';

const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-build-isolation'];
test.describe.configure({ mode: 'serial' });
let site: string;
let server: Server;

test.beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'tablier-site-'));
  execFileSync(python, [...pip, '--target', site, join(root, 'examples/quarte')]);
  server = await Server.start('', [], { PYTHONPATH: site });
});

test.afterAll(async () => {
  await server.stop();
  rmSync(site, { recursive: true, force: true });
});

test('a whole game by clicks, against level 1', async ({ context, page }) => {
  await settle(context);
  const errors = watch(page);
  await page.goto(server.url);
  await expect(page.getByRole('link', { name: /Quarte/ }).first()).toBeVisible();
  await newGame(page, 'quarte', server.url);
  for (let turn = 0; turn < 18 && (await myTurn(page)); turn++) {
    const board = await boardOf(page, server.url);
    const gesture = board.moves[0]?.gesture;
    expect(gesture?.shapes).toHaveLength(1);
    if (!gesture) break;
    await click(page, board, gesture);
    await page.waitForFunction(
      (before) => document.querySelector('.board')?.getAttribute('data-position') !== before,
      board.position,
    );
  }
  await expect(page.locator('.over h2')).not.toBeEmpty();
  await expect(page.locator('.over')).toContainText('Four stones in a row.');
  await expect(page.locator('[data-ring="ending"]')).not.toHaveCount(0);
  expect(errors).toEqual([]);
});

test('its rules in both languages', async ({ browser }) => {
  for (const [language, title, sentence] of [
    ['en', 'The goal', 'four stones of your colour in a row'],
    ['fr', 'Le but', 'quatre pierres de votre couleur'],
  ] as const) {
    const context = await browser.newContext();
    await settle(context, { language });
    const page = await context.newPage();
    const errors = watch(page);
    await page.goto(`${server.url}#/rules/quarte`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.locator('svg').first()).toBeVisible();
    expect(errors).toEqual([]);
    await context.close();
  }
});
