"""Monte-Carlo tree search with the evaluation in place of random games, for two to six players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from tablier.kernel.dice import below, die
from tablier.search.analysis import Analysis
from tablier.search.compiled import mcts as compiled
from tablier.search.compiled.scores import ONE
from tablier.search.compiled.static import at_key
from tablier.search.engine import Engine
from tablier.search.growth import Growth, grow, trees_for
from tablier.search.limits import Terms
from tablier.search.query import Query

__all__ = ["Mcts"]

_WIDER = 1.25  # every further tree explores so many times as much: the same tree twice would tell nothing new


class _Growth(Growth):
    """A tree whose root has its children already, some of them preferred a little by the seed."""

    def __init__(self, asked: Query, parameters: dict[str, float], seed: int, number: int) -> None:
        # Half of what a player is after is winning, which losers do not.
        super().__init__(asked, parameters, of_it=0.5)
        self._growth.exploration *= _WIDER**number
        self._growth.sharpness = parameters["sharpness"] * 64 / ONE
        self._seen = asked.seen
        self._keys = np.zeros(len(self.tree), np.uint64)
        self._keys[0] = at_key(asked.states)
        self.go_on(1)
        dice = die(seed + number)
        for child in range(int(self.tree[0].first), int(self.tree[0].first) + int(self.tree[0].count)):
            self.tree[child].guess += below(dice, int(parameters["bonus"]) + 1)

    def _visit(self, visits: int) -> int:
        return int(compiled.grow(self._records, self.tree, self._keys, self._seen, visits))


class Mcts(Engine):
    """`exploration` weighs trying against trusting, `sharpness` how much priors prefer moves that look good at once, in log
    odds per whole score; a tree has so many `nodes`; `bonus` is the greatest preference the seed gives a first move; `wanted`
    is how many moves must be told of, tried or not."""

    name: ClassVar[str] = "mcts"
    DEFAULTS: ClassVar[dict[str, float]] = {
        "exploration": 0.4,
        "sharpness": 4,
        "nodes": 2_000_000,
        "bonus": 400,
        "wanted": 1,
    }

    def _think(self, asked: Query, terms: Terms) -> Iterator[Analysis]:
        trees: list[Growth] = [_Growth(asked, self.parameters, terms.seed, k) for k in range(trees_for(terms.limits))]
        yield from grow(asked, terms, trees, int(self.parameters["wanted"]))
