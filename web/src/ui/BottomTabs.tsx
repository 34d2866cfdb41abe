import { type Key, t } from '../i18n';
import { link, route } from '../state/router';
import { Icon, type IconName } from './Icon';
import './BottomTabs.css';

const TABS: readonly {
  readonly key: Key;
  readonly icon: IconName;
  readonly path: readonly string[];
  readonly screens: readonly string[];
}[] = [
  { key: 'nav.play', icon: 'play', path: [], screens: ['', 'new'] },
  { key: 'nav.tables', icon: 'person', path: ['tables'], screens: ['tables'] },
  { key: 'nav.replay', icon: 'clock', path: ['replay'], screens: ['replay', 'game', 'position'] },
  { key: 'nav.rules', icon: 'hint', path: ['rules'], screens: ['rules'] },
];

/** The main screens, at the thumb. */
export function BottomTabs() {
  const screen = route.value.path[0] ?? '';
  return (
    <nav class="bottom-bar bottom-tabs" aria-label={t('nav.label')}>
      <div class="actions">
        {TABS.map((tab) => (
          <a
            key={tab.key}
            class="action"
            href={link(tab.path)}
            aria-current={tab.screens.includes(screen) ? 'page' : undefined}
          >
            <Icon name={tab.icon} />
            <span>{t(tab.key)}</span>
          </a>
        ))}
      </div>
    </nav>
  );
}
