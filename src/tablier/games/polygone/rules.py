"""Polygone compiled: each colour's segments are one word of 55 edges, areas are words of 32 triangles.

White is player 0, heads for larger x and aims at c6; Black is player 1, heads for smaller x and aims at c1.

Move codes: 64 × old edge + new edge for a pivot, `PASS`, and `TAKE` + 0 or 1 for the capture, chosen among two, of the polygon
on the first or second side of the segment that pivoted.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tablier.games.polygone import triangle
from tablier.kernel.bits import EMPTY, bit, count, has, lowest, without_lowest
from tablier.kernel.jit import jit
from tablier.kernel.one import One
from tablier.kernel.protocol import record_type, register

WHITE, BLACK = 0, 1
SEGMENTS = 12
LOST = 7
"""So many segments captured lose the game."""

NONE = -1
"""No edge, no triangle, no player."""

PASS = 64 * 55
TAKE = PASS + 1

# A slanted segment has at most six targets: about the end behind, its free end may go to the two other directions that lead
# further forwards, about the end ahead to four of the five others (one goes further back). A level one has five, all about the
# end ahead. Parsed positions have no more segments than the box holds.
MAX_MOVES = 6 * SEGMENTS

STATE = record_type(
    "polygone",
    [
        ("segments", np.uint64, 2),  # the edges on which each player's segments lie
        ("turn", np.int64),  # the player to act, NONE when the game is over
        ("pending", np.int64),  # the edge of the segment that pivoted, while a choice between captures is open
        ("winner", np.int64),
    ],
)


class State(Protocol):
    """The fields of a record, for those who read it from Python."""

    segments: NDArray[np.uint64]
    turn: np.int64
    pending: np.int64
    winner: np.int64


States = One[State]


def _numbers(rows: Any) -> Any:
    """Tables of edges and triangles as numbers, NONE off the board."""
    return np.array([[NONE if number is None else number for number in row] for row in rows], dtype=np.int64)


_ENDS = _numbers(triangle.ENDS)
_EDGE_AT = _numbers([row * 2 for row in triangle.EDGE_AT])  # twice round, so that directions need no modulo
_DIRECTION = np.array(
    [[triangle.direction(p, e) for p in ends] for e, ends in enumerate(triangle.ENDS)], dtype=np.int64
)
_TRIANGLE_EDGES = _numbers(triangle.TRIANGLE_EDGES)
_ACROSS = _numbers(triangle.ACROSS)
_SIDES = _numbers([(*sides, None)[:2] for sides in triangle.SIDES])
_CORNER_WORD = np.array([sum(1 << p for p in corners) for corners in triangle.TRIANGLES], dtype=np.uint64)
_EDGE_WORD = np.array([sum(1 << e for e in around) for around in triangle.TRIANGLE_EDGES], dtype=np.uint64)

_TIP_WORD = np.array(
    [sum(1 << e for e in triangle.EDGE_AT[triangle.POINT_INDEX[tip]] if e is not None) for tip in ("c6", "c1")],
    dtype=np.uint64,
)
"""The edges at the tip each player aims at."""

_FORWARDS = np.array(
    [
        [[sign * (new - old) >= 0 for new, _ in triangle.DIRECTIONS * 2] for old, _ in triangle.DIRECTIONS]
        for sign in (1, -1)
    ]
)
"""Whether a player's segment may turn from one direction to another (twice round) without its free end going backwards."""


@jit
def to_act(s: Any) -> int:
    return s.turn  # type: ignore[no-any-return]


@jit
def legal_moves(s: Any, out: Any) -> int:
    if s.turn == NONE:
        return 0
    if s.pending != NONE:
        # A pivot changes no area but those on the two sides of the segment: a choice is always between these two.
        out[0] = TAKE
        out[1] = TAKE + 1
        return 2
    n = 0
    occupied = s.segments[WHITE] | s.segments[BLACK]
    own = s.segments[s.turn]
    while own != EMPTY:
        edge = lowest(own)
        own = without_lowest(own)
        for end in range(2):
            n = _pivots(s.turn, edge, _ENDS[edge, end], _DIRECTION[edge, end], occupied, out, n)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@jit
