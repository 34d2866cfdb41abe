"""Growing trees, one a thread, until it is time to stop: what both Monte-Carlo searches have in common."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np

from tablier.search.analysis import Analysis
from tablier.search.compiled.scores import ONE
from tablier.search.compiled.static import at_best_left
from tablier.search.compiled.tree import NOBODY, growth_type, new_tree
from tablier.search.limits import Limits, Terms
from tablier.search.query import Query
from tablier.search.report import Rooted, tree_analysis

__all__ = ["Growth", "grow", "trees_for"]

_HELPERS_VISITS = 50  # at a time: few enough to stop at once


class Growth(ABC):
    """A tree and the record with all that is needed to go on with it. Only one thread at a time may.

    `best` is the place there is to win: the best one nobody has at the root. `ceiling` is how much of a whole score who does not
    get it can still reach, 0 when there are only two to share out the places; `of_it` is the part of it that counts.
    """

    def __init__(self, asked: Query, parameters: dict[str, float], of_it: float = 1.0) -> None:
        self.tree = new_tree(int(parameters["nodes"]))
        self.tree[0].actor = asked.player
        self.tree[0].winner = NOBODY
        self.best = int(at_best_left(asked.states, asked.players))
        two = sum(place is None for place in asked.position.placed) == 2
        self.ceiling = 0.0 if two else of_it * (asked.players - self.best - 1) / (asked.players - 1)
        self._records = np.zeros(1, growth_type(asked.states.dtype, asked.max_moves))
        self._growth = growth = self._records[0]
        growth.start = asked.states[0]
        growth.judge = asked.judges()[0]
        growth.used = 1
        growth.best_place = self.best
        growth.ceiling = int(self.ceiling * ONE)
        growth.exploration = parameters["exploration"]
        self.visits = 0
        self.settled = False

    @abstractmethod
    def _visit(self, visits: int) -> int:
        """Visit the tree so many times, fewer if nothing is left to find out; returns how often."""

    def go_on(self, visits: int) -> None:
        """Visit the tree so many times, unless nothing is left to find out."""
        done = self._visit(visits)
        self.visits += done
        self.settled = done < visits

    def rooted(self) -> Rooted:
        """What the tree says now."""
        first, count = int(self.tree[0].first), int(self.tree[0].count)
        rows = self.tree[first : first + count].copy()
        return Rooted(
            self.tree, rows, self._growth.scores[:count].copy(), self._growth.chances[:count].copy(), self.visits
        )


class _Helper(threading.Thread):
    """Lets a tree grow beside the main one. What it says is copied between visits, so that nobody reads a tree in motion."""

    def __init__(self, growth: Growth, stopping: threading.Event) -> None:
        super().__init__()
        self._growth = growth
        self._stopping = stopping
        self.said = growth.rooted()

    def run(self) -> None:
        growth = self._growth
        while not (self._stopping.is_set() or growth.settled):
            growth.go_on(_HELPERS_VISITS)
            self.said = growth.rooted()


def trees_for(limits: Limits) -> int:
    """How many trees are grown: only a search limited by seconds alone may take several threads."""
    return limits.threads if limits.nodes is None and limits.depth is None else 1


def grow(asked: Query, terms: Terms, growths: list[Growth], wanted: int) -> Iterator[Analysis]:
    """Let trees grow, each in a thread of its own, until a limit is reached or one of them has nothing left to find out. At least
    `wanted` moves are told of, if there are as many."""
    main = growths[0]
    terms.watch.nodes = main.visits
    stopping = threading.Event()
    helpers = [_Helper(growth, stopping) for growth in growths[1:]]
    for helper in helpers:
        helper.start()
    try:
        while (visits := terms.watch.slice()) and not any(growth.settled for growth in growths):
            main.go_on(visits)
            terms.watch.nodes = main.visits
            if terms.report_is_due():
                said = [main.rooted(), *(helper.said for helper in helpers)]
                yield tree_analysis(asked, said, main.best, main.ceiling, wanted, terms.watch.seconds, done=False)
    finally:
        stopping.set()
        for helper in helpers:
            helper.join()
    said = [growth.rooted() for growth in growths]
    yield tree_analysis(asked, said, main.best, main.ceiling, wanted, terms.watch.seconds, done=True)
