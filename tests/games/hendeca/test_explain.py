"""Every reason why a move of Hendeca is not legal, with the shapes that show it, and every event and ending in words."""

from __future__ import annotations

import string
from typing import Any

import pytest

import tablier
from tablier.scene import Gesture, Phrase

OFF = tablier.game("hendeca")
ON = tablier.game("hendeca", sinking=True)

START = "0,0R w setup -"
TWO = "0,0R;1,0w b setup -"
FLAGGED = "0,0R;1,0w;2,0 w setup -"
NINE = "0,0R;1,0;2,0;3,0;4,0;5,0b;6,0;7,0;8,0 w setup -"
ROW = "0,0R;1,0B;2,0;3,0W b figure -"
AROUND = "0,0;1,0B;0,1b;1,1W;2,1;1,2R;2,2w w figure -"
JUMP = "0,0B;1,0b;2,0W;3,0R;1,1 w figure -"
LINE = "0,0R;1,0W;2,0;3,0B w island -"
BRIDGE = "0,0W;1,0;2,0R;3,0B w island -"
STUCK = "1,1B;0,2W;1,2;2,3R w island -"
LAKE = "-1,-1R;1,0W;2,0;0,1B w island -"
INLAND = "-1,-1R;0,-1;-1,0B;0,0;1,0;0,1W;1,1 w island -"
RING = "-1,-1R;0,-1;-1,0B;1,0W;2,0;0,1;1,1 w island -"
FAR = "0,0W;1,0;2,0R;3,0B;3999,0 w island -"
OVER = "0,0R;1,0W;9,0B - figure - w"

TRIED: list[tuple[str, str, str, tuple[str, ...]]] = [
    # position, tried, code, witness
    (OVER, "pass", "over", ("isle:0,0", "isle:1,0")),
    (OVER, "C0,0", "over", ("isle:0,0", "isle:1,0")),
    (START, "pass", "pass-refused", ()),
    (JUMP, "pass", "pass-refused", ("figure:red",)),
    (ROW, "pass", "pass-refused", ("figure:red", "figure:black")),
    (LINE, "pass", "pass-refused", ("isle:2,0",)),
    (STUCK, "C1,2", "must-pass", ("figure:white",)),
    (START, "C1,0", "still-setup", ()),
    (START, "0,0-1,0", "still-setup", ()),
    (START, "0,0-x", "still-setup", ()),
    (LINE, "+4,0", "setup-done", ()),
    (ROW, "*4,0", "setup-done", ()),
    (ROW, "2,0-4,0", "figure-first", ("figure:black",)),
    (LINE, "C2,0", "island-now", ("isle:2,0",)),
    (LINE, "R2,0", "island-now", ("isle:2,0",)),
    (TWO, "+1,0", "taken", ("isle:1,0",)),
    (LINE, "2,0-3,0", "taken", ("isle:3,0",)),
    (TWO, "+5,5", "no-neighbour", ("isle:0,0", "isle:1,0")),
    (FLAGGED, "*3,0", "flag-laid", ("flag:white",)),
    (NINE, "+9,0", "flag-due", ("sea:9,0",)),
    ("1000000,0R w setup -", "+1000001,0", "too-far", ()),
    (FAR, "1,0--1,0", "too-far", ("isle:3999,0",)),
    (ROW, "C1,0", "already-there", ("figure:black",)),
    (ROW, "C1,1", "no-island", ("sea:1,1",)),
    (ROW, "C70,70", "no-island", ()),
    (ROW, "C3,0", "not-next", ("isle:1,0", "isle:3,0")),
    (AROUND, "C1,0", "occupied", ("figure:black",)),
    (AROUND, "C1,2", "occupied", ("figure:red",)),
    (AROUND, "C0,1", "their-flag", ("flag:black",)),
    ("0,0;1,0W;2,0;3,0R;4,0B w figure -", "R0,0", "red-not-next", ("figure:red", "figure:white")),
    ("0,0W;1,0R;2,0B;3,0;1,1 w figure -", "R3,0", "red-over-other", ("figure:black",)),
    ("0,0;1,0W;2,0R;3,0B;1,1 w figure -", "R1,1", "red-not-straight", ("figure:white", "isle:0,0")),
    ("1,0W;2,0R;3,0B;1,1 w figure -", "R0,0", "red-no-landing", ("sea:0,0",)),
    ("0,0R;1,0W;2,0B;1,1 w figure -", "R2,0", "red-landing-taken", ("figure:black",)),
    (LINE, "1,1-2,1", "nothing-there", ("sea:1,1",)),
    (LINE, "0,0-0,1", "island-occupied", ("figure:red",)),
    ("0,0R;1,0B;2,0W;3,0b w island -", "3,0-2,1", "island-their-flag", ("flag:black",)),
    ("0,0R;1,0W;2,0;3,0B w island 2,0", "2,0-0,1", "moved-last", ("anchor:2,0",)),
    ("0,0R;1,0W;2,0;4,0B;5,0 w island -", "5,0-0,1", "elsewhere", ("isle:5,0", "figure:white")),
    (STUCK, "1,2-0,1", "stuck", ("isle:1,1", "isle:0,2", "isle:2,3")),
    (LINE, "2,0-2,0", "same-place", ("isle:2,0",)),
    (LINE, "2,0-6,6", "off-edge", ("isle:0,0", "isle:1,0")),
    (BRIDGE, "1,0-3,1", "cut-off", ("isle:2,0", "isle:3,0")),
    (LAKE, "2,0-0,0", "narrow", ("isle:1,0", "isle:0,1")),
    (RING, "2,0-0,0", "closed", ("isle:-1,-1", "isle:0,-1", "isle:-1,0", "isle:1,0", "isle:0,1", "isle:1,1")),
    (LINE, "2,0-x", "no-sinking", ("isle:2,0",)),
]

