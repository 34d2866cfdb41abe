/** How a position is drawn and named: rings, previews, names of places, printed moves, sizes, and the keyboard's place. */
import { expect, type Page, test } from '@playwright/test';
import { ask, base, boardOf, gameIds, myTurn, newGame, settle, spotOf } from './page';
import type { Board } from './types';

interface Step {
  readonly kind: string;
  readonly shape: string;
  readonly to: { readonly id: string; readonly role: string } | null;
}

interface Figure {
  readonly game: string;
  readonly options: object;
  readonly position: string;
  readonly move: string;
  readonly board: Board;
  readonly steps: readonly Step[];
}

/** The moves the figures of all rules show. */
async function figures(): Promise<Figure[]> {
  const found: Figure[] = [];
  for (const game of gameIds()) {
    const texts = (await (await fetch(new URL(`api/v1/games/${game}/texts/en`, base()))).json()) as {
      rules: { figures?: { position: string; move?: string; options?: object }[] }[];
    };
    for (const { position, move, options = {} } of texts.rules.flatMap((rule) => rule.figures ?? [])) {
      if (!move) continue;
      const board = await ask<Board>('positions', { game, options, position });
      const { steps } = await ask<{ steps: Step[] }>('previews', { game, options, position, move });
      found.push({ game, options, position, move, board, steps });
    }
  }
  return found;
}

async function openPosition(page: Page, { game, options, position }: Figure): Promise<void> {
  const query = new URLSearchParams({ position, options: JSON.stringify(options) });
  await page.goto(`${base()}#/position/${game}?${query.toString()}`);
  await expect(page.locator('.board')).toHaveAttribute('data-position', position);
}

async function point(page: Page, board: Board, id: string, how: 'click' | 'move'): Promise<void> {
  const { x, y } = await spotOf(page, board, id);
  await page.mouse[how](x, y);
}

const shapesOf = ({ board, move }: Figure): readonly string[] =>
  board.moves.find((legal) => legal.move === move)?.gesture.shapes ?? [];

const placeIn = (transform: string | null): string => {
  const [, x = '', y = ''] = /translate\((\S+) (\S+)\)/.exec(transform ?? '') ?? [];
  return `${Number(x).toFixed(1)} ${Number(y).toFixed(1)}`;
};

test('a preview lights up what the move lights up, below the pieces, and crosses all it takes', async ({
  page,
  context,
}) => {
  await settle(context);
  const lit = (figure: Figure) =>
    figure.steps.filter(
      ({ kind, shape }) =>
        kind === 'enter' && figure.steps.some((step) => step.kind === 'leave' && step.shape === shape),
    );
  const shown = (await figures()).filter((figure) => lit(figure).length > 0 && shapesOf(figure).length === 2);
  expect(shown.length).toBeGreaterThan(1);
  for (const figure of shown) {
    await openPosition(page, figure);
    const [from = '', to = ''] = shapesOf(figure);
    await point(page, figure.board, from, 'click');
    await point(page, figure.board, to, 'move');
    await expect(page.locator('[data-overlay]')).toBeVisible();
    const order = await page
      .locator('.board .board-svg > [data-id]')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('data-id'), one.getAttribute('data-role')]));
    const firstPiece = order.findIndex(([, role]) => role === 'piece');
    for (const { shape } of lit(figure)) {
      const at = order.findIndex(([id]) => id === shape);
      expect(at, `${figure.move} ${shape}`).toBeGreaterThan(-1);
      expect(at, `${figure.move} ${shape}`).toBeLessThan(firstPiece);
    }
    const taken = figure.steps.filter(({ kind, shape }) => kind === 'leave' && shape.startsWith('piece:'));
    await expect(page.locator('[data-cross]'), figure.move).toHaveCount(taken.length);
  }
});

