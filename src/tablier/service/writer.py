"""The one thread that writes: what waits together is committed together, and answered only when it is on the disk."""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tablier.service.database import Database, is_trouble
from tablier.service.measures import Histogram
from tablier.service.schema import events, record_guests, records, seated, tables, tokens
from tablier.wire import Problem

__all__ = ["CHANNEL", "Conflict", "Rows", "Write", "Writer", "claim", "notify", "write_events"]

_log = logging.getLogger(__name__)
CHANNEL = "tablier"
_BATCH = 400
_PAYLOAD = 150
_ATTEMPTS = 3
_GIVE_WAY = ("40P01", "40001")
"""What PostgreSQL says of a deadlock, or of two who cannot both be first."""
_CHANGING = ("number", "status", "open_seats", "changed", "deadline", "summary", "level")
_LEASE = sa.case(
    (sa.bindparam("b_keep", type_=sa.Boolean), tables.c.lease), else_=sa.bindparam("lease", type_=sa.BigInteger)
)
_UPDATE = (
    sa.update(tables)
    .where(tables.c.id == sa.bindparam("b_id"))
    .values({**{name: sa.bindparam(name) for name in _CHANGING}, "lease": _LEASE})
)
T = TypeVar("T")

Rows = Mapping[str, list[dict[str, Any]]]
"""What to write, by the name of a statement: new_table, seated, used_invitations, events, table, record, record_guests, here."""
Write = Callable[[sa.Connection], Any]


class Conflict(Exception):  # noqa: N818
    """Someone else has written there first: read again, then decide again."""


@dataclass(slots=True)
class _Job:
    key: str
    rows: Rows
    write: Write | None
    notices: list[tuple[str, int]]
    done: asyncio.Future[Any]
    since: float
    result: Any = None
    error: BaseException | None = field(default=None)


class Writer:
    """Takes work from the event loop and reports back to it. `source` is this process's id, told to the others. `trouble` says
    what was wrong with the database when it was last written to, None when all was well."""

    def __init__(self, database: Database, loop: asyncio.AbstractEventLoop, source: str) -> None:
        self._database = database
        self._loop = loop
        self._source = source
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._statements = _statements(database.is_sqlite)
        self._thread = threading.Thread(target=self._run, name="tablier-writer", daemon=True)
        self._stopped = False
        self._begun = 0.0
        self.commits = 0
        self.written = 0
        self.failures = 0
        self.trouble: str | None = None
        self.waits = Histogram()
        self.times = Histogram()

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    async def stop(self) -> None:
        """Finish what was taken, then end."""
        if not self._stopped:
            self._stopped = True
            self._queue.put(None)
            await self._loop.run_in_executor(None, self._thread.join)

    @property
    def waiting(self) -> int:
        """How much work waits."""
        return self._queue.qsize()

    @property
    def busy_for(self) -> float:
        """For how many seconds what is being written has been so: with the database hanging, it grows."""
        begun = self._begun
        return time.monotonic() - begun if begun else 0.0

    async def append(self, table_id: str, number: int, rows: Rows, check: Write | None = None) -> None:
        """Write what belongs to a table whose last event then has this number; Conflict when its events exist already. What
        `check` raises, after all is written, undoes it."""
        await self._submit(table_id, rows, check, [(table_id, number)])

    async def rows(self, rows: Rows, notices: Iterable[tuple[str, int]] = ()) -> None:
        """Write rows together with whatever else waits."""
        await self._submit("", rows, None, list(notices))

    async def call(self, write: Callable[[sa.Connection], T], notices: Iterable[tuple[str, int]] = ()) -> T:
        """Run a function in a transaction of its own."""
        result: T = await self._submit("", {}, write, list(notices))
        return result

    async def _submit(self, key: str, rows: Rows, write: Write | None, notices: list[tuple[str, int]]) -> Any:
        if self._stopped:
            raise Problem("stopping", "the server is being stopped")
        done = self._loop.create_future()
        self._queue.put(_Job(key, rows, write, notices, done, time.monotonic()))
        # A cancelled request must not cancel a commit that may have happened.
        return await asyncio.shield(done)

    def _run(self) -> None:
        while True:
            job = self._queue.get()
            if job is None:
                return
            jobs = [job]
            last = False
            while len(jobs) < _BATCH:
                try:
                    job = self._queue.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    last = True
                    break
                jobs.append(job)
            self._begun = time.monotonic()
            for job in jobs:
                self.waits.add(self._begun - job.since)
            try:
                self._work(jobs)
            except BaseException as error:
                # The thread must not end: nothing would ever be stored again.
                self.failures += 1
                _log.exception("what was to be written could not be")
                for job in jobs:
                    job.error = job.error or error
            self._begun = 0.0
            self._loop.call_soon_threadsafe(_report, jobs)
            if last:
                return

    def _work(self, jobs: list[_Job]) -> None:
        # In the order of their tables, so that two processes never wait for each other in a circle.
        together = sorted((job for job in jobs if job.write is None), key=lambda job: job.key)
        if together:
            try:
                self._commit(together)
            except Exception:
                for index, job in enumerate(together):
                    self._alone(job)
                    if job.error is not None and is_trouble(job.error):
                        # It would be the same for each of the others, after the same wait.
                        for other in together[index + 1 :]:
                            other.error = job.error
                        break
        for job in jobs:
            if job.write is not None:
                self._alone(job)

    def _alone(self, job: _Job) -> None:
        try:
            self._commit([job], _ATTEMPTS)
        except sa.exc.IntegrityError as error:
            job.error = Conflict(str(error.orig))
        except Exception as error:
            job.error = error
            if is_trouble(error):
                self.failures += 1
                self.trouble = type(error).__name__

    def _commit(self, jobs: list[_Job], attempts: int = 1) -> None:
        """Write all or nothing; again if someone waited for us while we waited for them, and we were told to give way."""
        for left in reversed(range(attempts)):
            try:
                self._commit_once(jobs)
                break
            except sa.exc.OperationalError as error:
                if not left or getattr(error.orig, "sqlstate", None) not in _GIVE_WAY:
                    raise

    def _commit_once(self, jobs: list[_Job]) -> None:
        with self.times.timed(), self._database.writer.begin() as connection:
            for name, statement in self._statements.items():
                rows = [row for job in jobs for row in job.rows.get(name, ())]
                if rows:
                    connection.execute(statement, rows)
            for job in jobs:
                if job.write is not None:
                    job.result = job.write(connection)
            notify(connection, self._source, [notice for job in jobs for notice in job.notices])
        self.commits += 1
        self.written += len(jobs)
        if any("events" in job.rows for job in jobs):
            self.trouble = None


