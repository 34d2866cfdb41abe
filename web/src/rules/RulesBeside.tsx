/** The rules at a table: a panel beside the board, on phones a sheet. The game goes on meanwhile. */
import { useEffect, useRef } from 'preact/hooks';
import type { Texts } from '../api/types';
import { t } from '../i18n';
import { IconButton } from '../ui/controls';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { layout } from '../ui/media';
import { RulesText } from './RulesText';
import './RulesBeside.css';

interface Props {
  readonly game: string;
  readonly texts: Texts | undefined;
  readonly onClose: () => void;
}

export function RulesBeside(props: Props) {
  const { game, texts, onClose } = props;
  if (!texts) return null;
  if (layout.value !== 'phone') return <Panel {...props} />;
  return (
    <Dialog title={t('nav.rules')} onClose={onClose} sheet>
      <div class="rules-beside">
        <RulesText game={game} texts={texts} beside />
      </div>
    </Dialog>
  );
}

function Panel({ game, texts, onClose }: Props) {
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    // The keyboard goes along, and back to where it came from.
    const before = document.activeElement;
    head.current?.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <section
      class="rules-panel"
      aria-label={t('nav.rules')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header class="rules-panel-head" ref={head}>
        <h2>{t('nav.rules')}</h2>
        <IconButton label={t('action.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div class="rules-beside">{texts && <RulesText game={game} texts={texts} beside />}</div>
    </section>
  );
}
