"""A host's tools, for a server that runs or not: they work on the database, and servers hear of what changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa

from tablier.service.bans import ban_text
from tablier.service.database import Database
from tablier.service.erasing import Act, Pieces, begin_erasure, erase_guest, erase_old, erase_tables
from tablier.service.names import clean_name
from tablier.service.schema import bans, guests, seated, tables
from tablier.service.scribe import Scribe
from tablier.service.store import Store, event_rows, table_row
from tablier.service.table import Table
from tablier.service.tables import FORGET, REREAD
from tablier.service.tokens import new_id
from tablier.service.writer import notify, write_events

__all__ = ["Admin"]

_ATTEMPTS = 5
_PAGE = 500


class Admin:
    """What a host may do. `now` gives the time in ms."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._store = Store(database)
        self._now = now
        self._source = new_id()

    def tables(self, status: str | None = None, limit: int = 100) -> list[dict[str, Any]]:
        """Tables, latest change first."""
        statement = sa.select(tables.c.summary).order_by(tables.c.changed.desc()).limit(limit)
        if status is not None:
            statement = statement.where(tables.c.status == status)
        with self._database.reader.connect() as connection:
            return [json.loads(row.summary) for row in connection.execute(statement)]

    def guests(self, limit: int = 100) -> list[dict[str, Any]]:
        """Guests, last seen first, with the address they were seen at."""
        statement = sa.select(guests).order_by(guests.c.seen.desc()).limit(limit)
        with self._database.reader.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(statement)]

    def close_table(self, table_id: str) -> bool:
        """Close a table, whatever is going on there; False when it was closed already."""

        def close(scribe: Scribe) -> None:
            if scribe.table.status != "closed":
                scribe.emit("closed")

        return self._act(table_id, close)

    def delete_table(self, table_id: str) -> None:
        """Delete a table; the records of its games stay."""
        self.close_table(table_id)
        with self._database.writer.begin() as connection:
            erase_tables(connection, [table_id], self._now())
            notify(connection, self._source, [(table_id, REREAD)])

    def rename_guest(self, guest: str, name: str | None) -> None:
        """Give a guest another name, also at the tables where they sit."""
        cleaned = clean_name(name)
        with self._database.writer.begin() as connection:
            done = connection.execute(sa.update(guests).where(guests.c.id == guest).values(name=cleaned))
            if done.rowcount == 0:
                raise ValueError(f"no guest {guest!r:.40}")
            where = sa.select(seated.c.table_id).where(seated.c.guest == guest)
            ids = connection.execute(where).scalars().all()

        def rename(scribe: Scribe) -> None:
            if scribe.table.status != "closed":
                for seat in scribe.table.seats_of(guest):
                    scribe.emit("renamed", seat=seat, name=cleaned)

        for table_id in ids:
            self._act(table_id, rename)

    def ban(self, address: str, reason: str = "") -> None:
        """Exclude an address, or a network."""
        address = ban_text(address)
        with self._database.writer.begin() as connection:
            connection.execute(sa.delete(bans).where(bans.c.address == address))
            connection.execute(sa.insert(bans).values(address=address, reason=reason, created=self._now()))

    def unban(self, address: str) -> bool:
        """Let an address in again; False when it was not banned."""
        address = ban_text(address)
        with self._database.writer.begin() as connection:
            return connection.execute(sa.delete(bans).where(bans.c.address == address)).rowcount > 0

    def bans(self) -> list[dict[str, Any]]:
        """Excluded addresses, latest first."""
        with self._database.reader.connect() as connection:
            found = connection.execute(sa.select(bans).order_by(bans.c.created.desc()))
            return [dict(row._mapping) for row in found]

    def delete_guest(self, guest: str) -> int:
        """Delete a guest and all that is theirs; how many tables changed."""
        if self._store.guest(guest) is None:
            raise ValueError(f"no guest {guest!r:.40}")
        with self._database.writer.begin() as connection:
            begin_erasure(connection, guest, self._now())
            notify(connection, self._source, [(guest, FORGET)])
        return self._work(erase_guest(guest))

    def erase_old(self, days: int | None, guest_days: int | None) -> int:
        """Delete what is older than so many days; how many tables were deleted."""
        return self._work(erase_old(self._now(), days, guest_days))

    def _work(self, pieces: Pieces) -> int:
        """Do the pieces one after another; servers write in between."""
        found = None
        while True:
            try:
                piece = pieces.send(found)
            except StopIteration as end:
                return int(end.value)
            found = None
            if isinstance(piece, Act):
                self._act(piece.table, piece.do)
            else:
                with self._database.writer.begin() as connection:
                    found = piece.run(connection)
                    if piece.rereads and found:
                        notify(connection, self._source, [(table_id, REREAD) for table_id in found])

    def records(self) -> Iterator[str]:
        """All finished games as records, in the order they ended."""
        after: tuple[int, str] | None = None
        while rows := self._store.record_texts(None, after, _PAGE):
            for row in rows:
                yield str(row.text)
            after = (rows[-1].finished, rows[-1].id)

    def _act(self, table_id: str, do: Callable[[Scribe], object]) -> bool:
        for _ in range(_ATTEMPTS):
            stored = self._store.events(table_id)
            if not stored:
                raise ValueError(f"no table {table_id!r:.40}")
            scribe = Scribe(Table.replay(table_id, stored), self._now())
            do(scribe)
            if not scribe.events:
                return False
            table = scribe.table
            computer = table.to_act is not None and table.seats[table.to_act].kind == "computer"
            row = table_row(table, table.due, 0 if computer else None)
            try:
                with self._database.writer.begin() as connection:
                    write_events(connection, event_rows(table_id, scribe.events), row)
                    notify(connection, self._source, [(table_id, table.number)])
            except sa.exc.IntegrityError:
                continue
            return True
        raise ValueError(f"table {table_id} is very busy, try again")
