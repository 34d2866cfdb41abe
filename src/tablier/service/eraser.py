"""Deletes in the background, piece by piece: guests who asked for it, and what is old."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from tablier.service.erasing import Act, Pieces, begin_erasure, erase_guest, erase_old
from tablier.service.store import Store
from tablier.service.tables import FORGET, REREAD, Tables
from tablier.service.tasks import Tasks
from tablier.service.writer import Writer
from tablier.wire import Problem

__all__ = ["Eraser"]

_PAUSE = 0.01
_LONGEST = 10.0
_RETENTION_EVERY = 3600.0
_LOOK_EVERY = 10.0


class Eraser:
    """Everything that is deleted while a server runs."""

    def __init__(self, store: Store, writer: Writer, tables: Tables, tasks: Tasks, now: Callable[[], int]) -> None:
        self._store = store
        self._writer = writer
        self._tables = tables
        self._tasks = tasks
        self._now = now
        self._erasing: dict[str, asyncio.Task[int]] = {}

    def start(self) -> None:
        """Begin; deletions that a process before did not come to finish go on."""
        self._tasks.every("erasures", _LOOK_EVERY, self._resume)
        self._tasks.every("retention", _RETENTION_EVERY, self._retain)

    async def stop(self) -> None:
        """Stop; what is not finished goes on at the next start."""
        tasks = list(self._erasing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def begin(self, guest: str) -> None:
        """Begin to delete a guest: nobody speaks for them any more."""
        now = self._now()
        await self._writer.call(lambda connection: begin_erasure(connection, guest, now), [(guest, FORGET)])

    async def finish(self, guest: str) -> None:
        """Delete what is left of a guest; with very much it goes on after this has returned."""
        task = self._begin(guest)
        await asyncio.wait([task], timeout=_LONGEST)
        if task.done() and not task.cancelled():
            task.result()

    def _begin(self, guest: str) -> asyncio.Task[int]:
        task = self._erasing.get(guest)
        if task is None:
            task = self._erasing[guest] = self._tasks.once("erasures", self._work(erase_guest(guest)))
            task.add_done_callback(lambda _done: self._erasing.pop(guest))
        return task

    async def _resume(self) -> None:
        for guest in await asyncio.to_thread(self._store.erasures):
            await asyncio.wait([self._begin(guest)])

    async def _retain(self) -> None:
        settings = self._tables.settings
        await self._work(erase_old(self._now(), settings.keep_days, settings.keep_guest_days))

    async def _work(self, pieces: Pieces) -> int:
        """Do the pieces one after another; others write in between."""
        found = None
        while True:
            try:
                piece = pieces.send(found)
            except StopIteration as end:
                return int(end.value)
            found = None
            if isinstance(piece, Act):
                with contextlib.suppress(Problem):
                    await self._tables.server_act(piece.table, piece.do)
            else:
                found = await self._writer.call(piece.run)
                if piece.rereads and found:
                    notices = [(table_id, REREAD) for table_id in found]
                    await self._writer.rows({}, notices)
                    for notice in notices:
                        await self._tables.heard(*notice)
            await asyncio.sleep(_PAUSE)
