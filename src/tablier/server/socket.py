"""One WebSocket connection: hello first, then requests one after another, and news in between."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import re
from typing import TYPE_CHECKING, Any

from starlette.websockets import WebSocket, WebSocketState

import tablier
from tablier import wire
from tablier.server.answers import ANSWERS, SLOW
from tablier.server.errors import unexpected
from tablier.server.outbox import Outbox
from tablier.server.pulse import Pulse
from tablier.server.settings import CHARGED
from tablier.service.addresses import Asker, address_key
from tablier.service.hub import Message, Watch
from tablier.service.limits import Bucket
from tablier.service.store import Identity
from tablier.wire import Problem

if TYPE_CHECKING:
    from tablier.server.site import Site

__all__ = ["Socket", "serve_socket"]

_LAST_WORDS = 2.0
_GONE = 1000
_FAULT = 1011
_LATER = 1013
_PAUSE = 0.25
_DELIVERED = 0.1
"""What a message costs that one did not ask for."""
_SHORT = 4096
_LAST_ID = re.compile(r'"id"\s*:\s*("[^"\\]{1,64}"|-?\d{1,16})\s*\}\s*\Z')


class _Closing(Exception):  # noqa: N818
    """The connection is to be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class Socket:
    """A connection and what it watches."""

    def __init__(self, site: Site, websocket: WebSocket) -> None:
        self.site = site
        self.address: str = websocket.scope["tablier_address"]
        self.pulse = Pulse()
        self.watches: dict[str, Watch] = {}
        self.lobby: Watch | None = None
        self.analyses: dict[Any, asyncio.Task[None]] = {}
        self.token: str | None = None
        self.asker = Asker(address_key(self.address))
        self._websocket = websocket
        self._outbox = Outbox(site.settings.outbox, lambda: self.close(4000))
        self._bucket = Bucket(site.settings.messages)
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._code = _GONE
        self._greeted = asyncio.Event()

    # Sending

    def close(self, code: int) -> None:
        """Close the connection soon."""
        if not self._ended.done():
            self._code = code
            self._ended.set_result(None)

    def tell(self, data: wire.ServerMessage, re: int | str | None = None) -> None:
        """Send a message; `re` is the id of the request it answers. Whoever asks for much pays for it."""
        self._send(wire.dumps(data if re is None else {"re": re, **data}))

    def tell_with(self, data: dict[str, Any], name: str, text: str, re: int | str) -> None:
        """Answer with data and, under a name, something that is written as JSON already."""
        self._send(f'{wire.dumps({"re": re, **data})[:-1]},"{name}":{text}}}')

    def _send(self, text: str) -> None:
        self.site.messages.owe(self.asker.network, len(text) / CHARGED)
        self._outbox.put(text)

    def deliver(self, message: Message) -> None:
        """Send a message that others get too. Whoever watches on very many sockets pays for it with what they do."""
        self.site.messages.owe(self.asker.network, _DELIVERED)
        self._outbox.put(message.text)

    def refuse(self, problem: Problem, re: int | str | None = None) -> None:
        """Send a problem; `re` is the id of the request it answers."""
        self.site.metrics.problem(problem.code)
        self.tell(problem.message(), re)

    # Who speaks

    async def identity(self, token: str | None = None) -> Identity | None:
        """Who speaks: whoever the token is of, or that of hello; None for strangers."""
        return await self.must(token) if token or self.token is not None else None

    async def must(self, token: str | None = None) -> Identity:
        """Who speaks; Problem for strangers."""
        return await self.site.service.guests.identify(token or self.token, self.address)

    # Living

    async def run(self) -> int:
        """Serve until the end; the close code."""
        tasks: list[asyncio.Future[None]] = [
            asyncio.ensure_future(self._receive()),
            asyncio.ensure_future(self._outbox.run(self._websocket.send_text)),
            asyncio.ensure_future(self._keep_alive()),
        ]
        try:
            await asyncio.wait({*tasks, self._ended}, return_when=asyncio.FIRST_COMPLETED)
            if self._ended.done():
                return self._code
            for task in tasks:
                if task.done():
                    error = task.exception()
                    if isinstance(error, _Closing):
                        if error.code != _GONE:
                            await self._outbox.drain(_LAST_WORDS)
                        return error.code
                    if error is not None:
                        unexpected(error)
                        return _FAULT
            return _GONE
        finally:
            self._outbox.close()
            # Whatever was committed stays committed; only its answer finds nobody.
            for task in [*tasks, *self.analyses.values()]:
                task.cancel()
            await asyncio.gather(*tasks, *self.analyses.values(), return_exceptions=True)
            await self._leave()

    async def _leave(self) -> None:
        service = self.site.service
        if self.lobby is not None:
            service.lobby.unwatch(self.lobby)
        watches, self.watches = self.watches, {}
        for watch in watches.values():
            service.tables.hub.remove(watch)
        try:
            for watch in watches.values():
                await service.tables.unwatch(watch)
        except Exception as error:
            # That they went is noticed by itself, a little later.
            unexpected(error)

    async def _keep_alive(self) -> None:
        # Not before hello: whoever answers a ping at once would send a pong as their first message.
        await self._greeted.wait()
        while True:
            self.tell({"type": "ping", "n": self.pulse.ping()})
            await asyncio.sleep(self.site.settings.ping_every)
            if self.pulse.unanswered >= 2:
                raise _Closing(4001)

    async def _receive(self) -> None:
        try:
            async with asyncio.timeout(self.site.settings.hello_within):
                first = await self._next()
        except TimeoutError:
            raise _Closing(4001) from None
        await self._hello(first)
        while True:
            message = await self._next()
            while message.get("type") in SLOW:
                message = await self._answer_listening(message)
            await self._answer(message)

    async def _answer_listening(self, message: dict[str, Any]) -> dict[str, Any]:
        """Answer, and wait for the next message: if the peer goes away meanwhile the answer is not worked for."""
        answering = asyncio.ensure_future(self._answer(message))
        coming = asyncio.ensure_future(self._next())
        try:
            await asyncio.wait((answering, coming), return_when=asyncio.FIRST_COMPLETED)
            if coming.done() and coming.exception() is not None:
                return coming.result()
            await answering
            return await coming
        finally:
            answering.cancel()
            coming.cancel()

    async def _next(self) -> dict[str, Any]:
        """The next message that is an object; others are answered here."""
        while True:
            event = await self._websocket.receive()
            if event["type"] == "websocket.disconnect":
                raise _Closing(_GONE)
            cost = 1 + len(event.get("text") or event.get("bytes") or "") // CHARGED
            if seconds := self._bucket.take(cost) or self.site.messages.take(self.asker.network, cost):
                problem = Problem(
                    "rate-limited", "too many messages on this socket", retry_after=math.ceil(seconds * 1000)
                )
                self.refuse(problem, _id_of_event(event))
                # The socket is not read meanwhile: the network lets the sender wait.
                await asyncio.sleep(min(max(seconds, _PAUSE), 1.0))
                continue
            text = event.get("text")
            try:
                if text is None:
                    raise Problem("invalid-request", "text frames are wanted, not binary ones", errors=[])
                message = wire.loads(text)
                if not isinstance(message, dict):
                    raise Problem("invalid-request", "one JSON object a message is wanted", errors=[])
            except json.JSONDecodeError as error:
                self.refuse(Problem("invalid-request", f"not JSON: {error.msg}", errors=[]))
            except Problem as problem:
                self.refuse(problem)
            else:
                return message

    async def _hello(self, message: dict[str, Any]) -> None:
        try:
            hello: wire.Hello = wire.read_message(message, first=True)
            if hello.version != wire.VERSION:
                raise Problem("wrong-version", f"version {wire.VERSION} is spoken here", versions=[wire.VERSION])
            self.token = hello.token
            identity = await self.identity()
            if identity is not None:
                self.asker = Asker(self.asker.network, identity.guest)
        except Problem as problem:
            self.refuse(problem, _id_of(message))
            raise _Closing(1008) from None
        except Exception as error:
            self.refuse(unexpected(error))
            raise _Closing(_LATER) from None
        self.site.metrics.message("hello")
        self.tell(
            {
                "type": "welcome",
                "version": wire.VERSION,
                "now": self.site.service.tables.now(),
                "guest": None if identity is None else identity.guest,
                "name": None if identity is None else identity.name,
                "server": tablier.__version__,
            }
        )
        self._greeted.set()

    async def _answer(self, message: dict[str, Any]) -> None:
        re = _id_of(message)
        try:
            if await self.site.service.is_banned(self.address):
                raise Problem("banned", "the host of this site has excluded this address")
            asked = wire.read_message(message)
            self.site.metrics.message(asked.type)
            await ANSWERS[type(asked)](self, asked)
        except Problem as problem:
            self.refuse(problem, re)
            if problem.code == "banned":
                raise _Closing(1008) from None
        except Exception as error:
            self.refuse(unexpected(error), re)


