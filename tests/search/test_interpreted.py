"""The same search as plain Python: slowly, but it runs and agrees."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
import tablier
from tablier.search import Limits, engine
ASKED = (("polygone", "alphabeta", 60), ("kenwan", "mcts", 2), ("polygone", "uct", 2), ("connexion", "greedy", 1))
for game, name, nodes in ASKED:
    position = tablier.game(game).start()
    found = engine(name, **({"cut": 5} if name == "uct" else {})).search(position, Limits(nodes=nodes), seed=3)
    print(game, name, found.move, found.nodes, found.best.scores, found.best.line)
"""


def test_interpreted_search_agrees_with_compiled() -> None:
    outputs = []
    for interpreted in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": interpreted}
        done = subprocess.run([sys.executable, "-c", CODE], env=environment, check=True, capture_output=True, text=True)
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 4
