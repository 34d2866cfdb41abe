import type { NewTable, Game, Setup, Snapshot, State } from '../api/types';
import { createRequest, type Draft, rememberDraft } from './draft';
import { asMe, guest } from './hub';
import { go, link } from './router';
import { requestId } from './uuid';

async function makeTable(body: NewTable): Promise<void> {
  const made = await asMe<Snapshot>('tables', { method: 'POST', body });
  go(link(['table', made.table]));
}

/** Makes a table and goes there. */
export async function createTable(game: Game, draft: Draft, start: string | null): Promise<void> {
  await makeTable(createRequest(game.id, draft, guest.peek()?.name ?? '', start));
  if (start === null) rememberDraft(game.id, draft);
}

/** The same game anew, against computers of another level. */
export async function againstLevel(setup: Setup, state: State, level: number): Promise<void> {
  const { game, options, start, order, clock } = setup;
  const seats = state.seats.map(({ kind, name }) =>
    kind === 'computer'
      ? { kind: 'computer' as const, level }
      : { kind: 'mine' as const, ...(name === null ? {} : { name }) },
  );
  await makeTable({ request: requestId(), game, options, start, seats, order, clock, listed: false, hints: false });
}
