"""Openings: a few random turns, so that no two pairs of games are alike, and fair enough that play decides."""

from __future__ import annotations

import functools
import random

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.search import Limits, best_engine

__all__ = ["FAIR", "opening"]

TRIES = 20
FAIR = 0.12
"""How far the expected place scores may lie apart, by a short search, for an opening to be taken at once."""
_LIMITS = Limits(nodes=1000)


@functools.lru_cache(maxsize=64)
def opening(game: Game, seed: int, turns: int) -> tuple[str, ...]:
    """`turns` random turns of each player: the first of some tries that is fair, else the fairest."""
    if turns == 0:
        return ()
    dice = random.Random(seed)
    best: tuple[float, tuple[str, ...]] | None = None
    for _ in range(TRIES):
        match = _random(game, dice, turns)
        if match is None:
            continue
        scores = best_engine(game).search(match, _LIMITS).best.scores
        unfair = max(scores) - min(scores)
        if best is None or unfair < best[0]:
            best = (unfair, tuple(match.history))
        if unfair <= FAIR:
            break
    return () if best is None else best[1]


def _random(game: Game, dice: random.Random, turns: int) -> Match | None:
    """A match after so many random turns of each player, None when it was over sooner."""
    match = Match(game)
    for _ in range(turns * len(game.players)):
        match.play(dice.choice(match.moves()))
        while not match.is_over and not match.position.turn_begins:
            match.play(dice.choice(match.moves()))
        if match.is_over:
            return None
    return match
