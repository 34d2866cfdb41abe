"""What every engine is, and the list of engines by name."""

from __future__ import annotations

import importlib
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.search.analysis import Analysis
from tablier.search.evaluation import evaluation
from tablier.search.limits import Limits, Terms
from tablier.search.query import Query, query

__all__ = ["ENGINES", "Engine", "analyst", "best_engine", "engine"]

ENGINES = {
    "random": "plain.Random",
    "greedy": "plain.Greedy",
    "uct": "uct.Uct",
    "alphabeta": "alphabeta.AlphaBeta",
    "mcts": "mcts.Mcts",
}
"""Every engine's name, and where its class is in this room."""


class Engine(ABC):
    """Something that looks for moves. One engine may serve many searches, from several threads at once.

    Parameters of an engine are its class's `DEFAULTS`; `weights` replaces the weights shipped with the game.
    """

    name: ClassVar[str]
    DEFAULTS: ClassVar[dict[str, float]] = {}

    def __init__(self, weights: Any = None, **parameters: float) -> None:
        for name, value in parameters.items():
            if name not in self.DEFAULTS:
                known = ", ".join(self.DEFAULTS) or "none"
                raise ValueError(f"the engine {self.name} has no parameter {name!r}; its parameters: {known}")
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise ValueError(f"{name} is a number, not {value!r}")  # noqa: TRY004
        self.parameters = {**self.DEFAULTS, **parameters}
        self.weights = weights

    def search(
        self, given: Position | Match, limits: Limits, seed: int = 0, stop: threading.Event | None = None
    ) -> Analysis:
        """Think until a limit is reached or `stop` is set, and say what was found.

        >>> import tablier
        >>> from tablier.search import Limits, engine
        >>> engine("random").search(tablier.game("polygone").start(), Limits(nodes=1), seed=3).nodes
        1
        """
        last: Analysis | None = None
        for last in self.stream(given, limits, seed, stop, every=None):  # noqa: B007
            pass
        assert last is not None  # noqa: S101
        return last

    def stream(
        self,
        given: Position | Match,
        limits: Limits,
        seed: int = 0,
        stop: threading.Event | None = None,
        every: float | None = 0.2,
    ) -> Iterator[Analysis]:
        """Think, and say every so many seconds what was found so far; the last analysis is `done`.

        Close the iterator or set `stop` to end early; even a search stopped at once knows a legal move.
        """
        if not isinstance(limits, Limits):
            raise ValueError(f"limits are made with Limits(nodes=…, seconds=…, depth=…), not {limits!r}")  # noqa: TRY004
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise ValueError(f"a seed is a whole number, not {seed!r}")  # noqa: TRY004
        return self._think(query(given, self.weights), Terms(limits, seed, stop, every))

    @abstractmethod
    def _think(self, asked: Query, terms: Terms) -> Iterator[Analysis]: ...

    def __repr__(self) -> str:
        return f"<engine {self.name}>"


def engine(name: str, weights: Any = None, **parameters: float) -> Engine:
    """The engine of a name; ValueError when there is none, or no such parameter."""
    if not isinstance(name, str) or name not in ENGINES:
        raise ValueError(f"no engine {name!r}; there are {', '.join(ENGINES)}")
    module, _, kind = ENGINES[name].partition(".")
    made = getattr(importlib.import_module(f"tablier.search.{module}"), kind)(weights, **parameters)
    assert isinstance(made, Engine)  # noqa: S101
    return made


def best_engine(game: Game) -> Engine:
    """The engine that measured best for a game and its options."""
    return engine(evaluation(game).engine(game.options))


def analyst(game: Game, candidates: int = 5) -> Engine:
    """The engine for looking at a position: the best one, made to judge so many candidates exactly and alike."""
    best = best_engine(game)
    wanted = {"wanted": candidates, **({"exact": 1, "bonus": 0} if "exact" in best.DEFAULTS else {})}
    return engine(best.name, **wanted)
