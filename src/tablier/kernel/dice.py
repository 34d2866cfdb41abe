"""Random numbers for playouts and search: SplitMix64, the same sequence on every machine, compiled or not.

A die is a ``uint64`` array of one element, its state; whoever seeds it owns it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.kernel.bits import plus64, times64
from tablier.kernel.jit import jit

__all__ = ["below", "die", "roll"]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


def die(seed: int) -> Any:
    """A new die; any Python integer is a seed."""
    return np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)


@jit
def roll(state: Any) -> Any:
    """The next 64 random bits."""
    state[0] = plus64(state[0], _STEP)
    z = state[0]
    z = times64(z ^ (z >> _30), _MIX_1)
    z = times64(z ^ (z >> _27), _MIX_2)
    return z ^ (z >> _31)


@jit
def below(state: Any, n: int) -> int:
    """A number from 0 to n − 1, n < 2³²; even to within n / 2³²."""
    return np.int64(((roll(state) >> _32) * np.uint64(n)) >> _32)  # type: ignore[return-value]
