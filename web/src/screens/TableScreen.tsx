/** A table: board, players, moves, what one can do. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { requestText } from '../api/http';
import type { Texts } from '../api/types';
import { BoardView } from '../board/BoardView';
import { useReasons } from '../board/useReasons';
import { t, tn } from '../i18n';
import { RulesBeside } from '../rules/RulesBeside';
import { type Shared, ShareDialog } from '../share/ShareDialog';
import { nameAfter, nameOf, sayAll, textsOf } from '../state/games';
import { asMe, keepSeatToken, socket } from '../state/hub';
import { takesKeys } from '../state/keys';
import { problemText } from '../state/problems';
import { absolute, go, link, route } from '../state/router';
import { TableStore } from '../table/store';
import { hideToast } from '../state/toast';
import { Actions } from '../table/Actions';
import { clockName } from '../table/clockName';
import { Confirm, Offers, waitingMove } from '../table/Decide';
import { LeftPanel, PlacedPanel } from '../table/Leaving';
import { MoveList } from '../table/MoveList';
import { seatName } from '../table/names';
import { AwayPanel, OverPanel, QuestionPanel, WaitingPanel, watchersOf } from '../table/Panels';
import { PlayerCard } from '../table/PlayerCard';
import { StatusLine, Steps } from '../table/StatusLine';
import { statusOf } from '../table/status';
import { TableMenu } from '../table/TableMenu';
import { TypedMove } from '../table/TypedMove';
import { IconButton } from '../ui/controls';
import { Icon } from '../ui/Icon';
import { layout } from '../ui/media';
import { useSettling } from '../ui/settling';
import { Message } from './Message';
import './boardScreen.css';

interface Parts {
  readonly store: TableStore;
  readonly texts: Texts | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onShare: () => void;
  /** Whether a phone shows the moves below the board; shows them or puts them away. */
  readonly walking: boolean;
  readonly onMoves: () => void;
  readonly onMenu: () => void;
  /** Whether the rules are open beside the board. */
  readonly rules: boolean;
  readonly onRules: () => void;
  readonly invitation: { readonly seat: number; readonly secret: string } | null;
}

function useStore(id: string): TableStore {
  const store = useMemo(() => new TableStore(id), [id]);
  useEffect(() => {
    store.open();
    return () => store.close();
  }, [store]);
  return store;
}

/** The order of cards: the others after us in order of play, then we. */
function others(store: TableStore): number[] {
  const count = store.news.state.value?.seats.length ?? 0;
  const own = store.ours.mine.value;
  const first = own.length === 1 ? (own[0] ?? 0) : -1;
  return Array.from({ length: count }, (_, index) => (first + 1 + index) % count).filter((player) => player !== first);
}

interface MovesProps {
  readonly store: TableStore;
  readonly texts: Texts | undefined;
  readonly onClose?: () => void;
}

function Moves({ store, texts, onClose }: MovesProps) {
  const players = store.news.setup.value?.players ?? [];
  const wanted = store.viewing.value === null ? store.model.wanted.value : null;
  const actor = store.news.state.value?.to_act ?? null;
  return (
    <MoveList
      game={store.news.setup.value?.game ?? ''}
      texts={texts}
      players={players}
      names={players.map((_player, index) => seatName(store, texts, index))}
      scene={store.model.board.value?.scene ?? null}
      moves={store.news.moves.value}
      ply={store.ply.value}
      preview={wanted !== null && actor !== null ? { player: actor, move: wanted } : null}
      onView={(ply) => store.view(ply)}
      {...(onClose ? { onClose } : {})}
    />
  );
}

/** The strip that says one looks at the past. */
function Past({ store }: { store: TableStore }) {
  const ply = store.viewing.value;
  if (ply === null) return null;
  return (
    <div class="past" role="status">
      <span>{t('moves.viewing', { ply, plies: store.news.moves.value.length })}</span>
      <button type="button" class="link" onClick={() => store.view(null)}>
        {t('moves.now')}
      </button>
    </div>
  );
}

