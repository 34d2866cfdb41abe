"""What runs in the background, as long as the server does: watched, begun again when it fails, counted."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

from tablier.service.complaints import Complaints
from tablier.service.measures import Histogram

__all__ = ["Tasks", "Work"]

_complaints = Complaints(logging.getLogger(__name__))
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
_CALM = 30.0
"""What ran so many seconds without failing is well again."""

Work = Callable[[], Awaitable[None]]
T = TypeVar("T")


class Tasks:
    """The background tasks of a process, by name. `failures` counts how often each failed, `times` how long the runs of the
    regular ones took."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}
        self._passing: set[asyncio.Task[Any]] = set()
        self.failures: dict[str, int] = {}
        self.times: dict[str, Histogram] = {}

    def keep(self, name: str, work: Work) -> None:
        """Run something that has no end; when it fails or ends it is begun again."""
        self.failures.setdefault(name, 0)
        self._running[name] = asyncio.create_task(self._keep(name, work), name=f"tablier-{name}")

    def every(self, name: str, seconds: float, work: Work) -> None:
        """Do something again and again, with so many seconds in between."""
        self.times[name] = Histogram()
        self.keep(name, lambda: self._every(seconds, work, self.times[name]))

    async def _every(self, seconds: float, work: Work, times: Histogram) -> None:
        while True:
            with times.timed():
                await work()
            await asyncio.sleep(seconds)

    async def _keep(self, name: str, work: Work) -> None:
        pause = _FIRST_PAUSE
        while True:
            begun = time.monotonic()
            try:
                await work()
                _complaints.tell(name, f"the background task {name} ended; it is begun again")
            except Exception as error:
                self.failed(name, error)
            if time.monotonic() - begun > _CALM:
                pause = _FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def once(self, name: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something that has an end; when it fails, that is counted and told, and whoever wants it done begins it again."""
        task = asyncio.create_task(work, name=f"tablier-{name}")
        self._passing.add(task)
        task.add_done_callback(lambda done: self._passed(name, done))
        return task

    def _passed(self, name: str, task: asyncio.Task[Any]) -> None:
        self._passing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed(name, error)

    def failed(self, name: str, error: BaseException) -> None:
        """Count and tell a failure."""
        self.failures[name] = self.failures.get(name, 0) + 1
        _complaints.tell(
            f"{name} {type(error).__name__}",
            f"the background task {name} failed ({type(error).__name__}); it is tried again",
            error,
            logging.WARNING,
        )

    def alive(self) -> dict[str, bool]:
        """Which tasks run."""
        return {name: not task.done() for name, task in self._running.items()}

    async def end(self, names: Iterable[str]) -> None:
        """End some of those that have no end."""
        await self._cancel([self._running.pop(name) for name in names if name in self._running])

    async def stop(self) -> None:
        """End them all."""
        tasks, self._running = [*self._running.values(), *self._passing], {}
        await self._cancel(tasks)

    async def _cancel(self, tasks: list[asyncio.Task[Any]]) -> None:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
