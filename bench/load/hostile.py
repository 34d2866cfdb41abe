"""Hostile visitors, processes of their own from one address: ``python -m bench.load.hostile KIND PORT SECONDS [TOKEN]``. Within
the limits on requests they ask for as much as they can; what they got is printed as JSON."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

import tablier
from bench.wire import Wire, open_wire

__all__ = ["KINDS"]

_FIRST = 66
_RATE = 45
_MESSAGES = 190
_SOCKETS, _MOST_SOCKETS = 20, 200
_JSON = {"content-type": "application/json"}
_SILENT = 1000
_MOVES = 990
_GUESTS = 20
_NONSENSE = "{" + ",".join(f'"{number:x}":[]' for number in range(6000)) + "}"
"""What takes long to read, for its length; no longer than a message may be."""


class Visitor:
    """One address with bad intentions."""

    def __init__(self, port: int, seconds: float, token: str, address: str) -> None:
        self._port = port
        self._address = address
        self._end = time.monotonic() + seconds
        self._token = token
        self._names = itertools.count()
        self.got: Counter[str] = Counter()
        limits = httpx.Limits(max_connections=100)
        self._http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}/api/v1",
            timeout=120,
            transport=httpx.AsyncHTTPTransport(local_address=address, limits=limits),
        )

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self._end - time.monotonic()

    async def ask(self, method: str, path: str, token: str = "", **more: Any) -> Any:
        """A request; what came of it is counted."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= more.pop("headers", {})
        try:
            answer = await self._http.request(method, path, headers=headers, **more)
        except httpx.TransportError as error:
            self.got[type(error).__name__] += 1
            return {}
        said = answer.json() if "json" in answer.headers.get("content-type", "") and answer.content else {}
        self.got[str(said.get("reason") or said.get("code") or answer.status_code)] += 1
        return said

    async def steadily(self, one: Callable[[], Awaitable[Any]]) -> None:
        """The same again and again, forty-five times a second."""
        asked: set[asyncio.Future[Any]] = set()
        while self.left > 0:
            task: asyncio.Future[Any] = asyncio.ensure_future(one())
            asked.add(task)
            task.add_done_callback(asked.discard)
            await asyncio.sleep(1 / _RATE)
        for waiting in list(asked):
            waiting.cancel()

    async def guests(self, count: int) -> list[str]:
        """Tokens of so many new guests."""
        found = [await self.ask("POST", "/guests", json={}) for _ in range(count)]
        return [made["token"] for made in found if "token" in made]

    async def table(self, token: str, *seats: dict[str, Any], **more: Any) -> str | None:
        """A new table's id."""
        body = {"request": f"new-{next(self._names)}", "game": "polygone", "seats": list(seats), **more}
        found: str | None = (await self.ask("POST", "/tables", token, json=body)).get("table")
        return found

    async def analyses(self) -> None:
        """Long analyses."""
        await self.steadily(lambda: self.ask("POST", "/analyses", json={**_long(), "seconds": 60}))

    async def positions(self) -> None:
        """Long games to be drawn."""
        await self.steadily(lambda: self.ask("POST", "/positions", json=_long()))

    async def records(self) -> None:
        """Long records to be played through."""
        match = tablier.Match(tablier.game(_long()["game"]))
        for move in _long()["moves"]:
            match.play(move)
        text = tablier.record.to_text(tablier.Record.from_match(match))
        await self.steadily(lambda: self.ask("POST", "/records/read", json={"text": text}))

    async def sockets(self) -> None:
        """Long games to be drawn, asked for on many sockets."""
        message = json.dumps({"type": "position", "id": 1, **_long()}).encode()

        def take(wire: Wire, text: bytes) -> None:
            if b'"re":1' in text[:20]:
                self.got["position" if b'"type":"position"' in text[:60] else json.loads(text)["code"]] += 1
                wire.send(message)
            elif text.startswith(b'{"type":"ping"'):
                wire.send(text.replace(b"ping", b"pong", 1))

        for _ in range(_SOCKETS):
            wire = await open_wire(self._port, "/api/v1/ws", take, self._address, self._address)
            wire.send(b'{"type":"hello","version":1,"token":null}')
            wire.send(message)
        await asyncio.sleep(self.left)

    async def bodies(self) -> None:
        """Long bodies that mean nothing."""
        body = '{"game":"polygone","options":' + _NONSENSE + "}"
        await self.steadily(lambda: self.ask("POST", "/positions", content=body, headers=_JSON))

    async def messages(self) -> None:
        """Long messages that mean nothing, on as many sockets as are allowed, whatever is answered."""
        wires = []
        for _ in range(_MOST_SOCKETS):
            wires.append(await open_wire(self._port, "/api/v1/ws", self._count, self._address, self._address))
            wires[-1].send(b'{"type":"hello","version":1,"token":null}')
        message = b'{"type":"position","id":1,"options":' + _NONSENSE.encode() + b"}"
        for wire in itertools.cycle(wires):
            if self.left <= 0:
                break
            if not wire.waiting:
                wire.send(message)
            await asyncio.sleep(1 / _MESSAGES)

    async def illegal(self) -> None:
        """Moves that are not legal, and each time the question why."""
        token = (await self.guests(1))[0]
        table = await self.table(token, {"kind": "mine"}, {"kind": "mine"})
        act = {"type": "act", "id": 1, "table": table, "act": "move", "move": "x" * 100, "expected": 2}
        wires = []
        for _ in range(_SOCKETS):
            wires.append(await open_wire(self._port, "/api/v1/ws", self._count, self._address, self._address))
            wires[-1].send(json.dumps({"type": "hello", "version": 1, "token": token}).encode())
        for number, wire in enumerate(itertools.cycle(wires)):
            if self.left <= 0:
                break
            wire.send(json.dumps({**act, "request": f"m{number}"}).encode())
            await asyncio.sleep(1 / _MESSAGES)

    async def watchers(self) -> None:
        """Moves at a table that is watched on as many sockets as are allowed."""
        token = (await self.guests(1))[0]
        table = await self.table(token, {"kind": "mine"}, {"kind": "mine"}, game=_long()["game"])
        hello = json.dumps({"type": "hello", "version": 1, "token": token}).encode()
        watch = json.dumps({"type": "watch", "id": 2, "table": table}).encode()
        wires = []
        for _ in range(_MOST_SOCKETS):
            wires.append(await open_wire(self._port, "/api/v1/ws", self._count, self._address, self._address))
            wires[-1].send(hello)
            wires[-1].send(watch)
            await asyncio.sleep(2 / _MESSAGES)
        moves = list(reversed(_long()["moves"]))
        number = 2
        for wire in itertools.cycle(wires):
            if self.left <= 0 or not moves:
                break
            before = self.got["receipt"]
            act = {"table": table, "request": f"m{number}", "act": "move", "move": moves[-1], "expected": number}
            wire.send(json.dumps({"type": "act", "id": 1, **act}).encode())
            await asyncio.sleep(1 / _MESSAGES)
            if self.got["receipt"] > before:
                moves.pop()
                number += 1

    def _count(self, wire: Wire, text: bytes) -> None:
        """Count what is answered."""
        if b'"re":1' in text[:20] or text.startswith(b'{"type":"problem"'):
            said = json.loads(text)
            self.got[said.get("code", said["type"])] += 1
        elif text.startswith(b'{"type":"ping"'):
            wire.send(text.replace(b"ping", b"pong", 1))

    async def connections(self) -> None:
        """Connections that say nothing, or next to nothing."""
        opened: list[socket.socket] = []
        while self.left > 0:
            while len(opened) < _SILENT and self.left > 0:
                raw = socket.create_connection(("127.0.0.1", self._port), source_address=(self._address, 0))
                raw.setblocking(False)
                raw.send(b"GET / HTTP/1.1\r\n" if len(opened) % 2 else b"G")
                opened.append(raw)
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.5)
            for raw in list(opened):
                with contextlib.suppress(BlockingIOError):
                    try:
                        said = raw.recv(4096)
                        self.got["rate-limited" if b" 429 " in said else "closed"] += 1
                    except OSError as error:
                        if isinstance(error, BlockingIOError):
                            raise
                        self.got["closed"] += 1
                    raw.close()
                    opened.remove(raw)
        self.got["open"] = len(opened)

    async def computers(self) -> None:
        """As many tables against the strongest computer as possible."""
        for token in await self.guests(_GUESTS):
            for _ in range(10):
                await self.table(token, {"kind": "computer", "level": 10}, {"kind": "mine"})
        await asyncio.sleep(self.left)

    async def lobby(self) -> None:
        """As many tables in the lobby as possible, closed and opened again and again."""
        tokens = await self.guests(55)
        for token in itertools.cycle(tokens):
            if self.left <= 0:
                break
            made = await self.table(token, {"kind": "mine"}, {"kind": "open"}, listed=True)
            if made is not None and random.random() < 0.5:
                await self.ask("POST", f"/tables/{made}/acts", token, json={"request": "close", "act": "close"})
            await asyncio.sleep(1 / _RATE)

    async def deletion(self) -> None:
        """A guest with very many moves is deleted."""
        await asyncio.sleep(1)
        await self.ask("DELETE", "/guests/me", self._token)
        await asyncio.sleep(max(0.0, self.left))


