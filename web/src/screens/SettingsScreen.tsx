import { useSignal } from '@preact/signals';
import { Miniature } from '../board/Miniature';
import { t } from '../i18n';
import { boardOf, games } from '../state/games';
import { asMe, forgetMe, guest, setName } from '../state/hub';
import { allowNotices } from '../state/notices';
import { showProblem } from '../state/problems';
import { change, settings } from '../state/settings';
import { showToast } from '../state/toast';
import { download } from '../share/copy';
import { requestText } from '../api/http';
import { lastGame } from '../state/draft';
import { Button, Segmented, Slider, Switch } from '../ui/controls';
import { useBoard } from './HomeScreen';
import './SettingsScreen.css';

function You() {
  const name = useSignal(guest.value?.name ?? '');
  const sure = useSignal(false);
  const save = async () => {
    try {
      await setName(name.value.trim() || null);
      showToast({ tone: 'accent', what: t('settings.saved') });
    } catch (error) {
      showProblem(error);
    }
  };
  const take = async () => {
    try {
      await asMe('guests/me');
      const text = await requestText('guests/me/records/all?format=text', { token: guest.peek()?.token ?? null });
      download('tablier.txt', new Blob([text], { type: 'text/plain' }));
    } catch (error) {
      showProblem(error);
    }
  };
  const forget = () => {
    sure.value = false;
    forgetMe().then(
      () => showToast({ tone: 'accent', what: t('settings.forgotten') }),
      (error: unknown) => showProblem(error),
    );
  };
  return (
    <section class="settings-group">
      <h2>{t('settings.you')}</h2>
      <form
        class="copy-row"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <input
          type="text"
          maxLength={40}
          aria-label={t('new.name')}
          placeholder={t('new.name')}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        <Button kind="soft" type="submit">
          {t('settings.save')}
        </Button>
      </form>
      <p class="help">{t('settings.guest')}</p>
      <div class="share-buttons">
        <Button onClick={() => void take()}>{t('settings.export')}</Button>
        {sure.value ? (
          <span class="asking">
            <span>{t('settings.forgetSure')}</span>
            <Button kind="danger" onClick={forget}>
              {t('action.yes')}
            </Button>
            <Button onClick={() => (sure.value = false)}>{t('action.no')}</Button>
          </span>
        ) : (
          <Button kind="danger" onClick={() => (sure.value = true)}>
            {t('settings.forget')}
          </Button>
        )}
      </div>
    </section>
  );
}

async function changeNotices(wanted: boolean): Promise<void> {
  const notices = wanted && (await allowNotices());
  change({ notices });
  if (wanted && !notices) {
    showToast({ tone: 'danger', what: t('settings.noticesRefused'), why: t('settings.noticesRefusedWhy') });
  }
}

export function SettingsScreen() {
  const now = settings.value;
  const game = lastGame() ?? games.value?.[0]?.id ?? '';
  const board = useBoard(() => (game ? boardOf(game) : Promise.reject(new Error('none'))), game);
  return (
    <main class="narrow settings">
      <h1>{t('nav.settings')}</h1>
      <Miniature board={board} label={t('settings.sample')} />
      <section class="settings-group">
        <h2>{t('settings.page')}</h2>
        <Segmented
          label={t('settings.language')}
          value={now.language}
          options={[
            { value: 'system' as const, label: t('settings.system') },
            { value: 'fr' as const, label: t('settings.french') },
            { value: 'en' as const, label: t('settings.english') },
          ]}
          onChange={(language) => change({ language })}
        />
        <Segmented
          label={t('settings.theme')}
          value={now.theme}
          options={[
            { value: 'system' as const, label: t('settings.system') },
            { value: 'light' as const, label: t('settings.light') },
            { value: 'dark' as const, label: t('settings.dark') },
          ]}
          onChange={(theme) => change({ theme })}
        />
      </section>
      <section class="settings-group">
        <h2>{t('settings.board')}</h2>
        <Segmented
          label={t('settings.style')}
          help={t('settings.styleHelp')}
          value={now.style}
          options={[
            { value: 'natural' as const, label: t('settings.natural') },
            { value: 'contrast' as const, label: t('settings.contrast') },
            { value: 'patterns' as const, label: t('settings.patterns') },
            { value: 'plain' as const, label: t('settings.plain') },
          ]}
          onChange={(style) => change({ style })}
        />
        <Slider
          label={t('settings.size')}
          value={now.size}
          min={90}
          max={110}
          step={5}
          shown={t('settings.percent', { value: now.size })}
          onChange={(size) => change({ size })}
        />
        <Switch
          label={t('settings.coordinates')}
          value={now.coordinates}
          onChange={(coordinates) => change({ coordinates })}
        />
        <Switch label={t('settings.movable')} value={now.movable} onChange={(movable) => change({ movable })} />
      </section>
      <section class="settings-group">
        <h2>{t('settings.playing')}</h2>
        <Segmented
          label={t('settings.confirm')}
          help={t('settings.confirmHelp')}
          value={now.confirm}
          options={[
            { value: 'auto' as const, label: t('settings.confirmAuto') },
            { value: 'on' as const, label: t('settings.on') },
            { value: 'off' as const, label: t('settings.off') },
          ]}
          onChange={(confirm) => change({ confirm })}
        />
        <Segmented
          label={t('settings.animation')}
          value={now.animation}
          options={[
            { value: 'off' as const, label: t('settings.off') },
            { value: 'normal' as const, label: t('settings.normal') },
            { value: 'slow' as const, label: t('settings.slow') },
          ]}
          onChange={(animation) => change({ animation })}
        />
        <Segmented
          label={t('settings.pace')}
          help={t('settings.paceHelp')}
          value={now.pace}
          options={[
            { value: 'none' as const, label: t('settings.paceNone') },
            { value: 'short' as const, label: t('settings.paceShort') },
            { value: 'normal' as const, label: t('settings.normal') },
          ]}
          onChange={(pace) => change({ pace })}
        />
        <Switch label={t('settings.sounds')} value={now.sounds} onChange={(sounds) => change({ sounds })} />
        <Switch label={t('settings.notices')} value={now.notices} onChange={(notices) => void changeNotices(notices)} />
        <p class="help">{t('settings.noticesHelp')}</p>
      </section>
      <You />
    </main>
  );
}