SINKING: list[tuple[str, str, str, tuple[str, ...]]] = [
    (INLAND, "0,0-x", "inland", ("isle:-1,-1", "isle:0,-1", "isle:-1,0", "isle:1,0", "isle:0,1", "isle:1,1")),
    (LINE, "1,0-x", "island-occupied", ("figure:white",)),
    (LINE, "5,5-x", "nothing-there", ()),
    (ROW, "2,0-x", "figure-first", ("figure:black",)),
]

GESTURES: list[tuple[str, Gesture, str, tuple[str, ...]]] = [
    (OVER, Gesture(()), "over", ("isle:0,0", "isle:1,0")),
    (START, Gesture(("board:sea",)), "no-gesture", ()),
    (START, Gesture(("sea:1,0", "sea:0,1", "sea:1,1")), "no-gesture", ()),
    (STUCK, Gesture(("isle:1,2",), "pass"), "no-gesture", ()),
    (LINE, Gesture(("isle:2,0", "sea:0,1"), "pass"), "pass-refused", ("isle:2,0",)),
    (START, Gesture(("isle:0,0",)), "taken", ("isle:0,0",)),
    (START, Gesture(("figure:red",)), "still-setup", ()),
    (START, Gesture(("sea:1,0", "sea:1,1")), "still-setup", ()),
    (START, Gesture(("sea:1,0",), "sink"), "still-setup", ()),
    (FLAGGED, Gesture(("sea:3,0",), "flag"), "flag-laid", ("flag:white",)),
    (FLAGGED, Gesture((), "flag"), "flag-laid", ("flag:white",)),
    (NINE, Gesture((), "blank"), "flag-due", ()),
    (NINE, Gesture(("sea:9,0",), "blank"), "flag-due", ("sea:9,0",)),
    (ROW, Gesture(("sea:1,1",), "flag"), "setup-done", ()),
    (ROW, Gesture(("isle:2,0",)), "figure-first", ("figure:black",)),
    (ROW, Gesture(("sea:1,1",)), "figure-first", ("figure:black",)),
    (ROW, Gesture(("figure:white",)), "not-yours", ("figure:white",)),
    (ROW, Gesture(("isle:3,0", "isle:2,0")), "not-yours", ("figure:white",)),
    (ROW, Gesture(("figure:black", "figure:red")), "occupied", ("figure:red",)),
    (ROW, Gesture(("figure:black", "sea:1,1")), "no-island", ("sea:1,1",)),
    (JUMP, Gesture(("figure:white",)), "figure-blocked", ("isle:1,0", "isle:3,0")),
    (JUMP, Gesture(("figure:white", "flag:black")), "their-flag", ("flag:black",)),
    ("1,0W;2,0R;3,0B;1,1 w figure -", Gesture(("figure:red",)), "red-no-landing", ("sea:0,0",)),
    (LINE, Gesture(("figure:white",)), "island-now", ("isle:2,0",)),
    (STUCK, Gesture(("figure:white",)), "must-pass", ("figure:white",)),
    (STUCK, Gesture(("isle:1,2",)), "stuck", ("isle:1,1", "isle:0,2", "isle:2,3")),
    (LINE, Gesture(("isle:1,0",)), "island-occupied", ("figure:white",)),
    (LINE, Gesture(("sea:1,1",)), "nothing-there", ("sea:1,1",)),
    (LINE, Gesture(("isle:2,0", "isle:3,0")), "taken", ("isle:3,0",)),
    (LINE, Gesture(("isle:2,0",), "sink"), "no-sinking", ("isle:2,0",)),
    ("0,0R;1,0W;2,0;3,0B w island 2,0", Gesture(("anchor:2,0",)), "moved-last", ("anchor:2,0",)),
]


