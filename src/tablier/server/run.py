"""A server process: started, said where it is, stopped without losing anything."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import psycopg
import sqlalchemy as sa
import uvicorn

from tablier.server import logs
from tablier.server.app import make_app
from tablier.server.protocol import protocols
from tablier.server.settings import MAX_MESSAGE, ServerSettings
from tablier.server.site import Site
from tablier.service.service import Service

__all__ = ["run"]

_FEW = 2000
_GIVE_WAY = 0.0005
_SEND_BUFFER = 128 * 1024


class _Server(uvicorn.Server):
    """Says goodbye to all sockets before it closes them."""

    def __init__(self, config: uvicorn.Config, site: Site, address: str, opened: bool) -> None:
        super().__init__(config)
        self._site = site
        self._address = address
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Tablier: {self._address}", flush=True)
            if self._opened:
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        self._site.stopping.set()
        for connection in list(self._site.sockets):
            connection.close(1001)
        deadline = asyncio.get_running_loop().time() + 3.0
        while self._site.sockets and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)
        # The signal was heeded: it need not be raised again.
        self._captured_signals.clear()


def run(settings: ServerSettings, log_level: str = "info", opened: bool = False) -> None:
    """Serve until told to stop (SIGINT, SIGTERM)."""
    logs.configure(log_level)
    listener = _listen(settings)
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings, listener, opened))
    finally:
        listener.close()


async def _serve(settings: ServerSettings, listener: socket.socket, opened: bool) -> None:
    site = Site(settings)
    try:
        site.service = Service(settings.service)
        site.service.load()
        # What is loaded by now stays: the collector need not look at it again and again while moves wait.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        # Whoever commits waits several times for other threads to give way: for half a ms each, not for five.
        sys.setswitchinterval(_GIVE_WAY)
        await site.service.start()
    except (sa.exc.SQLAlchemyError, psycopg.Error) as error:
        reason = logs.hide(str(getattr(error, "orig", None) or error))
        raise ValueError(f"the database cannot be used: {reason}") from None
    site.service.desk.call()
    if site.door.most < _FEW:
        logs.log.warning("only %d connections at once: the system lets this process open few files", site.door.most)
    logs.log.info("started", extra={"server": site.service.id})
    try:
        await _server(site, listener, opened).serve([listener])
    finally:
        await site.service.stop()
        logs.log.info("stopped", extra={"server": site.service.id})


def _server(site: Site, listener: socket.socket, opened: bool) -> _Server:
    settings = site.settings
    http, web_socket = protocols(site.door)
    config = uvicorn.Config(
        make_app(site),
        http=http,
        ws=web_socket,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=int(settings.stop_within),
        timeout_keep_alive=20,
        lifespan="off",
    )
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return _Server(config, site, f"http://{shown}:{port}{settings.base_path}/", opened)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop where there is one: twice as many messages a second."""
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    return uvloop.new_event_loop


def _listen(settings: ServerSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # The system's own buffers count too: a slow reader should not hold megabytes of its memory.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        where = f"{settings.host}:{settings.port}"
        raise ValueError(f"cannot listen on {where}: {error.strerror}; choose another with --port") from None
    listener.listen(2048)
    return listener
