import { describe, expect, it } from 'vitest';
import { waitBefore } from '../src/api/socket';
import type { PlayedMove, Seat, State, TableEvent, Texts } from '../src/api/types';
import { kept, panned, seen, WHOLE, zoomed } from '../src/board/zoom';
import { clockText, remaining } from '../src/state/clock';
import {
  createRequest,
  draftFor,
  fitSeats,
  possible,
  rememberDraft,
  seatCount,
  usualOptions,
  withOption,
} from '../src/state/draft';
import { choiceTexts, printed, say, sayReason } from '../src/state/games';
import { meantMove, movesAfter, seenSince, stepTo, turnRows, typed } from '../src/state/history';
import { after, nextLevel } from '../src/state/levels';
import { link, parse } from '../src/state/router';
import { fixtures } from './fixtures';

describe('moves', () => {
  const move = (player: number, text: string): PlayedMove => ({ player, move: text, at: 0 });

  it('follow events', () => {
    const first = movesAfter(
      [],
      [
        { number: 1, kind: 'started', at: 0, round: 1, seats: [] },
        { number: 2, kind: 'moved', at: 5, player: 0, move: 'a', plies: 1, spent: null },
        { number: 3, kind: 'moved', at: 6, player: 1, move: 'b', plies: 2, spent: null },
      ],
    );
    expect(first?.map(({ move: text }) => text)).toEqual(['a', 'b']);
    expect(movesAfter(first ?? [], [{ number: 4, kind: 'tookback', at: 7, plies: 1 }])).toHaveLength(1);
    expect(movesAfter([], [{ number: 4, kind: 'moved', at: 7 } as TableEvent])).toBeNull();
  });

  it('stand in rows of turns', () => {
    const rows = turnRows([move(0, 'a'), move(0, 'b'), move(1, 'c'), move(0, 'd')]);
    expect(rows).toHaveLength(2);
    expect(rows[0]?.cells.get(0)?.moves).toEqual(['a', 'b']);
    expect(rows[1]?.cells.get(0)?.first).toBe(3);
    expect(turnRows([move(1, 'x'), move(0, 'y')])).toHaveLength(2);
  });

  it('are printed with a dash and typed with a hyphen', () => {
    expect(printed(undefined, 'G5-G8')).toBe('G5–G8');
    expect(printed(undefined, 'c3-')).toBe('c3-');
    expect(typed(' G5 – G8 ')).toBe('G5-G8');
    expect(meantMove('g5-g8', ['G5-G8', 'A1-A2'])).toBe('G5-G8');
    expect(meantMove('g5', ['G5-G8'])).toBeNull();
    expect(meantMove('', [''])).toBeNull();
  });

  it('are printed as the server prints them, and understood when they are typed like that', () => {
    for (const { texts, printed: expected } of fixtures) {
      for (const language of ['fr', 'en'] as const) {
        const print = (text: string) => printed(texts[language], text);
        const legal = Object.keys(expected[language]);
        expect(legal.length).toBeGreaterThan(0);
        for (const text of legal) {
          expect(print(text)).toBe(expected[language][text]);
          expect(meantMove(print(text), legal, print)).toBe(text);
        }
      }
    }
  });

  it('a minus sign is no dash, in moves and in what is said of places', () => {
    const texts = {
      printing: [
        ['(?<=[0-9])-(?=[-0-9])', ' → '],
        ['-', '−'],
      ],
      words: { sea: 'sea {cell}, {n} times' },
    } as unknown as Texts;
    expect(printed(texts, '0,0--1,0')).toBe('0,0 → −1,0');
    expect(say(texts, { key: 'words.sea', values: { cell: '-1,0', n: -2 } })).toBe('sea −1,0, -2 times');
    expect(meantMove('0,0 → −1,0', ['0,0--1,0', '0,0-1,0'])).toBe('0,0--1,0');
  });
});

describe('what is shown next', () => {
  const many = Array.from({ length: 30 }, (_, index) => String(index));

  it('is the next move, as long as it leads on', () => {
    expect(stepTo(['a', 'b'], ['a', 'b', 'c', 'd'])).toBe(3);
    expect(stepTo([], ['a', 'b'])).toBe(1);
  });

  it('is all at once where there is no way on', () => {
    expect(stepTo(null, ['a', 'b'])).toBe(2);
    expect(stepTo(['a', 'x'], ['a', 'b', 'c'])).toBe(3);
    expect(stepTo(['a', 'b', 'c'], ['a'])).toBe(1);
    expect(stepTo(['a'], ['a'])).toBe(1);
    expect(stepTo([], many)).toBe(30);
  });

  it('is every move for who only watches', () => {
    expect(stepTo([], many, true)).toBe(1);
    expect(stepTo(many.slice(0, 7), many, true)).toBe(8);
    expect(stepTo(null, many, true)).toBe(30);
  });
});

