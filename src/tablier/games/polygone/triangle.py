"""A triangular lattice of 24 points in five rows of 4, 5, 6, 5 and 4: points, edges, small triangles.

Points, edges and triangles are numbers in the sorted order of their names. Rows are lettered a (bottom) to e (top); the x of a
point counts half edges from the middle. Directions go anticlockwise in sixths of a turn, 0 to the right.
"""

from __future__ import annotations

import math

__all__ = [
    "ACROSS",
    "DIRECTIONS",
    "EDGES",
    "EDGE_AT",
    "EDGE_INDEX",
    "ENDS",
    "POINTS",
    "POINT_INDEX",
    "ROW",
    "SIDES",
    "TRIANGLES",
    "TRIANGLE_EDGES",
    "X",
    "direction",
    "edge_between",
    "place",
]

DIRECTIONS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The step in each direction: half edges to the right, rows up."""

_ROW_LENGTHS = (4, 5, 6, 5, 4)

POINTS: tuple[str, ...] = tuple(
    f"{'abcde'[row]}{i + 1}" for row, length in enumerate(_ROW_LENGTHS) for i in range(length)
)
POINT_INDEX: dict[str, int] = {name: point for point, name in enumerate(POINTS)}

ROW: tuple[int, ...] = tuple("abcde".index(name[0]) for name in POINTS)
"""Each point's row, from 0 at the bottom."""

X: tuple[int, ...] = tuple(2 * int(name[1]) - 1 - _ROW_LENGTHS[row] for name, row in zip(POINTS, ROW, strict=True))
"""Each point's x in half edges, 0 in the middle."""

_POINT_AT = {(x, row): point for point, (x, row) in enumerate(zip(X, ROW, strict=True))}


def _neighbour(point: int, towards: int) -> int | None:
    dx, up = DIRECTIONS[towards % 6]
    return _POINT_AT.get((X[point] + dx, ROW[point] + up))


ENDS: tuple[tuple[int, int], ...] = tuple(
    sorted((p, q) for p in range(24) for d in range(6) if (q := _neighbour(p, d)) is not None and p < q)
)
"""The two points of each edge."""

EDGES: tuple[str, ...] = tuple(POINTS[p] + POINTS[q] for p, q in ENDS)
EDGE_INDEX: dict[str, int] = {name: edge for edge, name in enumerate(EDGES)}

EDGE_AT: tuple[tuple[int | None, ...], ...] = tuple(
    tuple(
        None if (q := _neighbour(p, d)) is None else EDGE_INDEX[POINTS[min(p, q)] + POINTS[max(p, q)]] for d in range(6)
    )
    for p in range(24)
)
"""The edge that leaves each point in each direction, None where that leads off the board."""

TRIANGLES: tuple[tuple[int, int, int], ...] = tuple(
    sorted(
        {
            (corners[0], corners[1], corners[2])
            for p in range(24)
            for d in range(6)
            if (q := _neighbour(p, d)) is not None and (r := _neighbour(p, d + 1)) is not None
            for corners in [sorted((p, q, r))]
        }
    )
)
"""The three points of each small triangle."""

TRIANGLE_EDGES: tuple[tuple[int, int, int], ...] = tuple(
    (ENDS.index((p, q)), ENDS.index((p, r)), ENDS.index((q, r))) for p, q, r in TRIANGLES
)

SIDES: tuple[tuple[int, ...], ...] = tuple(
    tuple(triangle for triangle, around in enumerate(TRIANGLE_EDGES) if edge in around) for edge in range(len(ENDS))
)
"""The triangles beside each edge: two, or one on the rim of the board."""

ACROSS: tuple[tuple[int | None, ...], ...] = tuple(
    tuple(next((other for other in SIDES[edge] if other != triangle), None) for edge in around)
    for triangle, around in enumerate(TRIANGLE_EDGES)
)
"""The triangle on the other side of each of a triangle's edges, None off the board."""


def direction(pivot: int, edge: int) -> int:
    """The direction in which an edge leaves one of its points."""
    return EDGE_AT[pivot].index(edge)


def edge_between(p: int, q: int) -> int | None:
    """The edge of two points, None if they are no neighbours."""
    return EDGE_INDEX.get(POINTS[min(p, q)] + POINTS[max(p, q)])


def place(point: int) -> tuple[float, float]:
    """Where a point lies seen from the middle of the board, in edges; y grows downwards."""
    return X[point] / 2, (2 - ROW[point]) * math.sqrt(3) / 2
