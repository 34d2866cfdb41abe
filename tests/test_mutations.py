"""The comparison with the oracles catches rules that are a little wrong: each seeded mutation must make it fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tablier
from tests.games.oracle import folder, package

SOURCE = Path(tablier.__file__).parent


def _mutations() -> list[tuple[str, dict[str, str]]]:
    found = []
    for game_id in tablier.games():
        data = tomllib.loads((folder(game_id) / "mutations.toml").read_text(encoding="utf-8"))
        found += [(game_id, mutation) for mutation in data["mutation"]]
    return found


@pytest.mark.parametrize(
    ("game_id", "mutation"), _mutations(), ids=[f"{game_id}: {mutation['why']}" for game_id, mutation in _mutations()]
)
def test_a_mutation_is_caught(game_id: str, mutation: dict[str, str], tmp_path: Path) -> None:
    copy = tmp_path / "tablier"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    target = copy / mutation["file"]
    source = target.read_text(encoding="utf-8")
    assert source.count(mutation["old"]) == 1, "the snippet to change must occur exactly once"
    target.write_text(source.replace(mutation["old"], mutation["new"]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.compare", game_id, "--positions", "400", "--games", "2"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 1, f"not caught:\n{done.stdout}\n{done.stderr}"
    assert "oracle" in done.stdout or package(game_id) in done.stderr


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
@pytest.mark.parametrize("game_id", tablier.games())
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
