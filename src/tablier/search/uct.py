"""Plain UCT, the usual general game player: it knows the rules, and progress where a random game has to be cut short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from tablier.kernel.dice import die
from tablier.search.analysis import Analysis
from tablier.search.compiled import uct as compiled
from tablier.search.compiled.scores import FEATURES, PLAYERS
from tablier.search.compiled.tree import DEPTH, NOBODY, new_tree
from tablier.search.engine import Engine
from tablier.search.limits import Job
from tablier.search.problem import Problem
from tablier.search.report import tree_analysis

__all__ = ["Uct"]


class Uct(Engine):
    """`exploration` weighs trying against trusting; random games are cut after `cut` moves; the tree has so many `nodes`."""

    name: ClassVar[str] = "uct"
    DEFAULTS: ClassVar[dict[str, float]] = {"exploration": 0.7, "cut": 200, "nodes": 1_000_000}

    def _think(self, asked: Problem, job: Job) -> Iterator[Analysis]:
        tree = new_tree(int(self.parameters["nodes"]))
        tree[0].actor = asked.player
        tree[0].winner = NOBODY
        used = np.ones(1, np.int64)
        work = np.zeros(2, asked.states.dtype)
        work[0] = asked.states[0]
        moves = np.empty(asked.max_moves, np.int64)
        path = np.empty(DEPTH, np.int64)
        room = np.zeros((4, FEATURES), np.int64)
        root = np.zeros((asked.max_moves, 2 * PLAYERS), np.int64)
        dice = die(job.seed)
        while visits := job.watch.slice():
            done = compiled.grow(
                tree,
                used,
                work,
                moves,
                path,
                room,
                root,
                dice,
                asked.players,
                visits,
                self.parameters["exploration"],
                int(self.parameters["cut"]),
                asked.progress,
            )
            job.watch.nodes += done
            if done < visits:
                break
            if job.report_is_due():
                yield tree_analysis(asked, tree, root, job.watch, done=False)
        yield tree_analysis(asked, tree, root, job.watch, done=True)