def _check(game: Any, text: str, tried: str | Gesture, code: str, witness: tuple[str, ...]) -> None:
    position = game.position(text)
    reason = game.explain(position, tried)
    assert reason is not None
    assert (reason.code, reason.witness) == (code, witness)
    assert set(witness) <= {shape.id for shape in position.scene().shapes}
    for language in ("fr", "en"):
        said = game.say(reason, language)
        assert said
        assert "{" not in said
        assert "@" not in said
        assert any(rule["anchor"] == reason.rule for rule in game.texts(language).data["rules"])


@pytest.mark.parametrize(("text", "tried", "code", "witness"), TRIED)
def test_why_a_move_is_not_legal(text: str, tried: str, code: str, witness: tuple[str, ...]) -> None:
    _check(OFF, text, tried, code, witness)


@pytest.mark.parametrize(("text", "tried", "code", "witness"), SINKING)
def test_why_an_island_does_not_sink(text: str, tried: str, code: str, witness: tuple[str, ...]) -> None:
    _check(ON, text, tried, code, witness)


@pytest.mark.parametrize(("text", "tried", "code", "witness"), GESTURES)
def test_why_a_gesture_leads_nowhere(text: str, tried: Gesture, code: str, witness: tuple[str, ...]) -> None:
    _check(OFF, text, tried, code, witness)


def test_every_reason_is_tried_above_and_has_words_in_both_languages() -> None:
    codes = {case[2] for case in [*TRIED, *SINKING, *GESTURES]}
    for language in ("fr", "en"):
        assert set(OFF.texts(language).data["reasons"]) == codes


@pytest.mark.parametrize(
    ("text", "tried"),
    [
        (START, Gesture(())),
        (START, Gesture(("sea:1,0",))),
        (START, Gesture((), "flag")),
        (NINE, Gesture(("sea:9,0",), "flag")),
        (ROW, Gesture(("figure:black",))),
        (ROW, Gesture(("isle:1,0",))),  # the figure on it is meant
        (ROW, Gesture(("isle:0,0", "isle:2,0"))),
        (JUMP, Gesture(("figure:red", "flag:black"))),  # the island under it is meant
        (LINE, Gesture(("isle:2,0",))),
        (STUCK, Gesture((), "pass")),
    ],
)
def test_gestures_that_may_become_legal_need_no_reason(text: str, tried: Gesture) -> None:
    assert OFF.explain(OFF.position(text), tried) is None


def test_an_island_can_be_chosen_to_sink_even_when_it_cannot_slide() -> None:
    assert ON.explain(ON.position(STUCK), Gesture(("isle:1,2",))) is None


@pytest.mark.parametrize(
    "text", ["", "x", "C1", "C1,1 ", "C01,1", "+-0,1", "1,1", "1,1-y", "C١,1", "pass\n", "R1,99999999"]
)
def test_what_is_no_move_text_is_refused_with_the_forms_of_moves(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no move of Hendeca; moves are '\+1,0'"):
        OFF.explain(OFF.position(LINE), text)


def test_huge_texts_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="is no move of Hendeca"):
        OFF.explain(OFF.position(LINE), "1" * 1_000_000)
    with pytest.raises(ValueError, match="1000000 characters"):
        OFF.position("1" * 1_000_000)


def test_shapes_and_choices_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match="no shape 'isle:7,7'"):
        OFF.explain(OFF.position(LINE), Gesture(("isle:7,7",)))
    with pytest.raises(ValueError, match="no choice 'swim'"):
        OFF.explain(OFF.position(LINE), Gesture(("isle:2,0",), "swim"))


