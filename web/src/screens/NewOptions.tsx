/** What is seldom changed in a new game: the game's options, every seat, who begins, the clock. */
import type { Game, GameOption, Options, PlayerInfo, Texts } from '../api/types';
import { type Key, t, tn } from '../i18n';
import {
  type ClockName,
  CLOCKS,
  type Draft,
  type DraftSeat,
  fitSeats,
  isUsual,
  possible,
  type SeatKind,
  seatCount,
  withOption,
  withOthers,
} from '../state/draft';
import { optionTexts, playerName } from '../state/games';
import { HIGHEST, LOWEST, suggestedLevel } from '../state/levels';
import { IconButton, Segmented, Slider, Switch } from '../ui/controls';
import { Icon } from '../ui/Icon';
import { PlayerMark } from '../board/PlayerMark';
import './NewOptions.css';

export const KINDS: readonly { readonly kind: SeatKind; readonly key: Key }[] = [
  { kind: 'me', key: 'new.me' },
  { kind: 'computer', key: 'new.computer' },
  { kind: 'link', key: 'new.link' },
  { kind: 'screen', key: 'new.screen' },
  { kind: 'anyone', key: 'new.anyone' },
];

const CLOCK_NAMES: Readonly<Record<ClockName, Key>> = {
  none: 'new.noClock',
  quick: 'new.quick',
  calm: 'new.calm',
  day: 'new.day',
};

export function LevelSlider({ level, onChange }: { level: number; onChange: (level: number) => void }) {
  const word = t(`level.${Math.ceil(level / 2)}` as Key);
  return (
    <Slider
      label={t('new.level')}
      value={level}
      min={LOWEST}
      max={HIGHEST}
      shown={t('new.levelWord', { level, word })}
      onChange={onChange}
    />
  );
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

interface OwnName {
  readonly value: string;
  readonly change: (name: string) => void;
}

export function NameField({ label, name, onName }: { label: Key; name: string; onName: (name: string) => void }) {
  return (
    <label class="seat-name">
      <span class="hidden">{t(label)}</span>
      <input
        type="text"
        maxLength={40}
        placeholder={t(label)}
        value={name}
        onInput={(event) => onName(event.currentTarget.value)}
      />
    </label>
  );
}

interface SeatProps {
  readonly game: string;
  readonly seat: DraftSeat;
  readonly index: number;
  readonly last: number;
  readonly player: PlayerInfo | undefined;
  readonly texts: Texts | undefined;
  /** Our name, where it is not asked for elsewhere. */
  readonly name: OwnName | null;
  readonly onChange: (seat: DraftSeat) => void;
  readonly onMove: (by: number) => void;
}

function SeatRow({ game, seat, index, last, player, texts, name, onChange, onMove }: SeatProps) {
  const colour = player ? playerName(texts, player.name) : '';
  return (
    <div class="seat-row">
      <div class="seat-head">
        {player && <PlayerMark game={game} scene={null} player={index} colour={player.colour} size={28} />}
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
        <LevelSlider level={seat.level} onChange={(level) => onChange({ ...seat, level })} />
      )}
      {seat.kind === 'me' && name && <NameField label="waiting.name" name={name.value} onName={name.change} />}
      {seat.kind === 'screen' && (
        <NameField label="new.name" name={seat.name} onName={(given) => onChange({ ...seat, name: given })} />
      )}
    </div>
  );
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

/** What is chosen behind the fold, in a few words: how many play, and whatever is not as usual. */
function gist(game: Game, draft: Draft, texts: Texts | undefined): string {
  const chosen = game.options.flatMap((option) => {
    if (option.name === 'players' || isUsual(option, draft.options)) return [];
    const words = optionTexts(texts, option.name);
    const value = draft.options[option.name];
    return [value === true ? words?.label : words?.values?.[String(value)]];
  });
  const order = draft.order === 'random' ? t('new.random') : '';
  const clock = draft.clock === 'none' ? '' : t(CLOCK_NAMES[draft.clock]);
  const hints = draft.hints && withOthers(draft.seats) ? t('table.hints') : '';
  return [tn('table.players', draft.seats.length), ...chosen, order, clock, hints].filter(Boolean).join(' · ');
}

interface Props {
  readonly game: Game;
  readonly texts: Texts | undefined;
  readonly draft: Draft;
  readonly players: readonly PlayerInfo[];
  /** Whether the game begins elsewhere than usual: its options then belong to that position. */
  readonly given: boolean;
  readonly name: OwnName | null;
  readonly onChange: (changes: Partial<Draft>) => void;
}

export function NewOptions({ game, texts, draft, players, given, name, onChange }: Props) {
  const { options, seats } = draft;
  const setSeats = (next: readonly DraftSeat[]) => onChange({ seats: next });
  return (
    <details class="more">
      <summary>
        <b>{t('new.more')}</b> <span class="help">{gist(game, draft, texts)}</span>
      </summary>
      <div class="more-fields">
        {given ? (
          <p class="panel">{t('new.fromPosition')}</p>
        ) : (
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
                  onChange({ options: next, seats: fitSeats(seats, seatCount(game, next), suggestedLevel(game.id)) })
                }
              />
            ))
        )}
        <fieldset class="field">
          <legend class="label">{t('new.seats')}</legend>
          {seats.map((seat, index) => (
            <SeatRow
              key={index}
              game={game.id}
              seat={seat}
              index={index}
              last={seats.length - 1}
              player={players[index]}
              texts={texts}
              name={name}
              onChange={(next) => setSeats(seats.map((other, at) => (at === index ? next : demoted(other, next))))}
              onMove={(by) => setSeats(swapped(seats, index, index + by))}
            />
          ))}
        </fieldset>
        <Segmented
          label={t('new.order')}
          value={draft.order}
          options={[
            { value: 'given' as const, label: t('new.given', { colour: playerName(texts, players[0]?.name ?? '') }) },
            { value: 'random' as const, label: t('new.random') },
          ]}
          onChange={(order) => onChange({ order })}
        />
        <Segmented
          label={t('new.clock')}
          value={draft.clock}
          options={(Object.keys(CLOCKS) as ClockName[]).map((clock) => ({
            value: clock,
            label: t(CLOCK_NAMES[clock]),
          }))}
          onChange={(clock) => onChange({ clock })}
        />
        {withOthers(seats) && (
          <Switch
            label={t('new.hints')}
            help={t('new.hintsHelp')}
            value={draft.hints}
            onChange={(hints) => onChange({ hints })}
          />
        )}
      </div>
    </details>
  );
}
