/** A scene drawn, without any interaction: also for miniatures and pictures. */
import type { ComponentChildren } from 'preact';
import type { Placed } from '../scene/timeline';
import type { Box, Marks, Scene, Shape } from '../scene/types';
import { byId, carriers, figured } from './carriers';
import type { Drag } from './model';
import { shownNames } from './names';
import type { Overlay } from './overlay';
import { OverlayGround, OverlayView } from './OverlayView';
import { DotView, FillView, RingView, WitnessBadge } from './Rings';
import { ShapeView } from './ShapeView';
import states from './states.json';
import type { BoardStyle } from './style';
import './SceneView.css';

export interface SceneProps {
  readonly scene: Scene;
  readonly placed?: readonly Placed[] | null;
  readonly marks?: Marks;
  readonly overlay?: Overlay | null;
  readonly style: BoardStyle;
  readonly coordinates: boolean;
  /** What is pointed at or spoken of, so that its name is shown. */
  readonly named?: readonly string[];
  /** How many pixels a unit of the scene is: no label gets too small to read. */
  readonly pixels?: number;
  /** How large pieces are, 1 being as drawn. */
  readonly size?: number;
  readonly hovered?: string | null;
  readonly ending?: readonly string[];
  readonly movable?: readonly string[];
  readonly drag?: Drag | null;
  readonly children?: ComponentChildren;
}

const SMALLEST = 12;
const HOVER_LIFT = 2;
const FILLED = Object.keys(states.fills) as (keyof typeof states.fills)[];
const NONE: Marks = {};

export function viewBox([x, y, width, height]: Box): string {
  return `${x} ${y} ${width} ${height}`;
}

/** How much larger a shape is drawn than it is, so that its text, if it has any, can be read. */
function legible(shape: Shape, pixels: number | undefined): number {
  const sizes = (shape.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.size] : []));
  if (!pixels || sizes.length === 0) return 1;
  return Math.max(1, Math.ceil((100 * SMALLEST) / (Math.min(...sizes) * pixels)) / 100);
}

/** All that is drawn, in order: shapes with the fills of their states, rings, pieces that stand in one, previews, dots, badges. */
export function SceneView(props: SceneProps) {
  const { scene, placed, marks = NONE, overlay, style, coordinates, size = 1, hovered, drag, named = [] } = props;
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

  const liftOf = (shape: Shape): number => {
    const isSelected = selected.has(shape.id) || (shape.at != null && selected.has(shape.at));
    return shape.role !== 'piece' ? 0 : isSelected ? states.lift : hovered === shape.id ? HOVER_LIFT : 0;
  };
  const draggedBy = (shape: Shape) =>
    drag && (drag.id === shape.id || (shape.at === drag.id && shape.role !== 'spot')) ? drag.by : null;

  const view = ({ shape, pose }: Placed) => (
    <ShapeView
      key={shape.id}
      shape={shape}
      pose={pose}
      lift={liftOf(shape)}
      scale={shape.role === 'piece' ? size : legible(shape, props.pixels)}
      style={style}
      by={draggedBy(shape)}
    />
  );

  /** A ring or fill that a piece carries itself goes where the piece goes. */
  const held = (shape: Shape): Shape => {
    if (shape.role !== 'piece') return shape;
    const [dx, dy] = draggedBy(shape) ?? [0, 0];
    return { ...shape, place: [shape.place[0] + dx, shape.place[1] + dy - liftOf(shape)] };
  };

  const fill = (shape: Shape) => {
    if (figured(shape)) return null;
    for (const state of FILLED) {
      const found = carried[state].get(shape.id);
      // A spot that was left has no ground of its own to tint: filled, it would look like something that lies there.
      if (found && !(state === 'left' && shape.role === 'spot'))
        return <FillView key={`${shape.id}-fill`} shape={held(found)} state={state} />;
    }
    return null;
  };

  const rings = (states: readonly (keyof typeof carried)[]) =>
    states.flatMap((state) =>
      [...carried[state].values()].map((shape) => (
        <RingView key={`${state} ${shape.id}`} shape={held(shape)} state={state} />
      )),
    );

  const lights = (overlay?.lights ?? []).map((shape) => ({ shape, pose: null }));
  const ground = drawn.findIndex(({ shape }) => shape.role === 'piece');
  const body = drawn.toSpliced(ground < 0 ? drawn.length : ground, 0, ...lights).flatMap((entry) => {
    const found = overlay?.replaced.get(entry.shape.id);
    if (found === null) return [];
    const item = found ? { shape: found, pose: null } : entry;
    const { shape } = item;
    if (shape.role === 'label' && (shape.names || !coordinates)) return [];
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
      {rings(['left', 'landed', 'changed', 'movable', 'ending', 'selected'])}
      {!overlay && rings(['witness', 'focus'])}
      {inRings.map(view)}
      {overlay && <OverlayView overlay={overlay} scene={scene} style={style} />}
      {[...targets.values()]
        .filter((shape) => !previewed.has(shape.id))
        .map((shape) => (
          <DotView key={`dot ${shape.id}`} shape={shape} strong={hovered === shape.id} />
        ))}
      {overlay && rings(['witness', 'focus'])}
      {[...carried.witness.values()].map((shape) => (
        <WitnessBadge key={`badge ${shape.id}`} shape={held(shape)} />
      ))}
      {shownNames(scene, moving ? [] : named).map((shape) => view({ shape, pose: null }))}
      {props.children}
    </>
  );
}
