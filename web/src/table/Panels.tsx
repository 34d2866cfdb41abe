/** What stands beside the board at certain times: a question, the end, a seat to take, someone who is away. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { QuestionKind, Texts } from '../api/types';
import { type Key, t } from '../i18n';
import { beat, useBeat } from '../state/clock';
import { againstLevel } from '../state/create';
import { playerName } from '../state/games';
import { asMe, guest, serverNow, setName } from '../state/hub';
import { nextLevel } from '../state/levels';
import { showProblem } from '../state/problems';
import { absolute, go, link } from '../state/router';
import type { TableStore } from './store';
import { Button } from '../ui/controls';
import { Icon } from '../ui/Icon';
import { PlayerMark } from '../board/PlayerMark';
import { CopyField } from '../share/CopyField';
import { timeText } from './Clock';
import { endWords } from './endWords';
import { seatName, whoIs } from './names';
import './Panels.css';

interface Props {
  readonly store: TableStore;
  readonly texts: Texts | undefined;
}

const QUESTIONS: Readonly<Record<QuestionKind, Key>> = {
  draw: 'question.draw',
  takeback: 'question.takeback',
  pause: 'question.pause',
  rematch: 'question.rematch',
};

const ASKED: Readonly<Record<QuestionKind, Key>> = {
  draw: 'asked.draw',
  takeback: 'asked.takeback',
  pause: 'asked.pause',
  rematch: 'asked.rematch',
};

const REFUSED: Readonly<Record<QuestionKind, Key>> = {
  draw: 'refused.draw',
  takeback: 'refused.takeback',
  pause: 'refused.pause',
  rematch: 'refused.rematch',
};

/** A question of ours that somebody said no to. */
function RefusalPanel({ store, texts }: Props) {
  const refusal = store.refusal.value;
  if (!refusal) return null;
  const { what, by } = refusal;
  return (
    <p class="panel" role="status">
      {by === null ? t('refused.lapsed') : t(REFUSED[what], { name: seatName(store, texts, by) })}
    </p>
  );
}

/** A question of another player to us, or ours that waits or was refused. */
export function QuestionPanel({ store, texts }: Props) {
  const question = store.news.state.value?.question;
  if (!question) return <RefusalPanel store={store} texts={texts} />;
  const name = seatName(store, texts, question.seat);
  const forUs = question.waiting.some((seat) => store.ours.mine.value.includes(seat));
  if (!forUs)
    return store.ours.mine.value.includes(question.seat) ? <p class="panel">{t(ASKED[question.what])}</p> : null;
  const answer = (yes: boolean) => store.do({ act: 'answer', what: question.what, yes });
  return (
    <section class="panel" aria-live="polite">
      <p>{t(QUESTIONS[question.what], { name })}</p>
      <div class="panel-buttons">
        <Button kind="soft" onClick={() => answer(true)}>
          {t('action.yes')}
        </Button>
        <Button onClick={() => answer(false)}>{t('action.no')}</Button>
      </div>
    </section>
  );
}

/** Places, the best first. */
export function PlaceList({
  store,
  texts,
  places,
}: Props & { places: readonly { readonly place: number; readonly player: number }[] }) {
  const players = store.news.setup.value?.players ?? [];
  const order = [...places].sort((one, other) => one.place - other.place);
  return (
    <ol class="places">
      {order.map(({ place, player }) => (
        <li key={player}>
          <span class="medal">{place}</span>
          <PlayerMark
            game={store.news.setup.value?.game ?? ''}
            scene={store.model.board.value?.scene ?? null}
            player={player}
            colour={players[player]?.colour ?? ''}
            size={22}
          />
          {seatName(store, texts, player)}
        </li>
      ))}
    </ol>
  );
}

export function OverPanel({ store, texts, onShare }: Props & { onShare: () => void }) {
  const state = store.news.state.value;
  const end = state?.end;
  const setup = store.news.setup.value;
  if (!end || !store.over.value) return null;
  const { what, why } = endWords(end, texts, (player) => whoIs(store, texts, player));
  const seated = store.ours.mine.value.length > 0;
  const next = nextLevel(state, store.ours.mine.value);
  const playNext = (level: number) => {
    if (setup) againstLevel(setup, state, level).catch((error: unknown) => showProblem(error));
  };
  return (
    <section class="panel over" aria-live="polite">
      <h2>{what}</h2>
      <p>{why}</p>
      <PlaceList store={store} texts={texts} places={end.places.map((place, player) => ({ place, player }))} />
      <div class="panel-buttons">
        {seated && (
          <Button
            kind="primary"
            disabled={state.question !== null}
            onClick={() => store.do({ act: 'ask', what: 'rematch' })}
          >
            {t('action.rematch')}
          </Button>
        )}
        {next && (
          <Button kind="soft" onClick={() => playNext(next.level)}>
            {t(next.up ? 'over.levelUp' : 'over.levelDown', { level: next.level })}
          </Button>
        )}
        <Button href={link([])}>{t('over.another')}</Button>
        {end.record && <Button href={link(['game', end.record])}>{t('action.replay')}</Button>}
        <Button onClick={onShare}>{t('action.share')}</Button>
      </div>
    </section>
  );
}

