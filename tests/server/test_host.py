"""What whoever runs a server does: start and stop it, look after it, back it up."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from tablier.cli.app import app
from tablier.cli.serve_commands import serve
from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess


def _tablier(*arguments: str) -> str:
    command = [sys.executable, "-c", "from tablier.cli import main; main()", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_stop_finishes_what_was_begun_and_a_start_takes_it_up(tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    with ServerProcess(database, tmp_path / "log") as server:
        with httpx.Client(base_url=server.address + "/api/v1", timeout=30) as http:
            ada = Guest(http, "Ada")
            table = ada.create()["table"]
            number = ada.move(table).json()["number"]
            # Last, and with time for a slow machine: it must still run when the server stops.
            flagging = ada.create(clock={"kind": "fischer", "seconds": 6, "increment": 0})["table"]
            waiting: list[httpx.Response] = []
            poll = threading.Thread(
                target=lambda: waiting.append(
                    httpx.get(f"{server.address}/api/v1/tables/{table}?after={number}&wait=30", timeout=40)
                )
            )
            with Wire(server, ada.token) as wire:
                wire.ask("watch", table=table)
                poll.start()
                threading.Timer(0.3, server.terminate).start()
                with pytest.raises(ConnectionClosed) as closed:
                    list(iter(lambda: wire.socket.recv(20), None))
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1001
        assert server.stop() == 0
        poll.join(10)
        assert waiting[0].json()["code"] == "stopping"
        assert json.loads(server.log.read_text().splitlines()[-1])["message"] == "stopped"
        server.start()
        with httpx.Client(base_url=server.address + "/api/v1", timeout=30) as http:
            assert http.get(f"/tables/{table}").json()["state"]["number"] == number
            # The clock ran out though nobody was connected; the time the server was down was not charged.
            number = http.get(f"/tables/{flagging}").json()["state"]["number"]
            found = http.get(f"/tables/{flagging}?after={number}&wait=20").json()
            assert found["state"]["end"]["reason"] == "time"
            kinds = [event["kind"] for event in http.get(f"/tables/{flagging}/events").json()["events"]]
            # On a machine with much else to do the new process may have stood still besides.
            assert [kind for kind, _ in itertools.groupby(kinds)] == ["created", "started", "outage", "ended"]


def test_health_and_metrics(server: ServerProcess, http: httpx.Client) -> None:
    assert httpx.get(f"{server.address}/health").json() == {"status": "ok"}
    guest = Guest(http)
    table = guest.create()["table"]
    with Wire(server, guest.token) as wire:
        board = wire.ask("board", table=table)
        move = board["board"]["moves"][0]["move"]
        wire.ask("act", table=table, request="m", act="move", move=move, expected=board["number"])
    text = httpx.get(f"{server.address}/metrics").text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .+|[a-z_]+(\{([a-z]+=\"[^\"]*\",?)+\})? [0-9.e+-]+", line), line
    assert re.search(r"^tablier_act_seconds_count [1-9]", text, re.M)
    assert re.search(r"^tablier_acts_total [1-9]", text, re.M)
    assert table not in text


def _admin(database: str, *arguments: str) -> str:
    """A host's command, in this process."""
    done = CliRunner().invoke(app, ["admin", *arguments, "--database", database])
    assert done.exit_code == 0, done.output
    return done.output


def test_admin_and_backup_work_beside_a_running_server(tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    with ServerProcess(database, tmp_path / "log") as server:
        with httpx.Client(base_url=server.address + "/api/v1", timeout=30) as http:
            ada, bob = Guest(http, "Ada"), Guest(http, "Bob")
            table = ada.create(seats=("mine", "open"))["table"]
            over = ada.create()["table"]
            ada.move(over)
            record = ada.act(over, "resign").json()["state"]["end"]["record"]
            listed = [
                json.loads(line) for line in _tablier("admin", "tables", "--json", "--database", database).splitlines()
            ]
            assert {row["table"] for row in listed} == {table, over}
            assert "Ada" in _admin(database, "guests")
            _admin(database, "rename", ada.id, "Countess")
            assert ada.ask("GET", "/guests/me").json()["name"] == "Countess"
            _admin(database, "close", table)
            found = http.get(f"/tables/{table}", params={"after": 1, "wait": 10}).json()
            assert found["state"]["status"] == "closed"
            text = _admin(database, "export")
            assert text == http.get(f"/records/{record}/file").text
            _tablier("backup", str(tmp_path / "all.gz"), "--database", database)
            # What is deleted is gone, but for the records of finished games.
            assert _admin(database, "tidy", "--days", "1") == "0 tables deleted\n"
            _admin(database, "delete-table", over)
            _admin(database, "delete-guest", bob.id)
            assert bob.id not in _admin(database, "guests", "--json")
            end = time.monotonic() + 30
            while (asked := http.get(f"/tables/{over}")).status_code == 200 and time.monotonic() < end:
                time.sleep(0.1)
            assert asked.json()["code"] == "gone"
            assert http.get(f"/records/{record}/file").text == text
        _admin(database, "ban", "192.0.2.7", "--reason", "noise")
        assert json.loads(_admin(database, "bans", "--json"))["reason"] == "noise"
        assert _admin(database, "unban", "192.0.2.7") == "let in again\n"
        assert _admin(database, "unban", "192.0.2.7") == "it was not banned\n"
    second = str(tmp_path / "second.db")
    _tablier("restore", str(tmp_path / "all.gz"), "--database", second)
    with ServerProcess(second, tmp_path / "log2") as server:
        api = server.address + "/api/v1"
        assert httpx.get(f"{api}/records/{record}/file").text == text
        assert httpx.get(f"{api}/guests/me", headers=ada.headers).json()["guest"] == ada.id


def test_settings_come_from_flags_and_variables(tmp_path: Path) -> None:
    variables = {"TABLIER_BASE_PATH": "/games/", "TABLIER_RATE": "100000"}
    with ServerProcess(str(tmp_path / "t.db"), tmp_path / "log", variables, base_path="/games") as server:
        assert f"Tablier: http://127.0.0.1:{server.port}/games/" in server.log.read_text()
        assert httpx.get(f"http://127.0.0.1:{server.port}/games", follow_redirects=True).status_code == 200
        assert httpx.get(f"{server.address}/api/v1/info").status_code == 200
        assert httpx.get(f"http://127.0.0.1:{server.port}/api/v1/info").json()["code"] == "not-found"
        with Wire(server) as wire:
            assert wire.ask("ping")["type"] == "pong"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("proxies", "everyone"),
        ("metrics_from", "10.0.0.0/99"),
        ("origins", "example.org"),
        ("base_path", "/a b"),
        ("log_level", "loud"),
    ],
)
def test_wrong_settings_are_refused_with_what_would_be_right(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(value))):
        cast(Any, serve)(**{name: value, "open_page": False})


@pytest.mark.parametrize("database", ["mysql://x", "postgresql://nobody:secret@127.0.0.1:1/none"])
def test_a_database_that_cannot_be_used_is_one_line_without_its_password(database: str) -> None:
    command = [sys.executable, "-c", "from tablier.cli import main; main()", "serve", "--no-open", "--port", "0"]
    done = subprocess.run([*command, "--database", database], capture_output=True, text=True, check=False, timeout=200)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "secret" not in done.stderr
