"""Looking at one position, or one move ahead, without searching."""

from __future__ import annotations

from typing import Any

from tablier.kernel.jit import jit
from tablier.kernel.protocol import features, key, play
from tablier.search.compiled.scores import place_worth
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
def after_each(judges: Any, states: Any, codes: Any, worths: Any) -> None:
    """What the positions after some moves from the first record are worth; the second record is room to work."""
    for i in range(len(codes)):
        states[1] = states[0]
        play(states[1], codes[i])
        place_worth(judges[0], states[1], worths[i])
