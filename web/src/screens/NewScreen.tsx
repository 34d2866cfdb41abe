/** A new game: options, seats, clock, with the start position beside. */
import { useSignal } from '@preact/signals';
import type { Game, GameOption, Options, PlayerInfo, Texts } from '../api/types';
import { Miniature } from '../board/Miniature';
import { type Key, t } from '../i18n';
import { createTable } from '../state/create';
import {
  type ClockName,
  CLOCKS,
  type Draft,
  draftFor,
  type DraftSeat,
  fitSeats,
  lastGame,
  possible,
  type SeatKind,
  seatCount,
  withOption,
  withOthers,
} from '../state/draft';
import { boardOf, games, gameOf, nameOf, optionTexts, playerName, textsOf } from '../state/games';
import { guest, setName } from '../state/hub';
import { HIGHEST, LOWEST, suggestedLevel } from '../state/levels';
import { showProblem } from '../state/problems';
import { go, link, route } from '../state/router';
import { Button, IconButton, Segmented, Slider, Switch } from '../ui/controls';
import { Icon } from '../ui/Icon';
import { PlayerMark } from '../ui/PlayerMark';
import { useBoard } from './HomeScreen';
import { Message } from './Message';

const KINDS: readonly { readonly kind: SeatKind; readonly key: Key }[] = [
  { kind: 'me', key: 'new.me' },
  { kind: 'screen', key: 'new.screen' },
  { kind: 'computer', key: 'new.computer' },
  { kind: 'link', key: 'new.link' },
  { kind: 'anyone', key: 'new.anyone' },
];

const CLOCK_NAMES: Readonly<Record<ClockName, Key>> = {
  none: 'new.noClock',
  quick: 'new.quick',
  calm: 'new.calm',
  day: 'new.day',
};

function levelWord(level: number): string {
  return t(`level.${Math.ceil(level / 2)}` as Key);
}

function OptionField(props: {
  option: GameOption;
  texts: Texts | undefined;
  options: Options;
  onChange: (options: Options) => void;
  game: Game;
}) {
  const { option, texts, options, onChange, game } = props;
  const words = optionTexts(texts, option.name);
  return (
    <Segmented
      label={words?.label ?? option.name}
      help={words?.help}
      value={options[option.name] ?? option.default}
      options={option.values.map((value) => ({
        value,
        label: words?.values?.[String(value)] ?? String(value),
        disabled: option.name !== 'players' && !possible(option, value, options),
      }))}
      onChange={(value) => onChange(withOption(game, options, option.name, value))}
    />
  );
}

interface SeatProps {
  readonly seat: DraftSeat;
  readonly index: number;
  readonly last: number;
  readonly player: PlayerInfo | undefined;
  readonly texts: Texts | undefined;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onChange: (seat: DraftSeat) => void;
  readonly onMove: (by: number) => void;
}

