"""Many players at once: tables, sockets, moves at a steady rate, and how long each waited. Every guest has an address of their
own, of which a proxy tells; the server has its usual limits."""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import os
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

import tablier
from bench.load.machine import busy, cpu
from bench.spy import sample, shares
from bench.wire import Wire, open_wire
from tests.server.process import ServerProcess

_PLIES = 150
_EACH = 8
PROXY = "127.0.0.9"
_LIMIT = 0.100
_IDLE_KB = 20
_SAMPLED = 10
BOARD_LIMIT = 0.500


@dataclass(frozen=True, slots=True)
class Person:
    """A guest, and where they come from."""

    token: str
    address: str

    @property
    def headers(self) -> dict[str, str]:
        """What a proxy adds to their requests, and their token."""
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": self.address}


@dataclass(slots=True)
class Place:
    """A table: its moves, made up beforehand, and the sockets of those who play them."""

    id: str
    moves: list[tuple[int, str]]
    number: int
    people: tuple[Person, Person]
    wires: list[Wire] = field(default_factory=list)
    ply: int = 0
    busy: bool = False


@dataclass(slots=True)
class Measured:
    """What a stage gave."""

    wanted: float
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    late: int = 0
    errors: list[str] = field(default_factory=list)
    updates: int = 0
    cpu: float = 0.0
    own: float = 0.0
    others: float = 0.0

    def share(self, part: float, of: list[float] | None = None) -> float:
        """The wait that this part of all acknowledgements, or boards, do not exceed, in ms."""
        waits = sorted(self.waits if of is None else of)
        return waits[min(len(waits) - 1, int(part * len(waits)))] * 1000 if waits else float("inf")

    def holds(self) -> bool:
        """Whether what was wanted was done, quickly and without an error."""
        enough = len(self.waits) >= 0.98 * self.wanted * self.seconds
        quick = not self.boards or self.share(0.99, self.boards) < 1000 * BOARD_LIMIT
        return enough and not self.errors and self.share(0.99) < 1000 * _LIMIT and quick

    def row(self, tables: int) -> str:
        """For the report."""
        done = max(1, len(self.waits))
        return (
            f"| {tables:,} | {self.wanted:,.0f} | {len(self.waits) / self.seconds:,.0f} | {self.seconds:.0f} s "
            f"| {self.share(0.5):.0f} ms | {self.share(0.99):.0f} ms | {self.share(1):.0f} ms "
            f"| {100 * self.cpu / self.seconds:.0f} % | {1000 * self.cpu / done:.2f} s "
            f"| {100 * self.own / self.seconds:.0f} % | {100 * self.others / self.seconds:.0f} % | {len(self.errors)} |"
        )


_HEAD = """\
| tables in play | wanted/s | moves/s | for | p50 | p99 | longest | server's CPU | a 1,000 moves | generator | others | errors |
|---|---|---|---|---|---|---|---|---|---|---|---|"""


