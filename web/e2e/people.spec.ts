/** Between people, and what the page says to each of them: hints, leaving, refusals, places, names. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { ask, base, boardOf, gameIds, moreOptions, settle, spotOf } from './page';
import type { Board } from './types';

interface Guest {
  readonly guest: string;
  readonly token: string;
}

interface Told extends Board {
  readonly turn_begins: boolean;
  readonly placed: readonly (number | null)[];
  readonly steps: readonly object[];
  readonly standings: readonly { readonly counts: readonly object[]; readonly hand: readonly object[] }[];
}

interface Figure {
  readonly position: string;
  readonly options?: Record<string, unknown>;
}

const computer = { kind: 'computer', level: 1 };
let requests = 0;

async function send<T>(guest: Guest, path: string, body: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${guest.token}` };
  const init = {
    method: 'POST',
    headers,
    body: JSON.stringify({ request: `people-${requests++}-${Date.now()}`, ...body }),
  };
  return (await (await fetch(new URL(`api/v1/${path}`, base()), init)).json()) as T;
}

async function newTable(host: Guest, game: string, seats: object[], more: object = {}): Promise<string> {
  return (await send<{ table: string }>(host, 'tables', { game, seats, ...more })).table;
}

/** A page of somebody in a browser of their own, at a table. */
async function sit(browser: Browser, guest: Guest, table: string, settings: object = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 750 } });
  await settle(context, { ...settings });
  await context.addInitScript((known) => localStorage.setItem('tablier.guest', known), JSON.stringify(guest));
  const page = await context.newPage();
  await page.goto(`${base()}#/table/${table}`);
  await expect(page.locator('.board .board-svg')).toBeVisible();
  return page;
}

const newGuest = () => ask<Guest>('guests', {});

/** Two people at a table of a game for two, each in their own browser. */
async function twoPeople(
  browser: Browser,
  more: object = {},
): Promise<{ table: string; pages: [Page, Page]; guests: [Guest, Guest] }> {
  const [ada, bob] = [await newGuest(), await newGuest()];
  const table = await newTable(ada, gameIds().at(-1) ?? '', [{ kind: 'mine' }, { kind: 'open' }], more);
  await send(bob, `tables/${table}/acts`, { act: 'sit', seat: 1 });
  return { table, guests: [ada, bob], pages: [await sit(browser, ada, table), await sit(browser, bob, table)] };
}

async function type(page: Page, move: string): Promise<void> {
  await page.locator('.typed input').fill(move);
  await page.keyboard.press('Enter');
}

/** The first position of the games' figures, or of a start, that is as wanted. */
async function find(
  wanted: (board: Told) => boolean | Promise<boolean>,
): Promise<{ game: string; figure: Figure; board: Told }> {
  for (const game of gameIds()) {
    const texts = (await (await fetch(new URL(`api/v1/games/${game}/texts/en`, base()))).json()) as {
      rules: { figures?: Figure[] }[];
    };
    const start = await ask<Told>('positions', { game });
    for (const figure of [{ position: start.position }, ...texts.rules.flatMap(({ figures }) => figures ?? [])]) {
      const { position, options = {} } = figure;
      const board = await ask<Told>('positions', { game, position, options });
      if (await wanted(board)) return { game, figure, board };
    }
  }
  throw new Error('no position is as wanted');
}

test.beforeEach(async ({ context }) => settle(context));

test('between people there are no hints, unless all agreed', async ({ browser }) => {
  const { pages } = await twoPeople(browser);
  for (const page of pages) {
    await expect(page.getByRole('button', { name: 'Resign' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0);
    await expect(page.locator('.table-title')).toContainText('no hints');
  }
  const agreed = await twoPeople(browser, { hints: true });
  for (const page of agreed.pages) await expect(page.locator('.table-title')).toContainText('hints allowed');
  await agreed.pages[0].getByRole('button', { name: 'Hint' }).click();
  await expect(agreed.pages[0].locator('.decide .button-primary')).toBeVisible({ timeout: 60_000 });
});

test('hints are offered where others take part, and who is invited reads of them', async ({ browser, page }) => {
  const game = gameIds().at(-1) ?? '';
  await page.goto(`${base()}#/new/${game}`);
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(page.getByRole('switch', { name: /^Allow hints/ })).toHaveCount(0);
  await page.goto(`${base()}#/new/${game}?friend=1`);
  await moreOptions(page);
  await page.getByRole('switch', { name: /^Allow hints/ }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  const link = await page.getByLabel('Invitation link').inputValue();
  const friend = await (await browser.newContext()).newPage();
  await settle(friend.context());
  await friend.goto(link);
  await expect(friend.locator('.waiting')).toContainText('Hints allowed');
});

test('a friend is invited to a game for two', async ({ page }) => {
  for (const game of gameIds()) {
    await page.goto(`${base()}#/new/${game}?friend=1`);
    await moreOptions(page);
    await expect(page.getByRole('group', { name: /^Who plays/ })).toHaveCount(2);
  }
});

test('leaving asks, and who left only watches, and may come back', async ({ browser }) => {
  const { pages } = await twoPeople(browser);
  const [page, other] = pages;
  await expect(page.locator('.chip-accent')).toBeVisible();
  const leave = async () => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Leave the table' }).click();
    await expect(page.getByText('Leave this game?')).toBeVisible();
  };
  await leave();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.chip-accent')).toHaveText('Your turn');
  await leave();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('heading', { name: 'You have left this game' })).toBeVisible();
  await expect(page.locator('.chip-accent')).toHaveCount(0);
  await expect(page.locator('.typed')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Resign' })).toHaveCount(0);
  await expect(page.locator('.left').getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'The computer plays on' })).toBeVisible();
  await page.getByRole('button', { name: 'Take my seat again' }).click();
  await expect(page.locator('.chip-accent')).toHaveText('Your turn');
  await expect(other.getByRole('button', { name: 'The computer plays on' })).toHaveCount(0);
});

