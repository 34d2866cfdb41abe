import { describe, expect, it } from 'vitest';
import { HATCHES, paint, styled } from '../src/board/style';
import type { Part } from '../src/scene/types';

const disc = (fill: string): Part => ({ kind: 'circle', x: 0, y: 0, r: 5, fill });

describe('board styles', () => {
  it('hatch faces, each colour in its own way, and leave the rest', () => {
    for (const colour of Object.keys(HATCHES)) {
      const face = styled(disc(`${colour}.face`), 'patterns');
      expect(paint(face?.fill)).toBe(`url(#hatch-${colour}) var(--${colour}-face)`);
      expect(styled(disc(`${colour}.mark`), 'patterns')).toEqual(disc(`${colour}.mark`));
    }
    expect(new Set(Object.values(HATCHES).map(({ d }) => d)).size).toBe(Object.keys(HATCHES).length);
    const tint = { ...disc('blue.face'), opacity: 0.3 } as Part;
    expect(styled(tint, 'patterns')).toEqual(tint);
    expect(paint(styled(disc('ivory.face'), 'patterns')?.fill)).toBe('var(--ivory-face)');
    expect(paint(styled(disc('blue.face'), 'natural')?.fill)).toBe('var(--blue-face)');
  });

  it('go without marks, or without tints', () => {
    expect(styled(disc('red.mark'), 'plain')).toBeNull();
    expect(styled({ ...disc('red.face'), opacity: 0.3 } as Part, 'contrast')?.fill).toBeNull();
    expect(styled(disc('shadow'), 'contrast')?.fill).toBeNull();
  });
});
