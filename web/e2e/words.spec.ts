/** What the page says, where only a browser can tell: whether it fits, and whether it says what it means. */
import { expect, test } from '@playwright/test';
import en from '../src/i18n/en.json' with { type: 'json' };
import fr from '../src/i18n/fr.json' with { type: 'json' };
import { ask, base, boardOf, gameIds, newGame, settle } from './page';
import { openAs, Person, startTable } from './people';
import type { Board } from './types';

const CATALOGUES = { en, fr };

async function forms(game: string, language: string): Promise<{ to: string; of: string }> {
  const answer = await fetch(new URL(`api/v1/games/${game}/texts/${language}`, base()));
  return ((await answer.json()) as { forms: { to: string; of: string } }).forms;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const game of gameIds()) {
    test(`${game}: what stands in the empty field for moves is not cut off`, async ({ page, context }) => {
      await settle(context);
      await newGame(page, game);
      await expect(page.locator('.chip-accent')).toBeVisible();
      const { moves } = await boardOf(page);
      await page.locator('.bottom-bar .action').first().click();
      const field = page.locator('.typed input');
      await expect(field).toBeVisible();
      const shown = (await field.getAttribute('placeholder')) ?? '';
      expect(moves.some(({ move }) => shown === en['typed.example'].replace('{move}', move))).toBe(true);
      const texts = [shown];
      for (const words of Object.values(CATALOGUES)) {
        texts.push(words['typed.notNow'], words['typed.label']);
        const short = moves.map(({ move }) => move).filter((move) => move.length <= 16);
        texts.push(...short.map((move) => words['typed.example'].replace('{move}', move)));
      }
      const [room, widths] = await field.evaluate((input, all) => {
        const style = getComputedStyle(input);
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen) throw new Error('no canvas');
        pen.font = style.font;
        const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        return [input.clientWidth - padding, all.map((text) => pen.measureText(text).width)];
      }, texts);
      expect(room).toBeGreaterThan(200);
      for (const [index, width] of widths.entries()) expect(width, texts[index]).toBeLessThanOrEqual(room);
    });
  }
});

for (const language of ['fr', 'en'] as const) {
  test(`one plays games by their own name, ${language}`, async ({ page, context }) => {
    await settle(context, { language });
    await page.goto(base());
    const words = CATALOGUES[language];
    for (const [index, game] of gameIds().entries()) {
      const { to, of } = await forms(game, language);
      const card = page.locator('.game-card').nth(index);
      await expect(card.locator('.button')).toHaveAttribute('aria-label', words['home.playGame'].replace('{to}', to));
      await expect(card.locator('.rules-link')).toHaveAttribute(
        'aria-label',
        words['home.rulesOf'].replace('{of}', of),
      );
    }
    const game = gameIds()[1] ?? '';
    const { to, of } = await forms(game, language);
    await page.goto(`${base()}#/rules/${game}`);
    await expect(page.locator('.rules-head .button')).toHaveText(words['home.playGame'].replace('{to}', to));
    await page.goto(`${base()}#/position/${game}`);
    await expect(page.locator('[role=application]')).toHaveAttribute('aria-label', new RegExp(` ${of}\\.`));
  });
}

test('a record with a mistake is refused in words, also where the server names no line', async ({ page, context }) => {
  await settle(context);
  await page.goto(`${base()}#/replay`);
  // In JSON that is well formed, a move that cannot be played has no line.
  const tags = [
    ['Game', gameIds()[0]],
    ['Result', '*'],
  ];
  const record = JSON.stringify({ format: 'tablier-record', version: 1, tags, turns: [[{ move: 'pass' }]] });
  const lines: (number | null)[] = [];
  for (const text of [record, '{}', '[Game "nothing"]']) {
    const { line } = await ask<{ line: number | null }>('records/read', { text });
    lines.push(line);
    await page.locator('textarea').fill(text);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.locator('.problem')).toHaveText(
      line === null ? en['replay.wrong'] : new RegExp(`\\bline ${line}, column \\d+\\.$`),
    );
  }
  expect(lines).toEqual([null, 1, 1]);
});

interface Figure {
  readonly position: string;
  readonly options?: Record<string, unknown>;
  readonly move?: string;
}

for (const language of ['fr', 'en'] as const) {
  for (const game of gameIds()) {
    test(`${game}: the line above the board says all that happened, or what to do, ${language}`, async ({
      page,
      context,
    }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await settle(context, { language });
      const answer = await fetch(new URL(`api/v1/games/${game}/texts/${language}`, base()));
      const texts = (await answer.json()) as {
        prompts: { begins: string };
        rules: readonly { readonly figures?: readonly Figure[] }[];
      };
      const person = await Person.arrive();
      const sentence = page.locator('.status .sentence');
      for (const { position, options, move } of texts.rules.flatMap(({ figures }) => figures ?? [])) {
        const board = await ask<Board & { steps: object[] }>('positions', { game, options: options ?? {}, position });
        if (!move || board.to_act === null) continue;
        const seats = board.players.map((_, seat) =>
          seat === board.to_act ? { kind: 'mine' as const } : { kind: 'computer' as const, level: 6 },
        );
        const table = await startTable(game, person, seats, { start: position, options: board.options });
        await openAs(person, page, table);
        await expect(page.locator('.chip-accent')).toBeVisible();
        // How a game begins is no help in a turn of several steps.
        if (board.steps.length > 0) await expect(sentence).not.toHaveText(texts.prompts.begins);
        await person.move(table, move);
        // Mostly while a computer thinks, which leaves the sentence the least room.
        await expect(page.locator('.move-current')).toBeVisible();
        const cut = () => sentence.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
        expect(await cut(), await sentence.innerText()).toBeLessThanOrEqual(0);
        await page.locator('.moves-walk button').first().click();
        await page.locator('.moves-walk button').nth(3).click();
        expect(await cut(), await sentence.innerText()).toBeLessThanOrEqual(0);
      }
    });
  }
}
