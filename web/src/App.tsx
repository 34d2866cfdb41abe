import { useEffect } from 'preact/hooks';
import { t } from './i18n';
import { games, loadGames } from './state/games';
import { forgotten, socket } from './state/hub';
import { route } from './state/router';
import { showToast } from './state/toast';
import { HomeScreen } from './screens/HomeScreen';
import { Message } from './screens/Message';
import { NewScreen } from './screens/NewScreen';
import { GameScreen, PositionScreen, ReplayScreen } from './screens/ReplayScreen';
import { RulesScreen } from './screens/RulesScreen';
import { SettingsScreen } from './screens/SettingsScreen';
import { TablesScreen } from './screens/TablesScreen';
import { TableScreen } from './screens/TableScreen';
import { Hatchings } from './board/Hatchings';
import { Bar } from './ui/Bar';
import { BottomTabs } from './ui/BottomTabs';
import { layout } from './ui/media';
import { ToastView } from './ui/ToastView';
import './App.css';

function Screen() {
  const [name = '', id = ''] = route.value.path;
  switch (name) {
    case '':
      return <HomeScreen />;
    case 'new':
      return <NewScreen />;
    case 'table':
      return <TableScreen key={id} id={id} />;
    case 'tables':
      return <TablesScreen />;
    case 'replay':
      return <ReplayScreen />;
    case 'game':
      return <GameScreen />;
    case 'position':
      return <PositionScreen />;
    case 'rules':
      return <RulesScreen />;
    case 'settings':
      return <SettingsScreen />;
    default:
      return <Message title={t('app.nowhere')} text="" />;
  }
}

/** The page is of one version of the server: after an update it has to be loaded again. */
function useVersion(): void {
  useEffect(() => {
    let first: string | null = null;
    return socket.server.subscribe((version) => {
      first ??= version;
      if (version !== null && version !== first) {
        showToast({
          tone: 'accent',
          what: t('app.newVersion'),
          action: { label: t('app.reload'), run: () => location.reload() },
        });
      }
    });
  }, []);
  useEffect(
    () =>
      forgotten.subscribe((is) => {
        if (is) showToast({ tone: 'accent', what: t('app.forgotten'), why: t('app.forgottenWhy') });
      }),
    [],
  );
}

/** A page without games tries again until the server answers. */
function useGames(): void {
  useEffect(() => {
    if (games.peek()) return undefined;
    const stop = socket.onArrival(() => void loadGames().catch(() => undefined));
    void loadGames().catch(() => undefined);
    return stop;
  }, []);
}

export function App() {
  useVersion();
  useGames();
  const lost = socket.connection.value === 'lost';
  const atTable = route.value.path[0] === 'table';
  const phoneTable = atTable && layout.value === 'phone';
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {t('nav.skip')}
      </a>
      {!phoneTable && <Bar />}
      {lost && !atTable && (
        <p class="offline" role="status">
          {t('app.offline')}
        </p>
      )}
      <div id="content" tabIndex={-1} class="content">
        <Screen />
      </div>
      {layout.value === 'phone' && !atTable && <BottomTabs />}
      <ToastView />
      <Hatchings />
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  const stage = document.querySelector<HTMLElement>('main [role="application"]');
  (stage ?? document.getElementById('content'))?.focus();
}