test('who leaves a game against the computer ends it', async ({ browser }) => {
  const ada = await newGuest();
  const table = await newTable(ada, gameIds().at(-1) ?? '', [{ kind: 'mine' }, computer]);
  const page = await sit(browser, ada, table);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Leave the table' }).click();
  await expect(page.getByText('Leave and end this game?')).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('.left').getByRole('link', { name: 'New game' })).toBeVisible();
  await page.locator('.left').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('button', { name: 'Play now' })).toBeVisible();
  await expect(page.locator('.continue-card')).toHaveCount(0);
});

test('the second click of a double click does nothing', async ({ browser }) => {
  const ada = await newGuest();
  const table = await newTable(ada, gameIds().at(-1) ?? '', [{ kind: 'mine' }, { kind: 'mine' }]);
  const page = await sit(browser, ada, table, { confirm: 'on' });
  for (const name of ['Resign', 'Draw']) {
    await expect(page.locator('.actions:not(.settling)')).toBeVisible();
    const box = await page.getByRole('button', { name }).boundingBox();
    const before = await boardOf(page);
    const shapes = before.moves.find(({ gesture }) => gesture.shapes.length === 2)?.gesture.shapes ?? [];
    for (const id of shapes) {
      const spot = await spotOf(page, before, id);
      await page.mouse.click(spot.x, spot.y);
    }
    await expect(page.locator('.decide .button-primary')).toBeVisible();
    // Where the button for giving up was, and will be again.
    await page.mouse.dblclick((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect.poll(async () => (await boardOf(page)).position).not.toBe(before.position);
    await expect(page.locator('.actions')).toBeVisible();
    await expect(page.locator('.asking')).toHaveCount(0);
  }
  // Nor does it answer what the first one asked.
  const resign = await page.getByRole('button', { name: 'Resign' }).boundingBox();
  await expect(page.locator('.actions:not(.settling)')).toBeVisible();
  await page.mouse.dblclick((resign?.x ?? 0) + 20, (resign?.y ?? 0) + 30);
  await expect(page.locator('.asking')).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('.over h2')).toBeVisible();
});

test('who asked is told of a no', async ({ browser }) => {
  const { pages, guests, table } = await twoPeople(browser);
  const [page, other] = pages;
  await expect(page.locator('.chip-accent')).toBeVisible();
  const [, second] = (await boardOf(page)).players;
  await type(page, (await boardOf(page)).moves[0]?.move ?? '');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('You have asked to take back')).toBeVisible();
  await other.getByRole('button', { name: 'No', exact: true }).click();
  const colour = second?.name.replace(/^./, (letter) => letter.toUpperCase()) ?? '';
  await expect(page.getByText(`${colour} does not want you to take back.`)).toBeVisible();
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await other.getByText('offers a draw.').waitFor();
  // Playing on is an answer too.
  await type(other, (await boardOf(page)).moves[0]?.move ?? '');
  await expect(page.getByText(`${colour} declines the draw.`)).toBeVisible();
  await send(guests[0], `tables/${table}/acts`, { act: 'resign' });
  // Nobody has a name: one is “you”, the other a colour.
  await expect(other.locator('.over h2')).toHaveText('You win');
  await expect(page.locator('.over h2')).toHaveText(`${colour} wins`);
  await expect(page.locator('.over p').first()).toHaveText('You have resigned.');
  const names = await other.locator('.over .places li').allInnerTexts();
  await other.getByRole('link', { name: 'Replay' }).last().click();
  await expect(other.locator('.replay-players li')).toHaveCount(2);
  const replayed = await other.locator('.replay-players li').allInnerTexts();
  const bare = (texts: string[]) => texts.map((text) => text.replace(/[\d\s]/g, '')).sort();
  expect(bare(replayed)).toEqual(bare(names));
  expect(names.join(' ')).toContain('You');
});

