"""Looking at one position, or one move ahead, without searching."""

from __future__ import annotations

from typing import Any

from tablier.kernel.jit import jit
from tablier.kernel.protocol import features, key, play, to_act
from tablier.search.compiled.scores import PLAYERS, place_scores, wins
from tablier.search.compiled.threats import best_left

__all__ = ["after_each", "at_best_left", "at_features", "at_key"]


@jit
def at_key(states: Any) -> Any:
    """The key of the first record."""
    return key(states[0])


@jit
def at_features(states: Any, player: int, out: Any) -> int:
    """The features of the first record."""
    return features(states[0], player, out)


@jit
def at_best_left(states: Any, players: int) -> int:
    """The best place that nobody has in the first record."""
    return best_left(states[0], players)


@jit
def after_each(work: Any, codes: Any, players: int, weights: Any, room: Any, out: Any) -> None:
    """By move from work[0]: each player's place score, then each one's chance to win, then whether the game is over."""
    for i in range(len(codes)):
        work[1] = work[0]
        play(work[1], codes[i])
        place_scores(work[1], players, weights, room, out[i])
        wins(out[i], players, out[i, PLAYERS:])
        out[i, 2 * PLAYERS] = 1 if to_act(work[1]) < 0 else 0
