/** What one can do besides moving. Resign and draw ask in place. */
import { useSignal } from '@preact/signals';
import { type Key, t } from '../i18n';
import { suggestedLevel } from '../state/levels';
import type { TableStore } from '../state/table';
import { Button } from '../ui/controls';
import { Icon, type IconName } from '../ui/Icon';

interface Action {
  readonly key: Key;
  readonly icon: IconName;
  readonly run: () => void;
  readonly enabled: boolean;
  readonly asks?: Key;
}

const STRONG_HINT = 6;

export function actionsOf(store: TableStore): Action[] {
  const state = store.state.value;
  const playing = state?.status === 'playing' && store.mine.value.length > 0;
  const people =
    state?.seats.filter((seat, index) => seat.kind === 'person' && !store.mine.value.includes(index)) ?? [];
  const alone = people.length === 0;
  const middle = playing && store.myTurn.value && !state.turn_begins;
  const left = store.model.board.value?.placed.filter((place) => place === null).length ?? 0;
  const level = Math.max(STRONG_HINT, suggestedLevel(store.setup.value?.game ?? ''));
  return [
    middle
      ? { key: 'action.undoStep', icon: 'undo', run: () => store.do({ act: 'undo' }), enabled: true }
      : {
          key: 'action.takeback',
          icon: 'undo',
          run: () => store.do({ act: 'ask', what: 'takeback' }),
          enabled: playing && store.moves.value.some(({ player }) => store.mine.value.includes(player)),
        },
    {
      key: 'action.hint',
      icon: 'hint',
      run: () => void store.askHint(level),
      enabled: store.ready.value && !store.hinting.value,
    },
    {
      key: 'action.draw',
      icon: 'draw',
      run: () => store.do({ act: 'ask', what: 'draw' }),
      enabled: playing && (!alone || store.mine.value.length === state.seats.length),
      asks: 'ask.draw',
    },
    left > 2
      ? {
          key: 'action.leave',
          icon: 'leave',
          run: () => store.do({ act: 'leave' }),
          enabled: playing,
          asks: 'ask.leave',
        }
      : {
          key: 'action.resign',
          icon: 'flag',
          run: () => store.do({ act: 'resign' }),
          enabled: playing,
          asks: 'ask.resign',
        },
  ];
}

interface Props {
  readonly store: TableStore;
  readonly before?: readonly Action[];
  readonly after?: readonly Action[];
}

export function Actions({ store, before = [], after = [] }: Props) {
  const asking = useSignal<Key | null>(null);
  const actions = [...before, ...actionsOf(store), ...after];
  const asked = actions.find((action) => action.asks !== undefined && action.asks === asking.value);
  if (asked?.asks && asked.enabled) {
    return (
      <div class="asking" role="group" aria-label={t(asked.asks)}>
        <span>{t(asked.asks)}</span>
        <Button
          kind="danger"
          onClick={() => {
            asking.value = null;
            asked.run();
          }}
        >
          {t('action.yes')}
        </Button>
        <Button onClick={() => (asking.value = null)}>{t('action.no')}</Button>
      </div>
    );
  }
  return (
    <div class="actions" role="group" aria-label={t('action.label')}>
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
