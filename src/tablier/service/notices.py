"""News from other processes on the same database: by PostgreSQL's LISTEN, or by looking at a SQLite file now and then."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

import psycopg
import sqlalchemy as sa

from tablier.service.database import Database
from tablier.service.store import Store
from tablier.service.writer import CHANNEL, Writer

__all__ = ["Notices", "Tell", "notices"]

_log = logging.getLogger(__name__)
_PATIENCE = 0.3
_LOOK_EVERY = 0.5
_LOOK_BACK = 5_000

Tell = Callable[[list[tuple[str, int]]], None]
"""Called on the event loop with tables and the numbers of their last events; may tell of a change twice."""


class Notices(Protocol):
    """Tells of tables that other processes changed."""

    async def start(self) -> None:
        """Begin to listen; nothing that happens after this is missed."""

    async def stop(self) -> None:
        """Listen no more."""


def notices(database: Database, store: Store, writer: Writer, source: str, tell: Tell) -> Notices:
    """What listens on this kind of database; `source` is this process's own id."""
    return Looking(store, writer, tell) if database.is_sqlite else Listening(database, store, source, tell)


class Listening:
    """A thread with a connection of its own that listens."""

    def __init__(self, database: Database, store: Store, source: str, tell: Tell) -> None:
        self._url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._store = store
        self._source = source
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tablier-notices", daemon=True)

    async def start(self) -> None:
        """Begin to listen."""
        self._thread.start()
        await self._loop.run_in_executor(None, self._ready.wait)

    async def stop(self) -> None:
        """Listen no more."""
        self._stop.set()
        await self._loop.run_in_executor(None, self._thread.join)

    def _report(self, changed: list[tuple[str, int]]) -> None:
        if changed and not self._stop.is_set():
            self._loop.call_soon_threadsafe(self._tell, changed)

    def _run(self) -> None:
        heard = _now()
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    # What was said while nobody listened.
                    self._report(self._store.changed_since(heard - _LOOK_BACK))
                    self._ready.set()
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=_PATIENCE):
                            source, changed = json.loads(notice.payload)
                            if source != self._source:
                                self._report([(table, number) for table, number in changed])
                        heard = _now()
            except (psycopg.OperationalError, sa.exc.OperationalError):
                _log.warning("lost the connection that listens for other processes; trying again")
                self._ready.set()
                self._stop.wait(_PATIENCE)


class Looking:
    """Asks the writer's connection now and then whether another connection wrote to the file: SQLite knows."""

    def __init__(self, store: Store, writer: Writer, tell: Tell) -> None:
        self._store = store
        self._writer = writer
        self._tell = tell
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(await self._version()))

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _version(self) -> int:
        return await self._writer.call(_data_version)

    async def _run(self, seen: int) -> None:
        looked = _now()
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            now, version = _now(), await self._version()
            if version != seen:
                seen = version
                self._tell(await asyncio.to_thread(self._store.changed_since, looked - _LOOK_BACK))
            looked = now


def _data_version(connection: sa.Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())


def _now() -> int:
    return time.time_ns() // 1_000_000
