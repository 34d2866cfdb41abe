"""Those who choose moves at a table: engines and levels of ours, and programs that speak the protocol."""

from __future__ import annotations

import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tablier.arena.contestant import BEST, Contestant, limits_of
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.search import Engine, Level, Limits, best_engine, engine
from tablier.search.weights import weights_for

__all__ = ["UNLIMITED", "Choice", "Chooser", "EngineChooser", "Fault", "FaultKind", "check", "engine_of", "our_chooser"]

UNLIMITED = 10**12
"""More nodes than anyone will count: for levels, which bring their own limits, and for a search until it is stopped."""

FaultKind = Literal["timeout", "crash", "illegal", "protocol"]


class Fault(Exception):  # noqa: N818
    """A program did what loses it the game: was late, ended, answered nonsense or an illegal move."""

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, the nodes it took and the seconds (of the thread, for engines of ours)."""

    move: str
    nodes: int
    seconds: float


class Chooser(ABC):
    """Someone who chooses moves; one may serve several seats of a table."""

    @abstractmethod
    def choose(self, match: Match, seed: int) -> Choice:
        """A move for the player to act; `Fault` loses the game."""

    @abstractmethod
    def warm_up(self, game: Game) -> None:
        """Get everything compiled and loaded before the time counts."""


class EngineChooser(Chooser):
    """An engine of ours with its limits."""

    def __init__(self, player: Engine, limits: Limits) -> None:
        self.engine = player
        self.limits = limits

    def choose(self, match: Match, seed: int) -> Choice:
        begun = time.thread_time()
        found = self.engine.search(match, self.limits, seed)
        return Choice(found.move, found.nodes, time.thread_time() - begun)

    def warm_up(self, game: Game) -> None:
        self.engine.search(Match(game), Limits(nodes=200))


def our_chooser(who: Contestant, game: Game, limits: Mapping[str, float]) -> Chooser:
    """The seat of an engine or a level."""
    own = {"nodes": UNLIMITED} if who.kind == "level" else who.limits
    return EngineChooser(engine_of(who, game), limits_of(own or limits))


def check(who: Contestant, game: Game) -> None:
    """ValueError when a contestant cannot play this game: an unknown parameter or level, weights that do not fit."""
    if who.kind == "program":
        if shutil.which(who.command[0]) is None:
            raise ValueError(f"{who.text!r}: there is no program {who.command[0]!r}")
    else:
        our_chooser(who, game, {"nodes": 1})


def engine_of(who: Contestant, game: Game) -> Engine:
    """The engine a contestant names; ValueError when its parameters do not fit."""
    if who.kind == "level":
        return Level(who.level)
    weights = None if who.weights is None else weights_for(game, Path(who.weights))
    if who.name == BEST:
        found = best_engine(game)
        return found if weights is None and not who.parameters else engine(found.name, weights, **who.parameters)
    return engine(who.name, weights, **who.parameters)
