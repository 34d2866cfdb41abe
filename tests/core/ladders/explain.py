"""Reasons of Ladders."""

from __future__ import annotations

from typing import Any

from tablier.core.reason import Reason
from tablier.scene import Gesture


def explain(position: Any, tried: str | Gesture) -> Reason | None:
    if tried in position.codes():
        return None
    if tried not in ("up", "down", "pass"):
        raise ValueError(f"{tried!r:.100} is no move of ladders; moves are up, down, pass and stones such as b2")
    return Reason("not-here", "moves")


def ending(_position: Any) -> Reason:
    return Reason("all-placed", "end")
