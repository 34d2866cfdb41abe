import type { Summary } from '../api/types';
import { t } from '../i18n';
import { gameOf, nameOf } from '../state/games';
import { link } from '../state/router';
import { whoSits } from '../table/names';
import { PlayerMark } from '../board/PlayerMark';
import './OpenTable.css';

/** One line of the lobby: a game that wants players. */
export function OpenTable({ table }: { table: Summary }) {
  const people = table.seats.filter((seat) => seat.kind === 'person' || seat.kind === 'computer');
  const free = table.seats.findIndex((seat) => seat.kind === 'open');
  const first = people[0];
  const colour = gameOf(table.game)?.seats[Math.max(0, free)]?.colour ?? '';
  const text =
    people.length === 1 && first
      ? t('tables.waits', { name: whoSits(first) })
      : t('tables.seated', { seated: people.length, seats: table.seats.length });
  return (
    <article class="open-table">
      <PlayerMark game={table.game} scene={null} player={0} colour={colour} size={32} />
      <b>{nameOf(table.game)}</b>
      <span>{text}</span>
      <a href={link(['table', table.table])} aria-label={t('tables.joinGame', { name: nameOf(table.game) })}>
        {t('tables.join')}
      </a>
    </article>
  );
}
