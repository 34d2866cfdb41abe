import type { Texts } from '../api/types';
import { t } from '../i18n';
import { playerName } from '../state/games';
import type { TableStore } from '../state/table';
import { Icon, type IconName } from '../ui/Icon';
import { looks, PlayerMark, ShapeIcon } from '../ui/PlayerMark';
import { Clock } from './Clock';
import { whoSits } from './names';

interface Props {
  readonly store: TableStore;
  readonly texts: Texts | undefined;
  readonly player: number;
  readonly compact?: boolean;
}

function kindOf(store: TableStore, player: number): { readonly icon: IconName; readonly text: string } {
  const seat = store.state.value?.seats[player];
  if (!seat) return { icon: 'person', text: '' };
  if (seat.left) return { icon: 'leave', text: t('seat.left') };
  if (seat.kind === 'computer') return { icon: 'computer', text: t('seat.level', { level: seat.level ?? 0 }) };
  if (store.mine.value.includes(player))
    return { icon: 'person', text: t(store.mine.value.length > 1 ? 'seat.here' : 'seat.you') };
  if (seat.kind !== 'person') return { icon: 'link', text: t('seat.free') };
  const here = store.presence.value?.seats[player]?.here;
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
  const state = store.state.value;
  const board = store.model.board.value;
  const info = store.setup.value?.players[player];
  if (!state || !info) return null;
  const toAct = state.status === 'playing' && state.to_act === player;
  const place = state.end?.places[player] ?? board?.placed[player] ?? null;
  const seat = state.seats[player];
  const { icon, text } = kindOf(store, player);
  const counts = board ? looks(board.scene, player) : [];
  const total = counts.reduce((sum, look) => sum + look.count, 0);
  const tally = total > 1 && (
    <span class="player-counts">
      {counts.slice(0, 3).map((look) => (
        <span key={look.shape.id}>
          <ShapeIcon shape={look.shape} size={16} /> {look.count}
        </span>
      ))}
    </span>
  );
  const kind = (
    <span class="player-kind">
      <Icon name={icon} size={14} />
      <span>
        {playerName(texts, info.name)} · {text}
      </span>
    </span>
  );
  return (
    <article
      class={`player${toAct ? ' player-acts' : ''}${compact ? ' player-compact' : ''}`}
      aria-current={toAct ? 'true' : undefined}
    >
      <PlayerMark scene={board?.scene ?? null} player={player} colour={info.colour} size={compact ? 34 : 42} />
      <div class="player-text">
        <b class="player-name">{seat ? whoSits(seat) : ''}</b>
        {compact && tally ? tally : kind}
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
              stands={toAct && seat?.kind === 'computer' && store.computers.value?.waiting != null}
            />
          )
        )}
        {!compact && tally}
      </div>
    </article>
  );
}
