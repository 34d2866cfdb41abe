import type { Texts } from '../api/types';
import { t } from '../i18n';
import { playerName, say } from '../state/games';
import type { TableStore } from './store';
import { Icon, type IconName } from '../ui/Icon';
import { PlayerMark, ShapeIcon } from '../board/PlayerMark';
import { Clock } from './Clock';
import { whoIs } from './names';
import { mover } from './status';
import './PlayerCard.css';

interface Props {
  readonly store: TableStore;
  readonly texts: Texts | undefined;
  readonly player: number;
  readonly compact?: boolean;
}

function kindOf(store: TableStore, player: number): { readonly icon: IconName; readonly text: string } {
  const seat = store.news.state.value?.seats[player];
  if (!seat) return { icon: 'person', text: '' };
  if (seat.left) return { icon: 'leave', text: t('seat.left') };
  if (seat.kind === 'computer') return { icon: 'computer', text: t('seat.level', { level: seat.level ?? 0 }) };
  if (store.ours.mine.value.includes(player))
    return { icon: 'person', text: t(store.ours.mine.value.length > 1 ? 'seat.here' : 'seat.you') };
  if (seat.kind !== 'person') return { icon: 'link', text: t('seat.free') };
  const here = store.news.presence.value?.seats[player]?.here;
  return { icon: 'link', text: t(here === false ? 'seat.away' : 'seat.online') };
}

function Medal({ place }: { place: number }) {
  return (
    <span class="medal" aria-label={t('place.label', { place })}>
      {place}
    </span>
  );
}

export function PlayerCard({ store, texts, player, compact = false }: Props) {
  const state = store.news.state.value;
  const board = store.model.board.value;
  const { game = '', players = [] } = store.news.setup.value ?? {};
  const info = players[player];
  if (!state || !info) return null;
  const toAct = state.status === 'playing' && state.to_act === player;
  // Not before the board shows it.
  const place = (store.over.value ? state.end?.places[player] : board?.placed[player]) ?? null;
  const moves = mover(store) === player;
  const { icon, text } = kindOf(store, player);
  const { plain: name, you } = whoIs(store, texts, player);
  const colour = playerName(texts, info.name);
  const left = state.seats[player]?.left ?? false;
  const told = [...(name === colour ? [] : [colour]), ...(you && !left ? [] : [text])];
  const { counts = [], hand = [] } = (state.status !== 'open' && board?.standings?.[player]) || {};
  const counted = counts.map((phrase) => say(texts, phrase));
  const words = counted.join(' · ');
  const tally =
    hand.length > 0 ? (
      <span class="player-hand" role="img" aria-label={words} title={words}>
        {hand.map((shape) => (
          <ShapeIcon game={game} key={shape.id} shape={shape} size={compact ? 15 : 22} />
        ))}
      </span>
    ) : (
      words !== '' && (
        <span class="player-counts">
          {counted.map((count, index) => [
            index > 0 && ' ',
            <span key={index}>{index + 1 < counted.length ? `${count} ·` : count}</span>,
          ])}
        </span>
      )
    );
  const kind = (
    <span class="player-kind">
      <Icon name={icon} size={14} />
      <span>{told.join(' · ')}</span>
    </span>
  );
  return (
    <article
      class={`player${moves ? ' player-acts' : ''}${compact ? ' player-compact' : ''}`}
      aria-current={moves ? 'true' : undefined}
    >
      <PlayerMark
        game={game}
        scene={board?.scene ?? null}
        player={player}
        colour={info.colour}
        size={compact ? 34 : 42}
      />
      <div class="player-text">
        <b class="player-name">{name}</b>
        {compact && tally && !left ? tally : kind}
        {!compact && hand.length > 0 && tally}
      </div>
      <div class="player-side">
        {place !== null ? (
          <Medal place={place} />
        ) : (
          state.clock && (
            <Clock
              clock={state.clock}
              player={player}
              paused={state.status === 'paused'}
              stands={toAct && state.seats[player]?.kind === 'computer' && store.news.computers.value?.waiting != null}
            />
          )
        )}
        {!compact && hand.length === 0 && tally}
      </div>
    </article>
  );
}
