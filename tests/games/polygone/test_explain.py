"""Every reason why a move of Polygone is not legal, with its witness; what moves do; why games end."""

from __future__ import annotations

import pytest

import tablier
from tablier import Gesture, Reason
from tablier.core.position import Position
from tests.games.polygone.test_contract import (
    BLACK_HOME,
    CHOICE_BLACK,
    CHOICE_WHITE,
    GAME,
    SIX,
    STUCK,
    WHITE_HOME,
    position,
)

START = GAME.start()
CHOICE = position(f"{CHOICE_WHITE} c3c4", CHOICE_BLACK, "w c3c4")
# Besides the two polygons to choose between: a white triangle c5 d4 d5; a ring c4 c5 d5 d4 of two against two.
RINGS = position(f"{WHITE_HOME} c4d4 d4e3 e2e3 c3c4 d4d5 c5d4 c5d5", "b3c3 b3c4 c3d2 d2e2 b4b5 b4c5 a3b4", "w c3c4")
EQUAL = position(f"{WHITE_HOME} a1a2 c4d4 d4e3 e2e3 c3c4 c4c5", "b5c6 c6d5 b3c3 b3c4 c3d2 d2e2 c5d5 d4d5", "w c3c4")
WON = position(f"{WHITE_HOME} c5c6 d2e2", "a1a2 a2a3 a3a4 b4c4 e1e2 e2e3", "- - w")
BARS = position(f"{WHITE_HOME} c2c3 b3c3", f"{BLACK_HOME} c3d3 e2e3")

REASONS = [
    (WON, "a1b1-a1a2", "game-over", "end", ["piece:c5c6", "cell:c6"]),
    (WON, "pass", "game-over", "end", ["piece:c5c6", "cell:c6"]),
    (WON, "xb3c3c4", "game-over", "end", ["piece:c5c6", "cell:c6"]),
    (WON, Gesture(()), "game-over", "end", ["piece:c5c6", "cell:c6"]),
    (WON, Gesture(("piece:a1b1",)), "game-over", "end", ["piece:c5c6", "cell:c6"]),
    (CHOICE, "a2a3-a3b3", "choose-capture", "choice", ["polygon:b3c3c4", "polygon:c3c4d4e3e2d2"]),
    (CHOICE, "pass", "choose-capture", "choice", ["polygon:b3c3c4", "polygon:c3c4d4e3e2d2"]),
    (CHOICE, Gesture((), "pass"), "choose-capture", "choice", ["polygon:b3c3c4", "polygon:c3c4d4e3e2d2"]),
    (CHOICE, Gesture(("piece:a2a3",)), "choose-capture", "choice", ["polygon:b3c3c4", "polygon:c3c4d4e3e2d2"]),
    (CHOICE, Gesture(("polygon:b3c3c4",) * 2), "choose-capture", "choice", ["polygon:b3c3c4", "polygon:c3c4d4e3e2d2"]),
    (START, "xb3c3c4", "no-choice", "choice", []),
    (
        START,
        "pass",
        "pass",
        "pass",
        ["piece:b1b2", "piece:b1c1", "piece:b2c3", "piece:c1d1", "piece:c3d2", "piece:d1d2"],
    ),
    (
        START,
        Gesture((), "pass"),
        "pass",
        "pass",
        ["piece:b1b2", "piece:b1c1", "piece:b2c3", "piece:c1d1", "piece:c3d2", "piece:d1d2"],
    ),
    (position(*STUCK), Gesture(("piece:d2d3",)), "must-pass", "pass", ["piece:c3d3", "piece:d3d4", "piece:d3e2"]),
    (START, "c3c4-c4d4", "empty", "pivot", ["edge:c3c4"]),
    (START, Gesture(("edge:c3c4",)), "empty", "pivot", ["edge:c3c4"]),
    (START, "b4c4-c3c4", "not-yours", "pivot", ["piece:b4c4"]),
    (START, Gesture(("piece:b4c4",)), "not-yours", "pivot", ["piece:b4c4"]),
    (START, "b2c3-b2c3", "same-edge", "pivot", ["piece:b2c3"]),
    (START, Gesture(("piece:b2c3", "edge:b2c3")), "same-edge", "pivot", ["piece:b2c3"]),
    (START, "b2c3-c4d3", "no-common-end", "pivot", ["piece:b2c3", "edge:c4d3"]),
    (START, "b2c3-c2c3", "occupied", "pivot", ["piece:c2c3"]),
    (START, Gesture(("piece:b2c3", "piece:c2c3")), "occupied", "pivot", ["piece:c2c3"]),
    (START, "b2c3-a1b2", "backwards", "forwards", ["cell:c6"]),
    (START.play("b2c3-b3c3"), "b4c4-b4b5", "occupied", "pivot", ["piece:b4b5"]),
    (START.play("b2c3-b3c3"), "b4c4-a4b4", "backwards", "forwards", ["cell:c1"]),
    (BARS, "c2c3-c3c4", "barred", "way", ["piece:b3c3", "piece:c3d3"]),
    (BARS, Gesture(("piece:c2c3", "edge:c3c4")), "barred", "way", ["piece:b3c3", "piece:c3d3"]),
    # At both ends of c1c2 all edges on which it would not go back are taken.
    (
        START,
        Gesture(("piece:c1c2",)),
        "stuck",
        "way",
        ["piece:b1c2", "piece:b2c2", "piece:c2c3", "piece:c2d1", "piece:c2d2"],
    ),
    (CHOICE.play("xb3c3c4"), Gesture(("tray:black:1",)), "captured", "capture", ["tray:black:1"]),
    (START, Gesture(("cell:c3",)), "not-a-move", "pivot", ["cell:c3"]),
    (START, Gesture(("piece:b2c3", "cell:b3")), "not-a-move", "pivot", ["piece:b2c3", "cell:b3"]),
    (START, Gesture(("piece:b2c3", "edge:b3c3"), "pass"), "not-a-move", "pivot", ["piece:b2c3", "edge:b3c3"]),
    (START, Gesture(("board:slab", "board:slab")), "not-a-move", "pivot", ["board:slab"]),
    (
        START,
        Gesture(("piece:b2c3", "edge:b3c3", "edge:c3c4")),
        "not-a-move",
        "pivot",
        ["piece:b2c3", "edge:b3c3", "edge:c3c4"],
    ),
    (RINGS, "xc3d2d3", "ring-open", "polygon", ["edge:d2d3", "edge:c3d3"]),
    (RINGS, "xb3c3d2e2e3d4c4", "ring-not-empty", "empty", ["piece:c3c4"]),
    (RINGS, "xc5d4d5", "ring-one-colour", "capture", ["piece:c5d4", "piece:d4d5", "piece:c5d5"]),
    (
        EQUAL,
        "xc4c5d5d4",
        "ring-equal",
        "capture",
        ["piece:c4c5", "piece:c5d5", "piece:d4d5", "piece:c4d4"],
    ),
]


