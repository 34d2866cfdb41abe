/** Who no longer plays while the game goes on: they have their place, or they have left. */
import type { Texts } from '../api/types';
import { type Key, t } from '../i18n';
import { showProblem } from '../state/problems';
import { link } from '../state/router';
import type { TableStore } from './store';
import { Button } from '../ui/controls';
import { PlaceList } from './Panels';

interface Props {
  readonly store: TableStore;
  readonly texts: Texts | undefined;
}

/** Our place is decided, others play on. */
export function PlacedPanel({ store, texts }: Props) {
  const status = store.news.state.value?.status;
  const placed = store.placed.value;
  const [own, ...more] = store.ours.mine.value;
  if (own === undefined || !store.ours.done.value || store.over.value || store.watchingOn.value) return null;
  const places = placed.flatMap((place, player) => (place === null ? [] : [{ place, player }]));
  const place = t(`ordinal.${placed[own] ?? 1}` as Key);
  return (
    <section class="panel aside placed" aria-live="polite">
      <h2>{more.length > 0 ? t('placed.all') : t('placed.you', { place })}</h2>
      <p>{t('placed.others')}</p>
      <PlaceList store={store} texts={texts} places={places} />
      <div class="panel-buttons">
        <Button kind="soft" onClick={() => (store.watchingOn.value = true)}>
          {t('placed.watch')}
        </Button>
        <Button href={link(['new', store.news.setup.value?.game ?? ''])}>{t('tables.new')}</Button>
        {status === 'over' ? (
          // Computers are quick: the game may have ended long before one has seen it.
          <Button kind="quiet" onClick={() => store.view(null)}>
            {t('placed.end')}
          </Button>
        ) : (
          <Button kind="quiet" onClick={() => store.do({ act: 'leave' })}>
            {t('action.leave')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** We have left: we only watch now, and may come back as long as nobody has taken our place. */
export function LeftPanel({ store }: Pick<Props, 'store'>) {
  const state = store.news.state.value;
  const [seat] = store.ours.held.value;
  if (!state || seat === undefined || store.ours.mine.value.length > 0 || state.status === 'over') return null;
  const closed = state.status === 'closed';
  const comeBack = async () => {
    for (const own of store.ours.held.peek()) await store.act({ act: 'sit', seat: own });
  };
  return (
    <section class="panel aside left" aria-live="polite">
      <h2>{t('left.title')}</h2>
      {!closed && <p>{t('left.help')}</p>}
      <div class="panel-buttons">
        <Button kind="primary" href={link([])}>
          {t('nav.home')}
        </Button>
        {closed ? (
          <Button href={link(['new', store.news.setup.value?.game ?? ''])}>{t('tables.new')}</Button>
        ) : (
          <Button onClick={() => void comeBack().catch((error: unknown) => showProblem(error))}>
            {t('left.back')}
          </Button>
        )}
      </div>
    </section>
  );
}
