"""What a game says to engines: conditions on its options, and evaluations that make sense."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

import tablier
from tablier.core.evaluation import Evaluation, condition_of, fitting
from tablier.search import Level, best_engine
from tablier.search.evaluation import evaluation

OPTIONS = {"players": 2, "men": 15, "long_jumps": True}
PLAIN = Evaluation(features=("progress", "pawns"), engines={"*": "greedy"}, nodes={"*": 100}, progress=10)


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        ({"*": 1}, 1),
        ({"*": 1, "players=2": 2}, 2),
        ({"players=2 men=15": 3, "players=2": 2, "*": 1}, 3),
        ({"players=3": 2, "*": 1}, 1),
        ({"players=2 men=10": 3, "players=2": 2}, 2),
        ({"long_jumps=on": 4, "long_jumps=off": 5}, 4),
        ({"players=3": 2}, None),
        ({"kings=1": 2, "*": 1}, 1),
        ({}, None),
    ],
)
def test_the_condition_that_names_most_options_counts(choices: dict[str, int], found: int | None) -> None:
    assert fitting(choices, OPTIONS) == found


def test_a_condition_tells_the_values_of_options_as_the_command_line_takes_them() -> None:
    assert condition_of(OPTIONS, ("players",)) == "players=2"
    assert condition_of(OPTIONS, ("men", "long_jumps")) == "men=15 long_jumps=on"
    assert condition_of(OPTIONS, ("kings",)) == condition_of(OPTIONS, ()) == "*"


def test_engine_and_nodes_may_depend_on_any_option(monkeypatch: pytest.MonkeyPatch) -> None:
    sectors, mosaic = (tablier.game("kenwan", players=2, layout=layout) for layout in ("sectors", "mosaic"))
    own = evaluation(sectors)
    changed = replace(
        own,
        engines={**own.engines, "players=2 layout=mosaic": "mcts"},
        nodes={**own.nodes, "players=2 layout=mosaic": 777},
        by=("players", "layout"),
    )
    monkeypatch.setattr(import_module("tablier.games.kenwan.evaluation"), "EVALUATION", changed)
    assert (best_engine(sectors).name, best_engine(mosaic).name) == ("alphabeta", "mcts")
    assert Level(10).limits(mosaic).nodes == 777
    assert Level(10).limits(sectors).nodes == own.nodes["players=2"]


def test_options_nothing_is_said_of_are_told() -> None:
    alone = replace(PLAIN, engines={"players=3": "mcts"})
    with pytest.raises(ValueError, match="no engine for players=2 men=15 long_jumps=on"):
        alone.engine(OPTIONS)
    assert alone.most_nodes(OPTIONS) == 100


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"features": ()}, "features"),
        ({"features": ("progress", "progress")}, "each another"),
        ({"loud": "kings"}, "'kings'"),
        ({"first": {"kings": 3}}, "'kings'"),
    ],
)
def test_an_evaluation_that_makes_no_sense_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(PLAIN, **wrong)


def test_a_folder_without_an_evaluation_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(import_module("tablier.games.polygone.evaluation"), "EVALUATION")
    with pytest.raises(ValueError, match=r"tablier\.games\.polygone\.evaluation has no EVALUATION"):
        best_engine(tablier.game("polygone"))
