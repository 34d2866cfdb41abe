"""The same search as plain Python: slowly, but it runs and agrees."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.search.positions import GAMES

CODE = """
import tablier
from tablier.search import Limits, engine
ASKED = (("polygone", "alphabeta", 60), ("kenwan", "mcts", 2), ("polygone", "uct", 2), ("connexion", "greedy", 1))
for game, name, nodes in ASKED:
    position = tablier.game(game).start()
    found = engine(name, **({"cut": 5} if name == "uct" else {})).search(position, Limits(nodes=nodes), seed=3)
    print(game, name, found.move, found.nodes, found.best.scores, found.best.line)
"""

# Of positions along a game.
KEYS = """
import numpy as np
from tablier.search.compiled.scores import FEATURES
from tablier.search.compiled.static import at_features, at_key
from tablier.search.evaluation import evaluation
from tests.search.positions import GAMES, middle
for case in GAMES:
    for moves in (0, 9, 20):
        position = middle(case, moves, moves)
        evaluation(position.game)  # registers what follows
        out = np.zeros((len(position.game.players), FEATURES), np.int64)
        told = [at_features(position.states, player, row) for player, row in enumerate(out)]
        print(case, position, int(at_key(position.states)), told, out.tolist())
"""


def _both(code: str) -> tuple[list[str], list[str]]:
    """What code prints compiled and interpreted; it warns of nothing."""
    outputs = []
    for interpreted in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": interpreted}
        command = [sys.executable, "-W", "error", "-c", code]
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout.splitlines())
    return outputs[0], outputs[1]


def test_interpreted_search_agrees_with_compiled() -> None:
    compiled, interpreted = _both(CODE)
    assert compiled == interpreted
    assert len(compiled) == 4


def test_interpreted_features_and_keys_agree_with_compiled() -> None:
    compiled, interpreted = _both(KEYS)
    assert compiled == interpreted
    assert len(compiled) == 3 * len(GAMES)
