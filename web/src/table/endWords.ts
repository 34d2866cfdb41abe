import type { End, Texts } from '../api/types';
import { type Key, t } from '../i18n';
import { sayReason } from '../state/games';

/** Why a game ended, in words. */
export function endWords(
  end: End,
  texts: Texts | undefined,
  name: (player: number) => string,
): { what: string; why: string } {
  const winners = end.places.flatMap((place, player) => (place === 1 ? [name(player)] : []));
  const what =
    winners.length === 1
      ? t('over.wins', { name: winners[0] ?? '' })
      : winners.length === end.places.length
        ? t('over.draw')
        : t('over.shared', { names: winners.join(', ') });
  if (end.reason === 'rules' && end.rule) return { what, why: sayReason(texts, 'endings', end.rule).why };
  const loser = end.player === null ? '' : name(end.player);
  return { what, why: t(`over.${end.reason}` as Key, { name: loser, count: end.turns.at(-1) ?? 0 }) };
}
