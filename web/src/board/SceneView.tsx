/** A scene drawn, without any interaction: also for miniatures and pictures. */
import type { ComponentChildren } from 'preact';
import type { Placed } from '../scene/timeline';
import type { Box, Marks, Scene, Shape } from '../scene/types';
import { byId, carriers, figured } from './carriers';
import type { Drag } from './model';
import type { Overlay } from './overlay';
import { OverlayGround, OverlayView } from './OverlayView';
import { DotView, FillView, RingView, type RingState, WitnessBadge } from './Rings';
import { ShapeView } from './ShapeView';
import type { BoardStyle } from './style';

export interface SceneProps {
  readonly scene: Scene;
  readonly placed?: readonly Placed[] | null;
  readonly marks?: Marks;
  readonly overlay?: Overlay | null;
  readonly style: BoardStyle;
  readonly coordinates: boolean;
  /** How large pieces are, 1 being as drawn. */
  readonly size?: number;
  readonly hovered?: string | null;
  readonly ending?: readonly string[];
  readonly movable?: readonly string[];
  readonly drag?: Drag | null;
  readonly children?: ComponentChildren;
}

const LIFT = 5;
const HOVER_LIFT = 2;
const QUIET: readonly RingState[] = ['left', 'landed', 'changed'];
const NONE: Marks = {};

export function viewBox([x, y, width, height]: Box): string {
  return `${x} ${y} ${width} ${height}`;
}

/** All that is drawn, in order: shapes with the fills of their states, rings, pieces that stand in one, previews, dots, badges. */
export function SceneView(props: SceneProps) {
  const { scene, placed, marks = NONE, overlay, style, coordinates, size = 1, hovered, drag } = props;
  const shapes = byId(scene);
  const moving = Boolean(placed);
  const carried = {
    left: carriers(shapes, moving ? [] : marks.left),
    landed: carriers(shapes, moving ? [] : marks.landed),
    changed: carriers(shapes, moving ? [] : marks.changed),
    movable: carriers(shapes, props.movable),
    selected: carriers(shapes, marks.selected),
    ending: carriers(shapes, moving ? [] : props.ending),
    witness: carriers(shapes, marks.witness),
    focus: carriers(shapes, marks.focus),
  };
  const ringed = new Set(Object.values(carried).flatMap((found) => [...found.keys()]));
  const selected = new Set(marks.selected);
  const drawn: readonly Placed[] = placed ?? scene.shapes.map((shape) => ({ shape, pose: null }));
  const inRings: Placed[] = [];

  const view = ({ shape, pose }: Placed) => {
    const dragged = drag && (drag.id === shape.id || (shape.at === drag.id && shape.role !== 'spot'));
    const isSelected = selected.has(shape.id) || (shape.at != null && selected.has(shape.at));
    const lift = shape.role !== 'piece' ? 0 : isSelected ? LIFT : hovered === shape.id ? HOVER_LIFT : 0;
    return (
      <ShapeView
        key={shape.id}
        shape={shape}
        pose={pose}
        lift={lift}
        scale={shape.role === 'piece' ? size : 1}
        style={style}
        by={dragged ? drag.by : null}
      />
    );
  };

  const fill = (shape: Shape) => {
    if (figured(shape)) return null;
    const chosen = carried.selected.get(shape.id);
    if (chosen) return <FillView key={`${shape.id}-fill`} shape={chosen} role="soft" />;
    const last = carried.landed.get(shape.id) ?? carried.left.get(shape.id);
    return last ? <FillView key={`${shape.id}-fill`} shape={last} role="last" /> : null;
  };

  const body = drawn.flatMap((entry) => {
    const found = overlay?.replaced.get(entry.shape.id);
    if (found === null) return [];
    const item = found ? { shape: found, pose: null } : entry;
    const { shape } = item;
    if (shape.role === 'label' && !coordinates) return [];
    if (shape.role !== 'piece') return [view(item), fill(shape)];
    if (!moving && (ringed.has(shape.id) || (shape.at != null && ringed.has(shape.at)))) {
      inRings.push(item);
      return [fill(shape)];
    }
    return [fill(shape), view(item)];
  });

  const targets = carriers(shapes, marks.targets);
  const previewed = new Set(overlay?.rings ?? []);
  return (
    <>
      {body}
      {overlay && <OverlayGround overlay={overlay} style={style} />}
      {QUIET.flatMap((state) =>
        [...carried[state as 'left'].values()].map((shape) => (
          <RingView key={`${state} ${shape.id}`} shape={shape} state={state} />
        )),
      )}
      {(['movable', 'ending', 'selected'] as const).flatMap((state) =>
        [...carried[state].values()].map((shape) => (
          <RingView key={`${state} ${shape.id}`} shape={shape} state={state} />
        )),
      )}
      {inRings.map(view)}
      {overlay && <OverlayView overlay={overlay} scene={scene} style={style} />}
      {[...targets.values()]
        .filter((shape) => !previewed.has(shape.id))
        .map((shape) => (
          <DotView key={`dot ${shape.id}`} shape={shape} strong={hovered === shape.id} />
        ))}
      {(['witness', 'focus'] as const).flatMap((state) =>
        [...carried[state].values()].map((shape) => (
          <RingView key={`${state} ${shape.id}`} shape={shape} state={state} />
        )),
      )}
      {[...carried.witness.values()].map((shape) => (
        <WitnessBadge key={`badge ${shape.id}`} shape={shape} />
      ))}
      {props.children}
    </>
  );
}
