"""Plain UCT, the usual general game player: it knows the rules, and progress where a random game has to be cut short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tablier.kernel.dice import die
from tablier.search.analysis import Analysis
from tablier.search.compiled import uct as compiled
from tablier.search.engine import Engine
from tablier.search.growth import Growth, grow, trees_for
from tablier.search.limits import Terms
from tablier.search.query import Query

__all__ = ["Uct"]


class _Growth(Growth):
    """A tree grown with dice of its own."""

    def __init__(self, asked: Query, parameters: dict[str, float], seed: int) -> None:
        super().__init__(asked, parameters)
        self._growth.dice[:] = die(seed)
        self._growth.cut = int(parameters["cut"])

    def _visit(self, visits: int) -> int:
        return int(compiled.grow(self._records, self.tree, visits))


class Uct(Engine):
    """`exploration` weighs trying against trusting; random games are cut after `cut` moves; a tree has so many `nodes`."""

    name: ClassVar[str] = "uct"
    DEFAULTS: ClassVar[dict[str, float]] = {"exploration": 0.7, "cut": 200, "nodes": 1_000_000}

    def _think(self, asked: Query, terms: Terms) -> Iterator[Analysis]:
        trees: list[Growth] = [_Growth(asked, self.parameters, terms.seed + k) for k in range(trees_for(terms.limits))]
        yield from grow(asked, terms, trees, 1)
