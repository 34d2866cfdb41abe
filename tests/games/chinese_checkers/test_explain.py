"""Why a move of Chinese checkers is not legal, with what shows it; what a move does; how a game ended: all in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.core.position import Position
from tablier.core.reason import Reason
from tablier.core.texts import LANGUAGES
from tablier.scene import Gesture
from tests.games.chinese_checkers.boards import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    at,
    less,
)
from tests.games.chinese_checkers.naive import camp, goal
from tests.games.oracle import oracle

START = at("2x10", [SOUTH, NORTH], "0")
OPEN = at("2x10", [f"i9 {less(SOUTH, 'd8')}", f"j9 k9 j11 {less(NORTH, 'n10', 'n11', 'n12')}"], "0")
NEAR = at("2x10+long", [f"i9 {less(SOUTH, 'd8')}", f"i10 {less(NORTH, 'n10')}"], "0")
BEHIND = at("2x10+long", [f"i9 {less(SOUTH, 'd8')}", f"k9 l9 {less(NORTH, 'n10', 'n11')}"], "0")
DOOR = at("2x10", ["p12 p13 o11 o12 o13 n11 n12 m9 m10 m11", f"n13 q13 {less(SOUTH, 'd7', 'd8')}"], "1")
FURTHER = at("2x10", ["p12 o11 o12 o13 n10 n11 n12 n13 m9 m10", f"q13 {less(SOUTH, 'd8')}"], "1")
OVER = at("2x10", [NORTH, SOUTH.replace("d8", "e9")], "-", "0")
# North cannot move at all.
SHUT_IN = at("2x15", ["l8 l9 l10 l11 l12 l13 k7 k8 k9 k10 k11 k12 k13 i9 h9", f"{NORTH} m9 m10 m11 m12 m13"], "1")
# South's man in j12: a man on each side, each with another behind or, beyond j13 and k13, a hole of the NE point.
BESIDE_A_POINT = at("2x10", [f"j12 {less(SOUTH, 'd8')}", "j11 j10 j13 k12 l12 k13 i12 h12 i11 h10"], "0")
FAR_PAIR = at("2x10+long", [f"i7 {less(SOUTH, 'd8')}", f"i9 i10 {less(NORTH, 'n10', 'n11')}"], "0")
NEAR_PAIR = at("2x10+long", [f"i7 {less(SOUTH, 'd8')}", f"i8 i9 {less(NORTH, 'n10', 'n11')}"], "0")
# South's man in i13: three men beside it, each with another behind, and two holes of other points.
CORNER = at("2x10", [f"i13 {less(SOUTH, 'd8')}", "i12 i11 j13 k13 h12 g11 q13 p12 p13 o12"], "0")


def men(holes: str) -> tuple[str, ...]:
    return tuple(f"piece:{hole}" for hole in holes.split())


GOAL = men("q13 p12 p13 o11 o12 o13 n10 n11 n12 n13")
ALL_OF_NORTH = men("q13 p12 p13 o11 o12 o13 n10 n11 n12 n13 m9 m10 m11 m12 m13")

CASES: list[tuple[str, Position, str | Gesture, str, tuple[str, ...]]] = [
    ("over", OVER, "q13-p13", "end", GOAL),
    ("over", OVER, "pass", "end", GOAL),
    ("over", OVER, Gesture(("piece:q13",)), "end", GOAL),
    ("pass-not-allowed", START, "pass", "pass", men("d5 d6 d7 d8 c5 c6 c7")),
    ("pass-not-allowed", START, Gesture((), "pass"), "pass", men("d5 d6 d7 d8 c5 c6 c7")),
    ("must-pass", SHUT_IN, "m9-l9", "pass", ALL_OF_NORTH),
    ("must-pass", SHUT_IN, Gesture(("piece:m9",)), "pass", ALL_OF_NORTH),
    ("not-a-move", START, Gesture(("piece:d5", "cell:e5", "cell:f5")), "moves", ("piece:d5", "cell:e5", "cell:f5")),
    ("not-a-move", START, Gesture(("piece:d5", "cell:e5"), "pass"), "moves", ("piece:d5", "cell:e5")),
    ("not-a-move", START, Gesture((), "sink"), "moves", ()),
    ("not-a-hole", START, Gesture(("board:slab",)), "board", ("board:slab",)),
    ("not-a-hole", START, Gesture(("piece:d5", "label:e")), "board", ("label:e",)),
    ("empty", START, "e5-e6", "moves", ("cell:e5",)),
    ("empty", START, Gesture(("cell:e5",)), "moves", ("cell:e5",)),
    ("not-yours", START, "n10-m9", "moves", ("piece:n10",)),
    ("not-yours", START, Gesture(("cell:n10",)), "moves", ("piece:n10",)),
    ("stuck", START, Gesture(("piece:a5",)), "moves", men("b5 b6")),
    ("stuck", CORNER, Gesture(("piece:i13",)), "moves", (*men("j13 i12 h12"), "cell:h13", "cell:j14")),
    (
        "stuck",
        BESIDE_A_POINT,
        Gesture(("piece:j12",)),
        "moves",
        (*men("k12 k13 j11 j13 i11 i12"), "cell:j14", "cell:l14"),
    ),
    ("must-leave", DOOR, "d5-e5", "no-blocking", ("piece:n13",)),
    ("must-leave", DOOR, Gesture(("piece:d5",)), "no-blocking", ("piece:n13",)),
    ("must-leave", DOOR, Gesture(("piece:d5", "cell:e5")), "no-blocking", ("piece:n13",)),
    ("must-advance", FURTHER, "d5-e5", "no-blocking", ("piece:q13",)),
    ("must-advance", FURTHER, Gesture(("piece:d5",)), "no-blocking", ("piece:q13",)),
    ("same-hole", START, "d5-d5", "moves", ("piece:d5",)),
    ("same-hole", START, Gesture(("piece:d5", "piece:d5")), "moves", ("piece:d5",)),
    ("occupied", START, "d5-d6", "moves", ("piece:d6",)),
    ("occupied", START, Gesture(("piece:d5", "piece:d6")), "moves", ("piece:d6",)),
    ("may-not-stop", CORNER, "i13-j14", "stops", ("cell:j14",)),
    ("may-not-stop", START, "d8-e10", "stops", ("cell:e10",)),
    ("nothing-to-jump", START, "d5-f5", "jumps", ("cell:e5",)),
    ("nothing-to-jump", START, Gesture(("piece:d5", "cell:f5")), "jumps", ("cell:e5",)),
    ("too-long", OPEN, "i9-m9", "long-jumps", ("piece:k9",)),
    ("in-the-way", BEHIND, "i9-m9", "long-jumps", ("piece:l9",)),
    ("off-centre", NEAR, "i9-i13", "long-jumps", ("piece:i10",)),
    ("over-two", OPEN, "i9-l9", "jumps", men("k9 j9")),
    ("over-two", NEAR_PAIR, "i7-i10", "jumps", men("i8 i9")),
    ("over-two", FAR_PAIR, "i7-i12", "jumps", men("i9 i10")),
    ("step-and-jump", OPEN, "i9-k12", "moves", ("cell:i10",)),
    ("no-way", START, "d5-i9", "jumps", ("cell:i9",)),
]


def codes(position: Position) -> set[str]:
    return set(position.game.texts("en").data["reasons"])


@pytest.mark.parametrize(("code", "position", "tried", "rule", "witness"), CASES)
def test_reasons_with_their_witness(
    code: str, position: Position, tried: str | Gesture, rule: str, witness: tuple[str, ...]
) -> None:
    reason = position.game.explain(position, tried)
    assert reason is not None
    assert (reason.code, reason.rule, reason.witness) == (code, rule, witness)
    shown = {shape.id for shape in position.scene().shapes}
    assert set(witness) <= shown
    for language in LANGUAGES:
        sentence = position.game.say(reason, language)
        assert "{" not in sentence
        assert "@" not in sentence
        assert any(section["anchor"] == rule for section in position.game.texts(language).data["rules"])


def test_every_code_is_in_the_texts_and_every_text_is_tried() -> None:
    source = Path(tablier.__file__).parent / "games" / "chinese_checkers" / "explain.py"
    written = source.read_text(encoding="utf-8")
    used = set(re.findall(r'Reason\(\s*"([a-z-]+)"', written)) | {"must-leave", "must-advance"}
    endings = set(START.game.texts("en").data["endings"])
    assert used - endings == {case[0] for case in CASES} == codes(START)
    assert endings == {"arrived", "sealed", "arrived-before"} <= used


def test_the_sentence_names_holes_and_players() -> None:
    game = DOOR.game
    reason = game.explain(DOOR, "d5-e5")
    assert isinstance(reason, Reason)
    assert game.say(reason, "en") == (
        "Red has to clear the way. Blue waits at the door of the goal and can advance nowhere else: "
        "one of the marked men has to leave it now."
    )
    reason = game.explain(START, "d5-f5")
    assert isinstance(reason, Reason)
    assert game.say(reason, "fr").endswith("Pour arriver en f5, il faudrait un pion en e5.")


def test_what_is_said_of_jumps_holds_for_long_jumps_and_for_points_too() -> None:
    for position in (OPEN, NEAR_PAIR, FAR_PAIR):
        move = {OPEN: "i9-l9", NEAR_PAIR: "i7-i10", FAR_PAIR: "i7-i12"}[position]
        reason = position.game.explain(position, move)
        assert isinstance(reason, Reason)
        assert position.game.say(reason, "en") == (
            "Two men cannot be jumped over at once. Each jump goes over a single man. "
            "The marked men stand one behind the other."
        )
    reason = BESIDE_A_POINT.game.explain(BESIDE_A_POINT, Gesture(("piece:j12",)))
    assert isinstance(reason, Reason)
    assert BESIDE_A_POINT.game.say(reason, "en").endswith("and no jump leads to a hole where it may stop.")
    assert BESIDE_A_POINT.game.say(reason, "fr").endswith("et aucun saut ne le mène à un trou où il puisse s’arrêter.")


def test_the_rules_tell_of_the_end_holes_that_camps_and_goals_share() -> None:
    naive = oracle("chinese-checkers")
    start = naive.start({"players": 3, "men": 15, "long_jumps": False, "play_on": False})
    for player in range(3):
        shared = [goal(start, player) & camp(start, other) for other in range(3)]
        assert sorted(len(holes) for holes in shared) == [0, 1, 1]
    for language, said in (("en", "the two end holes"), ("fr", "les deux trous extrêmes")):
        rule = next(rule for rule in START.game.texts(language).data["rules"] if rule["anchor"] == "start")
        assert said in rule["text"]
        assert any(" 3x15 " in figure["position"] for figure in rule["figures"])


@pytest.mark.parametrize(
    ("position", "tried"),
    [
        (START, Gesture(())),
        (START, Gesture(("piece:d5",))),
        (START, Gesture(("cell:d5",))),
        (START, Gesture(("cell:d5", "cell:e5"))),
        (DOOR, Gesture(("piece:n13",))),
        (DOOR, Gesture(("must:n13",))),
        (SHUT_IN, Gesture((), "pass")),
        (SHUT_IN, "pass"),
    ],
)
def test_what_is_legal_or_may_become_so_needs_no_reason(position: Position, tried: str | Gesture) -> None:
    assert position.game.explain(position, tried) is None


@pytest.mark.parametrize(
    "bad", ["", "d5", "d5e5", "D5-E5", "d5-e5 ", "d5-e05", "d5-e99", "r1-a5", "d٥-e5", "x" * 99, "d5-e5\n"]
)
def test_texts_that_are_no_moves(bad: str) -> None:
    for position in (START, OVER):
        with pytest.raises(ValueError, match=r"no move .*'d6-e7', or 'pass'"):
            position.game.explain(position, bad)


@pytest.mark.parametrize("bad", ["piece:e5", "", "cell:z9", 7, None])
def test_shapes_that_do_not_exist(bad: Any) -> None:
    with pytest.raises(ValueError, match="no shape"):
        START.game.explain(START, Gesture((bad,)))


# ---- Events and endings ----------------------------------------------------------------------------------------------

SEALING = at("2x10", ["p12 p13 o11 o12 o13 n11 n12 n13 m9 m10", f"q13 {less(SOUTH, 'd8')}"], "0")
PLACES = [f"{less(NORTH, 'n10')} m9", f"{less(SOUTH_EAST, 'e10')} e9", NORTH_EAST]


@pytest.mark.parametrize(
    ("position", "move", "told"),
    [
        (START, "d5-e5", ["Blue d5–e5."]),
        (START, "c5-e7", ["Blue c5–e7, over one man."]),
        (
            at("2x10", [f"h9 i9 {less(SOUTH, 'd7', 'd8')}", f"k9 {less(NORTH, 'n10')}"], "0"),
            "h9-l9",
            ["Blue h9–l9, in 2 jumps."],
        ),
        (SHUT_IN, "pass", ["Red has no move and passes."]),
        (SEALING, "m9-n10", ["Blue m9–n10.", "Blue has arrived and wins."]),
        (at("3x10", PLACES, "0"), "m9-n10", ["Blue m9–n10.", "Blue has arrived and wins."]),
        (at("3x10+on", PLACES, "0"), "m9-n10", ["Blue m9–n10.", "Blue has arrived and takes first place."]),
        (
            at("3x10+on", [NORTH, *PLACES[1:]], "1", "0"),
            "e9-e10",
            [
                "Yellow e9–e10.",
                "Yellow has arrived and takes second place.",
                "Red, the only one left, takes third place.",
            ],
        ),
        (
            at("2x10", ["p12 p13 o11 o12 o13 n11 n12 m9 m10 l10", f"n13 q13 {less(SOUTH, 'd7', 'd8')}"], "0"),
            "l10-m11",
            ["Blue l10–m11.", "Blue waits at the door: Red has to take a man out of that goal."],
        ),
        (
            at("2x10", ["p12 o11 o12 o13 n10 n11 n12 n13 m9 l9", f"q13 {less(SOUTH, 'd8')}"], "0"),
            "l9-m10",
            ["Blue l9–m10.", "Blue waits at the door: Red has to move a man forward in that goal."],
        ),
    ],
)
def test_events_in_words(position: Position, move: str, told: list[str]) -> None:
    phrases = position.narrate(move)
    assert [position.game.say(phrase, "en") for phrase in phrases] == told
    assert all("{" not in position.game.say(phrase, "fr") for phrase in phrases)


def test_every_event_occurs() -> None:
    events = set(START.game.texts("en").data["events"])
    source = Path(tablier.__file__).parent / "games" / "chinese_checkers" / "explain.py"
    assert events == set(re.findall(r'"events\.([a-z-]+)"', source.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("position", "code", "witness"),
    [
        (OVER, "arrived", GOAL),
        (SEALING.play("m9-n10"), "sealed", GOAL),
        # The man that was sealed in j14 when Blue arrived has come out since.
        (
            at("4x10+on", [f"{less(NORTH_EAST, 'j14')} i9", SOUTH_EAST, SOUTH_WEST, NORTH_WEST], "-", "012"),
            "arrived-before",
            (),
        ),
    ],
)
def test_endings(position: Position, code: str, witness: tuple[str, ...]) -> None:
    ending = position.ending
    assert ending is not None
    assert (ending.code, ending.witness, ending.values) == (code, witness, {"winner": "@players.blue"})


# ---- Texts -----------------------------------------------------------------------------------------------------------


def flat(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """A catalogue's sentences by dotted key."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            for i, item in enumerate(value):
                yield from flat(item, f"{prefix}{key}.{i}.")
        else:
            yield f"{prefix}{key}", str(value)


