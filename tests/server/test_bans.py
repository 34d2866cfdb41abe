"""Addresses a host has excluded, through a real server: with and without a proxy before it."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablier.service.admin import Admin
from tablier.service.database import Database, database_url
from tests.server.nursery import Child, Nursery
from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess


@contextlib.contextmanager
def _host(database: str) -> Iterator[Admin]:
    opened = Database(database_url(database))
    try:
        opened.migrate()
        yield Admin(opened, lambda: time.time_ns() // 1_000_000)
    finally:
        opened.close()


def _client(server: ServerProcess, forwarded: str | None = None) -> httpx.Client:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return httpx.Client(base_url=server.address + "/api/v1", headers=headers, timeout=30)


def test_behind_a_trusted_proxy_the_client_is_banned_and_not_the_proxy(nursery: Nursery, tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    with _host(database) as host:
        host.ban("198.51.100.7")
        host.ban("2001:db8:0:7::/64")
    with Child(nursery, database, tmp_path / "log", trusted_proxies="127.0.0.1") as server:

        def code(forwarded: str | None) -> str:
            with _client(server, forwarded) as http:
                return str(http.get("/info").json().get("code", "let in"))

        assert code("198.51.100.7") == code("2001:db8:0:7:1::9") == "banned"
        assert code("198.51.100.8") == code("2001:db8:0:8::9") == code(None) == "let in"
        # What counts is what the proxy saw, not what a client says of itself.
        assert code("198.51.100.8, 198.51.100.7") == "banned"
        assert code("198.51.100.7, 198.51.100.8") == "let in"
        with pytest.raises(InvalidStatus) as refused:
            Wire(server, additional_headers={"X-Forwarded-For": "198.51.100.7"})
        assert refused.value.response.status_code == 403


def test_a_host_sees_the_address_a_guest_has_now_and_bans_it(nursery: Nursery, tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    with Child(nursery, database, tmp_path / "log", trusted_proxies="127.0.0.1") as server, _host(database) as host:
        with _client(server, "198.51.100.1") as http:
            first, second = Guest(http, "Ada"), Guest(http, "Bob")
        # As if they had come a day ago: only then is it worth a write.
        with contextlib.closing(sqlite3.connect(database, timeout=30)) as opened, opened:
            opened.execute("update guests set seen = seen - 86400001")
        with _client(server, "198.51.100.2") as http:
            assert http.get("/guests/me", headers=first.headers).status_code == 200
        with Wire(server, second.token, additional_headers={"X-Forwarded-For": "198.51.100.3"}) as wire:
            assert {guest["name"]: guest["address"] for guest in host.guests(10)} == {
                "Ada": "198.51.100.2",
                "Bob": "198.51.100.3",
            }
            # A socket that is open already is closed, at the latest when it answers the next ping.
            host.ban("198.51.100.3")
            while (answer := wire.ask("ping"))["type"] == "pong":
                time.sleep(0.1)
            assert answer["code"] == "banned"
            with pytest.raises(ConnectionClosed) as closed:
                wire.kind("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        with _client(server, "198.51.100.3") as http:
            assert http.get("/info").json()["code"] == "banned"


def test_without_a_trusted_proxy_the_header_means_nothing(nursery: Nursery, tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    with _host(database) as host:
        host.ban("198.51.100.1")
        with Child(nursery, database, tmp_path / "log") as server, _client(server, "198.51.100.1") as http:
            guest = Guest(http, "Ada")
            assert {found["id"]: found["address"] for found in host.guests(10)} == {guest.id: "127.0.0.1"}
