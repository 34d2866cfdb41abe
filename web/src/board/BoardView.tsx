/** The board one plays on. */
import { computed, effect, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Texts } from '../api/types';
import { t } from '../i18n';
import { middle } from '../scene/geometry';
import type { Box, Scene } from '../scene/types';
import { whenKnown } from '../state/looks';
import { confirms, slowness, settings } from '../state/settings';
import { Choices } from './Choices';
import { actsAtPlace, KeyPlay } from './keys';
import type { BoardModel } from './model';
import { spokenNames } from './names';
import { overlay, underPieces } from './overlay';
import { PointerPlay } from './pointer';
import { SceneView, viewBox } from './SceneView';
import { placeWords, sceneWords } from './words';
import { seen, WHOLE } from './zoom';
import './BoardView.css';

export interface BoardProps {
  readonly model: BoardModel;
  readonly texts: Texts | undefined;
  readonly label: string;
  readonly tight?: boolean;
  /** What is said of this board: the places it names are labelled, not only what is pointed at. */
  readonly about?: string;
  readonly onType?: (character: string) => void;
}

const GLIDE = 360;

/** What the ring of the keyboard's place is drawn round: what has been lifted there, if it has an outline of its own. */
function ringed(scene: Scene, place: string, picked: readonly string[]): string {
  const lifted = scene.shapes.find(({ id, at, outline }) => at === place && outline && picked.includes(id));
  return lifted?.id ?? place;
}

/** The view box, gliding when the board grows or shrinks. */
function useGlide(target: Box | null): Box | null {
  const shown = useSignal<Box | null>(target);
  const key = target?.join(' ');
  useEffect(() => {
    const from = shown.peek();
    if (!target || !from || slowness.peek() === 0 || document.hidden || from.join(' ') === key) {
      shown.value = target;
      return undefined;
    }
    const began = performance.now();
    let request = 0;
    const tick = (now: number) => {
      const u = Math.min(1, (now - began) / GLIDE);
      const eased = 1 - (1 - u) ** 3;
      const between = (side: 0 | 1 | 2 | 3) => from[side] + (target[side] - from[side]) * eased;
      shown.value = [between(0), between(1), between(2), between(3)];
      if (u < 1) request = requestAnimationFrame(tick);
    };
    request = requestAnimationFrame(tick);
    // Where no frames are drawn it is there in the end all the same.
    const guard = setTimeout(() => (shown.value = target), GLIDE + 100);
    return () => {
      cancelAnimationFrame(request);
      clearTimeout(guard);
    };
  }, [key]);
  return shown.value ?? target;
}

