/** A new game: against whom, how strong, start; the rest is folded. The start position stands beside. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Game, Options } from '../api/types';
import { Miniature } from '../board/Miniature';
import { t, tn } from '../i18n';
import { createTable } from '../state/create';
import {
  type Draft,
  draftFor,
  fitSeats,
  lastGame,
  levelOf,
  opponentOf,
  seatCount,
  withLevel,
  withOpponent,
} from '../state/draft';
import { boardOf, games, gameOf, nameOf, textsOf } from '../state/games';
import { guest, setName } from '../state/hub';
import { suggestedLevel } from '../state/levels';
import { showProblem } from '../state/problems';
import { go, link, route } from '../state/router';
import { Button, Segmented } from '../ui/controls';
import { useBoard } from './HomeScreen';
import { Message } from './Message';
import { KINDS, LevelSlider, NameField, NewOptions } from './NewOptions';
import './NewScreen.css';

function Form({ game }: { game: Game }) {
  const query = route.value.query;
  const start = query.get('position');
  const given = query.get('options');
  const draft = useSignal<Draft>(initial(game, query.get('friend') === '1', given));
  const name = useSignal(guest.value?.name ?? '');
  const busy = useSignal(false);
  const texts = textsOf(game.id);
  const { options, seats } = draft.value;
  const board = useBoard(() => boardOf(game.id, options, start), JSON.stringify([game.id, options, start]));
  const change = (changes: Partial<Draft>) => (draft.value = { ...draft.value, ...changes });
  const level = levelOf(seats);
  // People who come from elsewhere want to know with whom they play.
  const asksName = seats.some(({ kind }) => kind === 'link' || kind === 'anyone');
  const own = { value: name.value, change: (next: string) => (name.value = next) };
  const submit = async () => {
    busy.value = true;
    try {
      const wanted = name.value.trim();
      if (wanted !== (guest.peek()?.name ?? '')) await setName(wanted || null);
      await createTable(game, draft.value, start);
    } catch (error) {
      showProblem(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <main class="new">
      <form
        class="new-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>{nameOf(game.id)}</h1>
        <p class="lead">{texts?.goal ?? ''}</p>
        <Segmented
          label={tn('new.opponent', seats.length - 1)}
          value={opponentOf(seats)}
          options={KINDS.filter(({ kind }) => kind !== 'me').map(({ kind, key }) => ({ value: kind, label: t(key) }))}
          onChange={(kind) => change({ seats: withOpponent(seats, kind) })}
        />
        {level !== null && <LevelSlider level={level} onChange={(next) => change({ seats: withLevel(seats, next) })} />}
        {asksName && <NameField label="waiting.name" name={own.value} onName={own.change} />}
        <div class="new-buttons">
          <Button kind="primary" type="submit" disabled={busy.value}>
            {t('new.start')}
          </Button>
          <a class="rules-link" href={link(['rules', game.id])}>
            {t('nav.rules')}
          </a>
        </div>
        <NewOptions
          game={game}
          texts={texts}
          draft={draft.value}
          players={board?.players ?? game.seats}
          given={start !== null}
          name={asksName ? null : own}
          onChange={change}
        />
      </form>
      <div class="new-board">
        <Miniature board={board} label={t('new.startPosition')} />
        {texts && <p class="help">{texts.length}</p>}
      </div>
    </main>
  );
}

function initial(game: Game, friend: boolean, given: string | null): Draft {
  const draft = draftFor(game, friend);
  if (given === null) return draft;
  try {
    const options = { ...draft.options, ...(JSON.parse(given) as Options) };
    return { ...draft, options, seats: fitSeats(draft.seats, seatCount(game, options), suggestedLevel(game.id)) };
  } catch {
    return draft;
  }
}

export function NewScreen() {
  const known = games.value;
  const tabs = useRef<HTMLElement>(null);
  const chosen = route.value.path[1];
  useEffect(() => {
    // On a phone not all tabs are in sight at once; the chosen one is.
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [chosen, known]);
  if (!known) return <Message title={t('status.loading')} text="" busy />;
  const wanted = chosen ?? lastGame() ?? known[0]?.id ?? '';
  const game = gameOf(wanted);
  if (!game) return <Message title={t('new.noGame')} text="" />;
  return (
    <>
      <nav class="game-tabs" ref={tabs} aria-label={t('home.games')}>
        {known.map((other) => (
          <a
            key={other.id}
            href={link(['new', other.id])}
            aria-current={other.id === game.id ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault();
              go(link(['new', other.id], Object.fromEntries(route.value.query.has('friend') ? [['friend', '1']] : [])));
            }}
          >
            {nameOf(other.id)}
          </a>
        ))}
      </nav>
      <Form key={`${game.id} ${route.value.query.toString()}`} game={game} />
    </>
  );
}
