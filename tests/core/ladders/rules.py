"""The rules of Ladders."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.kernel.jit import jit
from tablier.kernel.protocol import record_type, register

STATE = record_type(
    "ladders",
    [
        ("rung", np.int8, 3),
        ("stone", np.int8, 3),
        ("place", np.int8, 3),
        ("players", np.int8),
        ("turn", np.int8),
        ("phase", np.int8),
    ],
)
MAX_MOVES = 2
TOP = 5
PASS, UP, DOWN, STONE = 0, 1, 2, 3  # STONE + rung puts a stone


@jit
def to_act(s: Any) -> int:
    return s.turn  # type: ignore[no-any-return]


@jit
def next_in(s: Any) -> int:
    """The next player still in the game after the one to act."""
    player = (s.turn + 1) % s.players
    while s.place[player] != 0:
        player = (player + 1) % s.players
    return player  # type: ignore[no-any-return]


@jit
def best_left(s: Any) -> int:
    """The best place nobody has."""
    for place in range(1, s.players + 1):
        free = True
        for player in range(s.players):
            free &= s.place[player] != place
        if free:
            return place
    return 0


@jit
def legal_moves(s: Any, out: Any) -> int:
    if s.turn < 0:
        return 0
    n = 0
    if s.phase == 0:
        rung = s.rung[s.turn]
        if rung + 1 != s.stone[s.turn]:
            out[n] = UP
            n += 1
        if rung > 0 and (rung - 1 != s.stone[s.turn] or rung == 1):
            out[n] = DOWN
            n += 1
    else:
        other = next_in(s)
        for rung in (s.rung[other] - 1, s.rung[other] + 1):
            if 1 <= rung < TOP and rung != s.stone[other]:
                out[n] = STONE + rung
                n += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@jit
def play(s: Any, move: int) -> None:
    if move in (UP, DOWN):
        s.rung[s.turn] += 1 if move == UP else -1
        if s.rung[s.turn] == 3:
            s.phase = 1
            return
    elif move >= STONE:
        s.stone[next_in(s)] = move - STONE
    s.phase = 0
    if s.rung[s.turn] == TOP:
        s.place[s.turn] = best_left(s)
        left = 0
        for player in range(s.players):
            left += s.place[player] == 0
        if left == 1:
            s.place[next_in(s)] = best_left(s)
            s.turn = -1
            return
    s.turn = next_in(s)


@jit
def places(s: Any, out: Any) -> int:
    for player in range(s.players):
        out[player] = s.place[player]
    return s.players  # type: ignore[no-any-return]


register(STATE, legal_moves, play, to_act, places)
