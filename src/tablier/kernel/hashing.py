"""Hashes of positions, the same on every machine."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.kernel.bits import times64
from tablier.kernel.jit import jit

__all__ = ["SALT", "stir"]

SALT = np.uint64(0x9E3779B97F4A7C15)
"""What a hash begins with."""

_FACTOR = np.uint64(0xD6E8FEB86659FD93)
_32 = np.uint64(32)


@jit
def stir(hashed: Any, word: Any) -> Any:
    """The hash of what was hashed so far and one more word (uint64)."""
    z = times64(hashed ^ word, _FACTOR)
    return times64(z ^ (z >> _32), _FACTOR)
