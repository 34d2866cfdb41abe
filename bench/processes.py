"""What more processes on one PostgreSQL give: ``python -m bench.processes``. Starts both on loopback, with 1, 2 and 4 processes.

At every table someone plays through one process and someone watches through another: measured are the time to a move's receipt,
the time until the other process has told of it, connections, and what processes ask the database when nobody does anything.
Prints a table for ``docs/server.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import uvloop

import tablier
from bench.wire import Wire, open_wire
from tests.server.process import ServerProcess
from tests.service.postgres import PostgreSQL, new_database, own_server

_GAME = "connexion"
_ADDRESS = "127.0.0.1"
_TICK = 0.005
_HEAD = """\
| processes | moves/s wanted | moves/s | receipt p50 | p99 | told elsewhere p50 | p99 | connections | idle queries/s | CPU |
|---|---|---|---|---|---|---|---|---|---|"""


class Place:
    """A table with the sockets of who plays and who watches, and the moves that will be played."""

    def __init__(self, table: str, number: int, dice: random.Random) -> None:
        self.table = table
        self.number = number
        self.moves = _game(dice)
        self.sent = 0.0
        self.receipts: list[float] = []
        self.news: list[float] = []
        self.busy = False
        self.player: Wire
        self.watcher: Wire

    def play(self) -> None:
        """Send the next move."""
        move = self.moves.pop()
        act = {"type": "act", "id": 1, "table": self.table, "request": f"m{self.number}", "act": "move", "move": move}
        self.busy, self.sent = True, time.perf_counter()
        self.player.send(json.dumps({**act, "expected": self.number}).encode())

    def take(self, wire: Wire, text: bytes) -> None:
        """A message to either of the two."""
        message = json.loads(text)
        kind = message["type"]
        if kind == "ping":
            wire.send(json.dumps({"type": "pong", "n": message["n"]}).encode())
        elif kind == "receipt":
            self.receipts.append(time.perf_counter() - self.sent)
            self.number, self.busy = message["number"], False
        elif kind == "update" and message["events"]:
            self.news.append(time.perf_counter() - self.sent)
        elif kind == "problem":
            raise SystemExit(f"refused: {message}")


def _game(dice: random.Random) -> list[str]:
    """The moves of a random game without its last, the first at the end."""
    match = tablier.Match(tablier.game(_GAME))
    while not match.is_over:
        match.play(dice.choice(match.moves()))
    return match.history[-2::-1]


async def _place(servers: list[ServerProcess], index: int, dice: random.Random) -> Place:
    here, there = servers[index % len(servers)], servers[(index + 1) % len(servers)]
    async with httpx.AsyncClient(base_url=here.address + "/api/v1", timeout=60) as http:
        token = (await http.post("/guests", json={})).json()["token"]
        body = {"request": "new", "game": _GAME, "seats": [{"kind": "mine"}, {"kind": "mine"}]}
        made = (await http.post("/tables", json=body, headers={"Authorization": f"Bearer {token}"})).json()
    place = Place(made["table"], made["state"]["number"], dice)
    place.player = await open_wire(here.port, "/api/v1/ws", place.take, _ADDRESS, _ADDRESS)
    place.player.send(json.dumps({"type": "hello", "version": 1, "token": token}).encode())
    place.watcher = await open_wire(there.port, "/api/v1/ws", place.take, _ADDRESS, _ADDRESS)
    place.watcher.send(b'{"type":"hello","version":1}')
    place.watcher.send(json.dumps({"type": "watch", "id": 2, "table": place.table}).encode())
    return place


async def _drive(places: list[Place], rate: float, seconds: float, dice: random.Random) -> float:
    """Play at a steady rate; how many seconds it took."""
    begun = time.perf_counter()
    done = 0
    while (passed := time.perf_counter() - begun) < seconds:
        while done < passed * rate:
            free = [place for place in dice.sample(places, min(20, len(places))) if not place.busy and place.moves]
            if not free:
                break
            free[0].play()
            done += 1
        await asyncio.sleep(_TICK)
    await asyncio.sleep(1.0)
    return passed


def _share(lengths: list[float], part: float) -> str:
    ordered = sorted(lengths)
    return f"{1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]:.0f} ms" if ordered else "–"


def _cpu(servers: list[ServerProcess]) -> float:
    ticks = 0
    for server in servers:
        fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _asked(database: str) -> tuple[int, int]:
    """Transactions so far, and connections, of a database."""
    with psycopg.connect(database, autocommit=True) as connection:
        row = connection.execute(
            "SELECT xact_commit, numbackends - 1 FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    assert row is not None
    return row[0], row[1]


@contextlib.contextmanager
def _running(count: int, database: str) -> Iterator[list[ServerProcess]]:
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        servers = [ServerProcess(database, Path(folder) / f"log{index}", log_level="warning") for index in range(count)]
        for server in servers:
            stack.enter_context(server)
        yield servers


async def _stage(servers: list[ServerProcess], database: str, given: argparse.Namespace) -> list[str]:
    dice = random.Random(given.seed)
    await asyncio.sleep(3)
    before, _ = _asked(database)
    await asyncio.sleep(given.idle)
    idle = (_asked(database)[0] - before) / given.idle
    places = [await _place(servers, index, dice) for index in range(given.tables)]
    rows = []
    for rate in given.rates:
        for place in places:
            place.receipts.clear()
            place.news.clear()
        cpu = _cpu(servers)
        seconds = await _drive(places, rate, given.seconds, dice)
        cpu = _cpu(servers) - cpu
        receipts = [length for place in places for length in place.receipts]
        news = [length for place in places for length in place.news]
        rows.append(
            f"| {len(servers)} | {rate:,} | {len(receipts) / seconds:,.0f} | {_share(receipts, 0.5)} | {_share(receipts, 0.99)} "
            f"| {_share(news, 0.5)} | {_share(news, 0.99)} | {_asked(database)[1]} | {idle:.0f} | {100 * cpu / seconds:.0f} % |"
        )
        print(rows[-1], flush=True)
    return rows


def _measure(postgres: PostgreSQL, given: argparse.Namespace) -> None:
    print(_HEAD, flush=True)
    for count in given.processes:
        database = new_database(postgres.address, f"bench{count}")
        with _running(count, database) as servers:
            uvloop.run(_stage(servers, database, given))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--rates", type=int, nargs="+", default=[100, 400])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--idle", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    with own_server() as postgres:
        _measure(postgres, parser.parse_args())


if __name__ == "__main__":
    main()
