"""The rules of Quarte, a test a sentence, by the naive rules and the compiled ones."""

from __future__ import annotations

from typing import Any

import pytest

import tablier
from tablier_quarte_tests import naive

FULL = "wwbbww/bbwwbb/wwbbww/bbwwbb/wwbbww/bbwwbb"


def both(text: str) -> tuple[Any, Any]:
    """A position by either rules."""
    return naive.parse({}, text), tablier.game("quarte").position(text)


def test_white_begins_on_an_empty_board() -> None:
    start = tablier.game("quarte").start()
    assert str(start) == naive.text(naive.start({})) == "....../....../....../....../....../...... w"
    assert start.to_act == naive.to_act(naive.start({})) == 0
    assert start.moves() == naive.cells()


def test_players_take_turns_and_lay_on_empty_cells() -> None:
    state, position = both("....../....../....../....../....../w..... b")
    assert "a1" not in naive.moves(state)
    assert "a1" not in position.moves()
    assert len(position.moves()) == 35
    after = position.play("f6")
    assert str(after) == naive.text(naive.play(state, "f6")) == ".....b/....../....../....../....../w..... w"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("....../....../....../....../bbb.../www... w", "d1"),
        ("b...../b...../b...../w...../w...../w..... w", None),
        ("....../w...../w...../wb..../.b..../.b.... w", "a6"),
        ("....../....../..w.../.wbb../wb..../...... w", "d5"),
        ("w...../.w..../..w.../.bb.../.b..../...... w", "d3"),
    ],
)
def test_four_in_a_row_win_in_all_directions(text: str, move: str | None) -> None:
    state, position = both(text)
    if move is None:
        assert position.to_act == 0
        return
    after = position.play(move)
    assert after.places == naive.places(naive.play(state, move)) == (1, 2)
    assert after.moves() == []


def test_a_full_board_without_a_row_is_shared() -> None:
    state, position = both(f"{FULL} -")
    assert naive.places(state) == position.places == (1, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "a position looks like"),
        ("....../....../....../....../....../...... b", "to act is w here, not 'b'"),
        ("....../....../....../....../....../ww.... b", "here are 2 and 0"),
        ("....../....../....../....../bbbb../www.w. w", "to act is - here"),
        ("....../....../....../b...../bb.b../wwww.. w", "only who moved last"),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="quarte") as raised:
        tablier.game("quarte").position(text)
    assert said in str(raised.value)
    with pytest.raises(ValueError, match=r"\w"):
        naive.parse({}, text)
