"""Records and matches: made from them, replayed into them, wrong ones refused at their place."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier.core import record_model
from tablier.core.clock import fischer
from tablier.core.game import Game
from tablier.core.match import End, Match
from tablier.core.record import Line, Move, Record, RecordError, Tag, from_json, parse, to_json, to_text
from tests.core.ladders import GAME, ladders

TWO = ladders(options={"players": 2})
THREE = ladders(options={"players": 3})


@pytest.fixture
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records find the game of these tests by its id."""
    monkeypatch.setattr(record_model, "_find", [ladders])


def played(game: Game, moves: str, start: str | None = None, **settings: Any) -> Match:
    match = Match(game, None if start is None else game.position(start), **settings)
    for move in moves.split():
        match.play(move)
    return match


def test_a_record_says_everything_about_a_match() -> None:
    match = played(TWO, "up b2 down", "21 00 a step ..", turn_limit=2)
    record = Record.from_match(
        match, {"Note": "n", "Player2": "Bob", "Date": "2024-05-01", "Player1": "Ada", "Event": "e"}
    )
    assert to_text(record) == (
        '[Game "ladders"]\n'
        '[Options "players=2 quick=false kind=wood"]\n'
        '[Rules "3"]\n'
        '[Event "e"]\n'
        '[Date "2024-05-01"]\n'
        '[Player1 "Ada"]\n'
        '[Player2 "Bob"]\n'
        '[TurnLimit "2"]\n'
        '[Start "21 00 a step .."]\n'
        '[Result "1 1"]\n'
        '[End "turn-limit"]\n'
        '[Note "n"]\n'
        "\n"
        "1. up b2 2. down\n"
    )


def test_what_is_usual_is_not_written() -> None:
    record = Record.from_match(played(THREE, "up"), comment="hello")
    assert [tag.name for tag in record.tags] == ["Game", "Options", "Rules", "Result"]
    assert record.tag("Result") == "*"
    assert record.line == Line(((Move("up"),),), "hello")


def test_moves_taken_back_are_not_written() -> None:
    match = played(TWO, "up up")
    match.undo()
    assert Record.from_match(match).line.turns == ((Move("up"),),)


def test_no_limit_and_a_clock_are_written() -> None:
    record = Record.from_match(Match(TWO, turn_limit=None, clock=fischer(600, 5)))
    assert (record.tag("TurnLimit"), record.tag("TimeControl")) == ("none", "600+5")
    assert record.match(TWO).turn_limit is None


@pytest.mark.parametrize("name", record_model.DERIVED)
def test_what_the_match_knows_cannot_be_given(name: str) -> None:
    with pytest.raises(ValueError, match=f"the tag {name} is made from the match"):
        Record.from_match(Match(TWO), {name: "x"})


def test_bad_arguments_are_refused() -> None:
    for match, tags in (
        (TWO, {}),
        (Match(TWO), ["a"]),
        (Match(TWO), {"a b": "c"}),
        (Match(TWO), {"a": 1}),
        (Match(TWO), {1: ""}),
    ):
        with pytest.raises(ValueError, match=r"tag|Match"):
            Record.from_match(match, tags)  # type: ignore[arg-type]


@settings(deadline=None, max_examples=100)
@given(
    st.sampled_from([2, 3]),
    st.sampled_from([None, 3, 1000]),
    st.integers(0, 40),
    st.sampled_from(["", "resign", "agree", "time"]),
    st.integers(0, 2**32),
)
def test_a_match_comes_back_from_its_record(
    players: int, limit: int | None, length: int, leave: str, seed: int
) -> None:
    game = ladders(options={"players": players, "quick": True, "kind": "rope"})
    dice = random.Random(seed)
    match = Match(game, turn_limit=limit)
    while not match.is_over and len(match.history) < length:
        match.play(dice.choice(match.moves()))
    if not match.is_over:
        player = dice.choice([index for index, place in enumerate(match.position.placed) if place is None])
        if leave == "time":
            match.out_of_time(player)
        elif leave == "agree":
            match.agree()
        elif leave == "resign" and players == 2:
            match.resign(player)
    record = Record.from_match(match)
    for again in (record, parse(to_text(record)), from_json(to_json(record))):
        replayed = again.match(game)
        assert replayed.turns == match.turns
        assert replayed.position == match.position
        assert (replayed.end, replayed.places, replayed.turn_limit) == (match.end, match.places, limit)
        again.check(game)


TEXT = '[Game "ladders"]\n[Options "players=2"]\n'


@pytest.mark.usefixtures("_found")
def test_the_game_is_found_by_its_tags() -> None:
    assert parse('[Game "ladders"]').game() == THREE
    assert parse(TEXT + "1. up").match().history == ["up"]
    assert parse('[Game "ladders"]\n[Options "kind=rope quick=true players=2"]').game() == ladders(
        options={"players": 2, "quick": True, "kind": "rope"}
    )


