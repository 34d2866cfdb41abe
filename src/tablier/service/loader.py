"""Tables read from the database and played through again: in few threads of their own, so that no move waits for it; who asks
takes turns with the others, and pays by how much there is to play through."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar

from tablier.service.addresses import HOUSE, Asker
from tablier.service.desk import Desk
from tablier.service.measures import Waits
from tablier.service.store import Store
from tablier.service.table import Table
from tablier.service.turns import Turns
from tablier.wire import Problem

__all__ = ["ASKER", "Loader", "for_the_house"]

ASKER: ContextVar[Asker] = ContextVar("asker", default=HOUSE)
"""For whom what is done now is done: whoever may need a table read has no other business with that."""
_AT_ONCE = 2
_EVENT = 0.00015
"""Seconds that it takes to play through an event, as far as that can be told."""
_KEPT = 30.0
"""Seconds for which a table that nobody waits for any more is kept for who asks next."""


@contextmanager
def for_the_house() -> Iterator[None]:
    """What is done inside is done for nobody in particular: it must not fail because somebody asked for too much."""
    before = ASKER.set(HOUSE)
    try:
        yield
    finally:
        ASKER.reset(before)


class Loader:
    """Reads tables. What was begun is finished though who asked for it went away: they may ask again, and get that."""

    def __init__(self, store: Store, desk: Desk) -> None:
        self._store = store
        self._desk = desk
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="load")
        self._turns: Turns[Callable[[], None]] = Turns()
        self._busy = 0
        self._begun: dict[str, asyncio.Future[Table]] = {}
        self.waits = Waits()

    async def load(self, table_id: str) -> Table:
        """A table as it is stored; Problem when there is none, or `rate-limited`. Of one table one asks at a time."""
        number = await asyncio.to_thread(self._store.number, table_id)
        if number is None:
            if await asyncio.to_thread(self._store.is_gone, table_id):
                raise Problem("gone", "the table was deleted")
            raise Problem("not-found", "there is no such table")
        begun = self._begun.get(table_id)
        if begun is None or (begun.done() and begun.result().number != number):
            asker = ASKER.get()
            if asker is not HOUSE:
                self._desk.pay(asker, _EVENT * number)
            begun = self._begin(asker, table_id)
        table = await asyncio.shield(begun)
        self._forget(table_id, begun)
        return table

    def knows(self, table_id: str) -> bool:
        """Whether a table is being read, or was a moment ago."""
        return table_id in self._begun

    def forget(self, table_id: str) -> None:
        """What is stored has changed: what was begun before is of no use."""
        self._begun.pop(table_id, None)

    def _begin(self, asker: Asker, table_id: str) -> asyncio.Future[Table]:
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[Table] = loop.create_future()

        def work() -> None:
            reading = loop.run_in_executor(self._threads, self._read, table_id)
            reading.add_done_callback(lambda done: self._ended(table_id, begun, done))

        self._begun[table_id] = begun
        self._turns.put(asker, work)
        self.waits.begin(work)
        self._next()
        return begun

    def _next(self) -> None:
        while self._busy < _AT_ONCE and (work := self._turns.get()) is not None:
            self._busy += 1
            self.waits.served(work)
            work()

    def _ended(self, table_id: str, begun: asyncio.Future[Table], read: asyncio.Future[Table]) -> None:
        self._busy -= 1
        if read.cancelled():
            begun.cancel()
            return
        self._next()
        error = read.exception()
        if error is None:
            begun.set_result(read.result())
            asyncio.get_running_loop().call_later(_KEPT, self._forget, table_id, begun)
        else:
            self._forget(table_id, begun)
            begun.set_exception(error)
            begun.exception()  # perhaps nobody asks for it any more

    def _forget(self, table_id: str, begun: asyncio.Future[Table]) -> None:
        if self._begun.get(table_id) is begun:
            del self._begun[table_id]

    def _read(self, table_id: str) -> Table:
        stored = self._store.events(table_id)
        if not stored:
            raise Problem("gone", "the table was deleted")
        return Table.replay(table_id, stored)

    def stop(self) -> None:
        """Begin nothing any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
