"""Connections to SQLite or PostgreSQL, and the schema brought up to date."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory

from tablier.service.schema import METADATA

__all__ = ["Database", "data_folder", "database_url", "is_trouble"]

_MIGRATION_LOCK = 7_265_001
_BUSY_MS = 10_000
_LAST_READS = 2.0
_PATIENCE = {
    # A connection whose other end has vanished without a word is given up after some ten seconds, not hours.
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}


def data_folder() -> Path:
    """Where the user's games are kept; ``TABLIER_DATA_DIR`` moves it."""
    if given := os.environ.get("TABLIER_DATA_DIR"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "tablier"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tablier"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tablier"


def database_url(given: str | None) -> sa.URL:
    """The address of a database: a path or ``sqlite:///`` address of a file, a ``postgresql://`` address, or None for the
    usual file. ValueError when it is none of these."""
    if given is None:
        given = str(data_folder() / "tablier.db")
    if "://" not in given:
        return sa.URL.create("sqlite", database=str(Path(given).expanduser().absolute()))
    try:
        url = sa.make_url(given)
    except sa.exc.ArgumentError:
        raise ValueError(f"{given.partition('://')[0]}://… is not a database address") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        return url.set(drivername="sqlite")
    raise ValueError(
        f"a database is a file (SQLite) or a postgresql:// address, not {url.render_as_string(hide_password=True)}"
    )


def is_trouble(error: BaseException) -> bool:
    """Whether an error is the database's trouble (away, full, locked, read-only), not a fault of the program."""
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return True
    return isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError | sa.exc.TimeoutError) or (
        isinstance(error, sa.exc.DBAPIError) and (error.connection_invalidated or type(error) in _BROKEN)
    )


_BROKEN = (sa.exc.InternalError, sa.exc.DatabaseError)
"""What drivers say of a damaged file, or of a server that goes down."""


class Database:
    """A database: `reader` for reading in many threads, `writer` for the one thread that writes."""

    def __init__(self, url: sa.URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            assert url.database is not None  # noqa: S101
            self.file = Path(url.database)
            self.file.parent.mkdir(parents=True, exist_ok=True)
            # Games are their players' business: nobody else on this machine reads them.
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self.file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            self.reader = _sqlite_engine(url, "BEGIN", size=8)
            self.writer = _sqlite_engine(url, "BEGIN IMMEDIATE", size=1)
        else:
            url = url.set(query={**_PATIENCE, **url.query})
            self.plain_url = url.set(drivername="postgresql").render_as_string(hide_password=False)
            self.reader = sa.create_engine(url, pool_size=8, max_overflow=2, pool_pre_ping=True)
            patient = {} if "options" in url.query else {"options": f"-c lock_timeout={_BUSY_MS}"}
            self.writer = sa.create_engine(url, pool_size=1, max_overflow=2, pool_pre_ping=True, connect_args=patient)

    def migrate(self) -> None:
        """Bring the schema up to date; processes that start together wait for each other."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.set_main_option("path_separator", "os")
        script = ScriptDirectory.from_config(config)
        with self.writer.connect() as connection, connection.begin():
            # SQLite's writer has locked the whole file by now.
            if not self.is_sqlite:
                connection.execute(sa.text("SET LOCAL lock_timeout = 0"))
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})

            def steps(revision: Any, _context: Any) -> Any:
                known = {step.revision for step in script.walk_revisions()}
                if newer := set(revision) - known:
                    raise ValueError(
                        f"the database is of a newer version of Tablier (schema {', '.join(sorted(newer))}; this one knows "
                        f"{max(known)}): install that version, or restore a backup made with this one"
                    )
                return script._upgrade_revs("head", revision)

            with EnvironmentContext(config, script, fn=steps) as environment:
                environment.configure(connection=connection, target_metadata=METADATA)
                environment.run_migrations()

    def close(self) -> None:
        """Close all connections. Threads that still read, for someone who has gone, are given a moment to end."""
        end = time.monotonic() + _LAST_READS
        while self.reader.pool.checkedout() and time.monotonic() < end:  # type: ignore[attr-defined]
            time.sleep(0.01)
        self.reader.dispose()
        self.writer.dispose()


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Keep a log of what is written. While someone writes to a new file SQLite refuses that at once instead of waiting."""
    end = time.monotonic() + _BUSY_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


def _sqlite_engine(url: sa.URL, begin: str, size: int) -> sa.Engine:
    engine = sa.create_engine(
        url, poolclass=sa.QueuePool, pool_size=size, max_overflow=2, connect_args={"check_same_thread": False}
    )

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
        # Transactions are begun below, by hand: the driver's own way begins them too late.
        connection.isolation_level = None
        for pragma in (f"busy_timeout={_BUSY_MS}", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        _write_ahead(connection)

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
