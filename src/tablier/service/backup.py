"""Everything in one file, and back: gzipped JSON lines, the same for SQLite and PostgreSQL, so that it also moves a site from
one to the other."""

from __future__ import annotations

import gzip
import itertools
import json
import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tablier.service.database import Database
from tablier.service.schema import METADATA

__all__ = ["FORMAT", "backup", "restore"]

FORMAT = "tablier-backup"
_VERSION = 1
_ROWS = 500


def backup(database: Database, file: Path) -> int:
    """Write all that is in the database, as it is at one moment, while servers go on; the number of rows.

    The file holds everything but secrets (tokens are stored as hashes only); it appears when it is complete.
    """
    rows = 0
    part = file.with_name(file.name + ".part")
    engine = database.reader
    if not database.is_sqlite:
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with (
        engine.connect() as connection,
        connection.begin(),
        os.fdopen(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as raw,
    ):
        with gzip.open(raw, "wt", encoding="utf-8") as stream:
            schema = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one()
            _write(stream, {"format": FORMAT, "version": _VERSION, "schema": schema})
            for table in METADATA.sorted_tables:
                order = list(table.primary_key.columns)
                for row in connection.execution_options(yield_per=_ROWS).execute(sa.select(table).order_by(*order)):
                    _write(stream, [table.name, list(row)])
                    rows += 1
            _write(stream, {"rows": rows})
        raw.flush()
        os.fsync(raw.fileno())
    part.replace(file)
    return rows


def _write(stream: Any, data: Any) -> None:
    stream.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


def restore(database: Database, file: Path) -> int:
    """Fill an empty database from a file; the number of rows. ValueError when the file is no complete backup of this schema
    or the database is not empty; then nothing is changed."""
    database.migrate()
    with database.writer.begin() as connection:
        schema = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one()
        for table in METADATA.sorted_tables:
            if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is not None:
                raise ValueError("the database is not empty: a backup is restored into an empty one")
        try:
            with gzip.open(file, "rt", encoding="utf-8") as stream:
                return _fill(connection, stream, schema, file)
        except (EOFError, gzip.BadGzipFile, UnicodeDecodeError, json.JSONDecodeError, LookupError) as error:
            raise ValueError(f"{file} is damaged or no backup: {error}") from None
        except sa.exc.SQLAlchemyError as error:
            raise ValueError(f"{file} is damaged: {type(error).__name__}") from None


def _fill(connection: sa.Connection, stream: Any, schema: str, file: Path) -> int:
    head = json.loads(stream.readline() or "null")
    if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("version") != _VERSION:
        raise ValueError(f"{file} is no backup of this program")
    if head["schema"] != schema:
        raise ValueError(f"{file} has schema {head['schema']}, this program {schema}: restore it with its own version")
    rows = 0
    foot: Any = None
    lines = map(json.loads, stream)
    for name, group in itertools.groupby(lines, key=lambda line: line[0] if isinstance(line, list) else None):
        if name is None:
            foot = next(group)
            break
        table = METADATA.tables[name]
        names = [column.name for column in table.columns]
        while batch := list(itertools.islice(group, _ROWS)):
            connection.execute(sa.insert(table), [dict(zip(names, row, strict=True)) for _, row in batch])
            rows += len(batch)
    # To the very end: only there the file's own check of itself lies.
    if foot != {"rows": rows} or stream.read():
        raise ValueError(f"{file} is not complete: {rows} rows are there, the end is missing")
    return rows