def test_both_languages_say_the_same_things() -> None:
    english, french = (dict(flat(START.game.texts(language).data)) for language in ("en", "fr"))
    assert english.keys() == french.keys()
    for key in english:
        assert set(re.findall(r"{\w+}", english[key])) == set(re.findall(r"{\w+}", french[key])), key
        if not key.endswith("position"):
            assert not re.search(r"[^\u202f][;:!?»]", french[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_figures_and_readings(language: str) -> None:
    data = START.game.texts(language).data
    anchors = [section["anchor"] for section in data["rules"]]
    assert len(set(anchors)) == len(anchors)
    assert {reading["anchor"] for reading in data["readings"]} <= set(anchors)
    figures = [figure for section in data["rules"] for figure in section.get("figures", [])]
    assert len(figures) == 9
    for figure in figures:
        position = tablier.game("chinese-checkers", **figure.get("options", {})).position(figure["position"])
        assert figure["caption"]
        assert figure.get("move", position.moves()[0]) in position.moves()


def test_options_are_named() -> None:
    for language in LANGUAGES:
        texts = START.game.texts(language)
        for option in START.game.definition.options:
            for part in ("label", "help"):
                assert texts.get(f"options.{option.name}.{part}")
            for value in option.values:
                assert texts.get(f"options.{option.name}.values.{str(value).lower()}")


def test_men_in_the_goal_are_counted() -> None:
    game = tablier.game("chinese-checkers")
    home = game.start()
    assert [game.say(own.counts[0], "en") for own in home.standings] == ["0 of 10 home", "0 of 10 home"]
    # One of each has arrived, by changing places with each other.
    text = (
        "0/11/111/1111/............./............/.........../........../........./........../.........../............/"
    )
    text += "............./0000/000/00/1 0 2x10 -"
    assert [game.say(own.counts[0], "fr") for own in game.position(text).standings] == ["1 sur 10 au but"] * 2
