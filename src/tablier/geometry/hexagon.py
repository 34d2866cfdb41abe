"""A hexagon of 61 hexagonal cells, five to a side.

Cells are numbers from 0 to 60, row by row from the bottom left; that is also the order of their names. Rows are lettered A
(bottom) to I (top). A cell's number in its name runs along a diagonal, so that a step straight up to the left keeps it.
"""

from __future__ import annotations

import math

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

_STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def _place(cell: int) -> tuple[int, int]:
    """A cell's row from 0 and the number in its name."""
    name = CELLS[cell]
    return ord(name[0]) - ord("A"), int(name[1])


def neighbour(cell: int, direction: int) -> int | None:
    """The next cell in a direction, None beyond the edge. Direction 0 is right, the others follow anticlockwise, modulo 6."""
    row, number = _place(cell)
    up, along = _STEPS[direction % 6]
    return INDEX.get(f"{chr(ord('A') + row + up)}{number + along}")


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(found for direction in range(6) if (found := neighbour(cell, direction)) is not None) for cell in range(61)
)
"""Each cell's neighbours, anticlockwise from the right."""


def distance(a: int, b: int) -> int:
    """How many steps lead from one cell to another."""
    (row_a, number_a), (row_b, number_b) = _place(a), _place(b)
    up, along = row_b - row_a, number_b - number_a
    return max(abs(up), abs(along), abs(up - along))


def point(cell: int) -> tuple[float, float]:
    """Where a cell's middle lies seen from the centre, in steps between neighbours; y grows downwards."""
    row, number = _place(cell)
    return (number - 5) - (row - 4) / 2, -(row - 4) * math.sqrt(3) / 2
