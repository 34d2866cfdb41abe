import type { End, Texts } from '../api/types';
import { type Key, t } from '../i18n';
import { sayReason } from '../state/games';
import type { Who } from './names';

/** Why a game ended, in words. */
export function endWords(
  end: End,
  texts: Texts | undefined,
  who: (player: number) => Who,
): { what: string; why: string } {
  const winners = end.places.flatMap((place, player) => (place === 1 ? [who(player)] : []));
  const [first] = winners;
  const what =
    winners.length === 1 && first
      ? t(first.you ? 'over.wins.you' : 'over.wins', { name: first.name })
      : winners.length === end.places.length
        ? t('over.draw')
        : t('over.shared', { names: winners.map(({ name }) => name).join(', ') });
  if (end.reason === 'rules' && end.rule) return { what, why: sayReason(texts, 'endings', end.rule).why };
  const loser = end.player === null ? null : who(end.player);
  const key = loser?.you ? `${end.reason}.you` : end.reason;
  return { what, why: t(`over.${key}` as Key, { name: loser?.name ?? '', count: end.turns.at(-1) ?? 0 }) };
}
