"""A toy game for the kernel's own tests: noughts and crosses, whose perft everybody knows."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.kernel.jit import jit
from tablier.kernel.protocol import record_type, register

STATE = record_type("toy", [("cell", np.int8, 9), ("turn", np.int8), ("winner", np.int8)])
MAX_MOVES = 9
LINES = np.array(
    [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)], dtype=np.int64
)


@jit
def to_act(s: Any) -> int:
    if s.winner != 0:
        return -1
    for i in range(9):
        if s.cell[i] == 0:
            return s.turn  # type: ignore[no-any-return]
    return -1


@jit
def legal_moves(s: Any, out: Any) -> int:
    n = 0
    if to_act(s) >= 0:
        for i in range(9):
            if s.cell[i] == 0:
                out[n] = i
                n += 1
    return n


@jit
def play(s: Any, move: int) -> None:
    s.cell[move] = s.turn + 1
    for k in range(8):
        if s.cell[LINES[k, 0]] == s.cell[LINES[k, 1]] == s.cell[LINES[k, 2]] == s.turn + 1:
            s.winner = s.turn + 1
    s.turn = 1 - s.turn


@jit
def places(s: Any, out: Any) -> int:
    out[0] = 2 if s.winner == 2 else 1
    out[1] = 2 if s.winner == 1 else 1
    return 2


register(STATE, legal_moves, play, to_act, places)


@jit
def read_cell(s: Any, index: int) -> int:
    """Reads where it is told to, for the test of bounds checks."""
    return s[0].cell[index]  # type: ignore[no-any-return]


def start() -> Any:
    return np.zeros(1, STATE)
