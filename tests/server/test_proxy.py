"""Behind a real nginx with the configuration of ``deploy/nginx.conf``: https, wss, page, API and addresses below a base path."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess, free_port

CONF = Path(__file__).parents[2] / "deploy" / "nginx.conf"


class Proxied(NamedTuple):
    """A server, its address at the proxy, and whom to trust."""

    server: ServerProcess
    address: str
    trust: ssl.SSLContext


def _certificate(folder: Path) -> ssl.SSLContext:
    """Make a certificate; what trusts it."""
    kind = ["-newkey", "rsa:2048", "-noenc", "-days", "2", "-subj", "/CN=127.0.0.1"]
    files = ["-keyout", f"{folder}/own.key", "-out", f"{folder}/own.pem"]
    command = ["openssl", "req", "-x509", *kind, "-addext", "subjectAltName=IP:127.0.0.1", *files]
    subprocess.run(command, check=True, capture_output=True)
    return ssl.create_default_context(cafile=f"{folder}/own.pem")


def _configuration(folder: Path, port: int, server: ServerProcess) -> str:
    """The documented configuration on free ports and with a certificate of our own; all else is as it stands there."""
    text = CONF.read_text()
    for old, new in (
        (r"listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (r"server_name example\.org;", "server_name 127.0.0.1;"),
        (r"/etc/ssl/example\.org", f"{folder}/own"),
        (r"server 127\.0\.0\.1:8000;", f"server 127.0.0.1:{server.port};"),
    ):
        text, count = re.subn(old, new, text)
        assert count, old
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    return (
        f"{user}\ndaemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
        f"events {{ worker_connections 100; }}\nhttp {{\naccess_log off;\n{temporary}\n{text}\n}}\n"
    )


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """A server behind a proxy."""
    binary = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if binary is None or shutil.which("openssl") is None:
        reason = "nginx or openssl is not installed: the test behind a proxy did not run"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("proxy")
    options = {"base_path": "/games", "trusted_proxies": "127.0.0.1"}
    with ServerProcess(str(folder / "t.db"), folder / "log", **options) as server:
        port = free_port()
        trust = _certificate(folder)
        (folder / "nginx.conf").write_text(_configuration(folder, port, server))
        process = subprocess.Popen([binary, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"])
        try:
            address = f"https://127.0.0.1:{port}/games"
            _wait(address, trust, process, folder / "error.log")
            yield Proxied(server, address, trust)
        finally:
            process.terminate()
            process.wait(20)


def _wait(address: str, trust: ssl.SSLContext, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 30
    while True:
        assert process.poll() is None, log.read_text()
        try:
            assert httpx.get(address + "/health", verify=trust).status_code == 200
        except httpx.TransportError:
            assert time.monotonic() < end
            time.sleep(0.05)
        else:
            return


def test_everything_works_below_the_base_path(proxied: Proxied) -> None:
    _, address, trust = proxied
    assert httpx.get(address, follow_redirects=True, verify=trust).url == address + "/"
    page = httpx.get(address + "/", verify=trust).text
    for asset in re.findall(r'(?:src|href)="([^"]+)"', page):
        # Relative, so that they lie below the base path whatever it is.
        assert not asset.startswith("/")
        assert httpx.get(f"{address}/{asset}", verify=trust).status_code == 200
    origin = address.removesuffix("/games")
    with httpx.Client(base_url=address + "/api/v1", timeout=60, headers={"Origin": origin}, verify=trust) as http:
        assert http.get("/openapi.json").json()["servers"] == [{"url": "/games"}]
        ada = Guest(http, "Ada")
        table = ada.create()["table"]
        with Wire(address, ada.token, additional_headers={"Origin": origin}, ssl=trust) as wire:
            number = wire.ask("watch", table=table)["state"]["number"]
            assert ada.move(table).status_code == 200
            assert wire.kind("update")["state"]["number"] == number + 1
        polled = http.get(f"/tables/{table}", params={"after": number + 1, "wait": 0.2}).json()
        assert polled["events"] == []
    evil = {"Origin": "https://evil"}
    foreign = httpx.post(address + "/api/v1/positions", json={"game": "connexion"}, headers=evil, verify=trust)
    assert foreign.json()["code"] == "bad-origin"


def test_a_ban_excludes_the_client_not_the_proxy(proxied: Proxied) -> None:
    server, address, trust = proxied
    # nginx adds who speaks to it, 127.0.0.1, which is a trusted proxy too: so the client is whom the first header names.
    headers = {"X-Forwarded-For": "198.51.100.7"}
    with httpx.Client(base_url=address + "/api/v1", timeout=60, headers=headers, verify=trust) as http:
        guest = Guest(http, "Eve")
        with Wire(address, guest.token, additional_headers=headers, ssl=trust) as wire:
            listed = _admin(server, "guests", "--json")
            assert '"198.51.100.7"' in listed
            _admin(server, "ban", "198.51.100.7", "--reason", "test")
            # The socket is asked all the time: one that answers no ping would be closed for that.
            while (answer := wire.ask("ping"))["type"] == "pong":
                time.sleep(0.2)
            assert answer["code"] == "banned"
            assert http.get("/info").json()["code"] == "banned"
            assert guest.ask("GET", "/guests/me").json()["code"] == "banned"
    assert httpx.get(address + "/api/v1/info", verify=trust).status_code == 200
    other = {"X-Forwarded-For": "198.51.100.8", "Authorization": guest.headers["Authorization"]}
    assert httpx.get(address + "/api/v1/guests/me", headers=other, verify=trust).status_code == 200


def _admin(server: ServerProcess, *arguments: str) -> str:
    command = [sys.executable, "-c", "from tablier.cli import main; main()", "admin", *arguments]
    done = subprocess.run([*command, "--database", server.database], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
