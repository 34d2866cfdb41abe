"""Everything a network and its people can do wrong, all at once: nothing breaks for others, and memory stays flat."""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess

UPGRADE = (
    "GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture(scope="module")
def messy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of its own."""
    folder = tmp_path_factory.mktemp("messy")
    with ServerProcess(str(folder / "t.db"), folder / "log", log_level="warning", outbox="200000") as running:
        yield running


@pytest.fixture(scope="module")
def calm(messy: ServerProcess) -> Iterator[Game]:
    """Two people who play on, whatever happens around them."""
    game = Game(messy)
    game.start()
    yield game
    game.stop()


class Game(threading.Thread):
    """A table where moves are played all the time; `worst` is the longest a receipt took."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.http = httpx.Client(base_url=server.address + "/api/v1", timeout=60)
        self.guest = Guest(self.http, "Calm")
        self.table = self.guest.create("polygone")["table"]
        self.moves = 0
        self.worst = 0.0
        self.failure: BaseException | None = None
        self._ending = threading.Event()

    def run(self) -> None:
        """Play."""
        try:
            with Wire(self.server, self.guest.token) as wire:
                while not self._ending.is_set():
                    self._play(wire)
        except BaseException as error:
            self.failure = error

    def _play(self, wire: Wire) -> None:
        found = wire.ask("board", table=self.table)
        if not found["board"]["moves"]:
            self.table = self.guest.create("polygone")["table"]
            return
        move = random.choice(found["board"]["moves"])["move"]
        begun = time.monotonic()
        receipt = wire.ask(
            "act", table=self.table, request=f"c{self.moves}", act="move", move=move, expected=found["number"]
        )
        assert receipt["type"] == "receipt", receipt
        self.worst = max(self.worst, time.monotonic() - begun)
        self.moves += 1
        time.sleep(0.02)

    def stop(self) -> None:
        """End, and say whether all went well."""
        self._ending.set()
        self.join(30)
        self.http.close()

    def goes_on(self) -> None:
        """Moves are still played, and none took long."""
        before, end = self.moves, time.monotonic() + 30
        while self.moves < before + 5 and time.monotonic() < end:
            assert self.failure is None, self.failure
            time.sleep(0.02)
        assert self.moves >= before + 5
        assert self.worst < 10, self.worst


def _closed(wire: Wire) -> int | None:
    """The code the server closes a socket with."""
    with pytest.raises(ConnectionClosed) as closed:
        list(iter(lambda: wire.socket.recv(20), None))
    return closed.value.rcvd.code if closed.value.rcvd else None


def test_duplicated_and_reordered_acts_are_done_once_and_in_order(messy: ServerProcess, calm: Game) -> None:
    guest = Guest(calm.http)
    table = guest.create("connexion")["table"]
    with Wire(messy, guest.token) as one, Wire(messy, guest.token) as two:
        one.ask("watch", table=table)
        for turn in range(6):
            found = one.ask("board", table=table)
            moves = [item["move"] for item in found["board"]["moves"]]
            acts = [
                {"type": "act", "id": f"{turn}-{ahead}-{copy}", "table": table, "request": f"t{turn}a{ahead}", "act": "move",
                 "move": moves[ahead], "expected": found["number"] + ahead}
                for ahead in (1, 0) for copy in range(3)
            ]  # fmt: skip
            for wire in (one, two):
                for act in acts:
                    wire.send(act)
            answers = [
                wire.get(lambda message, act=act: message.get("re") == act["id"])  # type: ignore[misc]
                for wire in (one, two)
                for act in acts
            ]
            done = {answer["request"]: answer["number"] for answer in answers if answer["type"] == "receipt"}
            assert done[f"t{turn}a0"] == found["number"] + 1
            assert all(answer["code"] in ("stale", "illegal-move") for answer in answers if answer["type"] == "problem")
            numbers = {(answer["request"], answer["number"]) for answer in answers if answer["type"] == "receipt"}
            assert len(numbers) == len(done)
    events = calm.http.get(f"/tables/{table}/events").json()["events"]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    calm.goes_on()


NONSENSE: list[Any] = [
    "", "null", "[]", "{", '{"type":"act","id":1', "\x00", '"\\ud800"', '{"type":"\\ud800"}', "NaN", "[" * 30_000,
    '{"type":' * 5_000, "9" * 5_000, '{"type":"watch","id":1,"table":"' + "9" * 500 + '"}', '{"id":1e999,"type":"ping"}',
    b"\x00\xff\xfe", b"", b"{}",
    {"type": "hello", "version": 1}, {"type": 7}, {"type": None, "id": []}, {"type": "ping"}, {"type": "ping", "id": {}},
    {"type": "ping", "id": True}, {"type": "ping", "id": "x" * 65}, {"type": "pong", "n": "x"}, {"type": "pong", "n": 10**30},
    {"type": "watch", "id": 1, "table": "../../etc/passwd"}, {"type": "watch", "id": 1, "table": "x", "after": -5},
    {"type": "watch", "id": 1, "table": "x", "after": 10**12}, {"type": "board", "id": 1, "table": "\x00" * 22, "ply": -1},
    {"type": "act", "id": 1, "table": "x", "request": "r", "act": "move", "move": "a", "expected": 1},
    {"type": "act", "id": 1, "table": "x", "token": "g_" + "A" * 43, "request": "r", "act": "leave"},
    {"type": "act", "id": 1, "table": "x", "token": "i_" + "A" * 43, "request": "r", "act": "leave"},
    {"type": "position", "id": 1, "game": "kenwan", "position": "%s%n" * 50},
    {"type": "position", "id": 1, "game": "kenwan", "moves": ["x"] * 2001},
    {"type": "explain", "id": 1, "game": "kenwan", "tried": {"gesture": {"shapes": [1, None]}}},
    {"type": "analyse", "id": 1, "game": "kenwan", "seconds": 1e308}, {"type": "cancel", "id": 1, "of": "nothing"},
    {"type": "lobby", "id": 1, "more": 1}, {"type": "unwatch", "id": 1, "table": "never watched"},
]  # fmt: skip


@pytest.mark.parametrize("message", NONSENSE, ids=[repr(message)[:40] for message in NONSENSE])
def test_nonsense_is_answered_with_a_problem_and_the_socket_lives_on(
    messy: ServerProcess, calm: Game, message: Any
) -> None:
    with Wire(messy, calm.guest.token) as wire:
        wire.send(message)
        answer = wire.ask("ping") if message in ({"type": "pong", "n": 10**30},) else None
        first = answer or wire.get(lambda found: found["type"] not in ("ping", "presence"))
        if first["type"] == "problem":
            assert first["code"] != "server-error", first
            assert {"status", "code", "title", "detail"} <= set(first)
        else:
            assert first["type"] in ("ok", "pong", "snapshot"), first
        assert wire.ask("ping")["type"] == "pong"


def test_random_messages_never_break_anything(messy: ServerProcess, calm: Game) -> None:
    dice = random.Random(4)
    pieces: list[Callable[[], Any]] = [
        lambda: None, lambda: dice.randint(-(2**70), 2**70), lambda: dice.random() * 1e9, lambda: True, list, dict,
        lambda: "".join(chr(dice.randrange(1, 0xD7FF)) for _ in range(dice.randrange(40))), lambda: calm.table,
        lambda: calm.guest.token, lambda: {"move": "a"}, lambda: ["a"] * 3, lambda: "kenwan", lambda: "move",
    ]  # fmt: skip
    names = ("id", "table", "token", "after", "request", "expected", "act", "move", "seat", "game", "options", "position",
             "moves", "tried", "ply", "of", "seconds", "level", "best", "n", "name", "what", "yes", "to")  # fmt: skip
    kinds = (
        "watch",
        "unwatch",
        "act",
        "board",
        "position",
        "preview",
        "explain",
        "lobby",
        "unlobby",
        "cancel",
        "ping",
        "pong",
    )
    with Wire(messy) as wire:
        for number in range(600):
            message = {name: dice.choice(pieces)() for name in dice.sample(names, dice.randrange(1, 10))}
            message |= {"type": dice.choice(kinds), "id": f"m{number}"}
            message.pop("token", None)
            wire.send(message)
            if message["type"] != "pong" or "n" not in message or set(message) != {"type", "id", "n"}:
                answer = wire.get(lambda found, wanted=message["id"]: found.get("re") == wanted)  # type: ignore[misc]
                assert answer.get("code") != "server-error", (message, answer)
    calm.goes_on()


def test_oversized_messages_and_bodies_are_refused(messy: ServerProcess, calm: Game) -> None:
    with Wire(messy) as wire:
        wire.send(json.dumps({"type": "ping", "id": "x" * 70_000}))
        assert _closed(wire) == 1009
    refused = calm.http.post("/positions", content=b" " * 70_000, headers={"content-type": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (413, "too-large")

    def pieces() -> Iterator[bytes]:
        for _ in range(70):
            yield b" " * 1000

    streamed = calm.http.post("/positions", content=pieces(), headers={"content-type": "application/json"})
    assert (streamed.status_code, streamed.json()["code"]) == (413, "too-large")
    calm.goes_on()


def _raw(server: ServerProcess, *parts: bytes) -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", server.port), 10)
    for part in parts:
        opened.sendall(part)
        if part == UPGRADE.encode():
            assert b" 101 " in opened.recv(1000)
    return opened


def test_truncated_and_broken_frames_end_only_their_own_socket(messy: ServerProcess, calm: Game) -> None:
    upgrade = UPGRADE.encode()
    broken = [
        (b"GET / HT",),
        (b"\x00" * 2000,),
        (upgrade, b"\x81"),
        (upgrade, b"\x81\xfe\xff\xff\0\0\0\0{"),
        (upgrade, b"\x81\x05hello"),
        (upgrade, b"\xff\xff" + b"\xff" * 60),
        (upgrade, b"\x01\x80\0\0\0\0", b"\x80\x80\0\0\0\0"),
        (upgrade, b"\x88\x80\0\0\0\0"),
        (b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\nContent-Type: application/json\r\n\r\n{",),
    ]
    opened = [_raw(messy, *parts) for parts in broken for _ in range(5)]
    calm.goes_on()
    for raw in opened:
        raw.close()
    calm.goes_on()


def test_half_open_sockets_are_cut_and_slow_readers_too_and_memory_stays_flat(messy: ServerProcess, calm: Game) -> None:
    calm.goes_on()
    _flood(messy)
    before = messy.memory()
    silent = [_raw(messy, UPGRADE.encode()) for _ in range(100)]
    for _ in range(3):
        _flood(messy)
    calm.goes_on()
    grown = messy.memory() - before
    assert grown < 30_000_000, f"{grown / 1e6:.0f} MB more"
    # Whoever never says hello is cut off.
    for raw in silent:
        raw.settimeout(25)
        with contextlib.suppress(ConnectionResetError):
            while raw.recv(4096):
                pass
        raw.close()
    metrics = httpx.get(f"{messy.address}/metrics").text
    assert int(re.findall(r"^tablier_sockets (\d+)$", metrics, re.M)[0]) <= 3
    assert int(re.findall(r'closed_total\{code="4000"\} (\d+)', metrics)[0]) >= 10


def _flood(server: ServerProcess) -> None:
    """Readers that ask for much and take nothing, until they are cut off."""
    hello = json.dumps({"type": "hello", "version": 1, "token": None}).encode()
    ask = json.dumps({"type": "position", "id": 1, "game": "kenwan"}).encode()
    opened = []
    for _ in range(4):
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(60)
        raw.connect(("127.0.0.1", server.port))
        raw.sendall(UPGRADE.encode())
        assert b" 101 " in raw.recv(1000)
        raw.sendall(_frame(hello))
        opened.append(raw)
    end = time.monotonic() + 90
    alive = list(opened)
    while alive and time.monotonic() < end:
        for raw in list(alive):
            try:
                raw.sendall(_frame(ask) * 20)
            except OSError:
                alive.remove(raw)
        time.sleep(0.05)
    for raw in opened:
        raw.close()
    assert not alive, "slow readers are not cut off"


def _frame(text: bytes) -> bytes:
    return bytes((0x81, 0x80 | len(text))) + b"\0\0\0\0" + text


def test_nothing_of_all_this_was_a_fault(messy: ServerProcess, calm: Game) -> None:
    calm.goes_on()
    assert '"level": "error"' not in Path(messy.log).read_text()
