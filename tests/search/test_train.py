"""Learning weights by self-play, and the command that does it."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.cli.engine_commands import train as train_command
from tablier.core.match import Match
from tablier.search import Limits, best_engine
from tablier.search import train as training
from tablier.search.compiled.scores import FEATURES
from tablier.search.evaluation import evaluation
from tablier.search.train import Plan, first_weights, self_play, train
from tablier.search.weights import read_weights, weights_file
from tests.games.oracle import folder, games

TINY = Plan(rounds=2, games=10, nodes=40, seed=3, test=2)
NAMES = evaluation(tablier.game("polygone")).features
OLD = "# by hand\n[*]\n" + "".join(f"{name} = 7\n" for name in NAMES)


def test_the_same_seed_gives_the_same_weights() -> None:
    game = tablier.game("polygone")
    rounds = list(train(game, TINY))
    assert rounds == list(train(game, TINY))
    assert [r.number for r in rounds] == [1, 2]
    assert all(len(r.weights) == len(NAMES) and r.samples > 50 for r in rounds)
    assert rounds[0].weights != rounds[1].weights
    (other,) = train(game, Plan(rounds=1, games=10, nodes=40, seed=4, test=0))
    assert other.weights != rounds[0].weights


def test_more_processes_and_tests_change_nothing() -> None:
    game = tablier.game("polygone")
    (alone,) = train(game, Plan(rounds=1, games=10, nodes=40, test=0))
    (shared,) = train(game, Plan(rounds=1, games=10, nodes=40, test=2, jobs=2))
    assert shared.weights == alone.weights
    assert shared.before == alone.before


def test_progress_is_told() -> None:
    heard: list[tuple[int, int]] = []
    list(train(tablier.game("polygone"), TINY, lambda done, total: heard.append((done, total))))
    assert heard == [(k, 24) for k in range(1, 25)]


@pytest.mark.parametrize(("game_id", "players"), [("kenwan", 3), ("chinese-checkers", 4)])
def test_samples_are_of_every_pair_of_players(game_id: str, players: int) -> None:
    game = tablier.game(game_id, players=players)
    samples = self_play(game, first_weights(game), Plan(nodes=4, trace=0.5), 1)
    plain = [name for name in evaluation(game).features if name != "network"]
    assert samples.mine.shape == samples.other.shape == (len(samples.chances), len(plain))
    assert 0 <= samples.chances.min() < 0.5 < samples.chances.max() <= 1


def test_the_end_of_a_game_counts_alone_when_the_trace_is_whole() -> None:
    game = tablier.game("polygone")
    samples = self_play(game, first_weights(game), Plan(nodes=40, trace=1.0, blunders=0.0), 1)
    assert samples.decided
    assert set(samples.chances) in ({0.0}, {1.0})


def test_what_follows_a_move_at_random_says_nothing_about_what_came_before() -> None:
    game = tablier.game("polygone")
    samples = self_play(game, first_weights(game), Plan(nodes=40, trace=1.0, blunders=0.2), 1)
    kinds = [key for key, _ in itertools.groupby(samples.chances.tolist())]  # the last turns come first
    assert kinds[0] in (0.0, 1.0)
    assert len(kinds) > 2
    assert any(0 < kind < 1 for kind in kinds)


def test_the_fit_finds_the_weights_that_made_the_samples() -> None:
    dice = np.random.default_rng(1)
    x = dice.integers(-5, 6, (20_000, 3)).astype(float)
    true = np.array([0.5, -0.2, 0.0])
    y = (dice.random(len(x)) < 1 / (1 + np.exp(-x @ true))).astype(float)
    assert np.abs(training._fit(x, y, np.zeros(3), 1e-6) - true).max() < 0.02
    held = training._fit(x, y, np.ones(3), 1e6)
    assert np.abs(held - 1).max() < 0.01


def test_a_feature_that_never_differs_keeps_its_weight() -> None:
    x = np.array([[1.0, 0.0], [-1.0, 0.0], [2.0, 0.0]])
    fitted = training._fit(x, np.array([1.0, 0.0, 1.0]), np.array([0.1, 0.3]), 0.01)
    assert fitted[1] == pytest.approx(0.3)
    assert fitted[0] > 0.1


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_weights_bring_games_of_many_to_their_end(players: int) -> None:
    game = tablier.game("chinese-checkers", players=players)
    match = Match(game, turn_limit=100 * players)
    player = best_engine(game)
    while not match.is_over:
        match.play(player.search(match, Limits(nodes=40), seed=len(match.history)).move)
    assert match.end is not None
    assert match.end.reason == "rules"


def command(file: Path, **given: Any) -> None:
    """The command, in this process."""
    settings: dict[str, Any] = {"rounds": 2, "games": 10, "nodes": 40, "seed": 3, "trace": 0.8, "test": 2, "jobs": 1}
    settings |= {"game_id": "polygone", "settings": None, "network": 0, "output": file, "curve": None}
    train_command(**{**settings, **given})


def test_the_command_writes_weights_and_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, curve = tmp_path / "weights.txt", tmp_path / "curve.svg"
    file.write_text(OLD)
    command(file, curve=curve)
    text = file.read_text()
    assert text.startswith("# tablier train polygone --rounds 2 --games 10 --nodes 40 --seed 3 --trace 0.8\n[*]\n")
    *_, last = train(tablier.game("polygone"), Plan(rounds=2, games=10, nodes=40, seed=3, trace=0.8))
    assert read_weights(text, NAMES) == {"*": last.weights}
    assert curve.read_text().startswith("<svg")
    assert "round 2: 10 games" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["curve.svg", "weights.txt"]


def test_a_network_is_learned_beside_the_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "weights.txt"
    names = evaluation(tablier.game("chinese-checkers")).features
    command(file, game_id="chinese-checkers", settings=["players=2"], rounds=1, test=0)
    (plain,) = read_weights(file.read_text(), names).values()
    assert plain[-1] == 0
    command(file, game_id="chinese-checkers", settings=["players=2"], rounds=1, test=0, network=4)
    made = "tablier train chinese-checkers players=2 --rounds 1 --games 10 --nodes 40 --seed 3 --trace 0.8 --network 4"
    assert file.read_text().startswith(f"# {made}\n[players=2]\n")
    assert read_weights(file.read_text(), names) == {"players=2": [*plain[:-1], 1]}
    found = json.loads((tmp_path / "network-players-2.json").read_text())
    assert found["command"] == made
    assert [len(row) for row in found["units"]] == [len(names)] * 4
    assert len(found["worth"]) == 4
    assert "network: 4 units, loss" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["network-players-2.json", "weights.txt"]


@pytest.mark.parametrize(("games", "kept"), [(4, "# by hand"), (14, "--rounds 1 ")])
def test_an_interruption_leaves_the_last_finished_round(
    games: int, kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "weights.txt"
    file.write_text(OLD)
    played = 0

    def interrupted(real: Callable[..., Any]) -> Callable[..., Any]:
        def play(*given: Any) -> Any:
            nonlocal played
            played += 1
            if played > games:
                raise KeyboardInterrupt
            return real(*given)

        return play

    monkeypatch.setattr(training, "self_play", interrupted(self_play))
    with pytest.raises(KeyboardInterrupt):
        command(file)
    text = file.read_text()
    assert kept in text.splitlines()[0]
    assert list(read_weights(text, NAMES)) == ["*"]
    assert [path.name for path in tmp_path.iterdir()] == ["weights.txt"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "chess"),
        (["polygone", "players=3"], "players"),
        (["polygone", "--games", "3"], "10"),
        (["polygone", "--trace", "2"], "trace"),
        (["polygone", "--network", "8"], "no network"),
        (["chinese-checkers", "players=3", "--network", "8"], "no network-players-3.json beside its weights"),
        (["chinese-checkers", "--network", "65"], "64"),
        (["polygone", "--output", "nowhere/weights.txt"], "nowhere/weights.txt"),
        (["polygone", "--curve", "."], "a file in a folder"),
        (["polygone", "--output", "other.txt"], "does not fit the game's features"),
    ],
)
def test_bad_input_is_refused_before_any_game(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("[*]\nkings = 1\n")
    done = subprocess.run(
        [sys.executable, "-c", "from tablier.cli import main; main()", "train", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("tablier: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "other.txt").read_text() == "[*]\nkings = 1\n"


def test_the_first_weights_are_progress_or_the_guess_of_the_game() -> None:
    guessed = 0
    for game_id in games():
        game = tablier.game(game_id)
        found = evaluation(game)
        weights = first_weights(game)
        assert len(weights) == FEATURES
        guessed += bool(found.first)
        wanted = found.first or {"progress": found.progress}
        assert {found.features[k]: weights[k] for k in weights.nonzero()[0]} == wanted
    assert 0 < guessed < len(games())


@pytest.mark.every_game
def test_shipped_weights_tell_the_command_that_made_them() -> None:
    for game_id in games():
        game = tablier.game(game_id)
        text = weights_file(game).read_text(encoding="utf-8")
        made = [line for line in text.splitlines() if line.startswith("#")]
        sections = [line.strip("[]") for line in text.splitlines() if line.startswith("[")]
        assert len(made) == len(sections)
        for line, section in zip(made, sections, strict=True):
            assert line.startswith(f"# tablier train {game_id} {'' if section == '*' else section + ' '}--rounds ")
        for section in sections:
            picture = "all" if section == "*" else section.replace("=", "-")
            assert (folder(game_id) / "training" / f"{picture}.svg").is_file()
