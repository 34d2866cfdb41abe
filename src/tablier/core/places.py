"""What places are worth: a player's score is the share of the others left behind, a shared place counting half."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

__all__ = ["place_score", "point"]


def point(mine: Any, other: Any) -> float:
    """1 for a better place (a smaller one) than another's, 0 for a worse one, a half for the same."""
    return 0.5 + 0.5 * (int(mine < other) - int(mine > other))


def place_score(places: Sequence[int], player: int) -> float:
    """A player's score in a finished game.

    >>> [place_score((1, 2, 2), player) for player in range(3)]
    [1.0, 0.25, 0.25]
    """
    return statistics.fmean(point(places[player], place) for k, place in enumerate(places) if k != player)
