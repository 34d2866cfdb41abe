"""A hexagon of 61 hexagonal cells, five to a side.

Cells are numbers from 0 to 60, row by row from the bottom left; that is also the order of their names. Rows are lettered A
(bottom) to I (top). A cell's number in its name runs along a diagonal, so that a step straight up to the left keeps it.
"""

from __future__ import annotations

import math

from tablier.geometry import hexes

__all__ = ["CELLS", "CENTRE", "INDEX", "NEIGHBOURS", "ROWS", "distance", "neighbour", "point"]

ROWS: tuple[tuple[str, ...], ...] = tuple(
    tuple(f"{'ABCDEFGHI'[row]}{number}" for number in range(max(1, row - 3), min(9, row + 5) + 1)) for row in range(9)
)
"""The names of the cells, row by row from A to I, each row from left to right."""

CELLS: tuple[str, ...] = tuple(name for row in ROWS for name in row)
"""The name of each cell."""

INDEX: dict[str, int] = {name: cell for cell, name in enumerate(CELLS)}
"""The cell of each name."""

CENTRE = INDEX["E5"]


def _place(cell: int) -> hexes.Cell:
    """A cell in the coordinates of `geometry.hexes`: the number in its name and its row from 0."""
    name = CELLS[cell]
    return int(name[1]), ord(name[0]) - ord("A")


def neighbour(cell: int, direction: int) -> int | None:
    """The next cell in a direction, None beyond the edge. Direction 0 is right, the others follow anticlockwise, modulo 6."""
    x, y = hexes.neighbours(_place(cell))[direction % 6]
    return INDEX.get(f"{chr(ord('A') + y)}{x}")


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(found for direction in range(6) if (found := neighbour(cell, direction)) is not None) for cell in range(61)
)
"""Each cell's neighbours, anticlockwise from the right."""


def distance(a: int, b: int) -> int:
    """How many steps lead from one cell to another."""
    return hexes.distance(_place(a), _place(b))


def point(cell: int) -> tuple[float, float]:
    """Where a cell's middle lies seen from the centre, in steps between neighbours; y grows downwards."""
    number, row = _place(cell)
    return (number - 5) - (row - 4) / 2, -(row - 4) * math.sqrt(3) / 2
