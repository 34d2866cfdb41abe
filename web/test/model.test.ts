import { describe, expect, it, vi } from 'vitest';
import type { Board, Explanation, Preview } from '../src/api/types';
import { BoardModel } from '../src/board/model';
import { fixtures } from './fixtures';

function model(board: Board | undefined, previews: readonly Preview[] = [], soon = false) {
  const played: string[] = [];
  const tried: (readonly string[])[] = [];
  const made = new BoardModel({
    preview: (move) => {
      const found = previews.find((preview) => preview.move === move);
      return found ? Promise.resolve(found) : Promise.reject(new Error('none'));
    },
    explain: ({ shapes }): Promise<Explanation> => {
      tried.push(shapes);
      return Promise.resolve({ legal: false, reason: { code: 'no', rule: '', witness: [], values: {} } });
    },
    play: (move) => played.push(move),
    soon: () => soon,
  });
  if (board) made.show(board);
  made.active.value = true;
  return { made, played, tried };
}

describe.each(fixtures.map((fixture) => [fixture.game.id, fixture] as const))(
  'playing %s',
  (_id, { boards, previews }) => {
    const board = boards[2];

    it('pointing along a gesture plays its move, once', () => {
      for (const { move, gesture } of board?.moves ?? []) {
        const { made, played } = model(board);
        for (const id of gesture.shapes) {
          const shape = made.shape(id);
          if (shape) made.point(shape, false);
        }
        if (gesture.choice) {
          const chosen = made.progress.value.choices.find(({ choice }) => choice === gesture.choice);
          if (chosen) made.finish(chosen.move, false);
        }
        expect(played).toEqual([move]);
      }
    });

    it('what was pointed at shows why not, when nothing else does', async () => {
      const { made, tried } = model(board);
      await made.tellWhy({ shapes: ['a', 'b'] });
      expect(tried).toEqual([['a', 'b']]);
      expect(made.witness.value?.witness).toEqual(['b']);
      made.clearWitness();
    });

    it('with confirmation a move is played only when it is pointed at again', () => {
      const legal = board?.moves.find(({ gesture }) => gesture.shapes.length === 2);
      if (!legal) {
        expect(board?.moves.every(({ gesture }) => gesture.shapes.length < 2)).toBe(true);
        return;
      }
      const { made, played } = model(board, previews);
      for (const id of legal.gesture.shapes) {
        const shape = made.shape(id);
        if (shape) made.point(shape, true);
      }
      expect(played).toEqual([]);
      expect(made.wanted.value).toBe(legal.move);
      const last = made.shape(legal.gesture.shapes[1] ?? '');
      if (last) made.point(last, true);
      expect(played).toEqual([legal.move]);
    });

    it('pointing at what cannot move asks why', async () => {
      const { made, tried } = model(board);
      const first = made.beginnings.value;
      const shape = made.scene.value?.shapes.find(
        (other) =>
          other.role === 'piece' &&
          !first.has(other.id) &&
          !first.has(other.at ?? '') &&
          !made.scene.value?.shapes.some((above) => above.at === other.id && first.has(above.id)),
      );
      if (!shape) {
        expect(first.size).toBeGreaterThan(0);
        return;
      }
      made.point(shape, false);
      await vi.waitFor(() => expect(made.witness.value?.code).toBe('no'));
      expect(tried).toEqual([[shape.id]]);
      made.clearWitness();
    });

    it('a wrong try keeps what was picked up, as long as it can be tried elsewhere', async () => {
      const { made } = model(board);
      for (const first of made.beginnings.value) {
        made.release();
        const shape = made.shape(first);
        if (shape) made.point(shape, true);
        const picked = made.picked.value;
        await made.tellWhy({ shapes: [...picked, 'nowhere'] });
        expect(made.witness.value?.code).toBe('no');
        expect(made.picked.value).toEqual(picked);
      }
      made.release();
      await made.tellWhy({ shapes: ['nowhere'] });
      expect(made.picked.value).toEqual([]);
      made.clearWitness();
    });

    it('what is pointed at a moment too early is picked up as soon as one can play', () => {
      const legal = board?.moves.find(({ gesture }) => gesture.shapes.length + (gesture.choice ? 1 : 0) > 1);
      const id = legal?.gesture.shapes[0] ?? '';
      for (const soon of [true, false]) {
        const { made } = model(board, [], soon);
        made.active.value = false;
        const shape = made.shape(id);
        if (shape) made.point(shape, false);
        expect(made.picked.value).toEqual([]);
        made.active.value = true;
        made.resume();
        expect(made.picked.value).toEqual(soon && shape ? [id] : []);
        made.release();
        made.resume();
        expect(made.picked.value).toEqual([]);
      }
      // The second half of the double click that made a move is no pointing.
      const { made } = model(board, [], true);
      made.playMove(legal?.move ?? '');
      made.active.value = false;
      const shape = made.shape(id);
      if (shape) made.point(shape, false);
      made.active.value = true;
      made.resume();
      expect(made.picked.value).toEqual([]);
    });

    it('what helps is shown with what is picked, and turns with the board', () => {
      const { made } = model(board);
      for (const { shapes = [], line, area } of board?.aids ?? []) {
        made.picked.value = shapes.slice(0, 1);
        expect(made.aids.value?.parts?.[0]).toMatchObject({ d: area || line });
        made.turned.value = 180;
        expect(made.aids.value?.angle).toBe(180);
        made.turned.value = 0;
      }
      made.release();
      expect(made.aids.value).toBeNull();
    });

    it('nothing can be pointed at while it is not our turn', () => {
      const { made, played } = model(board);
      made.active.value = false;
      for (const shape of made.scene.value?.shapes ?? []) made.point(shape, false);
      expect(played).toEqual([]);
      expect(made.picked.value).toEqual([]);
    });

    it('a move is shown at once, and taken back when it is refused', () => {
      const [preview] = previews;
      if (!preview || !board) throw new Error('no preview');
      const { made } = model(board, previews);
      const before = made.scene.value?.shapes.map((shape) => shape.id);
      made.anticipate(preview);
      expect(made.canPlay.value).toBe(false);
      made.rollBack();
      expect(made.scene.value?.shapes.map((shape) => shape.id)).toEqual(before);
      expect(made.canPlay.value).toBe(true);
    });
  },
);

describe('turning the board', () => {
  it.each(fixtures.map(({ game, boards }) => [game.id, boards[1]] as const))(
    '%s: goes round and comes back',
    (_id, board) => {
      const { made } = model(board);
      const start = made.angle.value;
      for (let i = 0; i < made.turns.value.length; i++) made.turnOn();
      expect(made.angle.value % 360).toBe(start % 360);
    },
  );
});
