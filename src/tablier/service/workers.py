"""The processes that think, and the line before them: networks and people share their time, moves come before analyses, and
what a dead process was thinking about is asked again."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import json
import logging
import sys
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any

from tablier import wire
from tablier.service.addresses import Asker
from tablier.service.boards import PositionTold
from tablier.service.line import Line
from tablier.service.measures import Waits
from tablier.service.tasks import Tasks
from tablier.wire import Problem

__all__ = ["Begun", "Costs", "ThinkingFailed", "Workers"]

_log = logging.getLogger(__name__)
_COMMAND = (sys.executable, "-m", "tablier.service.worker")
_MAX_LINE = 4_000_000
_ATTEMPTS = 3
_PATIENCE = 7.0
"""Seconds after which a process that says nothing is taken for dead: while it is well it says something every second."""
_START_PATIENCE = 60.0
_FIRST_GUESS = {8: 0.05, 9: 0.2, 10: 1.0}
_QUICK = 0.02
_MEMORY = 0.8

Begun = Callable[[], None]
"""Called when a process begins with a task: again, when another has to begin anew."""


class ThinkingFailed(RuntimeError):  # noqa: N818
    """No process could do a task, though it was asked several times."""


class Costs:
    """How many seconds a move of a level takes, by what it took so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], float] = {}

    def of(self, game: str, level: int) -> float:
        """What to expect."""
        return self._known.get((game, level), _FIRST_GUESS.get(level, _QUICK))

    def took(self, game: str, level: int, seconds: float) -> None:
        """What it has taken."""
        self._known[game, level] = _MEMORY * self.of(game, level) + (1 - _MEMORY) * seconds


class _Task:
    __slots__ = ("answers", "asker", "attempts", "begun", "cancelled", "cost", "data", "done", "key", "since", "worker")

    def __init__(
        self, asker: Asker, data: dict[str, Any], cost: float, key: str = "", begun: Begun | None = None
    ) -> None:
        self.asker = asker
        self.data = data
        self.cost = cost
        self.key = key
        self.begun = begun
        self.answers: asyncio.Queue[dict[str, Any] | ThinkingFailed] = asyncio.Queue()
        self.attempts = 0
        self.cancelled = False
        self.done = False
        self.since = 0.0
        self.worker: asyncio.subprocess.Process | None = None


