"""What ``docs/security.md`` promises, each by a test."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tablier.server.addresses import client_address
from tablier.server.logs import hide
from tablier.server.settings import networks
from tablier.service.addresses import address_key
from tablier.service.limits import Bucket, Buckets, Places, Rate
from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with tight limits, behind a proxy on this machine."""
    folder = tmp_path_factory.mktemp("strict")
    options = {
        "rate": "1", "burst": "40", "socket_rate": "5", "socket_burst": "20", "guest_rate": "0.001", "guest_burst": "3",
        "sockets": "4", "trusted_proxies": "127.0.0.1", "metrics_from": "192.0.2.1", "origins": "https://friend.example",
    }  # fmt: skip
    with ServerProcess(str(folder / "t.db"), folder / "log", **options) as running:
        yield running


def _from(address: str, **more: str) -> dict[str, str]:
    return {"X-Forwarded-For": address, **more}


def test_requests_from_one_address_are_limited_and_others_are_not(strict: ServerProcess) -> None:
    with httpx.Client(base_url=strict.address + "/api/v1") as http:
        answers = [http.get("/info", headers=_from("198.51.100.1")) for _ in range(120)]
        limited = [answer for answer in answers if answer.status_code == 429]
        assert limited
        assert limited[-1].json()["code"] == "rate-limited"
        assert limited[-1].json()["retry_after"] > 0
        assert int(limited[-1].headers["retry-after"]) >= 1
        assert http.get("/info", headers=_from("198.51.100.2")).status_code == 200
        # What a client says of itself is not believed: only what the proxy adds at the end counts.
        assert http.get("/info", headers=_from("203.0.113.9, 198.51.100.1")).status_code in (200, 429)
        assert [http.get("/info", headers=_from(f"203.0.113.{n}, 198.51.100.1")) for n in range(60)][
            -1
        ].status_code == 429


def test_new_guests_from_one_address_are_limited(strict: ServerProcess) -> None:
    with httpx.Client(base_url=strict.address + "/api/v1") as http:
        made = [http.post("/guests", json={}, headers=_from("198.51.100.3")).status_code for _ in range(5)]
    assert made == [201, 201, 201, 429, 429]


def test_messages_on_one_socket_are_limited_and_it_stays_open(strict: ServerProcess) -> None:
    with Wire(strict, additional_headers=_from("198.51.100.4")) as wire:
        for number in range(40):
            wire.send({"type": "ping", "id": number})
        answers = [wire.get(lambda message, n=n: message.get("re") == n, 60) for n in range(40)]  # type: ignore[misc]
        kinds = [answer["type"] for answer in answers]
        assert set(kinds) == {"pong", "problem"}
        assert {answer["code"] for answer in answers if answer["type"] == "problem"} == {"rate-limited"}


def test_sockets_of_one_address_are_limited(strict: ServerProcess) -> None:
    wires = [Wire(strict, additional_headers=_from("198.51.100.5")) for _ in range(4)]
    with Wire(strict, hello=False, additional_headers=_from("198.51.100.5")) as fifth:
        assert fifth.kind("problem")["code"] == "rate-limited"
    for wire in wires:
        wire.close()


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://evil.example", False),
        ("null", False),
        ("file://", False),
        ("http://127.0.0.1.evil.example", False),
        ("https://friend.example", True),
        ("own", True),
    ],
)
def test_foreign_pages_can_neither_post_nor_open_sockets(strict: ServerProcess, origin: str, allowed: bool) -> None:
    address = f"198.51.101.{len(origin)}"
    given = strict.address if origin == "own" else origin
    posted = httpx.post(
        strict.address + "/api/v1/positions", json={"game": "connexion"}, headers=_from(address, Origin=given)
    )
    assert (posted.status_code == 200) == allowed
    if allowed:
        with Wire(strict, additional_headers=_from(address, Origin=given)) as wire:
            assert wire.ask("ping")["type"] == "pong"
        return
    assert posted.json()["code"] == "bad-origin"
    with pytest.raises(InvalidStatus) as refused:
        Wire(strict, additional_headers=_from(address, Origin=given))
    assert refused.value.response.status_code == 403


def test_metrics_are_only_for_those_named(strict: ServerProcess) -> None:
    assert httpx.get(strict.address + "/metrics", headers=_from("198.51.100.9")).json()["code"] == "forbidden"
    assert httpx.get(strict.address + "/metrics", headers=_from("192.0.2.1")).status_code == 200


def test_headers(server: ServerProcess) -> None:
    page = httpx.get(server.address + "/")
    policy = dict(part.split(" ", 1) for part in page.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in page.headers["content-security-policy"]
    for path in ("/", "/api/v1/info", "/nothing", "/health"):
        found = httpx.get(server.address + path).headers
        assert found["x-content-type-options"] == "nosniff"
        assert found["referrer-policy"] == "no-referrer"
        assert found["x-frame-options"] == "DENY"
        assert "server" not in found
    assert httpx.get(server.address + "/api/v1/info").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/../settings.py", "/%2e%2e/settings.py", "/..%2fsettings.py", "//etc/passwd", "/assets/../../app.py"]
)
def test_only_the_page_itself_is_served(server: ServerProcess, path: str) -> None:
    with httpx.Client() as client:
        request = client.build_request("GET", server.address + "/")
        request.url = request.url.copy_with(raw_path=path.encode())
        answer = client.send(request)
    assert answer.json()["code"] == "not-found"