NARRATED: list[tuple[str, str, list[str]]] = [
    (START, "+1,0", ["White lays an island at 1,0."]),
    (TWO, "*2,0", ["Black lays the island with the flag at 2,0."]),
    (NINE, "*9,0", ["White lays the island with the flag at 9,0.", "White steps ashore there."]),
    (ROW, "C2,0", ["Black goes from 1,0 to 2,0."]),
    (JUMP, "R1,0", ["Red jumps over White, from 3,0 to 1,0."]),
    (
        LINE,
        "2,0-0,1",
        [
            "White slides an island from 2,0 to 0,1.",
            "The archipelago breaks into 2 archipelagos.",
            "White is alone with Red and wins.",
        ],
    ),
    (
        "-3,0;-2,0;0,0W;1,0R;2,0B;3,0;4,0 w island -",
        "4,0--1,0",
        ["White slides an island from 4,0 to −1,0.", "Two archipelagos join."],
    ),
    (
        # What White leaves falls apart, and what comes down joins others.
        "-2,0B;0,0;1,0W;2,0;3,0R w island -",
        "2,0--1,0",
        [
            "White slides an island from 2,0 to −1,0.",
            "The archipelago breaks into 2 archipelagos.",
            "Two archipelagos join.",
        ],
    ),
    (
        "0,0B;1,0R;2,0W;3,0 w island -",
        "3,0-2,1",
        ["White slides an island from 3,0 to 2,1.", "Black cannot move: White wins."],
    ),
    (
        "0,0R;1,0B;2,0W;3,0b;1,1 w island 1,1",
        "pass",
        ["White can move no island and passes."],
    ),
]


@pytest.mark.parametrize(("text", "move", "said"), NARRATED)
def test_events_in_words(text: str, move: str, said: list[str]) -> None:
    phrases = OFF.position(text).narrate(move)
    assert [OFF.say(phrase, "en") for phrase in phrases] == said
    assert all("{" not in OFF.say(phrase, "fr") for phrase in phrases)


def test_breaking_says_into_what_in_french_too() -> None:
    phrase = OFF.position(LINE).narrate("2,0-0,1")[1]
    assert OFF.say(phrase, "fr") == "L’archipel se brise en 2 archipels."


def test_sinking_does_not_ask_for_an_island_that_could_slide() -> None:
    # 1,2 cannot slide out, and yet it may be sunk.
    position = ON.position(STUCK)
    assert "1,2-x" in position.moves()
    assert not [move for move in position.moves() if move.startswith("1,2-") and not move.endswith("x")]
    for language, could_move in (("en", "you could move"), ("fr", "vous pourriez déplacer")):
        rule = next(rule for rule in ON.texts(language).data["rules"] if rule["anchor"] == "sinking")
        assert could_move not in rule["text"]


def test_the_rules_speak_of_the_third_time_not_of_a_third_repetition() -> None:
    for language, wrong, right in (("en", "third repetition", "third time"), ("fr", "troisième rép", "troisième fois")):
        data = OFF.texts(language).data
        endless = [
            entry["text"] for group in ("rules", "readings") for entry in data[group] if entry["anchor"] == "endless"
        ]
        assert sum(right in text for text in endless) == 2
        assert wrong not in str(data)


def test_sinking_in_words() -> None:
    phrases = ON.position("0,0R;1,0B;2,0W;3,0;1,1 w island -").narrate("3,0-x")
    assert [ON.say(phrase, "en") for phrase in phrases] == ["White sinks the island 3,0."]


@pytest.mark.parametrize(
    ("text", "code", "witness", "why"),
    [
        (OVER, "alone", ("isle:0,0", "isle:1,0"), "White is alone with Red on an archipelago."),
        (
            "0,0B;1,0R;2,0W - figure - w",
            "blocked",
            ("figure:black", "isle:1,0"),
            "Black can neither move nor let Red jump.",
        ),
    ],
)
def test_endings(text: str, code: str, witness: tuple[str, ...], why: str) -> None:
    position = OFF.position(text)
    ending = position.ending
    assert ending is not None
    assert (ending.code, ending.witness) == (code, witness)
    assert OFF.texts("en").say(Phrase(f"endings.{code}.why", ending.values)) == why


def _keys(data: Any, path: str = "") -> dict[str, set[str]]:
    """The gaps of every text of a catalogue, by its key; rules and readings by their number."""
    if isinstance(data, dict):
        return {key: gaps for name, value in data.items() for key, gaps in _keys(value, f"{path}.{name}").items()}
    if isinstance(data, list):
        return {key: gaps for i, value in enumerate(data) for key, gaps in _keys(value, f"{path}.{i}").items()}
    return {path: {gap for _, gap, _, _ in string.Formatter().parse(data) if gap}}


