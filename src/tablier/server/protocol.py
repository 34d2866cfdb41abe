"""Uvicorn's protocols, with a door before them and an end for peers that take or give nothing."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tablier.server.door import Door
from tablier.server.errors import problem_response
from tablier.wire import Problem

__all__ = ["HttpProtocol", "SocketProtocol", "protocols"]

_GRACE = 5.0
_MAX_HEADERS = 64 * 1024
_FULL = problem_response(Problem("rate-limited", "too many connections from this address", retry_after=10_000))


class HttpProtocol(HttpToolsProtocol):
    """A connection comes in by the door. Headers, a body and whoever reads an answer have so many seconds each; between two
    requests the server itself waits no longer than `timeout_keep_alive`."""

    door: ClassVar[Door]
    headers_within: ClassVar[float] = 15.0
    body_within: ClassVar[float] = 60.0
    read_within: ClassVar[float] = 60.0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._patience: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._in_headers = 0
        self._in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or say that there are too many."""
        super().connection_made(transport)
        if self.door.enter(transport):
            self._wait(self.headers_within)
            return
        head = b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\n"
        fields = b"".join(name + b": " + value + b"\r\n" for name, value in _FULL.raw_headers)
        transport.write(head + fields + b"\r\n" + bytes(_FULL.body))
        transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._wait(None)
        self._stop_reading()
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def _wait(self, seconds: float | None) -> None:
        """Cut the connection after so many seconds unless told otherwise before."""
        if self._patience is not None:
            self._patience.cancel()
        self._patience = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Whatever comes outside of a request is the beginning of one."""
        if self.transport.is_closing():
            return
        self._in_headers += len(data)
        super().data_received(data)
        idle = self.cycle is None or self.cycle.response_complete
        # A body may still come after it was answered: refused unread.
        if not idle or self._in_body or self.transport.get_protocol() is not self:
            self._in_headers = 0
        elif self._in_headers > _MAX_HEADERS:
            self.transport.abort()
        elif self._patience is None:
            self._wait(self.headers_within)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        if self._patience is None:
            self._wait(self.headers_within)

    def on_headers_complete(self) -> None:
        """Its body, if it has one, is waited for."""
        self._wait(self.body_within)
        self._in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """It is all here."""
        self._wait(None)
        self._in_body = False
        self._in_headers = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It is the socket's protocol's business from here on."""
        self._wait(None)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The peer does not take what is sent."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.read_within, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._stop_reading()

    def _stop_reading(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class SocketProtocol(WebSocketsSansIOProtocol):
    """Closing waits until the peer has taken what was sent; a peer that never does would be waited for without end."""

    door: ClassVar[Door]

    async def send(self, message: Any) -> None:
        """Uvicorn takes a socket that was refused with an answer for one that was forgotten, and would tell of each."""
        await super().send(message)
        self.handshake_complete = self.handshake_complete or message["type"] == "websocket.http.response.body"

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Cut the connection some seconds after the application is done with it."""
        super().on_task_complete(task)
        self.loop.call_later(_GRACE, self.transport.abort)


def protocols(through: Door) -> tuple[type[HttpProtocol], type[SocketProtocol]]:
    """Both protocols, for a server with this door."""

    class Http(HttpProtocol):
        door = through

    class WebSocket(SocketProtocol):
        door = through

    return Http, WebSocket