class Load:
    """All tables and sockets."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self._server = server
        self._dice = random.Random(seed)
        self._ids = itertools.count(1)
        self._sent: dict[int, tuple[Place, float]] = {}
        self._boards: dict[int, float] = {}
        self._now = Measured(0)
        self.places: list[Place] = []
        self._people: list[Person] = []
        # A guest may have made ten unfinished tables.
        self._hosts = (person for person in self._people for _ in range(_EACH))
        self.report: list[str] = []

    def say(self, text: str) -> None:
        """Print, and keep for the report."""
        print(text, flush=True)
        self.report.append(text)

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

    async def guests(self, count: int) -> None:
        """Make guests, each of an address of their own."""
        async with self._http() as http:
            for number in range(count):
                address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
                made = await http.post("/guests", json={}, headers={"X-Forwarded-For": address})
                self._people.append(Person(made.json()["token"], address))

    def _http(self) -> httpx.AsyncClient:
        by_proxy = httpx.AsyncHTTPTransport(local_address=PROXY, limits=httpx.Limits(max_connections=16))
        return httpx.AsyncClient(base_url=self._server.address + "/api/v1", timeout=60, transport=by_proxy)

    async def tables(self, count: int, games: dict[str, list[list[tuple[int, str]]]]) -> list[Place]:
        """Make tables, two guests at each."""
        made: list[Place] = []
        gate = asyncio.Semaphore(16)

        async def one(index: int) -> None:
            game = list(games)[index % len(games)]
            seats = len(tablier.game(game).players)
            host, other = next(self._hosts), self._people[index % len(self._people)]
            body = {
                "request": f"load-{index}-{self._dice.getrandbits(40)}",
                "game": game,
                "seats": [{"kind": "mine"}, {"kind": "open"}, *({"kind": "mine"} for _ in range(seats - 2))],
            }
            async with gate:
                table = (await http.post("/tables", json=body, headers=host.headers)).json()["table"]
                sit = {"request": "sit", "act": "sit", "seat": 1}
                sat = await http.post(f"/tables/{table}/acts", json=sit, headers=other.headers)
            made.append(Place(table, self._dice.choice(games[game]), sat.json()["number"], (host, other)))

        async with self._http() as http:
            await asyncio.gather(*(one(index) for index in range(count)))
        return made

    async def connect(self) -> None:
        """Open two sockets for each table."""
        port = self._server.port
        for index, place in enumerate(self.places):
            # Whoever holds several seats plays them all over the first socket.
            for person in place.people:
                wire = await open_wire(port, "/api/v1/ws", self._take, person.address, PROXY)
                wire.send(json.dumps({"type": "hello", "version": 1, "token": person.token}).encode())
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
            if rest.startswith(b'"type":"board"'):
                self._now.boards.append(now - self._boards.pop(int(number), now))
                return
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

    def _ask_board(self, place: Place, due: float) -> None:
        number = next(self._ids)
        self._boards[number] = due
        place.wires[0].send(json.dumps({"type": "board", "id": number, "table": place.id}).encode())

    async def stage(self, places: list[Place], rate: float, seconds: float, boards: float = 0.0) -> Measured:
        """Play at these tables, so many moves a second, and look at so many boards. A wait counts from when a move was
        due, not from when this program came to send it."""
        measured = self._now = Measured(rate)
        before = cpu(self._server.pid), cpu(os.getpid()), busy()
        begun = time.perf_counter()
        ring = itertools.cycle(places)
        sent = looked = 0
        while (now := time.perf_counter()) - begun < seconds:
            wanted = int((now - begun) * rate)
            while sent < wanted:
                for _ in range(len(places)):
                    place = next(ring)
                    if not place.busy and place.ply < len(place.moves):
                        self._send(place, begun + (sent + 1) / rate)
                        break
                else:
                    measured.late += 1
                sent += 1
            while looked < int((now - begun) * boards):
                self._ask_board(self._dice.choice(places), begun + (looked + 1) / boards)
                looked += 1
            await asyncio.sleep(0.001)
        for _ in range(200):
            if not self._sent and not self._boards:
                break
            await asyncio.sleep(0.01)
        measured.seconds = seconds
        measured.cpu = cpu(self._server.pid) - before[0]
        measured.own = cpu(os.getpid()) - before[1]
        measured.others = max(0.0, busy() - before[2] - measured.cpu - measured.own)
        if self._sent:
            measured.errors.append(f"{len(self._sent)} moves without an answer")
            self._sent.clear()
        if self._boards:
            measured.errors.append(f"{len(self._boards)} boards without an answer")
            self._boards.clear()
        closed = [wire.code for place in self.places for wire in place.wires if wire.closed]
        if closed:
            measured.errors.append(f"{len(closed)} sockets were closed, with codes {sorted(map(str, set(closed)))}")
        return measured

    async def prepare(self, tables: int, idle: int) -> tuple[float, float]:
        """All tables and sockets; what an idle table and a socket take of the memory, in kB."""
        games = self.games(12)
        await self.guests((tables + idle + 20) // _EACH + 1)
        await self.tables(20, games)
        await asyncio.sleep(1)
        empty = self._server.memory()
        unused = await self.tables(idle, games)
        await asyncio.sleep(2)
        each = (self._server.memory() - empty) / max(1, len(unused)) / 1000
        self.places = await self.tables(tables, games)
        before = self._server.memory()
        await self.connect()
        after = self._server.memory()
        gc.collect()
        gc.freeze()
        return each, (after - before) / tables / 2000

    async def run(self, tables: int, rate: float, seconds: float, each: float, socket: float) -> bool:
        """Without anyone hostile: at the goal's rate, then more until it breaks; whether the goal was reached."""
        await self.stage(self.places, rate, 3)
        self.say(f"{tables:,} tables, {2 * tables:,} sockets open all the time.\n\n{_HEAD}")
        for count in (max(1, tables // 10), max(1, tables // 3)):
            self.say((await self.stage(self.places[:count], rate, 10)).row(count))
        before_play, plies = self._server.memory(), sum(place.ply for place in self.places)
        goal = await self.stage(self.places, rate, seconds)
        self.say(goal.row(tables))
        played = (self._server.memory() - before_play) / max(1, sum(place.ply for place in self.places) - plies)
        broken = None
        for more in (1.5, 2, 2.5, 3, 4, 6, 8):
            found = await self.stage(self.places, rate * more, 10)
            self.say(found.row(tables))
            if not found.holds():
                broken = found
                break
        self.say(_verdict(goal, broken))
        small = each < _IDLE_KB
        self.say(
            f"Memory: {each:.1f} kB an idle table (goal: under {_IDLE_KB} kB), {socket:.1f} kB "
            f"a socket that watches one, {played / 1000:.2f} kB a move played; a table leaves the memory when nobody "
            "used it for five minutes."
        )
        await self.where(rate)
        return goal.holds() and small

    async def where(self, rate: float) -> None:
        """What the server's time is spent on."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "samples"
            sampling = asyncio.create_task(sample(self._server.pid, _SAMPLED, file))
            await self.stage(self.places, rate, _SAMPLED)
            if await sampling:
                found = shares(file.read_text())
                self.say("\nWhat the server's time is spent on (samples by py-spy; waiting for the disk counts):\n")
                self.say("| | |\n|---|---|")
                self.say("\n".join(f"| {name} | {100 * share:.0f} % |" for name, share in found))


def _verdict(goal: Measured, broken: Measured | None) -> str:
    said = "holds" if goal.holds() else "does NOT hold"
    text = f"\nThe goal, {goal.wanted:,.0f} moves a second with p99 under {1000 * _LIMIT:.0f} ms and no error, {said}. "
    for error in goal.errors[:3]:
        text += f"Error: {error} "
    if broken is None:
        return text + "It did not break at the most that was tried.\n"
    return text + f"It breaks at {broken.wanted:,.0f} moves a second.\n"
