/** For everyone: screen readers, both themes, both languages, phones. */
import { gzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { base, boardOf, gameIds, newGame, settle, spotOf } from './page';
import { SCREENS, TABLE } from './screens';

async function scan(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing on any screen, ${theme}`, async ({ page, context }) => {
    await settle(context, { theme });
    for (const screen of SCREENS) {
      await screen.open(page);
      expect(await scan(page), screen.name).toEqual([]);
    }
  });

  test(`axe finds nothing at a table, ${theme}`, async ({ page, context }) => {
    await settle(context, { theme });
    await TABLE.open(page);
    expect(await scan(page)).toEqual([]);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.locator('.qr')).toBeVisible();
    expect(await scan(page), 'share').toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await scan(page), 'menu').toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await page.locator('.rules-panel .figure').first().scrollIntoViewIfNeeded();
    await expect(page.locator('.rules-panel .figure .board-svg [data-id]').first()).toBeVisible();
    expect(await scan(page), 'rules').toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    const resign = page.getByRole('button', { name: 'Resign' });
    if (await resign.count()) {
      await resign.click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect(page.locator('.over h2')).toBeVisible();
      expect(await scan(page), 'over').toEqual([]);
      await page.getByRole('link', { name: 'Replay' }).last().click();
      await expect(page.locator('.board .board-svg [data-id]').first()).toBeVisible();
      expect(await scan(page), 'game').toEqual([]);
    }
  });
}

test('the first load is under 150 kB of compressed script', async () => {
  const page = await (await fetch(base())).text();
  const scripts = [...page.matchAll(/src="([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  expect(scripts.length).toBeGreaterThan(0);
  let size = 0;
  for (const script of scripts) {
    size += gzipSync(Buffer.from(await (await fetch(new URL(script, base()))).arrayBuffer())).length;
  }
  expect(size).toBeLessThan(150_000);
});

for (const language of ['fr', 'en']) {
  test(`all screens speak ${language}`, async ({ page, context }) => {
    await settle(context, { language });
    const words = { fr: 'Jouer tout de suite', en: 'Play now' }[language] ?? '';
    await page.goto(base());
    await expect(page.getByRole('button', { name: words })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const screen of SCREENS) {
      await screen.open(page);
      expect(await page.locator('main').innerText(), screen.name).not.toMatch(/\b(undefined|null|NaN)\b|\{\w+\}/);
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('nothing is wider than the screen', async ({ page, context }) => {
    for (const language of ['fr', 'en']) {
      await settle(context, { language });
      for (const screen of SCREENS) {
        await screen.open(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${screen.name} ${language}`).toBeLessThanOrEqual(360);
      }
      await page.evaluate(() => localStorage.removeItem('tablier.settings'));
    }
  });

  for (const game of gameIds()) {
    test(`${game}: a first touch previews, a second plays`, async ({ page, context }) => {
      await settle(context, { confirm: 'auto' });
      await newGame(page, game);
      await expect(page.locator('.chip-accent')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      const board = await boardOf(page);
      const legal = board.moves.find(({ gesture }) => gesture.shapes.length === 2 || gesture.choice) ?? board.moves[0];
      if (!legal) throw new Error('no move');
      const last = legal.gesture.shapes.at(-1) ?? '';
      for (const id of legal.gesture.shapes) {
        const spot = await spotOf(page, board, id);
        await page.touchscreen.tap(spot.x, spot.y);
      }
      const touched = await spotOf(page, board, last);
      if (legal.gesture.choice) await page.locator(`[data-choice="${legal.gesture.choice}"]`).tap();
      const play = page.locator('.decide .button-primary');
      await expect(play).toBeVisible();
      await expect(page.locator('.sentence')).not.toBeEmpty();
      expect((await boardOf(page)).position).toBe(board.position);
      // The board does not slip away under the finger.
      const again = await spotOf(page, board, last);
      expect(Math.hypot(again.x - touched.x, again.y - touched.y)).toBeLessThan(8);
      if (legal.gesture.choice) await play.tap();
      else await page.touchscreen.tap(touched.x, touched.y);
      await expect.poll(async () => (await boardOf(page)).position).not.toBe(board.position);
      const box = await page.locator('.board-svg').first().boundingBox();
      expect(box?.width ?? 0).toBeGreaterThan(300);
      for (const card of await page.locator('.player').all()) await expect(card).toBeInViewport();
    });
  }

  test('axe finds nothing at a table', async ({ page, context }) => {
    await settle(context);
    await TABLE.open(page);
    expect(await scan(page)).toEqual([]);
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await expect(page.locator('.sheet .rule').first()).toBeVisible();
    expect(await scan(page), 'rules').toEqual([]);
  });
});
