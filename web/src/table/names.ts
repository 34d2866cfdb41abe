import type { Seat, Texts } from '../api/types';
import { t } from '../i18n';
import { playerName } from '../state/games';
import type { TableStore } from '../state/table';

/** Who sits somewhere: their name, else what they are. */
export function whoSits(seat: Seat): string {
  if (seat.kind === 'computer') return t('seat.computer');
  if (seat.kind === 'person') return seat.name ?? t('seat.guest');
  return t(seat.kind === 'invited' ? 'seat.invited' : 'seat.open');
}

export function seatName(store: TableStore, texts: Texts | undefined, player: number): string {
  const seat = store.state.value?.seats[player];
  const colour = store.setup.value?.players[player]?.name;
  if (!seat) return colour ? playerName(texts, colour) : '';
  const name = whoSits(seat);
  // Several of the same name, as with several computers, are told apart by their colours.
  const same = store.state.value?.seats.filter((other) => whoSits(other) === name).length ?? 0;
  return same > 1 && colour ? t('seat.withColour', { name, colour: playerName(texts, colour) }) : name;
}

/** A player of a record, whose tags say “computer 3” or, where no name is known, nothing but a question mark. */
export function recordName(name: string | null | undefined, colour: string): string {
  if (!name || name === '?') return colour;
  const level = /^computer (\d+)$/.exec(name)?.[1];
  return level ? t('seat.withColour', { name: t('seat.computer'), colour: t('seat.level', { level }) }) : name;
}
