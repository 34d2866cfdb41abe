"""Weights: the file, and learning them."""

from __future__ import annotations

import shlex
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.main import get_command

import tablier
from tablier.cli.app import app
from tablier.cli.given import game_from
from tablier.search.compiled.scores import FEATURES, ONE, UNIT, chance
from tablier.search.compiled.static import at_features
from tablier.search.curve import draw_curve
from tablier.search.evaluation import evaluation
from tablier.search.weights import condition, read_weights, weights_file, weights_for, with_section
from tests.games.oracle import games
from tests.search.positions import all_cases, label, middle

NAMES = ("pawns", "to act")


@pytest.mark.parametrize("case", all_cases(), ids=label)
def test_every_game_has_weights_for_its_features(case: tuple[str, dict[str, object]]) -> None:
    position = middle(case, 1, 12)
    names = evaluation(position.game).features
    assert len(names) <= FEATURES
    assert len(set(names)) == len(names)
    out = np.zeros(FEATURES, np.int64)
    assert at_features(position.states, 0, out) == len(names)
    assert weights_for(position.game).any()
    assert weights_file(position.game).exists()


def test_a_section_is_replaced_and_the_others_stay() -> None:
    text = with_section("", "*", NAMES, [1, 2], "first")
    text = with_section(text, "players=3", NAMES, [3, 4], "second")
    text = with_section(text, "*", NAMES, [5, -6], "third")
    assert read_weights(text, NAMES) == {"players=3": [3, 4], "*": [5, -6]}
    assert "# third" in text
    assert "# first" not in text


@pytest.mark.parametrize(
    "text",
    [
        "pawns = 1",
        "[*]\npawns = x\nto act = 1",
        "[*]\nkings = 1",
        "[*]\npawns = 1",
        "nonsense",
        "[*]\npawns = 1\npawns = 2\nto act = 1",
        "[*]\npawns = 1\n  2\nto act = 1",
    ],
)
def test_bad_files_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="weights") as caught:
        read_weights(text, NAMES)
    assert "\n" not in str(caught.value)


def test_weights_may_depend_on_any_option(tmp_path: Path) -> None:
    names = evaluation(tablier.game("chinese-checkers")).features
    text = ""
    for number, which in enumerate(("players=2", "players=2 men=15", "players=3"), 1):
        text = with_section(text, which, names, [number] * len(names), "by hand")
    file = tmp_path / "weights.txt"
    file.write_text(text)
    told = [
        int(weights_for(tablier.game("chinese-checkers", players=players, men=men), file)[0])
        for players, men in ((2, 10), (2, 15), (3, 10), (3, 15))
    ]
    assert told == [1, 2, 3, 3]
    with pytest.raises(ValueError, match="no weights for players=4"):
        weights_for(tablier.game("chinese-checkers", players=4), file)


def test_sections_go_by_the_number_of_players() -> None:
    assert condition(tablier.game("kenwan", players=3)) == "players=3"
    assert condition(tablier.game("polygone")) == "*"


def test_chances_are_symmetric_and_rise() -> None:
    assert chance(0) * 2 == ONE
    values = [chance(difference) for difference in range(-40 * UNIT, 40 * UNIT, 97)]
    assert values == sorted(values)
    assert all(chance(d) + chance(-d) == ONE for d in range(0, 40 * UNIT, 31))


@pytest.mark.parametrize("game_id", games())
def test_shipped_weights_tell_how_they_were_made(game_id: str) -> None:
    train = get_command(app).commands["train"]  # type: ignore[attr-defined]
    text = weights_file(tablier.game(game_id)).read_text(encoding="utf-8")
    for section in text.strip().split("\n\n"):
        first, which, *_ = section.splitlines()
        if first.startswith("# by "):  # by hand, or before the command was what it is
            continue
        words = shlex.split(first.removeprefix("# "))
        assert words[:3] == ["tablier", "train", game_id]
        given = train.make_context("train", words[2:]).params
        assert f"[{condition(game_from(game_id, given['settings'] or []))}]" == which


def test_the_curve_is_a_picture() -> None:
    root = ElementTree.fromstring(draw_curve("a game", [0.7, 0.6], [0.65, 0.58], [0.5, 0.75]))  # noqa: S314
    assert len(root.findall(".//{*}circle")) == 6
    assert {"a game", "score against the first weights", "100%"} <= {text.text for text in root.findall(".//{*}text")}
    alone = ElementTree.fromstring(draw_curve("a game", [0.7, 0.7], [0.7, 0.7], []))  # noqa: S314
    assert len(alone.findall(".//{*}circle")) == 4
