import type { Seat, Texts } from '../api/types';
import { t } from '../i18n';
import { playerName } from '../state/games';
import { guest } from '../state/hub';
import type { TableStore } from './store';

/** What somebody is called in a sentence; `plain`: beside their colour. `you`: the sentence speaks to them. */
export interface Who {
  readonly name: string;
  readonly plain: string;
  readonly you: boolean;
}

export const NOBODY: Who = { name: '', plain: '', you: false };

/** Someone at a table, or in the record of a game. */
export interface Sitter {
  readonly kind: Seat['kind'];
  readonly name: string | null;
  readonly mine: boolean;
}

const KINDS = { computer: 'seat.computer', person: 'seat.guest', invited: 'seat.invited', open: 'seat.open' } as const;

/** Who sits somewhere, where colours are not known: their name, else what they are. */
export function whoSits(seat: Seat): string {
  if (seat.kind !== 'person') return t(KINDS[seat.kind]);
  return seat.name ?? t(seat.guest !== null && seat.guest === guest.value?.guest ? 'seat.me' : 'seat.guest');
}

/** What everyone is called, at the table and in its replay alike. Who has no name is “you”, for others their colour. */
export function called(sitters: readonly Sitter[], colours: readonly string[]): readonly Who[] {
  const alone = sitters.filter(({ mine }) => mine).length === 1;
  const plain = sitters.map(({ kind, name, mine }, index) => {
    if (kind !== 'person') return t(KINDS[kind]);
    return name ?? (mine && alone ? t('seat.me') : (colours[index] ?? ''));
  });
  // Several of the same name, as with several computers, are told apart by their colours.
  return plain.map((name, index) => ({
    name:
      plain.filter((other) => other === name).length > 1
        ? t('seat.withColour', { name, colour: colours[index] ?? '' })
        : name,
    plain: name,
    you: alone && sitters[index]?.mine === true && sitters[index].name === null,
  }));
}

export function whoIs(store: TableStore, texts: Texts | undefined, player: number): Who {
  const seats = store.news.state.value?.seats ?? [];
  const colours = (store.news.setup.value?.players ?? []).map(({ name }) => playerName(texts, name));
  const sitters = seats.map(({ kind, name }, index) => ({ kind, name, mine: store.ours.held.value.includes(index) }));
  return called(sitters, colours)[player] ?? NOBODY;
}

export function seatName(store: TableStore, texts: Texts | undefined, player: number): string {
  return whoIs(store, texts, player).name;
}

/** A player of a record, whose tags say “computer 3” or, where no name is known, nothing but a question mark. */
export function recorded(name: string | null | undefined, mine: boolean): Sitter & { readonly level: string | null } {
  const level = /^computer (\d+)$/.exec(name ?? '')?.[1] ?? null;
  if (level !== null) return { kind: 'computer', name: null, mine: false, level };
  return { kind: 'person', name: !name || name === '?' ? null : name, mine, level };
}
