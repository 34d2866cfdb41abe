"""The rules of Quarte, compiled: words of 36 bits, one bit a cell. Cells are numbered by columns, a1, a2 … f6."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.kernel.bits import bit, has
from tablier.kernel.jit import jit
from tablier.kernel.protocol import record_type, register

__all__ = ["CELLS", "LINES", "MAX_MOVES", "NOBODY", "SIDE", "STATE", "legal_moves", "places", "play", "to_act"]

SIDE = 6
ROW = 4
CELLS = SIDE * SIDE
NOBODY = -1

# A move is the number of a cell, and there are no more moves than cells.
MAX_MOVES = CELLS

STATE = record_type(
    "quarte",
    [
        ("stones", np.uint64, 2),
        ("turn", np.int8),  # the player to act, −1 when the game is over
        ("winner", np.int8),  # NOBODY while there is none
    ],
)


def _lines() -> list[int]:
    """Every row of four cells, in all four directions, as a word."""
    found = []
    for column in range(SIDE):
        for row in range(SIDE):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + right * k, row + up * k) for k in range(ROW)]
                if all(0 <= x < SIDE and 0 <= y < SIDE for x, y in cells):
                    found.append(sum(1 << x * SIDE + y for x, y in cells))
    return found


LINES = np.array(_lines(), np.uint64)
_FULL = np.uint64(2**CELLS - 1)


@jit
def to_act(s: Any) -> int:
    """The player to act, −1 when the game is over."""
    return s.turn  # type: ignore[no-any-return]


@jit
def legal_moves(s: Any, out: Any) -> int:
    """Write the empty cells, return how many."""
    if s.turn < 0:
        return 0
    taken = s.stones[0] | s.stones[1]
    n = 0
    for cell in range(CELLS):
        if not has(taken, cell):
            out[n] = cell
            n += 1
    return n


@jit
def play(s: Any, move: int) -> None:
    """Lay a stone; four in a row win, a full board ends the game."""
    mover = s.turn
    s.stones[mover] |= bit(move)
    s.turn = 1 - mover
    for line in LINES:
        if s.stones[mover] & line == line:
            s.winner = mover
            s.turn = -1
    if s.stones[0] | s.stones[1] == _FULL:
        s.turn = -1


@jit
def places(s: Any, out: Any) -> int:
    """Write each player's place, return the number of players; without a winner both are first."""
    for player in range(2):
        out[player] = 1 if s.winner in (player, NOBODY) else 2
    return 2


register(STATE, legal_moves, play, to_act, places)
