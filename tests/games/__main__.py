"""Runs the suites over all games on one of them, of another package or new: ``python -m tests.games GAME [pytest's options]``.

For a game of another package its tests must be importable: ``PYTHONPATH=…/tests python -m tests.games GAME``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import tablier

ROOT = Path(__file__).parents[2]
SUITES = (
    "tests/games/test_bad_input.py",
    "tests/games/test_exact.py",
    "tests/games/test_properties.py",
    "tests/games/test_showcase.py",
    "tests/games/test_symmetry.py",
    "tests/games/test_texts.py",
    "tests/render/test_games.py",
    "tests/core/test_match_games.py",
    "tests/search/test_weights.py",
    "tests/search/test_train.py",
    "tests/search/test_tactics.py",
    "tests/search/test_proofs.py",
    "tests/search/test_levels.py",
    "tests/search/test_analyst.py",
    "tests/search/test_engines.py",
    "tests/service/test_table.py",
    "tests/service/test_boards.py",
    "tests/cli/test_cli.py",
    "tests/test_mutations.py",
)


def main() -> int:
    """Run the suites and the game's own tests."""
    if len(sys.argv) < 2 or sys.argv[1] not in tablier.games():
        print(f"usage: python -m tests.games GAME [pytest's options]; there are {', '.join(tablier.games())}")
        return 2
    from tests.games.oracle import folder  # noqa: PLC0415

    game_id = sys.argv[1]
    own = str(folder(game_id))
    command = [sys.executable, "-m", "pytest", "-k", f"{game_id} or every_game or {folder(game_id).name}"]
    environment = {**os.environ, "TABLIER_TEST_GAMES": game_id}
    return subprocess.run([*command, *sys.argv[2:], *SUITES, own], cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
