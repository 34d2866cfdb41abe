/** Buttons beside a picked shape, for what pointing cannot say. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Texts } from '../api/types';
import { t } from '../i18n';
import { outlineExtent } from '../scene/geometry';
import type { Box } from '../scene/types';
import { choiceOrder, choiceTexts } from '../state/games';
import { confirms } from '../state/settings';
import type { BoardModel } from './model';
import './Choices.css';

interface Props {
  readonly model: BoardModel;
  readonly texts: Texts | undefined;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly box: Box;
}

/** Where the middle of the buttons is, in pixels of the board. */
interface Place {
  readonly left: number;
  readonly top: number;
}

/** A row of buttons; when it goes while one of them has the focus, the board has it again. */
function Row({ svg, left, top, children }: Pick<Props, 'svg'> & Place & { children: ComponentChildren }) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      if (!row.current?.contains(document.activeElement)) return;
      svg.current?.closest<HTMLElement>('.board-stage')?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <div
      ref={row}
      class="choices"
      role="group"
      aria-label={t('board.choices')}
      style={{ left: `${left}px`, top: `${top}px` }}
    >
      {children}
    </div>
  );
}

/** How far, in pixels, the middle of a button is from the shape. */
const AWAY = 26;

export function Choices({ model, texts, svg, box }: Props) {
  const place = useSignal<Place | null>(null);
  const order = choiceOrder(texts);
  const choices = [...model.progress.value.choices].sort(
    (one, other) => order.indexOf(one.choice) - order.indexOf(other.choice),
  );
  const id = model.picked.value.at(-1);
  const shape = id === undefined ? undefined : model.shape(id);
  const shown = choices.length > 0 && shape !== undefined && model.drag.value === null;

  useLayoutEffect(() => {
    const measure = () => {
      const element = svg.current;
      const matrix = element?.getScreenCTM();
      if (!element || !matrix || !shape) return;
      const { top, bottom } = outlineExtent(shape.outline ?? '', shape.angle ?? 0);
      const above = shape.place[1] > box[1] + 0.68 * box[3];
      const screen = new DOMPoint(shape.place[0], shape.place[1] + (above ? top : bottom)).matrixTransform(matrix);
      const frame = element.getBoundingClientRect();
      const half = Math.min(frame.width / 2, 30 * choices.length + 8);
      const left = Math.min(Math.max(screen.x - frame.left, half), frame.width - half);
      place.value = { left, top: screen.y - frame.top + (above ? -AWAY : AWAY) };
    };
    if (!shown) {
      place.value = null;
      return undefined;
    }
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [shown, shape, box, choices.length]);

  if (!shown || !place.value) return null;
  return (
    <Row svg={svg} {...place.value}>
      {choices.map(({ choice, move }) => {
        const { label, sign } = choiceTexts(texts, choice);
        const armed = model.armed.value && model.wanted.value === move;
        return (
          <button
            key={choice}
            type="button"
            class={`choice${sign.length > 2 ? ' choice-wide' : ''}${armed || model.wanted.value === move ? ' choice-on' : ''}`}
            title={label}
            aria-label={label}
            data-choice={choice}
            onPointerEnter={(event) => {
              if (event.pointerType === 'mouse') model.showPreview(move);
            }}
            onFocus={() => model.showPreview(move)}
            onClick={() => model.finish(move, confirms.peek())}
          >
            {sign}
          </button>
        );
      })}
    </Row>
  );
}
