"""How much a server bears: ``python -m bench.load``. Starts a real one, on loopback, and plays at its tables.

1,000 tables with two sockets each, 500 moves a second for a minute, then more until it breaks; and what idle tables cost.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvloop

import tablier
from bench.wire import Wire, open_wire
from tests.server.process import ServerProcess

_PLIES = 150
_GUESTS = 200
_LIMIT = 0.100


@dataclass(slots=True)
class Place:
    """A table: its moves, made up beforehand, and the sockets of those who play them."""

    id: str
    moves: list[tuple[int, str]]
    number: int
    tokens: tuple[str, str]
    wires: list[Wire] = field(default_factory=list)
    ply: int = 0
    busy: bool = False


@dataclass(slots=True)
class Measured:
    """What a stage gave."""

    wanted: float
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    late: int = 0
    errors: list[str] = field(default_factory=list)
    updates: int = 0
    cpu: float = 0.0

    def share(self, part: float) -> float:
        """The wait that this part of all acknowledgements do not exceed, in ms."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, int(part * len(waits)))] * 1000 if waits else float("inf")

    def line(self) -> str:
        """For the report."""
        return (
            f"{self.wanted:7.0f} wanted {len(self.waits) / self.seconds:7.0f} done /s   "
            f"p50 {self.share(0.5):6.1f}  p99 {self.share(0.99):6.1f}  max {self.share(1):6.1f} ms   "
            f"{self.updates / self.seconds:6.0f} updates/s   server CPU {100 * self.cpu / self.seconds:4.0f} %   "
            f"errors {len(self.errors)}"
        )


