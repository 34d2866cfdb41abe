"""What all parts of a running server share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from tablier.server.limits import Buckets, Places
from tablier.server.metrics import Metrics
from tablier.server.settings import ServerSettings
from tablier.service.problems import Problem

if TYPE_CHECKING:
    from tablier.server.socket import Socket
    from tablier.service.service import Service

__all__ = ["Site"]

T = TypeVar("T")
_THREADS = 2
_MOST_WAITING = 200


class Site:
    """The settings, the service, the limits, the open sockets. `stopping` is set when the server is asked to stop."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.service: Service
        self.metrics = Metrics()
        self.requests = Buckets(settings.requests)
        self.new_guests = Buckets(settings.new_guests)
        self.socket_places = Places(settings.sockets)
        self.poll_places = Places(settings.polls)
        self.sockets: set[Socket] = set()
        self.stopping = asyncio.Event()
        self._threads = ThreadPoolExecutor(_THREADS, "tablier-boards")
        self._waiting = 0
        self.metrics.gauges["sockets"] = lambda: len(self.sockets)
        self.metrics.gauges["boards_waiting"] = lambda: self._waiting

    async def compute(self, work: Callable[..., T], *given: Any) -> T:
        """Draw or explain something in a thread of its own kind: the database's threads are not kept waiting by it."""
        if self._waiting >= _MOST_WAITING:
            raise Problem("busy", "too much is being drawn, try again", retry_after=1000)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
        finally:
            self._waiting -= 1

    async def unless_stopping(self, work: Awaitable[T]) -> T:
        """Wait for something that may take long; `stopping` as soon as the server is to stop."""
        waiting = asyncio.ensure_future(work)
        stopping = asyncio.ensure_future(self.stopping.wait())
        try:
            await asyncio.wait([waiting, stopping], return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                raise Problem("stopping", "the server is being stopped; try again in a moment", retry_after=2000)
            return waiting.result()
        finally:
            waiting.cancel()
            stopping.cancel()

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
