import { describe, expect, it } from 'vitest';
import { applySteps } from '../src/scene/steps';
import { along, crossFade, frame, LONGEST, poseAt, timeline } from '../src/scene/timeline';
import type { Scene, Shape, Step } from '../src/scene/types';
import { allBoards, fixtures } from './fixtures';

const pairs = fixtures.flatMap(({ game, boards }) =>
  boards.slice(1).flatMap((after, index) => {
    const before = boards[index];
    return before && after.last ? [[`${game.id} ${after.last.move}`, before.scene, after] as const] : [];
  }),
);

describe.each(pairs)('%s', (_name, before, after) => {
  const steps = after.last?.steps ?? [];
  const line = timeline(before, steps);

  it('lasts no longer than it may', () => {
    expect(line.length).toBeLessThanOrEqual(LONGEST);
  });

  it('begins with the position before', () => {
    const ids = frame(line, -1).map(({ shape }) => shape.id);
    expect(new Set(ids)).toEqual(new Set(before.shapes.map((shape) => shape.id)));
  });

  it('ends with the pieces of the position after', () => {
    const drawn = new Map(frame(line, line.length + 1).map(({ shape }) => [shape.id, shape]));
    for (const shape of after.scene.shapes.filter((other) => other.role === 'piece')) {
      expect(drawn.get(shape.id)?.place, shape.id).toEqual(shape.place);
    }
    const pieces = [...drawn.values()].filter((shape) => shape.role === 'piece');
    expect(pieces).toHaveLength(after.scene.shapes.filter((shape) => shape.role === 'piece').length);
  });

  it('draws every shape once at every moment', () => {
    for (let time = 0; time <= line.length; time += 25) {
      const ids = frame(line, time).map(({ shape }) => shape.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('fades without anything travelling', () => {
    const fade = crossFade(before, steps);
    expect(fade.length).toBe(120);
    const places = (shapes: readonly Shape[]) => new Map(shapes.map((one) => [one.id, one.place]));
    const [from, to] = [places(before.shapes), places([...applySteps(before, steps).values()])];
    for (const time of [0, 60, 120]) {
      const drawn = frame(fade, time);
      expect(new Set(drawn.map(({ shape }) => shape.id)).size).toBe(drawn.length);
      for (const { shape, pose } of drawn) {
        const old = shape.id.endsWith(' before');
        const place = (old ? undefined : to.get(shape.id)) ?? from.get(shape.id.replace(/ before$/, ''));
        expect(pose?.place ?? shape.place, shape.id).toEqual(place);
      }
    }
    const last = frame(fade, 120).filter(({ pose }) => pose?.opacity !== 0);
    for (const shape of after.scene.shapes.filter((other) => other.role === 'piece')) {
      expect(last.some((placed) => placed.shape.id === shape.id && placed.pose?.opacity !== 0)).toBe(true);
    }
  });
});

const shape: Shape = { id: 'piece:a', role: 'piece', place: [0, 0], parts: [] };
const scene: Scene = { box: [0, 0, 9, 9], tight: [0, 0, 9, 9], shapes: [shape], views: [0], character: [1, 1] };

describe('a cross-fade, half way', () => {
  const opacities = (to: Shape | null) =>
    frame(crossFade(scene, [{ kind: 'arc', shape: shape.id, to, stage: 0 }]), 60).map((placed) => [
      placed.shape.id,
      placed.pose?.opacity ?? 1,
    ]);

  it('what moves goes and comes', () => {
    expect(opacities({ ...shape, id: 'piece:b', place: [9, 0] })).toEqual([
      ['piece:a before', 0.5],
      ['piece:b', 0.5],
    ]);
    expect(opacities({ ...shape, place: [9, 0] })).toEqual([
      ['piece:a before', 0.5],
      ['piece:a', 0.5],
    ]);
    expect(opacities(null)).toEqual([['piece:a before', 0.5]]);
  });

  it('what changes in its place shows nothing of the ground', () => {
    expect(opacities({ ...shape, owner: 1 })).toEqual([
      ['piece:a before', 1],
      ['piece:a', 0.5],
    ]);
  });
});

describe('each kind of step, half way', () => {
  const to: Shape = { ...shape, id: 'piece:b', place: [100, 0] };

  it.each(['arc', 'hop'] as const)('%s: in the air', (kind) => {
    const { pose } = poseAt(
      {
        kind,
        shape: shape.id,
        to,
        stage: 0,
        path: [
          [0, 0],
          [100, 0],
        ],
      },
      shape,
      0.5,
      null,
    );
    expect(pose?.lift).toBeGreaterThan(5);
    expect(pose?.place[0]).toBeGreaterThan(0);
    expect(pose?.place[0]).toBeLessThan(100);
  });

  it('slide: on the way, on the table', () => {
    const path = [
      [0, 0],
      [50, 50],
      [100, 0],
    ] as const;
    const { pose } = poseAt({ kind: 'slide', shape: shape.id, to, stage: 0, path }, shape, 0.3, null);
    expect(pose?.lift).toBe(0);
    const [x, y] = pose?.place ?? [NaN, NaN];
    expect(Math.abs(y - (50 - Math.abs(50 - x)))).toBeLessThan(1e-6);
  });

  it('swing: as far from the pivot as ever', () => {
    const rod: Shape = { ...shape, turns: true, angle: 60 };
    const step: Step = { kind: 'swing', shape: rod.id, to, stage: 0, pivot: [30, 40], angle: 120 };
    const { pose } = poseAt(step, rod, 0.4, null);
    const [x, y] = pose?.place ?? [NaN, NaN];
    expect(Math.hypot(x - 30, y - 40)).toBeCloseTo(50);
    expect(pose?.angle).toBeGreaterThan(60);
    expect(pose?.angle).toBeLessThan(180);
  });

  it('turn: in its place', () => {
    const { pose } = poseAt({ kind: 'turn', shape: shape.id, to: shape, stage: 0, angle: -90 }, shape, 0.5, null);
    expect(pose?.place).toEqual([0, 0]);
    expect(pose?.angle).toBeLessThan(0);
    expect(pose?.angle).toBeGreaterThan(-90);
  });

  it('flip: narrow, with the new face in its second half', () => {
    const turned: Shape = { ...shape, owner: 1 };
    const step: Step = { kind: 'flip', shape: shape.id, to: turned, stage: 0 };
    expect(poseAt(step, shape, 0.4, [10, 0]).shape).toBe(shape);
    const late = poseAt(step, shape, 0.6, [10, 0]);
    expect(late.shape).toBe(turned);
    expect(late.pose?.squash?.factor).toBeCloseTo(0.2);
  });

  it('leave and enter: fading', () => {
    const leave: Step = {
      kind: 'leave',
      shape: shape.id,
      to: null,
      stage: 0,
      path: [
        [0, 0],
        [0, 50],
      ],
    };
    expect(poseAt(leave, shape, 0.5, null).pose?.opacity).toBeLessThan(1);
    const enter: Step = { kind: 'enter', shape: to.id, to, stage: 0 };
    expect(poseAt(enter, to, 0.2, null).pose?.opacity).toBeLessThan(1);
    expect(frame(timeline(scene, [enter]), 1e6).map((placed) => placed.shape.id)).toEqual(['piece:a', 'piece:b']);
  });
});

describe('along a way', () => {
  it('goes by length', () => {
    expect(
      along(
        [
          [0, 0],
          [10, 0],
          [10, 30],
        ],
        0.5,
      ),
    ).toEqual([10, 10]);
    expect(
      along(
        [
          [0, 0],
          [10, 0],
        ],
        1,
      ),
    ).toEqual([10, 0]);
    expect(along([[3, 4]], 0.5)).toEqual([3, 4]);
  });
});

describe('several steps', () => {
  it('slow is twice as long', () => {
    const step: Step = {
      kind: 'arc',
      shape: shape.id,
      to: { ...shape, place: [9, 9] },
      stage: 0,
      path: [
        [0, 0],
        [9, 9],
      ],
    };
    expect(timeline(scene, [step], 2).length).toBe(2 * timeline(scene, [step]).length);
    // With less time it is compressed, and never stretched.
    expect(timeline(scene, [step], 1, 100).length).toBe(100);
    expect(timeline(scene, [step], 2, 100).length).toBe(200);
    expect(timeline(scene, [step], 1, 5000).length).toBe(timeline(scene, [step]).length);
  });

  it('apply in the order of their stages', () => {
    const hop = (from: string, id: string, stage: number): Step => ({
      kind: 'hop',
      shape: from,
      to: { ...shape, id, place: [stage, 0] },
      stage,
      path: [
        [0, 0],
        [stage, 0],
      ],
    });
    const after = applySteps(scene, [hop('piece:b', 'piece:c', 2), hop('piece:a', 'piece:b', 1)]);
    expect([...after.keys()]).toEqual(['piece:c']);
  });
});

describe('boards', () => {
  it('are there for every game', () => {
    expect(fixtures.length).toBeGreaterThan(0);
    expect(allBoards.length).toBeGreaterThan(fixtures.length);
  });
});
