"""The tables in memory: those in use, each behind its own lock. What is put away is replayed when it is wanted again."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from weakref import WeakValueDictionary

from tablier.service.table import Table

__all__ = ["Cache"]

_WEIGHT = 8
"""A table without moves weighs as much as so many moves."""


class Cache:
    """Keeps tables until they are idle for `idle` seconds or all together have more than `plies` moves."""

    def __init__(self, plies: int, idle: float) -> None:
        self._plies = plies
        self._idle = idle
        self._tables: OrderedDict[str, tuple[Table, float, int]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._weight = 0

    def lock(self, table_id: str) -> asyncio.Lock:
        """The table's lock: whoever looks at a table or changes it holds it."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def get(self, table_id: str) -> Table | None:
        """The table, if it is in memory."""
        found = self._tables.get(table_id)
        return None if found is None else found[0]

    def knows(self, table_id: str) -> bool:
        """Whether the table is in memory, or someone is about to read it or change it."""
        return table_id in self._tables or table_id in self._locks

    def put(self, table: Table) -> None:
        """Keep a table, as used last; others leave when it gets too much."""
        self.drop(table.id)
        weight = len(table.plays) + _WEIGHT
        self._tables[table.id] = (table, time.monotonic(), weight)
        self._weight += weight
        while self._weight > self._plies and len(self._tables) > 1:
            self.drop(next(iter(self._tables)))

    def drop(self, table_id: str) -> None:
        """Forget a table."""
        found = self._tables.pop(table_id, None)
        if found is not None:
            self._weight -= found[2]

    def tidy(self) -> None:
        """Forget tables that nobody used for a while."""
        limit = time.monotonic() - self._idle
        while self._tables:
            table_id, (_, used, _) = next(iter(self._tables.items()))
            if used > limit:
                break
            self.drop(table_id)

    def __len__(self) -> int:
        return len(self._tables)