function SeatRow({ seat, index, last, player, texts, name, onName, onChange, onMove }: SeatProps) {
  const colour = player ? playerName(texts, player.name) : '';
  return (
    <div class="seat-row">
      <div class="seat-head">
        {player && <PlayerMark scene={null} player={index} colour={player.colour} size={28} />}
        <b>{colour}</b>
        <span class="seat-order">
          <IconButton label={t('new.earlier', { colour })} disabled={index === 0} onClick={() => onMove(-1)}>
            <Icon name="up" size={18} />
          </IconButton>
          <IconButton label={t('new.later', { colour })} disabled={index === last} onClick={() => onMove(1)}>
            <Icon name="down" size={18} />
          </IconButton>
        </span>
      </div>
      <Segmented
        label={t('new.who', { colour })}
        hideLabel
        value={seat.kind}
        options={KINDS.map(({ kind, key }) => ({ value: kind, label: t(key) }))}
        onChange={(kind) => onChange({ ...seat, kind })}
      />
      {seat.kind === 'computer' && (
        <Slider
          label={t('new.level')}
          value={seat.level}
          min={LOWEST}
          max={HIGHEST}
          shown={t('new.levelWord', { level: seat.level, word: levelWord(seat.level) })}
          onChange={(level) => onChange({ ...seat, level })}
        />
      )}
      {(seat.kind === 'me' || seat.kind === 'screen') && (
        <label class="seat-name">
          <span class="hidden">{t('new.name')}</span>
          <input
            type="text"
            maxLength={40}
            placeholder={t('new.name')}
            value={seat.kind === 'me' ? name : seat.name}
            onInput={(event) =>
              seat.kind === 'me'
                ? onName(event.currentTarget.value)
                : onChange({ ...seat, name: event.currentTarget.value })
            }
          />
        </label>
      )}
    </div>
  );
}

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
  const setSeats = (next: readonly DraftSeat[]) => change({ seats: next });
  const players = board?.players ?? game.seats;
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
        {start === null ? (
          game.options
            .filter((option) => option.values.length > 1)
            .map((option) => (
              <OptionField
                key={option.name}
                option={option}
                texts={texts}
                options={options}
                game={game}
                onChange={(next) =>
                  change({ options: next, seats: fitSeats(seats, seatCount(game, next), suggestedLevel(game.id)) })
                }
              />
            ))
        ) : (
          <p class="panel">{t('new.fromPosition')}</p>
        )}
        <fieldset class="field">
          <legend class="label">{t('new.seats')}</legend>
          {seats.map((seat, index) => (
            <SeatRow
              key={index}
              seat={seat}
              index={index}
              last={seats.length - 1}
              player={players[index]}
              texts={texts}
              name={name.value}
              onName={(next) => (name.value = next)}
              onChange={(next) => setSeats(seats.map((other, at) => (at === index ? next : demoted(other, next))))}
              onMove={(by) => setSeats(swapped(seats, index, index + by))}
            />
          ))}
        </fieldset>
        <Segmented
          label={t('new.order')}
          value={draft.value.order}
          options={[
            { value: 'given' as const, label: t('new.given', { colour: playerName(texts, players[0]?.name ?? '') }) },
            { value: 'random' as const, label: t('new.random') },
          ]}
          onChange={(order) => change({ order })}
        />
        <Segmented
          label={t('new.clock')}
          value={draft.value.clock}
          options={(Object.keys(CLOCKS) as ClockName[]).map((clock) => ({
            value: clock,
            label: t(CLOCK_NAMES[clock]),
          }))}
          onChange={(clock) => change({ clock })}
        />
        {withOthers(seats) && (
          <Switch
            label={t('new.hints')}
            help={t('new.hintsHelp')}
            value={draft.value.hints}
            onChange={(hints) => change({ hints })}
          />
        )}
        <div class="new-buttons">
          <Button kind="primary" type="submit" disabled={busy.value}>
            {t('new.start')}
          </Button>
          <a class="rules-link" href={link(['rules', game.id])}>
            {t('nav.rules')}
          </a>
        </div>
      </form>
      <div class="new-board">
        <Miniature scene={board?.scene ?? null} label={t('new.startPosition')} />
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

/** There is one “me”: whoever else was it sits at the same screen. */
function demoted(seat: DraftSeat, changed: DraftSeat): DraftSeat {
  return changed.kind === 'me' && seat.kind === 'me' ? { ...seat, kind: 'screen' } : seat;
}

function swapped(seats: readonly DraftSeat[], one: number, other: number): readonly DraftSeat[] {
  const [a, b] = [seats[one], seats[other]];
  if (!a || !b) return seats;
  return seats.map((seat, index) => (index === one ? b : index === other ? a : seat));
}

export function NewScreen() {
  const known = games.value;
  if (!known) return <Message title={t('status.loading')} text="" busy />;
  const wanted = route.value.path[1] ?? lastGame() ?? known[0]?.id ?? '';
  const game = gameOf(wanted);
  if (!game) return <Message title={t('new.noGame')} text="" />;
  return (
    <>
      <nav class="game-tabs" aria-label={t('home.games')}>
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
