import { expect, test } from '@playwright/test';
import { boardOf, click, myTurn, newGame, settle, watch } from './page';
import { Server } from './server';

test('a turn on the page of an installed package', async ({ page, context }) => {
  const server = await Server.start();
  try {
    await settle(context);
    const errors = watch(page);
    const { games } = (await (await fetch(new URL('api/v1/games', server.url))).json()) as { games: { id: string }[] };
    await newGame(page, games[0]?.id ?? '', server.url);
    for (let turn = 0; turn < 2; turn++) {
      expect(await myTurn(page)).toBe(true);
      const board = await boardOf(page, server.url);
      const gesture = board.moves.find((legal) => legal.gesture.shapes.length > 0)?.gesture;
      if (!gesture) throw new Error('nothing on the board can be played');
      await click(page, board, gesture);
      await expect(page.locator('.board')).not.toHaveAttribute('data-position', board.position);
    }
    expect(errors).toEqual([]);
  } finally {
    await server.stop();
  }
});
