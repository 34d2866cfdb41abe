"""What a symmetry is; each game's own are in its ``symmetry.py``, written from the board's description alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Symmetry:
    """How texts change. `player` gives a player's index after the change; `holds` tells where the symmetry holds."""

    text: Callable[[str], str]
    move: Callable[[str], str]
    player: Callable[[int], int]
    holds: Callable[[str], bool] = lambda _text: True
