"""What a move does, one thing after another: the swing of the segment, then the captures in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablier.core.position import Position
from tablier.games.polygone.notation import ring_points, rings_due, segments_of, word_of
from tablier.games.polygone.rules import BLACK, WHITE
from tablier.games.polygone.triangle import (
    ACROSS,
    EDGE_AT,
    EDGE_INDEX,
    ENDS,
    POINT_INDEX,
    SIDES,
    TRIANGLE_EDGES,
    direction,
    edge_between,
)

__all__ = [
    "Capture",
    "captures",
    "choices",
    "common_end",
    "in_the_way",
    "inside",
    "points_of",
    "ring_edges",
    "split",
    "swing",
]


@dataclass(frozen=True)
class Capture:
    """A polygon that captures: its points in ring order, who loses segments, and which, in ring order."""

    points: tuple[int, ...]
    loser: int
    taken: tuple[int, ...]


def split(move: str) -> tuple[int, int]:
    """The old and the new edge of a pivot's text."""
    old, new = move.split("-")
    return EDGE_INDEX[old], EDGE_INDEX[new]


def points_of(names: str) -> list[int]:
    """The points of names that are run together; KeyError when one is none."""
    return [POINT_INDEX[names[i : i + 2]] for i in range(0, len(names), 2)]


def ring_edges(points: Sequence[int]) -> list[int]:
    """The edges of a ring of points, in ring order; ValueError when points that follow each other are no neighbours."""
    edges = [edge_between(p, q) for p, q in zip(points, [*points[1:], points[0]], strict=True)]
    if None in edges:
        raise ValueError("no ring")
    return [edge for edge in edges if edge is not None]


def inside(points: Sequence[int]) -> list[int]:
    """The triangles inside a ring."""
    ring = ring_edges(points)
    for seed in SIDES[ring[0]]:
        area: list[int | None] = [seed]
        for triangle in area:
            if triangle is None:
                break  # beyond the edge of the board: this is the outer side
            steps = zip(TRIANGLE_EDGES[triangle], ACROSS[triangle], strict=True)
            area += [other for edge, other in steps if edge not in ring and other not in area]
        else:
            return sorted(triangle for triangle in area if triangle is not None)
    raise ValueError("no ring")


def common_end(one: int, other: int) -> int | None:
    """The point that two edges share, None if they share none."""
    return next((point for point in ENDS[one] if point in ENDS[other]), None)


def in_the_way(occupied: int, pivot: int, old: int, new: int, way: int) -> list[int]:
    """The segments met strictly between two edges at a point, turning anticlockwise (way 1) or clockwise (way −1)."""
    met = []
    at, end = direction(pivot, old), direction(pivot, new)
    while (at := (at + way) % 6) != end:
        edge = EDGE_AT[pivot][at]
        if edge is not None and occupied >> edge & 1:
            met.append(edge)
    return met


def swing(occupied: int, old: int, new: int) -> tuple[int, int]:
    """The pivot of a legal move and the sixths of a turn, anticlockwise if positive: the shorter way that is free."""
    pivot = common_end(old, new)
    assert pivot is not None  # noqa: S101
    sixths = (direction(pivot, new) - direction(pivot, old)) % 6
    ways = [turn for turn, way in ((sixths - 6, -1), (sixths, 1)) if not in_the_way(occupied, pivot, old, new, way)]
    return pivot, min(ways, key=abs)


def _capture(segments: tuple[int, int], ring: int) -> Capture:
    points = tuple(ring_points(ring))
    loser = WHITE if (ring & segments[WHITE]).bit_count() < (ring & segments[BLACK]).bit_count() else BLACK
    return Capture(points, loser, tuple(edge for edge in ring_edges(points) if segments[loser] >> edge & 1))


def choices(position: Position) -> list[Capture]:
    """The captures between which the player to act chooses, in the order of their texts."""
    if position.turn_begins:
        return []
    segments = segments_of(position.states)
    return sorted((_capture(segments, ring) for ring in rings_due(segments)), key=lambda capture: capture.points)


def captures(position: Position, move: str) -> list[Capture]:
    """The captures that a legal move brings about, in their order."""
    segments = segments_of(position.states)
    after = segments_of(position.play(move).states)
    ring = 0
    if move.startswith("x"):
        ring = word_of(ring_edges(points_of(move[1:])))
    elif move != "pass":
        pivoted = word_of(split(move))
        white, black = segments
        segments = (white ^ pivoted, black) if position.actor == WHITE else (white, black ^ pivoted)
    found = []
    while segments != after:
        # Where nothing was chosen there is one to take: play stops before a choice.
        capture = _capture(segments, ring or rings_due(segments)[0])
        found.append(capture)
        taken = word_of(capture.taken)
        segments = (segments[WHITE] & ~taken, segments[BLACK] & ~taken)
        ring = 0
    return found
