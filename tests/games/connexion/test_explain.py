"""Why a move of Connexion is not legal, what a move does and why a game ended, each with its witnesses, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

import tablier
from tablier.core.position import Position
from tablier.scene import Gesture
from tests.games.walks import walk

GAME = tablier.game("connexion")
START = "888888/000000/000000/000000/000000/444444 w -"
TURNED = "888888/000000/000000/002000/000000/444444 b b3c3c4"
# c3 is locked with a pawn of each on it: White's can go nowhere, dark is connected to c2 and d3; the locked c4 holds a
# white pawn.
HELD = "088888/000000/004000/00e000/000000/044440 b b3c3c4"
# Light: b3 c3 c4, with white pawns on b3 and c3.
CHAIN = "800000/000000/000000/046000/000000/000000 w -"
# Light: the ring b2 b3 c3 c2, with white pawns on b2 and c3.
RING = "800000/000000/000000/005000/072000/000000 w -"
# Light: c1 d1 d2 c2 c3 d3 d4, with white pawns on c1, d1 and c3; Black has turned e1 or f1.
GAP = "bb982b/000313/203008/004200/043100/024657 w e1f1"
OVER = "000004/000000/000000/000000/000000/200000 - a1b1 b"
BOTH_OUT = "000002/000020/000200/002000/020000/200000 - e6f6 b"

REASONS: list[tuple[str, str, str | Gesture, str, tuple[str, ...]]] = [
    ("game-over", OVER, "c3+", "end", ("board:exit-a1",)),
    ("game-over", OVER, "pass", "end", ("board:exit-a1",)),
    ("game-over", OVER, Gesture(()), "end", ("board:exit-a1",)),
    ("game-over", OVER, Gesture(("plate:c3",)), "end", ("board:exit-a1",)),
    ("pass", START, "pass", "moves", ()),
    ("pass", START, Gesture((), "pass"), "moves", ()),
    ("protected", TURNED, "b3+", "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", TURNED, Gesture(("plate:c3",)), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", TURNED, Gesture(("plate:c4",), "*"), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", TURNED, Gesture(("lock:c3",)), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", TURNED, Gesture(("dark:c3",)), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", TURNED, Gesture(("light:c4",)), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", TURNED, Gesture(("dark:b3",), "+"), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", TURNED, Gesture(("plate:d4", "dark:c3")), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", TURNED, Gesture(("plate:d4", "lock:c3")), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", HELD, Gesture(("light:c3",)), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", HELD, Gesture(("piece:c3w",)), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", HELD, Gesture(("piece:c3b",), "*"), "protection", ("plate:b3", "plate:c3", "plate:c4")),
    ("protected", GAP, Gesture(("light:e1",)), "protection", ("plate:e1", "plate:f1")),
    ("isolated", GAP, Gesture(("piece:e1w",)), "pawn", ("light:e1",)),
    ("no-pawn", TURNED, Gesture(("dark:c3", "dark:c2")), "pawn", ("dark:c3",)),
    ("no-pawn", START, "c3-c4", "pawn", ("plate:c3",)),
    ("no-pawn", START, Gesture(("light:c3",)), "pawn", ("light:c3",)),
    ("no-pawn", START, Gesture(("dark:a1", "light:a2")), "pawn", ("dark:a1",)),
    ("not-yours", START, "a6-a5", "pawn", ("piece:a6b",)),
    ("not-yours", START, Gesture(("piece:a6b",)), "pawn", ("piece:a6b",)),
    ("not-yours", START, Gesture(("dark:a6", "dark:a5")), "pawn", ("piece:a6b",)),
    ("same-place", CHAIN, "c3-c3", "pawn", ("piece:c3w",)),
    ("same-place", RING, Gesture(("piece:b2w", "light:b2")), "pawn", ("piece:b2w",)),
    ("same-place", RING, Gesture(("piece:b2w", "piece:b2w")), "pawn", ("piece:b2w",)),
    ("occupied", CHAIN, "b3-c3", "pawn", ("piece:c3w",)),
    ("occupied", CHAIN, Gesture(("piece:b3w", "piece:c3w")), "pawn", ("piece:c3w",)),
    ("isolated", START, "a1-a2", "pawn", ("light:a1",)),
    ("isolated", START, Gesture(("piece:a1w",)), "pawn", ("light:a1",)),
    ("not-connected", CHAIN, "c3-d3", "pawn", ("light:d3",)),
    ("not-connected", CHAIN, Gesture(("piece:c3w", "light:d4")), "pawn", ("light:d4",)),
    ("not-connected", CHAIN, Gesture(("piece:c3w", "plate:d4")), "pawn", ("light:d4",)),
    ("blocked", CHAIN, "b3-c4", "pawn", ("piece:c3w",)),
    ("blocked", GAP, "d1-d4", "pawn", ("piece:c3w",)),
    ("hemmed-in", CHAIN, Gesture(("piece:b3w",)), "pawn", ("piece:c3w",)),
    ("wrong-colour", CHAIN, Gesture(("piece:c3w", "dark:c4")), "pawn", ("dark:c4",)),
    ("wrong-colour", CHAIN, Gesture(("piece:c3w", "piece:a6b")), "pawn", ("piece:a6b",)),
    ("leaves-by-itself", CHAIN, Gesture(("piece:c3w", "board:exit-c6")), "leaving", ("board:exit-c6",)),
    ("not-a-move", CHAIN, Gesture(("piece:c3w", "board:exit-c1")), "moves", ("board:exit-c1",)),
    ("not-a-move", CHAIN, Gesture(("piece:c3w", "bridge:b3c3")), "moves", ("bridge:b3c3",)),
    ("not-a-move", CHAIN, Gesture(("bridge:b3c3",)), "moves", ("bridge:b3c3",)),
    ("not-a-move", CHAIN, Gesture(("label:a", "label:a")), "moves", ("label:a",)),
    ("not-a-move", CHAIN, Gesture(("plate:c3", "plate:c4")), "moves", ("plate:c3", "plate:c4")),
    ("not-a-move", CHAIN, Gesture(("piece:c3w",), "+"), "moves", ("piece:c3w",)),
    (
        "not-a-move",
        CHAIN,
        Gesture(("piece:c3w", "light:c4", "light:b3")),
        "moves",
        ("piece:c3w", "light:c4", "light:b3"),
    ),
    ("not-a-move", CHAIN, Gesture(("plate:c3",), "pass"), "moves", ("plate:c3",)),
    ("not-a-move", CHAIN, Gesture((), "*"), "moves", ()),
]


def at(text: str) -> Position:
    return GAME.position(text)


@pytest.mark.parametrize(("code", "text", "tried", "rule", "witness"), REASONS)
def test_reason(code: str, text: str, tried: str | Gesture, rule: str, witness: tuple[str, ...]) -> None:
    position = at(text)
    reason = GAME.explain(position, tried)
    assert reason is not None
    assert (reason.code, reason.rule, reason.witness) == (code, rule, witness)
    assert set(reason.witness) <= {shape.id for shape in position.scene().shapes}
    for language in ("fr", "en"):
        said = GAME.say(reason, language)
        assert "{" not in said
        assert "@" not in said
        assert rule in {section["anchor"] for section in GAME.texts(language).data["rules"]}


def test_every_code_has_words_and_is_tested() -> None:
    for language in ("fr", "en"):
        data = GAME.texts(language).data
        assert set(data["reasons"]) == {reason[0] for reason in REASONS}
        assert set(data["endings"]) == {"out", "both-out"}
        assert all(set(entry) == {"what", "why"} for group in ("reasons", "endings") for entry in data[group].values())


@pytest.mark.parametrize(
    ("text", "tried"),
    [
        (START, Gesture(())),
        (START, Gesture(("plate:c3",))),
        (START, Gesture(("plate:c3",), "+")),
        (START, "c3+"),
        (CHAIN, "c3-c4"),
        (CHAIN, Gesture(("piece:c3w",))),
        (CHAIN, Gesture(("light:c3",))),
        (CHAIN, Gesture(("piece:c3w", "light:c4"))),
        (CHAIN, Gesture(("light:c3", "plate:c4"))),
        (TURNED, Gesture(("plate:d3",))),
        (HELD, Gesture(("piece:c3b",))),
        (HELD, Gesture(("dark:c3",))),
        (HELD, Gesture(("dark:c3", "dark:d3"))),
    ],
)
def test_what_is_legal_or_may_become_so_needs_no_reason(text: str, tried: str | Gesture) -> None:
    assert GAME.explain(at(text), tried) is None


@pytest.mark.parametrize("option", ["all", "new"])
def test_whoever_points_at_a_protected_plate_is_told_that_it_is_protected(option: str) -> None:
    game = tablier.game("connexion", protection=option)
    for seed in range(60):
        position = walk(game.start(), seed, 5 + seed)
        locks = [shape.id[-2:] for shape in position.scene().shapes if shape.id.startswith("lock:")]
        steps = {move[:2] for move in position.moves() if len(move) == 5}
        for name in locks if not position.is_over else []:
            own = f"{('light', 'dark')[position.to_act or 0]}:{name}"
            for shape in (f"plate:{name}", f"lock:{name}", f"light:{name}", f"dark:{name}"):
                reason = game.explain(position, Gesture((shape,)))
                if shape == own and name in steps:
                    assert reason is None
                else:
                    assert reason is not None
                    assert reason.code == "protected"
                    assert reason.witness == tuple(f"plate:{lock}" for lock in locks)


@pytest.mark.parametrize(
    ("option", "english", "french"),
    [
        (
            "all",
            "White has just turned one of b3, c3, c4, connected by their light triangles: "
            "none of them may be turned in the move that follows.",
            "Blanc vient de tourner l’une des plaques b3, c3, c4, connectées par leurs triangles clairs\u202f: "
            "aucune ne peut être tournée au coup qui suit.",
        ),
        (
            "new",
            "White has just turned one of b3, c3, c4, newly connected by their light triangles: "
            "none of them may be turned in the move that follows.",
            "Blanc vient de tourner l’une des plaques b3, c3, c4, qui viennent d’être connectées par leurs triangles "
            "clairs\u202f: aucune ne peut être tournée au coup qui suit.",
        ),
    ],
)
def test_protected_claims_a_new_connection_only_where_new_ones_are_protected(
    option: str, english: str, french: str
) -> None:
    game = tablier.game("connexion", protection=option)
    reason = game.explain(game.position(TURNED), "c3+")
    assert reason is not None
    assert game.say(reason, "en") == f"c3 is protected for this move. {english}"
    assert game.say(reason, "fr") == f"c3 est protégée pour ce coup. {french}"


def test_choices_say_how_far_the_plate_turns() -> None:
    for language, quarter, half in (("en", "a quarter ", "half "), ("fr", "d’un quart de tour ", "d’un demi-tour")):
        labels = {sign: choice["label"] for sign, choice in GAME.texts(language).data["choices"].items()}
        assert quarter in labels["+"]
        assert quarter in labels["-"]
        assert half in labels["*"]
        assert len(set(labels.values())) == 3


def test_the_option_has_words() -> None:
    for language in ("fr", "en"):
        words = GAME.texts(language).data["options"]
        assert set(words) == {option.name for option in GAME.definition.options} == {"protection"}
        assert set(words["protection"]["values"]) == {"all", "new"}
        # The rules and our reading name the value as New game does.
        rule = next(rule for rule in GAME.texts(language).data["rules"] if rule["anchor"] == "protection")
        assert words["protection"]["values"]["new"] in rule["text"]


def test_a_ring_closed_both_ways_names_both_pawns() -> None:
    # Light goes round b2 b3 c3 c2; from b2 the pawns on b3 and c2 close the way to c3 on both sides.
    reason = GAME.explain(at("800000/000000/000000/041000/076000/000000 w -"), "b2-c3")
    assert reason is not None
    assert (reason.code, reason.witness) == ("blocked", ("piece:b3w", "piece:c2w"))
    assert reason.values["plates"] == "b3, c2"


def test_two_shapes_are_a_step_or_explained() -> None:
    for text in (START, TURNED, HELD, CHAIN, RING, GAP, OVER):
        position = at(text)
        legal = set(position.moves())
        ids = [shape.id for shape in position.scene().shapes]
        for first in ids:
            if not first.startswith(("piece:", "plate:c", "light:b", "lock:", "board:", "bridge:")):
                continue
            for second in ids:
                reason = GAME.explain(position, Gesture((first, second)))
                if reason is None:
                    # A triangle stands for its pawn, a plate or its lock for the triangle of the pawn's colour.
                    assert f"{first.partition(':')[2][:2]}-{second.partition(':')[2][:2]}" in legal
                else:
                    assert set(reason.witness) <= set(ids)


@pytest.mark.parametrize(
    "move", ["", "c3", "c7+", "g1+", "C3+", "c3++", "a1-b", "a1–b2", "a1-b2\n", "²1+", "c3x", "a" * 10**6]
)
def test_what_is_no_move_text_is_refused_with_the_forms_accepted(move: str) -> None:
    with pytest.raises(ValueError, match=r"c3\+, c3- or c3\*, or a step like a1-b3"):
        GAME.explain(at(START), move)
    with pytest.raises(ValueError, match="illegal move"):
        at(START).play(move)


@pytest.mark.parametrize("shape", ["plate:g7", "", "lock:c3", None, 5, ["plate:c3"]])
def test_shapes_that_are_not_drawn_are_refused(shape: Any) -> None:
    with pytest.raises(ValueError, match="there is no"):
        GAME.explain(at(START), Gesture((shape,)))


@pytest.mark.parametrize("choice", ["", "++", 3, ["+"]])
def test_choices_that_do_not_exist_are_refused(choice: Any) -> None:
    with pytest.raises(ValueError, match="choices of a gesture"):
        GAME.explain(at(START), Gesture(("plate:c3",), choice))


@pytest.mark.parametrize(
    ("text", "move", "english", "french"),
    [
        (
            START,
            "c3*",
            "White turns c3 half round. Protected for one move: b3, c3, c4.",
            "Blanc tourne c3 d’un demi-tour. Protégées pour un coup\u202f: b3, c3, c4.",
        ),
        (
            START,
            "a1+",
            "White turns a1 a quarter clockwise.",
            "Blanc tourne a1 d’un quart de tour à droite.",
        ),
        (
            TURNED,
            "a6-",
            "Black turns a6 a quarter anticlockwise. Protected for one move: a5, a6.",
            "Noir tourne a6 d’un quart de tour à gauche. Protégées pour un coup\u202f: a5, a6.",
        ),
        (CHAIN, "c3-c4", "White c3–c4.", "Blanc c3–c4."),
        (
            GAP,
            "e4*",
            "White turns e4 half round. White: 3 pawns leave, from c1, c3, d1. Protected for one move: d4, e4, e5.",
            "Blanc tourne e4 d’un demi-tour. Blanc\u202f: 3 pions sortent, depuis c1, c3, d1. "
            "Protégées pour un coup\u202f: d4, e4, e5.",
        ),
        (
            "00000c/000020/000200/002000/020000/200000 w -",
            "f6*",
            "White turns f6 half round. White: the pawn on f6 leaves. Black: the pawn on f6 leaves. Black wins.",
            "Blanc tourne f6 d’un demi-tour. Blanc\u202f: le pion en f6 sort. Noir\u202f: le pion en f6 sort. Noir gagne.",
        ),
    ],
)
def test_narration(text: str, move: str, english: str, french: str) -> None:
    for language, expected in (("en", english), ("fr", french)):
        assert " ".join(GAME.say(phrase, language) for phrase in at(text).narrate(move)) == expected


@pytest.mark.parametrize(
    ("text", "code", "witness", "winner", "loser"),
    [
        (OVER, "out", ("board:exit-a1",), "@players.black", "@players.white"),
        (BOTH_OUT, "both-out", ("board:exit-a1",), "@players.black", "@players.white"),
        (BOTH_OUT.replace("e6f6 b", "f5f6 w"), "both-out", ("board:exit-f6",), "@players.white", "@players.black"),
        (
            "000000/000000/000000/000000/000000/800000 - - w",
            "out",
            tuple(f"board:exit-{column}6" for column in "abcdef"),
            "@players.white",
            "@players.black",
        ),
    ],
)
def test_ending(text: str, code: str, witness: tuple[str, ...], winner: str, loser: str) -> None:
    ending = at(text).ending
    assert ending is not None
    assert (ending.code, ending.rule, ending.witness) == (code, "end", witness)
    assert ending.values == {"winner": winner, "loser": loser}


def _keys(node: Any, prefix: str = "") -> set[str]:
    if isinstance(node, dict):
        return {key for name, value in node.items() for key in _keys(value, f"{prefix}.{name}")}
    if isinstance(node, list):
        return {key for number, value in enumerate(node) for key in _keys(value, f"{prefix}.{number}")}
    return {prefix}


def test_both_catalogues_have_the_same_keys_and_gaps() -> None:
    english, french = GAME.texts("en"), GAME.texts("fr")
    assert _keys(english.data) == _keys(french.data)


def test_french_typography() -> None:
    text = str(GAME.texts("fr").data)
    for sign in ";:!?":
        assert f" {sign}" not in text
    for entry in GAME.texts("fr").data["rules"]:
        assert "'" not in entry["text"]
        assert "\u202f:" in entry["text"] or " :" not in entry["text"]


def test_figures_are_positions_and_moves() -> None:
    for language in ("fr", "en"):
        data = GAME.texts(language).data
        figures = [figure for rule in data["rules"] for figure in rule.get("figures", [])]
        assert len(figures) == 7
        for figure in figures:
            position = tablier.game("connexion", **figure.get("options", {})).position(figure["position"])
            if "move" in figure:
                assert figure["move"] in position.moves()


def test_readings_belong_to_rules() -> None:
    for language in ("fr", "en"):
        data = GAME.texts(language).data
        anchors = {rule["anchor"] for rule in data["rules"]}
        assert len(anchors) == len(data["rules"])
        assert len(data["readings"]) == 5
        assert {reading["anchor"] for reading in data["readings"]} == {"start", "protection", "draws"} <= anchors


def test_pawns_left_on_the_board_are_counted() -> None:
    game = tablier.game("connexion")
    for text, language, counted in (
        ("888888/000000/000000/000000/000000/400000 w -", "en", ["1 pawn to get out", "6 pawns to get out"]),
        ("888888/000000/000000/000000/000000/400000 w -", "fr", ["1 pion à sortir", "6 pions à sortir"]),
        (OVER, "en", ["1 pawn to get out", "all pawns out"]),
        (OVER, "fr", ["1 pion à sortir", "tous les pions sortis"]),
    ):
        assert [game.say(own.counts[0], language) for own in game.position(text).standings] == counted
