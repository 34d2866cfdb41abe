/** Games of the past: our own, one opened by a link, one pasted or dropped here. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { request, requestText } from '../api/http';
import { isProblem } from '../api/problem';
import type { Board, Options, RecordSummary, Replay, Texts } from '../api/types';
import { BoardView } from '../board/BoardView';
import { useReasons } from '../board/useReasons';
import { t, tn, language } from '../i18n';
import { positionLink, type Shared, ShareDialog } from '../share/ShareDialog';
import { gameOf, nameAfter, nameOf, playerName, printed, sayAll, textsOf } from '../state/games';
import { asMe } from '../state/hub';
import { takesKeys } from '../state/keys';
import { loadRecords, myRecords } from '../state/lobby';
import { LocalGame } from '../board/local';
import { problemText } from '../state/problems';
import { ReplayStore } from '../board/replay';
import { absolute, go, link, route } from '../state/router';
import { endWords } from '../table/endWords';
import { MoveList } from '../table/MoveList';
import { called, NOBODY, recorded, type Who } from '../table/names';
import { choosing, stepsOf } from '../table/status';
import { Sentence, Steps } from '../table/StatusLine';
import { Button, IconButton } from '../ui/controls';
import { Icon } from '../ui/Icon';
import { layout } from '../ui/media';
import { PlayerMark } from '../board/PlayerMark';
import { Message } from './Message';
import './boardScreen.css';
import './ReplayScreen.css';

const opened = new Map<string, Replay>();

function useReplay(record: string | null): { readonly replay: Replay | null; readonly problem: unknown } {
  const replay = useSignal<Replay | null>(record ? (opened.get(record) ?? null) : null);
  const problem = useSignal<unknown>(null);
  useEffect(() => {
    if (!record || opened.has(record)) {
      replay.value = record ? (opened.get(record) ?? null) : null;
      return;
    }
    asMe<Replay>(`records/${record}`).then(
      (found) => {
        opened.set(record, found);
        replay.value = found;
      },
      (error: unknown) => (problem.value = error),
    );
  }, [record]);
  return { replay: replay.value, problem: problem.value };
}

interface Player extends Who {
  readonly level: string | null;
}

/** The players, called as they were at the table. */
function playersOf(replay: Replay, texts: Texts | undefined): readonly Player[] {
  const sitters = replay.players.map((_, at) => recorded(replay.names[at], replay.seat?.includes(at) ?? false));
  const colours = replay.players.map(({ name }) => playerName(texts, name));
  return called(sitters, colours).map((who, at) => ({ ...who, level: sitters[at]?.level ?? null }));
}

