"""Rule work: boards drawn, positions and records played through. Clerks, processes of their own, do it, so that it keeps no
move waiting; who asks takes turns with the others, and pays by the time it takes."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import math
import sys
from collections.abc import Sequence
from typing import Any

from tablier.service.addresses import Asker
from tablier.service.limits import Buckets, Rate
from tablier.service.measures import Waits
from tablier.service.tasks import Tasks
from tablier.service.turns import Turns
from tablier.wire import MAX_MOVES, Problem

__all__ = ["BOARD", "Desk", "cost_of_moves", "cost_of_record"]

_log = logging.getLogger(__name__)
_COMMAND = (sys.executable, "-m", "tablier.service.clerk")
_MAX_LINE = 16_000_000
_PATIENCE, _START_PATIENCE = 30.0, 240.0
"""Seconds after which a clerk that says nothing is taken for dead; the rules may have to be compiled first."""
_ATTEMPTS = 2
_MOST, _MOST_OF_ONE = 400, 40
_LONG = 0.02
BOARD = 0.005
_MOVE = 0.0001
_LETTERS = 10


def cost_of_moves(count: int) -> float:
    """What it costs to play through so many moves and draw the end, in seconds: a guess, corrected by what it has cost."""
    return BOARD + _MOVE * count


def cost_of_record(length: int) -> float:
    """What it costs to play through a record of so many characters."""
    return cost_of_moves(min(MAX_MOVES, length // _LETTERS))


class _Task:
    __slots__ = ("asker", "attempts", "cost", "done", "line")

    def __init__(self, asker: Asker, cost: float, line: bytes) -> None:
        self.asker = asker
        self.cost = cost
        self.line = line
        self.attempts = 0
        self.done: asyncio.Future[str] = asyncio.get_running_loop().create_future()


class Desk:
    """So many clerks. Short work and long work alternate, and one clerk is kept free of long work if there are two.

    `rate`: seconds of a clerk's time that one network may use a second, and at once; one person may use half of that.
    """

    def __init__(self, count: int, rate: Rate, command: Sequence[str] = _COMMAND) -> None:
        self._count = count
        self._command = command
        self._networks = Buckets(rate)
        self._people = Buckets(Rate(rate.each_second / 2, rate.at_once / 2))
        self._short: Turns[_Task] = Turns()
        self._long: Turns[_Task] = Turns()
        self._order = itertools.cycle((self._short, self._long))
        self._at_long = 0
        self._news = asyncio.Condition()
        self._names = [f"clerk-{number}" for number in range(1, count + 1)]
        self._tasks: Tasks | None = None
        self._clerks: set[_Clerk] = set()
        self._called = asyncio.Event()
        self.deaths = 0
        self.done = 0
        self.waits = Waits()

    def start(self, tasks: Tasks) -> None:
        """Begin; the clerks are called when there is work for the first time, or before by `call`."""
        self._tasks = tasks
        for name in self._names:
            tasks.keep(name, self._slot)

    def call(self) -> None:
        """Let the clerks get ready."""
        self._called.set()

    async def stop(self) -> None:
        """End the clerks; who waits is told."""
        if self._tasks is not None:
            await self._tasks.end(self._names)
        for waiting in (self._short, self._long):
            while (task := waiting.get()) is not None:
                _fail(task, Problem("stopping", "the server is being stopped"))

    @property
    def pids(self) -> list[int]:
        """The clerks' process ids."""
        return [clerk.pid for clerk in self._clerks]

    @property
    def waiting(self) -> int:
        """How much work waits."""
        return len(self._short) + len(self._long)

    async def do(self, asker: Asker, work: str, given: Sequence[Any], cost: float, patient: bool = False) -> str:
        """Have something done; the answer is JSON. `cost`: what it takes, in seconds, as far as that can be told. Whoever has
        used up what is theirs is refused, or if `patient` waits until there is more."""
        while patient and (seconds := self._charge(asker, cost)):
            await asyncio.sleep(seconds)
        if not patient:
            self.pay(asker, cost)
        waiting = self._long if cost > _LONG else self._short
        theirs = self._short.waiting(asker.network) + self._long.waiting(asker.network)
        if theirs >= _MOST_OF_ONE or self.waiting >= _MOST:
            self._owe(asker, -cost)
            raise Problem("busy", "too much is being drawn, try again", retry_after=1000)
        self.call()
        task = _Task(asker, cost, json.dumps([work, given]).encode() + b"\n")
        waiting.put(asker, task)
        self.waits.begin(task)
        try:
            async with self._news:
                self._news.notify_all()
            return await task.done
        finally:
            # Whoever has gone away waits no more, and pays only for what was begun.
            self.waits.left(task)
            if waiting.discard(asker, task):
                self._owe(asker, -cost)

    def pay(self, asker: Asker, cost: float) -> None:
        """Take what something costs from what the asker has; `rate-limited` when that is not enough."""
        if seconds := self._charge(asker, cost):
            wait = math.ceil(seconds * 1000)
            raise Problem("rate-limited", "too much was asked for from here; wait a moment", retry_after=wait)

    def _charge(self, asker: Asker, cost: float) -> float:
        """Take the cost from what the asker has; the seconds to wait when that is not enough."""
        if seconds := self._networks.take(asker.network, cost):
            return seconds
        if seconds := self._people.take(asker.person, cost):
            self._networks.owe(asker.network, -cost)
        return seconds

    def _owe(self, asker: Asker, cost: float) -> None:
        self._networks.owe(asker.network, cost)
        self._people.owe(asker.person, cost)

    async def _next(self) -> tuple[_Task, bool]:
        async with self._news:
            while True:
                for _ in range(2):
                    turns = next(self._order)
                    is_long = turns is self._long
                    if is_long and self._at_long >= max(1, self._count - 1):
                        continue
                    if (task := turns.get()) is not None:
                        self._at_long += is_long
                        self.waits.served(task)
                        return task, is_long
                await self._news.wait()

    async def _slot(self) -> None:
        """Keep one clerk alive and busy."""
        delay = 0.0
        await self._called.wait()
        while True:
            await asyncio.sleep(delay)
            try:
                clerk = await _Clerk.start(self._command)
            except OSError:
                delay = min(10.0, 2 * delay + 0.2)
                _log.exception("no clerk could be started; trying again")
                continue
            self._clerks.add(clerk)
            worked = False
            try:
                await clerk.hear(_START_PATIENCE)  # that it is ready
                while True:
                    await self._work(clerk)
                    worked = True
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                self.deaths += 1
                delay = 0.0 if worked else min(10.0, 2 * delay + 0.2)
                _log.warning("a clerk died (%s) and is replaced", type(error).__name__)
            finally:
                self._clerks.discard(clerk)
                await clerk.kill()

    async def _work(self, clerk: _Clerk) -> None:
        task, is_long = await self._next()
        try:
            if task.done.done():
                return
            task.attempts += 1
            clerk.tell(task.line)
            said, text = await clerk.hear(_PATIENCE)
            self._owe(task.asker, said["seconds"] - task.cost)
            self.done += 1
            if "problem" in said:
                code, detail, extra = said["problem"]
                _fail(task, Problem(code, detail, **extra))
            elif "error" in said:
                _fail(task, RuntimeError(said["error"]))
            elif not task.done.done():
                task.done.set_result(text)
        except asyncio.CancelledError:
            _fail(task, Problem("stopping", "the server is being stopped"))
            raise
        except TimeoutError:
            self._owe(task.asker, _PATIENCE)
            _fail(task, Problem("busy", "this takes too long", retry_after=60_000))
            raise
        except Exception:
            if task.attempts >= _ATTEMPTS:
                _fail(task, RuntimeError(f"clerks died of it {task.attempts} times"))
            elif not task.done.done():
                (self._long if is_long else self._short).put(task.asker, task, first=True)
            raise
        finally:
            if is_long:
                async with self._news:
                    self._at_long -= 1
                    self._news.notify_all()


def _fail(task: _Task, error: Exception) -> None:
    if not task.done.done():
        task.done.set_exception(error)


class _Clerk:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, command: Sequence[str]) -> _Clerk:
        pipe = asyncio.subprocess.PIPE
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=_MAX_LINE)
        )
        try:
            return cls(await asyncio.shield(starting))
        except asyncio.CancelledError:
            # Half started it would be nobody's.
            await cls(await starting).kill()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, line: bytes) -> None:
        assert self._process.stdin is not None  # noqa: S101
        self._process.stdin.write(line)

    async def hear(self, patience: float) -> tuple[dict[str, Any], str]:
        """A line about the work, and its result."""
        assert self._process.stdout is not None  # noqa: S101
        async with asyncio.timeout(patience):
            said = await self._process.stdout.readline()
            text = await self._process.stdout.readline()
        if not text:
            raise EOFError
        found: dict[str, Any] = json.loads(said)
        return found, text[:-1].decode()

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        # Also closes what led to it and from it.
        await self._process.communicate()
