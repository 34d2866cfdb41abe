/** What one can do besides moving. What cannot be undone asks in place. */
import { useSignal } from '@preact/signals';
import { type Key, t } from '../i18n';
import { suggestedLevel } from '../state/levels';
import type { TableStore } from './store';
import { Button } from '../ui/controls';
import { Icon, type IconName } from '../ui/Icon';
import { useSettling } from '../ui/settling';
import './Actions.css';

interface Action {
  readonly key: Key;
  readonly icon: IconName;
  readonly run: () => void;
  readonly enabled: boolean;
  readonly asks?: Key;
}

const STRONG_HINT = 6;

/** What leaving means: when nobody else is there to play on, the game ends. */
export function askLeave(store: TableStore): Key {
  return store.ours.between.value || !store.ours.stillIn.value ? 'ask.leave' : 'ask.leaveAlone';
}

/** Only what this person can do in this game: who watches, or has a place already, can do none of it. */
export function actionsOf(store: TableStore): Action[] {
  const state = store.news.state.value;
  if (!state || !store.ours.stillIn.value) return [];
  if (state.status === 'paused') {
    return [{ key: 'action.resume', icon: 'play', run: () => store.do({ act: 'resume' }), enabled: true }];
  }
  const middle = store.ours.myTurn.value && !state.turn_begins;
  const left = state.seats.filter((_, seat) => store.placed.value[seat] == null).length;
  const level = Math.max(STRONG_HINT, suggestedLevel(store.news.setup.value?.game ?? ''));
  const drawable = state.seats.every((seat) => seat.kind === 'person');
  const actions: (Action | false)[] = [
    middle
      ? { key: 'action.undoStep', icon: 'undo', run: () => store.do({ act: 'undo' }), enabled: true }
      : {
          key: 'action.takeback',
          icon: 'undo',
          run: () => store.do({ act: 'ask', what: 'takeback' }),
          enabled: store.news.moves.value.some(({ player }) => store.ours.mine.value.includes(player)),
        },
    store.ours.hintsAllowed.value && {
      key: 'action.hint',
      icon: 'hint',
      run: () => void store.askHint(level),
      enabled: store.ready.value && !store.hinting.value,
    },
    drawable && {
      key: 'action.draw',
      icon: 'draw',
      run: () => store.do({ act: 'ask', what: 'draw' }),
      enabled: true,
      asks: 'ask.draw',
    },
    left > 2
      ? {
          key: 'action.leave',
          icon: 'leave',
          run: () => store.do({ act: 'leave' }),
          enabled: true,
          asks: askLeave(store),
        }
      : {
          key: 'action.resign',
          icon: 'flag',
          run: () => store.do({ act: 'resign' }),
          enabled: true,
          asks: 'ask.resign',
        },
  ];
  return actions.filter((action) => action !== false);
}

/** A question in the place of what was clicked. */
export function Asking({ asks, onYes, onNo }: { asks: Key; onYes: () => void; onNo: () => void }) {
  const settling = useSettling(asks);
  return (
    <div class={`asking${settling}`} role="group" aria-label={t(asks)}>
      <span>{t(asks)}</span>
      <Button kind="danger" onClick={onYes}>
        {t('action.yes')}
      </Button>
      <Button onClick={onNo}>{t('action.no')}</Button>
    </div>
  );
}

interface Props {
  readonly store: TableStore;
  readonly before?: readonly Action[];
  readonly after?: readonly Action[];
}

export function Actions({ store, before = [], after = [] }: Props) {
  const asking = useSignal<Key | null>(null);
  const settling = useSettling(asking.value ?? '');
  const actions = [...before, ...actionsOf(store), ...after];
  const asked = actions.find((action) => action.asks !== undefined && action.asks === asking.value);
  if (asked?.asks && asked.enabled) {
    return (
      <Asking
        asks={asked.asks}
        onYes={() => {
          asking.value = null;
          asked.run();
        }}
        onNo={() => (asking.value = null)}
      />
    );
  }
  return (
    <div class={`actions${settling}`} role="group" aria-label={t('action.label')}>
      {actions.map((action) => (
        <button
          key={action.key}
          type="button"
          class="action"
          title={t(action.key)}
          disabled={!action.enabled}
          onClick={() => (action.asks ? (asking.value = action.asks) : action.run())}
        >
          <Icon name={action.icon} />
          <span>{t(action.key)}</span>
        </button>
      ))}
    </div>
  );
}
