import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { type Grid, qrCode } from '../src/share/qr';

const SCALE = 4;
const QUIET = 4;

/** Reads a code back as a camera would: from its pixels. */
function read(grid: Grid): string | null {
  const side = (grid.length + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [Math.floor((at % side) / SCALE) - QUIET, Math.floor(at / side / SCALE) - QUIET];
    if (grid[y]?.[x]) pixels.fill(0, 4 * at, 4 * at + 3);
  }
  return jsQR(pixels, side, side)?.data ?? null;
}

describe('QR codes', () => {
  it.each([
    'A',
    'http://localhost/#/table/abc',
    'https://tablier.example/games/#/table/vNqPur_mBJ9XaopAtT-pbQ/join/1/i_0123456789012345678901234567890123456789012',
    'é'.repeat(60),
  ])('can be read: %s', (text) => {
    const code = qrCode(text);
    expect(code).not.toBeNull();
    expect(read(code ?? [])).toBe(text);
  });

  it('are not made of what is too long', () => {
    expect(qrCode('x'.repeat(500))).toBeNull();
  });
});