def test_the_package_finds_its_own_games() -> None:
    text = '[Game "chess"]'
    with pytest.raises(RecordError, match="line 1, column 1: no game 'chess'; there are kenwan"):
        parse(text).match()
    with pytest.raises(RecordError, match="no game 'chess'"):
        tablier.Record((Tag("Game", "chess"),)).game()


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (TEXT.replace("2", "4"), 2, 1, "option players of ladders takes 2 or 3, not 4"),
        (TEXT.replace("=", " "), 2, 1, "name=value"),
        (TEXT.replace('"players=2"', '""'), 2, 1, "name=value"),
        (TEXT.replace("players=2", "players=2 players=2"), 2, 1, "name=value"),
        (TEXT.replace("players", "game_id"), 2, 1, "no option 'game_id'"),
        (TEXT.replace("2", "9" * 5000), 2, 1, "takes 2 or 3"),
        (TEXT.replace("2", "²"), 2, 1, "takes 2 or 3"),
        (TEXT + '[Rules "2"]', 3, 1, "version 2 of the rules of ladders; known is version 3"),
        (TEXT + '[TurnLimit "0"]', 3, 1, "TurnLimit"),
        (TEXT + '[TurnLimit "١"]', 3, 1, "TurnLimit"),
        (TEXT + '[TurnLimit "' + "9" * 5000 + '"]', 3, 1, "TurnLimit"),
        (TEXT + '[Start "11"]', 3, 1, "no position of ladders"),
        (TEXT + '[Start "111 000 a step ..."]', 3, 1, "no position of ladders"),
        (TEXT + "1. up 2. pass", 3, 10, "illegal move 'pass'"),
        (TEXT + "1. up 2. sideways", 3, 10, "illegal move 'sideways'"),
        (TEXT + "1. up up", 3, 7, "a number is missing"),
        (TEXT + '[Start "21 00 a step .."]\n1. up 2. b2', 4, 10, "no number belongs"),
        (TEXT + '[Start "42 00 a step .."]\n1. up 2. up', 4, 10, r"the match is over \(rules\)"),
        (TEXT + '[Start "42 00 a step .."]\n1. up up', 4, 7, r"the match is over \(rules\)"),
        (TEXT + '[TurnLimit "1"]\n1. up 2. up', 4, 10, r"the match is over \(turn-limit\)"),
        (TEXT + '[Result "1 2"]\n1. up', 3, 1, "Result is '1 2', but the match is not over"),
        (TEXT + '[Result "*"]\n[Start "42 00 a step .."]\n1. up', 3, 1, "it should be '1 2'"),
        (TEXT + '[Result "2 1"]\n[End "agreed"]\n1. up', 3, 1, "it should be '1 1'"),
        (TEXT + '[End "rules"]\n1. up', 3, 1, "not over after the last move"),
        (TEXT + '[End "bored"]\n1. up', 3, 1, "not over after the last move"),
        (TEXT + '[End "resigned"]\n1. up', 3, 1, "not over after the last move"),
        (TEXT + '[End "resigned 0"]\n1. up', 3, 1, "not over after the last move"),
        (TEXT + '[End "resigned 3"]\n1. up', 3, 1, "a player still in the game is wanted"),
        (TEXT + '[End "time 3"]\n1. up', 3, 1, "a player still in the game is wanted"),
        (TEXT + '[End "agreed"]\n[Start "42 00 a step .."]\n1. up', 3, 1, "it should be 'rules'"),
    ],
)
@pytest.mark.usefixtures("_found")
def test_what_is_wrong_is_found_at_its_place(text: str, line: int, column: int, words: str) -> None:
    record = parse(text)
    for replay in (record.match, record.check):
        with pytest.raises(RecordError, match=words) as caught:
            replay()
        assert (caught.value.line, caught.value.column) == (line, column)


def test_without_a_file_an_error_has_no_place() -> None:
    record = Record(parse(TEXT).tags, Line(((Move("sideways"),),)))
    with pytest.raises(RecordError, match=r"^illegal move 'sideways'") as caught:
        record.match(TWO)
    assert (caught.value.line, caught.value.column) == (None, None)


def test_a_game_given_must_be_the_one_of_the_tags() -> None:
    with pytest.raises(RecordError, match="line 2, column 1: the record is of game"):
        parse(TEXT).match(THREE)
    with pytest.raises(RecordError, match="line 1, column 1: the record is of 'hendeca', not of ladders"):
        parse('[Game "hendeca"]').match(THREE)
    with pytest.raises(RecordError, match="line 2, column 1: option players"):
        parse(TEXT.replace("2", "7")).match(THREE)
    assert parse('[Game "ladders"]').match(THREE).game == THREE


def test_variations_are_checked_when_asked() -> None:
    good = TEXT + '[Start "21 00 a step .."]\n1. up b2 (1... pass) 2. down\n'
    record = parse(good)
    assert record.match(TWO).history == ["up", "b2", "down"]
    with pytest.raises(RecordError, match="line 4, column 16: illegal move 'pass'"):
        record.check(TWO)
    parse(good.replace("1... pass", "1... b2 2. down 3. up (3. down 4. up)")).check(TWO)
    with pytest.raises(RecordError, match="line 4, column 37: illegal move 'c1'"):
        parse(good.replace("1... pass", "1... b2 2. down 3. up (3. c1)")).check(TWO)
    with pytest.raises(RecordError, match="a number is missing"):
        parse(good.replace("1... pass", "1... b2 down")).check(TWO)


def test_variations_leave_the_main_line_alone() -> None:
    # Each variation ends by repetition; what happened in one counts neither in the next nor in the main line.
    variation = "(5. up 6. up 7. down (7. up b1) (7. down) 8. down)"
    record = parse(TEXT + f"1. up 2. up 3. down 4. down 5. up {variation} {variation} 6. up 7. down (7. up b1) 8. down")
    record.check(TWO)
    match = record.match(TWO)
    assert match.end == End("repetition", turns=(0, 4, 8))


def test_the_definition_is_the_one_played() -> None:
    assert Record.from_match(Match(TWO)).tag("Rules") == str(GAME.rules_version)
