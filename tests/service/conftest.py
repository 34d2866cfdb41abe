"""Databases of both kinds for the tests."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.postgres import cluster, new_database

_numbers = itertools.count(1)


def next_name() -> str:
    """A name for a database that no other has."""
    return f"test{next(_numbers)}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server."""
    with cluster() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tablier.db")
    return new_database(request.getfixturevalue("postgres"), next_name())


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """An empty SQLite database, for what does not depend on the kind."""
    return str(tmp_path / "tablier.db")
