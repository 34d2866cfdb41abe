import { describe, expect, it } from 'vitest';
import { paint, styled } from '../src/board/style';
import { hatchId, rules } from '../src/scene/look';
import type { Part } from '../src/scene/types';
import { fixtures } from './fixtures';

const disc = (fill: string): Part => ({ kind: 'circle', x: 0, y: 0, r: 5, fill });

describe('board styles', () => {
  it('hatch faces, each colour in its own way, and leave the rest', () => {
    for (const { game } of fixtures) {
      const { hatches } = game.look;
      const sheet = rules({ [game.id]: game.look });
      for (const colour of Object.keys(hatches)) {
        const face = styled(disc(`${colour}.face`), 'patterns');
        expect(paint(face?.fill)).toBe(`var(--${colour}-hatch, var(--${colour}-face))`);
        expect(sheet).toContain(`--${colour}-hatch:url(#${hatchId(game.id, colour)}) var(--${colour}-face)`);
        expect(styled(disc(`${colour}.mark`), 'patterns')).toEqual(disc(`${colour}.mark`));
      }
      expect(new Set(Object.values(hatches).map(({ d }) => d)).size).toBe(Object.keys(hatches).length);
      expect(sheet).not.toContain('--ivory-hatch');
    }
    const tint = { ...disc('blue.face'), opacity: 0.3 } as Part;
    expect(styled(tint, 'patterns')).toEqual(tint);
    expect(paint(styled(disc('ivory.face'), 'patterns')?.fill)).toBe('var(--ivory-hatch, var(--ivory-face))');
    expect(paint(styled(disc('blue.face'), 'natural')?.fill)).toBe('var(--blue-face)');
  });

  it('go without marks, or without tints', () => {
    expect(styled(disc('red.mark'), 'plain')).toBeNull();
    expect(styled({ ...disc('red.face'), opacity: 0.3 } as Part, 'contrast')?.fill).toBeNull();
    expect(styled(disc('shadow'), 'contrast')?.fill).toBeNull();
  });
});
