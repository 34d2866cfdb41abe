"""Clocks, alone and in matches."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.core.clock import (
    Clock,
    Control,
    correspondence,
    deadline,
    fischer,
    flagged,
    new_clock,
    pause,
    remaining,
    sandglass,
    start,
    stop,
)
from tablier.core.match import End, Match
from tests.core.ladders import ladders

TWO = ladders(options={"players": 2})
THREE = ladders(options={"players": 3})


def test_controls_say_what_they_are() -> None:
    assert str(fischer(600, 5)) == "600+5"
    assert str(fischer(1234567, 0.5)) == "1234567+0.5"
    assert str(sandglass(30, "move")) == "30/move"
    assert str(sandglass(60)) == "60/turn"
    assert correspondence(3) == Control(259_200, each="turn")


@pytest.mark.parametrize(
    "make",
    [
        lambda: fischer(0),
        lambda: fischer(-1),
        lambda: fischer(60, -1),
        lambda: fischer(math.nan),
        lambda: fischer(math.inf),
        lambda: fischer(True),
        lambda: fischer("60"),  # type: ignore[arg-type]
        lambda: correspondence(None),  # type: ignore[arg-type]
        lambda: correspondence(0),
        lambda: sandglass(30, "day"),  # type: ignore[arg-type]
        lambda: Control(30, 1, "move"),
    ],
)
def test_bad_controls_are_refused(make: Any) -> None:
    with pytest.raises(ValueError, match="not "):
        make()


def test_a_new_clock_is_full_and_stands_still() -> None:
    clock = new_clock(fischer(60, 2), 3)
    assert clock == Clock(fischer(60, 2), (60.0, 60.0, 60.0))
    assert remaining(clock, 2, 1e9) == 60
    assert deadline(clock) is None
    assert flagged(clock, 1e9) is None
    for bad in (0, True, 2.0):
        with pytest.raises(ValueError, match="players"):
            new_clock(fischer(60), bad)  # type: ignore[arg-type]


def test_fischer_gives_the_increment_after_a_turn_only() -> None:
    clock = start(new_clock(fischer(60, 2), 2), 0, 100)
    assert remaining(clock, 0, 107.5) == 52.5
    assert remaining(clock, 1, 107.5) == 60
    inside = stop(clock, 110, turn_over=False)
    assert inside.left == (50, 60)
    after = stop(start(inside, 0, 110), 115, turn_over=True)
    assert after.left == (47, 60)
    assert after.since is None


def test_a_glass_for_each_turn_runs_through_the_moves_of_the_turn() -> None:
    clock = stop(start(new_clock(sandglass(30), 2), 0, 0), 20, turn_over=False)
    assert clock.left == (10, 30)
    assert stop(start(clock, 0, 20), 25, turn_over=True).left == (30, 30)


def test_a_glass_for_each_move_is_turned_at_each_move() -> None:
    clock = stop(start(new_clock(sandglass(30, "move"), 2), 0, 0), 20, turn_over=False)
    assert clock.left == (30, 30)


def test_correspondence_gives_each_turn_its_days() -> None:
    day = 86_400
    clock = start(new_clock(correspondence(2), 2), 1, 5 * day)
    assert deadline(clock) == 7 * day
    assert stop(clock, 6 * day, turn_over=True).left == (2 * day, 2 * day)


def test_a_pause_stops_the_time_and_gives_nothing() -> None:
    clock = pause(start(new_clock(fischer(60, 5), 2), 1, 0), 10)
    assert clock.left == (60, 50)
    assert remaining(clock, 1, 1000) == 50
    assert remaining(start(clock, 1, 1000), 1, 1001) == 49


def test_the_flag_falls_when_nothing_is_left() -> None:
    clock = start(new_clock(fischer(60, 5), 2), 1, 0)
    assert flagged(clock, 59.999) is None
    assert flagged(clock, 60) == 1
    assert remaining(clock, 1, 61) == 0
    late = stop(clock, 61, turn_over=True)
    assert late.left == (60, 0)  # no increment for who comes too late
    assert flagged(late, 61) == 1
    with pytest.raises(ValueError, match="player 1 has run out of time"):
        start(late, 0, 61)


def test_wrong_use_is_refused() -> None:
    clock = new_clock(fischer(60), 2)
    running = start(clock, 0, 10)
    with pytest.raises(ValueError, match="stands still"):
        pause(clock, 0)
    with pytest.raises(ValueError, match="stands still"):
        stop(clock, 0, turn_over=True)
    with pytest.raises(ValueError, match="is running"):
        start(running, 1, 20)
    with pytest.raises(ValueError, match="time goes forwards"):
        pause(running, 9)
    for player in (-1, 2, True, None):
        with pytest.raises(ValueError, match="from 0 to 1"):
            start(clock, player, 0)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="from 0 to 1"):
            remaining(clock, player, 0)  # type: ignore[arg-type]
    for moment in (math.nan, math.inf, None, "now", False):
        with pytest.raises(ValueError, match="finite number"):
            start(clock, 0, moment)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="finite number"):
            flagged(running, moment)  # type: ignore[arg-type]


@given(
    st.floats(0.001, 1e6),
    st.floats(0, 2e9),
    st.lists(st.tuples(st.floats(0, 1e5), st.booleans(), st.booleans()), max_size=20),
)
def test_flag_deadline_and_time_left_agree(base: float, now: float, steps: list[tuple[float, bool, bool]]) -> None:
    clock = start(new_clock(fischer(base, 1), 2), 0, now)
    for length, to_pause, turn_over in steps:
        end = deadline(clock)
        assert end is not None
        now += length
        assert (flagged(clock, now) is not None) == (now >= end) == (remaining(clock, clock.player or 0, now) == 0)
        before = clock
        clock = pause(clock, now) if to_pause else stop(clock, now, turn_over=turn_over)
        assert all(left >= 0 for left in clock.left)
        if now >= end:
            assert flagged(clock, now) == before.player
            return
        clock = start(clock, clock.player if to_pause or not turn_over else 1 - (clock.player or 0), now)  # type: ignore[arg-type]


class TestInAMatch:
    def test_moves_move_the_clock(self) -> None:
        match = Match(TWO, clock=fischer(60, 2))
        match.start_clock(1000)
        match.play("up", at=1010)
        assert match.clock == Clock(fischer(60, 2), (52, 60), player=1, since=1010)
        match.play("up", at=1011)
        assert match.clock == Clock(fischer(60, 2), (52, 61), player=0, since=1011)

    def test_the_clock_goes_on_within_a_turn(self) -> None:
        match = Match(TWO, TWO.position("21 00 a step .."), clock=fischer(60, 2))
        match.start_clock(0)
        match.play("up", at=10)
        assert match.clock == Clock(fischer(60, 2), (50, 60), player=0, since=10)
        match.play("b2", at=20)
        assert match.clock == Clock(fischer(60, 2), (42, 60), player=1, since=20)

    def test_a_move_that_comes_too_late_is_not_played(self) -> None:
        match = Match(TWO, clock=fischer(60))
        match.start_clock(0)
        assert match.play("up", at=60) == TWO.start()
        assert match.end == End("time", player=0)
        assert match.places == (2, 1)
        assert match.history == []
        assert match.clock == Clock(fischer(60), (0, 60), player=0)

    def test_a_flag_with_three_players_stops_the_match(self) -> None:
        match = Match(THREE, clock=sandglass(30))
        match.start_clock(0)
        match.play("up", at=29)
        assert not match.flag(58)
        assert match.flag(59)
        assert match.end == End("time", player=1)
        assert match.places == (1, 3, 1)
        assert match.flag(60)

    def test_the_clock_must_be_started_and_moves_need_their_moment(self) -> None:
        match = Match(TWO, clock=fischer(60))
        with pytest.raises(ValueError, match="start_clock"):
            match.play("up", at=1)
        match.start_clock(0)
        with pytest.raises(ValueError, match="at="):
            match.play("up")
        with pytest.raises(ValueError, match="finite number"):
            match.play("up", at="soon")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="time goes forwards"):
            match.play("up", at=-1)
        with pytest.raises(ValueError, match="illegal move"):
            match.play("pass", at=1)
        assert match.clock == Clock(fischer(60), (60, 60), player=0, since=0)
        match.play("up", at=1)
        assert match.history == ["up"]

    def test_without_a_clock_there_are_no_moments(self) -> None:
        match = Match(TWO)
        assert match.clock is None
        with pytest.raises(ValueError, match="no clock"):
            match.play("up", at=1)
        for act in (match.start_clock, match.pause_clock, match.flag):
            with pytest.raises(ValueError, match="no clock"):
                act(1)

    def test_a_pause(self) -> None:
        match = Match(TWO, clock=fischer(60))
        match.start_clock(0)
        match.pause_clock(10)
        with pytest.raises(ValueError, match="stands still"):
            match.play("up", at=20)
        with pytest.raises(ValueError, match="stands still"):
            match.pause_clock(20)
        match.start_clock(100)
        match.play("up", at=110)
        assert match.clock == Clock(fischer(60), (40, 60), player=1, since=110)

    def test_a_pause_that_comes_too_late(self) -> None:
        match = Match(TWO, clock=fischer(60))
        match.start_clock(0)
        match.pause_clock(70)
        assert match.end == End("time", player=0)

    def test_the_end_stops_the_clock(self) -> None:
        match = Match(TWO, TWO.position("42 00 a step .."), clock=fischer(60, 1))
        match.start_clock(0)
        match.play("up", at=5)
        assert match.clock == Clock(fischer(60, 1), (56, 60), player=0)
        with pytest.raises(ValueError, match="over"):
            match.start_clock(6)

    def test_leaving_stops_the_clock_unless_the_flag_fell_before(self) -> None:
        for moment, end in ((5, End("agreed")), (60, End("time", player=0))):
            match = Match(TWO, clock=fischer(60))
            match.start_clock(0)
            match.agree(at=moment)
            assert match.end == end
            assert match.clock == Clock(fischer(60), (60 - moment, 60), player=0)

    def test_taking_back_gives_the_time_back_and_stops_the_clock(self) -> None:
        match = Match(TWO, clock=fischer(60))
        match.start_clock(0)
        match.play("up", at=10)
        match.play("up", at=30)
        match.undo()
        assert match.clock == Clock(fischer(60), (50, 60), player=1)
        match.redo()
        assert match.clock == Clock(fischer(60), (50, 40), player=0)
        match.undo()
        match.start_clock(100)
        match.play("up", at=101)
        assert match.clock == Clock(fischer(60), (50, 59), player=0, since=101)
        assert not match.can_redo

    def test_playing_on_with_a_clock_drops_what_was_taken_back(self) -> None:
        match = Match(TWO, clock=fischer(60))
        match.start_clock(0)
        match.play("up", at=10)
        match.play("up", at=30)
        match.undo()
        match.undo()
        match.start_clock(100)
        match.play("up", at=101)
        assert not match.can_redo

    def test_a_fallen_flag_can_be_taken_back(self) -> None:
        match = Match(TWO, clock=fischer(60))
        match.start_clock(0)
        match.play("up", at=10)
        assert match.flag(100)
        match.undo()
        assert not match.is_over
        assert match.clock == Clock(fischer(60), (50, 60), player=1)
