"""The service's time: the wall clock's when it starts, from then on a clock that nobody sets.

So clocks of games go on evenly when the machine's clock is put forward or back. It counts on while the machine sleeps, where the
system has such a clock.
"""

from __future__ import annotations

import time

__all__ = ["ServiceClock", "wall"]

_DAY = 86_400_000
_SAME = 1_000
"""Processes whose times differ by less are of one mind: their machines' clocks are kept by the same source."""


def wall() -> int:
    """What the machine's clock says, in ms since 1970."""
    return time.time_ns() // 1_000_000


def _steady() -> int:
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


class ServiceClock:
    """Called, it gives the time in ms since 1970."""

    def __init__(self) -> None:
        self._offset = wall() - _steady()

    def __call__(self) -> int:
        return _steady() + self._offset

    def follow(self, last: int) -> None:
        """Nobody lives: go on from the last moment anyone did, if the machine's clock was put back since. If it was wrong by
        more than a day, it is believed now rather than then."""
        behind = last - self()
        if 0 < behind <= _DAY:
            self._offset += behind

    def join(self, theirs: int) -> None:
        """Others live, and for them it is this time."""
        if abs(theirs - self()) > _SAME:
            self._offset += theirs - self()
