"""The loops every game shares, on a game whose numbers are known."""

from __future__ import annotations

import numpy as np
import pytest

from tablier.kernel import run
from tests.kernel import toy

# The well-known counts of noughts and crosses: sequences of n moves, games that end before n do not count.
KNOWN = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("depth", range(7))
def test_perft(depth: int, threads: int) -> None:
    assert run.perft(toy.start(), depth, toy.MAX_MOVES, threads) == KNOWN[depth]


def test_perft_leaves_the_state_alone() -> None:
    state = toy.start()
    run.perft(state, 3, toy.MAX_MOVES)
    assert state.tobytes() == toy.start().tobytes()


def test_playouts_are_reproducible_and_bounded() -> None:
    first = run.playouts(toy.start(), toy.MAX_MOVES, 50, 100, seed=1)
    assert first == run.playouts(toy.start(), toy.MAX_MOVES, 50, 100, seed=1)
    assert 50 * 5 <= first <= 50 * 9
    assert run.playouts(toy.start(), toy.MAX_MOVES, 50, 3, seed=1) == 150


def test_single_moves() -> None:
    out = np.zeros(9, np.int64)
    state = toy.start()
    for move in (0, 3, 1, 4, 2):
        assert move in out[: run.at_legal_moves(state, out)]
        after = np.zeros(1, toy.STATE)
        run.at_play(state, move, after)
        state = after
    assert run.at_to_act(state) == -1
    assert run.at_legal_moves(state, out) == 0
    assert run.at_places(state, out) == 2
    assert list(out[:2]) == [1, 2]
