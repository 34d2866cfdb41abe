/** Looking at a part of the board: pinched and dragged with two fingers. */
import type { Box, Point } from '../scene/types';

export interface Zoom {
  readonly scale: number;
  /** The middle of the view, off the middle of the board. */
  readonly off: Point;
}

export const WHOLE: Zoom = { scale: 1, off: [0, 0] };
const MOST = 4;

/** The part of a box that is seen. */
export function seen([x, y, width, height]: Box, { scale, off }: Zoom): Box {
  const [w, h] = [width / scale, height / scale];
  return [x + (width - w) / 2 + off[0], y + (height - h) / 2 + off[1], w, h];
}

/** Kept so that the view never leaves the board. */
export function kept([, , width, height]: Box, { scale, off }: Zoom): Zoom {
  const within = Math.min(MOST, Math.max(1, scale));
  const [mx, my] = [(width - width / within) / 2, (height - height / within) / 2];
  return { scale: within, off: [Math.min(mx, Math.max(-mx, off[0])), Math.min(my, Math.max(-my, off[1]))] };
}

/** Larger by a factor, the given point of the board staying where it is on the screen. */
export function zoomed(box: Box, zoom: Zoom, factor: number, point: Point): Zoom {
  const scale = Math.min(MOST, Math.max(1, zoom.scale * factor));
  const share = 1 - zoom.scale / scale;
  const [x, y, width, height] = seen(box, zoom);
  const middle: Point = [x + width / 2, y + height / 2];
  return kept(box, {
    scale,
    off: [zoom.off[0] + (point[0] - middle[0]) * share, zoom.off[1] + (point[1] - middle[1]) * share],
  });
}

export function panned(box: Box, zoom: Zoom, [dx, dy]: Point): Zoom {
  return kept(box, { scale: zoom.scale, off: [zoom.off[0] - dx, zoom.off[1] - dy] });
}
