"""Trouble: with the database away or full, with a process that is stopped, with a newer schema. Everything heals by itself, and
whoever asks meanwhile is told the truth."""

from __future__ import annotations

import itertools
import json
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess
from tests.service.postgres import PostgreSQL, new_database, own_server

FISCHER = {"kind": "fischer", "seconds": 60, "increment": 0}


@pytest.fixture(scope="module")
def breakable() -> Iterator[PostgreSQL]:
    """A PostgreSQL server that tests stop and start."""
    with own_server() as server:
        yield server


def _until(done: Callable[[], Any], within: float = 60.0) -> Any:
    end = time.monotonic() + within
    while not (found := done()):
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.1)
    return found


def _status(server: ServerProcess, path: str) -> int:
    return httpx.get(server.address + path, timeout=30).status_code


def _metric(server: ServerProcess, name: str) -> float:
    text = httpx.get(server.address + "/metrics", timeout=30).text
    found = re.search(rf"^tablier_{re.escape(name)} ([0-9.e+-]+)$", text, re.M)
    assert found, name
    return float(found[1])


@pytest.mark.parametrize("seconds", [7.0, 2.5])
def test_a_stopped_process_charges_nobody_for_the_time(seconds: float, tmp_path: Path) -> None:
    with ServerProcess(str(tmp_path / "t.db"), tmp_path / "log") as server:
        with httpx.Client(base_url=server.address + "/api/v1", timeout=60) as http:
            ada = Guest(http)
            table = ada.create(clock=FISCHER)["table"]
            falling = ada.create(clock={"kind": "fischer", "seconds": 2, "increment": 0})["table"]
            time.sleep(0.6)
            os.kill(server.pid, signal.SIGSTOP)
            stopped = time.monotonic()
            time.sleep(seconds)
            os.kill(server.pid, signal.SIGCONT)
            stopped = time.monotonic() - stopped
            # The first thing it hears is the move that came while it was away.
            state = http.get(f"/tables/{table}").json()["state"]
            moved = ada.move(table)
            assert moved.status_code == 200, moved.text
            left = moved.json()["state"]["clock"]["left"][state["clock"]["running"]]
            events = http.get(f"/tables/{table}/events").json()["events"]
            # On a machine with much else to do it may have stood still besides.
            kinds = [kind for kind, _ in itertools.groupby(event["kind"] for event in events)]
            assert kinds == ["created", "started", "outage", "moved"]
            downs = [event["down"] / 1000 for event in events if event["kind"] == "outage"]
            assert stopped - 0.5 < max(downs) < stopped + 2
            # All that was awake is charged, and only that.
            awake = (events[-1]["at"] - events[1]["at"]) / 1000 - sum(downs)
            assert abs((60_000 - left) / 1000 - awake) < 0.1
            # Where the flag would have fallen while nobody was there, it falls a little later.
            number = http.get(f"/tables/{falling}").json()["state"]["number"]
            found = http.get(f"/tables/{falling}?after={number}&wait=20").json()
            events = http.get(f"/tables/{falling}/events").json()["events"]
            kinds = [kind for kind, _ in itertools.groupby(event["kind"] for event in events)]
            assert kinds == ["created", "started", "outage", "ended"], found
        assert _metric(server, "standstills_total") >= 1


def test_without_its_database_a_server_says_so_and_comes_back(breakable: PostgreSQL, tmp_path: Path) -> None:
    database = new_database(breakable.address, "away")
    with ServerProcess(database, tmp_path / "log") as server:
        with httpx.Client(base_url=server.address + "/api/v1", timeout=60) as http:
            ada = Guest(http)
            table = ada.create()["table"]
            wire = Wire(server, ada.token)
            board = wire.ask("board", table=table)
            assert (_status(server, "/health"), _status(server, "/live")) == (200, 200)
            breakable.stop()
            size = server.log.stat().st_size
            act = {
                "request": "x",
                "act": "move",
                "move": board["board"]["moves"][0]["move"],
                "expected": board["number"],
            }
            for _ in range(100):
                answer = ada.ask("POST", f"/tables/{table}/acts", json=act)
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.text
                assert int(answer.headers["retry-after"]) >= 1
                assert answer.json()["retry_after"] >= 1000
            said = wire.ask("act", table=table, **act)
            assert (said["type"], said["code"]) == ("problem", "unavailable")
            with Wire(server, "g_" + 43 * "A") as late:
                assert late.welcome["code"] == "unavailable"
            health = httpx.get(server.address + "/health")
            assert (health.status_code, health.json()["code"]) == (503, "unavailable")
            assert _status(server, "/live") == 200
            lines = [json.loads(line) for line in server.log.read_text()[size:].splitlines()]
            told = [line for line in lines if line["message"] != "request"]
            assert 0 < len(told) < 40, [line["message"] for line in told]
            assert not any("trace" in line for line in told)
            assert len([line for line in told if line["message"].startswith("the database cannot be used")]) == 1
            breakable.start()
            _until(lambda: ada.ask("POST", f"/tables/{table}/acts", json=act).status_code == 200)
            _until(lambda: _status(server, "/health") == 200)
            # Nothing stayed deaf: what others change is heard.
            assert _metric(server, 'task_failures_total{task="notices"}') >= 1
            assert _metric(server, 'task_up{task="notices"}') == 1
            wire.close()
        breakable.stop()
        _until(lambda: _status(server, "/health") == 503)
        assert server.stop() == 0
        breakable.start()
        text = server.log.read_text()
        assert '"level": "error"' not in text


