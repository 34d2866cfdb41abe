"""What search takes from each game's folder."""

from __future__ import annotations

import functools
import importlib
from typing import Protocol, cast

__all__ = ["Evaluation", "evaluation"]


class Evaluation(Protocol):
    """What a game's ``evaluation.py`` offers besides registering with `kernel.protocol`.

    It may also have `HASTE`: the share by which, for every turn of a match, an engine counts its own standing for more than the
    evaluation does and the other's for less, so that games end in which hindering is easier than getting on; 0 if left out.
    And `FIRST`: what training begins with, some features' weights guessed by hand, where progress alone makes no sensible
    games to learn from. And `LOUD`: the name of a feature that changes with every capture, if captures are to be answered
    before a line is judged. And `SHARES`: levels that search another share of level 10's nodes than elsewhere.
    """

    NAMES: tuple[str, ...]
    """The features' names."""

    ENGINES: dict[int, str]
    """The engine that measured best, by number of players."""

    NODES: dict[int, int]
    """The nodes of level 10, by number of players: about a second's worth."""

    PROGRESS: int
    """What a step of progress (the first feature) is worth in a random game cut short, in static units."""


@functools.cache
def evaluation(package: str) -> Evaluation:
    """The evaluation in a game's folder."""
    return cast(Evaluation, importlib.import_module(f"{package}.evaluation"))
