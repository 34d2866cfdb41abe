/** A game of another package: its board is drawn in its own colours, in every theme. */
import { expect, type Page, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { base, settle } from './page';

interface Look {
  readonly colours: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly contrast: Look['colours'];
}

interface Elsewhere {
  readonly game: { readonly id: string; readonly look: Look };
  readonly board: object;
}

const read = (): Elsewhere =>
  JSON.parse(readFileSync(new URL('../fixtures/elsewhere.game', import.meta.url), 'utf8')) as Elsewhere;

/** Lets the server offer the game too. */
async function offer(page: Page, { game, board }: Elsewhere): Promise<void> {
  await page.route('**/api/v1/games', async (route) => {
    const answer = await route.fetch();
    const { games } = (await answer.json()) as { games: object[] };
    await route.fulfill({ response: answer, json: { games: [...games, game] } });
  });
  await page.route(`**/api/v1/games/${game.id}/texts/*`, (route) =>
    route.fulfill({ json: { name: 'Felt', goal: 'Goal.', length: '1 min' } }),
  );
  await page.route('**/api/v1/positions', (route) =>
    (route.request().postDataJSON() as { game: string }).game === game.id
      ? route.fulfill({ json: board })
      : route.continue(),
  );
}

const rgb = (hex = ''): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

for (const theme of ['light', 'dark']) {
  for (const style of ['natural', 'contrast', 'patterns']) {
    test(`its colours are its own, ${theme}, ${style}`, async ({ page, context }, info) => {
      const found = read();
      const { id, look } = found.game;
      await settle(context, { theme, style });
      await offer(page, found);
      await page.goto(`${base()}#/position/${id}`);
      const fill = async (shape: string, part: string) => {
        const drawn = page.locator(`.board [data-id="${shape}"] ${part}`).last();
        return drawn.evaluate((element) => getComputedStyle(element).fill);
      };
      await expect(page.locator('.board [data-id="piece:a1"]')).toBeVisible();
      const colours = (style === 'contrast' ? look.contrast : look.colours)[theme] ?? {};
      expect(await fill('board:felt', 'path')).toBe(rgb(colours['felt']));
      expect(await fill('cell:c3', 'path')).toBe(rgb(colours['square']));
      expect(await fill('label:a', 'text')).toBe(rgb(colours['board-ink']));
      for (const [piece, colour] of [
        ['piece:a1', 'jade'],
        ['piece:d5', 'coral'],
      ] as const) {
        const face = rgb(colours[`${colour}.face`]);
        const hatched = `url("#hatch-${id}-${colour}") ${face}`;
        expect(await fill(piece, 'circle:is([stroke-width="2"], [stroke-width="3"])')).toBe(
          style === 'patterns' ? hatched : face,
        );
        await expect(page.locator(`#hatch-${id}-${colour}`)).toHaveCount(style === 'patterns' ? 1 : 0);
      }
      await page.screenshot({ path: info.outputPath('board.png') });
      await info.attach('board', { path: info.outputPath('board.png') });
    });
  }
}

test('its tokens stand beside its players, and its own ink is not that of other games', async ({ page, context }) => {
  const found = read();
  await settle(context);
  await offer(page, found);
  await page.goto(`${base()}#/new/${found.game.id}`);
  await page.locator('details summary').first().click();
  const tokens = page.locator('.seat-row .player-mark');
  await expect(tokens).toHaveCount(2);
  for (const [index, colour] of ['jade', 'coral'].entries()) {
    const face = tokens.nth(index).locator('circle[stroke-width="1.5"]');
    const wanted = rgb(found.game.look.colours['light']?.[`${colour}.face`]);
    expect(await face.evaluate((element) => getComputedStyle(element).fill)).toBe(wanted);
  }
  const ink = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--board-ink'));
  expect(ink.toUpperCase()).toBe('#554A3E');
});
