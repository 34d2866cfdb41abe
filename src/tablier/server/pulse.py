"""Pings on one socket: how long the way is, and whether anyone is still there."""

from __future__ import annotations

import time
from collections import deque

__all__ = ["Pulse"]

_KEPT = 4


class Pulse:
    """Numbers the pings and times the pongs."""

    def __init__(self) -> None:
        self._number = 0
        self._sent: dict[int, float] = {}
        self._ways: deque[float] = deque(maxlen=_KEPT)

    @property
    def unanswered(self) -> int:
        """How many pings have no answer yet."""
        return len(self._sent)

    @property
    def lag(self) -> int:
        """The way there and back in ms: the shortest of the last few, so that a late pong buys no time."""
        return round(min(self._ways, default=0.0) * 1000)

    def ping(self) -> int:
        """The number of the next ping, which is sent now."""
        self._number += 1
        self._sent[self._number] = time.monotonic()
        return self._number

    def pong(self, number: object) -> None:
        """An answer came; one to no ping is ignored, one to a later ping answers the earlier ones too."""
        if not isinstance(number, int) or number not in self._sent:
            return
        self._ways.append(time.monotonic() - self._sent[number])
        for sent in [sent for sent in self._sent if sent <= number]:
            del self._sent[sent]