test('what is picked up takes its own ring along, also when it is dragged', async ({ page, context }) => {
  await settle(context);
  for (const figure of (await figures()).filter((one) => shapesOf(one).length === 2)) {
    await openPosition(page, figure);
    const [from = '', to = ''] = shapesOf(figure);
    await point(page, figure.board, from, 'click');
    const ring = page.locator('[data-ring="selected"]');
    await expect(ring).toHaveCount(1);
    const piece = page.locator(`.board-svg > [data-id="${from}"] > g`).last();
    const own = figure.board.scene.shapes.find(({ id }) => id === from)?.outline && from.startsWith('piece:');
    if (!own) continue;
    const both = async () => [
      placeIn(await ring.getAttribute('transform')),
      placeIn(await piece.getAttribute('transform')),
    ];
    expect((await both())[0], from).toBe((await both())[1]);
    const [start, end] = [await spotOf(page, figure.board, from), await spotOf(page, figure.board, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move((start.x + end.x) / 2 + 30, (start.y + end.y) / 2 + 30, { steps: 4 });
    expect((await both())[0], from).toBe((await both())[1]);
    await page.mouse.up();
    return;
  }
  throw new Error('no piece carries its own ring');
});

test('the place a cell left is outlined and not filled', async ({ page, context }) => {
  await settle(context);
  const slid = (await figures()).find(({ steps }) =>
    steps.some(({ kind, to }) => kind === 'slide' && to?.role === 'cell'),
  );
  if (!slid) throw new Error('no figure slides a cell');
  await openPosition(page, slid);
  for (const id of shapesOf(slid)) await point(page, slid.board, id, 'click');
  const left = page.locator('[data-ring="left"]');
  await expect(left).toHaveCount(1);
  const place = placeIn(await left.getAttribute('transform'));
  const filled = await page
    .locator('.state-fill')
    .evaluateAll((all) => all.map((one) => one.getAttribute('transform')));
  expect(filled.length).toBeGreaterThan(0);
  expect(filled.map(placeIn)).not.toContain(place);
});

test('places are named when they are pointed at, walked to, or spoken of in the rules', async ({ page, context }) => {
  await settle(context);
  const label = page.locator('[data-role="label"]');
  let tried = 0;
  for (const figure of await figures()) {
    const named = figure.board.scene.shapes.filter(({ names }) => names?.length);
    const first = named.find(({ names }) => names?.[0] === shapesOf(figure)[0]) ?? named[0];
    if (!first) continue;
    await openPosition(page, figure);
    await expect(page.locator(`[data-id="${first.id}"]`)).toHaveCount(0);
    await point(page, figure.board, first.names?.[0] ?? '', 'move');
    await expect(page.locator(`[data-id="${first.id}"]`)).toBeVisible();
    await page.mouse.move(2, 2);
    await expect(page.locator(`[data-id="${first.id}"]`)).toHaveCount(0);
    await page.locator('.board-stage').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => label.evaluateAll((all) => all.length)).toBeGreaterThan(0);
    if (tried++ === 0 || tried === 8) {
      await page.goto(`${base()}#/rules/${figure.game}`);
      const drawn = page.locator('.figure').first();
      await drawn.scrollIntoViewIfNeeded();
      await expect(drawn.locator('[data-role="label"] text').first()).toBeVisible();
      const said = await drawn.innerText();
      const names = new Set(named.flatMap(({ parts }) => parts?.flatMap(({ text }) => text ?? []) ?? []));
      const shown = (await drawn.locator('[data-role="label"] text').allTextContents()).filter((text) =>
        names.has(text),
      );
      expect(shown.length, figure.game).toBeGreaterThan(0);
      for (const text of shown) expect(said).toContain(text);
    }
  }
  expect(tried).toBeGreaterThan(1);
});

test('no printed move has a dash that might be a minus, and the text itself is kept for typing', async ({
  page,
  context,
}) => {
  await settle(context);
  for (const figure of await figures()) {
    await page.goto(`${base()}#/rules/${figure.game}`);
    const buttons = page.locator('.figure-buttons .button-soft');
    await expect(buttons.first()).toBeAttached();
    for (const text of await buttons.allTextContents()) expect(text).not.toMatch(/[–-][–−-]|[A-Z][–]|-\d/);
  }
  for (const game of gameIds()) {
    await newGame(page, game);
    await myTurn(page);
    const legal = (await boardOf(page)).moves.find(({ move }) => /-\d/.test(move)) ?? (await boardOf(page)).moves[0];
    await page.locator('.typed input').fill(legal?.move ?? '');
    await page.keyboard.press('Enter');
    const first = page.locator('.move').first();
    await expect(first).toHaveAttribute('data-move', legal?.move ?? '');
    await expect(first).not.toHaveText(/[–-][–−-]|[A-Z]–|-\d/);
  }
});

test('a position opened in the middle of play says what is to be done there', async ({ page, context }) => {
  await settle(context);
  const words = async (game: string, position: string, options = {}) => {
    await openPosition(page, { game, options, position } as Figure);
    return (await page.locator('.status-words').innerText()).replaceAll(/\s+/g, ' ');
  };
  const steps = '1 Move a figure 2 Slide an island';
  const islands = '0,0R;1,0W;2,0;3,0B';
  expect(await words('hendeca', `${islands} w island -`)).toBe(`${steps} Choose what you want to move.`);
  await expect(page.locator('.steps [aria-current]')).toHaveText('2 Slide an island');
  expect(await words('hendeca', '0,0R;1,0w b setup -')).toBe('Lay an island beside those that lie there.');
  const pending =
    'a1a2,a1b1,a2a3,b1c1,c1d1,c3c4,c4d4,d1e1,d4e3,e2e3 a4b5,b3c3,b3c4,b4b5,b5c6,c3d2,c6d5,d2e2,d5e4 w c3c4';
  expect(await words('polygone', pending)).toBe('Choose which polygon captures first.');
  const stuck = 'd2d3,d4d5,d4e3,d4e4,d5e4,e3e4 a1a2,c3d3,c5d5,c6d5,d3d4,d3e2 w -';
  expect(await words('polygone', stuck)).toBe('You have no move: pass.');
  const over = '000000/000000/000000/000000/000000/800000 - - w';
  expect(await words('connexion', over)).toBe('White wins. The last pawn of White has left the board.');
});

test('Escape while playing with the mouse leaves no frame, and the arrow keys bring it', async ({ page, context }) => {
  await settle(context);
  for (const game of gameIds()) {
    await newGame(page, game);
    await myTurn(page);
    const board = await boardOf(page);
    await point(page, board, board.moves[0]?.gesture.shapes[0] ?? '', 'click');
    await page.keyboard.press('Escape');
    const stage = page.locator('.board-stage');
    await expect(stage).toBeFocused();
    await expect(page.locator('[data-ring="focus"]')).toHaveCount(0);
    expect(await stage.evaluate((element) => getComputedStyle(element).outlineStyle), game).toBe('none');
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('[data-ring="focus"]')).toHaveCount(1);
    expect(await stage.evaluate((element) => getComputedStyle(element).outlineStyle), game).toBe('solid');
  }
});

