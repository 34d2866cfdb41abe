"""The comparison with the oracles catches rules that are a little wrong: each seeded mutation must make it fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.games import GAMES, definition
from tests.games.oracle import folder, games

SOURCE = Path(tablier.__file__).parent
Mutation = dict[str, Any]


def _mutations() -> list[tuple[str, Mutation]]:
    found = []
    for game_id in games():
        data = tomllib.loads((folder(game_id) / "mutations.toml").read_text(encoding="utf-8"))
        found += [(game_id, mutation) for mutation in data["mutation"]]
    return found


def _told(case: Any) -> str:
    return str(case["why"]) if isinstance(case, dict) else str(case)


def _compare(game_id: str, mutation: Mutation, into: Path, *given: str) -> subprocess.CompletedProcess[str]:
    """Compare a mutated copy with the oracle."""
    package = GAMES[game_id]
    for name, source in (("tablier", SOURCE), (package, definition(game_id).folder)):
        copy = into.joinpath(*name.split("."))
        if not copy.exists():
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    target = into.joinpath(*package.split("."), mutation["file"])
    text = target.read_text(encoding="utf-8")
    assert text.count(mutation["old"]) == 1, "the snippet to change must occur exactly once"
    target.write_text(text.replace(mutation["old"], mutation["new"]), encoding="utf-8")
    paths = [str(into), str(Path.cwd()), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return subprocess.run(
        [sys.executable, "-m", "tests.games.compare", game_id, *given],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.mark.parametrize(("game_id", "mutation"), _mutations(), ids=_told)
def test_a_mutation_is_caught(game_id: str, mutation: Mutation, tmp_path: Path) -> None:
    done = _compare(game_id, mutation, tmp_path, "--positions", "400", "--games", "2")
    assert done.returncode == 1, f"not caught:\n{done.stdout}\n{done.stderr}"
    assert "oracle" in done.stdout or GAMES[game_id].replace(".", os.sep) in done.stderr


@pytest.mark.parametrize(("game_id", "mutation"), [m for m in _mutations() if m[1].get("recorded")], ids=_told)
def test_a_mutation_is_caught_by_the_recorded_games_alone(game_id: str, mutation: Mutation, tmp_path: Path) -> None:
    done = _compare(game_id, mutation, tmp_path, "--positions", "0", "--games", "0", "--recorded", "1000")
    assert done.returncode == 1, f"not caught:\n{done.stdout}\n{done.stderr}"
    assert "oracle" in done.stdout


@pytest.mark.every_game
def test_mutations_of_every_game_are_tried_on_its_recorded_games() -> None:
    assert {game_id for game_id, mutation in _mutations() if mutation.get("recorded")} == set(games())


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
@pytest.mark.parametrize("game_id", games())
def test_the_unmutated_rules_agree_in_every_mode(game_id: str, mode: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.compare", game_id, "--positions", "40", "--games", "1", "--length", "40"],
        env={**os.environ, mode: "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no difference" in done.stdout
