import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Texts } from '../api/types';
import { t } from '../i18n';
import type { TableStore } from './store';
import { Button, IconButton } from '../ui/controls';
import { toggleFullScreen } from '../ui/fullScreen';
import { Icon } from '../ui/Icon';
import { type Status, statusOf } from './status';
import './StatusLine.css';

/** What a turn of several moves consists of, the present one in bold. */
export function Steps({ steps }: Pick<Status, 'steps'>) {
  if (steps.length === 0) return null;
  return (
    <ol class="steps">
      {steps.map(({ text, now }, index) => (
        <li key={index} aria-current={now ? 'step' : undefined}>
          {index + 1} {text}
        </li>
      ))}
    </ol>
  );
}

/** A sentence that finds too little room is set smaller, so that the board below stays where it is. `beside` tells what else takes room. */
export function Sentence({ text, beside = '' }: { text: string; beside?: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const fit = () => {
      const list = words.current?.classList;
      list?.remove('sentence-long');
      if (words.current && words.current.scrollHeight > words.current.clientHeight) list?.add('sentence-long');
    };
    fit();
    addEventListener('resize', fit);
    return () => removeEventListener('resize', fit);
  }, [text, beside]);
  return (
    <p ref={words} class="sentence" aria-live="polite" title={text}>
      {text}
    </p>
  );
}

/** The chip and the sentence above the board, and what concerns the board itself. */
export function StatusLine({
  store,
  texts,
  onRules,
  onMenu,
}: {
  store: TableStore;
  texts: Texts | undefined;
  onRules: () => void;
  onMenu: () => void;
}) {
  const status = statusOf(store, texts);
  const unsent = store.unsent.value;
  return (
    <div class="status">
      <span class={`chip chip-${status.tone}${status.thinking ? ' chip-thinking' : ''}`}>{status.chip}</span>
      <div class="status-words">
        <Steps steps={status.steps} />
        <Sentence text={status.sentence} beside={[status.chip, status.steps.length, unsent].join()} />
      </div>
      {unsent !== null && (
        <Button kind="quiet" onClick={() => void store.move(unsent, null)}>
          {t('action.tryAgain')}
        </Button>
      )}
      <IconButton label={t('nav.rules')} onClick={onRules}>
        <Icon name="book" />
      </IconButton>
      {store.model.turns.value.length > 1 && (
        <IconButton label={t('board.turn')} onClick={() => store.model.turnOn()}>
          <Icon name="turn" />
        </IconButton>
      )}
      <IconButton label={t('board.full')} onClick={() => toggleFullScreen()}>
        <Icon name="full" />
      </IconButton>
      <IconButton label={t('nav.menu')} onClick={onMenu}>
        <Icon name="menu" />
      </IconButton>
    </div>
  );
}
