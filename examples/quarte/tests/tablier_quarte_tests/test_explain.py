"""Every reason, what a move is said to do, and how games end."""

from __future__ import annotations

import pytest

import tablier
from tablier.scene import Gesture

BEGUN = "....../....../....../....../bbb.../www... w"
WON = "....../....../....../....../bbb.../wwww.. -"


def test_reasons() -> None:
    game = tablier.game("quarte")
    begun, won = game.position(BEGUN), game.position(WON)
    found = {
        "occupied": game.explain(begun, "a1"),
        "not-a-move": game.explain(begun, Gesture(("cell:d1", "cell:e1"))),
        "over": game.explain(won, "f6"),
    }
    assert {code: reason.code for code, reason in found.items() if reason is not None} == {code: code for code in found}
    assert set(found) == set(game.texts("en").data["reasons"]) == set(game.texts("fr").data["reasons"])
    assert game.explain(begun, "d1") is None
    assert game.explain(begun, Gesture(())) is None
    assert game.explain(begun, Gesture(("piece:a1",))) == found["occupied"]
    assert game.explain(begun, Gesture(("label:a",))) is not None
    for wrong in ("a7", "", "pass"):
        with pytest.raises(ValueError, match="is no move of Quarte"):
            game.explain(begun, wrong)
    with pytest.raises(ValueError, match="no shape"):
        game.explain(begun, Gesture(("cell:z9",)))


def test_moves_and_endings_are_told() -> None:
    game = tablier.game("quarte")
    begun = game.position(BEGUN)
    assert [game.say(phrase, "en") for phrase in begun.narrate("e1")] == ["White e1."]
    assert [game.say(phrase, "en") for phrase in begun.narrate("d1")] == [
        "White d1.",
        "White has four in a row and wins.",
    ]
    ending = begun.play("d1").ending
    assert ending is not None
    assert (ending.code, ending.witness) == ("row", ("piece:a1", "piece:b1", "piece:c1", "piece:d1"))
    full = game.position("wwbbww/bbwwbb/wwbbww/bbwwbb/wwbbww/bbwwbb -").ending
    assert full is not None
    assert full.code == "full"