/** How many pixels a unit of the board is on the screen. */
function usePixels(svg: RefObject<SVGSVGElement | null>, box: Box | null): number | undefined {
  const size = useSignal<readonly [number, number] | null>(null);
  const there = box !== null;
  useEffect(() => {
    const element = svg.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      size.value = [width, height];
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [there]);
  return box && size.value ? Math.min(size.value[0] / box[2], size.value[1] / box[3]) : undefined;
}

export function BoardView({ model, texts, label, tight = false, about = '', onType }: BoardProps) {
  const svg = useRef<SVGSVGElement>(null);
  const whole = useRef<Box | null>(null);
  const pointer = useMemo(
    () =>
      new PointerPlay(
        model,
        () => svg.current,
        () => confirms.peek(),
        () => whole.current,
      ),
    [model],
  );
  const keys = useMemo(
    () =>
      new KeyPlay(
        model,
        () => confirms.peek(),
        (character) => onType?.(character),
      ),
    [model, onType],
  );
  const focused = useSignal(false);
  const spoken = useSignal('');
  const scene = model.scene.value;
  const full = useGlide(scene ? (tight ? scene.tight : scene.box) : null);
  whole.current = full;
  const box = full && seen(full, model.zoom.value);
  const pixels = usePixels(svg, box);
  const before = useRef<Scene | null>(null);
  useEffect(() => {
    if (scene) keys.stay(before.current, scene);
    before.current = scene;
  }, [scene, keys]);

  // Another position may come with another model: what was computed from the old one goes with it.
  const { shownOverlay, movable } = useMemo(
    () => ({
      shownOverlay: computed(() => {
        const [preview, drawn] = [model.seenPreview.value, model.scene.value];
        return preview && drawn && !model.pending.value ? overlay(drawn, preview.steps, middle(drawn)) : null;
      }),
      movable: computed(() => {
        const { targets = [] } = model.marks.value;
        // Empty places have their dots already.
        const wanted = settings.value.movable && model.picked.value.length === 0;
        return wanted ? [...model.beginnings.value].filter((id) => !targets.includes(id)) : [];
      }),
    }),
    [model],
  );
  useEffect(
    () =>
      effect(() => {
        const id = model.focus.value;
        spoken.value = focused.value && id !== null ? placeWords(model, texts, id) : '';
      }),
    [model, texts],
  );

  if (!scene || !box) return <div class="board board-empty" aria-busy="true" />;
  const { style, coordinates, size } = settings.value;
  const placed = model.placed.value;
  const marks = model.marks.value;
  const focus = focused.value && model.focus.value ? [ringed(scene, model.focus.value, model.picked.value)] : [];
  const pointed = model.pointed.value === null ? [] : [model.pointed.value];
  const draggable = model.canPlay.value;
  return (
    <div
      class="board"
      style={{ '--aspect': String(box[3] / box[2]) }}
      data-position={model.pending.value?.position ?? model.board.value?.position}
    >
      <div
        class={`board-stage${focused.value ? ' board-stage-keys' : ''}`}
        role="application"
        tabIndex={0}
        aria-label={label}
        aria-roledescription={t('board.role')}
        onKeyDown={(event) => {
          // After a click the keyboard goes on from there, and then its place has to be seen.
          if (actsAtPlace(event)) focused.value = true;
          keys.down(event);
        }}
        onFocus={(event) => {
          focused.value = event.currentTarget.matches(':focus-visible');
          if (focused.value && model.focus.peek() === null) model.focus.value = keys.start();
        }}
        onBlur={() => (focused.value = false)}
      >
        <svg
          ref={svg}
          class={`board-svg${model.hovered.value !== null ? ' board-hot' : ''}${draggable ? ' board-live' : ''}`}
          viewBox={viewBox(box)}
          data-game={model.board.value?.game}
          style={whenKnown(model.board.value?.game)}
          aria-hidden="true"
          data-moving={placed ? '' : undefined}
          onPointerDown={pointer.down}
          onPointerMove={pointer.move}
          onPointerUp={pointer.up}
          onPointerCancel={pointer.cancel}
          onPointerLeave={pointer.leave}
        >
          <SceneView
            scene={underPieces(scene, model.aids.value)}
            placed={placed}
            marks={{ ...marks, focus }}
            overlay={shownOverlay.value}
            style={style}
            coordinates={coordinates}
            named={[...pointed, ...focus, ...model.picked.value, ...spokenNames(scene, about)]}
            {...(pixels === undefined ? {} : { pixels })}
            size={size / 100}
            hovered={model.hovered.value}
            ending={(model.preview.value?.end ?? model.board.value?.end?.rule)?.witness ?? []}
            movable={movable.value}
            drag={model.drag.value}
          />
        </svg>
      </div>
      {model.zoom.value.scale > 1 && (
        <button type="button" class="whole" onClick={() => (model.zoom.value = WHOLE)}>
          {t('board.whole')}
        </button>
      )}
      <Choices model={model} texts={texts} svg={svg} box={box} />
      <p class="hidden" aria-live="polite">
        {spoken.value}
      </p>
      <details class="hidden-until-focus">
        <summary>{t('board.inWords')}</summary>
        <ul>
          {sceneWords(scene, texts).map((words, index) => (
            <li key={index}>{words}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
