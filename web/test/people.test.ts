import { describe, expect, it } from 'vitest';
import type { End, Question, TableEvent } from '../src/api/types';
import { refusalIn } from '../src/state/questions';
import { change, USUAL } from '../src/state/settings';
import { endWords } from '../src/table/endWords';
import { called, NOBODY, recorded, type Sitter } from '../src/table/names';

const COLOURS = ['Blue', 'Yellow', 'Red'];
const person = (name: string | null, mine = false): Sitter => ({ kind: 'person', name, mine });
const computer: Sitter = { kind: 'computer', name: null, mine: false };
const names = (...sitters: Sitter[]) => called(sitters, COLOURS).map(({ name }) => name);

describe('names', () => {
  it('of people without one are “you” and the others’ colours', () => {
    change({ language: 'en' });
    expect(names(person(null, true), person(null), computer)).toEqual(['You', 'Yellow', 'Computer']);
    expect(names(person('Ada', true), person('Bob'))).toEqual(['Ada', 'Bob']);
    expect(called([person(null, true), person(null)], COLOURS).map(({ you }) => you)).toEqual([true, false]);
    change({ language: 'fr' });
    expect(names(person(null, true), computer)).toEqual(['Vous', 'Ordinateur']);
    change({ language: 'en' });
  });

  it('of several at one screen are their colours', () => {
    expect(names(person(null, true), person(null, true))).toEqual(['Blue', 'Yellow']);
  });

  it('that are the same are told apart', () => {
    expect(names(person(null, true), computer, computer)).toEqual(['You', 'Computer (Yellow)', 'Computer (Red)']);
  });

  it('are the same in the replay as at the table', () => {
    const table = [person(null, true), computer, person('Ada')];
    const record = [recorded('?', true), recorded('computer 3', false), recorded('Ada', false)];
    expect(called(record, COLOURS)).toEqual(called(table, COLOURS));
    expect(record.map(({ level }) => level)).toEqual([null, '3', null]);
    expect([null, undefined, '', '?'].map((name) => recorded(name, false).name)).toEqual([null, null, null, null]);
  });
});

describe('the end', () => {
  const who = called([person(null, true), person(null)], COLOURS);
  const end = (reason: End['reason'], player: number | null, places: number[]) =>
    endWords({ reason, player, rule: null, turns: [], places, record: '' }, undefined, (seat) => who[seat] ?? NOBODY);

  it('speaks to who reads it', () => {
    expect(end('resigned', 1, [1, 2])).toEqual({ what: 'You win', why: 'Yellow has resigned.' });
    expect(end('resigned', 0, [2, 1])).toEqual({ what: 'Yellow wins', why: 'You have resigned.' });
    expect(end('time', 0, [2, 1]).why).toBe('You have run out of time.');
    expect(end('absent', 1, [1, 2]).why).toBe('Yellow did not come back.');
    expect(end('agreed', null, [1, 1]).what).toBe('A draw');
  });
});

describe('a question', () => {
  const asked: Question = { what: 'takeback', seat: 0, number: 4, waiting: [1] };
  const event = (kind: TableEvent['kind'], more: object = {}) => ({ number: 5, kind, at: 0, ...more }) as TableEvent;

  it('is refused by a no', () => {
    const no = event('answered', { what: 'takeback', seat: 1, yes: false });
    expect(refusalIn(asked, [no])).toEqual({ what: 'takeback', asker: 0, by: 1 });
    const draw = event('asked', { what: 'draw', seat: 2, waiting: [0, 1] });
    expect(refusalIn(null, [draw, event('answered', { what: 'draw', seat: 1, yes: false })])).toEqual({
      what: 'draw',
      asker: 2,
      by: 1,
    });
  });

  it('is refused by playing on', () => {
    expect(refusalIn({ ...asked, what: 'draw' }, [event('moved', { player: 1 })])?.by).toBe(1);
    expect(refusalIn(asked, [event('moved', { player: 2 })])).toEqual({ what: 'takeback', asker: 0, by: null });
  });

  it('is not refused by its asker, by others, nor by a yes', () => {
    expect(refusalIn(asked, [event('moved', { player: 0 })])).toBeNull();
    expect(refusalIn({ ...asked, what: 'pause' }, [event('moved', { player: 2 })])).toBeNull();
    const yes = event('answered', { what: 'takeback', seat: 1, yes: true });
    expect(refusalIn(asked, [yes, event('tookback', { plies: 0 }), event('moved', { player: 1 })])).toBeNull();
    expect(refusalIn(null, [event('moved', { player: 1 })])).toBeNull();
  });
});

describe('settings', () => {
  it('show what can move, unless one chose otherwise', () => {
    expect(USUAL.movable).toBe(true);
  });
});
