"""Who is at which table: those who watch with their token, in any process, and those who acted just now."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from tablier import wire
from tablier.service.hub import Hub, Message
from tablier.service.store import Store
from tablier.service.table import Table
from tablier.service.writer import Writer

__all__ = ["HERE", "Presence"]

HERE = 45_000
"""Someone connected is taken to be there for so many ms, and said to be there again before they are over."""
REFRESH = 20.0
_AT_ONCE = 50
_PAUSE = 0.05


class Presence:
    """Writes down who is there. `due` are the tables whose watchers are to be told of someone who came or went."""

    def __init__(self, store: Store, writer: Writer, hub: Hub, now: Callable[[], int]) -> None:
        self._store = store
        self._writer = writer
        self._hub = hub
        self._now = now
        self._seen: dict[tuple[str, str], float] = {}
        self.due: set[str] = set()
        self.since = now()

    async def arrived(self, table: Table, guest: str) -> None:
        """A guest began to watch, asked or acted; written down at most every few seconds."""
        if guest != table.host and not table.seats_of(guest):
            return
        moment = time.monotonic()
        seen = self._seen.get((table.id, guest))
        if seen is None:
            self.due.add(table.id)
        if seen is None or moment - seen >= REFRESH / 2:
            self._seen[table.id, guest] = moment
            await self._write([(table.id, guest, self._now() + HERE)])

    async def departed(self, table_id: str, guest: str) -> None:
        """A guest's last connection to a table in this process ended."""
        if self._seen.pop((table_id, guest), None) is not None:
            await self._write([(table_id, guest, self._now())])

    async def refresh(self) -> None:
        """Say again that all who are connected are there; forget who is not."""
        moment, now = time.monotonic(), self._now()
        connected = {
            (topic, guest) for topic in self._hub.topics() for guest in self._hub.guests(topic) if guest is not None
        }
        rows = [(*pair, now + HERE) for pair in connected if pair in self._seen]
        for pair, seen in list(self._seen.items()):
            if pair in connected:
                self._seen[pair] = moment
            elif moment - seen > HERE / 1000:
                del self._seen[pair]
                self.due.add(pair[0])
        # A few at a time: moves wait for the same writer.
        for start in range(0, len(rows), _AT_ONCE):
            await self._writer.rows({"here": [_row(*row) for row in sorted(rows[start : start + _AT_ONCE])]})
            await asyncio.sleep(_PAUSE)

    async def _write(self, rows: list[tuple[str, str, int]]) -> None:
        await self._writer.rows({"here": [_row(*row) for row in rows]}, [(table, 0) for table, _, _ in rows])

    async def away(self, table_id: str) -> dict[str, int | None]:
        """For each guest of a table since when they are away, None while they are there. Time in which nobody could be
        there because the server was not does not count."""
        now = self._now()
        here = await asyncio.to_thread(self._store.here, table_id)
        present = self._hub.guests(table_id)
        return {
            guest: None if guest in present or until > now else max(until, self.since) for guest, until in here.items()
        }

    async def message(self, table: Table) -> Message:
        """Who is at the table, for those who watch it."""
        away = await self.away(table.id)
        seats: list[wire.Here] = []
        for seat in table.seats:
            gone = away.get(seat.guest or "", self.since)
            here = seat.kind == "computer" or (seat.guest is not None and gone is None)
            seats.append({"here": here, "since": None if here or seat.guest is None else gone})
        watchers = sum(self._hub.guests(table.id).values())
        return Message({"type": "presence", "table": table.id, "seats": seats, "watchers": watchers})


def _row(table_id: str, guest: str, here: int) -> dict[str, Any]:
    return {"table_id": table_id, "guest": guest, "here": here}
