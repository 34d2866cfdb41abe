"""Growing trees, one a thread, until it is time to stop: what both Monte-Carlo searches have in common."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np

from tablier.search.analysis import Analysis
from tablier.search.compiled.scores import PLAYERS
from tablier.search.compiled.static import at_best_left
from tablier.search.compiled.tree import NOBODY, new_tree
from tablier.search.limits import Job, Limits
from tablier.search.problem import Problem
from tablier.search.report import Rooted, tree_analysis

__all__ = ["Growth", "grow", "trees_for"]

_HELPERS_VISITS = 50  # at a time: few enough to stop at once


class Growth(ABC):
    """A tree and all that is needed to go on with it. Only one thread at a time may.

    `best` is the place there is to win: the best one nobody has at the root. `ceiling` is how much of a whole score who does not
    get it can still reach, 0 when there are only two to share out the places.
    """

    def __init__(self, asked: Problem, nodes: int) -> None:
        self.tree = new_tree(nodes)
        self.tree[0].actor = asked.player
        self.tree[0].winner = NOBODY
        self.used = np.ones(1, np.int64)
        self.root = np.zeros((asked.max_moves, 2 * PLAYERS), np.int64)
        self.best = int(at_best_left(asked.states, asked.players))
        two = sum(place is None for place in asked.position.placed) == 2
        self.ceiling = 0.0 if two else (asked.players - self.best - 1) / (asked.players - 1)
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
        return Rooted(self.tree, self.tree[first : first + count].copy(), self.root[:count].copy(), self.visits)


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


def grow(asked: Problem, job: Job, growths: list[Growth], wanted: int) -> Iterator[Analysis]:
    """Let trees grow, each in a thread of its own, until a limit is reached or one of them has nothing left to find out. At least
    `wanted` moves are told of, if there are as many."""
    main = growths[0]
    job.watch.nodes = main.visits
    stopping = threading.Event()
    helpers = [_Helper(growth, stopping) for growth in growths[1:]]
    for helper in helpers:
        helper.start()
    try:
        while (visits := job.watch.slice()) and not any(growth.settled for growth in growths):
            main.go_on(visits)
            job.watch.nodes = main.visits
            if job.report_is_due():
                said = [main.rooted(), *(helper.said for helper in helpers)]
                yield tree_analysis(asked, said, main.best, main.ceiling, wanted, job.watch.seconds, done=False)
    finally:
        stopping.set()
        for helper in helpers:
            helper.join()
    said = [growth.rooted() for growth in growths]
    yield tree_analysis(asked, said, main.best, main.ceiling, wanted, job.watch.seconds, done=True)
