"""Quarte: a quarter of a turn, and the mirror that exchanges left and right."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.oracle import Options
from tests.games.symmetry import Symmetry

COLUMNS = "abcdef"
Cell = tuple[int, int]


def _mapped(change: Callable[[int, int], Cell]) -> Symmetry:
    """The symmetry that takes column x and row y, both from 0 to 5, to others."""

    def move(given: str) -> str:
        x, y = change(COLUMNS.index(given[0]), int(given[1]) - 1)
        return f"{COLUMNS[x]}{y + 1}"

    def text(given: str) -> str:
        board, acting = given.split(" ")
        signs = {change(x, 5 - i): sign for i, row in enumerate(board.split("/")) for x, sign in enumerate(row)}
        rows = ["".join(signs[x, y] for x in range(6)) for y in range(5, -1, -1)]
        return f"{'/'.join(rows)} {acting}"

    return Symmetry(text, move, lambda index: index)


def symmetries(_options: Options) -> list[Symmetry]:
    """The symmetries of the game with any options."""
    return [_mapped(lambda x, y: (y, 5 - x)), _mapped(lambda x, y: (5 - x, y))]
