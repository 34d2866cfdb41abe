"""What the rules of Chinese checkers rest on: the numbers of the holes, and two ways to find the same moves."""

from __future__ import annotations

import numpy as np
import pytest

from tablier.games.chinese_checkers.rules import CHANGE, HOLE_OF, ID_OF, MAX_MOVES, SHIFT, STRIDE, doors, free_moves
from tablier.games.chinese_checkers.star import DIRECTIONS, HOLES
from tests.games.chinese_checkers.boards import game
from tests.games.walks import walk


def test_every_hole_has_its_own_bit_and_jumps_stay_in_its_lattice() -> None:
    assert len(HOLE_OF) == 121
    assert all(0 <= number < 256 for number in HOLE_OF)
    for x, y in HOLES:
        for dx, dy in DIRECTIONS:
            landing = (x + 2 * dx, y + 2 * dy)
            if landing in ID_OF:
                assert ID_OF[landing] >> 6 == ID_OF[x, y] >> 6


def test_no_step_or_jump_off_the_board_shifts_onto_another_hole() -> None:
    for hole, number in ID_OF.items():
        lattice, bit = divmod(number, 64)
        for d, (dx, dy) in enumerate(DIRECTIONS):
            beside = (hole[0] + dx, hole[1] + dy)
            shifted = 64 * (lattice ^ int(CHANGE[d])) + bit + int(SHIFT[d, lattice])
            assert shifted == ID_OF[beside] if beside in ID_OF else shifted not in HOLE_OF
            landing = (hole[0] + 2 * dx, hole[1] + 2 * dy)
            if beside in ID_OF:
                shifted = number + int(STRIDE[d])
                assert shifted == ID_OF[landing] if landing in ID_OF else shifted not in HOLE_OF


@pytest.mark.parametrize("options", ["2x10", "2x15", "3x15", "6x10"])
def test_quick_moves_are_the_free_moves(options: str) -> None:
    out = np.empty(MAX_MOVES, np.int64)
    compared = 0
    for seed in range(40):
        position = walk(game(options).start(), seed, 5 * seed)
        if position.to_act is None or doors(position.states[0], out):
            continue
        found = out[: free_moves(position.states[0], position.to_act, out)].tolist()
        assert len(found) == len(set(found))
        assert sorted(found) == sorted(position.codes().values())
        compared += 1
    assert compared > 20


def test_no_position_has_as_many_moves_as_there_is_room_for() -> None:
    lattices = [number >> 6 for number in HOLE_OF]
    largest = max(lattices.count(lattice) for lattice in range(4))
    assert 15 * (6 + largest - 1) == MAX_MOVES
