"""News from other processes on the same database: by PostgreSQL's LISTEN, or by looking at a SQLite file now and then."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import Any, Protocol

import psycopg
import sqlalchemy as sa

from tablier.service.complaints import Complaints
from tablier.service.database import Database
from tablier.service.store import Store
from tablier.service.tasks import Tasks
from tablier.service.writer import CHANNEL, Writer

__all__ = ["Notices", "Tell", "notices"]

_complaints = Complaints(logging.getLogger(__name__))
_PATIENCE = 5.0
_LOOK_EVERY = 0.5
_LOOK_BACK = 5_000

Tell = Callable[[list[tuple[str, int]]], None]
"""Called on the event loop with tables and the numbers of their last events; may tell of a change twice."""


class Notices(Protocol):
    """Tells of tables that other processes changed."""

    async def start(self, tasks: Tasks) -> None:
        """Begin to listen; nothing that happens after this is missed."""


def notices(
    database: Database, store: Store, writer: Writer, source: str, tell: Tell, now: Callable[[], int]
) -> Notices:
    """What listens on this kind of database; `source` is this process's own id."""
    return Looking(store, writer, tell, now) if database.is_sqlite else Listening(database, store, source, tell, now)


class Listening:
    """A connection of its own that listens."""

    def __init__(self, database: Database, store: Store, source: str, tell: Tell, now: Callable[[], int]) -> None:
        self._url = database.plain_url
        self._store = store
        self._source = source
        self._tell = tell
        self._now = now
        self._heard = now()
        self._ready = asyncio.Event()

    async def start(self, tasks: Tasks) -> None:
        """Begin to listen."""
        self._heard = self._now()
        tasks.keep("notices", self._listen)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._ready.wait()

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            # What was said while nobody listened.
            missed = await asyncio.to_thread(self._store.changed_since, self._heard - _LOOK_BACK)
            if missed:
                self._tell(missed)
            self._ready.set()
            while True:
                self._heard = self._now()
                async for notice in connection.notifies(timeout=_PATIENCE):
                    self._hear(notice.payload)

    def _hear(self, payload: str) -> None:
        """Others may say something on the same channel; what is not understood is passed over."""
        try:
            source, changed = json.loads(payload)
            told = [_item(item) for item in changed]
        except (ValueError, TypeError, RecursionError):
            _complaints.tell("notice", "a notice of another process is not understood", level=logging.WARNING)
            return
        if source != self._source and told:
            self._tell(told)


def _item(item: Any) -> tuple[str, int]:
    table, number = item
    if not isinstance(table, str) or not isinstance(number, int):
        raise TypeError("a table and a number are wanted")
    return table, number


class Looking:
    """Asks the writer's connection now and then whether another connection wrote to the file: SQLite knows."""

    def __init__(self, store: Store, writer: Writer, tell: Tell, now: Callable[[], int]) -> None:
        self._store = store
        self._writer = writer
        self._tell = tell
        self._now = now
        self._seen = 0
        self._looked = 0

    async def start(self, tasks: Tasks) -> None:
        """Begin to look."""
        self._looked, self._seen = self._now(), await self._version()
        tasks.every("notices", _LOOK_EVERY, self._look)

    async def _version(self) -> int:
        return await self._writer.call(_data_version)

    async def _look(self) -> None:
        now, version = self._now(), await self._version()
        if version != self._seen:
            self._tell(await asyncio.to_thread(self._store.changed_since, self._looked - _LOOK_BACK))
            self._seen = version
        self._looked = now


def _data_version(connection: sa.Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())
