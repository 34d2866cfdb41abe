"""What happens though nobody does anything: flags fall, computers that lost their process are taken over, it is written down
that this process is alive, and what is old is tidied away."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tablier.service.computers import Computers
from tablier.service.database import Database
from tablier.service.erasing import erase_old
from tablier.service.lobby import Lobby
from tablier.service.outages import note_outage
from tablier.service.presence import REFRESH
from tablier.service.problems import Problem
from tablier.service.schema import processes
from tablier.service.store import Store
from tablier.service.table import Table
from tablier.service.tables import Tables

__all__ = ["Timekeeper"]

_log = logging.getLogger(__name__)
_BEAT = 1.0
_SLACK = 1000
_STOPPED = 5_000
"""A process that did not come to write that it is alive for so many ms was stopped, asleep or cut off."""


class Timekeeper:
    """Runs what is to be done at certain times, as long as the server does."""

    def __init__(
        self,
        database: Database,
        store: Store,
        tables: Tables,
        computers: Computers,
        lobby: Lobby,
        source: str,
    ) -> None:
        self._database = database
        self._store = store
        self._tables = tables
        self._computers = computers
        self._lobby = lobby
        self._source = source
        self._now = tables.now
        self._flags: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        self._sooner = asyncio.Event()
        self._last_beat = self._now()
        self._running: list[asyncio.Task[None]] = []

    def changed(self, table: Table) -> None:
        """Remember when a table's flag falls."""
        deadline = table.due
        if deadline is None:
            self._due.pop(table.id, None)
            return
        due = deadline + self._tables.settings.lag_cap
        if self._due.get(table.id) != due:
            self._due[table.id] = due
            heapq.heappush(self._flags, (due, table.id))
            if len(self._flags) > 2 * len(self._due) + _SLACK:
                # Each move leaves an entry behind that counts no more.
                self._flags = [(moment, table_id) for table_id, moment in self._due.items()]
                heapq.heapify(self._flags)
            if self._flags[0] == (due, table.id):
                self._sooner.set()

    async def start(self) -> None:
        """Begin; tables and computers of before the start are taken up at once."""
        self._last_beat = self._now()
        await self._beat()
        self._running = [
            asyncio.create_task(self._every(seconds, work))
            for seconds, work in (
                (_BEAT, self._beat),
                (1.0, self._sweep_flags),
                (1.0, self._computers.look),
                (1.0, self._computers.renew),
                (1.0, self._computers.tell),
                (REFRESH, self._tables.presence.refresh),
                (0.5, self._tables.tell_presence),
                (1.0, self._lobby.look),
                (10.0, self._tidy),
                (3600.0, self._erase),
            )
        ]
        self._running.append(asyncio.create_task(self._watch_flags()))

    async def stop(self) -> None:
        """Stop, and write down the last moment this process was alive."""
        for task in self._running:
            task.cancel()
        if self._running:
            await asyncio.wait(self._running)
        await self._beat()

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception:
                _log.exception("something regular failed; it is tried again")
            await asyncio.sleep(seconds)

    async def _beat(self) -> None:
        now, last = self._now(), self._last_beat
        if now - last > _STOPPED:
            _log.warning("this process stood still for %d ms; clocks are not charged for it", now - last)
            noted = await asyncio.to_thread(note_outage, self._database, self._source, now, last)
            self._tables.presence.since = now
            for table_id, number in noted:
                await self._tables.heard(table_id, number)
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        statement = insert(processes).values(id=self._source, alive=now)
        statement = statement.on_conflict_do_update(
            index_elements=[processes.c.id], set_={"alive": statement.excluded.alive}
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(statement)

        await self._tables.writer.call(write)
        self._last_beat = now

    async def _watch_flags(self) -> None:
        """Let flags fall to the moment."""
        while True:
            self._sooner.clear()
            while self._flags and self._flags[0][0] <= self._now():
                due, table_id = heapq.heappop(self._flags)
                if self._due.get(table_id) == due:
                    del self._due[table_id]
                    await self._look_at(table_id)
            wait = max(1, self._flags[0][0] - self._now()) / 1000 if self._flags else None
            try:
                async with asyncio.timeout(wait):
                    await self._sooner.wait()
            except TimeoutError:
                continue

    async def _sweep_flags(self) -> None:
        """Let flags fall of tables that no process has in mind."""
        for table_id in await asyncio.to_thread(self._store.due, self._now()):
            await self._look_at(table_id)

    async def _look_at(self, table_id: str) -> None:
        try:
            await self._tables.flag(table_id)
        except Problem:
            _log.warning("a table with a running clock is gone")
        except Exception:
            _log.exception("a clock could not be looked at; it is tried again")

    async def _tidy(self) -> None:
        self._tables.cache.tidy()

    async def _erase(self) -> None:
        settings, now = self._tables.settings, self._now()
        deleted = await self._tables.writer.call(
            lambda connection: erase_old(connection, now, settings.keep_days, settings.keep_guest_days)
        )
        for table_id in deleted:
            self._tables.cache.drop(table_id)
