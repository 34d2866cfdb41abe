/** Deciding without pointing: playing a previewed move, and moves such as passing. */
import { useEffect, useRef } from 'preact/hooks';
import type { Texts } from '../api/types';
import { t } from '../i18n';
import { choiceTexts, printed, textsOf } from '../state/games';
import { confirms } from '../state/settings';
import type { TableStore } from './store';
import { Button } from '../ui/controls';
import './Decide.css';

/** The previewed move that waits for a yes; null: none does. */
export function waitingMove(store: TableStore): string | null {
  const { model } = store;
  return model.armed.value && (confirms.value || store.hint.value !== null) ? model.wanted.value : null;
}

/** Asks whether to play the previewed move. Stands where the other actions are, so that the board keeps its size under the finger. */
export function Confirm({ store, move }: { store: TableStore; move: string }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that asked for a hint is gone: the keyboard goes on here. Whoever touches the board stays there.
    if (store.hint.peek() !== null && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('.button-primary')?.focus();
  }, []);
  return (
    <div class="decide" ref={row} data-move={move}>
      <Button onClick={() => store.model.release()}>{t('action.cancel')}</Button>
      <Button kind="primary" onClick={() => store.model.playMove(move)}>
        {t('action.playMove', { move: printed(textsOf(store.news.setup.value?.game ?? ''), move) })}
      </Button>
    </div>
  );
}

/** Moves that need no pointing. While something is picked they only keep their place. */
export function Offers({ store, texts }: { store: TableStore; texts: Texts | undefined }) {
  const { model } = store;
  const offers = model.offers.value;
  if (offers.length === 0) return null;
  const idle = model.picked.value.length > 0 || waitingMove(store) !== null;
  return (
    <div class={`decide${idle ? ' decide-idle' : ''}`}>
      {offers.map(({ choice, move }) => (
        <Button key={move} kind={idle ? 'quiet' : 'primary'} onClick={() => model.finish(move, false)}>
          {choice === 'pass' ? t('action.pass') : choiceTexts(texts, choice).label}
        </Button>
      ))}
    </div>
  );
}
