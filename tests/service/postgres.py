"""A real PostgreSQL server for the tests, started in a folder of its own and stopped afterwards."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

__all__ = ["PostgreSQL", "cluster", "new_database", "own_server"]


def _binaries() -> Path | None:
    found = [Path(path).parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if (folder / "initdb").exists()), None)


def _owner() -> dict[str, Any]:
    """PostgreSQL does not run as root."""
    if os.geteuid():
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _initialise(binaries: Path, data: Path) -> None:
    options = ["-D", str(data), "-U", "tablier", "-A", "trust", "-E", "UTF8", "--no-sync"]
    command = [str(binaries / "initdb"), *options]
    done = subprocess.run(command, cwd=data.parent, capture_output=True, text=True, check=False, **_owner())
    assert done.returncode == 0, done.stdout + done.stderr


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while True:
        assert process.poll() is None, log.read_text()
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        else:
            return


class PostgreSQL:
    """A server in a folder of its own, to be stopped, broken and started again."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self._folder = folder
        self._binaries = binaries
        self._log = folder / "log"
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        _initialise(binaries, folder / "data")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The address of its usual database."""
        return f"postgresql://tablier@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = ("listen_addresses=127.0.0.1", "max_connections=60", "fsync=off")
        options = ["-D", str(self._folder / "data"), "-p", str(self.port), "-k", str(self._folder)]
        options += [part for item in settings for part in ("-c", item)]
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(
                [str(self._binaries / "postgres"), *options],
                cwd=self._folder,
                stdout=output,
                stderr=output,
                **_owner(),
            )
        _wait(self.address, self._process, self._log)

    def stop(self) -> None:
        """Stop at once, as a crash would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(60)


@contextlib.contextmanager
def own_server() -> Iterator[PostgreSQL]:
    """A server that runs; skips when there is no PostgreSQL, but not where everything must be tested."""
    binaries = _binaries()
    if binaries is None:
        reason = "PostgreSQL is not installed: tests on it did not run"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        print(reason)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="tablier-pg-"))
    try:
        server = PostgreSQL(folder, binaries)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """The address of a server's usual database."""
    with own_server() as server:
        yield server.address


def new_database(address: str, name: str) -> str:
    """The address of a new, empty database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.rpartition("/")[0] + "/" + name
