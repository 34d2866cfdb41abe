import { describe, expect, it } from 'vitest';
import { middle, outlineExtent, pathPoints, turnedScene, turnedStep, turns } from '../src/scene/geometry';
import { allBoards, elsewhere, fixtures } from './fixtures';

describe('paths', () => {
  it('finds ends of absolute and relative commands', () => {
    expect(pathPoints('M1 2l3 4h5v-6z')).toEqual([
      [1, 2],
      [4, 6],
      [9, 6],
      [9, 0],
      [1, 2],
    ]);
  });

  it('sees how far a circle of arcs reaches', () => {
    const extent = outlineExtent('M-20 0a20 20 0 1 1 40 0a20 20 0 1 1 -40 0Z', 0);
    expect(extent).toEqual({ left: -20, top: -20, right: 20, bottom: 20 });
  });
});

describe.each(allBoards)('turning %s', (_name, board) => {
  const { scene } = board;

  it('gives the same scene after a whole turn', () => {
    const centre = middle(scene);
    const back = turnedScene(turnedScene(scene, 120, centre), 240, centre);
    const places = new Map(scene.shapes.map((shape) => [shape.id, shape.place]));
    for (const shape of back.shapes) {
      const [x, y] = places.get(shape.id) ?? [NaN, NaN];
      expect(Math.hypot(shape.place[0] - x, shape.place[1] - y)).toBeLessThan(0.01);
    }
  });

  it('keeps what is fixed', () => {
    const turned = turnedScene(scene, 180);
    for (const shape of turned.shapes.filter((other) => other.fixed)) {
      expect(shape.place).toEqual(scene.shapes.find((other) => other.id === shape.id)?.place);
    }
  });

  it('turns steps as the scenes they lead from and to', () => {
    const centre = middle(scene);
    for (const step of board.last?.steps ?? []) {
      const turned = turnedStep(step, centre, 60);
      if (step.path && step.path.length > 0) expect(turned.path).toHaveLength(step.path.length);
      if (step.to && !step.to.fixed) {
        const reach = (place: readonly [number, number]) => Math.hypot(place[0] - centre[0], place[1] - centre[1]);
        expect(reach(turned.to?.place ?? [NaN, NaN])).toBeCloseTo(reach(step.to.place), 3);
      }
    }
  });
});

describe('the sides a board can be seen from', () => {
  it.each(fixtures.map(({ game, boards }) => [game.id, boards[0]] as const))('%s', (_id, board) => {
    const found = turns(
      board?.scene ?? { box: [0, 0, 1, 1], tight: [0, 0, 1, 1], shapes: [], views: [], character: [1, 1] },
    );
    expect(found[0]).toBe(0);
    for (const view of board?.scene.views ?? []) expect(found).toContain(((view % 360) + 360) % 360);
  });
});

describe('a square board of a game from elsewhere', () => {
  const { scene } = elsewhere.board;

  it('turns by quarters, as it says, and lies where it lay', () => {
    expect(turns(scene)).toEqual([0, 90, 180, 270]);
    const cells = (angle: number) =>
      turnedScene(scene, angle)
        .shapes.filter(({ role }) => role === 'cell')
        .map(({ place }) => place.join(' '))
        .sort();
    for (const angle of turns(scene)) expect(cells(angle)).toEqual(cells(0));
    expect(cells(60)).not.toEqual(cells(0));
  });
});
