"""The service's answers to edits: plain data, the same for every game, and clear problems."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablier.core.edits import Touch, edit_data
from tablier.service import editing
from tablier.wire import Problem
from tests.games.oracle import games


@pytest.mark.parametrize("game_id", games())
def test_a_draft_is_edited_over_and_over_by_its_text(game_id: str) -> None:
    palette = editing.palette(game_id, {})
    json.dumps(palette)
    answer = editing.edited(game_id, {})
    assert answer["verdict"]["kind"] == "playable"
    assert answer["verdict"]["position"] == answer["draft"]
    ids = {shape["id"] for shape in answer["scene"]["shapes"]}
    assert all(set(targets) <= ids for targets in answer["targets"].values())
    answer = editing.edited(game_id, {}, answer["draft"], {"kind": "clear"})
    assert all(count == 0 for count in answer["counts"].values())
    tool = next(tool for tool in palette["tools"] if not tool["turns"])
    target = answer["targets"][tool["layer"]][0]
    answer = editing.edited(game_id, {}, answer["draft"], {"kind": "touch", "tool": tool["id"], "at": target})
    assert answer["counts"][tool["supply"]] == 1
    assert editing.edited(game_id, {}, answer["draft"]) == json.loads(json.dumps(answer))


def test_connexion_of_the_picture_names_the_seventh_pawn() -> None:
    text = "888888/000000/000000/000000/000000/444444 w -"
    answer = editing.edited("connexion", {}, text, edit_data(Touch("black", "dark:c4")))
    assert answer["draft"] == "888888/000000/008000/000000/000000/444444 w -"
    assert answer["counts"] == {"white": 6, "black": 7}
    assert answer["verdict"] == {
        "kind": "invalid",
        "position": None,
        "reason": {
            "code": "too-many",
            "rule": "start",
            "witness": [f"piece:{name}b" for name in ("a6", "b6", "c4", "c6", "d6", "e6", "f6")],
            "values": {"player": "@players.black", "count": 7, "box": 6, "over": 1},
        },
        "to_act": None,
        "moves": 0,
        "places": [],
    }


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (3, "an edit is an object"),
        ([], "an edit is an object"),
        ({}, "an edit's kind is one of lay, touch"),
        ({"kind": ["lay"]}, "an edit's kind is one of"),
        ({"kind": "lay"}, "the edit lay has the fields tool, at besides its kind, not none"),
        ({"kind": "clear", "at": "x"}, "the edit clear has no fields besides its kind, not at"),
        ({"kind": "lay", "tool": 3, "at": "x"}, "tool of the edit lay is a text of at most 60 characters, not 3"),
        ({"kind": "empty", "at": "x" * 61}, "at of the edit empty is a text of at most 60 characters"),
        ({"kind": "choose", "choice": "turn", "value": ["w", 1]}, "every value of the edit choose is a text"),
        ({"kind": "choose", "choice": "turn", "value": ["w"] * 21}, "value of the edit choose is a text or a list"),
        ({"kind": "move", "at": "plate:a1", "to": "plate:b1"}, "'plate:a1' stays where it is; it can be turned"),
        ({"kind": "move", "at": "light:a3", "to": "light:b1"}, "nothing lies at 'light:a3'"),
        ({"kind": "lay", "tool": "white", "at": "dark:a3"}, "white is laid on light, not on 'dark:a3'"),
    ],
)
def test_bad_edits_are_refused(edit: Any, said: str) -> None:
    with pytest.raises(Problem) as caught:
        editing.edited("connexion", {}, None, edit)
    assert caught.value.code == "bad-value"
    assert said in caught.value.detail


def test_bad_texts_and_games_are_refused() -> None:
    for game_id, options, text, code in (
        ("connexion", {}, "nonsense", "bad-value"),
        ("connexion", {"size": 8}, None, "bad-value"),
        ("chess", {}, None, "not-found"),
    ):
        with pytest.raises(Problem) as caught:
            editing.edited(game_id, options, text)
        assert caught.value.code == code
