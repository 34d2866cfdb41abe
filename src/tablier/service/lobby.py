"""The lobby: listed tables with an open seat, for those who look for a game."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Callable

from tablier import wire
from tablier.service.hub import Deliver, Hub, Message, Watch
from tablier.service.store import Store
from tablier.service.table import Table

__all__ = ["Lobby"]

TOPIC = ""
_MOST = 200
_HOST_AWAY = 10 * 60_000
_STALE = 5_000


class Lobby:
    """What is in the lobby as of a moment ago; looked up again when a table in it may have changed, and now and then, because
    tables whose host has gone drop out by themselves."""

    def __init__(self, store: Store, hub: Hub, now: Callable[[], int]) -> None:
        self._store = store
        self._hub = hub
        self._now = now
        self._dirty = True
        self._looked = 0
        self._waiting = 0
        self._news = asyncio.Event()
        self._listed: set[str] = set()
        self._message = _news("", [])

    def changed(self, table: Table) -> None:
        """A table changed; only those that are or were in the lobby matter."""
        if table.id in self._listed or (table.status == "open" and table.setup is not None and table.setup.listed):
            self._dirty = True

    def heard(self) -> None:
        """Another process changed something."""
        self._dirty = True

    async def look(self) -> None:
        """Look again if someone is interested, and tell them if something changed."""
        if (self._hub.is_watched(TOPIC) or self._waiting) and (self._dirty or self._now() - self._looked > _STALE):
            await self._look()

    async def _look(self) -> None:
        self._dirty = False
        self._looked = self._now()
        tables = await asyncio.to_thread(self._store.lobby, self._looked - _HOST_AWAY, _MOST)
        tag = hashlib.sha256(json.dumps(tables, sort_keys=True).encode()).hexdigest()[:16]
        if tag != self._message.data["tag"]:
            self._listed = {table["table"] for table in tables}
            self._message = _news(tag, tables)
            self._hub.send(TOPIC, self._message)
            self._news.set()
            self._news = asyncio.Event()

    async def now(self, after: str | None = None, wait: float = 0.0) -> wire.Lobby:
        """The lobby; with `after`, waits so many seconds for it to differ from that."""
        if self._dirty or self._now() - self._looked > _STALE:
            await self._look()
        if after is not None and after == self._message.data["tag"] and wait > 0:
            self._waiting += 1
            try:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._news.wait()
            finally:
                self._waiting -= 1
        return {"tag": self._message.data["tag"], "tables": self._message.data["tables"]}

    async def watch(self, deliver: Deliver) -> tuple[Message, Watch]:
        """The lobby, and from now on every change of it."""
        watch = Watch(TOPIC, deliver, None)
        await self.now()
        self._hub.add(watch)
        return self._message, watch

    def unwatch(self, watch: Watch) -> None:
        """Watch no more."""
        self._hub.remove(watch)


def _news(tag: str, tables: list[wire.Summary]) -> Message:
    news: wire.LobbyNews = {"type": "lobby", "tag": tag, "tables": tables}
    return Message(news)