describe('what is marked', () => {
  const played = (players: string) => [...players].map((player) => ({ player: Number(player) }));

  it('is all since one has played oneself', () => {
    expect(seenSince(played('012012'), 6, 0)).toBe(4);
    expect(seenSince(played('0011'), 4, 0)).toBe(2);
    expect(seenSince(played('12'), 2, 0)).toBe(0);
  });

  it('is the own turn right after it, with all its moves', () => {
    expect(seenSince(played('0120'), 4, 0)).toBe(3);
    expect(seenSince(played('01100'), 5, 0)).toBe(3);
    expect(seenSince(played('01100'), 4, 0)).toBe(3);
  });

  it('is the last turn for nobody in particular, and nothing at the start', () => {
    expect(seenSince(played('01100'), 5, null)).toBe(3);
    expect(seenSince(played('01100'), 3, null)).toBe(1);
    expect(seenSince([], 0, 0)).toBe(0);
    expect(seenSince([], 0, null)).toBe(0);
  });

  it('goes no further back than the server goes', () => {
    expect(seenSince(played(`0${'12'.repeat(30)}`), 61, 0)).toBe(37);
  });
});

describe('clocks', () => {
  const days = (count: number, hours: number) => `${count}d${hours}`;

  it('run for the one to act only', () => {
    const clock = { left: [5000, 7000], running: 0, since: 1000 };
    expect(remaining(clock, 0, 3000)).toBe(3000);
    expect(remaining(clock, 1, 3000)).toBe(7000);
    expect(remaining(clock, 0, 99_000)).toBe(0);
    expect(remaining(clock, 0, 0)).toBe(5000);
  });

  it('show what matters', () => {
    expect(clockText(522_000, days)).toBe('8:42');
    expect(clockText(9_400, days)).toBe('0:09.4');
    expect(clockText(3_661_000, days)).toBe('1:01:01');
    expect(clockText(90_000_000, days)).toBe('1d1');
  });
});

describe('addresses', () => {
  it('round trip', () => {
    const address = link(['position', 'a/b'], { position: '0,0R w setup -', options: '{"x":1}' });
    expect(parse(address).path).toEqual(['position', 'a/b']);
    expect(parse(address).query.get('position')).toBe('0,0R w setup -');
    expect(parse('')).toMatchObject({ path: [] });
    expect(parse('#/%E0%A4%A').path).toEqual(['%E0%A4%A']);
  });
});

describe('reconnecting', () => {
  it('waits longer and longer, and never too long', () => {
    expect(waitBefore(0, () => 0.5)).toBe(500);
    expect(waitBefore(1, () => 0)).toBe(500);
    expect(waitBefore(30, () => 0.5)).toBe(15_000);
  });
});

describe('levels', () => {
  it('rise after a win and fall after two losses', () => {
    expect(after({ level: 2, losses: 0 }, 2, true)).toEqual({ level: 3, losses: 0 });
    const once = after({ level: 4, losses: 0 }, 4, false);
    expect(once.level).toBe(4);
    expect(after(once, 4, false)).toEqual({ level: 3, losses: 0 });
    expect(after({ level: 10, losses: 0 }, 10, true).level).toBe(10);
    expect(after({ level: 1, losses: 1 }, 1, false).level).toBe(1);
  });
});

describe('the end of a game against computers', () => {
  const seat = (level: number | null): Seat => ({
    kind: level === null ? 'person' : 'computer',
    level,
    guest: level === null ? 'g' : null,
    name: null,
    left: false,
  });
  const over = (places: readonly number[], ...levels: (number | null)[]) =>
    ({ seats: levels.map(seat), end: { places } }) as unknown as State;

  it('offers the next level: up after a win, down after a loss', () => {
    expect(nextLevel(over([1, 2], null, 4), [0])).toEqual({ level: 5, up: true });
    expect(nextLevel(over([2, 1], null, 4), [0])).toEqual({ level: 3, up: false });
    expect(nextLevel(over([2, 1, 3], null, 4, 6), [0])).toEqual({ level: 5, up: false });
  });

  it('offers none beyond the ends, after a draw, between people, or to those who watch', () => {
    expect(nextLevel(over([1, 2], null, 10), [0])).toBeNull();
    expect(nextLevel(over([2, 1], null, 1), [0])).toBeNull();
    expect(nextLevel(over([1, 1], null, 4), [0])).toBeNull();
    expect(nextLevel(over([1, 2], null, null), [0])).toBeNull();
    expect(nextLevel(over([1, 2, 3], null, null, 4), [0])).toBeNull();
    expect(nextLevel(over([1, 2], null, 4), [])).toBeNull();
  });
});