test('who watches sees nothing that only players can do', async ({ browser }) => {
  const { table } = await twoPeople(browser);
  const page = await sit(browser, await newGuest(), table);
  await expect(page.locator('.player-acts')).toBeVisible();
  await expect(page.locator('.action')).toHaveText(['Share']);
  await expect(page.locator('.typed')).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Leave the table' })).toHaveCount(0);
});

/** Three at a table: the first is one move from first place, the second plays the other two seats. */
async function oneMoveFromFirst(): Promise<{ ada: Guest; bob: Guest; table: string; winning: string }> {
  let winning = '';
  const { game, figure } = await find(async (board) => {
    if (board.placed.length < 3 || board.placed.some((place) => place !== null)) return false;
    for (const { move } of board.moves) {
      const next = await ask<Told>('positions', {
        game: board.game,
        options: board.options,
        position: board.position,
        moves: [move],
      });
      if (next.to_act !== null && next.placed[board.to_act ?? 0] === 1) {
        winning = move;
        return true;
      }
    }
    return false;
  });
  const [ada, bob] = [await newGuest(), await newGuest()];
  const more = { start: figure.position, options: figure.options ?? {} };
  const table = await newTable(ada, game, [{ kind: 'mine' }, { kind: 'open' }, { kind: 'open' }], more);
  await send(bob, `tables/${table}/acts`, { act: 'sit', seat: 1 });
  await send(bob, `tables/${table}/acts`, { act: 'sit', seat: 2 });
  return { ada, bob, table, winning };
}

test('a place taken while the others play on is told, and leaves nothing to resign', async ({ browser }) => {
  const { ada, table, winning } = await oneMoveFromFirst();
  const page = await sit(browser, ada, table);
  await expect(page.locator('.chip-accent')).toBeVisible();
  await type(page, winning);
  await expect(page.getByRole('heading', { name: 'You take first place' })).toBeVisible();
  await expect(page.locator('.placed .places li')).toHaveText(/1\s*You/);
  // Looking at the past brings nothing back.
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.locator('.past')).toBeVisible();
  for (const name of ['Resign', 'Draw', 'Take back']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Watch on' }).click();
  await expect(page.locator('.placed')).toHaveCount(0);
});

test('who has a place sees the rest move by move, however quickly it is played', async ({ browser }) => {
  const { ada, bob, table, winning } = await oneMoveFromFirst();
  const page = await sit(browser, ada, table, { animation: 'normal', pace: 'short' });
  const board = () => boardOf(page) as Promise<Told>;
  await expect(page.locator('.chip-accent')).toBeVisible();
  await page.evaluate(() => {
    const looks: object[] = [];
    Object.assign(window, { looks });
    const stage = document.querySelector('.board') as HTMLElement;
    new MutationObserver(() => {
      const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
      const medals = document.querySelectorAll('.player .medal').length;
      const of = { chip: text('.chip'), told: text('.placed h2'), medals };
      // What stands beside the board is drawn with it, and read afterwards.
      looks.push({ position: stage.dataset['position'], ...of });
    }).observe(stage, { attributeFilter: ['data-position'] });
  });
  const before = (await board()).position;
  await type(page, winning);
  await expect.poll(async () => (await board()).position).not.toBe(before);
  const positions: string[] = [];
  for (let move = 0; move < 20; move++) {
    const { game, options, position, moves } = await board();
    positions.push(position);
    for (const { move: tried } of moves.slice(move % 5)) {
      const next = await ask<Told>('positions', { game, options, position, moves: [tried] });
      if (next.to_act === null) continue;
      const { state } = (await (await fetch(new URL(`api/v1/tables/${table}`, base()))).json()) as {
        state: { number: number };
      };
      await send(bob, `tables/${table}/acts`, { act: 'move', move: tried, expected: state.number });
      break;
    }
  }
  await send(bob, `tables/${table}/acts`, { act: 'resign' });
  expect(new Set(positions).size).toBe(20);
  await expect(page.locator('.over h2')).toHaveText('You win', { timeout: 60_000 });
  const looks = await page.evaluate(
    () => (window as unknown as { looks: { position: string; chip: string; told: string; medals: number }[] }).looks,
  );
  expect(looks.map(({ position }) => position)).toEqual([...positions, (await board()).position]);
  for (const { chip, told, medals } of looks.slice(1, -1)) {
    expect(chip).not.toBe('Game over');
    expect(told).toBe('You take first place');
    expect(medals).toBe(1);
  }
});

