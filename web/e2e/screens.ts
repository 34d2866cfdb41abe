/** Every screen, for the scans and the pictures. */
import { expect, type Page } from '@playwright/test';
import { base, gameIds, moreOptions, newGame } from './page';

export interface Screen {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
}

const game = () => gameIds()[0] ?? '';

const at = (path: string, ready: string) => async (page: Page) => {
  await page.goto(`${base()}${path}`);
  await expect(page.locator(ready).first()).toBeVisible();
};

export const SCREENS: readonly Screen[] = [
  { name: 'home', open: at('', '.game-card .miniature [data-id]') },
  { name: 'new', open: async (page) => at(`#/new/${game()}`, '.new-board .miniature [data-id]')(page) },
  {
    name: 'new-unfolded',
    open: async (page) => {
      await at(`#/new/${gameIds()[1] ?? ''}`, '.new-board .miniature [data-id]')(page);
      await moreOptions(page);
    },
  },
  { name: 'tables', open: at('#/tables', 'main h1') },
  { name: 'replay', open: at('#/replay', 'textarea') },
  { name: 'rules', open: at('#/rules', '.rules-card .miniature [data-id]') },
  {
    name: 'rules-of',
    open: async (page) => {
      await at(`#/rules/${game()}`, '.rule-figures')(page);
      await page.locator('.figure').first().scrollIntoViewIfNeeded();
      await expect(page.locator('.figure .board-svg [data-id]').first()).toBeVisible();
    },
  },
  { name: 'settings', open: at('#/settings', '.settings .miniature [data-id]') },
  { name: 'nowhere', open: at('#/nowhere', 'main h1') },
  { name: 'position', open: async (page) => at(`#/position/${game()}`, '.board .board-svg [data-id]')(page) },
  {
    name: 'waiting',
    open: async (page) => {
      await at(`#/new/${game()}?friend=1`, '.new .lead:not(:empty)')(page);
      await page.locator('button[type=submit]').click();
      await expect(page.locator('.invite').first()).toBeVisible();
    },
  },
];

export const TABLE: Screen = {
  name: 'table',
  open: async (page) => {
    await newGame(page, game());
    await expect(page.locator('.chip-accent')).toBeVisible();
  },
};
