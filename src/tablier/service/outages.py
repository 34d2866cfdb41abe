"""Time in which no server was there is charged to nobody: who notices it writes it into every running clock's table."""

from __future__ import annotations

import contextlib
import glob
import json
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from filelock import FileLock, Timeout

from tablier.service.clock import ServiceClock, wall
from tablier.service.database import Database
from tablier.service.schema import events, processes, tables
from tablier.service.writer import notify

__all__ = ["Alone", "agree", "enter", "note_outage", "wall_of"]

_TOO_SHORT = 50
_ALIVE_LOCK = 7_265_003
_AT_ONCE = 100
_ATTEMPTS = 5
_BEAT = 1_250
"""Whoever lives has written so within the last so many ms."""
_FRESH = 4_000
"""Who wrote within so many ms that they live may live still, though their lock was lost with the database's connections."""
_LOOK = 0.2


class Alone:
    """Tells whether any other process serves the same database. Each holds a lock as long as it lives, which the system takes
    away from the dead: with SQLite that of a file of its own beside the database, with PostgreSQL a shared one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._door: FileLock | None = None
        self._own: FileLock | None = None
        self._connection: psycopg.Connection[Any] | None = None
        self._using = threading.Lock()
        self._left = False

    def enter(self) -> bool:
        """Take part; whether there was nobody else. While True is returned no other process gets in until `share`."""
        if not self._database.is_sqlite:
            return bool(self._ask("pg_try_advisory_lock"))
        file = self._database.file
        self._door = FileLock(f"{file}-door", thread_local=False)
        self._door.acquire()
        try:
            others = [path for path in file.parent.glob(f"{glob.escape(file.name)}-alive-*") if _is_held(path)]
            self._own = FileLock(f"{file}-alive-{secrets.token_hex(6)}", thread_local=False)
            self._own.acquire()
        except BaseException:
            self._door.release()
            raise
        return not others

    def share(self, was_alone: bool) -> None:
        """Let others in."""
        if self._door is not None:
            self._door.release()
        elif not self._database.is_sqlite:
            self._ask("pg_advisory_lock_shared")
            if was_alone:
                self._ask("pg_advisory_unlock")

    def keep(self) -> None:
        """Take the lock again if it was lost with its connection; to be called every second or so."""
        if self._database.is_sqlite:
            return
        with self._using:
            if self._left:
                return
            if self._connection is not None:
                try:
                    self._connection.execute("SELECT 1")
                except psycopg.Error:
                    self._forget()
            if self._connection is None and not self._ask("pg_try_advisory_lock_shared"):
                # Someone who starts looks whether anyone lives: they will see that we do.
                self._forget()

    def leave(self) -> None:
        """Take part no more."""
        if self._own is not None:
            self._own.release()
            Path(self._own.lock_file).unlink(missing_ok=True)
        with self._using:
            self._left = True
            self._forget()

    def _ask(self, function: str) -> Any:
        """Call one of PostgreSQL's functions for the lock, on a connection of its own: who loses it loses the lock."""
        if self._connection is None:
            self._connection = psycopg.connect(self._database.plain_url, autocommit=True)
        try:
            row = self._connection.execute(f"SELECT {function}({_ALIVE_LOCK})").fetchone()
        except psycopg.Error:
            self._forget()
            raise
        assert row is not None  # noqa: S101
        return row[0]

    def _forget(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(psycopg.Error):
                self._connection.close()
            self._connection = None


def _is_held(path: Path) -> bool:
    """Whether who made this file lives; the files of the dead are removed."""
    try:
        with FileLock(path, blocking=False):
            pass
    except Timeout:
        return True
    path.unlink(missing_ok=True)
    return False


def wall_of(database: Database) -> sa.ColumnElement[Any]:
    """The wall clock that all processes of a database share, in ms."""
    if database.is_sqlite:
        return sa.literal(wall(), sa.BigInteger)
    return sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)


def enter(database: Database, own: str, now: Callable[[], int], locked: bool) -> bool:
    """At a start: agree with who lives on what time it is; or, if nobody does, note since when. Whether nobody does.

    `locked` says that nobody else holds the lock of the living."""
    alone = locked and (database.is_sqlite or not _somebody_beats(database))
    with database.reader.connect() as connection:
        last = connection.execute(sa.select(sa.func.max(processes.c.alive))).scalar()
    if not (not alone and agree(database, now)) and isinstance(now, ServiceClock) and last is not None:
        now.follow(last)
    if alone:
        with database.writer.begin() as connection:
            connection.execute(sa.update(tables).where(tables.c.lease.is_not(None)).values(lease=0))
        moment = now()
        if last is not None:
            _credit(database, own, moment, last)
        with database.writer.begin() as connection:
            connection.execute(sa.delete(processes))
            connection.execute(sa.insert(processes).values(id=own, alive=moment, wall=wall_of(database), stopped=False))
    return alone