def test_both_languages_say_the_same_things() -> None:
    french, english = (_keys(OFF.texts(language).data) for language in ("fr", "en"))
    assert french.keys() == english.keys()
    assert {key for key in french if french[key] != english[key]} == set()


def test_figures_of_the_rules_are_positions_and_legal_moves() -> None:
    for language in ("fr", "en"):
        texts = OFF.texts(language).data
        anchors = [rule["anchor"] for rule in texts["rules"]]
        assert len(anchors) == len(set(anchors))
        assert {reading["anchor"] for reading in texts["readings"]} <= set(anchors)
        for rule in texts["rules"]:
            for figure in rule.get("figures", []):
                position = OFF.position(figure["position"])
                assert "move" not in figure or figure["move"] in position.moves()


PRINTED = {
    "+-1,0": ("island at −1,0", "île en −1,0"),
    "*1,-2": ("flag at 1,−2", "drapeau en 1,−2"),
    "C-1,0": ("to −1,0", "en −1,0"),
    "R2,1": ("Red to 2,1", "Rouge en 2,1"),
    "0,0--1,0": ("0,0 → −1,0", "0,0 → −1,0"),
    "-3,0--1,-10": ("−3,0 → −1,−10", "−3,0 → −1,−10"),
    "-1,0-x": ("sink −1,0", "couler −1,0"),
    "pass": ("pass", "passe"),
}


@pytest.mark.parametrize("move", PRINTED)
def test_moves_print_with_minus_signs_that_are_not_taken_for_dashes(move: str) -> None:
    assert (OFF.texts("en").printed(move), OFF.texts("fr").printed(move)) == PRINTED[move]


def test_cells_are_told_with_minus_signs() -> None:
    shape = OFF.position("0,0R w setup -").scene().shape("sea:-1,0")
    assert shape.words is not None
    assert OFF.say(shape.words, "en") == "sea −1,0"
    assert OFF.say(shape.words, "fr") == "mer −1,0"


def _beside(text: str, language: str = "en", *, sinking: bool = False) -> list[tuple[list[str], int]]:
    game = tablier.game("hendeca", sinking=sinking)
    standings = game.position(text).standings
    return [([game.say(phrase, language) for phrase in own.counts], len(own.hand)) for own in standings]


def test_the_islands_in_hand_are_shown_during_the_set_up() -> None:
    assert _beside("0,0R w setup -") == [(["5 islands to lay"], 5), (["5 islands to lay"], 5)]
    assert _beside("0,0R;1,0 b setup -") == [(["4 islands to lay"], 4), (["5 islands to lay"], 5)]
    eight = "0,0R;1,0w;2,0;3,0;4,0;5,0;6,0;7,0b;8,0 w setup -"
    assert _beside(eight) == [(["1 island to lay"], 1), (["1 island to lay"], 1)]
    ten = "0,0R;1,0w;2,0;3,0;4,0;5,0;6,0;7,0b;8,0;9,0W b setup -"
    assert _beside(ten, "fr") == [([], 0), (["1 île à poser"], 1)]
    assert _beside("0,0;1,0W;2,0R;3,0B;4,0 w figure -") == [([], 0), ([], 0)]


def test_the_flag_is_among_the_islands_in_hand_until_it_is_laid() -> None:
    game = tablier.game("hendeca")
    white, black = (own.hand for own in game.position("0,0R;1,0w b setup -").standings)
    assert len({shape.parts for shape in white}) == 1
    assert len({shape.parts for shape in black}) == 2
    assert black[-1].parts != black[0].parts == white[0].parts


def test_a_turn_is_told_as_two_steps_and_the_set_up_is_not() -> None:
    def told(text: str, *, sinking: bool = False) -> tuple[list[str], int]:
        game = tablier.game("hendeca", sinking=sinking)
        steps, now = game.position(text).steps
        return [game.say(step, "en") for step in steps], now

    assert told("0,0R w setup -") == ([], 0)
    assert told("0,0;1,0W;2,0R;3,0B;4,0 w figure -") == (["Move a figure", "Slide an island"], 0)
    assert told("0,0R;1,0W;2,0B w island -") == (["Move a figure", "Slide an island"], 1)
    assert told("0,0R;1,0W;2,0B w island -", sinking=True)[0][1] == "Slide or sink an island"
