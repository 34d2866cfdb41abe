import { describe, expect, it } from 'vitest';
import { badgePlace } from '../src/board/carriers';
import { aidShape, hopArc, overlay, swingArc, underPieces } from '../src/board/overlay';
import { shownNames, spokenNames } from '../src/board/names';
import { middle, rotated } from '../src/scene/geometry';
import type { Scene, Shape, Step } from '../src/scene/types';
import { fixtures } from './fixtures';

describe.each(fixtures.map((fixture) => [fixture.game.id, fixture] as const))(
  'previews of %s',
  (_id, { boards, previews }) => {
    it('show something of every move', () => {
      const scene = boards[2]?.scene;
      if (!scene) throw new Error('no scene');
      for (const preview of previews) {
        const shown = overlay(scene, preview.steps, middle(scene));
        const all =
          shown.ghosts.length +
          shown.replaced.size +
          shown.badges.length +
          shown.crosses.length +
          shown.departing.length;
        if (preview.steps.length > 0) expect(all, preview.move).toBeGreaterThan(0);
        for (const { d } of shown.routes) expect(d).toMatch(/^M-?\d/);
      }
    });
  },
);

const piece: Shape = { id: 'p', role: 'piece', place: [100, 0], at: 'a', turns: true };
const scene: Scene = {
  box: [0, 0, 9, 9],
  tight: [0, 0, 9, 9],
  shapes: [piece, { id: 'q', role: 'piece', place: [5, 5] }, { id: 'cell', role: 'cell', place: [0, 0] }],
  views: [0],
  character: [1, 1],
};

describe('what each step shows', () => {
  it('a piece that runs off: a ring and its way', () => {
    const leave: Step = {
      kind: 'leave',
      shape: 'q',
      to: null,
      stage: 0,
      path: [
        [5, 5],
        [5, 50],
        [9, 90],
      ],
    };
    const shown = overlay(scene, [leave], [0, 0]);
    expect(shown.departing.map((shape) => shape.id)).toEqual(['q']);
    expect(shown.routes[0]?.kind).toBe('dots');
    expect(shown.crosses).toEqual([]);
  });

  it('what stands beside the board shows what is, not what would be', () => {
    const tally: Shape = { id: 'tally', role: 'mark', place: [0, 90], fixed: true };
    const after: Shape = { ...tally, words: { key: 'words.tally' } };
    const tray: Shape = { id: 'tray', role: 'mark', place: [9, 90], fixed: true };
    const shown = overlay(
      { ...scene, shapes: [...scene.shapes, tally] },
      [
        { kind: 'enter', shape: 'tray', to: tray, stage: 0 },
        { kind: 'flip', shape: 'tally', to: after, stage: 0 },
      ],
      [0, 0],
    );
    expect(shown.ghosts).toEqual([]);
    expect([...shown.replaced.keys()]).toEqual([]);
  });

  it('a piece that is taken: a cross', () => {
    const leave: Step = {
      kind: 'leave',
      shape: 'q',
      to: null,
      stage: 0,
      path: [
        [5, 5],
        [50, 50],
      ],
    };
    expect(overlay(scene, [leave], [0, 0]).crosses.map((shape) => shape.id)).toEqual(['q']);
  });

  it('what lights up only while the move is made is lit all through the preview', () => {
    const light: Shape = { id: 'fill', role: 'mark', place: [5, 5] };
    const steps: Step[] = [
      { kind: 'enter', shape: 'fill', to: light, stage: 0 },
      {
        kind: 'leave',
        shape: 'q',
        to: null,
        stage: 1,
        path: [
          [5, 5],
          [50, 50],
        ],
      },
      { kind: 'leave', shape: 'fill', to: null, stage: 2, path: [[5, 5]] },
    ];
    const shown = overlay(scene, steps, [0, 0]);
    expect(shown.lights).toEqual([light]);
    expect(shown.ghosts).toEqual([]);
    expect(shown.crosses.map((shape) => shape.id)).toEqual(['q']);
  });

  it('a piece that is taken where it has just landed: its ghost, crossed', () => {
    const landed: Shape = { ...piece, id: 'r', at: 'b', place: [0, 100] };
    const steps: Step[] = [
      { kind: 'swing', shape: 'p', to: landed, stage: 0, pivot: [0, 0], angle: 90 },
      {
        kind: 'leave',
        shape: 'r',
        to: null,
        stage: 1,
        path: [
          [0, 100],
          [50, 50],
        ],
      },
    ];
    const shown = overlay(scene, steps, [0, 0]);
    expect(shown.ghosts).toEqual([landed]);
    expect(shown.crosses).toEqual([landed]);
  });

  it('a piece that changes: a badge with its new face', () => {
    const to: Shape = { id: 'q', role: 'piece', place: [5, 5], owner: 1 };
    expect(overlay(scene, [{ kind: 'flip', shape: 'q', to, stage: 1 }], [0, 0]).badges).toEqual([
      { at: scene.shapes[1], to },
    ]);
  });

  it('a plate that turns is drawn turned, with what stands on it', () => {
    const turn: Step = {
      kind: 'turn',
      shape: 'cell',
      to: { id: 'cell', role: 'cell', place: [0, 0], angle: 90 },
      stage: 1,
      angle: 90,
    };
    const swing: Step = {
      kind: 'swing',
      shape: 'p',
      to: { ...piece, place: [0, 100] },
      stage: 1,
      pivot: [0, 0],
      angle: 90,
    };
    const shown = overlay(scene, [turn, swing], [0, 0]);
    expect([...shown.replaced.keys()]).toEqual(['cell', 'p']);
    expect(shown.ghosts).toEqual([]);
  });

  it('hops are one way with a stop between', () => {
    const hop = (from: string, id: string, stage: number, path: Step['path']): Step => ({
      kind: 'hop',
      shape: from,
      to: { ...piece, id, at: id },
      stage,
      ...(path ? { path } : {}),
    });
    const steps = [
      hop('p', 'r', 0, [
        [0, 0],
        [10, 0],
      ]),
      hop('r', 's', 1, [
        [10, 0],
        [20, 0],
      ]),
    ];
    const shown = overlay(scene, steps, [0, 0]);
    expect(shown.routes).toHaveLength(1);
    expect(shown.routes[0]?.stops).toEqual([[10, 0]]);
    expect(shown.ghosts.map((shape) => shape.id)).toEqual(['s']);
  });

  it('arcs bulge upwards on the level', () => {
    expect(hopArc([0, 0], [80, 0], [0, 0])).toContain(' 0 0 1 80.0');
    expect(hopArc([80, 0], [0, 0], [0, 0])).toContain(' 0 0 0 0.0');
  });

  it('an arrow stops before its end', () => {
    const swing: Step = { kind: 'swing', shape: 'p', to: piece, stage: 0, pivot: [0, 0], angle: 90 };
    const { tip } = swingArc(swing, piece);
    expect(Math.hypot(...tip)).toBeCloseTo(100);
    expect(tip[1]).toBeLessThan(100);
    expect(tip[1]).toBeGreaterThan(50);
  });
});

