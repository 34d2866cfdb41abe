import { expect, test } from '@playwright/test';
import { gameIds, settle } from './page';
import { Server } from './server';

test('a computer that nobody thinks for says so, and its clock stands still', async ({ context, page }) => {
  const server = await Server.start('', ['--workers', '0']);
  try {
    await settle(context);
    const guest = (await (await page.request.post(`${server.url}api/v1/guests`, { data: {} })).json()) as {
      token: string;
    };
    const seats = [{ kind: 'computer', level: 1 }, { kind: 'mine' }];
    const clock = { kind: 'fischer', seconds: 300, increment: 0 };
    const made = (await (
      await page.request.post(`${server.url}api/v1/tables`, {
        data: { request: 'one', game: gameIds().at(-1), seats, clock },
        headers: { authorization: `Bearer ${guest.token}` },
      })
    ).json()) as { table: string };
    await page.goto(`${server.url}#/table/${made.table}`);
    await expect(page.locator('.status .chip')).toHaveText('Computer not available');
    await expect(page.locator('.status .sentence')).toContainText('goes on as soon as it is');
    await expect(page.locator('.player-acts .clock')).toHaveText('‖ 5:00');
  } finally {
    await server.stop();
  }
});