def _report(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is not None:
            job.done.set_exception(job.error)
        else:
            job.done.set_result(job.result)


def notify(connection: sa.Connection, source: str, notices: list[tuple[str, int]]) -> None:
    """Tell all other processes which tables have got how far, when this is committed. With SQLite they look for themselves."""
    if connection.dialect.name == "postgresql":
        for start in range(0, len(notices), _PAYLOAD):
            payload = json.dumps([source, notices[start : start + _PAYLOAD]], separators=(",", ":"))
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))


def claim(connection: sa.Connection, table_ids: list[str], now: int, until: int) -> list[str]:
    """Take over the computers of tables that nobody attends to until some moment; those another process got first are left."""
    free = sa.update(tables).where(tables.c.id == sa.bindparam("b_id"), tables.c.lease < now).values(lease=until)
    return [table_id for table_id in table_ids if connection.execute(free, {"b_id": table_id}).rowcount]


def write_events(connection: sa.Connection, made: list[dict[str, Any]], row: dict[str, Any]) -> None:
    """Append events to one table on a connection of one's own; IntegrityError when they exist already."""
    if made:
        connection.execute(sa.insert(events), made)
    connection.execute(_UPDATE, row)


def _statements(is_sqlite: bool) -> dict[str, sa.Executable]:
    """The statements for many rows at once, in the order they are run."""
    insert: Any = sqlite.insert if is_sqlite else postgresql.insert
    known = insert(seated)
    here = insert(seated)
    return {
        "new_table": sa.insert(tables),
        "seated": known.on_conflict_do_nothing(),
        "used_invitations": sa.delete(tokens).where(
            tokens.c.kind == "invitation",
            tokens.c.table_id == sa.bindparam("b_id"),
            tokens.c.seat == sa.bindparam("b_seat"),
        ),
        "events": sa.insert(events),
        "table": _UPDATE,
        "record": sa.insert(records),
        "record_guests": sa.insert(record_guests),
        "here": here.on_conflict_do_update(
            index_elements=[seated.c.table_id, seated.c.guest], set_={"here": here.excluded.here}
        ),
        "lease": sa.update(tables)
        .where(tables.c.id == sa.bindparam("b_id"), tables.c.lease.is_not(None))
        .values(lease=sa.bindparam("b_lease")),
        "deadline": sa.update(tables)
        .where(tables.c.id == sa.bindparam("b_id"), tables.c.number == sa.bindparam("b_number"))
        .values(deadline=sa.bindparam("b_deadline")),
    }
