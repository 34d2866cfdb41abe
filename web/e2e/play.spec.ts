import { expect, type Page, test } from '@playwright/test';
import { boardOf, click, formReady, gameIds, hint, myTurn, newGame, settle, watch } from './page';

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 120; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}`);
}

test.beforeEach(async ({ context }) => settle(context));

for (const game of gameIds()) {
  test(`a whole game of ${game} by clicks, against level 1`, async ({ page }) => {
    const errors = watch(page);
    await newGame(page, game);
    for (let turn = 0; turn < 400 && (await myTurn(page)); turn++) {
      const board = await boardOf(page);
      const move = await hint(page);
      const gesture = board.moves.find((legal) => legal.move === move)?.gesture;
      expect(gesture, move).toBeDefined();
      if (!gesture) break;
      if (gesture.shapes.length > 0) await page.getByRole('button', { name: 'Cancel' }).click();
      await click(page, board, gesture);
      await expect(page.locator('.move-current')).toBeVisible();
      await page.waitForFunction(
        (before) => document.querySelector('.board')?.getAttribute('data-position') !== before,
        board.position,
      );
    }
    await expect(page.locator('.over h2')).not.toBeEmpty();
    await expect(page.locator('.over p').first()).not.toBeEmpty();
    const { end } = await boardOf(page);
    const shown = page.locator('[data-ring="ending"]');
    if (end?.rule?.witness.length) await expect(shown).not.toHaveCount(0);
    else await expect(shown).toHaveCount(0);
    await expect(page.locator('.over .medal')).toHaveCount(await page.locator('.player').count());
    expect(errors).toEqual([]);
  });

  test(`a whole game of ${game} by keyboard only`, async ({ page }) => {
    const errors = watch(page);
    await page.goto(`${process.env['TABLIER_URL'] ?? ''}#/new/${game}`);
    await formReady(page);
    await page.keyboard.press('Tab');
    await tabTo(page, '.more summary');
    await page.keyboard.press('Enter');
    const players = page.getByRole('radio', { name: /^\d players$/ });
    if (await players.count()) {
      // Two players make a shorter game: the first choice.
      await tabTo(page, '.more-fields input[type=radio]:checked');
      for (let i = 0; i < 5 && !(await players.first().isChecked()); i++) await page.keyboard.press('ArrowLeft');
    }
    await tabTo(page, 'input[type=range]');
    await page.keyboard.press('Home');
    await tabTo(page, 'button[type=submit]');
    await page.keyboard.press('Enter');
    await expect(page.locator('.board .board-svg')).toBeVisible();
    for (let turn = 0; turn < 400 && (await myTurn(page)); turn++) {
      const before = await page.locator('.board').getAttribute('data-position');
      if (turn < 4) {
        // By walking: to something that can move, then on to a target.
        await tabTo(page, '[role=application]');
        await page.keyboard.press('Escape');
        for (let step = 0; step < 6; step++) {
          const rings = await page.locator('[data-ring="selected"]').count();
          await page.keyboard.press('PageDown');
          await page.keyboard.press('Enter');
          // Something is picked up, or has to be chosen, or the move is made.
          await page.waitForFunction(
            ([was, known]) =>
              document.querySelector('.board')?.getAttribute('data-position') !== was ||
              document.querySelector('[data-choice]') !== null ||
              document.querySelectorAll('[data-ring="selected"]').length !== known,
            [before, rings] as const,
          );
          if (await page.locator('[data-choice]').count()) await page.keyboard.press('1');
          else if (await page.locator('[data-ring="selected"]').count()) continue;
          break;
        }
      } else {
        // What the computer would play: by saying yes to it, or by typing it.
        await tabTo(page, 'button[title="Hint"]');
        await page.keyboard.press('Enter');
        const play = page.locator('.decide .button-primary', { hasText: /^Play / });
        await expect(play).toBeFocused({ timeout: 60_000 });
        if (turn % 2 === 1) {
          const move = (await page.locator('.decide[data-move]').getAttribute('data-move')) ?? '';
          await tabTo(page, '.typed input');
          await page.keyboard.type(move);
        }
        await page.keyboard.press('Enter');
      }
      await page.waitForFunction(
        (was) => document.querySelector('.board')?.getAttribute('data-position') !== was,
        before,
      );
    }
    await expect(page.locator('.over h2')).not.toBeEmpty();
    expect(errors).toEqual([]);
  });
}