KINDS = (
    "analyses",
    "positions",
    "records",
    "sockets",
    "bodies",
    "messages",
    "illegal",
    "watchers",
    "connections",
    "computers",
    "lobby",
    "deletion",
)
_made: dict[str, Any] = {}


def _long() -> dict[str, Any]:
    """The longest game of any kind that is found: as long as is allowed and takes most time."""
    if not _made:
        dice = random.Random(3)
        longest: tablier.Match | None = None
        for game_id in tablier.games():
            match = tablier.Match(tablier.game(game_id))
            while len(match.history) < _MOVES and not match.is_over:
                match.play(dice.choice(match.moves()))
            if not match.is_over:
                longest = match
        assert longest is not None
        _made.update({"game": longest.game.id, "moves": list(longest.history)})
    return _made


async def _visit(kind: str, port: int, seconds: float, token: str) -> None:
    if kind in ("analyses", "positions", "records", "sockets", "watchers"):
        _long()
    print("ready", flush=True)
    visitor = Visitor(port, seconds, token, f"127.0.0.{_FIRST + KINDS.index(kind)}")
    await getattr(visitor, kind)()
    print(json.dumps(visitor.got), flush=True)


if __name__ == "__main__":
    asyncio.run(_visit(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), "".join(sys.argv[4:])))