describe.each(fixtures.map((fixture) => [fixture.game.id, fixture] as const))(
  'a new game of %s',
  (_id, { game, texts, boards }) => {
    it('has a seat for every player, and me on one', () => {
      const draft = draftFor(game);
      expect(draft.seats).toHaveLength(seatCount(game, draft.options));
      expect(draft.seats.filter((seat) => seat.kind === 'me')).toHaveLength(1);
      const request = createRequest(game.id, draft, 'Ada', null);
      expect(request.seats[0]).toEqual({ kind: 'mine', name: 'Ada' });
      expect(request.listed).toBe(false);
      expect(request.hints).toBe(false);
    });

    it('with a friend is for two, whatever was played last', () => {
      const players = game.options.find((option) => option.name === 'players');
      for (const count of players?.values ?? [game.seats.length]) {
        rememberDraft(game.id, { ...draftFor(game), options: withOption(game, usualOptions(game), 'players', count) });
        const draft = draftFor(game, true);
        expect(draft.seats.map(({ kind }) => kind)).toEqual(['me', 'link']);
        expect(seatCount(game, draft.options)).toBe(2);
        for (const option of game.options) {
          expect(possible(option, draft.options[option.name] ?? '', draft.options)).toBe(true);
        }
      }
    });

    it('allows hints only where somebody else could agree to them', () => {
      const friend = { ...draftFor(game, true), hints: true };
      expect(createRequest(game.id, friend, '', null).hints).toBe(true);
      expect(createRequest(game.id, { ...draftFor(game), hints: true, seats: [] }, '', null).hints).toBe(false);
    });

    it('keeps its options possible whatever is chosen', () => {
      for (const option of game.options) {
        for (const value of option.values) {
          const options = withOption(game, usualOptions(game), option.name, value);
          for (const other of game.options) {
            if (other.name !== option.name) expect(possible(other, options[other.name] ?? '', options)).toBe(true);
          }
        }
      }
    });

    it('has words for every choice of its moves', () => {
      const choices = new Set(boards.flatMap((board) => board.moves.flatMap(({ gesture }) => gesture.choice ?? [])));
      for (const choice of choices) {
        if (choice === 'pass') continue;
        for (const words of Object.values(texts)) expect(choiceTexts(words, choice).label).not.toBe(choice);
      }
    });

    it('says what happened and what is where in both languages', () => {
      for (const words of Object.values(texts)) {
        for (const board of boards) {
          for (const phrase of board.last?.words ?? []) {
            expect(say(words, phrase)).not.toBe('');
            expect(say(words, phrase)).not.toMatch(/\{\w+\}/);
          }
          for (const shape of board.scene.shapes) if (shape.words) expect(say(words, shape.words)).not.toBe('');
        }
      }
    });
  },
);

describe('words', () => {
  const texts = {
    name: 'x',
    goal: '',
    length: '',
    forms: {},
    rules: [],
    reasons: { no: { what: 'No {n}.', why: 'Because {who}.' } },
    players: { a: 'A' },
  };

  it('fill their gaps, also by other words', () => {
    const reason = { code: 'no', rule: '', witness: [], values: { n: 3, who: '@players.a' } };
    expect(sayReason(texts, 'reasons', reason)).toEqual({ what: 'No 3.', why: 'Because A.' });
    expect(say(texts, { key: 'nothing.here' })).toBe('');
  });
});

describe('seats', () => {
  it('grow with computers and shrink from the end', () => {
    const me = { kind: 'me', level: 1, name: '' } as const;
    expect(fitSeats([me], 3, 5).map((seat) => seat.kind)).toEqual(['me', 'computer', 'computer']);
    expect(fitSeats([{ ...me, kind: 'computer' }, me], 1, 5).map((seat) => seat.kind)).toEqual(['me']);
  });
});

describe('zooming', () => {
  const box = [0, 0, 100, 200] as const;

  it('keeps the point under the fingers', () => {
    const point = [25, 150] as const;
    const share = (zoom: typeof WHOLE) => {
      const [x, y, width, height] = seen(box, zoom);
      return [(point[0] - x) / width, (point[1] - y) / height];
    };
    const once = zoomed(box, WHOLE, 2, point);
    expect(share(once)[0]).toBeCloseTo(share(WHOLE)[0] ?? 0);
    expect(share(once)[1]).toBeCloseTo(share(WHOLE)[1] ?? 0);
  });

  it('never leaves the board', () => {
    expect(kept(box, { scale: 0.2, off: [50, 50] })).toEqual(WHOLE);
    expect(panned(box, { scale: 2, off: [0, 0] }, [-999, 0]).off).toEqual([25, 0]);
  });
});