@pytest.mark.parametrize(("found", "tried", "code", "rule", "witness"), REASONS)
def test_reasons_and_their_witnesses(
    found: Position, tried: str | Gesture, code: str, rule: str, witness: list[str]
) -> None:
    reason = GAME.explain(found, tried)
    assert isinstance(reason, Reason)
    assert (reason.code, reason.rule, list(reason.witness)) == (code, rule, witness)
    ids = {shape.id for shape in found.scene().shapes}
    assert set(witness) <= ids
    for language in ("fr", "en"):
        said = GAME.say(reason, language)
        assert "{" not in said
        assert "@" not in said
        assert any(entry["anchor"] == rule for entry in GAME.texts(language).data["rules"])


def test_all_codes_are_covered_and_have_words() -> None:
    covered = {code for _, _, code, _, _ in REASONS}
    for language in ("fr", "en"):
        assert set(GAME.texts(language).data["reasons"]) == covered


@pytest.mark.parametrize(
    ("found", "tried"),
    [
        (START, "b2c3-b3c3"),
        (START, Gesture(())),
        (START, Gesture(("piece:b2c3",))),
        (START, Gesture(("edge:b2c3",))),
        (START, Gesture(("edge:b2c3", "edge:b3c3"))),
        (CHOICE, "xb3c3c4"),
        (CHOICE, Gesture(())),
        (CHOICE, Gesture(("polygon:b3c3c4",))),
        (CHOICE, Gesture(("number:b3c3c4",))),
        (position(*STUCK), "pass"),
        (position(*STUCK), Gesture((), "pass")),
    ],
)
def test_what_is_legal_or_may_become_so_has_no_reason(found: Position, tried: str | Gesture) -> None:
    assert GAME.explain(found, tried) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a move of polygone is a pivot like 'b2c3-b3c3'"),
        ("b2c3", "not 'b2c3'"),
        ("b2c3–b3c3", "a move of polygone"),
        ("b2c3-b3c3\n", "a move of polygone"),
        ("c3b2-b3c3", "the edge is written 'b2c3'"),
        ("b2c3-b3d3", "the board has no such edge"),
        ("a5a6-b2c3", "the board has no such edge"),
        ("xb2b3", "a move of polygone"),
        ("xb2b3c4", "'xb2b3c4' is no ring"),
        ("xe5b3c4", "'xe5b3c4' is no ring"),
        ("xb3c3c4b3c3c4", "meets a point twice"),
        ("xb3c4c3", "is written 'xb3c3c4'"),
        ("x" + "b2" * 1000, "…'"),
        ("b²c3-b3c3", "a move of polygone"),
        ("Pass", "not 'Pass'"),
    ],
)
def test_what_is_no_move_text_says_what_would_be(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("(", r"\(")):
        GAME.explain(START, text)


def test_unknown_shapes_and_choices_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no 'piece:c3c4'"):
        GAME.explain(START, Gesture(("piece:c3c4",)))
    with pytest.raises(ValueError, match="the only choice of a gesture is 'pass', not 'x'"):
        GAME.explain(START, Gesture((), "x"))


def told(found: Position, move: str, language: str = "en") -> str:
    return " ".join(GAME.say(phrase, language) for phrase in found.narrate(move))


