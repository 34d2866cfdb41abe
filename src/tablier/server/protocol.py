"""Uvicorn's WebSocket protocol, with an end for readers that take nothing."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["SocketProtocol"]

_GRACE = 5.0


class SocketProtocol(WebSocketsSansIOProtocol):
    """Closing waits until the peer has taken what was sent; a peer that never does would be waited for without end."""

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Cut the connection some seconds after the application is done with it."""
        super().on_task_complete(task)
        self.loop.call_later(_GRACE, self.transport.abort)
