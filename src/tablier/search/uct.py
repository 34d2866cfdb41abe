"""Plain UCT, the usual general game player: it knows the rules, and progress where a random game has to be cut short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from tablier.kernel.dice import die
from tablier.search.analysis import Analysis
from tablier.search.compiled import uct as compiled
from tablier.search.compiled.scores import FEATURES, ONE
from tablier.search.compiled.tree import DEPTH
from tablier.search.engine import Engine
from tablier.search.growth import Growth, grow, trees_for
from tablier.search.limits import Job
from tablier.search.problem import Problem

__all__ = ["Uct"]


class _Growth(Growth):
    """A tree grown with dice of its own."""

    def __init__(self, asked: Problem, parameters: dict[str, float], seed: int) -> None:
        super().__init__(asked, int(parameters["nodes"]))
        self._work = np.zeros(2, asked.states.dtype)
        self._work[0] = asked.states[0]
        self._moves = np.empty(asked.max_moves, np.int64)
        self._path = np.empty(DEPTH, np.int64)
        self._room = np.zeros((4, FEATURES), np.int64)
        self._dice = die(seed)
        self._asked = asked
        self._exploration = parameters["exploration"]
        self._cut = int(parameters["cut"])

    def _visit(self, visits: int) -> int:
        return int(
            compiled.grow(
                self.tree,
                self.used,
                self._work,
                self._moves,
                self._path,
                self._room,
                self.root,
                self._dice,
                self._asked.players,
                self.best,
                int(self.ceiling * ONE),
                visits,
                self._exploration,
                self._cut,
                self._asked.progress,
            )
        )


class Uct(Engine):
    """`exploration` weighs trying against trusting; random games are cut after `cut` moves; a tree has so many `nodes`."""

    name: ClassVar[str] = "uct"
    DEFAULTS: ClassVar[dict[str, float]] = {"exploration": 0.7, "cut": 200, "nodes": 1_000_000}

    def _think(self, asked: Problem, job: Job) -> Iterator[Analysis]:
        trees: list[Growth] = [_Growth(asked, self.parameters, job.seed + k) for k in range(trees_for(job.limits))]
        yield from grow(asked, job, trees, 1)