function Board({ store, texts, input }: Pick<Parts, 'store' | 'texts' | 'input'>) {
  const type = useMemo(
    () => (character: string) => {
      const field = input.current;
      if (!field || field.disabled) return;
      field.focus();
      field.value = character;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    [],
  );
  return (
    <BoardView
      model={store.model}
      texts={texts}
      label={t('board.label', { of: nameAfter('of', store.news.setup.value?.game ?? '') })}
      tight={layout.value === 'phone'}
      onType={type}
    />
  );
}

function Title({ store }: { store: TableStore }) {
  const setup = store.news.setup.value;
  if (!setup) return null;
  const watchers = watchersOf(store);
  const told = [
    tn('table.players', setup.players.length),
    ...(setup.clock ? [clockName(setup.clock)] : []),
    ...(store.ours.between.value ? [t(setup.hints ? 'table.hints' : 'table.noHints')] : []),
    ...(watchers > 0 ? [tn('table.watchers', watchers)] : []),
  ];
  return (
    <header class="table-title">
      <h1>{nameOf(setup.game)}</h1>
      <p>{told.map((words, index) => [index > 0 && ' · ', <span key={index}>{words}</span>])}</p>
    </header>
  );
}

function Panels(parts: Parts) {
  return (
    <>
      <WaitingPanel store={parts.store} texts={parts.texts} invitation={parts.invitation} onRules={parts.onRules} />
      <QuestionPanel store={parts.store} texts={parts.texts} />
      <AwayPanel store={parts.store} texts={parts.texts} />
      <PlacedPanel store={parts.store} texts={parts.texts} />
      <LeftPanel store={parts.store} />
      <OverPanel store={parts.store} texts={parts.texts} onShare={parts.onShare} />
    </>
  );
}

function Rules({ store, texts, rules, onRules }: Parts) {
  return rules ? <RulesBeside game={store.news.setup.value?.game ?? ''} texts={texts} onClose={onRules} /> : null;
}

function Wide(parts: Parts) {
  const { store, texts, input, onShare, onMenu, rules, onRules } = parts;
  const cards = others(store);
  const own = store.ours.mine.value.length === 1 ? store.ours.mine.value[0] : undefined;
  const two = (store.news.state.value?.seats.length ?? 0) === 2;
  // Many cards stand two by two, or the actions would be pushed out of sight.
  const many = cards.length > 3 || rules;
  const ownCard = own === undefined ? null : <PlayerCard store={store} texts={texts} player={own} compact={many} />;
  const waiting = waitingMove(store);
  return (
    <main class="table table-wide">
      <div class="table-board">
        <StatusLine store={store} texts={texts} onRules={onRules} onMenu={onMenu} />
        <Past store={store} />
        <Board store={store} texts={texts} input={input} />
        <Offers store={store} texts={texts} />
      </div>
      <aside class="column">
        <Title store={store} />
        <div class={`players${many ? ' players-row' : ''}`}>
          {(!two || rules) && ownCard}
          {cards.map((player) => (
            <PlayerCard key={player} store={store} texts={texts} player={player} compact={many} />
          ))}
        </div>
        <Panels {...parts} />
        {rules ? <Rules {...parts} /> : <Moves store={store} texts={texts} />}
        {two && !rules && ownCard}
        {store.over.value ? null : (
          <>
            {store.ours.stillIn.value && <TypedMove store={store} input={input} />}
            {waiting === null ? (
              <Actions store={store} after={[{ key: 'action.share', icon: 'share', run: onShare, enabled: true }]} />
            ) : (
              <Confirm store={store} move={waiting} />
            )}
          </>
        )}
      </aside>
    </main>
  );
}

function Tablet(parts: Parts) {
  const { store, texts, input, onShare, onMenu, rules, onRules } = parts;
  const seats = store.news.state.value?.seats ?? [];
  const waiting = waitingMove(store);
  return (
    <main class={`table table-tablet${rules ? ' table-reading' : ''}`}>
      <Title store={store} />
      <div class="players players-row">
        {seats.map((_seat, player) => (
          <PlayerCard key={player} store={store} texts={texts} player={player} compact />
        ))}
      </div>
      <StatusLine store={store} texts={texts} onRules={onRules} onMenu={onMenu} />
      <Past store={store} />
      <Board store={store} texts={texts} input={input} />
      <Offers store={store} texts={texts} />
      <Rules {...parts} />
      {waiting !== null && <Confirm store={store} move={waiting} />}
      <Panels {...parts} />
      <div class="table-columns">
        <Moves store={store} texts={texts} />
        <div class="column">
          {store.ours.stillIn.value && <TypedMove store={store} input={input} />}
          <Actions store={store} after={[{ key: 'action.share', icon: 'share', run: onShare, enabled: true }]} />
        </div>
      </div>
    </main>
  );
}

/** The moves on a phone: below the board, which stays in sight while one walks through them. */
function MovesSheet({ store, texts, input, onMoves }: Parts) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    sheet.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    // Wherever the focus is: a button that has led to the first move is disabled and has lost it.
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !takesKeys(event.target)) onMoves();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
      // What opened it is drawn again when it is gone.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.bottom-bar .action')?.focus());
    };
  }, []);
  return (
    <div ref={sheet} class="moves-sheet">
      <Moves store={store} texts={texts} onClose={onMoves} />
      {store.ours.stillIn.value && <TypedMove store={store} input={input} />}
    </div>
  );
}