def _pivots(player: int, edge: int, pivot: int, old: int, occupied: Any, out: Any, n: int) -> int:
    """Write the pivots of a segment about one end, in direction `old` from there, from out[n] on; returns the new n."""
    for way in (1, -1):
        new = old if way > 0 else old + 6
        barred = False
        for _ in range(5):
            new += way
            target = _EDGE_AT[pivot, new]
            if target == NONE:
                continue
            if has(occupied, target):
                barred = True
                break
            if _FORWARDS[player, old, new]:
                out[n] = 64 * edge + target
                n += 1
        if not barred:
            break  # a whole turn: the other way leads to the same edges
    return n


@jit
def due(white: Any, black: Any, seed: int) -> Any:
    """The ring of the empty polygon around the triangle `seed` if it captures, else no edges."""
    occupied = white | black
    area = bit(seed)
    todo = area
    while todo != EMPTY:
        t = lowest(todo)
        todo = without_lowest(todo)
        for k in range(3):
            if not has(occupied, _TRIANGLE_EDGES[t, k]):
                other = _ACROSS[t, k]
                if other == NONE:
                    return EMPTY  # open to the outside
                if not has(area, other):
                    area |= bit(other)
                    todo |= bit(other)
    corners, edges, ring = EMPTY, EMPTY, EMPTY
    todo = area
    while todo != EMPTY:
        t = lowest(todo)
        todo = without_lowest(todo)
        corners |= _CORNER_WORD[t]
        edges |= _EDGE_WORD[t]
        ring ^= _EDGE_WORD[t]  # what has the area on one side only
    if edges & occupied != ring:
        return EMPTY  # a segment has the area on both sides
    # The border is one ring that meets no point twice if and only if the closed area has no hole (Euler: points − edges +
    # triangles = 1); an inner ring makes one, also where it touches the outer.
    if count(corners) - count(edges) + count(area) != 1:
        return EMPTY
    whites, blacks = count(ring & white), count(ring & black)
    return ring if whites != blacks and min(whites, blacks) > 0 else EMPTY


@jit
def _take(s: Any, ring: Any) -> None:
    """The majority of a ring captures the minority, and wins with the seventh segment."""
    loser = WHITE if count(ring & s.segments[WHITE]) < count(ring & s.segments[BLACK]) else BLACK
    s.segments[loser] &= ~ring
    if count(s.segments[loser]) <= SEGMENTS - LOST:
        s.winner = 1 - loser
        s.turn = NONE


@jit
def _side(s: Any, edge: int, side: int) -> Any:
    """The ring that captures on one side of an edge, no edges if there is none."""
    seed = _SIDES[edge, side]
    if seed == NONE:
        return EMPTY
    return due(s.segments[WHITE], s.segments[BLACK], seed)


@jit
def _settle(s: Any, edge: int) -> None:
    """All that follows of itself once a segment has pivoted to `edge`: captures, up to a choice or the end of the turn."""
    me = s.turn
    while s.winner == NONE:
        ring = _side(s, edge, 0)
        # Once the segment itself is captured, both its sides are one area.
        if has(s.segments[me], edge):
            other = _side(s, edge, 1)
            if EMPTY not in (ring, other):
                s.pending = edge
                return
            ring |= other
        if ring == EMPTY:
            if has(s.segments[me] & _TIP_WORD[me], edge):
                s.winner = me
                s.turn = NONE
            else:
                s.turn = 1 - me
            return
        _take(s, ring)


@jit
def play(s: Any, move: int) -> None:
    me = s.turn
    if move == PASS:
        s.turn = 1 - me
    elif move >= TAKE:
        edge = s.pending
        s.pending = NONE
        _take(s, _side(s, edge, move - TAKE))
        _settle(s, edge)
    else:
        edge = move % 64
        s.segments[me] ^= bit(move // 64) | bit(edge)
        _settle(s, edge)


@jit
def places(s: Any, out: Any) -> int:
    out[WHITE] = 1 if s.winner == WHITE else 2
    out[BLACK] = 1 if s.winner == BLACK else 2
    return 2


register(STATE, legal_moves, play, to_act, places)
