"""A WebSocket client with next to no cost, so that a benchmark measures the server and not itself."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

__all__ = ["Wire", "open_wire"]

Take = Callable[["Wire", bytes], None]


class Wire(asyncio.Protocol):
    """Sends and receives text frames of at most 64 KiB; knows nothing else of the protocol."""

    def __init__(self, host: str, path: str, take: Take, address: str) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"X-Forwarded-For: {address}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._take = take
        self._buffer = b""
        self._transport: asyncio.Transport
        self.open = asyncio.get_running_loop().create_future()
        self.closed = False
        self.code: int | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self._transport = transport  # type: ignore[assignment]
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.closed = True
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        """Frames, whole or in part."""
        buffer = self._buffer + data if self._buffer else data
        if not self.open.done():
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.open.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self.open.set_result(None)
        start, size = 0, len(buffer)
        while size - start >= 2:
            length, begin = buffer[start + 1], start + 2
            if length == 126:
                length, begin = int.from_bytes(buffer[start + 2 : start + 4], "big"), start + 4
            elif length == 127:
                length, begin = int.from_bytes(buffer[start + 2 : start + 10], "big"), start + 10
            if size < begin + length:
                break
            if buffer[start] & 15 == 1:
                self._take(self, buffer[begin : begin + length])
            elif buffer[start] & 15 == 8:
                self.code = int.from_bytes(buffer[begin : begin + 2], "big")
            start = begin + length
        self._buffer = buffer[start:]

    def send(self, text: bytes) -> None:
        """Send a text, if still possible. The mask is zero: allowed, and free."""
        if self.closed:
            return
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)

    @property
    def waiting(self) -> bool:
        """Whether something was not taken yet."""
        return not self.closed and self._transport.get_write_buffer_size() > 0

    def close(self) -> None:
        """Hang up."""
        self._transport.abort()


async def open_wire(port: int, path: str, take: Take, address: str, proxy: str) -> Wire:
    """A connection to this machine, by a proxy that says that it is from an address."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(
        lambda: Wire(f"127.0.0.1:{port}", path, take, address), "127.0.0.1", port, local_addr=(proxy, 0)
    )
    await wire.open
    return wire
