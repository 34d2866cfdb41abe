import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../api/http';
import type { Board, Game, Summary } from '../api/types';
import { Miniature } from '../board/Miniature';
import { type Key, t, tn } from '../i18n';
import { createTable } from '../state/create';
import { lastGame, quickDraft } from '../state/draft';
import { games, nameAfter, nameOf, showcase, textsOf } from '../state/games';
import { guest, serverNow } from '../state/hub';
import { lobby, myTables, watchLobby } from '../state/lobby';
import { showProblem } from '../state/problems';
import { link } from '../state/router';
import { timeText } from '../table/Clock';
import { whoSits } from '../table/names';
import { Button } from '../ui/controls';
import { Icon } from '../ui/Icon';
import { OpenTable } from './OpenTable';
import './HomeScreen.css';

const WORDS = 9;

function counted(count: number): string {
  return count <= WORDS ? t(`number.${count}` as Key) : String(count);
}

export function useBoard(load: () => Promise<Board>, key: string): Board | null {
  const board = useSignal<Board | null>(null);
  useEffect(() => {
    let alive = true;
    load().then(
      (found) => {
        if (alive) board.value = found;
      },
      () => undefined,
    );
    return () => {
      alive = false;
    };
  }, [key]);
  return board.value;
}

function playerRange(game: Game): string {
  const [least, most] = [Math.min(...game.players), Math.max(...game.players)];
  return least === most ? String(least) : `${least}–${most}`;
}

function GameCard({ game }: { game: Game }) {
  const texts = textsOf(game.id);
  const board = useBoard(() => showcase(game), game.id);
  return (
    <article class="game-card">
      <a class="game-picture" href={link(['new', game.id])} tabIndex={-1} aria-hidden="true">
        <Miniature board={board} label="" />
      </a>
      <h2>{nameOf(game.id)}</h2>
      <p class="game-goal">{texts?.goal ?? ''}</p>
      <p class="game-facts">
        <span aria-label={t('home.players', { range: playerRange(game) })}>
          <Icon name="person" size={16} /> {playerRange(game)}
        </span>
        <span aria-label={t('home.length', { length: texts?.length ?? '' })}>
          <Icon name="clock" size={16} /> {texts?.length ?? ''}
        </span>
      </p>
      <div class="game-buttons">
        <Button kind="soft" href={link(['new', game.id])} label={t('home.playGame', { to: nameAfter('to', game.id) })}>
          {t('nav.play')}
        </Button>
        <a
          class="rules-link"
          href={link(['rules', game.id])}
          aria-label={t('home.rulesOf', { of: nameAfter('of', game.id) })}
        >
          {t('nav.rules')}
        </a>
      </div>
    </article>
  );
}

function isMine(table: Summary): boolean {
  const me = guest.value?.guest;
  return table.to_act !== null && me !== undefined && table.seats[table.to_act]?.guest === me;
}

/** Whether there is something to continue: we have not left this table. */
function goesOn(table: Summary): boolean {
  const own = table.seats.filter((seat) => seat.guest !== null && seat.guest === guest.value?.guest);
  return own.length === 0 || own.some((seat) => !seat.left);
}

function ContinueCard({ table }: { table: Summary }) {
  const board = useBoard(() => request<Board>(`tables/${table.table}/board`), `${table.table} ${table.plies}`);
  const me = guest.value?.guest;
  const others = table.seats.filter((seat) => seat.guest !== me || seat.kind === 'computer').map(whoSits);
  const left = table.deadline === null ? null : table.deadline - serverNow();
  return (
    <a class="continue-card" href={link(['table', table.table])}>
      <Miniature board={board} label={nameOf(table.game)} />
      <div>
        <span class={`overline${isMine(table) ? ' overline-accent' : ''}`}>
          {t(table.status === 'open' ? 'home.waiting' : isMine(table) ? 'status.yourTurn' : 'home.theirTurn')}
        </span>
        <h2>{nameOf(table.game)}</h2>
        <p>
          {others.length > 0 && t('home.with', { names: [...new Set(others)].join(', ') })}
          <br />
          {left !== null && left > 0 && <>{t('home.left', { time: timeText(left) })} · </>}
          {tn('home.plies', table.plies)}
        </p>
        <span class="go-on">
          {t('home.continue')} <Icon name="forward" size={16} />
        </span>
      </div>
    </a>
  );
}

export function HomeScreen() {
  useEffect(watchLobby, []);
  const known = games.value ?? [];
  const mine = (myTables.value ?? []).filter(goesOn).sort((one, other) => Number(isMine(other)) - Number(isMine(one)));
  const first = mine[0];
  const open = (lobby.value ?? []).filter((table) => !mine.some((own) => own.table === table.table));
  const favourite = known.find((game) => game.id === lastGame()) ?? known[0];
  const playNow = () => {
    if (favourite) createTable(favourite, quickDraft(favourite), null).catch((error: unknown) => showProblem(error));
  };
  return (
    <main class="home">
      <div class="hero">
        <div>
          <h1>{t('home.title', { count: counted(known.length || 5) })}</h1>
          <p class="lead">{t('home.lead')}</p>
          <div class="hero-buttons">
            <Button kind="primary" disabled={!favourite} onClick={playNow}>
              {t('home.playNow')}
            </Button>
            <Button href={link(['new', favourite?.id ?? ''], { friend: '1' })}>{t('home.invite')}</Button>
          </div>
        </div>
        {first && <ContinueCard table={first} />}
      </div>
      <section class="game-cards" aria-label={t('home.games')}>
        {known.map((game) => (
          <GameCard key={game.id} game={game} />
        ))}
      </section>
      <section class="open-tables">
        <h2>{t('home.openTables')}</h2>
        <div class="open-row">
          {open.slice(0, 3).map((table) => (
            <OpenTable key={table.table} table={table} />
          ))}
          {lobby.value !== null && open.length === 0 && <p class="empty">{t('home.noTables')}</p>}
        </div>
        <a class="all-link" href={link(['tables'])}>
          {t('home.allTables')}
        </a>
      </section>
    </main>
  );
}
