"""Hexagonal cells in two coordinates: y grows a row up, x along a row, and each row lies half a cell further left than the
one below. Directions are numbered from 0 to 5, anticlockwise from the right, so that neighbouring directions lead to
neighbouring cells.
"""

from __future__ import annotations

__all__ = ["STEPS", "Cell", "distance", "neighbours"]

Cell = tuple[int, int]

STEPS: tuple[Cell, ...] = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""The step in each direction."""


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells next to a cell, anticlockwise from the right."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in STEPS]


def distance(a: Cell, b: Cell) -> int:
    """How many steps lead from one cell to another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return max(abs(dx), abs(dy), abs(dx - dy))