def test_moves_are_told() -> None:
    assert told(START, "b2c3-b3c3") == "White b2c3–b3c3."
    assert told(position(*STUCK), "pass") == "White has no move and passes."
    before = position(f"{CHOICE_WHITE} c3d3", CHOICE_BLACK)
    assert told(before, "c3d3-c3c4") == ("White c3d3–c3c4. Two polygons capture: White chooses which is taken first.")
    assert told(CHOICE, "xc3c4d4e3e2d2") == (
        "White takes polygon c3 c4 d4 e3 e2 d2 first. "
        "Polygon c3 c4 d4 e3 e2 d2: White captures 2 black segments, d2e2, c3d2. "
        "Polygon b3 c3 c4: Black captures the white segment c3c4."
    )
    assert told(CHOICE, "xb3c3c4", "fr") == (
        "Blanc prend d’abord le polygone b3 c3 c4. "
        "Polygone b3 c3 c4\u202f: Noir capture le segment blanc c3c4. "
        "Polygone b3 c3 d2 e2 e3 d4 c4\u202f: Noir capture 3 segments blancs, e2e3, d4e3, c4d4."
    )


def test_wins_are_told_and_shown() -> None:
    before = position(f"{WHITE_HOME} c5d5 d2e2", "a1a2 a2a3 a3a4 b4c4 e1e2 e2e3")
    assert told(before, "c5d5-c5c6") == "White c5d5–c5c6. White reaches c6 and wins."
    end = before.play("c5d5-c5c6").ending
    assert end is not None
    assert (end.code, end.rule, end.witness) == ("tip", "end", ("piece:c5c6", "cell:c6"))
    before = position(f"{WHITE_HOME} b2c3 c2c3", f"{BLACK_HOME} b2b3 d4e3")
    assert told(before, "c2c3-b3c3") == (
        "White c2c3–b3c3. Polygon b2 b3 c3: White captures the black segment b2b3. Black has lost 7 segments: White wins."
    )
    end = before.play("c2c3-b3c3").ending
    assert end is not None
    assert (end.code, end.witness) == ("captures", tuple(f"tray:black:{i}" for i in range(1, 8)))
    assert end.values == {"winner": "@players.white", "loser": "@players.black", "lost": 7}


def test_both_ends_have_words_in_both_languages() -> None:
    for language in ("fr", "en"):
        assert set(GAME.texts(language).data["endings"]) == {"tip", "captures"}


def test_seven_lost_is_the_end_that_is_told_even_with_a_segment_on_the_tip() -> None:
    found = position(f"{WHITE_HOME} c5c6 c2c3", "a1a2", "- - w")
    end = found.ending
    assert end is not None
    assert end.code == "captures"
    assert len(end.witness) == 11


def test_figures_of_the_rules_are_positions_with_legal_moves() -> None:
    seen = 0
    for language in ("fr", "en"):
        for rule in GAME.texts(language).data["rules"]:
            for figure in rule.get("figures", []):
                tablier.game("polygone").position(figure["position"]).play(figure["move"])
                seen += 1
    assert seen == 2 * 13


def test_the_start_names_the_tip_beside_each_wheel() -> None:
    """Which tip is a player’s own, the one behind or the one ahead, nobody has to guess."""
    for language in ("fr", "en"):
        data = tablier.game("polygone").texts(language).data
        told = [entry["text"] for group in ("rules", "readings") for entry in data[group] if entry["anchor"] == "start"]
        assert len(told) == 2
        for text in told:
            assert "own tip" not in text
            assert all(point in text for point in ("c1", "c2", "c5", "c6"))


def test_both_languages_have_the_same_keys() -> None:
    def keys(data: object, path: str = "") -> list[str]:
        if isinstance(data, dict):
            return [found for key in sorted(data) for found in keys(data[key], f"{path}.{key}")]
        if isinstance(data, list):
            return [found for i, item in enumerate(data) for found in keys(item, f"{path}.{i}")]
        return [path]

    assert keys(GAME.texts("fr").data) == keys(GAME.texts("en").data)


def test_a_position_of_six_says_its_words() -> None:
    found = position(f"{WHITE_HOME} a2b2 c2c3", SIX)
    words = {shape.id: shape.words for shape in found.scene().shapes if shape.words is not None}
    assert GAME.say(words["piece:a2b2"], "en") == "white segment a2–b2"
    assert GAME.say(words["piece:e2e3"], "fr") == "segment noir e2–e3"
    assert GAME.say(words["cell:c6"], "en") == "tip c6, where White aims"
    assert GAME.say(words["tally:white"], "en") == "White has captured 6; it takes 7 to win"


def test_captured_segments_are_counted_for_who_took_them() -> None:
    position = GAME.position("a1b1,b1c1,b3c3,c1d1,c2c3,d1e1 a4b5,b5c6,c3d3,c6d5,d4d5,d5e4,e2e3 w -")
    told = [GAME.say(own.counts[0], "en") for own in position.standings]
    assert told == ["5 of 7 taken", "6 of 7 taken"]
