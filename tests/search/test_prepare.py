"""`tablier prepare` compiles what a board needs, in the cache that everyone uses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tablier.games import GAMES


def run(code: str, cache: Path) -> str:
    environment = {**os.environ, "TABLIER_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    return done.stdout


def test_after_prepare_a_level_compiles_nothing_more(tmp_path: Path) -> None:
    smallest = "polygone"
    run(f"from tablier.search.prepare import prepare; prepare({smallest!r})", tmp_path)
    before = sorted(path.name for path in tmp_path.rglob("*.nbc"))
    assert before
    think = f"import tablier; from tablier.search import Level; print(Level(3).search(tablier.game({smallest!r}).start()).move)"
    assert run(think, tmp_path).strip()
    assert sorted(path.name for path in tmp_path.rglob("*.nbc")) == before


def test_the_command_prepares_every_game() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from tablier.cli import main; main()", "prepare", "--jobs", "1"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert {game_id for game_id in GAMES if f"{game_id}: ready" in done.stdout} == set(GAMES)
