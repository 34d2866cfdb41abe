"""Connections: so many from one address, and an end to those that say nothing; names the server answers to."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest
import uvicorn

from tablier.server.door import Door, raise_file_limit
from tablier.server.hosts import Hosts, host_name
from tablier.server.outbox import Outbox
from tablier.server.protocol import protocols
from tests.server.process import ServerProcess

CAP = 20


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with few connections an address; a proxy is at 127.0.0.9."""
    folder = tmp_path_factory.mktemp("narrow")
    options = {"connections": str(CAP), "trusted_proxies": "127.0.0.9"}
    with ServerProcess(str(folder / "t.db"), folder / "log", **options) as running:
        yield running


def _connect(server: ServerProcess, source: str) -> socket.socket:
    raw = socket.create_connection(("127.0.0.1", server.port), source_address=(source, 0))
    raw.settimeout(10)
    return raw


def _get(raw: socket.socket, path: str = "/health", *headers: str) -> bytes:
    """Ask for something; the head of the answer."""
    lines = "".join(f"{header}\r\n" for header in ("Host: 127.0.0.1", *headers))
    raw.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
    return _head(raw)


def _head(raw: socket.socket) -> bytes:
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while b"\r\n\r\n" not in got and (more := raw.recv(4096)):
            got += more
    return got


def test_one_address_has_so_many_connections_and_others_have_theirs(narrow: ServerProcess) -> None:
    silent = [_connect(narrow, "127.0.0.2") for _ in range(CAP)]
    time.sleep(0.2)
    with _connect(narrow, "127.0.0.2") as further:
        refused = _head(further)
        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b"rate-limited" in refused
    with _connect(narrow, "127.0.0.3") as other:
        assert _get(other).startswith(b"HTTP/1.1 200 ")
    silent.pop().close()
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with _connect(narrow, "127.0.0.2") as again:
            if _get(again).startswith(b"HTTP/1.1 200 "):
                break
    else:
        pytest.fail("a place that was given back is not given again")
    for raw in silent:
        raw.close()