function Viewer({ replay, id, ply }: { replay: Replay; id: string; ply: number }) {
  const store = useMemo(() => new ReplayStore(replay, ply), [replay]);
  const texts = textsOf(replay.game);
  const sharing = useSignal(false);
  useEffect(() => {
    void store.show(ply);
  }, [store]);
  useSignalEffect(() => {
    const at = store.ply.value ?? 0;
    history.replaceState(null, '', link(['game', id, at]));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (takesKeys(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      const at = store.ply.peek() ?? 0;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: replay.moves.length }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      void store.show(to);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [store]);
  const at = store.ply.value ?? 0;
  const board = store.model.board.value;
  const who = playersOf(replay, texts);
  const last = board?.last;
  const ended =
    at === replay.moves.length && replay.end ? endWords(replay.end, texts, (player) => who[player] ?? NOBODY) : null;
  const sentence = last ? sayAll(texts, last.words) : t('new.startPosition');
  const comment = at > 0 ? replay.moves[at - 1]?.comment : undefined;
  const position = replay.positions[at] ?? replay.start;
  const shared: Shared | null = sharing.value
    ? {
        // A pasted game that no server keeps has no address; its position always has one.
        address: absolute(replay.record ? link(['game', id, at]) : positionLink(replay.game, replay.options, position)),
        game: replay.game,
        options: replay.options,
        position,
        record: replay.record ? () => requestText(`records/${replay.record}/file?format=text`) : null,
        device: null,
      }
    : null;
  return (
    <main class={`table ${layout.value === 'desktop' ? 'table-wide' : 'table-tablet'} replay`}>
      <div class="table-board">
        <div class="status">
          <span class="chip chip-neutral">{t('replay.at', { ply: at, plies: replay.moves.length })}</span>
          <div class="status-words">
            <Sentence text={sentence} />
          </div>
          {store.model.turns.value.length > 1 && (
            <IconButton label={t('board.turn')} onClick={() => store.model.turnOn()}>
              <Icon name="turn" />
            </IconButton>
          )}
        </div>
        <BoardView
          model={store.model}
          texts={texts}
          label={t('board.label', { of: nameAfter('of', replay.game) })}
          tight={layout.value === 'phone'}
        />
      </div>
      <aside class="column">
        <header class="table-title">
          <h1>{nameOf(replay.game)}</h1>
          <p>{replay.tags['Date'] ?? replay.tags['date'] ?? ''}</p>
        </header>
        <ul class="replay-players">
          {replay.players.map((player, index) => (
            <li key={index}>
              <PlayerMark
                game={replay.game}
                scene={board?.scene ?? null}
                player={index}
                colour={player.colour}
                size={24}
              />{' '}
              {who[index]?.name}
              {who[index]?.level && <small>{t('seat.level', { level: who[index].level })}</small>}
              {replay.places && <span class="medal">{replay.places[index]}</span>}
            </li>
          ))}
        </ul>
        {ended && (
          <section class="panel over">
            <h2>{ended.what}</h2>
            <p>{ended.why}</p>
          </section>
        )}
        {comment && <p class="panel">{comment}</p>}
        <MoveList
          game={replay.game}
          texts={texts}
          players={replay.players}
          names={who.map(({ name }) => name)}
          scene={board?.scene ?? null}
          moves={replay.moves}
          ply={at}
          preview={null}
          onView={(to) => void store.show(to)}
        />
        <div class="actions">
          <button type="button" class="action" onClick={() => (sharing.value = true)}>
            <Icon name="share" />
            <span>{t('action.share')}</span>
          </button>
          <a class="action" href={positionLink(replay.game, replay.options, position)}>
            <Icon name="hint" />
            <span>{t('replay.try')}</span>
          </a>
        </div>
        <PlayFrom game={replay.game} options={replay.options} position={position} over={board?.to_act === null} />
      </aside>
      {shared && <ShareDialog shared={shared} onClose={() => (sharing.value = false)} />}
    </main>
  );
}

function PlayFrom({
  game,
  options,
  position,
  over,
}: {
  game: string;
  options: Options;
  position: string;
  over: boolean;
}) {
  if (over) return null;
  return (
    <Button kind="primary" href={link(['new', game], { position, options: JSON.stringify(options) })}>
      {t('replay.playFrom')}
    </Button>
  );
}

function RecordLine({ record }: { record: RecordSummary }) {
  const own = record.seat[0];
  const place = own === undefined ? undefined : record.places[own];
  const shared = record.places.filter((other) => other === 1).length > 1;
  const result =
    place === undefined ? '' : t(place === 1 ? (shared ? 'replay.draw' : 'replay.won') : 'replay.place', { place });
  const date = new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(record.finished);
  return (
    <article class="open-table">
      <b>{nameOf(record.game)}</b>
      <span>{[result, tn('home.plies', record.plies), date].filter(Boolean).join(' · ')}</span>
      <a href={link(['game', record.record])}>{t('action.replay')}</a>
    </article>
  );
}

function OpenRecord() {
  const text = useSignal('');
  const problem = useSignal<string | null>(null);
  const over = useSignal(false);
  const open = async (given: string) => {
    if (!given.trim()) return;
    try {
      const replay = await request<Replay>('records/read', { method: 'POST', body: { text: given } });
      const id = replay.record ?? 'opened';
      opened.set(id, replay);
      go(link(['game', id, 0]));
    } catch (error) {
      const data = isProblem(error) ? error.data : null;
      problem.value =
        data?.line != null
          ? t('replay.wrongAt', { line: data.line, column: data.column ?? 1 })
          : isProblem(error) && error.code === 'bad-value'
            ? t('replay.wrong')
            : problemText(error);
    }
  };
  return (
    <form
      class={`open-record${over.value ? ' open-record-over' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        void open(text.value);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        const file = event.dataTransfer?.files[0];
        if (file) void file.text().then(open);
        else text.value = event.dataTransfer?.getData('text') ?? '';
      }}
    >
      <label>
        <span class="label">{t('replay.open')}</span>
        <textarea
          rows={6}
          value={text.value}
          placeholder={t('replay.paste')}
          aria-describedby="record-problem"
          onInput={(event) => {
            text.value = event.currentTarget.value;
            problem.value = null;
          }}
        />
      </label>
      <p id="record-problem" class="problem" role="alert">
        {problem.value}
      </p>
      <Button kind="primary" type="submit" disabled={!text.value.trim()}>
        {t('replay.openIt')}
      </Button>
    </form>
  );
}

export function ReplayScreen() {
  useEffect(() => void loadRecords(), []);
  const records = myRecords.value;
  return (
    <main class="narrow">
      <h1>{t('nav.replay')}</h1>
      <section>
        <h2>{t('replay.mine')}</h2>
        {records?.map((record) => (
          <RecordLine key={record.record} record={record} />
        ))}
        {records?.length === 0 && <p class="empty">{t('replay.none')}</p>}
      </section>
      <OpenRecord />
    </main>
  );
}

export function GameScreen() {
  const [, id = '', ply = '0'] = route.value.path;
  const { replay, problem } = useReplay(id);
  if (problem) return <Message title={t('replay.gone')} text={problemText(problem)} />;
  if (!replay || !gameOf(replay.game)) return <Message title={t('status.loading')} text="" busy />;
  return <Viewer key={id} replay={replay} id={id} ply={Number(ply) || 0} />;
}

function parseOptions(text: string | null): Options {
  try {
    return text === null ? {} : (JSON.parse(text) as Options);
  } catch {
    return {};
  }
}

/** What is to be done in a position, or how it has ended. */
function standsSo(board: Board, texts: Texts | undefined): string {
  if (!board.end) return choosing(texts, board);
  const colours = board.players.map(({ name }) => playerName(texts, name));
  return t(
    'status.ended',
    endWords(board.end, texts, (player) => ({ ...NOBODY, name: colours[player] ?? '' })),
  );
}

/** A position by its permanent link: moves can be tried, and a game begun from here. */
export function PositionScreen() {
  const { path, query } = route.value;
  const [game, text] = [path[1] ?? '', query.get('position')];
  const options = query.get('options');
  const local = useMemo(() => new LocalGame(game, parseOptions(options), text), [game, text, options]);
  const texts = textsOf(game);
  useEffect(() => void local.load(), [local]);
  useReasons(local.model, texts);
  const board = local.model.board.value;
  const preview = local.model.preview.value;
  const words = preview
    ? sayAll(texts, preview.words)
    : board?.last
      ? sayAll(texts, board.last.words)
      : board && standsSo(board, texts);
  const player = board?.to_act == null ? null : board.players[board.to_act];
  return (
    <main class={`table ${layout.value === 'desktop' ? 'table-wide' : 'table-tablet'} replay`}>
      <div class="table-board">
        <div class="status">
          <span class="chip chip-neutral">
            {player ? t('status.toMove', { name: playerName(texts, player.name) }) : t('status.over')}
          </span>
          <div class="status-words">
            <Steps steps={stepsOf(texts, board)} />
            <Sentence text={words ?? ''} />
          </div>
        </div>
        <BoardView
          model={local.model}
          texts={texts}
          label={t('board.label', { of: nameAfter('of', game) })}
          tight={layout.value === 'phone'}
        />
      </div>
      <aside class="column">
        <header class="table-title">
          <h1>{nameOf(game)}</h1>
        </header>
        <p class="panel">{t('replay.tryHelp')}</p>
        {local.moves.value.length > 0 && (
          <>
            <p>{local.moves.value.map((move) => printed(texts, move)).join(' · ')}</p>
            <div class="panel-buttons">
              <Button onClick={() => void local.back()}>{t('rules.back')}</Button>
              <Button onClick={() => void local.reset()}>{t('rules.reset')}</Button>
            </div>
          </>
        )}
        {board && (
          <PlayFrom game={game} options={board.options} position={board.position} over={board.to_act === null} />
        )}
      </aside>
    </main>
  );
}
