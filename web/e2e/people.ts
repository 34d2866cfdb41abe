/** People at tables who use the API directly: quicker than any hand on a page. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { base, watch } from './page';
import type { Board } from './types';

export interface Seat {
  readonly kind: 'mine' | 'open' | 'computer';
  readonly level?: number;
}

interface TableState {
  readonly number: number;
  readonly status: string;
  readonly to_act: number | null;
  readonly seats: readonly { readonly guest: string | null }[];
  readonly end: { readonly places: readonly number[] } | null;
}

async function call<T>(root: string, path: string, body?: object, token?: string): Promise<T> {
  const answer = await fetch(new URL(`api/v1/${path}`, root), {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export class Table {
  constructor(
    readonly id: string,
    readonly game: string,
    readonly root: string,
  ) {}

  async state(): Promise<TableState> {
    return (await call<{ state: TableState }>(this.root, `tables/${this.id}`)).state;
  }

  board(ply?: number): Promise<Board> {
    return call(this.root, `tables/${this.id}/board${ply === undefined ? '' : `?ply=${ply}`}`);
  }

  private async moves(): Promise<readonly { readonly player: number }[]> {
    return (await call<{ moves: { player: number }[] }>(this.root, `tables/${this.id}`)).moves;
  }

  /** Which moves are a player's, counted from 0. */
  async ownPlies(player: number): Promise<ReadonlySet<number>> {
    return new Set((await this.moves()).flatMap((move, at) => (move.player === player ? [at] : [])));
  }

  /** Waits until a person is to act, or the game is over. */
  async myTurnOrOver(person: Person): Promise<TableState> {
    let state = await this.state();
    const mine = () => state.seats[state.to_act ?? -1]?.guest === person.guest;
    while (state.status === 'playing' && !mine()) {
      const path = `tables/${this.id}?after=${state.number}&wait=20`;
      state = (await call<{ state: TableState }>(this.root, path)).state;
    }
    return state;
  }

  /** A move as a beginner plays. */
  async weakMove(): Promise<string> {
    const { position, options, moves } = await this.board();
    const answer = await fetch(new URL('api/v1/analyses', this.root), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ game: this.game, options, position, level: 1, seconds: 1 }),
    });
    const last = (await answer.text()).trim().split('\n').at(-1) ?? '{}';
    const { candidates } = JSON.parse(last) as { candidates?: { move: string }[] };
    return candidates?.[0]?.move ?? moves[0]?.move ?? '';
  }
}

export class Person {
  private requests = 0;

  private constructor(
    readonly guest: string,
    readonly token: string,
    readonly root: string,
  ) {}

  static async arrive(root = base()): Promise<Person> {
    const { guest, token } = await call<{ guest: string; token: string }>(root, 'guests', {});
    return new Person(guest, token, root);
  }

  /** Makes a browser this person's. */
  async moveInto(context: BrowserContext): Promise<void> {
    const known = JSON.stringify({ guest: this.guest, name: null, token: this.token });
    await context.addInitScript((text) => localStorage.setItem('tablier.guest', text), known);
  }

  async act(table: Table, act: object): Promise<void> {
    const { number } = await table.state();
    const request = `${this.guest}-${table.id}-${this.requests++}`.slice(-60);
    await call(table.root, `tables/${table.id}/acts`, { request, expected: number, ...act }, this.token);
  }

  move(table: Table, move: string): Promise<void> {
    return this.act(table, { act: 'move', move });
  }
}

/** Opens a table in a person's browser; what breaks there is collected. */
export async function openAs(person: Person | undefined, page: Page, table: Table): Promise<string[]> {
  const errors = watch(page);
  await person?.moveInto(page.context());
  const open = page.url().startsWith(table.root);
  await page.goto(`${table.root}#/table/${table.id}`);
  // A page that was open already would stay another person's.
  if (open) await page.reload();
  await expect(page.locator('.board')).toHaveAttribute('data-position', (await table.board()).position);
  return errors;
}

/** A new table of a person's; with as many players as seats. */
export async function startTable(
  game: string,
  host: Person,
  seats: readonly Seat[],
  more: { readonly start?: string; readonly options?: object } = {},
): Promise<Table> {
  const { options } = await call<{ options: { name: string; values: unknown[] }[] }>(host.root, `games/${game}`);
  const counted = options.some(({ name, values }) => name === 'players' && values.includes(seats.length));
  const { table } = await call<{ table: string }>(
    host.root,
    'tables',
    {
      request: `new-${host.guest}-${game}-${Math.random()}`.slice(0, 60),
      game,
      options: { ...(counted ? { players: seats.length } : {}), ...more.options },
      start: more.start ?? null,
      seats,
      order: 'given',
    },
    host.token,
  );
  return new Table(table, game, host.root);
}
