"""The levels a computer plays at. `search.levels` says what each of them is."""

from __future__ import annotations

__all__ = ["LEVELS", "TOP_LEVEL"]

TOP_LEVEL = 10
LEVELS = range(1, TOP_LEVEL + 1)
