import { describe, expect, it } from 'vitest';
import { correction, formatBits, qrCode } from '../src/share/qr';

/** Reads a code back, the simple way: no errors, level M, bytes. */
function read(grid: readonly (readonly boolean[])[]): string {
  const size = grid.length;
  const version = (size - 17) / 4;
  const at = (x: number, y: number) => grid[y]?.[x] ?? false;
  let format = 0;
  for (let i = 14; i >= 0; i--) {
    const dark = i < 6 ? at(8, i) : i < 8 ? at(8, i + 1) : i === 8 ? at(7, 8) : at(14 - i, 8);
    format = format * 2 + Number(dark);
  }
  const mask = [...Array(8).keys()].find((candidate) => formatBits(candidate) === format);
  if (mask === undefined) throw new Error('no format');
  const masks: ((x: number, y: number) => boolean)[] = [
    (x, y) => (x + y) % 2 === 0,
    (_x, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ];
  const aligned: Record<number, number[]> = {
    1: [],
    2: [6, 18],
    3: [6, 22],
    4: [6, 26],
    5: [6, 30],
    6: [6, 34],
    7: [6, 22, 38],
    8: [6, 24, 42],
  };
  const reserved = (x: number, y: number): boolean => {
    if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true;
    if (x === 6 || y === 6) return true;
    if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
    const centres = aligned[version] ?? [];
    return centres.some((cx) =>
      centres.some((cy) => {
        const corner = (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6);
        return !corner && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
      }),
    );
  };
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!reserved(x, y)) bits.push(Number(at(x, y) !== masks[mask]?.(x, y)));
    }
    up = !up;
  }
  const bytes: number[] = [];
  for (let i = 0; i + 8 <= bits.length; i += 8) bytes.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  const shape: Record<number, [number, number][]> = {
    1: [[1, 16]],
    2: [[1, 28]],
    3: [[1, 44]],
    4: [[2, 32]],
    5: [[2, 43]],
    6: [[4, 27]],
    7: [[4, 31]],
    8: [
      [2, 38],
      [2, 39],
    ],
  };
  const lengths = (shape[version] ?? []).flatMap(([count, length]) => Array.from({ length: count }, () => length));
  const blocks = lengths.map(() => [] as number[]);
  let next = 0;
  for (let i = 0; i < Math.max(...lengths); i++) {
    lengths.forEach((length, block) => {
      if (i < length) blocks[block]?.push(bytes[next++] ?? 0);
    });
  }
  const data = blocks.flat();
  const stream = data.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
  const number = (from: number, length: number) =>
    stream.slice(from, from + length).reduce((sum, bit) => sum * 2 + bit, 0);
  expect(number(0, 4)).toBe(4);
  const count = number(4, 8);
  return new TextDecoder().decode(Uint8Array.from({ length: count }, (_, i) => number(12 + 8 * i, 8)));
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

  it('have the format bits of the standard', () => {
    // Level M, mask 0 and mask 5, from the table of ISO/IEC 18004, annex C.
    expect(formatBits(0)).toBe(0b101010000010010);
    expect(formatBits(5)).toBe(0b100000011001110);
  });

  it('have the correction bytes of the standard', () => {
    // The example of ISO/IEC 18004, annex I: "01234567", version 1-M.
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    expect(correction(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });

  it('are not made of what is too long', () => {
    expect(qrCode('x'.repeat(500))).toBeNull();
  });
});
