/** What is seldom needed at a table. */
import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { link } from '../state/router';
import { change, settings } from '../state/settings';
import type { TableStore } from './store';
import { Button, Switch } from '../ui/controls';
import { Dialog } from '../ui/Dialog';
import { toggleFullScreen } from '../ui/fullScreen';
import { askLeave, Asking } from './Actions';
import './TableMenu.css';

export function TableMenu({
  store,
  onRules,
  onClose,
}: {
  store: TableStore;
  onRules: () => void;
  onClose: () => void;
}) {
  const state = store.news.state.value;
  const leaving = useSignal(false);
  const seated = store.ours.mine.value.length > 0;
  const going = state?.status === 'playing' || state?.status === 'paused';
  const leave = () => store.do({ act: 'leave' });
  const run = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <Dialog title={t('nav.menu')} onClose={onClose} sheet>
      <div class="menu">
        {store.model.turns.value.length > 1 && <Button onClick={() => store.model.turnOn()}>{t('board.turn')}</Button>}
        <Button onClick={run(toggleFullScreen)}>{t('board.full')}</Button>
        <Button onClick={run(onRules)}>{t('nav.rules')}</Button>
        <Button href={link(['settings'])}>{t('nav.settings')}</Button>
        {store.ours.stillIn.value && state?.status === 'playing' && (
          <Button onClick={run(() => store.do({ act: 'ask', what: 'pause' }))}>{t('action.pause')}</Button>
        )}
        {seated &&
          going &&
          (leaving.value ? (
            <Asking asks={askLeave(store)} onYes={run(leave)} onNo={() => (leaving.value = false)} />
          ) : (
            <Button kind="danger" onClick={() => (leaving.value = true)}>
              {t('action.leaveTable')}
            </Button>
          ))}
        <Switch label={t('settings.sounds')} value={settings.value.sounds} onChange={(sounds) => change({ sounds })} />
        <Switch
          label={t('settings.coordinates')}
          value={settings.value.coordinates}
          onChange={(coordinates) => change({ coordinates })}
        />
        {store.ours.between.value && (
          <p class="help">{t(store.ours.hintsAllowed.value ? 'table.hintsHelp' : 'table.noHintsHelp')}</p>
        )}
      </div>
    </Dialog>
  );
}
