"""Numbers that stand once are those of who they are about."""

from __future__ import annotations

from tablier import search
from tablier.wire import LEVELS


def test_the_levels_are_those_of_the_engines() -> None:
    assert list(search.LEVELS) == list(LEVELS)