/** The bottom bar when nothing more can be played. */
function AfterGame({ onMoves }: Pick<Parts, 'onMoves'>) {
  const settling = useSettling('over');
  return (
    <div class={`actions${settling}`}>
      <button type="button" class="action" onClick={onMoves}>
        <Icon name="clock" />
        <span>{t('moves.title')}</span>
      </button>
      <a class="action" href={link([])}>
        <Icon name="back" />
        <span>{t('nav.home')}</span>
      </a>
    </div>
  );
}

function Phone(parts: Parts) {
  const { store, texts, input, onShare, onMenu, onRules } = parts;
  const own = store.ours.mine.value.length === 1 ? store.ours.mine.value[0] : undefined;
  const status = statusOf(store, texts);
  const cards = others(store);
  const waiting = waitingMove(store);
  return (
    <main class={`table table-phone${cards.length > 3 ? ' table-many' : ''}`}>
      <header class="phone-bar">
        <a class="icon-button" href={link([])} aria-label={t('nav.home')}>
          <Icon name="back" size={24} />
        </a>
        <h1>{nameOf(store.news.setup.value?.game ?? '')}</h1>
        <IconButton label={t('nav.rules')} onClick={onRules}>
          <Icon name="book" size={22} />
        </IconButton>
        <IconButton label={t('action.share')} onClick={onShare}>
          <Icon name="share" size={22} />
        </IconButton>
        <IconButton label={t('nav.menu')} onClick={onMenu}>
          <Icon name="menu" size={22} />
        </IconButton>
      </header>
      <div class="players players-row">
        {cards.map((player) => (
          <PlayerCard key={player} store={store} texts={texts} player={player} compact />
        ))}
      </div>
      <Past store={store} />
      <Board store={store} texts={texts} input={input} />
      {own !== undefined && !parts.walking && <PlayerCard store={store} texts={texts} player={own} compact />}
      {waiting === null && !parts.walking && <Steps steps={status.steps} />}
      {(!store.over.value || parts.walking) && (
        <p class={`sentence${waiting === null ? '' : ' sentence-alone'}`} aria-live="polite">
          <span class={`chip chip-${status.tone}${status.thinking ? ' chip-thinking' : ''}`}>{status.chip}</span>{' '}
          {status.sentence}
        </p>
      )}
      <Rules {...parts} />
      {parts.walking && waiting === null ? <MovesSheet {...parts} /> : <PhoneFoot {...parts} />}
    </main>
  );
}

/** What stands below the board and the sentence on a phone. */
function PhoneFoot(parts: Parts) {
  const { store, texts, onMoves } = parts;
  const waiting = waitingMove(store);
  return (
    <>
      <Offers store={store} texts={texts} />
      <Panels {...parts} />
      <nav class="bottom-bar" aria-label={t('action.label')}>
        {store.over.value ? (
          <AfterGame onMoves={onMoves} />
        ) : waiting !== null ? (
          <Confirm store={store} move={waiting} />
        ) : (
          <Actions store={store} before={[{ key: 'moves.title', icon: 'clock', run: onMoves, enabled: true }]} />
        )}
      </nav>
    </>
  );
}

