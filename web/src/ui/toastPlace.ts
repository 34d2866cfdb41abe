/** Where a toast lies: where it covers nothing that one plays with. */

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Between the toast and the edges of the window, and what it must not cover. */
const GAP = 4;
const MARGIN = 24;

function covered(one: Rect, other: Rect): number {
  const width = Math.min(one.right, other.right + GAP) - Math.max(one.left, other.left - GAP);
  const height = Math.min(one.bottom, other.bottom + GAP) - Math.max(one.top, other.top - GAP);
  return Math.max(0, width) * Math.max(0, height);
}

/** The corner of the first of some places where a toast covers nothing; failing that, of the one where it covers least. */
export function freePlace(
  places: readonly { readonly left: number; readonly top: number }[],
  { width, height }: Size,
  window: Size,
  taken: readonly Rect[],
): { readonly left: number; readonly top: number } {
  let best = { left: GAP, top: GAP };
  let least = Infinity;
  for (const place of places) {
    const left = Math.max(GAP, Math.min(place.left, window.width - width - GAP));
    const top = Math.max(GAP, Math.min(place.top, window.height - height - GAP));
    const rect = { left, top, right: left + width, bottom: top + height };
    const sum = taken.reduce((total, other) => total + covered(rect, other), 0);
    if (sum < least) [best, least] = [{ left, top }, sum];
  }
  return best;
}

/** What is on the board, and the card of whoever plays here. */
const TAKEN = '.board-svg :is([data-id], [data-ring]), .table-phone > .player';

/** The line that speaks of the board, which a toast says better: above the board, or on a phone below one's card. */
const LINE = '.status, .table-phone > .sentence';

/** The place of a toast in the page as it is: over the line that speaks of the board, else low on the screen, else high. */
export function toastPlace(toast: Element): { readonly left: number; readonly top: number } {
  const { width, height } = toast.getBoundingClientRect();
  const window = { width: document.documentElement.clientWidth, height: innerHeight };
  const taken = [...document.querySelectorAll(TAKEN)].map((element) => element.getBoundingClientRect());
  const line = document.querySelector(LINE)?.getBoundingClientRect();
  const [right, low] = [window.width - width - MARGIN, window.height - height - MARGIN];
  const over = line && line.bottom > 0 && line.top < window.height;
  // If it is higher than the line, up to what is below; on a phone that is nothing.
  const below = taken.map(({ top }) => top).filter((top) => over && top > line.top);
  const highest = Math.min(...below, window.height) - GAP - height;
  const places = [
    ...(over ? [line.top, highest].map((top) => ({ left: line.left, top })) : []),
    { left: MARGIN, top: low },
    { left: MARGIN, top: window.height - height },
    { left: MARGIN, top: 0 },
    { left: right, top: low },
    { left: right, top: 0 },
  ];
  return freePlace(places, { width, height }, window, taken);
}
