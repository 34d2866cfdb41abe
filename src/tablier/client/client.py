"""A connection that is made again whenever it breaks; what was not acknowledged is sent again."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import uuid
from collections.abc import Sequence
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tablier.client.http import Refused, backoff
from tablier.client.seen import Seen

__all__ = ["Client"]

_VERSION = 1
_OPEN_WITHIN = 10.0
_LONG_ENOUGH = 5.0
_MAX_SIZE = 8 * 1024 * 1024


class _Asked:
    """A request without an answer yet; `again` ones outlive their connection."""

    __slots__ = ("again", "answer", "message")

    def __init__(self, message: dict[str, Any], again: bool) -> None:
        self.message = message
        self.again = again
        self.answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()


class Client:
    """A client of one server, or of several on the same database (one of them, at random, for each connection)."""

    def __init__(
        self,
        addresses: str | Sequence[str],
        token: str | None = None,
        dice: random.Random | None = None,
        longest_wait: float = 15.0,
    ) -> None:
        """`longest_wait`: seconds between attempts to connect, at most (give or take half of it)."""
        self._addresses = [addresses] if isinstance(addresses, str) else list(addresses)
        self._token = token
        self._dice = dice or random.Random()
        self._longest_wait = longest_wait
        self._ids = itertools.count(1)
        self._asked: dict[int, _Asked] = {}
        self._rewatched: dict[int, Seen] = {}
        self._waiting: set[asyncio.Task[None]] = set()
        self._connection: ClientConnection | None = None
        self._ready = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._failed: Refused | None = None
        self.seen: dict[str, Seen] = {}
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_error: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        for task in self._waiting:
            task.cancel()

    # Asking

    async def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and wait for its answer; Refused when it is a problem, ConnectionError when the connection breaks
        before it comes."""
        await self._connected()
        return await self._ask({"type": kind, **fields}, again=False)

    async def act(
        self, table: str, act: str, expected: int | None = None, request: str | None = None, **fields: Any
    ) -> dict[str, Any]:
        """Do something at a table; the receipt. Sent again, with the same request id, until there is an answer."""
        message = {"type": "act", "table": table, "act": act, "request": request or uuid.uuid4().hex, **fields}
        if expected is not None:
            message["expected"] = expected
        for attempt in itertools.count():
            try:
                return await self._ask(message, again=True)
            except Refused as refused:
                if not refused.passes:
                    raise
                await asyncio.sleep(
                    refused.data.get("retry_after", 0) / 1000 + backoff(min(attempt, 3), self._dice) / 10
                )
        raise AssertionError

    async def watch(self, table: str) -> Seen:
        """Watch a table; what is returned is kept up to date."""
        if table not in self.seen:
            # Known before the answer comes: news may follow on its heels.
            self.seen[table] = Seen(table)
            try:
                await self._ask({"type": "watch", "table": table}, again=True)
            except BaseException:
                self.seen.pop(table, None)
                raise
        return self.seen[table]

    async def unwatch(self, table: str) -> None:
        """Watch a table no more."""
        if self.seen.pop(table, None) is not None:
            await self._ask({"type": "unwatch", "table": table}, again=True)

    async def _connected(self) -> None:
        while not self._ready.is_set():
            if self._failed is not None:
                raise self._failed
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self._ready.wait()

    async def _ask(self, message: dict[str, Any], again: bool) -> dict[str, Any]:
        if self._failed is not None:
            raise self._failed
        number = next(self._ids)
        asked = self._asked[number] = _Asked({**message, "id": number}, again)
        try:
            if self._ready.is_set() and self._connection is not None:
                with contextlib.suppress(WebSocketException):
                    await self._connection.send(json.dumps(asked.message))
            return await asked.answer
        finally:
            self._asked.pop(number, None)

    # The connection

    async def _run(self) -> None:
        attempt = 0
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            try:
                await self._connect()
            except Refused as refused:
                if not refused.passes:
                    self._failed = refused
                    self._break(refused, everything=True)
                    return
            except (OSError, TimeoutError, WebSocketException, InvalidHandshake, EOFError):
                pass  # made again below, whatever it was
            finally:
                self._ready.clear()
                self._connection = None
            self._break(ConnectionError("the connection broke"), everything=False)
            attempt = 0 if loop.time() - begun > _LONG_ENOUGH else attempt + 1
            await asyncio.sleep(backoff(attempt, self._dice, self._longest_wait))

    def _break(self, error: Exception, everything: bool) -> None:
        for asked in list(self._asked.values()):
            if (everything or not asked.again) and not asked.answer.done():
                asked.answer.set_exception(error)

    async def _connect(self) -> None:
        address = self._dice.choice(self._addresses)
        url = "ws" + address.removeprefix("http").rstrip("/") + "/api/v1/ws"
        async with connect(
            url, compression=None, ping_interval=None, open_timeout=_OPEN_WITHIN, max_size=_MAX_SIZE, close_timeout=1
        ) as connection:
            await connection.send(json.dumps({"type": "hello", "version": _VERSION, "token": self._token}))
            while True:
                async with asyncio.timeout(_OPEN_WITHIN):
                    welcome = json.loads(await connection.recv())
                if welcome["type"] == "problem":
                    raise Refused(welcome)
                if welcome["type"] == "welcome":
                    break
                await self._take(connection, welcome)
            self.connections += 1
            self._rewatched.clear()
            for seen in list(self.seen.values()):
                await self._rewatch(connection, seen, after=seen.number)
            for asked in list(self._asked.values()):
                if asked.again and not asked.answer.done():
                    await connection.send(json.dumps(asked.message))
            self._connection = connection
            self._ready.set()
            async for text in connection:
                await self._take(connection, json.loads(text))

    async def _take(self, connection: ClientConnection, message: dict[str, Any]) -> None:
        kind, asked = message["type"], self._asked.get(message.get("re", 0))
        if kind == "ping" and "re" not in message:
            await connection.send(json.dumps({"type": "pong", "n": message["n"]}))
        elif kind in ("snapshot", "update"):
            seen = self.seen.get(message["table"])
            if seen is not None and not seen.take(message):
                await self._rewatch(connection, seen)
        elif kind == "presence" and message["table"] in self.seen:
            self.seen[message["table"]].presence = message
        seen = self._rewatched.pop(message.get("re", 0), None)
        if seen is not None and kind == "problem":
            self._watch_later(connection, seen, Refused(message))
        if asked is not None and not asked.answer.done():
            if kind == "problem":
                asked.answer.set_exception(Refused(message))
            elif kind != "analysis" or message["done"]:
                asked.answer.set_result(message)

    async def _rewatch(self, connection: ClientConnection, seen: Seen, **more: Any) -> None:
        number = next(self._ids)
        self._rewatched[number] = seen
        await connection.send(json.dumps({"type": "watch", "table": seen.table, "id": number, **more}))

    def _watch_later(self, connection: ClientConnection, seen: Seen, refused: Refused) -> None:
        """Watch again what could not be watched just now: nothing else would ever tell of it."""
        if not refused.passes and refused.code != "server-error":
            return

        async def again() -> None:
            await asyncio.sleep(refused.data.get("retry_after", 0) / 1000 + backoff(0, self._dice))
            if self._connection is connection and self.seen.get(seen.table) is seen:
                with contextlib.suppress(WebSocketException):
                    await self._rewatch(connection, seen)

        task = asyncio.get_running_loop().create_task(again())
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)
