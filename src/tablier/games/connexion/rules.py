"""The rules of Connexion, on words of 36 bits, one bit a plate (numbered as in `square`, north is +1, east is +6).

A diagonal gives the dark triangle one of the edges N and S and one of W and E, and the light one the other two. So a plate's
orientation is two bits: whether dark has the north edge, whether dark has the west edge. Triangles of one colour are
named by their plate, and a set of them is a word.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tablier.kernel.bits import EMPTY, bit, has, lowest, without_lowest
from tablier.kernel.jit import jit
from tablier.kernel.one import One
from tablier.kernel.protocol import record_type, register

__all__ = [
    "CODES",
    "HALF",
    "LEFT",
    "MAX_MOVES",
    "NOBODY",
    "RIGHT",
    "STATE",
    "STEPS",
    "legal_moves",
    "places",
    "play",
    "to_act",
]

WHITE, BLACK = 0, 1
NOBODY = -1
PLATES = 36

# A move is plate × CODES + one of these: a half turn, a quarter clockwise, a quarter anticlockwise, or STEPS + the plate the
# pawn goes to. In this order the codes of a position come out sorted as their texts are.
HALF, RIGHT, LEFT, STEPS = 0, 1, 2, 3
CODES = STEPS + PLATES

# 36 plates turn in 3 ways, 108. Every triangle has two edges, so a free triangle can be entered by at most two pawns, one
# from each side: k pawns of a colour make at most min(k, 2) × (36 − k) steps, which is largest for two, 68.
MAX_MOVES = 108 + 68

STATE = record_type(
    "connexion",
    [
        ("north", np.uint64),  # plates whose dark triangle has the north edge; the others' have the south edge
        ("west", np.uint64),  # plates whose dark triangle has the west edge; the others' have the east edge
        ("pawns", np.uint64, 2),
        ("protected", np.uint64),  # plates the player to act may not turn
        ("only_new", np.int8),  # whether only connections made by the turn itself are protected
        ("turn", np.int8),
        ("winner", np.int8),
    ],
)


class State(Protocol):
    """The fields of a record, for those who read it from Python."""

    north: np.uint64
    west: np.uint64
    pawns: NDArray[np.uint64]
    protected: np.uint64
    only_new: np.int8
    turn: np.int8
    winner: np.int8


States = One[State]

_ONE, _SIX = np.uint64(1), np.uint64(6)
_ALL = np.uint64(2**36 - 1)
_ROW_1 = np.uint64(sum(1 << 6 * column for column in range(6)))
_ROW_6 = _ROW_1 << np.uint64(5)
_BELOW_ROW_6 = _ALL & ~_ROW_6
_COLUMNS_A_TO_E = np.uint64(2**30 - 1)


@jit
def _edges(s: Any, player: int) -> tuple[Any, Any]:
    """The plates whose triangle of the player's colour has the north edge, and the west edge."""
    if player == BLACK:
        return s.north, s.west
    return _ALL & ~s.north, _ALL & ~s.west


@jit
def _connections(north: Any, west: Any) -> tuple[Any, Any]:
    """The triangles connected to the one north of them, and to the one east of them: both have the edge between."""
    return north & ~(north >> _ONE) & _BELOW_ROW_6, ~west & (west >> _SIX) & _COLUMNS_A_TO_E


@jit
def _connected(triangles: Any, up: Any, right: Any) -> Any:
    """All triangles connected to one of these."""
    return (
        ((triangles & up) << _ONE)
        | ((triangles >> _ONE) & up)
        | ((triangles & right) << _SIX)
        | ((triangles >> _SIX) & right)
    )


@jit
def _along(triangle: Any, up: Any, right: Any, free: Any) -> Any:
    """The triangles reached from one along its path, over `free` triangles only; the one itself is included."""
    reached = triangle
    new = triangle
    while new != EMPTY:
        new = _connected(new, up, right) & free & ~reached
        reached |= new
    return reached


@jit
def to_act(s: Any) -> int:
    """The player to act, −1 when the game is over."""
    return s.turn if s.winner == NOBODY else -1


@jit
def legal_moves(s: Any, out: Any) -> int:
    """Write all legal moves, in the order of their texts. There is always one: at most three plates are protected."""
    if s.winner != NOBODY:
        return 0
    own = s.pawns[s.turn]
    north, west = _edges(s, s.turn)
    up, right = _connections(north, west)
    n = 0
    for plate in range(PLATES):
        first = plate * CODES
        if not has(s.protected, plate):
            out[n] = first + HALF
            out[n + 1] = first + RIGHT
            out[n + 2] = first + LEFT
            n += 3
        if has(own, plate):
            targets = _along(bit(plate), up, right, ~own) & ~bit(plate)
            while targets != EMPTY:
                out[n] = first + STEPS + lowest(targets)
                targets = without_lowest(targets)
                n += 1
    return n


@jit
def play(s: Any, move: int) -> None:
    """Play a legal move: a step, or a turn with what follows from it."""
    plate = move // CODES
    action = move % CODES
    mover = s.turn
    if action >= STEPS:
        s.pawns[mover] ^= bit(plate) | bit(action - STEPS)
        s.protected = EMPTY
    else:
        old = _joined(s, plate) if s.only_new else EMPTY
        _turn(s, plate, action)
        _protect(s, plate, old)
        _leave(s, plate)
        if s.pawns[mover] == EMPTY and s.pawns[1 - mover] == EMPTY:
            s.winner = 1 - mover
        elif s.pawns[mover] == EMPTY:
            s.winner = mover
        elif s.pawns[1 - mover] == EMPTY:
            s.winner = 1 - mover
    s.turn = 1 - mover


@jit
def _turn(s: Any, plate: int, action: int) -> None:
    """Turn a plate. A quarter moves the dark corner along one edge, so it changes only one of the two bits: clockwise from
    NW and SE along the north and south edges, from NE and SW along the others; anticlockwise the other way about."""
    level = has(s.north, plate) == has(s.west, plate)
    if action == HALF or level == (action == LEFT):
        s.north ^= bit(plate)
    if action == HALF or level == (action == RIGHT):
        s.west ^= bit(plate)


@jit
def _joined(s: Any, plate: int) -> Any:
    """The plates whose triangle of the mover's colour is connected to this plate's."""
    north, west = _edges(s, s.turn)
    up, right = _connections(north, west)
    return _connected(bit(plate), up, right)


@jit
def _protect(s: Any, plate: int, old: Any) -> None:
    """After the mover has turned `plate`: it is protected with what its triangle of the mover's colour is connected to now,
    except `old` connections."""
    others = _joined(s, plate) & ~old
    s.protected = EMPTY if others == EMPTY else others | bit(plate)


@jit
def _leave(s: Any, plate: int) -> None:
    """Take out the pawns on paths connected to the exit. Only the two paths through the plate just turned can have become
    so: other paths are as they were, or have lost a part."""
    for player in range(2):
        north, west = _edges(s, player)
        up, right = _connections(north, west)
        path = _along(bit(plate), up, right, _ALL)
        exits = north & _ROW_6 if player == WHITE else ~north & _ROW_1
        if path & exits != EMPTY:
            s.pawns[player] &= ~path


@jit
def places(s: Any, out: Any) -> int:
    """Write the places: the winner's 1, the other's 2."""
    for player in range(2):
        out[player] = 1 if s.winner == player else 2
    return 2


register(STATE, legal_moves, play, to_act, places)
