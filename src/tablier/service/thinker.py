"""A process that does nothing but think for the computers of a database: the tables are taken from the line there, by lease."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tablier.service.computers import Computers
from tablier.service.database import Database, database_url
from tablier.service.desk import Desk
from tablier.service.notices import notices
from tablier.service.schema import thinkers
from tablier.service.settings import Settings
from tablier.service.store import THINKER_LIVES, Store
from tablier.service.tables import Tables
from tablier.service.tokens import new_id
from tablier.service.workers import Workers
from tablier.service.writer import Writer

__all__ = ["Thinker"]

_log = logging.getLogger(__name__)
_BEAT = 1.0
_TIDY = 10.0
_PAUSE = 0.02
"""Seconds between two looks at the line, however much happens."""


def _now() -> int:
    return time.time_ns() // 1_000_000


class Thinker:
    """`async with Thinker(settings): …` thinks as long as it is open. Of the settings the database and the workers count."""

    def __init__(self, settings: Settings, now: Callable[[], int] = _now, workers: Workers | None = None) -> None:
        """To be made where the event loop runs that it is used on."""
        self.id = new_id()
        self.database = Database(database_url(settings.database))
        self.workers = workers or Workers(settings.workers)
        self._now = now
        self._store = Store(self.database)
        self._writer = Writer(self.database, asyncio.get_running_loop(), self.id)
        # Nobody looks at tables here: no clerk is ever called.
        self._tables = Tables(self._store, self._writer, Desk(0, settings.work), settings, now, shared=True)
        self.computers = Computers(self._tables, self.workers, alone=True)
        self._notices = notices(self.database, self._store, self._writer, self.id, self._heard)
        self._news = asyncio.Event()
        self._running: list[asyncio.Task[None]] = []
        self._hearing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Thinker:
        await asyncio.to_thread(self.database.migrate)
        self._tables.changed += [self.computers.changed, lambda _table: self._news.set()]
        self._writer.start()
        await self._notices.start()
        await self.workers.start()
        await self._beat()
        self._running = [
            asyncio.create_task(self._every(seconds, work))
            for seconds, work in (
                (_BEAT, self._beat),
                (_BEAT, self.computers.renew),
                (_PAUSE, self._look),
                (_TIDY, self._tidy),
            )
        ]
        return self

    async def __aexit__(self, *_error: object) -> None:
        running = [*self._running, *self._hearing]
        for task in running:
            task.cancel()
        await asyncio.wait(running)
        with contextlib.suppress(sa.exc.SQLAlchemyError):
            await self.computers.stop()
            await self._writer.call(
                lambda connection: connection.execute(sa.delete(thinkers).where(thinkers.c.id == self.id))
            )
        await self.workers.stop()
        await self._tables.finish()
        await self._notices.stop()
        await self._writer.stop()
        self.database.close()

    def _heard(self, changed: list[tuple[str, int]]) -> None:
        """Other processes changed something: perhaps a computer is to act. What is thought about may be out of date."""
        for table_id, number in changed:
            if self.computers.thinks_about(table_id):
                task = asyncio.create_task(self._tables.heard(table_id, number))
                self._hearing.add(task)
                task.add_done_callback(self._hearing.discard)
        self._news.set()

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception:
                _log.exception("something regular failed; it is tried again")
                await asyncio.sleep(_BEAT)
            await asyncio.sleep(seconds)

    async def _look(self) -> None:
        """Look at the line: when something has changed there, or a worker has time, and now and then."""
        await self.computers.look()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_BEAT):
                await self._news.wait()
        self._news.clear()

    async def _beat(self) -> None:
        insert = sqlite.insert if self.database.is_sqlite else postgresql.insert
        row = {"alive": self._now(), "workers": self.workers.count}
        statement = insert(thinkers).values(id=self.id, **row)
        statement = statement.on_conflict_do_update(index_elements=[thinkers.c.id], set_=row)
        dead = sa.delete(thinkers).where(thinkers.c.alive < self._now() - 100 * THINKER_LIVES)

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)
            connection.execute(dead)

        await self._writer.call(write)

    async def _tidy(self) -> None:
        self._tables.cache.tidy()
