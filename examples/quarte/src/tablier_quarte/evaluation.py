"""What tells how well a player stands in Quarte: the rows of four cells that hold stones of that player alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.core.evaluation import Evaluation
from tablier.kernel.bits import EMPTY, count
from tablier.kernel.hashing import SALT, stir
from tablier.kernel.jit import jit
from tablier.kernel.protocol import register_search
from tablier_quarte.rules import LINES, STATE

EVALUATION = Evaluation(
    features=(
        "progress",  # the stones in such rows, all added up
        "twos",
        "threes",
        "to act",
    ),
    engines={"*": "alphabeta"},
    nodes={"*": 400_000},
    progress=20,
)
_FEATURES = len(EVALUATION.features)


@jit
def features(s: Any, player: int, out: Any) -> int:
    """What tells how well `player` stands."""
    own, other = s.stones[player], s.stones[1 - player]
    total = twos = threes = 0
    for line in LINES:
        if line & other == EMPTY:
            stones = count(line & own)
            total += stones
            if stones == 2:
                twos += 1
            elif stones == 3:
                threes += 1
    out[0] = total
    out[1] = twos
    out[2] = threes
    out[3] = 1 if s.turn == player else 0
    return _FEATURES


@jit
def key(s: Any) -> Any:
    """A hash of the position: the stones tell the rest."""
    return stir(stir(SALT, s.stones[0]), s.stones[1] | np.uint64(1 << 40))


@jit
def placed(_s: Any, _player: int) -> int:
    """Nobody has a place before the end."""
    return 0


register_search(STATE, features, key, placed)
