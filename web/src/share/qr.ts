/** QR codes (ISO/IEC 18004): bytes, error correction level M, versions 1 to 15. */

type Grid = (boolean | null)[][];

/** For each version: error correction bytes a block, and the data bytes of each block (as [blocks, bytes] pairs). */
const BLOCKS: readonly (readonly [number, readonly (readonly [number, number])[]])[] = [
  [10, [[1, 16]]],
  [16, [[1, 28]]],
  [26, [[1, 44]]],
  [18, [[2, 32]]],
  [24, [[2, 43]]],
  [16, [[4, 27]]],
  [18, [[4, 31]]],
  [
    22,
    [
      [2, 38],
      [2, 39],
    ],
  ],
  [
    22,
    [
      [3, 36],
      [2, 37],
    ],
  ],
  [
    26,
    [
      [4, 43],
      [1, 44],
    ],
  ],
  [
    30,
    [
      [1, 50],
      [4, 51],
    ],
  ],
  [
    22,
    [
      [6, 36],
      [2, 37],
    ],
  ],
  [
    22,
    [
      [8, 37],
      [1, 38],
    ],
  ],
  [
    24,
    [
      [4, 40],
      [5, 41],
    ],
  ],
  [
    24,
    [
      [5, 41],
      [5, 42],
    ],
  ],
];

const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
  [6, 26, 46, 66],
  [6, 26, 48, 70],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0);
}

/** The error correction bytes of a block: the remainder by the generator polynomial (Reed–Solomon). */
export function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const root = EXP[i] ?? 0;
    const next = [...generator, 0];
    generator.forEach((value, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ times(value, root)));
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i] ?? 0;
    generator.forEach((value, at) => (rest[i + at] = (rest[i + at] ?? 0) ^ times(value, factor)));
  }
  return rest.slice(data.length);
}

function capacity(version: number): number {
  return (BLOCKS[version - 1]?.[1] ?? []).reduce((sum, [blocks, bytes]) => sum + blocks * bytes, 0);
}

function encode(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = capacity(version) * 8;
  push(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; data.length < room / 8; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Data and correction bytes of all blocks, interleaved. */
function interleave(data: readonly number[], version: number): number[] {
  const [count, groups] = BLOCKS[version - 1] ?? [0, []];
  const blocks: number[][] = [];
  let at = 0;
  for (const [number, bytes] of groups) {
    for (let i = 0; i < number; i++) blocks.push(data.slice(at, (at += bytes)));
  }
  const corrections = blocks.map((block) => correction(block, count));
  const result: number[] = [];
  for (const lists of [blocks, corrections]) {
    const longest = Math.max(...lists.map((list) => list.length));
    for (let i = 0; i < longest; i++) {
      for (const list of lists) {
        const value = list[i];
        if (value !== undefined) result.push(value);
      }
    }
  }
  return result;
}

function put(grid: Grid, x: number, y: number, dark: boolean): void {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = dark;
}

function patterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        put(grid, cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  for (let i = 8; i < size - 8; i++) {
    put(grid, i, 6, i % 2 === 0);
    put(grid, 6, i, i % 2 === 0);
  }
  const centres = ALIGNMENT[version - 1] ?? [];
  for (const cx of centres) {
    for (const cy of centres) {
      const corner = (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6);
      if (corner) continue;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) put(grid, cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
  put(grid, 8, size - 8, true);
  return grid;
}

function remainder(value: number, bits: number, generator: number, degree: number): number {
  let rest = value << degree;
  for (let i = bits + degree - 1; i >= degree; i--) if ((rest >> i) & 1) rest ^= generator << (i - degree);
  return (value << degree) | rest;
}

/** The format bits for level M and a mask. */
export function formatBits(mask: number): number {
  return remainder(mask, 5, 0x537, 10) ^ 0x5412;
}

function putFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = formatBits(mask);
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    if (i < 6) put(grid, 8, i, dark);
    else if (i < 8) put(grid, 8, i + 1, dark);
    else if (i === 8) put(grid, 7, 8, dark);
    else put(grid, 14 - i, 8, dark);
    if (i < 8) put(grid, size - 1 - i, 8, dark);
    else put(grid, 8, size - 15 + i, dark);
  }
}

function putVersion(grid: Grid, version: number): void {
  if (version < 7) return;
  const size = grid.length;
  const bits = remainder(version, 6, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >> i) & 1) === 1;
    put(grid, Math.floor(i / 3), size - 11 + (i % 3), dark);
    put(grid, size - 11 + (i % 3), Math.floor(i / 3), dark);
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function fillData(reserved: Grid, bytes: readonly number[], mask: number): boolean[][] {
  const size = reserved.length;
  const grid = reserved.map((row) => row.map((dark) => dark === true));
  const masked = MASKS[mask] ?? (() => false);
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (reserved[y]?.[x] !== null) continue;
        const dark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit++;
        const row = grid[y];
        if (row) row[x] = dark !== masked(x, y);
      }
    }
    up = !up;
  }
  return grid;
}

/** How badly a code reads: long runs, blocks, look-alikes of the finder patterns, imbalance. */
function penalty(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  const columns = grid.map((_row, x) => grid.map((row) => row[x] ?? false));
  for (const line of [...grid, ...columns]) {
    let run = 0;
    line.forEach((value, i) => {
      run = i > 0 && value === line[i - 1] ? run + 1 : 1;
      if (run === 5) sum += 3;
      else if (run > 5) sum += 1;
    });
    const text = line.map((value) => (value ? '1' : '0')).join('');
    for (const pattern of ['10111010000', '00001011101']) {
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) sum += 40;
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const value = grid[y]?.[x];
      if (value) dark++;
      if (
        x + 1 < size &&
        y + 1 < size &&
        value === grid[y]?.[x + 1] &&
        value === grid[y + 1]?.[x] &&
        value === grid[y + 1]?.[x + 1]
      ) {
        sum += 3;
      }
    }
  }
  return sum + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

/** The code of a text, rows of dark and light; null when it is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_block, i) => bytes.length + (i + 1 < 10 ? 2 : 3) <= capacity(i + 1)) + 1;
  if (version === 0) return null;
  const data = interleave(encode(bytes, version), version);
  let [best, least] = [null as boolean[][] | null, Infinity];
  for (let mask = 0; mask < 8; mask++) {
    const reserved = patterns(version);
    putFormat(reserved, mask);
    putVersion(reserved, version);
    const grid = fillData(reserved, data, mask);
    const bad = penalty(grid);
    if (bad < least) [best, least] = [grid, bad];
  }
  return best;
}
