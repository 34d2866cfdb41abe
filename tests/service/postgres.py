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

__all__ = ["cluster", "new_database"]


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


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """The address of a server's usual database; skips when there is no PostgreSQL, but not where everything must be tested."""
    binaries = _binaries()
    if binaries is None:
        reason = "PostgreSQL is not installed: tests on it did not run"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        print(reason)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="tablier-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        data = folder / "data"
        _initialise(binaries, data)
        settings = ("listen_addresses=127.0.0.1", "max_connections=60", "fsync=off")
        options = ["-D", str(data), "-p", str(port), "-k", str(folder)]
        options += [part for item in settings for part in ("-c", item)]
        log = folder / "log"
        with log.open("wb") as output:
            command = [str(binaries / "postgres"), *options]
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command, cwd=folder, stdout=output, stderr=output, **_owner()
            )
        address = f"postgresql://tablier@127.0.0.1:{port}/postgres"
        try:
            _wait(address, process, log)
            yield address
        finally:
            # At once: nothing of it is wanted again.
            process.send_signal(signal.SIGQUIT)
            process.wait(60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(address: str, name: str) -> str:
    """The address of a new, empty database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.rpartition("/")[0] + "/" + name