/** Arrow keys walk through the moves when nothing else has the focus. */
function useWalkKeys(store: TableStore): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (takesKeys(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      const [ply, last] = [store.viewing.peek() ?? store.news.moves.peek().length, store.news.moves.peek().length];
      const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      store.view(Math.min(last, Math.max(0, to)));
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [store]);
}

/** The title says when it is our turn; what happens is told. */
function useTelling(store: TableStore): void {
  useSignalEffect(() => {
    const name = nameOf(store.news.setup.value?.game ?? '');
    document.title = `${store.ours.myTurn.value ? '● ' : ''}${name ? `${name} · ` : ''}${t('app.name')}`;
  });
  useEffect(
    () => () => {
      document.title = t('app.name');
      hideToast();
    },
    [],
  );
}

function sharedOf(store: TableStore): Shared | null {
  const board = store.model.board.value;
  if (!board) return null;
  const record = store.news.state.value?.end?.record;
  const seated = store.ours.mine.value.length > 0;
  return {
    address: absolute(record ? link(['game', record]) : link(['table', store.id])),
    game: board.game,
    options: board.options,
    position: board.position,
    record: () => requestText(`tables/${store.id}/record?format=text`),
    device: seated
      ? async () => {
          const { token } = await asMe<{ token: string }>(`tables/${store.id}/tokens`, { method: 'POST' });
          return absolute(link(['table', store.id, 'seat', store.ours.me.peek() ?? '', token]));
        }
      : null,
  };
}

export function TableScreen({ id }: { id: string }) {
  const [, , what, one, other] = route.value.path;
  const taken = what === 'seat' && one !== undefined && other !== undefined;
  if (taken) {
    keepSeatToken(id, { guest: one, token: other });
    go(link(['table', id]), true);
  }
  const store = useStore(id);
  const texts = textsOf(store.news.setup.value?.game ?? '');
  const input = useRef<HTMLInputElement>(null);
  const open = useSignal<'share' | 'moves' | 'menu' | null>(null);
  const rules = useSignal(false);
  const toggleRules = () => (rules.value = !rules.value);
  useWalkKeys(store);
  useTelling(store);
  useReasons(store.model, texts);
  const close = () => (open.value = null);
  const invitation =
    what === 'join' && one !== undefined && other !== undefined ? { seat: Number(one), secret: other } : null;
  const problem = store.news.problem.value;
  if (problem && !store.news.state.value) return <Message title={t('table.none')} text={problemText(problem)} />;
  if (!store.news.setup.value) {
    return (
      <Message title={t(socket.connection.value === 'open' ? 'status.loading' : 'status.connecting')} text="" busy />
    );
  }
  const parts: Parts = {
    store,
    texts,
    input,
    invitation,
    onShare: () => (open.value = 'share'),
    walking: open.value === 'moves',
    onMoves: () => (open.value = open.peek() === 'moves' ? null : 'moves'),
    onMenu: () => (open.value = 'menu'),
    rules: rules.value,
    onRules: toggleRules,
  };
  const shared = open.value === 'share' ? sharedOf(store) : null;
  const last = store.model.board.value?.last;
  const told = last ? sayAll(texts, last.words) : '';
  return (
    <>
      {layout.value === 'phone' ? (
        <Phone {...parts} />
      ) : layout.value === 'tablet' ? (
        <Tablet {...parts} />
      ) : (
        <Wide {...parts} />
      )}
      {/* What happened is told once: here only when the status line is about something else. */}
      <p class="hidden" role="log" aria-live="polite">
        {told === statusOf(store, texts).sentence ? '' : told}
      </p>
      {shared && <ShareDialog shared={shared} onClose={close} />}
      {open.value === 'menu' && <TableMenu store={store} onRules={toggleRules} onClose={close} />}
    </>
  );
}
