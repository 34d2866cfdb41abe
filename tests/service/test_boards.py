"""What the page gets to draw and to play by, for every game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier import wire
from tablier.core.position import Position
from tablier.scene import Aid, Gesture, Marks, Phrase, Scene, Step
from tablier.service import boards
from tests.games.oracle import games
from tests.games.walks import positions
from tests.scene.reading import from_data
from tests.service.people import refused


def board_at(where: dict[str, Any]) -> Any:
    return boards.position_board(wire.read_as(wire.PositionRequest, where))


def explained(where: dict[str, Any], tried: object) -> Any:
    return boards.explanation(wire.read_as(wire.ExplanationRequest, {**where, "tried": tried}))


def seen(moment: boards.Moment) -> Any:
    return boards.board_of(moment)


def test_games_and_texts_are_plain_data() -> None:
    games = boards.all_games()
    assert [game["id"] for game in games] == tablier.games()
    for game in games:
        assert json.loads(json.dumps(game)) == game
        assert len(game["seats"]) in game["players"]
        for language in ("fr", "en"):
            catalogue = boards.texts(game["id"], language)
            assert json.loads(json.dumps(catalogue)) == catalogue
            assert {"name", "goal", "length", "players", "reasons", "endings", "rules", "readings"} <= set(catalogue)
    with refused("not-found"):
        boards.texts("polygone", "de")
    with refused("not-found"):
        boards.texts("go", "fr")


@settings(max_examples=40)
@given(position=positions())
def test_boards_say_all_that_is_needed(position: Position) -> None:
    where = {"game": position.game.id, "options": position.game.options, "position": str(position)}
    board = board_at(where)
    assert json.loads(json.dumps(board)) == board
    scene = from_data(Scene, board["scene"])
    ids = {shape.id for shape in scene.shapes}
    assert [item["move"] for item in board["moves"]] == position.moves()
    assert all(set(from_data(Gesture, item["gesture"]).shapes) <= ids for item in board["moves"])
    assert [from_data(Aid, aid) for aid in board["aids"]] == list(position.aids())
    if not position.moves():
        assert board["end"]["reason"] == "rules"
        assert board["places"] == list(position.places or ())
        return
    move = position.moves()[len(position.moves()) // 2]
    preview = boards.preview(wire.read_as(wire.PreviewRequest, {**where, "move": move}))
    assert [from_data(Aid, aid) for aid in preview["aids"]] == list(position.aids(move))
    after = board_at({**where, "moves": [move]})
    assert after["last"]["before"] == str(position)
    for name in ("steps", "words", "marks"):
        assert after["last"][name] == preview[name]
    assert preview["position"] == after["position"]
    steps = [from_data(Step, step) for step in preview["steps"]]
    assert all(step.shape in ids or step.kind == "enter" or step.stage > 0 for step in steps)
    from_data(Marks, preview["marks"])
    for words in preview["words"]:
        phrase = from_data(Phrase, words)
        assert all(position.game.say(phrase, language) for language in ("fr", "en"))
    assert explained(where, {"move": move}) == {"legal": True, "reason": None}


def _standing(scene: Scene) -> dict[str, list[object]]:
    """What stands on each place."""
    found: dict[str, list[object]] = {shape.id: [] for shape in scene.shapes if shape.role in ("cell", "spot")}
    for shape in scene.shapes:
        if shape.role == "piece" and shape.at in found:
            found[shape.at].append((shape.owner, shape.parts))
    return found


@settings(max_examples=80)
@given(position=positions(), data=st.data())
def test_all_that_happened_since_is_marked_and_nothing_contradicts_itself(
    position: Position, data: st.DataObject
) -> None:
    match = tablier.Match(position.game, position)
    for _ in range(data.draw(st.integers(1, 8))):
        if match.is_over:
            break
        match.play(data.draw(st.sampled_from(match.moves())))
    plies = len(match.history)
    since = data.draw(st.integers(0, plies))
    board = seen(boards.moment(match, plies, since))
    assert board["since"]["ply"] == since
    marks = from_data(Marks, board["since"]["marks"])
    before, after = match.positions[since].scene(), match.position.scene()
    marked = [*marks.left, *marks.landed, *marks.changed]
    assert len(set(marked)) == len(marked)
    assert set(marked) <= {shape.id for shape in after.shapes}
    stood, stands = _standing(before), _standing(after)
    for place in stood.keys() & stands.keys():
        if stood[place] != stands[place]:
            assert place in marked
    assert all(stands[place] for place in marks.changed if place in stands)
    if plies:
        alone = seen(boards.moment(match, plies, plies - 1))
        assert alone["since"]["marks"] == alone["last"]["marks"]
        assert seen(boards.moment(match, plies))["since"] is None
    assert from_data(Marks, seen(boards.moment(match, plies, plies))["since"]["marks"]) == Marks()


def test_how_far_back_one_may_ask() -> None:
    match = tablier.Match(tablier.game(tablier.games()[0]))
    while len(match.history) < boards.MAX_SINCE + 1:
        match.play(match.moves()[len(match.history) % 3])
    plies = len(match.history)
    assert boards.moment(match, plies, 1).path[0][0] == match.positions[1]
    for since in (0, plies + 1, -1):
        with refused("bad-value"):
            boards.moment(match, plies, since)


@pytest.mark.parametrize("game_id", games())
def test_explanations(game_id: str) -> None:
    where = {"game": game_id}
    with refused("bad-value"):
        explained(where, {"move": "§§"})
    for tried in ({}, {"move": "a", "gesture": {}}, {"gesture": 5}, {"other": 1}, "x", None):
        with refused("invalid-request"):
            explained(where, tried)
    ids = [shape["id"] for shape in board_at(where)["scene"]["shapes"]]
    found = [explained(where, {"gesture": {"shapes": [one]}}) for one in ids]
    assert any(not answer["legal"] and answer["reason"]["code"] for answer in found)


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ({"game": "polygone", "position": "nonsense"}, "bad-value"),
        ({"game": "polygone", "position": 5}, "invalid-request"),
        ({"game": "polygone", "options": {"x": 1}}, "bad-value"),
        ({"game": "polygone", "moves": ["nonsense"]}, "bad-value"),
        ({"game": "polygone", "moves": [5]}, "invalid-request"),
        ({"game": "polygone", "moves": "b2c3-b3c3"}, "invalid-request"),
        ({"game": "polygone", "moves": ["x"] * 2001}, "invalid-request"),
    ],
)
def test_positions_that_cannot_be(where: dict[str, Any], code: str) -> None:
    with refused(code):
        board_at(where)


def test_records_are_read_and_refused() -> None:
    match = tablier.Match(tablier.game("hendeca"))
    for _ in range(12):
        match.play(match.moves()[0])
    record = tablier.Record.from_match(match, {"Player1": "Ada"})
    for text in (tablier.record.to_text(record), tablier.record.to_json(record)):
        replay = boards.read_record(text)
        assert [move["move"] for move in replay["moves"]] == match.history
        assert replay["positions"] == [str(position) for position in match.positions]
        assert replay["names"] == ["Ada", None]
        assert json.loads(json.dumps(replay)) == replay
    with refused("bad-value") as wrong:
        boards.read_record('[Game "hendeca"]\n\n1. nonsense')
    assert (wrong.problem.extra["line"], wrong.problem.extra["column"]) == (3, 4)
    for bad in ("", "{", "{}", "hello", '[Game "go"]'):
        with refused("bad-value"):
            boards.read_record(bad)


@pytest.mark.parametrize("game_id", games())
def test_a_board_told_to_a_clerk_is_the_board(game_id: str) -> None:
    """At the start, on the way and at the end, which cannot always be told from its text."""
    dice = random.Random(5)
    for _ in range(3):
        match = tablier.Match(tablier.game(game_id))
        while not match.is_over and len(match.history) < 300:
            match.play(dice.choice(match.moves()))
        plies = len(match.history)
        for ply, since in ((0, None), (1, 0), (plies // 2, None), (plies, None), (plies, max(0, plies - 5))):
            moment = boards.moment(match, ply, since)
            words = json.loads(json.dumps(boards.told(moment)))
            assert json.dumps(boards.told_board(words)) == json.dumps(boards.board_of(moment)), (ply, since)
