import { expect, type Page, test } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { boardOf, gameIds, hint, myTurn, newGame, settle, spotOf } from './page';
import { SCREENS } from './screens';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const SIZES = {
  desktop: { width: 1200, height: 750 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 360, height: 640 },
};

async function shoot(page: Page, name: string, whole = false): Promise<void> {
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: whole });
}

/** What the buttons are called. */
const words: Readonly<
  Record<string, Readonly<Record<'hint' | 'share' | 'menu' | 'close' | 'resign' | 'yes', string>>>
> = {
  en: { hint: 'Hint', share: 'Share', menu: 'Menu', close: 'Close', resign: 'Resign', yes: 'Yes' },
  fr: { hint: 'Conseil', share: 'Partager', menu: 'Menu', close: 'Fermer', resign: 'Abandonner', yes: 'Oui' },
};

async function speak(page: Page, language: string): Promise<void> {
  if (language === 'en') return;
  await page.evaluate((chosen) => {
    const kept = JSON.parse(localStorage.getItem('tablier.settings') ?? '{}') as object;
    localStorage.setItem('tablier.settings', JSON.stringify({ ...kept, language: chosen }));
  }, language);
  await page.reload();
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of ['light', 'dark']) {
    for (const language of ['en', 'fr']) {
      if (size === 'tablet' && (theme === 'dark' || language === 'fr')) continue;
      test.describe(`${size} ${theme} ${language}`, () => {
        test.use({ viewport, hasTouch: size !== 'desktop', isMobile: size !== 'desktop' });
        const name = (what: string) => `${size}-${theme}-${language}-${what}`;

        test('screens', async ({ page, context }) => {
          await settle(context, { theme, language });
          for (const screen of SCREENS) {
            await screen.open(page);
            await shoot(page, name(screen.name), true);
          }
        });

        for (const game of gameIds()) {
          test(`table ${game}`, async ({ page, context }) => {
            test.skip(language === 'fr' && game !== gameIds()[0], 'one game shows the words');
            await settle(context, { theme, language: 'en' });
            await newGame(page, game);
            for (let turn = 0; turn < 5 && (await myTurn(page)); turn++) {
              await hint(page);
              await page.locator('.decide .button-primary').click();
              await expect(page.locator('.decide .button-primary')).toHaveCount(0);
            }
            await speak(page, language);
            await myTurn(page);
            await shoot(page, name(`table-${game}`));
            const board = await boardOf(page);
            const legal = board.moves.find(({ gesture }) => gesture.shapes.length === 2) ?? board.moves[0];
            for (const id of legal?.gesture.shapes.slice(0, 1) ?? []) {
              const { x, y } = await spotOf(page, board, id);
              await page.mouse.click(x, y);
            }
            await shoot(page, name(`picked-${game}`));
            await page.keyboard.press('Escape');
            if (await myTurn(page)) {
              await page.locator('.action', { hasText: words[language]?.hint ?? '' }).click();
              await expect(page.locator('.decide .button-primary')).toBeVisible({ timeout: 60_000 });
            }
            await shoot(page, name(`preview-${game}`));
          });
        }

        test('dialogs and the end', async ({ page, context }) => {
          await settle(context, { theme, language: 'en' });
          await newGame(page, gameIds().at(-1) ?? '');
          await speak(page, language);
          await myTurn(page);
          await page.getByRole('button', { name: words[language]?.share ?? '' }).click();
          await shoot(page, name('share'));
          await page.getByRole('button', { name: words[language]?.close ?? '' }).click();
          await page.getByRole('button', { name: words[language]?.menu ?? '' }).click();
          await shoot(page, name('menu'));
          await page.getByRole('button', { name: words[language]?.close ?? '' }).click();
          await page.getByRole('button', { name: words[language]?.resign ?? '' }).click();
          await shoot(page, name('asking'));
          await page.getByRole('button', { name: words[language]?.yes ?? '' }).click();
          await expect(page.locator('.over h2')).toBeVisible();
          await shoot(page, name('over'));
        });
      });
    }
  }
}
