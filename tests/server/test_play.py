"""What people do at a table besides moving, through a real server, and computers whose thinking is cut short."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import httpx

from tests.server.people import Guest
from tests.server.process import ServerProcess

_DAY = 86_400_000


def _state(http: httpx.Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = http.get(f"/tables/{table}").json()["state"]
    return found


def _until_plies(http: httpx.Client, table: str, plies: int, within: float = 120.0) -> dict[str, Any]:
    """Long-poll as a bot does."""
    end = time.monotonic() + within
    state = _state(http, table)
    while state["plies"] < plies:
        assert time.monotonic() < end, state
        state = http.get(f"/tables/{table}", params={"after": state["number"], "wait": 5}).json()["state"]
    return state


def test_a_move_is_taken_back_within_one_s_own_turn_only(http: httpx.Client) -> None:
    ada, bob = Guest(http), Guest(http)
    table = ada.create("hendeca", ("mine", "open"))["table"]
    bob.act(table, "sit", seat=1)
    players = (ada, bob)
    while (state := _state(http, table))["turn_begins"]:
        assert players[state["to_act"]].move(table).status_code == 200
    actor, other = players[state["to_act"]], players[1 - state["to_act"]]
    assert other.act(table, "undo").json()["reason"] == "not-your-turn"
    assert actor.act(table, "undo").json()["state"]["plies"] == state["plies"] - 1
    assert actor.act(table, "undo").json()["reason"] == "nothing-to-undo"


def test_pauses_draws_and_rematches_need_everyone_left(http: httpx.Client) -> None:
    people = [Guest(http, name) for name in ("Ada", "Bob", "Cyd")]
    table = people[0].create("kenwan", ("mine", "open", "open"))["table"]
    for seat in (1, 2):
        people[seat].act(table, "sit", seat=seat)

    def ask(asker: Guest, what: str) -> list[Any]:
        found = [asker.act(table, "ask", what=what)]
        found += [
            other.act(table, "answer", what=what, yes=True, expected=_state(http, table)["number"])
            for other in people
            if other is not asker
        ]
        assert [answer.status_code for answer in found] == [200] * 3, [answer.text for answer in found]
        return [answer.json()["state"]["status"] for answer in found]

    assert ask(people[1], "pause") == ["playing", "playing", "paused"]
    assert people[_state(http, table)["to_act"] or 0].move(table).status_code in (409, 422)
    assert people[2].act(table, "resume").json()["state"]["status"] == "playing"
    assert people[0].act(table, "resign").json()["reason"] == "several-players"
    assert ask(people[2], "draw") == ["playing", "playing", "over"]
    state = _state(http, table)
    assert (state["end"]["reason"], state["end"]["places"]) == ("agreed", [1, 1, 1])
    assert ask(people[0], "rematch") == ["over", "over", "playing"]
    state = _state(http, table)
    assert [seat["guest"] for seat in state["seats"]] == [people[1].id, people[2].id, people[0].id]
    assert state["round"] == 2


def test_sand_glass_and_days_per_turn(http: httpx.Client) -> None:
    ada = Guest(http)
    table = ada.create(clock={"kind": "sandglass", "seconds": 600, "each": "turn"})["table"]
    # The glass is turned over for the next: nothing is carried on.
    assert ada.move(table).json()["state"]["clock"]["left"] == [600_000, 600_000]
    flagging = ada.create(clock={"kind": "sandglass", "seconds": 1, "each": "move"})["table"]
    number = _state(http, flagging)["number"]
    ended = http.get(f"/tables/{flagging}", params={"after": number, "wait": 30}).json()["state"]["end"]
    assert (ended["reason"], ended["player"]) == ("time", 0)
    mail = ada.create(clock={"kind": "correspondence", "days": 3})["table"]
    state = ada.move(mail).json()["state"]
    (listed,) = [row for row in ada.ask("GET", "/guests/me/tables").json()["tables"] if row["table"] == mail]
    assert state["clock"]["running"] == 1
    assert listed["deadline"] == state["clock"]["since"] + 3 * _DAY


def test_whose_player_left_claims_the_seat_for_a_computer_or_wins(http: httpx.Client) -> None:
    ada, bob = Guest(http), Guest(http)
    tables = [ada.create(seats=("mine", "open"))["table"] for _ in range(2)]
    for table in tables:
        bob.act(table, "sit", seat=1)
        assert ada.move(table).status_code == 200
        # Whoever has just been there has not been away for long enough.
        assert ada.act(table, "claim", seat=1, to="win").json()["reason"] == "not-absent"
        assert bob.act(table, "leave").status_code == 200
    assert ada.act(tables[0], "claim", seat=1, to="computer", level=1).status_code == 200
    assert _until_plies(http, tables[0], 2)["seats"][1]["kind"] == "computer"
    won = ada.act(tables[1], "claim", seat=1, to="win").json()["state"]["end"]
    assert (won["reason"], won["places"]) == ("absent", [1, 2])


def _workers(server: ServerProcess) -> list[int]:
    """The server's thinking processes."""
    found = []
    for path in Path(f"/proc/{server.pid}/task").glob("*/children"):
        for child in path.read_text().split():
            if b"tablier.service.worker" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def _against_computer(guest: Guest, http: httpx.Client, request: str) -> str:
    seats = [{"kind": "mine"}, {"kind": "computer", "level": 3}]
    made = guest.ask("POST", "/tables", json={"request": request, "game": "connexion", "seats": seats})
    table: str = made.json()["table"]
    return table


def test_a_computer_s_move_comes_though_its_process_or_the_server_is_killed(tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    with ServerProcess(database, tmp_path / "log", workers="1") as server:
        with httpx.Client(base_url=server.address + "/api/v1", timeout=60) as http:
            ada = Guest(http)
            table = _against_computer(ada, http, "one")
            assert ada.move(table).status_code == 200
            _until_plies(http, table, 2)
            (worker,) = _workers(server)
            os.kill(worker, signal.SIGSTOP)
            assert ada.move(table).status_code == 200
            # It has been given the task and will not answer any more.
            os.kill(worker, signal.SIGKILL)
            _until_plies(http, table, 4)
            assert worker not in _workers(server)
            numbers = httpx.get(server.address + "/metrics").text
            assert re.search(r"^tablier_worker_deaths_total [1-9]", numbers, re.MULTILINE)
            (worker,) = _workers(server)
            os.kill(worker, signal.SIGSTOP)
            acknowledged = ada.move(table).json()["state"]
            assert (acknowledged["plies"], acknowledged["to_act"]) == (5, 1)
            server.kill()
            os.kill(worker, signal.SIGCONT)
        server.start()
        with httpx.Client(base_url=server.address + "/api/v1", timeout=60) as http:
            assert [move["player"] for move in http.get(f"/tables/{table}").json()["moves"]][:5] == [0, 1, 0, 1, 0]
            assert _until_plies(http, table, 6)["to_act"] == 0
