import { type Key, t, language } from '../i18n';
import { guest } from '../state/hub';
import { link, route } from '../state/router';
import { change } from '../state/settings';
import { Icon, Logo } from './Icon';
import './Bar.css';

const TABS: readonly { readonly key: Key; readonly path: readonly string[]; readonly screens: readonly string[] }[] = [
  { key: 'nav.play', path: [], screens: ['', 'new', 'table'] },
  { key: 'nav.tables', path: ['tables'], screens: ['tables'] },
  { key: 'nav.replay', path: ['replay'], screens: ['replay', 'game', 'position'] },
  { key: 'nav.rules', path: ['rules'], screens: ['rules'] },
];

export function Bar() {
  const screen = route.value.path[0] ?? '';
  const initial = (guest.value?.name ?? '').trim().charAt(0).toUpperCase();
  const other = language.value === 'fr' ? 'en' : 'fr';
  return (
    <header class="bar">
      <a class="brand" href={link([])} aria-label={t('app.name')}>
        <Logo />
        <span>{t('app.name')}</span>
      </a>
      <nav class="tabs" aria-label={t('nav.label')}>
        {TABS.map((tab) => (
          <a key={tab.key} href={link(tab.path)} aria-current={tab.screens.includes(screen) ? 'page' : undefined}>
            {t(tab.key)}
          </a>
        ))}
      </nav>
      <div class="bar-end">
        <button
          type="button"
          class="language"
          lang={other}
          aria-label={t('nav.switchLanguage')}
          onClick={() => change({ language: other })}
        >
          <span aria-hidden="true">
            <b class={language.value === 'fr' ? 'on' : ''}>FR</b> ·{' '}
            <b class={language.value === 'en' ? 'on' : ''}>EN</b>
          </span>
        </button>
        <a class="icon-button" href={link(['settings'])} aria-label={t('nav.settings')} title={t('nav.settings')}>
          <Icon name="settings" />
        </a>
        <a class="avatar" href={link(['settings'])} aria-label={t('nav.you')} title={guest.value?.name ?? t('nav.you')}>
          {initial || <Icon name="person" size={18} />}
        </a>
      </div>
    </header>
  );
}
