"""How texts print moves and places for people."""

from __future__ import annotations

from tablier.core.texts import Texts
from tablier.scene import Phrase


def test_moves_print_with_an_en_dash_between_two_places() -> None:
    texts = ["G5-G8", "c3-", "c3+", "b2c3-b3c3", "xb2b3c3", "pass"]
    assert [Texts("en", {}).printed(text) for text in texts] == ["G5–G8", "c3-", "c3+", "b2c3–b3c3", "xb2b3c3", "pass"]


def test_a_catalogue_may_say_how_to_print_one_replacement_after_another() -> None:
    texts = Texts("en", {"printing": [["(?<=[0-9])-(?=[-0-9])", " → "], ["-", "−"]]})
    assert texts.printed("1,0--1,-2") == "1,0 → −1,−2"
    assert Texts("en", {"printing": []}).printed("G5-G8") == "G5-G8"


def test_phrases_print_the_places_in_their_gaps_and_leave_words_and_numbers_alone() -> None:
    texts = Texts("en", {"go": "{who} {move} {n}", "names": {"x": "Jean-Paul"}})
    assert texts.say(Phrase("go", {"who": "@names.x", "move": "a1-b2", "n": -1})) == "Jean-Paul a1–b2 -1"
