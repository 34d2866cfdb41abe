"""Time in which no server was there is charged to nobody: who notices it writes it into every running clock's table."""

from __future__ import annotations

import contextlib
import json
import sys
from typing import IO, Any

import sqlalchemy as sa

from tablier.service.database import OUTAGE_LOCK, Database
from tablier.service.schema import events, processes, tables

__all__ = ["Alone", "note_outage"]

_TOO_SHORT = 50
_ALIVE_LOCK = 7_265_003


class Alone:
    """Tells whether any other process serves the same database. Each holds a shared lock as long as it lives, which the
    system takes away from the dead; who gets it exclusively is alone."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._file: IO[str] | None = None
        self._connection: sa.Connection | None = None

    def enter(self) -> bool:
        """Take part; whether there was nobody else. While True is returned no other process gets in until `share`."""
        if self._database.is_sqlite:
            self._file = self._database.file.with_name(self._database.file.name + "-alive").open("w")
            return _flock(self._file, exclusive=True)
        self._connection = self._database.reader.connect().execution_options(isolation_level="AUTOCOMMIT")
        first = self._connection.execute(sa.select(sa.func.pg_try_advisory_lock(_ALIVE_LOCK))).scalar_one()
        return bool(first)

    def share(self, was_alone: bool) -> None:
        """Let others in."""
        if self._file is not None:
            _flock(self._file, exclusive=False)
        elif self._connection is not None:
            self._connection.execute(sa.select(sa.func.pg_advisory_lock_shared(_ALIVE_LOCK)))
            if was_alone:
                self._connection.execute(sa.select(sa.func.pg_advisory_unlock(_ALIVE_LOCK)))

    def leave(self) -> None:
        """Take part no more."""
        if self._file is not None:
            self._file.close()
        if self._connection is not None:
            with contextlib.suppress(sa.exc.OperationalError):
                self._connection.execute(sa.select(sa.func.pg_advisory_unlock_all()))
            self._connection.close()


def _flock(file: IO[str], exclusive: bool) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415

    try:
        fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        if exclusive:
            fcntl.flock(file, fcntl.LOCK_SH)
        return False
    return True


def note_outage(database: Database, own: str, now: int, since: int | None = None) -> list[tuple[str, int]]:
    """Write into the tables of all running clocks that nobody was there.

    At a start, by the only process: from when one was last alive. In a process that was stopped for a while: from `since`, unless
    another process was alive meanwhile. Gives the tables, with their numbers.
    """
    with database.alone(OUTAGE_LOCK) as connection:
        alive = sa.select(sa.func.max(processes.c.alive))
        if since is None:
            since = connection.execute(alive).scalar()
            connection.execute(sa.update(tables).where(tables.c.lease.is_not(None)).values(lease=0))
        elif (connection.execute(alive.where(processes.c.id != own)).scalar() or 0) > since + (now - since) // 2:
            return []
        if since is None:
            return []
        rows = connection.execute(
            sa.select(tables.c.id, tables.c.number, tables.c.changed, tables.c.deadline, tables.c.summary)
            .where(tables.c.deadline.is_not(None))
            .order_by(tables.c.id)
        ).all()
        made: list[dict[str, Any]] = []
        shifted: list[dict[str, Any]] = []
        for row in rows:
            down = now - max(since, row.changed)
            if down < _TOO_SHORT or row.deadline <= max(since, row.changed):
                continue
            data = {"since": since, "down": down}
            made.append(
                {
                    "table_id": row.id,
                    "number": row.number + 1,
                    "kind": "outage",
                    "at": now,
                    "data": json.dumps(data),
                    "span": 1,
                }
            )
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
        return [(row["table_id"], row["number"]) for row in made]
