import { describe, expect, it } from 'vitest';
import { turnedScene } from '../src/scene/geometry';
import { beginnings, meant, progress } from '../src/scene/gestures';
import { distance, pointedAt, targets } from '../src/scene/hit';
import { type Arrow, cycle, step, stops } from '../src/scene/walk';
import { allBoards } from './fixtures';

describe.each(allBoards)('%s', (_name, board) => {
  const { scene, moves } = board;
  const found = targets(scene);
  const useful = new Set(progress(moves, []).next.keys());

  it('every gesture leads to its move', () => {
    for (const { move, gesture } of moves) {
      const picked: string[] = [];
      let played: string | null = null;
      for (const id of gesture.shapes) {
        const { next } = progress(moves, picked);
        expect(next.has(id), `${move} at ${id}`).toBe(true);
        played = next.get(id) ?? null;
        picked.push(id);
      }
      const { choices, complete } = progress(moves, picked);
      const chosen = choices.find(({ choice }) => choice === gesture.choice)?.move;
      expect([played, complete, chosen]).toContain(move);
    }
  });

  it('pointing at the middle of what is wanted finds it', () => {
    for (const picked of [[], ...[...beginnings(moves)].map((id) => [id])]) {
      const wanted = new Set(progress(moves, picked).next.keys());
      for (const id of wanted) {
        const shape = scene.shapes.find((other) => other.id === id);
        expect(shape, id).toBeDefined();
        if (!shape) continue;
        const hit = pointedAt(found, shape.place, wanted, beginnings(moves), 20);
        expect(hit && meant(scene, hit, wanted), id).toBe(id);
      }
    }
  });

  it('a place is inside its own area', () => {
    for (const target of found) expect(distance(target, target.shape.place)).toBeLessThanOrEqual(0);
  });

  it('far off the board nothing is meant', () => {
    expect(pointedAt(found, [-9999, -9999], new Set(), beginnings(moves), 20)).toBeUndefined();
  });

  it.each([0, 60, 180])('arrow keys reach every place, turned by %d', (angle) => {
    const all = stops(turnedScene(scene, angle), useful);
    const first = all[0];
    if (!first) throw new Error('no places');
    const seen = new Set([first.id]);
    const queue = [first];
    for (let from = queue.pop(); from; from = queue.pop()) {
      for (const arrow of ['up', 'down', 'left', 'right'] satisfies Arrow[]) {
        const to = step(all, from, arrow, from.place);
        if (to && !seen.has(to.id)) {
          seen.add(to.id);
          queue.push(to);
        }
      }
    }
    expect(seen.size).toBe(all.length);
  });

  it('arrow keys pass over spots where nothing is and nothing can be done', () => {
    const taken = new Set(scene.shapes.map((shape) => shape.at));
    for (const picked of [[], ...[...beginnings(moves)].map((id) => [id])]) {
      const next = new Set(progress(moves, picked).next.keys());
      const all = new Set(stops(scene, next).map((shape) => shape.id));
      const idle = scene.shapes.filter(({ id, role }) => role === 'spot' && !next.has(id) && !taken.has(id));
      expect(idle.filter(({ id }) => all.has(id))).toEqual([]);
      // What can be done can be reached: there, or where it stands.
      for (const id of next) {
        const at = scene.shapes.find((shape) => shape.id === id)?.at;
        expect(all.has(id) || all.has(at ?? ''), id).toBe(true);
      }
    }
  });

  it('a round visits every place once', () => {
    const all = stops(scene, useful);
    const visited = new Set<string>();
    let at: string | null = null;
    for (let i = 0; i < all.length; i++) {
      at = cycle(all, at, false)?.id ?? null;
      if (at) visited.add(at);
    }
    expect(visited.size).toBe(all.length);
    expect(cycle(all, at, false)?.id).toBe(cycle(all, null, false)?.id);
  });
});
