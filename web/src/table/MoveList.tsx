/** Moves by turns: a column a player, a row a turn. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { PlayerInfo, Texts } from '../api/types';
import { t } from '../i18n';
import type { Scene } from '../scene/types';
import { printed } from '../state/games';
import { turnRows } from '../state/history';
import { IconButton } from '../ui/controls';
import { Icon } from '../ui/Icon';
import { PlayerMark } from '../board/PlayerMark';
import './MoveList.css';

interface Props {
  readonly game: string;
  readonly texts: Texts | undefined;
  readonly players: readonly PlayerInfo[];
  readonly names: readonly string[];
  readonly scene: Scene | null;
  readonly moves: readonly { readonly player: number; readonly move: string }[];
  /** How many moves are shown on the board. */
  readonly ply: number;
  /** A move that is previewed. */
  readonly preview: { readonly player: number; readonly move: string } | null;
  readonly onView: (ply: number | null) => void;
  /** Where the list can be put away again. */
  readonly onClose?: () => void;
}

/** Scrolls the list, and never the page, until an entry is seen. */
function keepVisible(list: HTMLElement | null, entry: HTMLElement | null): void {
  if (!list || !entry) return;
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
  if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left + 8;
  else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right + 8;
}

const PACE = 1400;

/** Shows one move after another while it runs; what the reader does in between stops it. */
function usePlayThrough(ply: number, last: number, onView: (ply: number | null) => void): Signal<boolean> {
  const running = useSignal(false);
  const expected = useRef(-1);
  useEffect(() => {
    if (!running.value) {
      expected.current = -1;
      return undefined;
    }
    if (ply >= last || (expected.current >= 0 && ply !== expected.current)) {
      running.value = false;
      return undefined;
    }
    const timer = setTimeout(() => {
      expected.current = ply + 1;
      onView(ply + 1);
    }, PACE);
    return () => clearTimeout(timer);
  }, [running.value, ply, last]);
  return running;
}

export function MoveList({ game, texts, players, names, scene, moves, ply, preview, onView, onClose }: Props) {
  const current = useRef<HTMLButtonElement>(null);
  const running = usePlayThrough(ply, moves.length, onView);
  const shown = preview && ply === moves.length ? [...moves, preview] : moves;
  const rows = turnRows(shown);
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => keepVisible(scroll.current, current.current), [ply, moves.length, preview?.move]);
  // The list is one stop for Tab, however long the game; inside it the focus goes along with the arrow keys.
  const stop = Math.max(0, ply - 1);
  useEffect(() => {
    const entries = scroll.current?.querySelectorAll<HTMLElement>('.move');
    if (entries && scroll.current?.contains(document.activeElement)) entries[stop]?.focus({ preventScroll: true });
  }, [stop]);
  const move = (index: number, text: string) => {
    const isPreview = index === moves.length;
    const isCurrent = index === ply - 1;
    const ref = isCurrent || isPreview ? { ref: current } : {};
    return (
      <button
        key={index}
        {...ref}
        type="button"
        class={`move${isCurrent ? ' move-current' : ''}${isPreview ? ' move-preview' : ''}`}
        aria-current={isCurrent ? 'step' : undefined}
        tabIndex={index === stop ? 0 : -1}
        disabled={isPreview}
        data-move={text}
        onClick={() => onView(index + 1)}
      >
        {printed(texts, text)}
      </button>
    );
  };
  return (
    <section class="moves" aria-label={t('moves.title')}>
      <header class="moves-head">
        <h2>{t('moves.title')}</h2>
        <div class="moves-walk">
          <IconButton label={t('moves.first')} disabled={ply === 0} onClick={() => onView(0)}>
            <Icon name="first" size={18} />
          </IconButton>
          <IconButton label={t('moves.back')} disabled={ply === 0} onClick={() => onView(ply - 1)}>
            <Icon name="back" size={18} />
          </IconButton>
          <IconButton
            label={t(running.value ? 'moves.pause' : 'moves.play')}
            disabled={moves.length === 0}
            onClick={() => {
              if (!running.value && ply >= moves.length) onView(0);
              running.value = !running.value;
            }}
          >
            <Icon name={running.value ? 'pause' : 'play'} size={18} />
          </IconButton>
          <IconButton label={t('moves.forward')} disabled={ply >= moves.length} onClick={() => onView(ply + 1)}>
            <Icon name="forward" size={18} />
          </IconButton>
          <IconButton label={t('moves.last')} disabled={ply >= moves.length} onClick={() => onView(null)}>
            <Icon name="last" size={18} />
          </IconButton>
          {onClose && (
            <IconButton label={t('action.close')} onClick={onClose}>
              <Icon name="close" size={20} />
            </IconButton>
          )}
        </div>
      </header>
      <div class="moves-scroll" ref={scroll}>
        {moves.length === 0 && !preview ? (
          <p class="empty">{t('moves.none')}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span class="hidden">{t('moves.turn')}</span>
                </th>
                {players.map((player, index) => (
                  <th key={index} scope="col">
                    <PlayerMark game={game} scene={scene} player={index} colour={player.colour} size={18} />
                    <span class="hidden">{names[index]}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.number}>
                  <th scope="row">{row.number}</th>
                  {players.map((_player, index) => {
                    const cell = row.cells.get(index);
                    return (
                      <td key={index}>
                        {cell?.moves.flatMap((text, at) => [
                          at > 0 ? (
                            <span class="move-dot" key={`dot${at}`}>
                              ·
                            </span>
                          ) : null,
                          move(cell.first + at, text),
                        ])}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
