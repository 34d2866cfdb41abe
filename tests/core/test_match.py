"""Matches: house rules, places, taking back, turns, resigning."""

from __future__ import annotations

import random
from copy import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier.core.game import Game
from tablier.core.match import End, Match, Turn
from tablier.core.reason import Reason
from tests.core.ladders import ladders

TWO = ladders(options={"players": 2})
THREE = ladders(options={"players": 3})


def match_of(game: Game, text: str, moves: str = "", **settings: Any) -> Match:
    match = Match(game, game.position(text), **settings)
    for move in moves.split():
        match.play(move)
    return match


def test_a_new_match_stands_at_the_start() -> None:
    match = Match(TWO)
    assert match.position == match.start == TWO.start()
    assert match.moves() == ["down", "up"]
    assert (match.to_act, match.is_over, match.places, match.end) == (0, False, None, None)
    assert (match.turns, match.history, match.positions) == ([], [], [TWO.start()])
    assert not match.can_undo
    assert not match.can_redo


def test_play_returns_the_position_after_the_move() -> None:
    match = Match(TWO)
    after = match.play("up")
    assert after == match.position == TWO.start().play("up")
    assert match.history == ["up"]
    assert match.to_act == 1


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    match = Match(TWO)
    for bad in ("pass", "nonsense", "", None, 7, ["up"]):
        with pytest.raises(ValueError, match="move"):
            match.play(bad)  # type: ignore[arg-type]
    assert match.history == []