class Workers:
    """So many processes. One is always kept free of analyses if there are two or more."""

    def __init__(self, count: int, command: Sequence[str] = _COMMAND, patience: float = _PATIENCE) -> None:
        self.count = count
        self.costs = Costs()
        self._command = command
        self._patience = patience
        self._moves: Line[_Task] = Line()
        self._analyses: Line[_Task] = Line()
        self._running: set[_Task] = set()
        self._analysing = 0
        self._news = asyncio.Condition()
        self._ids = itertools.count(1)
        self._names = [f"worker-{number}" for number in range(1, count + 1)]
        self._tasks: Tasks | None = None
        self._processes: set[asyncio.subprocess.Process] = set()
        self.deaths = 0
        self.move_waits = Waits()
        self.analysis_waits = Waits()

    def start(self, tasks: Tasks) -> None:
        """Start the processes; they get ready while the server works."""
        self._tasks = tasks
        for name in self._names:
            tasks.keep(name, self._slot)

    async def stop(self) -> None:
        """End the processes; what they were thinking about is lost and asked again at the next start."""
        if self._tasks is not None:
            await self._tasks.end(self._names)

    @property
    def waiting(self) -> tuple[int, int]:
        """How many moves and analyses wait."""
        return len(self._moves), len(self._analyses)

    @property
    def pids(self) -> list[int]:
        """The processes' ids."""
        return [process.pid for process in self._processes]

    def places(self) -> dict[str, tuple[int, float]]:
        """For each key of a move that waits its place in the line, from 1, and in how many seconds its turn may come."""
        now = time.monotonic()
        free = [max(0.0, task.since + task.cost - now) for task in self._running]
        free += [0.0] * (self.count - len(free))
        heapq.heapify(free)
        found: dict[str, tuple[int, float]] = {}
        for place, task in enumerate(self._moves.order(), 1):
            moment = heapq.heappop(free) if free else 0.0
            found[task.key] = (place, moment)
            heapq.heappush(free, moment + task.cost)
        return found

    async def move(
        self, asker: Asker, key: str, position: PositionTold, level: int, seed: int, begun: Begun | None = None
    ) -> str:
        """The move of a computer of a level; `key` says whose place in the line it is."""
        data = {"id": next(self._ids), "kind": "move", **position, "level": level, "seed": seed}
        task = _Task(asker, data, self.costs.of(position["game"], level), key, begun)
        try:
            await self._put(self._moves, task)
            answer = await task.answers.get()
            if isinstance(answer, ThinkingFailed):
                raise answer
            return str(answer["move"])
        finally:
            await self._end(self._moves, task)

    async def analyse(
        self, asker: Asker, position: PositionTold, seconds: float, level: int | None, best: int
    ) -> AsyncGenerator[wire.Analysis, None]:
        """Analyses that get deeper, the last one done; close the iterator to cancel."""
        data = {"kind": "analysis", **position, "seconds": seconds, "level": level, "best": best, "seed": 0}
        cost = seconds if level is None else min(seconds, self.costs.of(position["game"], level))
        task = _Task(asker, {"id": next(self._ids), **data}, cost)
        try:
            await self._put(self._analyses, task)
            done = False
            while not done:
                answer = await task.answers.get()
                if isinstance(answer, ThinkingFailed):
                    raise Problem("server-error", "the engine could not analyse this position")
                done = answer["done"]
                yield answer["analysis"]
        finally:
            await self._end(self._analyses, task)

    async def _put(self, waiting: Line[_Task], task: _Task) -> None:
        async with self._news:
            waiting.put(task.asker, task, task.cost)
            self._waits(task).begin(task)
            self._news.notify_all()

    def _waits(self, task: _Task) -> Waits:
        return self.move_waits if task.data["kind"] == "move" else self.analysis_waits

    async def _end(self, waiting: Line[_Task], task: _Task) -> None:
        """Nobody wants the answer any more, or it was given."""
        task.cancelled = True
        waiting.discard(task.asker, task)
        self._waits(task).left(task)
        if task.worker is not None and not task.done:
            with contextlib.suppress(OSError, RuntimeError):
                _send(task.worker, {"cancel": task.data["id"]})

    async def _next(self) -> _Task:
        async with self._news:
            while True:
                task = self._moves.get()
                if task is None and self._analysing < max(1, self.count - 1):
                    task = self._analyses.get()
                if task is not None:
                    if task.data["kind"] == "analysis":
                        self._analysing += 1
                    self._waits(task).served(task)
                    return task
                await self._news.wait()

    async def _slot(self) -> None:
        """Keep one process alive and busy."""
        delay = 0.0
        while True:
            await asyncio.sleep(delay)
            try:
                process = await self._spawn()
            except OSError:
                delay = min(10.0, 2 * delay + 0.2)
                _log.exception("no thinking process could be started; trying again")
                continue
            self._processes.add(process)
            worked = False
            try:
                await self._answer(process, _START_PATIENCE)  # that it is ready
                while True:
                    task = await self._next()
                    await self._work(process, task)
                    worked = True
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                self.deaths += 1
                delay = 0.0 if worked else min(10.0, 2 * delay + 0.2)
                _log.warning("a thinking process died (%s) and is replaced", type(error).__name__)
            finally:
                self._processes.discard(process)
                await _kill(process)

    async def _spawn(self) -> asyncio.subprocess.Process:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_MAX_LINE
            )
        )
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # Half started it would be nobody's.
            await _kill(await starting)
            raise

    async def _work(self, process: asyncio.subprocess.Process, task: _Task) -> None:
        task.attempts += 1
        task.worker = process
        task.since = time.monotonic()
        self._running.add(task)
        try:
            if task.cancelled:
                return
            if task.begun is not None:
                task.begun()
            _send(process, task.data)
            while not task.done:
                answer = await self._answer(process, self._patience)
                if "beat" in answer:
                    continue
                if "error" in answer:
                    _log.error("thinking failed: %s", answer["error"])
                    task.attempts = _ATTEMPTS
                    raise _Refused
                task.done = answer["done"]
                task.answers.put_nowait(answer)
            if not task.cancelled and task.data["level"] is not None:
                self.costs.took(task.data["game"], task.data["level"], time.monotonic() - task.since)
        except _Refused:
            self._failed(task)
        except BaseException:
            self._failed(task)
            raise
        finally:
            task.worker = None
            self._running.discard(task)
            if task.data["kind"] == "analysis":
                async with self._news:
                    self._analysing -= 1
                    self._news.notify_all()

    def _failed(self, task: _Task) -> None:
        if task.cancelled or task.done:
            return
        if task.attempts >= _ATTEMPTS:
            task.done = True
            task.answers.put_nowait(ThinkingFailed(f"asked {task.attempts} times"))
        else:
            # It had its turn: the next one of the same person, and paid for already.
            (self._moves if task.data["kind"] == "move" else self._analyses).put(task.asker, task, 0.0, since=0.0)
            self._waits(task).begin(task)

    async def _answer(self, process: asyncio.subprocess.Process, patience: float) -> dict[str, Any]:
        assert process.stdout is not None  # noqa: S101
        # Not `wait_for`: in Python 3.11 it forgets a cancellation that comes together with the line, and a stop would hang.
        async with asyncio.timeout(patience):
            line = await process.stdout.readline()
        if not line:
            raise EOFError
        answer: dict[str, Any] = json.loads(line)
        return answer


class _Refused(Exception):  # noqa: N818
    """The engine itself says that it cannot."""


def _send(process: asyncio.subprocess.Process, message: dict[str, Any]) -> None:
    assert process.stdin is not None  # noqa: S101
    process.stdin.write(json.dumps(message).encode() + b"\n")


async def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    # Also closes what led to it and from it.
    await process.communicate()
