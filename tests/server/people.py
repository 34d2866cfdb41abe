"""Guests over HTTP, and raw sockets, in few words."""

from __future__ import annotations

import contextlib
import itertools
import json
import time
from collections.abc import Callable
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.process import ServerProcess

__all__ = ["Guest", "Wire"]

_requests = itertools.count(1)


class Guest:
    """A guest with a token."""

    def __init__(self, http: httpx.Client, name: str | None = None) -> None:
        made = http.post("/guests", json={"name": name})
        assert made.status_code == 201, made.text
        self._http = http
        self.id = made.json()["guest"]
        self.token = made.json()["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """A request with the token."""
        return self._http.request(method, path, headers=self.headers, **more)

    def create(self, game: str = "connexion", seats: tuple[str, ...] = ("mine", "mine"), **more: Any) -> dict[str, Any]:
        """Make a table; its snapshot."""
        body = {"request": f"new-{next(_requests)}", "game": game, "seats": [{"kind": kind} for kind in seats], **more}
        made = self.ask("POST", "/tables", json=body)
        assert made.status_code == 201, made.text
        found: dict[str, Any] = made.json()
        return found

    def act(self, table: str, act: str, **more: Any) -> httpx.Response:
        """Act at a table."""
        return self.ask("POST", f"/tables/{table}/acts", json={"request": f"r-{next(_requests)}", "act": act, **more})

    def move(self, table: str) -> httpx.Response:
        """Play the first legal move."""
        state = self._http.get(f"/tables/{table}").json()["state"]
        board = self._http.get(f"/tables/{table}/board").json()
        return self.act(table, "move", move=board["moves"][0]["move"], expected=state["number"])


class Wire:
    """A raw socket that says what a test wants it to say."""

    def __init__(self, server: ServerProcess | str, token: str | None = None, hello: bool = True, **more: Any) -> None:
        address = server if isinstance(server, str) else server.address
        url = "ws" + address.removeprefix("http") + "/api/v1/ws"
        self._stack = contextlib.ExitStack()
        opened = connect(url, compression=None, ping_interval=None, max_size=2**24, **more)
        self.socket: ClientConnection = self._stack.enter_context(opened)
        self._ids = itertools.count(1)
        if hello:
            self.send({"type": "hello", "version": 1, "token": token})
            self.welcome = self.get(lambda message: message["type"] in ("welcome", "problem"))

    def send(self, message: Any) -> None:
        """Send data as JSON, or a text or bytes as they are."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def get(self, wanted: Callable[[dict[str, Any]], bool], within: float = 20.0) -> dict[str, Any]:
        """The next message that is wanted; pings are answered meanwhile."""
        end = time.monotonic() + within
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(max(0.01, end - time.monotonic())))
            if message["type"] == "ping" and "re" not in message:
                self.send({"type": "pong", "n": message["n"]})
            if wanted(message):
                return message

    def kind(self, kind: str, within: float = 20.0) -> dict[str, Any]:
        """The next message of a type."""
        return self.get(lambda message: message["type"] == kind, within)

    def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Send a request; its answer."""
        number = next(self._ids)
        self.send({"type": kind, "id": number, **fields})
        return self.get(lambda message: message.get("re") == number)

    def close(self) -> None:
        """Close the socket."""
        self._stack.close()

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