/** Opens each game that begins by choosing what comes to an empty place. */
async function withEmptyPlaces(page: Page, look: () => Promise<void>): Promise<void> {
  let found = 0;
  for (const game of gameIds()) {
    await newGame(page, game);
    await myTurn(page);
    const board = await boardOf(page);
    const spots = new Set(board.scene.shapes.filter(({ role }) => role === 'spot').map(({ id }) => id));
    if (!board.moves.some(({ gesture }) => gesture.choice && spots.has(gesture.shapes[0] ?? ''))) continue;
    found++;
    await page.locator('.board-stage').focus();
    await page.keyboard.press('PageDown');
    await look();
  }
  expect(found).toBeGreaterThan(0);
}

test('an empty place is not called a piece that can move', async ({ page, context }) => {
  await settle(context);
  await withEmptyPlaces(page, async () => {
    const told = page.locator('.board > p[aria-live]');
    await expect(told).toContainText('can be played to');
    await expect(told).not.toContainText('can move');
  });
});

test('choosing with the keyboard keeps it on the board', async ({ page, context }) => {
  await settle(context);
  await withEmptyPlaces(page, async () => {
    await page.keyboard.press('Enter');
    await page.locator('[data-choice]').first().focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.move').first()).toBeVisible();
    await expect(page.locator('.board-stage')).toBeFocused();
    await expect(page.locator('[data-ring="focus"]')).toHaveCount(1);
  });
});

