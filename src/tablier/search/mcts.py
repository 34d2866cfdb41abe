"""Monte-Carlo tree search with the evaluation in place of random games, for two to six players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from tablier.kernel.dice import below, die
from tablier.search.analysis import Analysis
from tablier.search.compiled import mcts as compiled
from tablier.search.compiled.scores import FEATURES, PLAYERS
from tablier.search.compiled.tree import DEPTH, NOBODY, new_tree
from tablier.search.engine import Engine
from tablier.search.limits import Job
from tablier.search.problem import Problem
from tablier.search.report import tree_analysis

__all__ = ["Mcts"]


class Mcts(Engine):
    """`exploration` weighs trying against trusting, `sharpness` how much priors prefer moves that look good at once, in log
    odds per whole score; the tree has so many `nodes`; `bonus` is the greatest preference the seed gives a first move."""

    name: ClassVar[str] = "mcts"
    DEFAULTS: ClassVar[dict[str, float]] = {"exploration": 0.4, "sharpness": 4, "nodes": 2_000_000, "bonus": 400}

    def _think(self, asked: Problem, job: Job) -> Iterator[Analysis]:
        tree = new_tree(int(self.parameters["nodes"]))
        tree[0].actor = asked.player
        tree[0].winner = NOBODY
        used = np.ones(1, np.int64)
        work = np.zeros(3, asked.states.dtype)
        work[0] = asked.states[0]
        moves = np.empty(asked.max_moves, np.int64)
        path = np.empty(DEPTH + 1, np.int64)
        room = np.zeros((8, FEATURES), np.int64)
        root = np.zeros((asked.max_moves, 2 * PLAYERS), np.int64)
        first = True
        while visits := (1 if first else job.watch.slice()):
            done = compiled.grow(
                tree,
                used,
                work,
                moves,
                path,
                room,
                root,
                asked.weights,
                asked.players,
                visits,
                self.parameters["exploration"],
                self.parameters["sharpness"] * 64 / 65536,
            )
            job.watch.nodes += done
            if first:
                first = False
                dice = die(job.seed)
                for child in range(int(tree[0].first), int(tree[0].first) + int(tree[0].count)):
                    tree[child].guess += below(dice, int(self.parameters["bonus"]) + 1)
            elif done < visits:
                break
            if job.report_is_due():
                yield tree_analysis(asked, tree, root, job.watch, done=False)
        yield tree_analysis(asked, tree, root, job.watch, done=True)
