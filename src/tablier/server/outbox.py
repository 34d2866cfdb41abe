"""Messages on their way out of one socket: in order, in bounded memory, whatever the reader does."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Awaitable, Callable

__all__ = ["Outbox"]


_SLOT = 8


def _size(text: str) -> int:
    """What a text takes in memory while it waits: up to four bytes a character, and what is around them."""
    return sys.getsizeof(text) + _SLOT


class Outbox:
    """Holds messages until they are sent. `put` never waits: when they take more than `most` bytes it calls `overflow`, once."""

    def __init__(self, most: int, overflow: Callable[[], None]) -> None:
        self._waiting: deque[str] = deque()
        self._size = 0
        self._most = most
        self._overflow = overflow
        self._news = asyncio.Event()
        self._closed = False

    def put(self, text: str) -> None:
        """Send this when its turn comes."""
        if self._closed:
            return
        self._waiting.append(text)
        self._size += _size(text)
        self._news.set()
        if self._size > self._most:
            self.close()
            self._overflow()

    def close(self) -> None:
        """Take nothing more, and forget what waits."""
        self._closed = True
        self._waiting.clear()
        self._size = 0

    async def run(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send, for ever."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                text = self._waiting.popleft()
                await send(text)
                # Only now: what the network has not taken yet waits still.
                self._size = max(0, self._size - _size(text))

    async def drain(self, seconds: float) -> None:
        """Wait until all is sent, but not longer than this."""
        end = asyncio.get_running_loop().time() + seconds
        while self._size and not self._closed and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.005)