def test_nobody_acts_for_another_or_reads_what_is_theirs(http: httpx.Client) -> None:
    ada, eve = Guest(http, "Ada"), Guest(http, "Eve")
    table = ada.create()["table"]
    move = http.get(f"/tables/{table}/board").json()["moves"][0]["move"]
    assert eve.act(table, "move", move=move, expected=2).json()["code"] == "forbidden"
    assert eve.act(table, "close").json()["code"] == "forbidden"
    assert eve.ask("POST", f"/tables/{table}/tokens").json()["code"] == "forbidden"
    assert eve.ask("GET", "/guests/me/tables?status=all").json()["tables"] == []
    assert http.post(f"/tables/{table}/acts", json={"request": "r", "act": "leave"}).json()["code"] == "token-required"
    for wrong in ("x", ada.token[:-1], "g_" + "A" * 43, ada.token + "A", "s" + ada.token[1:]):
        answer = http.get("/guests/me", headers={"Authorization": f"Bearer {wrong}"})
        assert answer.json()["code"] in ("token-unknown", "token-required")
        assert answer.headers["www-authenticate"] == "Bearer"
    hidden = ada.create(seats=("mine", "open"))["table"]
    assert hidden not in http.get("/lobby").text
    assert hidden not in eve.ask("GET", "/guests/me/tables").text


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "a\u202eb\u0000c", "x\ny", "  spaced   out  "])
def test_names_are_cleaned_and_are_data(http: httpx.Client, name: str) -> None:
    made = http.post("/guests", json={"name": name})
    shown = made.json()["name"]
    assert made.headers["content-type"] == "application/json"
    assert shown == " ".join(shown.split())
    assert not {"\u202e", "\u0000", "\n"} & set(shown)


def test_secrets_are_in_no_log_and_no_database(server: ServerProcess, http: httpx.Client) -> None:
    guest = Guest(http, "Secretive")
    table = guest.create(seats=("mine", "invited"))["table"]
    seat = guest.ask("POST", f"/tables/{table}/tokens").json()["token"]
    invitation = guest.ask("POST", f"/tables/{table}/seats/1/invitations").json()["invitation"]
    with Wire(server, guest.token) as wire:
        wire.ask("watch", table=table, token=seat)
        wire.send("{" + guest.token)
    kept = server.log.read_bytes() + b"".join(
        path.read_bytes() for path in Path(server.database).parent.glob("tablier.db*")
    )
    assert table.encode() in kept
    assert table not in server.log.read_text()
    for secret in (guest.token, seat, invitation):
        assert secret.encode() not in kept
        assert hide(f"x {secret} y") == "x … y"
    assert hide("postgresql://me:secret@host/db") == "postgresql://…host/db"
    assert all(json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{"))
    assert logging.getLogger("uvicorn.access").disabled or "uvicorn.access" not in server.log.read_text()


def test_whose_address_it_is() -> None:
    proxies = networks("10.0.0.0/8, ::1")
    assert client_address("192.0.2.1", "1.2.3.4", proxies) == "192.0.2.1"
    assert client_address("10.0.0.1", "1.2.3.4", proxies) == "1.2.3.4"
    assert client_address("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.9.9.9", proxies) == "1.2.3.4"
    assert client_address("10.0.0.1", "nonsense", proxies) == "10.0.0.1"
    assert client_address("::ffff:10.0.0.1", "1.2.3.4", proxies) == "1.2.3.4"
    assert client_address(None, "1.2.3.4", proxies) == "0.0.0.0"  # noqa: S104
    assert address_key("2001:db8:1:2:3:4:5:6") == address_key("2001:db8:1:2::9") == "2001:db8:1:2::"
    assert address_key("::ffff:192.0.2.7") == address_key("192.0.2.7") == "192.0.2.7"
    assert address_key("fe80::1%eth0") == address_key("fe80::2") == "fe80::"


def test_buckets_fill_with_time_and_do_not_grow_without_end() -> None:
    bucket = Bucket(Rate(2, 4), now=0.0)
    assert [bucket.take(now=0.0) for _ in range(5)] == [0, 0, 0, 0, 0.5]
    assert bucket.take(now=0.5) == 0
    assert bucket.take(now=100.0) == 0
    many = Buckets(Rate(1, 1), most=10)
    assert all(many.take(str(number)) == 0 for number in range(100))
    assert len(many) == 10
    places = Places(1)
    assert (places.enter("a"), places.enter("a"), places.enter("b")) == (True, False, True)
    places.leave("a")
    assert places.enter("a")
