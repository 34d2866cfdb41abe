/** What tests do on the page. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Board, Gesture } from './types';

export const base = (): string => process.env['TABLIER_URL'] ?? '';
export const gameIds = (): string[] => (process.env['TABLIER_GAMES'] ?? '').split(' ').filter(Boolean);

/** Settings as if chosen before; tests that do not look at animations go without them and without pauses. */
export async function settle(context: BrowserContext, settings: Record<string, unknown> = {}): Promise<void> {
  const quick = { animation: 'off', pace: 'none', confirm: 'off' };
  const text = JSON.stringify({ ...quick, language: 'en', theme: 'light', ...settings });
  await context.addInitScript((value) => {
    if (!localStorage.getItem('tablier.settings')) localStorage.setItem('tablier.settings', value);
  }, text);
}

/** Fails the test when the page breaks. */
export function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

export function tableId(page: Page): string {
  const id = /#\/table\/([\w-]+)/.exec(page.url())?.[1];
  if (!id) throw new Error(`not at a table: ${page.url()}`);
  return id;
}

export async function boardOf(page: Page, root = base()): Promise<Board> {
  const answer = await fetch(new URL(`api/v1/tables/${tableId(page)}/board`, root));
  return (await answer.json()) as Board;
}

/** Asks the server something that is not about a table. */
export async function ask<T>(path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(new URL(`api/v1/${path}`, base()), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await answer.json()) as T;
}

/** Where a shape of the scene is on the screen. */
export async function spotOf(page: Page, board: Board, id: string): Promise<{ x: number; y: number }> {
  const shape = board.scene.shapes.find((other) => other.id === id);
  if (!shape) throw new Error(`no shape ${id}`);
  return page.evaluate(([x, y]) => {
    const svg = document.querySelector<SVGSVGElement>('.board .board-svg');
    const matrix = svg?.getScreenCTM();
    if (!matrix) throw new Error('no board');
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }, shape.place);
}

/** Waits for the form of a new game, with the words of its game. */
export async function formReady(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(page.locator('.new .lead')).not.toBeEmpty();
}

/** Unfolds what is seldom changed in a new game. */
export async function moreOptions(page: Page): Promise<void> {
  await page.locator('.more:not([open]) summary').click();
}

export async function newGame(page: Page, game: string, root = base()): Promise<void> {
  await page.goto(`${root}#/new/${game}`);
  await formReady(page);
  await moreOptions(page);
  const two = page.getByRole('radio', { name: '2 players' });
  if (await two.count()) await two.check();
  await page.getByRole('slider').first().fill('1');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.board .board-svg')).toBeVisible();
}

/** Waits until it is our turn or the game is over; says whether it goes on. */
export async function myTurn(page: Page): Promise<boolean> {
  await page.waitForFunction(
    () => document.querySelector('.chip-accent') !== null || document.querySelector('.over') !== null,
    null,
    { timeout: 60_000 },
  );
  return (await page.locator('.over').count()) === 0;
}

/** The move the computer would play for us. */
export async function hint(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Hint' }).click();
  const play = page.locator('.decide .button-primary', { hasText: /^Play / });
  await expect(play).toBeVisible({ timeout: 60_000 });
  return (await page.locator('.decide[data-move]').getAttribute('data-move')) ?? '';
}

/** Plays a gesture by clicking on the board. */
export async function click(page: Page, board: Board, gesture: Gesture): Promise<void> {
  for (const id of gesture.shapes) {
    const { x, y } = await spotOf(page, board, id);
    await page.mouse.click(x, y);
  }
  if (gesture.choice && gesture.shapes.length > 0) await page.locator(`[data-choice="${gesture.choice}"]`).click();
  else if (gesture.choice) await page.locator('.decide .button-primary').click();
}

/** Things that cannot be played now, as shapes pointed at, with pieces or places that show why; no more than wanted. */
export async function whyNot(game: string, board: Board, wanted: number): Promise<string[][]> {
  const begins = new Set(board.moves.map(({ gesture }) => gesture.shapes[0]));
  const free = (id: string) =>
    !begins.has(id) && !board.scene.shapes.some((shape) => shape.at === id && begins.has(shape.id));
  const shown = board.scene.shapes.filter(
    ({ id, role, at }) => ['cell', 'spot', 'piece'].includes(role) && free(id) && !(at && begins.has(at)),
  );
  const first = board.moves.find(({ gesture }) => gesture.shapes.length > 1)?.gesture.shapes[0];
  const tries = [...(first ? shown.map(({ id }) => [first, id]) : []), ...shown.map(({ id }) => [id])];
  const found: string[][] = [];
  for (const shapes of tries) {
    if (found.length === wanted) break;
    const { legal, reason } = await ask<{ legal: boolean; reason: { witness: readonly string[] } | null }>(
      'explanations',
      {
        game,
        options: board.options,
        position: board.position,
        tried: { gesture: { shapes } },
      },
    );
    if (!legal && reason && reason.witness.length > 0) found.push(shapes);
  }
  return found;
}