/** Before the start: who is expected, links to send, seats to take. */
export function WaitingPanel({
  store,
  texts,
  invitation,
  onRules,
}: Props & { invitation: { seat: number; secret: string } | null; onRules: () => void }) {
  const state = store.news.state.value;
  const setup = store.news.setup.value;
  const name = useSignal(guest.value?.name ?? '');
  const links = useSignal<ReadonlyMap<number, string>>(new Map());
  const host = store.ours.isHost.value;
  const invited =
    state?.status === 'open' && host
      ? state.seats.flatMap((seat, index) => (seat.kind === 'invited' ? [index] : []))
      : [];
  const wanted = invited.join(' ');
  useEffect(() => {
    // An invitation is void once someone has sat there: who comes after them needs a new one.
    const valid = [...links.peek()].filter(([seat]) => invited.includes(seat));
    if (valid.length < links.peek().size) links.value = new Map(valid);
    for (const seat of invited) {
      if (links.peek().has(seat)) continue;
      asMe<{ invitation: string }>(`tables/${store.id}/seats/${seat}/invitations`, { method: 'POST' }).then(
        ({ invitation: secret }) => {
          const address = absolute(link(['table', store.id, 'join', seat, secret]));
          links.value = new Map(links.peek()).set(seat, address);
        },
        (error: unknown) => showProblem(error),
      );
    }
  }, [wanted]);
  if (!state || !setup || state.status !== 'open') return null;
  const seated = store.ours.mine.value.length > 0;
  const sit = async (seat: number) => {
    const given = name.value.trim();
    try {
      if (given && given !== guest.peek()?.name) await setName(given);
      await store.act({
        act: 'sit',
        seat,
        ...(given ? { name: given } : {}),
        ...(invitation?.seat === seat ? { invitation: invitation.secret } : {}),
      });
      if (invitation) go(link(['table', store.id]), true);
    } catch (error) {
      showProblem(error);
    }
  };
  const free = state.seats.flatMap((seat, index) =>
    seat.kind === 'open' || (seat.kind === 'invited' && invitation?.seat === index) ? [index] : [],
  );
  const inviter = state.seats.find((seat) => seat.guest !== null && seat.guest === state.host);
  return (
    <section class="panel waiting">
      <h2>{t(seated ? 'waiting.title' : 'waiting.join')}</h2>
      {!seated && invitation && (
        <p>{inviter?.name ? t('waiting.invites', { name: inviter.name }) : t('waiting.invited')}</p>
      )}
      {setup.hints && <p class="help">{t('table.hintsHelp')}</p>}
      {[...links.value].map(([seat, address]) => (
        <div key={seat} class="invite">
          <p>{t('waiting.send', { colour: playerName(texts, setup.players[seat]?.name ?? '') })}</p>
          <CopyField value={address} label={t('waiting.link')} qr />
        </div>
      ))}
      {free.length > 0 && !(seated && host) && (
        <div class="sit">
          <label>
            <span class="label">{t('waiting.name')}</span>
            <input
              type="text"
              maxLength={40}
              value={name.value}
              onInput={(event) => (name.value = event.currentTarget.value)}
            />
          </label>
          {free.map((seat) => (
            <Button key={seat} kind="primary" onClick={() => void sit(seat)}>
              {t('waiting.sit', { colour: playerName(texts, setup.players[seat]?.name ?? '') })}
            </Button>
          ))}
        </div>
      )}
      {!seated && <Button onClick={onRules}>{t('nav.rules')}</Button>}
      {host &&
        state.seats.map((seat, index) =>
          seat.kind === 'open' || seat.kind === 'invited' ? (
            <Button key={index} onClick={() => store.do({ act: 'change-seat', seat: index, to: 'computer', level: 3 })}>
              {t('waiting.computer', { colour: playerName(texts, setup.players[index]?.name ?? '') })}
            </Button>
          ) : null,
        )}
      {host ? (
        <Button
          kind="quiet"
          onClick={() => {
            store.do({ act: 'close' });
            go(link([]));
          }}
        >
          {t('waiting.cancel')}
        </Button>
      ) : (
        seated && (
          <Button kind="quiet" onClick={() => store.do({ act: 'leave' })}>
            {t('action.leave')}
          </Button>
        )
      )}
    </section>
  );
}

/** Someone is away: after a while their seat can be claimed. */
export function AwayPanel({ store, texts }: Props) {
  useEffect(useBeat, []);
  void beat.value;
  const state = store.news.state.value;
  const setup = store.news.setup.value;
  const after = setup?.claim_after;
  if (!state || state.status !== 'playing' || after == null || store.ours.mine.value.length === 0) return null;
  const away = state.seats.flatMap((seat, index) => {
    if (seat.kind !== 'person' || store.ours.mine.value.includes(index)) return [];
    const presence = store.news.presence.value?.seats[index];
    if (!seat.left && (presence === undefined || presence.here || presence.since === null)) return [];
    return [{ seat: index, at: seat.left ? 0 : (presence?.since ?? 0) + after }];
  });
  const first = away[0];
  if (!first) return null;
  const left = first.at - serverNow();
  const name = seatName(store, texts, first.seat);
  if (left > 0) {
    return (
      <p class="panel quiet">
        <Icon name="clock" size={16} /> {t('away.waiting', { name, time: timeText(Math.max(left, 20_000)) })}
      </p>
    );
  }
  return (
    <section class="panel">
      <p>{t('away.gone', { name })}</p>
      <div class="panel-buttons">
        <Button onClick={() => store.do({ act: 'claim', seat: first.seat, to: 'computer', level: 5 })}>
          {t('away.computer')}
        </Button>
        <Button onClick={() => store.do({ act: 'claim', seat: first.seat, to: 'win' })}>{t('away.win')}</Button>
      </div>
    </section>
  );
}

/** How many watch besides the players. */
export function watchersOf(store: TableStore): number {
  const seats = store.news.state.value?.seats ?? [];
  const here = store.news.presence.value?.seats ?? [];
  const players = new Set(
    seats.flatMap((seat, index) => (seat.guest !== null && here[index]?.here ? [seat.guest] : [])),
  );
  return Math.max(0, (store.news.presence.value?.watchers ?? 0) - players.size);
}
