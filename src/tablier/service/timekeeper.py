"""What happens though nobody does anything: flags fall, computers that lost their process are taken over, it is written down
that this process is alive, and what is old is tidied away."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tablier.service.complaints import Complaints, sort_of
from tablier.service.computers import Computers
from tablier.service.database import Database
from tablier.service.lobby import Lobby
from tablier.service.outages import Alone, wall_of
from tablier.service.presence import REFRESH
from tablier.service.schema import processes
from tablier.service.standstill import PULSE, Standstill
from tablier.service.store import Store
from tablier.service.table import Table
from tablier.service.tables import Tables
from tablier.service.tasks import Tasks
from tablier.wire import Problem

__all__ = ["Timekeeper"]

_log = logging.getLogger(__name__)
_complaints = Complaints(_log)
_BEAT = 1.0
_SLACK = 1000
_PROBE = "x" * 65_536
"""As much as several acts write."""
_LAST_WORDS = 3.0
_ALL_GONE = 5_000
"""After so many ms without an answer whoever is away may be so because of us."""


class Timekeeper:
    """Runs what is to be done at certain times, as long as the server does."""

    def __init__(
        self,
        database: Database,
        store: Store,
        tables: Tables,
        computers: Computers,
        lobby: Lobby,
        standstill: Standstill,
        alone: Alone,
        source: str,
    ) -> None:
        self._database = database
        self._store = store
        self._tables = tables
        self._computers = computers
        self._lobby = lobby
        self._standstill = standstill
        self._alone = alone
        self._source = source
        self._now = tables.now
        self._flags: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        self._sooner = asyncio.Event()

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

    async def start(self, tasks: Tasks) -> None:
        """Begin; tables and computers of before the start are taken up at once."""
        self._standstill.refresh()
        self._standstill.awoke = self._awoke
        await self._beat()
        tasks.every("pulse", PULSE, self._standstill.pulse)
        tasks.every("beat", _BEAT, self._beat)
        tasks.every("alive-lock", _BEAT, self._keep_lock)
        tasks.keep("flags", self._watch_flags)
        tasks.every("flag-sweep", 1.0, self._sweep_flags)
        tasks.every("computer-sweep", 1.0, self._computers.look)
        tasks.every("leases", 1.0, self._computers.renew)
        tasks.every("computer-news", 1.0, self._computers.tell)
        tasks.every("presence", REFRESH, self._tables.presence.refresh)
        tasks.every("presence-news", 0.5, self._tables.tell_presence)
        tasks.every("lobby", 1.0, self._lobby.look)
        tasks.every("tidying", 10.0, self._tidy)

    async def stop(self) -> None:
        """Write down the last moment this process was alive, if that is possible."""
        try:
            async with asyncio.timeout(_LAST_WORDS):
                await self._write_beat(stopped=True)
        except (sa.exc.SQLAlchemyError, TimeoutError) as error:
            _log.warning("it could not be written down that this process ends (%s)", type(error).__name__)

    async def _awoke(self, now: int, since: int, noted: list[tuple[str, int]]) -> None:
        if now - since > _ALL_GONE:
            self._tables.presence.since = now
        for table_id, number in noted:
            await self._tables.heard(table_id, number)

    async def _beat(self) -> None:
        await self._standstill.settle()
        self._standstill.written = await self._write_beat()

    async def _write_beat(self, stopped: bool = False) -> int:
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        writer = self._tables.writer
        probing = writer.trouble is not None and not stopped

        def write(connection: sa.Connection) -> int:
            alive = self._now()
            row = {"alive": alive, "wall": wall_of(self._database), "stopped": stopped}
            row["probe"] = _PROBE if probing else None
            statement = insert(processes).values(id=self._source, **row)
            connection.execute(statement.on_conflict_do_update(index_elements=[processes.c.id], set_=row))
            return alive

        alive = await writer.call(write)
        if probing:
            writer.trouble = None
            await self._write_beat()
        return alive

    async def _keep_lock(self) -> None:
        await asyncio.to_thread(self._alone.keep)

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
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._sooner.wait()

    async def _sweep_flags(self) -> None:
        """Let flags fall of tables that no process has in mind."""
        for table_id in await asyncio.to_thread(self._store.due, self._now()):
            await self._look_at(table_id)

    async def _look_at(self, table_id: str) -> None:
        try:
            await self._tables.flag(table_id)
        except Problem:
            _log.warning("a table with a running clock is gone")
        except Exception as error:
            _complaints.tell(
                sort_of(error), "a clock could not be looked at; it is tried again", error, logging.WARNING
            )

    async def _tidy(self) -> None:
        self._tables.cache.tidy()