def test_an_illegal_move_does_not_cost_the_moves_taken_back() -> None:
    match = match_of(TWO, "11 00 a step ..", "up up")
    match.undo()
    with pytest.raises(ValueError, match="pass"):
        match.play("pass")
    assert match.redo() == TWO.position("22 00 a step ..")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"game": "kenwan"}, "tablier.game"),
        ({"start": "11 00 a step .."}, "position of"),
        ({"start": THREE.start()}, "position of"),
        ({"turn_limit": 0}, "turn_limit"),
        ({"turn_limit": True}, "turn_limit"),
        ({"turn_limit": 2.0}, "turn_limit"),
        ({"clock": 600}, "Control"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Match(**{"game": TWO, **settings})


class TestEndings:
    def test_the_rules_of_the_game(self) -> None:
        match = match_of(TWO, "42 00 a step ..", "up")
        assert match.end == End("rules", rule=Reason("all-placed", "end"))
        assert match.places == match.position.places == (1, 2)
        assert (match.to_act, match.moves()) == (None, [])

    def test_a_start_that_is_over(self) -> None:
        match = match_of(TWO, "52 00 - step 12")
        assert match.is_over
        assert match.end == End("rules", rule=Reason("all-placed", "end"))
        assert match.places == (1, 2)

    def test_nothing_is_played_after_the_end(self) -> None:
        match = match_of(TWO, "00 11 a step ..", "pass pass")
        assert match.position.moves() == ["pass"]
        assert match.moves() == []
        for act in (lambda: match.play("pass"), match.agree, lambda: match.resign(0), lambda: match.out_of_time(0)):
            with pytest.raises(ValueError, match=r"over \(blocked\)"):
                act()

    def test_repetition_is_the_third_time_and_the_start_counts(self) -> None:
        match = match_of(TWO, "11 00 a step ..", "up up down down up up down")
        assert not match.is_over
        match.play("down")
        assert match.end == End("repetition", turns=(0, 4, 8))
        assert match.places == (1, 1)

    def test_the_same_board_with_another_player_to_act_is_not_the_same(self) -> None:
        match = match_of(THREE, "220 001 a step ...", "down down pass up")
        assert str(match.position) == "210 001 b step ..."
        assert not match.is_over

    def test_repetition_counts_only_at_the_start_of_a_turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fresh = iter(range(100))
        notation = TWO.modules.notation
        monkeypatch.setattr(
            notation, "repetition_key", lambda s: f"start {next(fresh)}" if notation.turn_begins(s) else "inside"
        )
        match = match_of(TWO, "21 00 a step ..", "up b2 down down up up pass down down up up pass")
        assert sum(not position.turn_begins for position in match.positions) == 3
        assert not match.is_over

    def test_a_start_inside_a_turn_does_not_count_for_repetition(self) -> None:
        match = match_of(TWO, "31 00 a stone ..", "b2")
        assert match._seen == {"31 02 b step ..": [1]}

    def test_blocked_when_everyone_has_passed_a_whole_turn(self) -> None:
        match = match_of(TWO, "00 11 a step ..", "pass")
        assert not match.is_over
        match.play("pass")
        assert match.end == End("blocked", turns=(1, 2))
        assert match.places == (1, 1)

    def test_blocked_needs_all_three(self) -> None:
        match = match_of(THREE, "000 111 b step ...", "pass pass")
        assert not match.is_over
        match.play("pass")
        assert match.end == End("blocked", turns=(1, 2, 3))

    def test_players_with_a_place_are_not_asked(self) -> None:
        match = match_of(THREE, "500 011 b step 1..", "pass pass")
        assert match.end == End("blocked", turns=(1, 2))
        assert match.places == (1, 2, 2)

    def test_a_move_between_the_passes_breaks_the_row(self) -> None:
        match = match_of(THREE, "000 110 a step ...", "pass pass up pass pass")
        assert not match.is_over

    def test_half_a_turn_passed_does_not_count(self) -> None:
        # White steps onto rung 3, finds no place for the stone and passes half a turn; then Black passes a whole one.
        match = match_of(TWO, "20 01 a step ..", "up pass pass")
        assert match.turns == [Turn(0, ("up", "pass")), Turn(1, ("pass",))]
        assert not match.is_over

    def test_half_a_turn_passed_at_the_start_does_not_count(self) -> None:
        match = match_of(TWO, "30 01 a stone ..", "pass pass")
        assert not match.is_over

    def test_the_turn_limit_counts_turns_of_all_players(self) -> None:
        match = match_of(TWO, "21 00 a step ..", "up b2", turn_limit=2)
        assert not match.is_over  # two moves, one turn
        match.play("down")
        assert match.end == End("turn-limit", turns=(2,))
        assert match.places == (1, 1)

    def test_the_turn_limit_waits_for_the_end_of_the_turn(self) -> None:
        match = match_of(TWO, "21 00 a step ..", "up", turn_limit=1)
        assert not match.is_over
        match.play("b2")
        assert match.end == End("turn-limit", turns=(1,))

    def test_the_rest_of_a_turn_at_the_start_is_a_turn(self) -> None:
        assert match_of(TWO, "31 00 a stone ..", "b2", turn_limit=1).end == End("turn-limit", turns=(1,))

    def test_the_usual_limit_is_a_thousand_and_none_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _never_the_same(monkeypatch)
        for limit, turns in ((1000, 1000), (None, 1200)):
            match = Match(TWO) if limit else Match(TWO, turn_limit=None)
            for number in range(1200):
                if match.is_over:
                    break
                match.play("down" if number // 2 % 2 else "up")
            assert match.turn_limit == limit
            assert len(match.turns) == turns
            assert match.end == (End("turn-limit", turns=(1000,)) if limit else None)

    def test_the_rules_come_before_the_house(self) -> None:
        assert match_of(TWO, "42 00 a step ..", "up", turn_limit=1).end == End(
            "rules", rule=Reason("all-placed", "end")
        )

    def test_repetition_comes_before_blocked_and_the_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(TWO.modules.notation, "repetition_key", lambda _: "same")
        assert match_of(TWO, "00 11 a step ..", "pass pass", turn_limit=2).end == End("repetition", turns=(0, 1, 2))

    def test_blocked_comes_before_the_limit(self) -> None:
        assert match_of(TWO, "00 11 a step ..", "pass pass", turn_limit=2).end == End("blocked", turns=(1, 2))

    @pytest.mark.parametrize(
        ("start", "places"),
        [("000 111 a step ...", (1, 1, 1)), ("500 011 b step 1..", (1, 2, 2)), ("000 111 b step 3..", (3, 1, 1))],
    )
    def test_players_without_a_place_share_the_best_left(self, start: str, places: tuple[int, ...]) -> None:
        match = match_of(THREE, start)
        match.agree()
        assert match.places == places


class TestLeaving:
    def test_resigning_gives_the_other_the_win(self) -> None:
        match = match_of(TWO, "11 00 a step ..", "up")
        match.resign(0)
        assert match.end == End("resigned", player=0)
        assert match.places == (2, 1)
        assert (match.to_act, match.moves()) == (None, [])

    def test_resigning_is_refused_while_three_are_in(self) -> None:
        match = Match(THREE)
        with pytest.raises(ValueError, match="more than two"):
            match.resign(0)
        assert not match.is_over

    def test_resigning_when_two_of_three_are_left(self) -> None:
        match = match_of(THREE, "510 000 b step 1..")
        match.resign(2)
        assert match.places == (1, 2, 3)

    @pytest.mark.parametrize("player", [-1, 2, True, None, "a", 0.0])
    def test_only_a_player_can_resign(self, player: Any) -> None:
        with pytest.raises(ValueError, match="one of 0, 1"):
            Match(TWO).resign(player)

    def test_a_player_with_a_place_cannot_resign(self) -> None:
        with pytest.raises(ValueError, match="one of 1, 2, not 0"):
            match_of(THREE, "510 000 b step 1..").resign(0)

    def test_agreeing_shares_the_place(self) -> None:
        match = Match(TWO)
        match.agree()
        assert match.end == End("agreed")
        assert match.places == (1, 1)

    def test_out_of_time_with_three_takes_the_worst_place_left(self) -> None:
        match = Match(THREE)
        match.out_of_time(1)
        assert match.end == End("time", player=1)
        assert match.places == (1, 3, 1)

    def test_leaving_is_taken_back_first_and_can_be_redone(self) -> None:
        match = match_of(TWO, "11 00 a step ..", "up")
        match.resign(1)
        assert match.undo() == TWO.position("21 00 b step ..")
        assert not match.is_over
        match.redo()
        assert match.end == End("resigned", player=1)
        match.undo()
        match.undo()
        assert match.position == TWO.start()
        assert (match.redo(), match.is_over) == (TWO.position("21 00 b step .."), False)
        match.redo()
        assert match.is_over

    def test_leaving_otherwise_drops_what_was_taken_back(self) -> None:
        match = match_of(TWO, "11 00 a step ..", "up")
        match.undo()
        match.agree()
        assert not match.can_redo


class TestTakingBack:
    def test_there_must_be_something(self) -> None:
        match = Match(TWO)
        for act in (match.undo, match.redo, match.undo_turn, match.redo_turn):
            with pytest.raises(ValueError, match="there is nothing to"):
                act()

    def test_the_same_move_keeps_the_rest(self) -> None:
        match = match_of(TWO, "11 00 a step ..", "up up down")
        for _ in range(3):
            match.undo()
        match.play("up")
        assert match.can_redo
        match.redo()
        match.redo()
        assert match.history == ["up", "up", "down"]
        assert not match.can_redo

    def test_another_move_drops_the_rest(self) -> None:
        match = match_of(TWO, "11 00 a step ..", "up up down")
        for _ in range(3):
            match.undo()
        match.play("down")
        assert not match.can_redo

    def test_a_repetition_taken_back_is_forgotten(self) -> None:
        match = match_of(TWO, "11 00 a step ..", "up up down down up up down down")
        assert match.is_over
        match.undo()
        assert not match.is_over
        match.play("up")
        match.undo()
        match.play("down")
        assert match.end == End("repetition", turns=(0, 4, 8))

    def test_a_turn_goes_back_and_forth_as_a_whole(self) -> None:
        match = match_of(TWO, "21 00 a step ..", "up b2 down up")
        starts = [str(match.position)]
        while match.can_undo:
            starts.append(str(match.undo_turn()))
        assert starts == ["40 02 b step ..", "30 02 a step ..", "31 02 b step ..", "21 00 a step .."]
        back = [str(match.position)]
        while match.can_redo:
            back.append(str(match.redo_turn()))
        assert back == starts[::-1]

    def test_an_unfinished_turn_goes_back_to_its_start(self) -> None:
        match = match_of(TWO, "21 00 a step ..", "up")
        assert match.undo_turn() == match.start

    def test_an_ending_inside_a_turn_goes_back_with_the_turn(self) -> None:
        match = match_of(TWO, "21 00 a step ..", "up")
        match.resign(0)
        assert match.undo_turn() == match.start
        match.redo_turn()
        assert match.end == End("resigned", player=0)

    def test_an_ending_between_turns_goes_back_alone(self) -> None:
        match = match_of(TWO, "11 00 a step ..", "up")
        match.agree()
        assert match.undo_turn() == TWO.position("21 00 b step ..")

    def test_going_back_by_turns_stops_at_a_start_inside_a_turn(self) -> None:
        match = match_of(TWO, "31 00 a stone ..", "b2")
        assert match.undo_turn() == match.start


def test_turns_hold_the_moves_of_one_player_each() -> None:
    match = match_of(TWO, "21 00 a step ..", "up b2 down up")
    assert match.turns == [Turn(0, ("up", "b2")), Turn(1, ("down",)), Turn(0, ("up",))]
    assert match_of(TWO, "21 00 a step ..", "up").turns == [Turn(0, ("up",))]


def test_repr_says_where_the_match_stands() -> None:
    match = match_of(TWO, "00 11 a step ..", "pass")
    assert "1 moves, player 1 to act" in repr(match)
    match.play("pass")
    assert "over: blocked, places (1, 1)" in repr(match)


def _never_the_same(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Make every position of the game a new one for repetition; the list counts how often it was asked."""
    asked: list[int] = []

    def key(states: Any) -> str:
        asked.append(1)
        return str(len(asked))

    monkeypatch.setattr(TWO.modules.notation, "repetition_key", key)
    return asked


def test_a_long_match_asks_each_position_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _never_the_same(monkeypatch)
    match = Match(TWO)
    for number in range(1000):
        match.play("down" if number // 2 % 2 else "up")
    assert len(asked) == 1001
    for _ in range(500):
        match.undo()
    for _ in range(500):
        match.redo()
    assert len(asked) == 1001
    assert match.end == End("turn-limit", turns=(1000,))


def naive_reason(positions: list[Any], moves: list[str], limit: int | None) -> str | None:
    """The house rules once more, read off the whole history each time."""
    last = positions[-1]
    if last.is_over:
        return "rules"
    if not last.turn_begins:
        return None
    starts = [p for p in positions if not p.is_over and p.turn_begins]
    if sum(str(p) == str(last) for p in starts) >= 3:
        return "repetition"
    passed = set()
    for before, move, after in zip(positions[-2::-1], moves[::-1], positions[:0:-1], strict=True):
        if move != "pass" or not before.turn_begins or not after.turn_begins:
            break
        passed.add(before.to_act)
    if passed and passed >= {player for player, place in enumerate(last.placed) if place is None}:
        return "blocked"
    if limit is not None and sum(p.is_over or p.turn_begins for p in positions[1:]) >= limit:
        return "turn-limit"
    return None


STARTS = {
    2: ["11 00 a step ..", "00 11 a step ..", "20 01 a step ..", "31 00 a stone ..", "40 01 b step .."],
    3: ["111 000 a step ...", "000 111 c step ...", "500 011 b step 1..", "200 011 a step ...", "031 000 b stone 3.."],
}


@settings(deadline=None, max_examples=150)
@given(st.sampled_from([2, 3]), st.integers(0, 4), st.sampled_from([None, 1, 7, 30]), st.integers(0, 2**32))
def test_random_matches_end_as_the_whole_history_says(players: int, start: int, limit: int | None, seed: int) -> None:
    game = ladders(options={"players": players})
    match = Match(game, game.position(STARTS[players][start]), limit)
    dice = random.Random(seed)
    while not match.is_over:
        match.play(dice.choice(match.moves()))
        assert (match.end.reason if match.end else None) == naive_reason(match.positions, match.history, limit)
    assert match.places is not None
    assert len(match.places) == players
    assert all(given in (None, place) for given, place in zip(match.position.placed, match.places, strict=True))


def state_of(match: Match) -> tuple[object, ...]:
    return (
        match.positions,
        match.history,
        match.turns,
        match.end,
        match.places,
        match.to_act,
        match.moves(),
        match._seen,
    )


ACTS = st.lists(st.sampled_from(["play", "play", "play", "undo", "redo", "undo_turn", "redo_turn", "resign", "agree"]))


@settings(deadline=None, max_examples=200)
@given(ACTS, st.integers(0, 4), st.integers(0, 2**32))
def test_taking_back_and_redoing_is_as_if_played_afresh(acts: list[str], start: int, seed: int) -> None:
    dice = random.Random(seed)
    match = Match(TWO, TWO.position(STARTS[2][start]))
    done: list[str] = []  # the acts that stand: moves, and how the match was ended
    undone: list[str] = []

    def at_start_of_turn() -> bool:
        fresh = Match(TWO, match.start)
        for act in done:
            if act in fresh.position.moves():
                fresh.play(act)
        return fresh.position.is_over or fresh.position.turn_begins

    for act in acts:
        if act == "undo" and done:
            undone.append(done.pop())
            match.undo()
        elif act == "redo" and undone:
            done.append(undone.pop())
            match.redo()
        elif act == "undo_turn" and done:
            undone.append(done.pop())
            while done and not at_start_of_turn():
                undone.append(done.pop())
            match.undo_turn()
        elif act == "redo_turn" and undone:
            done.append(undone.pop())
            while undone and not at_start_of_turn():
                done.append(undone.pop())
            match.redo_turn()
        elif act in ("play", "resign", "agree") and not match.is_over:
            what = dice.choice(match.moves()) if act == "play" else act
            if act == "play":
                match.play(what)
            else:
                match.resign(0) if act == "resign" else match.agree()
            if undone and undone[-1] == what:
                undone.pop()
            else:
                undone.clear()
            done.append(what)
        fresh = Match(TWO, match.start)
        for what in done:
            if what in ("resign", "agree"):
                fresh.resign(0) if what == "resign" else fresh.agree()
            else:
                fresh.play(what)
        assert state_of(match)[:-1] == state_of(fresh)[:-1]
        assert {key: seen for key, seen in match._seen.items() if seen} == dict(fresh._seen)
        assert (match.can_undo, match.can_redo) == (bool(done), bool(undone))


def test_a_match_is_exported() -> None:
    assert tablier.Match is Match


def test_a_copy_goes_its_own_way() -> None:
    match = tablier.Match(tablier.game("polygone"))
    for _ in range(4):
        match.play(match.moves()[0])
    match.undo()
    twin = copy(match)
    seen = (match.history, match.can_redo, match.to_act, match.turns)
    twin.play(twin.moves()[-1])
    twin.resign(0)
    assert (twin.end_reason, twin.places) == ("resigned", (2, 1))
    assert (match.history, match.can_redo, match.to_act, match.turns) == seen
    match.redo()
    assert not match.is_over
    assert twin.history[:-1] == match.history[:-1]
