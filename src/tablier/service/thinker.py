"""A process that does nothing but think for the computers of a database: the tables are taken from the line there, by lease."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tablier.service.clock import ServiceClock
from tablier.service.computers import Computers
from tablier.service.database import Database, database_url
from tablier.service.desk import Desk
from tablier.service.notices import notices
from tablier.service.outages import agree
from tablier.service.schema import thinkers
from tablier.service.settings import Settings
from tablier.service.standstill import PULSE, Standstill
from tablier.service.store import THINKER_LIVES, Store
from tablier.service.tables import Tables
from tablier.service.tasks import Tasks
from tablier.service.tokens import new_id
from tablier.service.workers import Workers
from tablier.service.writer import Writer

__all__ = ["Thinker"]

_log = logging.getLogger(__name__)
_BEAT = 1.0
_TIDY = 10.0
_LAST_WORDS = 3.0
_PAUSE = 0.02
"""Seconds between two looks at the line, however much happens."""


class Thinker:
    """`async with Thinker(settings): …` thinks as long as it is open. Of the settings the database and the workers count."""

    def __init__(
        self, settings: Settings, now: Callable[[], int] | None = None, workers: Workers | None = None
    ) -> None:
        """To be made where the event loop runs that it is used on."""
        self.id = new_id()
        self.database = Database(database_url(settings.database))
        self.workers = workers or Workers(settings.workers)
        self._now = now = now or ServiceClock()
        self._store = Store(self.database)
        self._writer = Writer(self.database, asyncio.get_running_loop(), self.id)
        self.tasks = Tasks()
        # Servers see to the clocks of people; of a standstill only the computers thought for here are not charged.
        self._standstill = Standstill(now, lambda _until, _since: [])
        # Nobody looks at tables here: no clerk is ever called.
        self._tables = Tables(
            self._store, self._writer, Desk(0, settings.work), settings, now, self._standstill, shared=True
        )
        self.computers = Computers(self._tables, self.workers, self.tasks, alone=True)
        self._notices = notices(self.database, self._store, self._writer, self.id, self._heard, now)
        self._news = asyncio.Event()

    async def __aenter__(self) -> Thinker:
        await asyncio.to_thread(self.database.migrate)
        self._tables.changed += [self.computers.changed, lambda _table: self._news.set()]
        self._writer.start()
        await self._notices.start(self.tasks)
        self.workers.start(self.tasks)
        self._standstill.refresh()
        await self._beat()
        self.tasks.every("pulse", PULSE, self._standstill.pulse)
        self.tasks.every("beat", _BEAT, self._beat)
        self.tasks.every("leases", _BEAT, self.computers.renew)
        self.tasks.every("line", _PAUSE, self._look)
        self.tasks.every("tidying", _TIDY, self._tidy)
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.computers.stop()
        await self.workers.stop()
        await self._tables.finish()
        await self.tasks.stop()
        self._tables.stop()
        try:
            async with asyncio.timeout(_LAST_WORDS):
                await self._writer.call(
                    lambda connection: connection.execute(sa.delete(thinkers).where(thinkers.c.id == self.id))
                )
        except (sa.exc.SQLAlchemyError, TimeoutError) as error:
            _log.warning("it could not be written down that this process ends (%s)", type(error).__name__)
        await self._writer.stop()
        self.database.close()

    def _heard(self, changed: list[tuple[str, int]]) -> None:
        """Other processes changed something: perhaps a computer is to act. What is thought about may be out of date."""
        wanted = [item for item in changed if self.computers.thinks_about(item[0])]
        if wanted:
            self.tasks.once("hearing", self._tables.take_in(wanted))
        self._news.set()

    async def _look(self) -> None:
        """Look at the line: when something has changed there, or a worker has time, and now and then."""
        await self.computers.look()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_BEAT):
                await self._news.wait()
        self._news.clear()

    async def _beat(self) -> None:
        await self._standstill.settle()
        # Servers may have come since whose time is another.
        await asyncio.to_thread(agree, self.database, self._now)
        insert = sqlite.insert if self.database.is_sqlite else postgresql.insert
        row = {"alive": self._now(), "workers": self.workers.count}
        statement = insert(thinkers).values(id=self.id, **row)
        statement = statement.on_conflict_do_update(index_elements=[thinkers.c.id], set_=row)
        dead = sa.delete(thinkers).where(thinkers.c.alive < self._now() - 100 * THINKER_LIVES)

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)
            connection.execute(dead)

        await self._writer.call(write)
        self._standstill.refresh()

    async def _tidy(self) -> None:
        self._tables.cache.tidy()
