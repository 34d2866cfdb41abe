/** A preview drawn over the board: ghosts, routes, badges, crosses. */
import { outlineExtent, partsExtent } from '../scene/geometry';
import type { Scene, Shape } from '../scene/types';
import { byId, carrier } from './carriers';
import type { Overlay, Route } from './overlay';
import { RingView } from './Rings';
import { ShapeView } from './ShapeView';
import type { BoardStyle } from './style';

const GHOST = 0.62;
const BADGE = 25;

function RouteView({ route }: { route: Route }) {
  if (route.kind === 'dots') {
    return (
      <g data-route="dots">
        <path d={route.d} stroke="var(--halo)" stroke-width={9} opacity={0.9} />
        <path d={route.d} stroke="var(--accent)" stroke-width={5} stroke-dasharray=".1 9.5" />
      </g>
    );
  }
  const arrow = route.kind === 'swing';
  return (
    <g data-route={route.kind}>
      <path d={route.d} stroke="var(--halo)" stroke-width={arrow ? 9 : 7} />
      {route.head && <path d={route.head} fill="var(--halo)" stroke="var(--halo)" stroke-width={5} />}
      <path d={route.d} stroke="var(--accent)" stroke-width={arrow ? 4.2 : 3.4} />
      {route.head && <path d={route.head} fill="var(--accent)" />}
      {route.stops.map(([x, y], index) => (
        <g key={index} transform={`translate(${x} ${y})`}>
          <circle r={7} fill="var(--halo)" />
          <circle r={5} fill="var(--accent)" />
        </g>
      ))}
    </g>
  );
}

function Badge({ at, to, style }: { at: Shape; to: Shape; style: BoardStyle }) {
  const { left, top, right, bottom } = partsExtent(to);
  const scale = 17 / Math.max(right - left, bottom - top, 1);
  const [x, y] = [at.place[0] + 18, at.place[1] - 17];
  const small: Shape = { ...to, place: [0, 0], parts: (to.parts ?? []).filter((part) => part.fill !== 'shadow') };
  return (
    <g transform={`translate(${x} ${y})`} data-badge={at.id}>
      <rect x={-BADGE / 2 - 2} y={-BADGE / 2 - 2} width={BADGE + 4} height={BADGE + 4} rx={8.5} fill="var(--halo)" />
      <rect
        x={-BADGE / 2}
        y={-BADGE / 2}
        width={BADGE}
        height={BADGE}
        rx={7}
        fill="var(--surface)"
        stroke="var(--accent)"
        stroke-width={2.4}
      />
      <g transform={`scale(${scale})translate(${-(left + right) / 2} ${-(top + bottom) / 2})`}>
        <ShapeView shape={small} style={style} />
      </g>
    </g>
  );
}

function Cross({ shape }: { shape: Shape }) {
  const { left, right } = outlineExtent(shape.outline ?? '', 0);
  const radius = Math.min(15, Math.max(11, 0.2 * (right - left)));
  return (
    <g transform={`translate(${shape.place[0]} ${shape.place[1]})`} data-cross={shape.id}>
      <circle r={radius + 2} fill="var(--halo)" />
      <circle r={radius - 1} fill="var(--halo)" stroke="var(--accent)" stroke-width={3} />
      <path d="M-5 -5L5 5M5 -5L-5 5" stroke="var(--accent)" stroke-width={3.2} />
    </g>
  );
}

/** What comes with a move and lies flat: drawn below all rings. */
export function OverlayGround({ overlay, style }: { overlay: Overlay; style: BoardStyle }) {
  return (
    <g>
      {overlay.ghosts
        .filter((ghost) => ghost.role === 'mark')
        .map((ghost) => (
          <ShapeView key={ghost.id} shape={ghost} style={style} />
        ))}
    </g>
  );
}

export function OverlayView({ overlay, scene, style }: { overlay: Overlay; scene: Scene; style: BoardStyle }) {
  const shapes = byId(scene);
  for (const ghost of overlay.ghosts) if (!shapes.has(ghost.id)) shapes.set(ghost.id, ghost);
  const ghosts = overlay.ghosts.filter((ghost) => ghost.role !== 'mark');
  const rings = overlay.rings.flatMap((id) => carrier(shapes, id) ?? []);
  return (
    <g data-overlay>
      {ghosts
        .filter((ghost) => ghost.role !== 'piece')
        .map((ghost) => (
          <ShapeView key={ghost.id} shape={ghost} opacity={GHOST} style={style} />
        ))}
      {rings.slice(-1).map((shape) => (
        <RingView key={shape.id} shape={shape} state="previewed" />
      ))}
      {ghosts
        .filter((ghost) => ghost.role === 'piece')
        .map((ghost) => (
          <ShapeView key={ghost.id} shape={ghost} opacity={GHOST} style={style} />
        ))}
      {overlay.departing.map((shape) => (
        <RingView key={shape.id} shape={carrier(new Map([[shape.id, shape]]), shape.id) ?? shape} state="departing" />
      ))}
      {overlay.routes.map((route, index) => (
        <RouteView key={index} route={route} />
      ))}
      {overlay.badges.map(({ at, to }) => (
        <Badge key={at.id} at={at} to={to} style={style} />
      ))}
      {overlay.crosses.map((shape) => (
        <Cross key={shape.id} shape={shape} />
      ))}
    </g>
  );
}
