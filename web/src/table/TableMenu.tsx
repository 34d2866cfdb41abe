/** What is seldom needed at a table. */
import { t } from '../i18n';
import { link } from '../state/router';
import { change, settings } from '../state/settings';
import type { TableStore } from '../state/table';
import { Button, Switch } from '../ui/controls';
import { Dialog } from '../ui/Dialog';
import { toggleFullScreen } from '../ui/fullScreen';

export function TableMenu({
  store,
  onRules,
  onClose,
}: {
  store: TableStore;
  onRules: () => void;
  onClose: () => void;
}) {
  const state = store.state.value;
  const seated = store.mine.value.length > 0;
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
        {seated && state?.status === 'playing' && (
          <Button onClick={run(() => store.do({ act: 'ask', what: 'pause' }))}>{t('action.pause')}</Button>
        )}
        {seated && state?.status === 'paused' && (
          <Button onClick={run(() => store.do({ act: 'resume' }))}>{t('action.resume')}</Button>
        )}
        {seated && state?.status === 'playing' && (
          <Button kind="danger" onClick={run(() => store.do({ act: 'leave' }))}>
            {t('action.leaveTable')}
          </Button>
        )}
        <Switch label={t('settings.sounds')} value={settings.value.sounds} onChange={(sounds) => change({ sounds })} />
        <Switch
          label={t('settings.coordinates')}
          value={settings.value.coordinates}
          onChange={(coordinates) => change({ coordinates })}
        />
      </div>
    </Dialog>
  );
}
