import { useEffect } from 'preact/hooks';
import type { Summary } from '../api/types';
import { t, tn } from '../i18n';
import { nameOf } from '../state/games';
import { lobby, myTables, watchLobby } from '../state/lobby';
import { link } from '../state/router';
import { whoSits } from '../table/names';
import { Button } from '../ui/controls';
import { OpenTable } from './OpenTable';

function OwnTable({ table }: { table: Summary }) {
  return (
    <article class="open-table">
      <b>{nameOf(table.game)}</b>
      <span>
        {[...new Set(table.seats.map(whoSits))].join(', ')} · {tn('home.plies', table.plies)}
      </span>
      <a href={link(['table', table.table])}>{t('home.continue')}</a>
    </article>
  );
}

export function TablesScreen() {
  useEffect(watchLobby, []);
  const mine = myTables.value ?? [];
  const open = (lobby.value ?? []).filter((table) => !mine.some((own) => own.table === table.table));
  return (
    <main class="narrow">
      <h1>{t('nav.tables')}</h1>
      <section>
        <h2>{t('tables.mine')}</h2>
        {mine.map((table) => (
          <OwnTable key={table.table} table={table} />
        ))}
        {mine.length === 0 && <p class="empty">{t('tables.none')}</p>}
      </section>
      <section>
        <h2>{t('home.openTables')}</h2>
        {open.map((table) => (
          <OpenTable key={table.table} table={table} />
        ))}
        {open.length === 0 && <p class="empty">{t('home.noTables')}</p>}
      </section>
      <Button kind="primary" href={link(['new'])}>
        {t('tables.new')}
      </Button>
    </main>
  );
}
