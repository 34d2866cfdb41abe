"""Why a move of Ken Wan is not legal, with the pieces that show it; what a move does; how a game ended: all in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tablier
from tablier.core.position import Position
from tablier.core.texts import LANGUAGES
from tablier.scene import Gesture

THREE = "R3R/6/b6/8/4#4/8/2YYy2/6/1BBb1 b byr -"
GROUPS = "Y3Y/6/7/8/4#3B/8/7/6/BBb2 b by -"
OVER = "Y3Y/6/7/8/4#4/8/7/6/1BBB1 - by by"
# Blue's A1 and A2 are shut in: with A1 in the hand no empty cell touches A2.
SHUT_IN = "Y4/6/b6/8/4#4/8/7/yYy3/BBY2 b by -"


def at(text: str) -> Position:
    return tablier.game("kenwan", players=len(text.split(" ")[2])).position(text)


def flat(data: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """A catalogue's sentences by dotted key."""
    found: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            for i, item in enumerate(value):
                found |= flat(item, f"{prefix}{key}.{i}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


CASES: list[tuple[str, str, str | Gesture, str, tuple[str, ...]]] = [
    ("over", OVER, "A2-A1", "end", ("piece:A2", "piece:A3", "piece:A4")),
    ("over", OVER, "pass", "end", ("piece:A2", "piece:A3", "piece:A4")),
    ("over", OVER, Gesture(()), "end", ("piece:A2", "piece:A3", "piece:A4")),
    ("pass-not-allowed", GROUPS, "pass", "pass", ("piece:A1", "piece:E9")),
    ("pass-not-allowed", GROUPS, Gesture((), "pass"), "pass", ("piece:A1", "piece:E9")),
    ("not-a-move", GROUPS, Gesture(("piece:A1", "cell:A4", "cell:A5")), "moves", ("piece:A1", "cell:A4", "cell:A5")),
    ("not-a-move", GROUPS, Gesture(("piece:A1",), "pass"), "moves", ("piece:A1",)),
    ("not-a-move", GROUPS, Gesture((), "sink"), "moves", ()),
    ("not-a-place", GROUPS, Gesture(("board:slab",)), "board", ("board:slab",)),
    ("not-a-place", GROUPS, Gesture(("piece:A1", "label:A")), "board", ("label:A",)),
    ("closed", GROUPS, "E5-E6", "board", ("cell:E5",)),
    ("closed", GROUPS, "A1-E5", "board", ("cell:E5",)),
    ("closed", GROUPS, Gesture(("cell:E5",)), "board", ("cell:E5",)),
    ("empty", GROUPS, "D4-D5", "moves", ("cell:D4",)),
    ("empty", GROUPS, Gesture(("cell:D4",)), "moves", ("cell:D4",)),
    ("not-yours", THREE, "I5-I6", "moves", ("piece:I5",)),
    ("not-yours", THREE, Gesture(("piece:C3",)), "moves", ("piece:C3",)),
    ("nobodys", "Y3Y/6/7/8/4#3R/8/7/6/BBb2 b by -", "E9-A4", "two-players", ("piece:E9",)),
    ("half-in-group", GROUPS, "A3-A4", "half", ("piece:A1", "piece:A2", "piece:A3")),
    ("half-in-group", GROUPS, Gesture(("piece:A3",)), "half", ("piece:A1", "piece:A2", "piece:A3")),
    ("lone-half", "Y3Y/6/7/8/4#3b/8/7/6/5 b by -", "E9-I6", "isolated", ("piece:E9",)),
    ("cuts", GROUPS, "A2-A4", "group", ("piece:A3",)),
    ("cuts", "Y3Y/6/7/8/4#4/8/7/6/BBBbb b by -", "A2-B3", "group", ("piece:A1",)),
    ("cuts", "Y3Y/6/7/8/4#4/8/7/6/BBBbb b by -", Gesture(("piece:A3",)), "group", ("piece:A4", "piece:A5")),
    ("nowhere", SHUT_IN, Gesture(("piece:A1",)), "group", ("piece:A2",)),
    ("same-cell", GROUPS, "A1-A1", "moves", ("piece:A1",)),
    ("occupied", GROUPS, "A1-I5", "moves", ("piece:I5",)),
    ("occupied", GROUPS, Gesture(("piece:A1", "piece:A3")), "moves", ("piece:A3",)),
    ("away-from-group", GROUPS, "A1-D8", "group", ("piece:A2", "piece:A3")),
    ("half-away", GROUPS.replace("#3B", "#3b"), "E9-I6", "isolated", ("piece:A1", "piece:A2", "piece:A3")),
    ("touches-nothing", GROUPS, "E9-E8", "isolated", ("cell:E8",)),
]


@pytest.mark.parametrize(("code", "text", "tried", "rule", "witness"), CASES)
def test_reasons(code: str, text: str, tried: str | Gesture, rule: str, witness: tuple[str, ...]) -> None:
    position = at(text)
    reason = position.game.explain(position, tried)
    assert reason is not None
    assert (reason.code, reason.rule, reason.witness) == (code, rule, witness)
    assert set(witness) <= {shape.id for shape in position.scene().shapes}
    for language in LANGUAGES:
        said = position.game.say(reason, language)
        assert not re.search(r"[{}@]", said)
        assert reason.rule in {section["anchor"] for section in position.game.texts(language).data["rules"]}


def test_every_reason_of_the_texts_has_its_case() -> None:
    assert set(tablier.game("kenwan").texts("en").data["reasons"]) == {code for code, *_ in CASES}


def test_what_is_said() -> None:
    position = at(GROUPS)
    reason = position.game.explain(position, "A2-A4")
    assert reason is not None
    assert position.game.say(reason, "en") == (
        "Lifting A2 would break its group. "
        "The rest of a group must stay in one part. The marked pieces would be cut off."
    )
    assert position.game.say(reason, "fr").startswith("Soulever A2 casserait son groupe.")
    with pytest.raises(ValueError, match="illegal move 'E9-E8': E8 touches no other piece"):
        position.play("E9-E8")


@pytest.mark.parametrize(
    "tried",
    [
        "A1-A4",
        Gesture(()),
        Gesture(("piece:A1",)),
        Gesture(("cell:A1",)),
        Gesture(("piece:A1", "cell:A4")),
        Gesture(("piece:E9", "cell:I6")),
    ],
)
def test_what_is_legal_or_may_become_so_needs_no_reason(tried: str | Gesture) -> None:
    position = at(GROUPS)
    assert position.game.explain(position, tried) is None


@pytest.mark.parametrize("tried", ["pass", Gesture((), "pass"), Gesture(())])
def test_a_forced_pass_needs_no_reason(tried: str | Gesture) -> None:
    position = at("Y3Y/6/7/8/4#4/8/7/6/bBb2 b by -")
    assert position.game.explain(position, tried) is None


@pytest.mark.parametrize("tried", ["", "A1", "a1-A4", "A1-A9", "J1-A4", "A1–A4", "A1-A4\n", "A1-A٤", "x" * 9999])
def test_texts_that_are_no_moves(tried: str) -> None:
    position = at(GROUPS)
    with pytest.raises(ValueError, match="two cells such as 'E3-F5'") as refused:
        position.game.explain(position, tried)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("shape", ["piece:B2", "cell:J1", "", 5, ["piece:A1"]])
def test_shapes_that_do_not_exist(shape: Any) -> None:
    position = at(GROUPS)
    with pytest.raises(ValueError, match="no shape"):
        position.game.explain(position, Gesture((shape,)))


@pytest.mark.parametrize(
    ("text", "move", "english", "french"),
    [
        (
            "y3r/6/7/8/4#3B/8/2Y4/1R1B2/1yb2 b byr -",
            "E9-B3",
            "Blue E9–B3. 2 pieces become half blue. 2 half pieces become whole blue.",
            "Bleu E9–B3. 2 pions deviennent à moitié bleus. 2 demi-pions deviennent des pions bleus entiers.",
        ),
        (
            "R3R/6/b6/8/4#4/8/7/6/B1y2 b byr -",
            "A1-A2",
            "Blue A1–A2. 1 half piece becomes whole blue. Yellow has no piece left and takes third place.",
            "Bleu A1–A2. 1 demi-pion devient un pion bleu entier. Jaune n’a plus de pion et prend la troisième place.",
        ),
        (
            "5/6/YY3RR/8/4#3B/8/6b/6/r1y2 b byr -",
            "E9-A2",
            "Blue E9–A2. 2 half pieces become whole blue. Yellow is united and takes first place. "
            "Red is united and takes second place. Blue, the only player left, takes third place.",
            "Bleu E9–A2. 2 demi-pions deviennent des pions bleus entiers. Jaune a fait son unité et prend la première "
            "place. Rouge a fait son unité et prend la deuxième place. Bleu, seul à rester en jeu, prend la troisième place.",
        ),
        (
            "5/6/b6/8/4#4/8/7/2r3/B1y2 b byr -",
            "A1-A2",
            "Blue A1–A2. 2 half pieces become whole blue. Blue, the only player left, takes first place. "
            "Yellow has no piece left and takes third place. Red has no piece left and takes second place.",
            "Bleu A1–A2. 2 demi-pions deviennent des pions bleus entiers. Bleu, seul à rester en jeu, prend la première "
            "place. Jaune n’a plus de pion et prend la troisième place. Rouge n’a plus de pion et prend la deuxième place.",
        ),
        (
            "y3Y/6/7/8/4#3B/8/7/6/BBb2 y by -",
            "I5-H9",
            "Yellow I5–H9, a half piece that joins its own and changes nothing.",
            "Jaune I5–H9\u202f: un demi-pion rejoint les siens et ne change rien.",
        ),
        (
            "Y3Y/6/7/8/4#3B/8/7/6/BBb2 b by -",
            "E9-H9",
            "Blue E9–H9. 1 piece becomes half blue. Yellow is united and takes first place. "
            "Blue, the only player left, takes second place.",
            "Bleu E9–H9. 1 pion devient à moitié bleu. Jaune a fait son unité et prend la première place. "
            "Bleu, seul à rester en jeu, prend la deuxième place.",
        ),
        (
            "Y3Y/6/7/8/4#4/8/7/6/bBb2 b by -",
            "pass",
            "Blue has no move and passes.",
            "Bleu ne peut pas jouer et passe.",
        ),
    ],
)
def test_a_move_in_words(text: str, move: str, english: str, french: str) -> None:
    position = at(text)
    phrases = position.narrate(move)
    for language, expected in (("en", english), ("fr", french)):
        assert " ".join(position.game.say(phrase, language) for phrase in phrases) == expected


@pytest.mark.parametrize(
    ("code", "text", "witness"),
    [
        ("united", OVER, ("piece:A2", "piece:A3", "piece:A4")),
        ("united", "5/6/7/8/4#4/8/7/6/1BB2 - byr b!yr", ("piece:A2", "piece:A3")),
        ("survivor", "5/6/b6/8/4#4/8/7/6/1BB2 - byr b!yr", ("piece:A2", "piece:A3", "piece:G3")),
        ("united-before", "RR3/6/b6/8/4#4/8/2y4/6/1BB2 - byr yrb", ()),
        ("united-before", "RR3/6/b6/8/4#4/8/7/6/1BB2 - byr br!y", ()),
    ],
)
def test_endings(code: str, text: str, witness: tuple[str, ...]) -> None:
    ending = at(text).ending
    assert ending is not None
    assert (ending.code, ending.witness) == (code, witness)


def test_only_ones_own_landing_piece_makes_a_half_piece_whole() -> None:
    game = tablier.game("kenwan")
    reason = game.explain(at("Y3Y/R4R/7/8/4#4/8/7/6/BBb2 b byr -"), Gesture(("piece:A3",)))
    assert reason is not None
    assert game.say(reason, "en").endswith("One of your own whole pieces, landing beside it, makes it whole.")
    assert game.say(reason, "fr").endswith("Un de vos pions entiers, posé à côté, le rend entier.")


def test_the_rules_speak_of_the_third_time_not_of_a_third_repetition() -> None:
    for language, wrong, right in (("en", "third repetition", "third time"), ("fr", "troisième rép", "troisième fois")):
        data = tablier.game("kenwan").texts(language).data
        endless = [
            entry["text"] for group in ("rules", "readings") for entry in data[group] if entry["anchor"] == "endless"
        ]
        assert sum(right in text for text in endless) == 2
        assert wrong not in str(data)


def test_in_french_passing_is_only_for_passing() -> None:
    """Whoever comes after another takes a place; passing is another thing in this game."""
    data = tablier.game("kenwan").texts("fr").data
    for group in ("rules", "readings"):
        for entry in data[group]:
            if entry["anchor"] in ("end", "out"):
                assert not re.search(r"\bpass(e|ent|er)\b", entry["text"])


def test_every_ending_of_the_texts_has_its_case() -> None:
    assert set(tablier.game("kenwan").texts("en").data["endings"]) == {"united", "survivor", "united-before"}


def test_both_languages_say_the_same_things() -> None:
    game = tablier.game("kenwan")
    french, english = flat(dict(game.texts("fr").data)), flat(dict(game.texts("en").data))
    assert set(french) == set(english)
    for key, sentence in english.items():
        if isinstance(sentence, str):
            gaps = set(re.findall(r"\{(\w+)\}", sentence))
            assert gaps == set(re.findall(r"\{(\w+)\}", french[key])), key


def test_french_typography() -> None:
    for key, sentence in flat(dict(tablier.game("kenwan").texts("fr").data)).items():
        if key.endswith(".position") or not isinstance(sentence, str):
            continue
        assert not re.search(r"(?<!\u202f)[;:!?»]|«(?!\u202f)|'", sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_figures_and_readings(language: str) -> None:
    game = tablier.game("kenwan")
    data = game.texts(language).data
    anchors = [section["anchor"] for section in data["rules"]]
    assert len(anchors) == len(set(anchors))
    for section in data["rules"]:
        for figure in section.get("figures", []):
            assert figure["caption"]
            position = game.position(figure["position"])
            if "move" in figure:
                position.play(figure["move"])
    assert len(data["readings"]) == 10
    assert {reading["anchor"] for reading in data["readings"]} <= set(anchors)
    for option in game.definition.options:
        assert set(data["options"][option.name]["values"]) == {str(value) for value in option.values}


def test_whole_and_half_pieces_are_counted() -> None:
    game = tablier.game("kenwan")
    position = game.position("5/1RYYY1/1RRYYB1/1RRRYbb1/1BBB#BBB1/1BBYRRR1/1BYYRR1/1YYYR1/5 b byr -")
    told = [[game.say(phrase, "en") for phrase in own.counts] for own in position.standings]
    assert told == [["10 whole", "2 half"], ["12 whole"], ["12 whole"]]
    position = game.position("5/1YyYY1/7/1R6/4#4/3rr3/1B5/1Bb3/5 b byr -")
    told = [[game.say(phrase, "fr") for phrase in own.counts] for own in position.standings]
    assert told == [["2 entiers", "1 demi"], ["3 entiers", "1 demi"], ["1 entier", "2 demis"]]


def test_one_piece_is_counted_as_one_in_french_and_none_too() -> None:
    game = tablier.game("kenwan")
    for rows, counted in (
        ("Y3Y/6/7/8/4#4/8/7/6/Bb3 b by -", [["1 entier", "1 demi"], ["2 entiers"]]),
        ("Y3Y/6/7/8/4#4/8/7/6/bb3 b by -", [["0 entier", "2 demis"], ["2 entiers"]]),
    ):
        position = at(rows)
        assert [[game.say(phrase, "fr") for phrase in own.counts] for own in position.standings] == counted


def test_what_the_landing_cell_touches_is_said_without_the_lifted_piece() -> None:
    """B1 touches the blue piece on A1, but only as long as that is not lifted; a cell has no colour of its own."""
    for rows, move, english, french in (
        (GROUPS, "A1-B1", "B1 does not touch the rest of the group.", "B1 ne touche pas le reste du groupe."),
        (GROUPS, "E9-E8", "E8 touches no other piece.", "E8 ne touche aucun autre pion."),
        (
            GROUPS.replace("#3B", "#3b"),
            "E9-E8",
            "E8 touches no other piece of yours.",
            "E8 ne touche aucun autre de vos pions.",
        ),
    ):
        position = at(rows)
        reason = position.game.explain(position, move)
        assert reason is not None
        assert position.game.say(reason, "en").startswith(english)
        assert position.game.say(reason, "fr").startswith(french)