test.describe('on a phone on its side', () => {
  test.use({ viewport: { width: 640, height: 360 }, hasTouch: true, isMobile: true });

  for (const language of ['fr', 'en']) {
    test(`the board and all else fit beside one another, ${language}`, async ({ page, context }) => {
      await settle(context, { language });
      for (const game of gameIds()) {
        await page.goto(`${base()}#/new/${game}`);
        await expect(page.locator('.new .lead')).not.toBeEmpty();
        await page.locator('button[type=submit]').last().click();
        await expect(page.locator('.chip-accent')).toBeVisible({ timeout: 60_000 });
        const size = await page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          return [scrollWidth, scrollHeight, innerWidth, innerHeight];
        });
        expect(size, game).toEqual([640, 360, 640, 360]);
        for (const part of ['.player-acts', '.moves-head', '.typed', '.actions']) {
          await expect(page.locator(part).first(), `${game} ${part}`).toBeInViewport({ ratio: 0.9 });
        }
        const [board, column] = await Promise.all([
          page.locator('.board').boundingBox(),
          page.locator('.column').boundingBox(),
        ]);
        expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual(column?.x ?? 0);
        const { moves, position } = await boardOf(page);
        await page.locator('.typed input').fill(moves[0]?.move ?? '');
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await boardOf(page)).position).not.toBe(position);
        await myTurn(page);
        await expect(page.locator('.move').nth(1)).toBeAttached();
        const list = page.locator('.moves-scroll');
        expect(await list.evaluate((all) => all.scrollWidth - all.clientWidth), game).toBeLessThanOrEqual(0);
      }
    });

    test(`a turn of several moves is told within its line, ${language}`, async ({ page, context }) => {
      await settle(context, { language });
      const several = (await figures()).filter(({ board }) => board.steps?.length);
      expect(several.length).toBeGreaterThan(1);
      for (const { game, options, position } of several) {
        const query = new URLSearchParams({ position, options: JSON.stringify(options) });
        await page.goto(`${base()}#/new/${game}?${query.toString()}`);
        await expect(page.locator('.new .lead')).not.toBeEmpty();
        await page.locator('button[type=submit]').last().click();
        await expect(page.locator('.steps')).toBeVisible();
        const line = await page.locator('.status').boundingBox();
        if (!line) throw new Error('no line');
        for (const part of ['.steps [aria-current]', '.status .sentence']) {
          const box = await page.locator(part).boundingBox();
          if (!box) throw new Error(part);
          expect(box.height, part).toBeGreaterThan(10);
          expect(box.y, part).toBeGreaterThanOrEqual(line.y);
          expect(box.y + box.height, part).toBeLessThanOrEqual(line.y + line.height);
        }
      }
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('nothing written on a board is smaller than 12 pixels', async ({ page, context }) => {
    await settle(context);
    for (const game of gameIds()) {
      await page.goto(`${base()}#/position/${game}`);
      await expect(page.locator('.board .board-svg [data-id]').first()).toBeVisible();
      const smallest = () =>
        page.locator('.board .board-svg text').evaluateAll((all) =>
          Math.min(
            99,
            ...all.map((text) => {
              const matrix = (text as SVGTextElement).getScreenCTM();
              return Number(text.getAttribute('font-size')) * Math.hypot(matrix?.a ?? 0, matrix?.b ?? 0);
            }),
          ),
        );
      await expect.poll(smallest, { message: game }).toBeGreaterThan(11.9);
      // Grown so far, no two of them touch.
      const touching = await page.locator('.board .board-svg > [data-id]:has(text)').evaluateAll((all) => {
        const boxes = all.map((one) => ({ id: one.getAttribute('data-id'), box: one.getBoundingClientRect() }));
        return boxes.flatMap(({ id, box }, index) =>
          boxes
            .slice(index + 1)
            .filter(
              ({ box: other }) =>
                box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
            )
            .map((other) => `${id} ${other.id}`),
        );
      });
      expect(touching, game).toEqual([]);
    }
  });

  for (const language of ['fr', 'en']) {
    test(`the board stays where it is while a move is told, so that a second touch plays it, ${language}`, async ({
      page,
      context,
    }) => {
      await settle(context, { language, confirm: 'on' });
      const shown = (await figures()).filter((figure) => shapesOf(figure).length === 2);
      expect(new Set(shown.map(({ game }) => game)).size).toBe(gameIds().length);
      for (const figure of shown) {
        await openPosition(page, figure);
        const [from = '', to = ''] = shapesOf(figure);
        const first = await spotOf(page, figure.board, to);
        await point(page, figure.board, from, 'click');
        await point(page, figure.board, to, 'click');
        await expect(page.locator('[data-overlay]')).toBeVisible();
        expect(await spotOf(page, figure.board, to), `${figure.game} ${figure.move}`).toEqual(first);
        await page.mouse.click(first.x, first.y);
        await expect(page.locator('.board'), figure.move).not.toHaveAttribute('data-position', figure.position);
      }
    });
  }

  test('the moves leave the board in sight while one steps through them', async ({ page, context }) => {
    await settle(context);
    await newGame(page, gameIds()[0] ?? '');
    await myTurn(page);
    await page.locator('.bottom-bar .action', { hasText: 'Moves' }).click();
    const { position, moves } = await boardOf(page);
    await page.locator('.typed input').fill(moves[0]?.move ?? '');
    await page.keyboard.press('Enter');
    await expect(page.locator('.move').first()).toBeVisible();
    await expect(page.locator('.board')).not.toHaveAttribute('data-position', position);
    await page.getByRole('button', { name: 'To the start' }).click();
    await expect(page.locator('.board')).toHaveAttribute('data-position', position);
    await expect(page.locator('.past')).toBeVisible();
    const covered = await page.locator('.board-svg').evaluate((svg) => {
      const { left, top, width, height } = svg.getBoundingClientRect();
      const corners = [0.15, 0.5, 0.85].flatMap((x) =>
        [0.15, 0.5, 0.85].map((y) => [left + x * width, top + y * height]),
      );
      return corners.filter(([x = 0, y = 0]) => !document.elementFromPoint(x, y)?.closest('.board-stage'));
    });
    expect(covered).toEqual([]);
    const box = await page.locator('.board-svg').boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(200);
    await page.keyboard.press('Escape');
    await expect(page.locator('.moves-sheet')).toHaveCount(0);
    await expect(page.locator('.bottom-bar .action').first()).toBeFocused();
  });
});
