"""Networks over the features: learning one, the file it is kept in, and those shipped with the games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.core.game import Game
from tablier.kernel.network import NETWORK_UNIT, tables
from tablier.search.compiled.scores import FEATURES, UNIT
from tablier.search.compiled.static import at_features
from tablier.search.evaluation import evaluation
from tablier.search.learner import Network, fit_network, network_file
from tablier.search.weights import condition, weights_file, weights_for
from tests.games.oracle import games
from tests.search.positions import all_cases, middle


def names_of(game: Game) -> tuple[str, ...]:
    return evaluation(game).features


def _shipped() -> list[Game]:
    """Every game with every number of players for which it has a network."""
    every = {(game_id, options.get("players")) for game_id, options in all_cases()}
    games = [tablier.game(game_id, **({"players": n} if n else {})) for game_id, n in sorted(every, key=str)]
    return [game for game in games if evaluation(game).has_network and weights_for(game)[len(names_of(game)) - 1]]


SHIPPED = _shipped()


def label(game: Game) -> str:
    return f"{game.id}-{len(game.players)}"


def samples(count: int, seed: int) -> tuple[Any, Any, Any]:
    """Features of two players, and the chance of the first, who gains by the second feature only where the first is above 5."""
    dice = np.random.default_rng(seed)
    mine, other = dice.integers(0, 11, (2, count, 2)).astype(float)
    worth = [rows[:, 0] * 0.1 + np.where(rows[:, 0] > 5, rows[:, 1], 0) * 0.4 for rows in (mine, other)]
    return mine, other, 1 / (1 + np.exp(worth[1] - worth[0]))


def entropy(chances: Any) -> float:
    """The least loss there can be."""
    return float(-np.mean(chances * np.log(chances) + (1 - chances) * np.log(1 - chances)))


def plainly(units: Any, worth: Any, features: list[int]) -> int:
    """What a network says, one number after the other."""
    total = 0
    for row, counts in zip(units, worth, strict=True):
        total += counts * max(0, row[-1] + sum(w * f for w, f in zip(row[:-1], features, strict=True)))
    return total // NETWORK_UNIT


def learned(seed: int = 1) -> Network:
    return fit_network(samples(8000, 1), samples(2000, 2), np.array([0.3 * UNIT, 0.2 * UNIT]), 8, seed)


def test_a_network_learns_what_weights_cannot_say() -> None:
    network = learned()
    least = entropy(samples(2000, 2)[2])
    assert network.before > least + 0.05  # the weights given are wrong
    # Nor do the best weights come near.
    mine, other, chances = samples(2000, 2)
    lowest = min(
        float(np.mean(np.logaddexp(0, z) - chances * z))
        for first in np.arange(0, 1, 0.05)
        for second in np.arange(0, 1, 0.05)
        for z in [(mine - other) @ np.array([first, second])]
    )
    assert least < network.after < least + 0.25 * (lowest - least)


def test_what_is_told_of_the_loss_is_that_of_the_whole_numbers() -> None:
    network = learned()
    mine, other, chances = samples(2000, 2)
    odds = [
        0.3 * (a[0] - b[0])
        + 0.2 * (a[1] - b[1])
        + (
            plainly(network.units, network.worth, [*map(int, a)])
            - plainly(network.units, network.worth, [*map(int, b)])
        )
        / UNIT
        for a, b in zip(mine, other, strict=True)
    ]
    loss = np.mean([np.logaddexp(0, z) - chance * z for z, chance in zip(odds, chances, strict=True)])
    assert network.after == pytest.approx(float(loss), abs=1e-3)


def test_the_same_seed_gives_the_same_network() -> None:
    assert learned() == learned()
    assert learned() != learned(seed=2)


def test_the_file_tells_the_numbers_and_the_command(tmp_path: Path) -> None:
    network = Network([[1, -2, 3], [4, 5, -6]], [7, -8], 0.6, 0.5)
    (tmp_path / "network.json").write_text(network.text("tablier train something"))
    found = json.loads((tmp_path / "network.json").read_text())
    assert found["units"] == [[1, -2, 3], [4, 5, -6]]
    assert found["worth"] == [7, -8]
    assert found["command"] == "tablier train something"
    units, worth = tables(tmp_path, {1: "network.json"})
    assert units[1].tolist() == found["units"]
    assert worth[1].tolist() == found["worth"]


def test_some_games_have_networks_and_others_none() -> None:
    assert 0 < len({game.id for game in SHIPPED}) < len(games())


@pytest.mark.parametrize("game", SHIPPED, ids=label)
def test_the_last_feature_is_the_network_over_the_others(game: Game) -> None:
    players = len(game.players)
    shipped = json.loads(weights_file(game).with_name(network_file(game)).read_text(encoding="utf-8"))
    names = names_of(game)
    assert weights_for(game)[len(names) - 1] == 1
    out = np.zeros(FEATURES, np.int64)
    seen, most = set(), np.ones(len(names) - 1)
    for seed in range(20):
        position = middle((game.id, dict(game.options)), seed, 7 * seed)
        for player in range(players):
            at_features(position.states, player, out)
            *others, last = map(int, out[: len(names)])
            # Where a game has nothing to say yet, it may add nothing.
            assert last == plainly(shipped["units"], shipped["worth"], others) or not any(out)
            most = np.maximum(most, np.abs(others))
            seen.add(last)
    assert len(seen) > 20
    # Sums stay within 32 bits, though features were ten times what they are here.
    assert max(10 * np.abs(row[:-1]) @ most + abs(row[-1]) for row in np.array(shipped["units"])) < 1 << 31


@pytest.mark.parametrize("game", SHIPPED, ids=label)
def test_the_file_names_the_command_that_made_the_weights_beside_it(game: Game) -> None:
    file = weights_file(game)
    before = file.read_text(encoding="utf-8").split(f"\n[{condition(game)}]")[0]
    made = before.splitlines()[-1].removeprefix("# ")
    assert "--network" in made
    assert json.loads(file.with_name(network_file(game)).read_text(encoding="utf-8"))["command"] == made