def test_sockets_give_their_places_back(narrow: ServerProcess) -> None:
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    for _ in range(3):
        opened = [_connect(narrow, "127.0.0.4") for _ in range(CAP)]
        for raw in opened:
            answer = _get(raw, "/api/v1/ws", *upgrade, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
            assert answer.startswith(b"HTTP/1.1 101 "), answer
        for raw in opened:
            raw.close()
        end = time.monotonic() + 20
        while time.monotonic() < end:
            with _connect(narrow, "127.0.0.4") as probe:
                if _get(probe).startswith(b"HTTP/1.1 200 "):
                    break


def test_a_trusted_proxy_has_as_many_as_it_needs_but_whom_it_speaks_for_has_not(narrow: ServerProcess) -> None:
    opened = [_connect(narrow, "127.0.0.9") for _ in range(3 * CAP)]
    # Each has a request under way for one address: its headers are there, its body is not.
    for raw in opened[: CAP + 5]:
        head = "Host: 127.0.0.1\r\nX-Forwarded-For: 198.51.100.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n"
        raw.sendall(f"POST /api/v1/guests HTTP/1.1\r\n{head}\r\n".encode())
    late = [raw for raw in opened[: CAP + 5] if _answers_soon(raw)]
    assert len(late) == 5
    assert all(b" 429 " in _head(raw) for raw in late)
    assert _get(opened[-1], "/api/v1/info", "X-Forwarded-For: 198.51.100.2").startswith(b"HTTP/1.1 200 ")
    assert _get(opened[-2], "/api/v1/info", "X-Forwarded-For: 198.51.100.1").startswith(b"HTTP/1.1 429 ")
    for raw in opened:
        raw.close()


def _answers_soon(raw: socket.socket) -> bool:
    raw.settimeout(0.3)
    try:
        return bool(raw.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False
    finally:
        raw.settimeout(10)


def test_a_large_body_that_is_refused_unread_gets_its_answer(narrow: ServerProcess) -> None:
    with httpx.Client(base_url=f"{narrow.address}/api/v1", headers={"Origin": "http://evil.example"}) as http:
        for _ in range(30):
            answer = http.post("/records/read", json={"text": "x" * 1_000_000})
            assert answer.json()["code"] == "bad-origin"


def test_endless_headers_are_cut_off(narrow: ServerProcess) -> None:
    with _connect(narrow, "127.0.0.5") as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with pytest.raises(ConnectionError):
            _say_for_ever(raw, b"X: " + b"x" * 4000 + b"\r\n")


def _say_for_ever(raw: socket.socket, line: bytes) -> None:
    for _ in range(1000):
        raw.sendall(line)
        time.sleep(0.001)


async def _slow(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads the body and answers with a lot."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(100):
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@contextlib.asynccontextmanager
async def _impatient() -> AsyncIterator[tuple[int, Door]]:
    """The server's protocols with little patience; the port, and the door."""
    door = Door(100, 100, ())
    http, web_socket = protocols(door)
    http.headers_within = http.body_within = http.read_within = 0.3
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(_slow, http=http, ws=web_socket, log_config=None, lifespan="off", timeout_keep_alive=1)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield listener.getsockname()[1], door
    finally:
        server.should_exit = server.force_exit = True
        await running


POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n"


@pytest.mark.parametrize(
    ("said", "drip"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHo", b""),
        (b"GET / HTTP/1.1\r\n", b"X: 1\r\n"),
        (POST + b"\r\n", b""),
        (POST + b"\r\n", b"x"),
        (b"\r\n", b""),
    ],
    ids=["silent", "half", "headers", "no-body", "slow-body", "nothing-much"],
)
def test_whoever_does_not_finish_a_request_is_cut_off(said: bytes, drip: bytes) -> None:
    async def main() -> None:
        async with _impatient() as (port, door):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            with contextlib.suppress(ConnectionError):
                async with asyncio.timeout(20):
                    for _ in range(100):
                        if drip:
                            writer.write(drip)
                            await writer.drain()
                        try:
                            async with asyncio.timeout(0.1 if drip else 20):
                                assert await reader.read() == b""
                                break
                        except TimeoutError:
                            continue
            writer.close()
            while len(door):
                await asyncio.sleep(0.01)

    asyncio.run(main())


def test_whoever_reads_nothing_is_cut_off_and_whoever_reads_is_not() -> None:
    async def main() -> None:
        async with _impatient() as (port, door):
            raw = socket.create_connection(("127.0.0.1", port))
            raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await asyncio.sleep(0.1)
            assert len(door) == 1
            async with asyncio.timeout(20):
                while len(door):
                    await asyncio.sleep(0.01)
            raw.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert len(await reader.read()) > 10_000_000
            writer.close()

    asyncio.run(main())


def test_as_many_files_as_the_system_allows_may_be_open() -> None:
    code = (
        "import resource; from tablier.server.door import raise_file_limit;"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard));"
        "print(raise_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )

    async def main() -> bytes:
        made = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
        return (await made.communicate())[0]

    given, soft, hard = map(int, asyncio.run(main()).split())
    assert soft == given > 256
    assert hard in (soft, resource.RLIM_INFINITY)
    assert raise_file_limit() >= 256


def test_more_connections_than_files_are_refused() -> None:
    class Transport(asyncio.Transport):
        def get_extra_info(self, name: str, default: Any = None) -> Any:
            return ("192.0.2.1", 1) if name == "peername" else default

    door = Door(100, 3, ())
    transports = [Transport() for _ in range(4)]
    assert [door.enter(transport) for transport in transports] == [True, True, True, False]
    door.leave(transports[3])
    door.leave(transports[0])
    assert (len(door), door.refused) == (2, 1)
    assert door.enter(transports[3])


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("LOCALHOST:9", True),
        ("tablier.localhost:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.20:8000", True),
        (socket.gethostname(), True),
        ("games.example.org", True),
        ("games.example.org.:443", True),
        ("a.club.example", True),
        ("club.example", False),
        ("evil.example", False),
        ("evil.example:8000", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("evil.example#localhost", False),
        ("127.0.0.1@evil.example", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_names_the_server_answers_to(host: str, allowed: bool) -> None:
    hosts = Hosts(frozenset({"games.example.org", "*.club.example"}), "127.0.0.1")
    assert (host in hosts) == allowed
    assert hosts.allow(host, proxied=True) == allowed
    # Where the host of the site names nothing, a trusted proxy is believed.
    assert Hosts(frozenset(), "127.0.0.1").allow(host, proxied=True)
    assert Hosts(frozenset(), "my.name").allow("my.name:80", proxied=False)


@pytest.mark.parametrize("wrong", ["http://example.org", "a b", "example.org:80", "*", "-", "a/b"])
def test_names_are_checked_at_the_start(wrong: str) -> None:
    with pytest.raises(ValueError, match="a name such as"):
        host_name(wrong)


def test_a_foreign_name_that_leads_here_gets_nothing(server: ServerProcess) -> None:
    for path in ("/", "/api/v1/info", "/api/v1/lobby", "/metrics", "/api/v1/openapi.json"):
        answer = httpx.get(server.address + path, headers={"Host": f"evil.example:{server.port}"})
        assert (answer.status_code, answer.json()["code"]) == (421, "bad-host"), path
        assert httpx.get(server.address + path, headers={"Host": f"localhost:{server.port}"}).status_code == 200
    origin = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert httpx.post(f"{server.address}/api/v1/guests", json={}, headers=origin).status_code == 421
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        raw.sendall(f"GET /api/v1/ws HTTP/1.1\r\nHost: evil.example\r\n{upgrade}{key}\r\n".encode())
        assert _head(raw).startswith(b"HTTP/1.1 421 ")
    # A balancer asks by whatever name it knows.
    assert httpx.get(f"{server.address}/health", headers={"Host": "balancer"}).status_code == 200


@pytest.mark.parametrize(
    "text",
    [lambda: "x" * 1000, lambda: "é" * 1000, lambda: "…" * 1000, lambda: "🎲" * 1000, lambda: "{}"],
    ids=["ascii", "latin", "wide", "wider", "tiny"],
)
def test_what_waits_for_a_slow_reader_takes_no_more_memory_than_said(text: Callable[[], str]) -> None:
    async def main() -> None:
        most, over = 1_000_000, []
        outbox = Outbox(most, lambda: over.append(True))
        waiting: list[str] = []
        while not over:
            one = text() + str(len(waiting))
            waiting.append(one)
            outbox.put(one)
            assert len(waiting) < 100_000
        assert sum(map(sys.getsizeof, waiting[:-1])) <= most
        # Nor is it cut off long before.
        assert sum(map(sys.getsizeof, waiting)) >= 0.8 * most

    asyncio.run(main())
