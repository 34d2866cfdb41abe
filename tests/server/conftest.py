"""One server for the tests that need no special one, and databases of both kinds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.nursery import Nursery
from tests.server.process import ServerProcess
from tests.service.conftest import database, postgres, sqlite

__all__ = ["database", "postgres", "sqlite"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server on SQLite."""
    folder: Path = tmp_path_factory.mktemp("server")
    with ServerProcess(str(folder / "tablier.db"), folder / "log", workers="1") as running:
        yield running


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """For tests that need servers of their own, but no more than a moment to start them."""
    with Nursery() as opened:
        yield opened


@pytest.fixture
def http(server: ServerProcess) -> Iterator[httpx.Client]:
    """A client of the server's API."""
    with httpx.Client(base_url=server.address + "/api/v1", timeout=60) as client:
        yield client
