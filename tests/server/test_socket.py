"""The socket: hello first, one answer for each request, receipts before updates, news without asking."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tablier.server.answers import ANSWERS
from tablier.wire import REQUESTS, Hello
from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess


def _act(wire: Wire, table: str, act: str, **more: Any) -> dict[str, Any]:
    return wire.ask("act", table=table, request=f"w{time.monotonic_ns()}", act=act, **more)


def _first_move(wire: Wire, table: str) -> tuple[str, int]:
    found = wire.ask("board", table=table)
    return found["board"]["moves"][0]["move"], found["number"]


def test_hello_says_who_one_is(server: ServerProcess, http: httpx.Client) -> None:
    ada = Guest(http, "Ada")
    with Wire(server, ada.token) as wire:
        assert (wire.welcome["type"], wire.welcome["guest"], wire.welcome["name"]) == ("welcome", ada.id, "Ada")
        assert wire.ask("ping")["type"] == "pong"
    with Wire(server) as wire:
        assert wire.welcome["guest"] is None


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "hello", "version": 2, "token": None}, "wrong-version"),
        ({"type": "hello", "version": 1, "token": "g_" + "x" * 43}, "token-unknown"),
        ({"type": "hello", "version": 1, "token": "nonsense"}, "token-unknown"),
        ({"type": "hello", "version": "1"}, "invalid-request"),
        ({"type": "watch", "id": 1, "table": "x"}, "invalid-request"),
    ],
)
def test_a_bad_hello_is_a_problem_and_the_end(server: ServerProcess, hello: Any, code: str) -> None:
    with Wire(server, hello=False) as wire:
        wire.send(hello)
        assert wire.kind("problem")["code"] == code
        with pytest.raises(ConnectionClosed) as closed:
            wire.kind("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_a_move_is_received_then_told_to_all_who_watch(server: ServerProcess, http: httpx.Client) -> None:
    ada, bob = Guest(http, "Ada"), Guest(http, "Bob")
    table = ada.create(seats=("mine", "open"))["table"]
    assert bob.act(table, "sit", seat=1).status_code == 200
    with Wire(server, ada.token) as one, Wire(server, bob.token) as two, Wire(server) as watcher:
        for wire in (one, two, watcher):
            assert wire.ask("watch", table=table, after=0)["type"] == "snapshot"
        assert [seat["here"] for seat in one.kind("presence")["seats"]] in ([True, True], [True, False], [False, False])
        move, number = _first_move(one, table)
        receipt = _act(one, table, "move", move=move, expected=number)
        assert (receipt["type"], receipt["number"]) == ("receipt", number + 1)
        for wire in (one, two, watcher):
            update = wire.kind("update")
            assert [(event["number"], event["kind"]) for event in update["events"]] == [(number + 1, "moved")]
            assert "scene" not in update
        refused = _act(two, table, "move", move=move, expected=number)
        assert refused["code"] == "stale"
        stranger = _act(watcher, table, "resign")
        assert stranger["code"] == "token-required"
        again = watcher.ask("watch", table=table, after=number)
        assert (again["type"], [event["number"] for event in again["events"]]) == ("update", [number + 1])
        assert watcher.ask("unwatch", table=table)["type"] == "ok"
    with Wire(server) as wire:
        assert _act(wire, table, "move", token=ada.token, move=move, expected=number)["code"] == "stale"


def test_a_bot_that_only_polls_with_its_token_is_there(server: ServerProcess, http: httpx.Client) -> None:
    ada, bot = Guest(http), Guest(http)
    table = ada.create(seats=("mine", "open"))["table"]
    number = bot.act(table, "sit", seat=1).json()["number"]
    other = bot.create()["table"]
    elsewhere = bot.ask("POST", f"/tables/{other}/tokens").json()["token"]
    with Wire(server, ada.token) as wire:
        wire.ask("watch", table=table)
        polled = bot.ask("GET", f"/tables/{table}?after={number}&wait=0.1").json()
        assert polled["events"] == []
        assert wire.get(lambda found: found["type"] == "presence" and found["seats"][1]["here"])["watchers"] >= 0
    headers = {"Authorization": f"Bearer {elsewhere}"}
    assert http.get(f"/tables/{table}", headers=headers).json()["code"] == "forbidden"
    assert http.get(f"/tables/{table}", headers={"Authorization": "Bearer x"}).json()["code"] == "token-unknown"


def test_positions_previews_and_explanations(server: ServerProcess) -> None:
    with Wire(server) as wire:
        board = wire.ask("position", game="connexion")["board"]
        move = board["moves"][0]["move"]
        preview = wire.ask("preview", game="connexion", move=move)["preview"]
        after = wire.ask("position", game="connexion", moves=[move])["board"]
        assert preview["position"] == after["position"]
        assert after["last"]["move"] == move
        assert wire.ask("explain", game="connexion", tried={"move": move})["legal"] is True
        refused = wire.ask("explain", game="connexion", moves=[move], tried={"move": move})
        assert refused["legal"] is False
        assert refused["reason"]["code"]
        assert wire.ask("position", game="no such game")["code"] == "not-found"


def test_a_board_marks_what_happened_since_a_ply(server: ServerProcess, http: httpx.Client) -> None:
    ada = Guest(http, "Ada")
    table = ada.create()["table"]
    for _ in range(3):
        ada.move(table)
    with Wire(server) as wire:
        plain = wire.ask("board", table=table)["board"]
        assert plain["since"] is None
        assert wire.ask("board", table=table, since=2)["board"]["since"] == {"ply": 2, "marks": plain["last"]["marks"]}
        asked = wire.ask("board", table=table, ply=2, since=0)["board"]
        landed = [wire.ask("board", table=table, ply=ply)["board"]["last"]["marks"]["landed"] for ply in (1, 2)]
        assert asked["since"]["ply"] == 0
        assert set(asked["since"]["marks"]["landed"]) <= {place for places in landed for place in places}
        assert asked == http.get(f"/tables/{table}/board", params={"ply": 2, "since": 0}).json()
        for since in (4, -1):
            assert wire.ask("board", table=table, since=since)["code"] in ("bad-value", "invalid-request")


def test_the_lobby_is_told_live(server: ServerProcess, http: httpx.Client) -> None:
    ada = Guest(http, "Ada")
    with Wire(server) as wire:
        assert wire.ask("lobby")["type"] == "lobby"
        table = ada.create(seats=("mine", "open"), listed=True)["table"]
        news = wire.get(lambda message: message["type"] == "lobby" and "re" not in message)
        assert table in [found["table"] for found in news["tables"]]
        assert wire.ask("unlobby")["type"] == "ok"
        ada.act(table, "close")


def test_an_analysis_is_streamed_and_can_be_cancelled(server: ServerProcess) -> None:
    with Wire(server) as wire:
        wire.send({"type": "analyse", "id": "a", "game": "connexion", "seconds": 50})
        wire.get(lambda message: message.get("re") == "a" and bool(message["candidates"]), 60)
        assert wire.ask("cancel", of="a")["type"] == "ok"
        begun = time.monotonic()
        wire.get(lambda message: message.get("re") == "a" and message["done"], 20)
        assert time.monotonic() - begun < 15


def test_players_ask_by_table_and_the_server_decides(server: ServerProcess, http: httpx.Client) -> None:
    ada, bob = Guest(http), Guest(http)
    table = ada.create(seats=("mine", "open"))["table"]
    with Wire(server, ada.token) as wire:
        assert wire.ask("analyse", table=table, seconds=0.2)["reason"] == "not-playing"
        assert bob.act(table, "sit", seat=1).status_code == 200
        assert wire.ask("analyse", table=table, seconds=0.2)["reason"] == "no-hints"
        assert wire.ask("analyse", game="connexion", seconds=0.2)["reason"] == "no-hints"
        assert wire.ask("analyse", table=table, game="connexion")["code"] == "invalid-request"
        alone = ada.create(seats=("mine", "mine"))["table"]
        number = ada.move(alone).json()["number"]
        assert number
        wire.send({"type": "analyse", "id": "a", "table": alone, "seconds": 0.2})
        wire.get(lambda message: message.get("re") == "a" and message["done"] and bool(message["candidates"]), 60)
    # A seat taken to another device speaks for who plays.
    token = bob.ask("POST", f"/tables/{table}/tokens").json()["token"]
    with Wire(server, Guest(http).token) as wire:
        assert wire.ask("analyse", table=table, token=token, seconds=0.2)["reason"] == "no-hints"
        assert wire.ask("analyse", table=alone, token=token, seconds=0.2)["code"] == "forbidden"
    asked = {"seconds": 0.2, "level": 1}
    assert bob.ask("POST", f"/tables/{table}/analyses", json=asked).json()["reason"] == "no-hints"
    lines = ada.ask("POST", f"/tables/{alone}/analyses", json=asked).text.splitlines()
    assert len(json.loads(lines[-1])["candidates"]) == 1


def test_every_documented_message_has_an_answer() -> None:
    assert {name for name, kinds in REQUESTS.items() if set(kinds) & set(ANSWERS)} == {
        "watch", "unwatch", "act", "board", "position", "preview", "explain", "lobby", "unlobby", "analyse", "cancel",
        "ping", "pong",
    }  # fmt: skip
    assert {kind for kinds in REQUESTS.values() for kind in kinds} - set(ANSWERS) == {Hello}


def test_pings_that_nobody_answers_end_the_connection(tmp_path: Any) -> None:
    with ServerProcess(str(tmp_path / "t.db"), tmp_path / "log", ping_every="0.3") as quick, Wire(quick) as wire:
        with pytest.raises(ConnectionClosed) as closed:
            list(iter(lambda: wire.socket.recv(10), None))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4001