def test_a_table_of_the_database_that_is_locked_for_long_is_not_waited_for(
    breakable: PostgreSQL, tmp_path: Path
) -> None:
    database = new_database(breakable.address, "locked")
    with ServerProcess(database, tmp_path / "log") as server:
        with httpx.Client(base_url=server.address + "/api/v1", timeout=60) as http:
            ada = Guest(http)
            table = ada.create()["table"]
            body = {"request": "new", "game": "polygone", "seats": [{"kind": "mine"}, {"kind": "mine"}]}
            with psycopg.connect(database) as other:
                other.execute("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE")
                answer = ada.ask("POST", "/tables", json=body)
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.text
            assert ada.ask("POST", "/tables", json=body).status_code == 201
            assert ada.move(table).status_code == 200
            _until(lambda: _status(server, "/health") == 200)
        assert server.stop() == 0


def test_with_a_full_disk_nothing_is_acknowledged_and_health_says_so(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    with ServerProcess(str(file), tmp_path / "log", log_level="warning") as server:
        with httpx.Client(base_url=server.address + "/api/v1", timeout=60) as http:
            ada = Guest(http)
            tables = [ada.create()["table"] for _ in range(5)]
            plies = [len(http.get(f"/tables/{table}").json()["moves"]) for table in tables]
            journal = file.with_name("t.db-wal")
            unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            full = max(journal.stat().st_size, file.stat().st_size)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (full, unlimited[1]))
            moved = 0
            for _ in range(200):
                answer = ada.move(tables[0])
                if answer.status_code != 200:
                    break
                moved += 1
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.text
            health = httpx.get(server.address + "/health")
            assert (health.status_code, health.json()["code"]) == (503, "unavailable")
            assert _status(server, "/live") == 200
            # Reading goes on, and nothing is there that was not acknowledged.
            assert len(http.get(f"/tables/{tables[0]}").json()["moves"]) == plies[0] + moved
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)
            _until(lambda: _status(server, "/health") == 200)
            assert ada.move(tables[0]).status_code == 200
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
        assert server.stop() == 0


def test_a_database_of_a_newer_version_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    command = [sys.executable, "-c", "from tablier.cli import main; main()"]
    subprocess.run([*command, "admin", "tables", "--database", str(file)], check=True, capture_output=True)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for given in (["serve", "--no-open", "--port", "0"], ["admin", "tables"]):
        done = subprocess.run(
            [*command, *given, "--database", str(file)], capture_output=True, text=True, check=False, timeout=240
        )
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert "newer version" in done.stderr
        assert "9999" in done.stderr


def test_whoever_sends_nonsense_does_not_fill_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with ServerProcess(str(tmp_path / "t.db"), log, log_level="warning") as server:
        for _ in range(30):
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
                raw.sendall(b"NONSENSE\r\n\r\n")
                assert b" 400 " in raw.recv(4096)
        for _ in range(30):
            with pytest.raises(InvalidStatus), Wire(server, origin="https://foreign.example"):
                pass
        assert server.stop() == 0
    said = [json.loads(line)["message"] for line in log.read_text().splitlines() if line.startswith("{")]
    # A request that is none is told of once; a socket that is refused is none of the program's faults.
    assert len([text for text in said if "Invalid HTTP request" in text]) == 1
    assert not [text for text in said if "handshake" in text]


def test_the_metrics_tell_waits_latencies_and_tasks(server: ServerProcess, http: httpx.Client) -> None:
    ada = Guest(http)
    ada.move(ada.create()["table"])
    text = httpx.get(server.address + "/metrics").text
    queues = ("board_wait", "move_wait", "analysis_wait", "table_read_wait")
    for name in ("write_wait", "commit", "read", "loop_delay", "act", "http", *queues):
        counts = [int(n) for n in re.findall(rf'^tablier_{name}_seconds_bucket{{le="[^"]+"}} (\d+)$', text, re.M)]
        assert len(counts) == 14, name
        assert counts == sorted(counts)
        total = re.search(rf"^tablier_{name}_seconds_count (\d+)$", text, re.M)
        assert total
        assert counts[-1] == int(total[1])
        assert counts[-1] > 0 or name == "act" or name in queues[1:]
        assert re.search(rf"^tablier_{name}_seconds_sum [0-9.]+$", text, re.M)
    for name in ("write", "boards", "moves", "analyses", "table_reads"):
        assert re.search(rf"^tablier_{name}_age_seconds 0$", text, re.M), name
    up = dict(re.findall(r'^tablier_task_up{task="([a-z-]+)"} (\d)$', text, re.M))
    assert {"beat", "pulse", "notices", "flags", "flag-sweep", "alive-lock", "erasures", "retention"} <= set(up)
    assert set(up.values()) == {"1"}
    assert re.search(r'^tablier_task_seconds_count{task="beat"} [1-9]', text, re.M)
    names = re.findall(r"^# TYPE (\S+)", text, re.M)
    assert len(names) == len(set(names))
