"""The six-pointed star of 121 holes: coordinates, names, points, neighbours and where the holes lie on a screen.

A hole is a pair (x, y): y grows a row up, x along a row, and each row lies half a hole further left than the one below.
"""

from __future__ import annotations

import math

__all__ = [
    "BASES",
    "DIRECTIONS",
    "HEXAGON",
    "HOLES",
    "NAMED",
    "NAMES",
    "OPPOSITE",
    "PITCH",
    "POINTS",
    "ROWS",
    "ROW_PITCH",
    "Hole",
    "progress",
    "screen",
]

Hole = tuple[int, int]

DIRECTIONS: tuple[Hole, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
"""The six neighbours, each direction beside its opposite."""

PITCH = 43.0
ROW_PITCH = PITCH * math.sqrt(3) / 2

_ALONG = {"S": (0, 1), "SW": (1, 0), "NW": (1, -1), "N": (0, -1), "NE": (-1, 0), "SE": (-1, 1)}
"""For each point, clockwise, the coordinate (its factors of x and y) that grows from its tip to the opposite one."""


def progress(point: str, hole: Hole) -> int:
    """How far a hole lies from the tip of a point, in rows: 0 there, 16 at the opposite tip."""
    fx, fy = _ALONG[point]
    return fx * hole[0] + fy * hole[1] + 8


def _exists(x: int, y: int) -> bool:
    return (x <= 4 and y >= -4 and y - x <= 4) or (x >= -4 and y <= 4 and y - x >= -4)


HOLES: tuple[Hole, ...] = tuple((x, y) for y in range(8, -9, -1) for x in range(-8, 9) if _exists(x, y))
"""All holes, rows from the top, each from left to right."""

NAMES: dict[Hole, str] = {(x, y): f"{'abcdefghijklmnopq'[y + 8]}{x + 9}" for x, y in HOLES}
NAMED: dict[str, Hole] = {name: hole for hole, name in NAMES.items()}

ROWS: tuple[tuple[Hole, ...], ...] = tuple(tuple(hole for hole in HOLES if hole[1] == y) for y in range(8, -9, -1))

POINTS: dict[str, frozenset[Hole]] = {
    point: frozenset(hole for hole in HOLES if progress(point, hole) < 4) for point in _ALONG
}
"""The six points of ten holes, clockwise from the bottom."""

HEXAGON: frozenset[Hole] = frozenset(HOLES).difference(*POINTS.values())

BASES: dict[str, frozenset[Hole]] = {
    point: frozenset(hole for hole in HEXAGON if progress(point, hole) == 4) for point in _ALONG
}
"""For each point the five holes of the hexagon in the row along its base."""

OPPOSITE: dict[str, str] = dict(zip(_ALONG, [*_ALONG][3:] + [*_ALONG][:3], strict=True))


def screen(hole: Hole) -> tuple[float, float]:
    """Where the middle of a hole lies, the middle of the star being (0, 0) and y growing downwards."""
    x, y = hole
    return round(PITCH * (x - y / 2), 2), round(-ROW_PITCH * y, 2)
