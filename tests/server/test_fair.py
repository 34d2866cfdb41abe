"""One visitor never stops another: whoever asks for much is refused or waits, everyone else is served before."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import tablier
from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess

HOSTILE, HONEST = "198.51.100.7", "192.0.2.7"


def _long(moves: int) -> tablier.Match:
    """A long game."""
    dice = random.Random(3)
    match = tablier.Match(tablier.game("connexion"))
    while len(match.history) < moves:
        match.play(dice.choice(match.moves()))
    return match


_GAME = _long(990)
LONG: dict[str, Any] = {"game": "connexion", "moves": list(_GAME.history)}
RECORD = {"text": tablier.record.to_text(tablier.Record.from_match(_GAME))}


def _from(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server behind a proxy on this machine, with all limits but the one on work wide open."""
    folder = tmp_path_factory.mktemp("behind")
    with ServerProcess(str(folder / "t.db"), folder / "log", trusted_proxies="127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def metered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The same, where work has its usual price."""
    folder = tmp_path_factory.mktemp("metered")
    options = {"work_rate": "0.5", "work_burst": "10", "workers": "1", "trusted_proxies": "127.0.0.1"}
    with ServerProcess(str(folder / "t.db"), folder / "log", **options) as running:
        yield running


def _number(server: ServerProcess, name: str) -> int:
    text = httpx.get(f"{server.address}/metrics").text
    return int(float(re.findall(rf"^tablier_{name} (\S+)$", text, re.M)[0]))


@pytest.mark.parametrize("path", ["/positions", "/records/read", "/analyses"])
def test_long_inputs_are_refused_before_long_and_others_are_not(metered: ServerProcess, path: str) -> None:
    hostile = f"198.51.100.{len(path)}"
    body = RECORD if path == "/records/read" else LONG
    # With an illegal move at its end an analysis comes to nothing, but has to be played through all the same.
    body = {**LONG, "moves": [*LONG["moves"], "nonsense"]} if path == "/analyses" else body
    with httpx.Client(base_url=f"{metered.address}/api/v1", timeout=60) as http:
        for _ in range(300):
            answer = http.post(path, json=body, headers=_from(hostile))
            if answer.status_code not in (200, 422):
                break
        assert answer.status_code in (429, 503)
        assert answer.json()["code"] in ("rate-limited", "busy")
        assert answer.json()["retry_after"] > 0
        other = http.post("/positions", json=LONG, headers=_from(HONEST))
        assert other.status_code == 200


def test_long_positions_on_sockets_are_refused_before_long(metered: ServerProcess) -> None:
    with Wire(metered, additional_headers=_from("198.51.100.99")) as wire:
        for _ in range(300):
            answer = wire.ask("position", **LONG)
            if answer["type"] == "problem":
                break
        assert answer["code"] in ("rate-limited", "busy")
    with Wire(metered, additional_headers=_from(HONEST)) as wire:
        assert wire.ask("position", **LONG)["type"] == "position"


def _is_served_first(server: ServerProcess, flood: Callable[[httpx.AsyncClient], Awaitable[Any]]) -> None:
    """While forty requests of one address wait, what another address asks for is done before most of them."""

    async def main() -> None:
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(base_url=f"{server.address}/api/v1", timeout=120, limits=limits) as http:
            table = (await _a_table(http))["table"]
            flooding = [asyncio.ensure_future(flood(http)) for _ in range(40)]
            while _number(server, "boards_waiting") < 20:
                await asyncio.sleep(0.01)
            position = await http.post("/positions", json={"game": "polygone"}, headers=_from(HONEST))
            board = await http.get(f"/tables/{table}/board", headers=_from(HONEST))
            assert (position.status_code, board.status_code) == (200, 200)
            waiting = sum(not task.done() for task in flooding)
            assert waiting >= 10, "they were served after nearly all that one address had asked for"
            for task in flooding:
                task.cancel()
            await asyncio.gather(*flooding, return_exceptions=True)

    asyncio.run(main())


async def _a_table(http: httpx.AsyncClient) -> dict[str, Any]:
    token = (await http.post("/guests", json={}, headers=_from(HONEST))).json()["token"]
    body = {"request": "new", "game": "polygone", "seats": [{"kind": "mine"}, {"kind": "mine"}]}
    headers = {"Authorization": f"Bearer {token}", **_from(HONEST)}
    made: dict[str, Any] = (await http.post("/tables", json=body, headers=headers)).json()
    return made


@pytest.mark.parametrize("path", ["/positions", "/records/read"])
def test_others_are_served_before_what_one_address_has_waiting(behind: ServerProcess, path: str) -> None:
    body = RECORD if path == "/records/read" else LONG
    _is_served_first(behind, lambda http: http.post(path, json=body, headers=_from(HOSTILE)))


def test_whoever_goes_away_leaves_the_queue(behind: ServerProcess) -> None:
    body = json.dumps(LONG).encode()
    head = (
        f"POST /api/v1/positions HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 198.51.100.8\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    before = _number(behind, "clerk_works_total")
    raws = [socket.create_connection(("127.0.0.1", behind.port)) for _ in range(30)]
    for raw in raws:
        raw.sendall(head + body)
    while _number(behind, "boards_waiting") < 20:
        pass
    for raw in raws:
        raw.close()
    # Whoever comes next finds the queue empty, though hardly any of it was done.
    answer = httpx.post(f"{behind.address}/api/v1/positions", json={"game": "polygone"}, headers=_from("198.51.100.8"))
    assert answer.status_code == 200
    assert _number(behind, "boards_waiting") == 0
    assert _number(behind, "clerk_works_total") - before < 20


def test_a_socket_that_is_closed_leaves_the_queue(behind: ServerProcess) -> None:
    before = _number(behind, "clerk_works_total")
    wires = [Wire(behind, additional_headers=_from("198.51.100.9")) for _ in range(30)]
    for wire in wires:
        wire.send({"type": "position", "id": 1, **LONG})
    while _number(behind, "boards_waiting") < 20:
        pass
    for wire in wires:
        wire.socket.socket.shutdown(socket.SHUT_RDWR)
    answer = httpx.post(f"{behind.address}/api/v1/positions", json={"game": "polygone"}, headers=_from("198.51.100.9"))
    assert answer.status_code == 200
    assert _number(behind, "clerk_works_total") - before < 20
    for wire in wires:
        wire.close()


def test_one_address_speaks_no_faster_with_many_sockets(tmp_path: Path) -> None:
    options = {"socket_rate": "1", "socket_burst": "10", "trusted_proxies": "127.0.0.1"}
    with ServerProcess(str(tmp_path / "t.db"), tmp_path / "log", **options) as server:
        wires = [Wire(server, additional_headers=_from(HOSTILE)) for _ in range(20)]
        for wire in wires:
            for number in range(8):
                wire.send({"type": "ping", "id": number})
        answers = [wire.get(lambda m, n=n: m.get("re") == n, 60) for wire in wires for n in range(8)]  # type: ignore[misc]
        refused = [answer for answer in answers if answer["type"] == "problem"]
        # Each socket alone is within its limit.
        assert refused
        assert {answer["code"] for answer in refused} == {"rate-limited"}
        with Wire(server, additional_headers=_from(HONEST)) as other:
            assert all(other.ask("ping")["type"] == "pong" for _ in range(8))
        for wire in wires:
            wire.close()


def test_whoever_watches_on_many_sockets_plays_more_slowly(tmp_path: Path) -> None:
    """What is told to two hundred sockets is two hundred messages."""
    options = {"socket_rate": "1", "socket_burst": "30", "trusted_proxies": "127.0.0.1"}
    with (
        ServerProcess(str(tmp_path / "t.db"), tmp_path / "log", **options) as server,
        httpx.Client(base_url=f"{server.address}/api/v1", timeout=60) as http,
        contextlib.ExitStack() as stack,
    ):
        ada, game = Guest(http), [str(move) for move in LONG["moves"][:100]]
        for address, watching in ((HONEST, 1), (HOSTILE, 30)):
            table = ada.create("connexion")
            more: dict[str, Any] = {"additional_headers": _from(address), "close_timeout": 0}
            opened = [Wire(server, ada.token, **more) for _ in range(30)]
            wires = [stack.enter_context(contextlib.closing(wire)) for wire in opened]
            for wire in wires[:watching]:
                wire.ask("watch", table=table["table"])
            said = set()
            for ply, move in enumerate(game):
                expected = table["state"]["number"] + ply
                act = {"act": "move", "move": move, "expected": expected, "request": f"m{ply}"}
                answer = wires[ply % 30].ask("act", table=table["table"], **act)
                said.add(answer.get("code", answer["type"]))
                if "rate-limited" in said:
                    break
            assert said == ({"receipt"} if watching == 1 else {"receipt", "rate-limited"})


def test_large_requests_and_answers_cost_more(tmp_path: Path) -> None:
    options = {"rate": "0.1", "burst": "100", "trusted_proxies": "127.0.0.1"}
    with (
        ServerProcess(str(tmp_path / "t.db"), tmp_path / "log", **options) as server,
        httpx.Client(base_url=f"{server.address}/api/v1", timeout=60) as http,
    ):
        large = {"text": "x" * 1_000_000}
        sent = [http.post("/records/read", json=large, headers=_from(HOSTILE)).status_code for _ in range(6)]
        assert sent[0] == 422
        assert sent[-1] == 429
        small = [http.post("/records/read", json={"text": "x"}, headers=_from(HONEST)).status_code for _ in range(60)]
        assert set(small) == {422}


def test_long_messages_cost_more(tmp_path: Path) -> None:
    options = {"socket_rate": "0.1", "socket_burst": "30", "trusted_proxies": "127.0.0.1"}
    with ServerProcess(str(tmp_path / "t.db"), tmp_path / "log", **options) as server:
        with Wire(server, additional_headers=_from(HOSTILE)) as wire:
            for number in range(16):
                wire.send({"type": "position", "moves": [[]] * 15_000, "id": number})
            said = [wire.get(lambda m, n=n: m.get("re") == n, 60)["code"] for n in range(16)]  # type: ignore[misc]
            assert said[0] == "invalid-request"
            assert said[-1] == "rate-limited"
        with Wire(server, additional_headers=_from(HONEST)) as other:
            assert all(other.ask("ping")["type"] == "pong" for _ in range(16))


def test_all_games_as_json_are_made_by_clerks_piece_by_piece(behind: ServerProcess) -> None:
    with httpx.Client(base_url=f"{behind.address}/api/v1", timeout=60) as http:
        ada = Guest(http)
        for _ in range(5):
            table = ada.create("hendeca")["table"]
            assert ada.move(table).status_code == 200
            assert ada.act(table, "resign").status_code == 200
        before = _number(behind, "clerk_works_total")
        answer = ada.ask("GET", "/guests/me/records/all?format=json")
        games = [json.loads(line) for line in answer.text.splitlines()]
        assert [dict(game["tags"])["Game"] for game in games] == ["hendeca"] * 5
        assert _number(behind, "clerk_works_total") - before == 5
