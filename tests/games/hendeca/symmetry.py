"""Hendeca: a sixth of a turn, and a mirror."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.games.oracle import Options
from tests.games.symmetry import Symmetry

PAIR = re.compile(r"(-?\d+),(-?\d+)")


def _sea(point: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    def mapped(given: str) -> str:
        return PAIR.sub(lambda pair: "{},{}".format(*point(int(pair[1]), int(pair[2]))), given)

    def text(given: str) -> str:
        islands, *rest = given.split()
        moved = mapped(islands).split(";")

        def key(island: str) -> tuple[int, int]:
            pair = PAIR.match(island)
            assert pair is not None
            return int(pair[2]), int(pair[1])

        return " ".join([";".join(sorted(moved, key=key)), *(mapped(field) for field in rest)])

    def move(given: str) -> str:
        slide = re.fullmatch(r"(-?\d+,-?\d+)-(-?\d+,-?\d+|x)", given)
        return f"{mapped(slide[1])}-{mapped(slide[2])}" if slide else mapped(given)

    def holds(given: str) -> bool:
        """The limits of the map are squares, which a turn does not respect: well inside them the sea is symmetric."""
        numbers = [int(n) for n in re.findall(r"-?\d+", given.split(maxsplit=1)[0])]
        xs, ys = numbers[::2], numbers[1::2]
        return max(xs) - min(xs) < 1000 > max(ys) - min(ys) and max(map(abs, numbers)) < 400_000

    return Symmetry(text, move, lambda index: index, holds)


def symmetries(_options: Options) -> list[Symmetry]:
    """The symmetries of the game with any options."""
    return [_sea(lambda x, y: (x - y, x)), _sea(lambda x, y: (y, x))]