def _id_of(message: Any) -> int | str | None:
    """The id of a message, of good form or not: the sender should know which one is refused."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str | int) else None


def _id_of_event(event: Any) -> int | str | None:
    """The id of a message that is refused unread. A long one is not read for it, but seen at its end, where our own clients
    write it."""
    text = event.get("text") or ""
    if len(text) > _SHORT:
        found = _LAST_ID.search(text, len(text) - _SHORT)
        text = "{}" if found is None else f"{{{found[0]}"
    with contextlib.suppress(ValueError, TypeError):
        return _id_of(wire.loads(text))
    return None


async def serve_socket(site: Site, websocket: WebSocket) -> None:
    """Serve one connection from its beginning to its end."""
    key = address_key(websocket.scope["tablier_address"])
    if not site.socket_places.enter(key):
        site.metrics.problem("rate-limited")
        await websocket.accept()
        problem = Problem("rate-limited", "too many sockets from this address", retry_after=10_000)
        await websocket.send_text(wire.dumps(problem.message()))
        await websocket.close(1008)
        return
    socket = Socket(site, websocket)
    try:
        await websocket.accept()
        site.sockets.add(socket)
        code = await socket.run()
        if websocket.client_state == WebSocketState.CONNECTED:
            site.metrics.closed(code)
            with contextlib.suppress(Exception):
                # A reader that takes nothing takes no close either; the transport is cut soon after.
                async with asyncio.timeout(_LAST_WORDS):
                    await websocket.close(code)
    finally:
        site.sockets.discard(socket)
        site.socket_places.leave(key)