def agree(database: Database, now: Callable[[], int]) -> bool:
    """Take over the time of the server that was the last to write that it lives; False when none says anything of it."""
    with database.reader.connect() as connection:
        # A process of a version before writes no wall time: there is nothing to agree on with it.
        living = sa.select(processes.c.alive, processes.c.wall, wall_of(database)).where(
            ~processes.c.stopped, processes.c.wall > 0
        )
        latest = connection.execute(living.order_by(processes.c.wall.desc()).limit(1)).first()
    if latest is not None and isinstance(now, ServiceClock):
        now.join(latest[0] + latest[2] - latest[1])
    return latest is not None


def _somebody_beats(database: Database) -> bool:
    """Whether someone lives though they hold no lock: those who wrote a moment ago that they live are given the time to
    do so again."""
    known: dict[str, int] | None = None
    while True:
        with database.reader.connect() as connection:
            rows = connection.execute(
                sa.select(processes.c.id, processes.c.alive).where(
                    ~processes.c.stopped, processes.c.wall > wall_of(database) - _FRESH
                )
            ).all()
        found = {row.id: row.alive for row in rows}
        if known is not None and any(alive != known.get(process) for process, alive in found.items()):
            return True
        if not found:
            return False
        known = known or found
        time.sleep(_LOOK)


def note_outage(database: Database, own: str, now: int, since: int) -> list[tuple[str, int]]:
    """In a process that stood still or was cut off: write into the tables of all running clocks that nobody was there, unless
    another process was. Gives the tables, with their numbers."""
    with database.reader.connect() as connection:
        others = sa.select(sa.func.max(processes.c.alive)).where(processes.c.id != own)
        lived = connection.execute(others).scalar() or 0
    gap = now - since
    return [] if lived > since + min(gap // 2, gap - _BEAT) else _credit(database, own, now, since)


def _credit(database: Database, own: str, now: int, since: int) -> list[tuple[str, int]]:
    with database.reader.connect() as connection:
        statement = sa.select(tables.c.id).where(tables.c.deadline.is_not(None)).order_by(tables.c.id)
        ids = list(connection.execute(statement).scalars())
    noted: list[tuple[str, int]] = []
    # A few at a time: others may live and write after all.
    for start in range(0, len(ids), _AT_ONCE):
        noted += _credit_some(database, own, ids[start : start + _AT_ONCE], now, since)
    return noted


def _credit_some(database: Database, own: str, ids: list[str], now: int, since: int) -> list[tuple[str, int]]:
    for left in reversed(range(_ATTEMPTS)):
        try:
            with database.writer.begin() as connection:
                return _write(connection, own, ids, now, since)
        except sa.exc.IntegrityError:
            # Someone was quicker at one of the tables: read again, each for itself.
            if len(ids) > 1:
                return [noted for one in ids for noted in _credit_some(database, own, [one], now, since)]
        except sa.exc.OperationalError:
            if not left:
                raise
            time.sleep(_LOOK)
    # Where others are always quicker, they live.
    return []


def _write(connection: sa.Connection, own: str, ids: list[str], now: int, since: int) -> list[tuple[str, int]]:
    # First the events, then the tables, both in order, as the writers do: so nobody waits in a circle.
    rows = connection.execute(
        sa.select(tables.c.id, tables.c.number, tables.c.changed, tables.c.deadline, tables.c.summary)
        .where(tables.c.id.in_(ids), tables.c.deadline.is_not(None))
        .order_by(tables.c.id)
    ).all()
    made: list[dict[str, Any]] = []
    shifted: list[dict[str, Any]] = []
    for row in rows:
        began = max(since, row.changed)
        down = now - began
        if down < _TOO_SHORT or row.deadline <= began:
            continue
        event = {"table_id": row.id, "number": row.number + 1, "kind": "outage", "at": now, "span": 1}
        made.append({**event, "data": json.dumps({"since": since, "down": down})})
        summary = json.loads(row.summary)
        summary |= {"changed": now, "deadline": None if summary["deadline"] is None else summary["deadline"] + down}
        shifted.append(
            {
                "b_id": row.id,
                "b_number": row.number + 1,
                "b_changed": now,
                "b_deadline": row.deadline + down,
                "b_summary": json.dumps(summary, ensure_ascii=False, separators=(",", ":")),
            }
        )
    if made:
        connection.execute(sa.insert(events), made)
        connection.execute(
            sa.update(tables)
            .where(tables.c.id == sa.bindparam("b_id"))
            .values(
                number=sa.bindparam("b_number"),
                changed=sa.bindparam("b_changed"),
                deadline=sa.bindparam("b_deadline"),
                summary=sa.bindparam("b_summary"),
            ),
            shifted,
        )
    noted = [(row["table_id"], row["number"]) for row in made]
    notify(connection, own, noted)
    return noted
