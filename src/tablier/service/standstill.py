"""A process that is stopped, asleep or cut off from its database keeps nobody's time: that is noticed before anything is decided
by the clock, and no running clock is charged for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tablier.service.measures import Histogram

__all__ = ["PULSE", "Standstill"]

_log = logging.getLogger(__name__)
PULSE = 0.25
_STOPPED = 1_000
"""A process that did not come to itself for so many ms stood still."""
_CUT_OFF = 5_000
"""A process that could not write that it lives for so many ms was cut off from the database."""

Note = Callable[[int, int], list[tuple[str, int]]]


class Standstill:
    """Knows when this process last was awake, and when it last wrote that it lives. `note` writes down that it stood still until
    a moment, since another; `awoke` is told both, and which tables have got how far by what was written. `lost` is how many ms
    it stood still, all in all."""

    def __init__(self, now: Callable[[], int], note: Note) -> None:
        self._now = now
        self._note = note
        self._lock = asyncio.Lock()
        self.delays = Histogram()
        self.stood_still = 0
        self.lost = 0
        self.awoke: Callable[[int, int, list[tuple[str, int]]], Awaitable[None]] = _nothing
        self.refresh()

    def refresh(self) -> None:
        """All is well at this moment."""
        self.awake = self.written = self._now()

    def at(self, moment: int) -> bool:
        """Whether the process stood still before this moment, and that is not settled yet: nothing may be decided by it."""
        return moment - self.awake > _STOPPED or moment - self.written > _CUT_OFF

    async def settle(self) -> None:
        """If the process stood still, see to it that nobody is charged for that."""
        if not self.at(self._now()):
            return
        async with self._lock:
            now = self._now()
            if not self.at(now):
                return
            since = self.written if self.awake - self.written > _CUT_OFF - _STOPPED else self.awake
            noted = await asyncio.to_thread(self._note, now, since)
            self.stood_still += 1
            self.lost += now - since
            _log.warning(
                "this process stood still for %d ms; %d running clocks are not charged", now - since, len(noted)
            )
            await self.awoke(now, since, noted)
            self.refresh()

    async def pulse(self) -> None:
        """To be called every `PULSE` seconds."""
        await self.settle()
        now = self._now()
        self.delays.add(max(0.0, (now - self.awake) / 1000 - PULSE))
        self.awake = now


async def _nothing(_now: int, _since: int, _noted: list[tuple[str, int]]) -> None:
    pass
