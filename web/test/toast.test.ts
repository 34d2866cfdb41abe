import { describe, expect, it } from 'vitest';
import { freePlace } from '../src/ui/toastPlace';

describe('a toast', () => {
  const window = { width: 1000, height: 600 };
  const size = { width: 300, height: 64 };
  const rect = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
  const [high, low] = [
    { left: 24, top: 20 },
    { left: 24, top: 500 },
  ];

  it('lies at the first place where it covers nothing', () => {
    expect(freePlace([high, low], size, window, [])).toEqual(high);
    expect(freePlace([high, low], size, window, [rect(300, 60, 340, 100)])).toEqual(low);
    expect(freePlace([high, low], size, window, [rect(400, 60, 440, 100)])).toEqual(high);
  });

  it('where it covers least, when everything is taken', () => {
    expect(freePlace([high, low], size, window, [rect(0, 0, 300, 300), rect(0, 540, 300, 600)])).toEqual(low);
  });

  it('never hangs over the edge of the window', () => {
    const { left, top } = freePlace([{ left: 900, top: -50 }], size, window, []);
    expect(left + size.width).toBeLessThanOrEqual(window.width);
    expect(top).toBeGreaterThanOrEqual(0);
  });
});
