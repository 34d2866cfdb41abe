"""Sets of up to 64 cells as one machine word, and 64-bit arithmetic that wraps.

Every word is a ``numpy.uint64``. Numba turns a mixture of signed and unsigned 64-bit integers into floats, so words meet
only words: make them with `bit` or ``np.uint64(…)``, and take numbers out with `lowest` and `count`, which return int64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from tablier.kernel.jit import INTERPRETED, jit

__all__ = ["EMPTY", "bit", "count", "has", "lowest", "plus64", "times64", "without_lowest"]

EMPTY = np.uint64(0)
_ONE = np.uint64(1)

if INTERPRETED:

    def count(word: Any) -> int:
        """How many bits are set."""
        return int(word).bit_count()

    def lowest(word: Any) -> int:
        """The index of the lowest set bit; the word must not be empty."""
        value = int(word)
        return (value & -value).bit_length() - 1

    def times64(a: Any, b: Any) -> Any:
        """a × b modulo 2⁶⁴."""
        return np.uint64((int(a) * int(b)) & 0xFFFFFFFFFFFFFFFF)

    def plus64(a: Any, b: Any) -> Any:
        """a + b modulo 2⁶⁴."""
        return np.uint64((int(a) + int(b)) & 0xFFFFFFFFFFFFFFFF)

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def _population(_context: Any, word: Any) -> Any:
        def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def _trailing_zeros(_context: Any, word: Any) -> Any:
        def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
            from llvmlite import ir  # noqa: PLC0415

            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate

    @jit
    def count(word: Any) -> int:
        """How many bits are set."""
        return _population(word)  # type: ignore[no-any-return]

    @jit
    def lowest(word: Any) -> int:
        """The index of the lowest set bit; the word must not be empty."""
        return _trailing_zeros(word)  # type: ignore[no-any-return]

    @jit
    def times64(a: Any, b: Any) -> Any:
        """a × b modulo 2⁶⁴."""
        return a * b

    @jit
    def plus64(a: Any, b: Any) -> Any:
        """a + b modulo 2⁶⁴."""
        return a + b


@jit
def bit(index: int) -> Any:
    """The word with only bit `index` set."""
    return _ONE << np.uint64(index)


@jit
def has(word: Any, index: int) -> bool:
    """Whether bit `index` of `word` is set."""
    return (word >> np.uint64(index)) & _ONE != EMPTY  # type: ignore[no-any-return]


@jit
def without_lowest(word: Any) -> Any:
    """The word without its lowest set bit; the word must not be empty."""
    return word & (word - _ONE)
