"""A real PostgreSQL server for the tests, started in a folder of its own and stopped afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

__all__ = ["cluster", "new_database"]


def _binaries() -> Path | None:
    found = [Path(path).parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if (folder / "initdb").exists()), None)


def _run(folder: Path, *command: str | Path) -> None:
    # PostgreSQL does not run as root.
    become = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    done = subprocess.run([*become, *map(str, command)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


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
        _run(folder, binaries / "initdb", "-D", data, "-U", "tablier", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=60 -c fsync=off"
        _run(folder, binaries / "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
        try:
            yield f"postgresql://tablier@127.0.0.1:{port}/postgres"
        finally:
            _run(folder, binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(address: str, name: str) -> str:
    """The address of a new, empty database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.rpartition("/")[0] + "/" + name