class Load:
    """All tables and sockets."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self._server = server
        self._dice = random.Random(seed)
        self._ids = itertools.count(1)
        self._sent: dict[int, tuple[Place, float]] = {}
        self._now = Measured(0)
        self.places: list[Place] = []
        self._tokens: list[str] = []

    def games(self, count: int) -> dict[str, list[list[tuple[int, str]]]]:
        """Some random games of each kind."""
        found: dict[str, list[list[tuple[int, str]]]] = {}
        for game_id in tablier.games():
            game = tablier.game(game_id)
            for _ in range(count):
                match = tablier.Match(game)
                moves: list[tuple[int, str]] = []
                while not match.is_over and len(moves) < _PLIES:
                    move = self._dice.choice(match.moves())
                    assert match.to_act is not None
                    moves.append((match.to_act, move))
                    match.play(move)
                # The last move would end the game: that is another kind of work.
                found.setdefault(game_id, []).append(moves[:-1])
        return found

    async def guests(self) -> None:
        """Make guests."""
        async with self._http() as http:
            for _ in range(_GUESTS):
                self._tokens.append((await http.post("/guests", json={})).json()["token"])

    def _http(self) -> httpx.AsyncClient:
        limits = httpx.Limits(max_connections=16)
        return httpx.AsyncClient(base_url=self._server.address + "/api/v1", timeout=60, limits=limits)

    async def tables(self, count: int, games: dict[str, list[list[tuple[int, str]]]]) -> list[Place]:
        """Make tables, two guests at each."""
        made: list[Place] = []
        gate = asyncio.Semaphore(16)

        async def one(index: int) -> None:
            game = list(games)[index % len(games)]
            seats = len(tablier.game(game).players)
            host, other = self._tokens[index % _GUESTS], self._tokens[(index + 1) % _GUESTS]
            body = {
                "request": f"load-{index}-{self._dice.getrandbits(40)}",
                "game": game,
                "seats": [{"kind": "mine"}, {"kind": "open"}, *({"kind": "mine"} for _ in range(seats - 2))],
            }
            async with gate:
                table = (await http.post("/tables", json=body, headers=_bearer(host))).json()["table"]
                sit = {"request": "sit", "act": "sit", "seat": 1}
                sat = await http.post(f"/tables/{table}/acts", json=sit, headers=_bearer(other))
            made.append(Place(table, self._dice.choice(games[game]), sat.json()["number"], (host, other)))

        async with self._http() as http:
            await asyncio.gather(*(one(index) for index in range(count)))
        return made

    async def connect(self) -> None:
        """Open two sockets for each table."""
        port = self._server.port
        for index, place in enumerate(self.places):
            # Whoever holds several seats plays them all over the first socket.
            for token in place.tokens:
                wire = await open_wire(port, "/api/v1/ws", self._take)
                wire.send(json.dumps({"type": "hello", "version": 1, "token": token}).encode())
                wire.send(json.dumps({"type": "watch", "id": "w", "table": place.id}).encode())
                place.wires.append(wire)
            if index % 50 == 0:
                await asyncio.sleep(0.05)
        await asyncio.sleep(2)
        for error in self._now.errors[:3]:
            print("   ", error)

    def _take(self, wire: Wire, text: bytes) -> None:
        now = time.perf_counter()
        if text.startswith(b'{"re":'):
            head = text[6:80]
            number, _, rest = head.partition(b",")
            sent = self._sent.pop(int(number), None) if number.isdigit() else None
            if sent is None:
                if b'"problem"' in text:
                    self._now.errors.append(text[:300].decode())
                return
            place, begun = sent
            place.busy = False
            if rest.startswith(b'"type":"receipt"'):
                self._now.waits.append(now - begun)
                place.number += 1
                place.ply += 1
            else:
                self._now.errors.append(text[:300].decode())
        elif text.startswith(b'{"type":"update"'):
            self._now.updates += 1
        elif text.startswith(b'{"type":"problem"'):
            self._now.errors.append(text[:300].decode())
        elif text.startswith(b'{"type":"ping"'):
            wire.send(text.replace(b"ping", b"pong", 1))

    def _send(self, place: Place, due: float) -> None:
        player, move = place.moves[place.ply]
        number = next(self._ids)
        place.busy = True
        self._sent[number] = (place, due)
        place.wires[player == 1].send(
            json.dumps(
                {
                    "type": "act",
                    "id": number,
                    "table": place.id,
                    "request": f"m{number}",
                    "expected": place.number,
                    "act": "move",
                    "move": move,
                }
            ).encode()
        )

    async def stage(self, places: list[Place], rate: float, seconds: float) -> Measured:
        """Play at these tables, so many moves a second. A wait counts from when a move was due, not from when this
        program came to send it."""
        measured = self._now = Measured(rate)
        cpu = _cpu(self._server.pid)
        begun = time.perf_counter()
        ring = itertools.cycle(places)
        sent = 0
        while (now := time.perf_counter()) - begun < seconds:
            wanted = int((now - begun) * rate)
            while sent < wanted:
                for _ in range(len(places)):
                    place = next(ring)
                    if not place.busy and place.ply < len(place.moves):
                        self._send(place, begun + sent / rate)
                        break
                else:
                    measured.late += 1
                sent += 1
            await asyncio.sleep(0.001)
        for _ in range(200):
            if not self._sent:
                break
            await asyncio.sleep(0.01)
        measured.seconds = seconds
        measured.cpu = _cpu(self._server.pid) - cpu
        if self._sent:
            measured.errors.append(f"{len(self._sent)} moves without an answer")
            self._sent.clear()
        closed = [wire.code for place in self.places for wire in place.wires if wire.closed]
        if closed:
            measured.errors.append(f"{len(closed)} sockets were closed, with codes {sorted(map(str, set(closed)))}")
        return measured

    async def run(self, tables: int, rate: float, seconds: float, idle: int) -> bool:
        """All stages; whether the goal was reached."""
        games = self.games(12)
        await self.guests()
        await self.tables(20, games)
        await asyncio.sleep(1)
        empty = self._server.memory()
        unused = await self.tables(idle, games)
        await asyncio.sleep(2)
        full = self._server.memory()
        print(f"{len(unused)} idle tables: {(full - empty) / len(unused) / 1000:.1f} kB each (RSS {full / 1e6:.0f} MB)")
        self.places = await self.tables(tables, games)
        before = self._server.memory()
        await self.connect()
        after = self._server.memory()
        print(f"{2 * tables} sockets: {(after - before) / (2 * tables) / 1000:.1f} kB each (RSS {after / 1e6:.0f} MB)")
        gc.collect()
        gc.freeze()
        await self.stage(self.places, rate, 3)
        print(f"cost against the number of tables, {rate:.0f} moves/s:")
        for count in (tables // 10, tables // 3):
            print(f"{count:6} tables {(await self.stage(self.places[:count], rate, 5)).line()}", flush=True)
        goal = await self.stage(self.places, rate, seconds)
        print(f"{tables:6} tables {goal.line()}")
        for error in goal.errors[:3]:
            print("   ", error)
        print(f"memory after {seconds:.0f} s of play: {self._server.memory() / 1e6:.0f} MB; where it breaks:")
        for more in (1.5, 2, 3, 4, 6, 8):
            found = await self.stage(self.places, rate * more, 8)
            print(f"              {found.line()}", flush=True)
            if found.share(0.99) > 1000 * _LIMIT or found.errors or len(found.waits) < 0.95 * found.wanted * 8:
                break
        return goal.share(0.99) < 1000 * _LIMIT and not goal.errors and len(goal.waits) >= 0.98 * rate * seconds


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _cpu(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / 100


def main() -> None:
    """Run the benchmark; the exit code says whether the goal was reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--database", default="")
    given: Any = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or str(Path(folder) / "load.db")
        options = {"log_level": "warning"}
        with ServerProcess(database, Path(folder) / "log", **options) as server:
            load = Load(server, 1)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                reached = runner.run(load.run(given.tables, given.rate, given.seconds, given.idle))
            code = server.stop()
            log = (Path(folder) / "log").read_text()
    print(
        "goal reached" if reached else "goal NOT reached", f"(exit code {code}, {len(log.splitlines())} lines of log)"
    )
    raise SystemExit(0 if reached else 1)


if __name__ == "__main__":
    main()
