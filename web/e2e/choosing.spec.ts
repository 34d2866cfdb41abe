/** Home and a new game: what one sees before the first move. */
import { expect, type Page, test } from '@playwright/test';
import { ask, base, gameIds, settle } from './page';
import type { Board } from './types';

interface Game {
  readonly id: string;
  readonly players: readonly number[];
  readonly showcase: readonly string[];
}

async function allGames(): Promise<readonly Game[]> {
  const answer = await fetch(new URL('api/v1/games', base()));
  return ((await answer.json()) as { games: readonly Game[] }).games;
}

/** A new game of so many players, everything else as usual. */
async function openNew(page: Page, game: string, players: number): Promise<void> {
  await page.addInitScript(
    ([id, count]) =>
      localStorage.setItem('tablier.drafts', JSON.stringify({ [id]: { options: { players: count }, seats: [] } })),
    [game, players] as const,
  );
  await page.goto(`${base()}#/new/${game}`);
  await page.reload();
  await expect(page.locator('.new .lead')).not.toBeEmpty();
  await expect(page.locator('.new-board .miniature [data-id]').first()).toBeVisible();
}

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport, hasTouch: size === 'phone', isMobile: size === 'phone' });

    for (const game of gameIds()) {
      for (const language of ['fr', 'en']) {
        test(`a new game of ${game} fits one screen, ${language}`, async ({ page, context }) => {
          await settle(context, { language });
          const counts = (await allGames()).find(({ id }) => id === game)?.players ?? [];
          for (const count of counts) {
            await openNew(page, game, count);
            await expect(page.locator('.more summary')).toContainText(new RegExp(`\\b${count} `));
            const opponents = page.locator('.new-form > .field').first().getByRole('radio');
            for (let kind = 0; kind < (await opponents.count()); kind++) {
              await opponents.nth(kind).check({ force: true });
              const [all, seen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
              expect(all, `${count} players, opponent ${kind}`).toBeLessThanOrEqual(seen ?? 0);
              await expect(page.locator('button[type=submit]')).toBeInViewport({ ratio: 1 });
              await expect(page.locator('.more summary')).toBeInViewport({ ratio: 1 });
            }
            await opponents.first().check({ force: true });
            await expect(page.getByRole('slider')).toHaveCount(1);
            await expect(page.getByRole('slider')).toBeInViewport();
            expect(await page.locator('.new-board').evaluate((board) => board.clientHeight)).toBeGreaterThan(90);
          }
        });
      }
    }
  });
}

test('everything a new game can be given is behind the fold', async ({ page, context }) => {
  await settle(context);
  const games = (await (await fetch(new URL('api/v1/games', base()))).json()) as {
    games: { id: string; options: { values: unknown[] }[]; seats: unknown[] }[];
  };
  for (const { id, options, seats } of games.games) {
    await page.goto(`${base()}#/new/${id}`);
    await expect(page.locator('.new .lead')).not.toBeEmpty();
    await expect(page.getByRole('group', { name: 'Clock' })).toBeHidden();
    await page.locator('.more summary').click();
    await expect(page.getByRole('group', { name: 'Clock' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Who begins' })).toBeVisible();
    await expect(page.getByRole('group', { name: /^Who plays/ })).toHaveCount(seats.length);
    const choices = options.reduce((sum, { values }) => sum + values.length, 0);
    await expect(page.locator('.more-fields > .field:not(:has(.seat-row)) .segment')).toHaveCount(choices + 2 + 4);
  }
});

test('the opponent and the level are those of all other seats', async ({ page, context }) => {
  await settle(context);
  const game = (await allGames()).find(({ players }) => players.length > 1);
  await openNew(page, game?.id ?? '', game?.players.at(-1) ?? 0);
  await page.getByRole('slider').fill('7');
  await page.locator('.more summary').click();
  const levels = page.locator('.seat-row').getByRole('slider');
  await expect(levels).toHaveCount((game?.players.at(-1) ?? 0) - 1);
  for (const level of await levels.all()) await expect(level).toHaveValue('7');
  await page.locator('.new-form > .field').first().getByRole('radio', { name: 'By link' }).check();
  await expect(levels).toHaveCount(0);
  await page.locator('.seat-row').last().getByRole('radio', { name: 'Computer' }).check();
  await expect(page.locator('.new-form > .field').first().getByRole('radio', { checked: true })).toHaveCount(0);
});

test('home shows every game in the middle of play', async ({ page, context }) => {
  await settle(context);
  await page.goto(base());
  const games = await allGames();
  for (const [index, { id, showcase }] of games.entries()) {
    const card = page.locator('.game-card').nth(index);
    await expect(card.locator('.miniature [data-id]').first()).toBeVisible();
    const alive = await ask<Board>('positions', { game: id, moves: showcase });
    const start = await ask<Board>('positions', { game: id });
    expect(alive.to_act).not.toBeNull();
    expect(alive.position).not.toBe(start.position);
    const drawn = await card.locator('.miniature').evaluate((svg) => {
      const shapes = [...svg.querySelectorAll('[data-id]')];
      return shapes.map(
        (shape) => `${shape.getAttribute('data-id')} ${shape.querySelector('g')?.getAttribute('transform')}`,
      );
    });
    for (const { id: shape, place } of alive.scene.shapes.filter(({ role }) => role === 'piece')) {
      const found = drawn.find((text) => text.startsWith(`${shape} `)) ?? '';
      const [x = NaN, y = NaN] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(found)?.slice(1).map(Number) ?? [];
      expect(Math.hypot(x - place[0], y - place[1]), `${id} ${shape}`).toBeLessThan(10);
    }
  }
});