describe('what helps on the ground', () => {
  it('tints lie below outlines, and each outline on its halo', () => {
    const shape = aidShape([{ shapes: ['p'], line: 'M1 1Z' }, { area: 'M2 2Z' }]);
    expect(shape?.turns).toBe(true);
    expect(shape?.parts).toEqual([
      { kind: 'path', d: 'M2 2Z', fill: 'soft', opacity: 0.5 },
      { kind: 'path', d: 'M1 1Z', stroke: 'halo', width: 5.5 },
      { kind: 'path', d: 'M1 1Z', stroke: 'accent', width: 1.5 },
    ]);
  });

  it('nothing to show is no shape', () => {
    expect(aidShape([])).toBeNull();
    expect(aidShape([{ shapes: ['p'] }])).toBeNull();
    expect(underPieces(scene, null)).toBe(scene);
  });

  it('lies below the first piece, or on top where there is none', () => {
    const shape: Shape = { id: 'aids', role: 'mark', place: [0, 0] };
    const cell: Shape = { id: 'cell', role: 'cell', place: [0, 0] };
    const ids = (shapes: Shape[]) => underPieces({ ...scene, shapes }, shape).shapes.map(({ id }) => id);
    expect(ids([cell, piece])).toEqual(['cell', 'aids', 'p']);
    expect(ids([cell])).toEqual(['cell', 'aids']);
  });
});

describe('signs and names', () => {
  it.each([0, 60, 120, 180, 300])('a badge sits on its shape, turned by %d', (angle) => {
    const rod: Shape = { id: 'rod', role: 'piece', place: [50, 40], angle, outline: 'M-40 -10L40 -10L40 10L-40 10Z' };
    const [x, y] = badgePlace(rod);
    const [along, across] = rotated([x - 50, y - 40], -angle);
    expect(Math.abs(along)).toBeLessThanOrEqual(40);
    expect(Math.abs(across)).toBeLessThanOrEqual(10);
    expect(x - 50 - (y - 40)).toBeGreaterThan(0);
  });

  it('what is pointed at is named, or what it stands on', () => {
    const label = (id: string, ...names: string[]): Shape => ({ id, role: 'label', place: [0, 0], names });
    const named: Scene = {
      ...scene,
      shapes: [
        { id: 'a', role: 'spot', place: [0, 0] },
        piece,
        label('one', 'a', 'b'),
        label('two', 'b'),
        { id: 'row', role: 'label', place: [0, 0] },
        { id: 'b', role: 'cell', place: [0, 0] },
      ],
    };
    const ids = (of: readonly string[]) => shownNames(named, of).map(({ id }) => id);
    expect(ids([])).toEqual([]);
    expect(ids(['p'])).toEqual(['one']);
    expect(ids(['b'])).toEqual(['one', 'two']);
    expect(ids(['two'])).toEqual(['two']);
  });

  it('what a text speaks of is named', () => {
    const place = (text: string): Shape => ({
      id: text,
      role: 'label',
      place: [0, 0],
      names: ['p'],
      parts: [{ kind: 'text', x: 0, y: 0, text, size: 13 }],
    });
    const all = ['b2', 'c3', 'd1', '1,0', '−1,0', '0,1', '0,11', '0,0'].map(place);
    const spoken = (text: string) => spokenNames({ ...scene, shapes: all }, text);
    expect(spoken('White’s b2c3 can turn about c3.')).toEqual(['b2', 'c3']);
    expect(spoken('d10')).toEqual([]);
    expect(spoken('−1,0 → 0,11')).toEqual(['−1,0', '0,11']);
    expect(spoken('the lake at 0,0: the island at 1,0, not there')).toEqual(['1,0', '0,0']);
  });
});
