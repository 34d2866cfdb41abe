/** A cubic Bézier easing from (0, 0) to (1, 1), as CSS has it. */
export function bezier(x1: number, y1: number, x2: number, y2: number): (t: number) => number {
  const at = (a: number, b: number, s: number) => 3 * a * s * (1 - s) ** 2 + 3 * b * s ** 2 * (1 - s) + s ** 3;
  return (t) => {
    if (t <= 0) return 0;
    if (t >= 1) return 1;
    let [low, high] = [0, 1];
    for (let i = 0; i < 24; i++) {
      const half = (low + high) / 2;
      if (at(x1, x2, half) < t) low = half;
      else high = half;
    }
    return at(y1, y2, (low + high) / 2);
  };
}

export const inPlace = bezier(0.2, 0, 0, 1);
export const leaving = bezier(0.4, 0, 1, 1);
