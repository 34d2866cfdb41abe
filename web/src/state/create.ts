import type { Game, Snapshot } from '../api/types';
import { createRequest, type Draft, rememberDraft } from './draft';
import { asMe, guest } from './hub';
import { go, link } from './router';

/** Makes a table and goes there. */
export async function createTable(game: Game, draft: Draft, start: string | null): Promise<void> {
  const body = createRequest(game.id, draft, guest.peek()?.name ?? '', start);
  const made = await asMe<Snapshot>('tables', { method: 'POST', body });
  if (start === null) rememberDraft(game.id, draft);
  go(link(['table', made.table]));
}
