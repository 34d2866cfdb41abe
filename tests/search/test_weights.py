"""Weights: the file, and learning them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tablier
from tablier.search.compiled.scores import FEATURES, ONE, UNIT, chance
from tablier.search.compiled.static import at_features
from tablier.search.curve import draw_curve
from tablier.search.evaluation import evaluation
from tablier.search.train import Plan, train
from tablier.search.weights import condition, read_weights, weights_file, weights_for, with_section
from tests.search.positions import all_cases, label, middle

NAMES = ("pawns", "to act")


@pytest.mark.parametrize("case", all_cases(), ids=label)
def test_every_game_has_weights_for_its_features(case: tuple[str, dict[str, object]]) -> None:
    position = middle(case, 1, 12)
    names = evaluation(position.game.definition.package).NAMES
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
    "text", ["pawns = 1", "[*]\npawns = x\nto act = 1", "[*]\nkings = 1", "[*]\npawns = 1", "nonsense"]
)
def test_bad_files_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="weights"):
        read_weights(text, NAMES)


def test_sections_go_by_the_number_of_players() -> None:
    assert condition(tablier.game("kenwan", players=3)) == "players=3"
    assert condition(tablier.game("polygone")) == "*"


def test_chances_are_symmetric_and_rise() -> None:
    assert chance(0) * 2 == ONE
    values = [chance(difference) for difference in range(-40 * UNIT, 40 * UNIT, 97)]
    assert values == sorted(values)
    assert all(chance(d) + chance(-d) == ONE for d in range(0, 40 * UNIT, 31))


def test_training_is_reproducible_and_learns() -> None:
    game = tablier.game("polygone")
    plan = Plan(rounds=1, games=10, nodes=60, seed=3)
    (first,), (second,) = list(train(game, plan)), list(train(game, plan))
    assert first == second
    assert first.pairs > 50
    assert len(first.weights) == len(evaluation(game.definition.package).NAMES)


def test_the_curve_is_a_picture(tmp_path: Path) -> None:
    text = draw_curve("a game", [0.7, 0.6], [0.65, 0.58])
    assert text.startswith("<svg")
    assert text.count("<circle") == 4
