"""A square board of six by six: cells, sides, neighbours, names, points.

Cells count column by column, a1, a2 … a6, b1 …: the order of their numbers is the sorted order of their names. Sides go
clockwise from the north, so that a quarter turn adds one.
"""

from __future__ import annotations

__all__ = [
    "CELLS",
    "EAST",
    "INDEX",
    "NAMES",
    "NEIGHBOUR",
    "NORTH",
    "SIZE",
    "SOUTH",
    "STEP",
    "WEST",
    "centre",
    "opposite",
]

SIZE = 6
CELLS = range(SIZE * SIZE)
NORTH, EAST, SOUTH, WEST = range(4)

STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The way to each side on the screen, where y grows downwards."""

NAMES = tuple(f"{column}{row}" for column in "abcdef" for row in range(1, SIZE + 1))
INDEX = {name: cell for cell, name in enumerate(NAMES)}


def _neighbour(cell: int, side: int) -> int | None:
    column, row = divmod(cell, SIZE)
    dx, dy = STEP[side]
    column, row = column + dx, row - dy
    return column * SIZE + row if 0 <= column < SIZE and 0 <= row < SIZE else None


NEIGHBOUR = tuple(tuple(_neighbour(cell, side) for side in range(4)) for cell in CELLS)
"""The cell beyond each side of each cell, None beyond the edge of the board."""


def opposite(side: int) -> int:
    """The side on the other side of the cell."""
    return (side + 2) % 4


def centre(cell: int) -> tuple[float, float]:
    """The middle of a cell, in cells from the north-west corner of the board."""
    column, row = divmod(cell, SIZE)
    return column + 0.5, SIZE - row - 0.5