test('a turn of several steps says which one comes now', async ({ browser }) => {
  const { game, figure } = await find((board) => board.steps.length > 1 && board.turn_begins && board.moves.length > 0);
  const ada = await newGuest();
  const more = { start: figure.position, options: figure.options ?? {} };
  const table = await newTable(ada, game, [{ kind: 'mine' }, { kind: 'mine' }], more);
  const page = await sit(browser, ada, table);
  await expect(page.locator('.steps li')).toHaveCount(2);
  const now = page.locator('.steps [aria-current=step]');
  await expect(now).toHaveText(/^1 /);
  await type(page, (await boardOf(page)).moves[0]?.move ?? '');
  await expect(now).toHaveText(/^2 /);
});

test('the last move is in sight in the list, however many play', async ({ browser }) => {
  const { games } = (await (await fetch(new URL('api/v1/games', base()))).json()) as {
    games: { id: string; players: number[] }[];
  };
  const counts = games.map(({ players }) => Math.max(...players));
  const most = Math.max(...counts);
  const ada = await newGuest();
  const seats = [{ kind: 'mine' }, ...Array<object>(most - 1).fill(computer)];
  const table = await newTable(ada, games[counts.indexOf(most)]?.id ?? '', seats, { options: { players: most } });
  const page = await sit(browser, ada, table);
  await expect(page.locator('.chip-accent')).toBeVisible();
  await type(page, (await boardOf(page)).moves[0]?.move ?? '');
  await expect(page.locator('.move')).toHaveCount(most);
  await expect(page.locator('.move-current')).toHaveText((await page.locator('.move').allInnerTexts()).at(-1) ?? '');
  await expect(page.locator('.move-current')).toBeInViewport({ ratio: 1 });
});

for (const language of ['fr', 'en']) {
  test(`what is told of players is not cut off, ${language}`, async ({ browser }) => {
    const { game, figure, board } = await find(
      ({ placed, standings }) => placed.length > 2 && standings.every(({ counts }) => counts.length > 1),
    );
    const ada = await newGuest();
    const more = { start: figure.position, options: figure.options ?? {} };
    const seats = [{ kind: 'mine' }, ...Array<object>(board.placed.length - 1).fill(computer)];
    const page = await sit(browser, ada, await newTable(ada, game, seats, more), { language });
    await expect(page.locator('.player-counts')).toHaveCount(board.placed.length);
    for (const kind of await page.locator('.player-kind span').all()) {
      expect(await kind.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    }
  });
}

test('what players hold in hand lies beside their names', async ({ browser }) => {
  const { game, board } = await find(({ standings }) => standings.some(({ hand }) => hand.length > 1));
  const ada = await newGuest();
  const table = await newTable(ada, game, [{ kind: 'mine' }, { kind: 'mine' }], { start: board.position });
  const page = await sit(browser, ada, table);
  const tiles = page.locator('.player').first().locator('.player-hand svg');
  await expect(tiles).toHaveCount(board.standings[0]?.hand.length ?? 0);
  await type(page, (await boardOf(page)).moves[0]?.move ?? '');
  await expect(tiles).toHaveCount((board.standings[0]?.hand.length ?? 0) - 1);
});

for (const game of gameIds()) {
  test(`${game}: the first sentence says what to do, and what can move is shown`, async ({ browser }) => {
    const ada = await newGuest();
    const { players } = await ask<Told>('positions', { game });
    const table = await newTable(
      ada,
      game,
      players.map((_, at) => (at === 0 ? { kind: 'mine' } : computer)),
    );
    const page = await sit(browser, ada, table);
    await expect(page.locator('.chip-accent')).toBeVisible();
    const texts = (await (await fetch(new URL(`api/v1/games/${game}/texts/en`, base()))).json()) as {
      prompts: { begins: string };
    };
    await expect(page.locator('.status .sentence')).toHaveText(texts.prompts.begins);
    const { moves, scene } = await boardOf(page);
    // Pieces have rings; empty places have dots anyway.
    const begins = new Set(moves.map(({ gesture }) => gesture.shapes[0]));
    const pieces = scene.shapes.filter(({ id, role }) => begins.has(id) && role !== 'spot');
    await expect(page.locator('[data-ring="movable"]')).toHaveCount(pieces.length);
    for (const counts of await page.locator('.player-counts').all()) await expect(counts).toHaveText(/^\d+ .*[a-z]/);
  });
}
