"""What tells how well a player stands in Polygone: segments left, how near they are to the tip, how freely they pivot."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.core.evaluation import Evaluation
from tablier.games.polygone import triangle
from tablier.games.polygone.rules import BLACK, SEGMENTS, STATE, WHITE
from tablier.kernel.bits import EMPTY, count, has, lowest, without_lowest
from tablier.kernel.hashing import SALT, stir
from tablier.kernel.jit import jit
from tablier.kernel.protocol import register_search

EVALUATION = Evaluation(
    features=(
        "progress",  # segments taken count for ten, and pivots made towards the tip
        "lost",  # own segments captured
        "danger",  # their square
        "nearest",  # the fewest pivots in which some segment could reach the tip on an empty board
        "second",  # the next fewest
        "freedom",  # ways in which own segments can begin to pivot
        "blocked",  # own segments that cannot
        "guards",  # own segments at the tip the opponent aims at
        "to act",
    ),
    engines={"*": "alphabeta"},
    nodes={"*": 2_000_000},
    loud="lost",  # a line does not end with a capture that may be answered by another
    progress=40,
)

_FEATURES = len(EVALUATION.features)
_FAR = 12


def _forwards(player: int, old: int, new: int) -> bool:
    step = triangle.DIRECTIONS[new][0] - triangle.DIRECTIONS[old][0]
    return step >= 0 if player == WHITE else step <= 0


def _pivots(player: int, edge: int) -> list[tuple[int, int, int]]:
    """Where a segment's pivots lead on an empty board: the new edge, the pivot, the direction."""
    found = []
    for pivot in triangle.ENDS[edge]:
        old = triangle.direction(pivot, edge)
        for new in range(6):
            target = triangle.EDGE_AT[pivot][new]
            if new != old and target is not None and _forwards(player, old, new):
                found.append((target, pivot, new))
    return found


def _tip_distances(player: int) -> list[int]:
    """The pivots each edge is away from the player's tip on an empty board."""
    tip = triangle.POINT_INDEX["c6" if player == WHITE else "c1"]
    distance = [0 if tip in ends else _FAR for ends in triangle.ENDS]
    for _ in range(_FAR):
        for edge in range(len(distance)):
            for target, _, _ in _pivots(player, edge):
                distance[edge] = min(distance[edge], distance[target] + 1)
    return distance


def _first_targets(player: int) -> list[list[int]]:
    """For each edge, the edges one sixth of a turn away that its segment may pivot to, −1 for none."""
    rows = []
    for edge in range(len(triangle.ENDS)):
        row = []
        for target, pivot, new in _pivots(player, edge):
            if (new - triangle.direction(pivot, edge)) % 6 in (1, 5):
                row.append(target)
        rows.append((row + [-1] * 4)[:4])
    return rows


_DISTANCE = np.array([_tip_distances(WHITE), _tip_distances(BLACK)], np.int64)
_NEXT = np.array([_first_targets(WHITE), _first_targets(BLACK)], np.int64)
_AT_TIP = np.array(
    [sum(1 << e for e, ends in enumerate(triangle.ENDS) if triangle.POINT_INDEX[tip] in ends) for tip in ("c1", "c6")],
    np.uint64,
)
"""The edges at the tip each player guards."""


@jit
def features(s: Any, player: int, out: Any) -> int:
    """What tells how well `player` stands."""
    own = s.segments[player]
    occupied = s.segments[0] | s.segments[1]
    lost = SEGMENTS - count(own)
    taken = SEGMENTS - count(s.segments[1 - player])
    nearest, second, total, freedom, blocked = _FAR, _FAR, 0, 0, 0
    rest = own
    while rest != EMPTY:
        edge = lowest(rest)
        rest = without_lowest(rest)
        distance = _DISTANCE[player, edge]
        total += distance
        if distance < nearest:
            nearest, second = distance, nearest
        elif distance < second:
            second = distance
        ways = 0
        for k in range(4):
            target = _NEXT[player, edge, k]
            if target >= 0 and not has(occupied, target):
                ways += 1
        freedom += ways
        blocked += 1 if ways == 0 else 0
    out[0] = 10 * taken - total
    out[1] = lost
    out[2] = lost * lost
    out[3] = nearest
    out[4] = second
    out[5] = freedom
    out[6] = blocked
    out[7] = count(own & _AT_TIP[player])
    out[8] = 1 if s.turn == player else 0
    return _FEATURES


@jit
def key(s: Any) -> Any:
    """A hash of the position."""
    rest = np.uint64(((s.turn + 1) * 4 + s.winner + 1) * 64 + s.pending + 1)
    return stir(stir(stir(SALT, s.segments[0]), s.segments[1]), rest)


@jit
def placed(_s: Any, _player: int) -> int:
    """Nobody has a place before the end."""
    return 0


register_search(STATE, features, key, placed)
