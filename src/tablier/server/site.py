"""What all parts of a running server share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, TypeVar

from tablier.server.door import RESERVED, Door, raise_file_limit
from tablier.server.hosts import Hosts
from tablier.server.metrics import Metrics
from tablier.server.settings import ServerSettings
from tablier.service.limits import Buckets, Places, Rate
from tablier.wire import Problem

if TYPE_CHECKING:
    from tablier.server.socket import Socket
    from tablier.service.service import Service

__all__ = ["Site"]

T = TypeVar("T")


class Site:
    """The settings, the service, the limits, the open sockets. `stopping` is set when the server is asked to stop."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.service: Service
        self.metrics = Metrics()
        self.requests = Buckets(settings.requests)
        self.new_guests = Buckets(settings.service.new_guests)
        # Somebody with many sockets speaks no faster than with ten.
        self.messages = Buckets(Rate(10 * settings.messages.each_second, 10 * settings.messages.at_once))
        self.request_places = Places(settings.connections)
        self.socket_places = Places(settings.sockets)
        self.poll_places = Places(settings.polls)
        self.sockets: set[Socket] = set()
        self.stopping = asyncio.Event()
        self.hosts = Hosts(settings.hosts, settings.host)
        self.door = Door(settings.connections, max(RESERVED, raise_file_limit() - RESERVED), settings.proxies)
        self.metrics.gauges["connections"] = lambda: len(self.door)
        self.metrics.gauges["connections_refused"] = lambda: self.door.refused
        self.metrics.gauges["sockets"] = lambda: len(self.sockets)

    async def unless_stopping(self, work: Awaitable[T], gone: Awaitable[None] | None = None) -> T:
        """Wait for something that may take long; `stopping` as soon as the server is to stop, and when whoever asked has
        `gone` it is not done."""
        waiting = asyncio.ensure_future(work)
        others = [asyncio.ensure_future(self.stopping.wait())]
        if gone is not None:
            others.append(asyncio.ensure_future(gone))  # type: ignore[arg-type]
        try:
            await asyncio.wait([waiting, *others], return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                return waiting.result()
            if self.stopping.is_set():
                raise Problem("stopping", "the server is being stopped; try again in a moment", retry_after=2000)
            raise Problem("busy", "whoever asked has gone", retry_after=0)
        finally:
            for task in (waiting, *others):
                task.cancel()
