/** Open tables, and our own. */
import { signal } from '@preact/signals';
import type { GuestTables, Records, RecordSummary, Summary } from '../api/types';
import { asMe, socket } from './hub';

export const lobby = signal<readonly Summary[] | null>(null);
export const myTables = signal<readonly Summary[] | null>(null);
export const myRecords = signal<readonly RecordSummary[] | null>(null);

/** Keeps the lobby up to date until the returned function is called. */
export function watchLobby(): () => void {
  const stops = [
    socket.listen((message) => {
      if (message.type === 'lobby') lobby.value = message.tables;
    }),
    socket.onArrival(() => {
      void socket.ask({ type: 'lobby' }).then(
        (answer) => (lobby.value = answer.tables),
        () => undefined,
      );
      void loadMine();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    void socket.ask({ type: 'unlobby' }).catch(() => undefined);
  };
}

export async function loadMine(): Promise<void> {
  try {
    myTables.value = (await asMe<GuestTables>('guests/me/tables')).tables;
  } catch {
    myTables.value ??= [];
  }
}

export async function loadRecords(): Promise<void> {
  try {
    myRecords.value = (await asMe<Records>('guests/me/records')).records;
  } catch {
    myRecords.value ??= [];
  }
}
