"""A database of the version before is brought up to date with all that is in it."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tablier.service import Service
from tablier.service.database import Database, database_url
from tablier.service.schema import METADATA
from tests.service.people import Person, a_service, refused, table_of

_DATA = Path(__file__).parent / "data"


@pytest.fixture
def before(tmp_path: Path) -> tuple[str, dict[str, Any]]:
    """A copy of a database as the first version left it (``data/make_0001.py``), and what was in it."""
    file = tmp_path / "tablier.db"
    shutil.copyfile(_DATA / "schema_0001.db", file)
    return str(file), json.loads((_DATA / "schema_0001.json").read_text())


def test_the_file_is_of_the_version_before(before: tuple[str, dict[str, Any]]) -> None:
    database = Database(database_url(before[0]))
    with database.reader.connect() as connection:
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one() == "0001"
        counted = {
            name: connection.execute(sa.text(f"SELECT count(*) FROM {name}")).scalar_one()  # noqa: S608
            for name in ("guests", "tables", "events", "records", "tokens", "bans", "gone", "processes")
        }
    database.close()
    assert counted["tables"] == 8
    assert min(counted.values()) >= 1


def test_the_schema_becomes_the_present_one(before: tuple[str, dict[str, Any]]) -> None:
    database = Database(database_url(before[0]))
    database.migrate()
    with database.reader.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    database.close()


def test_a_guest_is_of_the_network_of_their_address(before: tuple[str, dict[str, Any]]) -> None:
    database = Database(database_url(before[0]))
    with database.writer.begin() as connection:
        ids = list(connection.execute(sa.text("SELECT id FROM guests ORDER BY id")).scalars())
        known = dict(zip(ids, ("192.0.2.7", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::9"), strict=False))
        for guest, address in known.items():
            statement = sa.text("UPDATE guests SET address = :address WHERE id = :id")
            connection.execute(statement, {"address": address, "id": guest})
    database.migrate()
    with database.reader.connect() as connection:
        rows = connection.execute(sa.text("SELECT id, network FROM guests")).all()
    database.close()
    found = {row.id: row.network for row in rows}
    assert found[ids[0]] == "192.0.2.7"
    assert found[ids[1]] == found[ids[2]]
    assert str(found[ids[1]]).startswith("2001:db8:1:2:")
    assert all(found[guest] is None for guest in ids[3:])


def test_what_tables_are_searched_by_is_told_from_their_summaries(before: tuple[str, dict[str, Any]]) -> None:
    database = Database(database_url(before[0]))
    with database.writer.begin() as connection:
        rows = connection.execute(sa.text("SELECT id, summary FROM tables ORDER BY id")).all()
        summaries = {row.id: json.loads(row.summary) for row in rows}
        # One more with several computers: the highest level counts, and 1 is not 10.
        several = next(iter(summaries))
        for seat, level in zip(summaries[several]["seats"], (10, 1), strict=False):
            seat["level"] = level
        text = json.dumps(summaries[several], separators=(",", ":"))
        connection.execute(sa.text("UPDATE tables SET summary = :s WHERE id = :id"), {"s": text, "id": several})
    database.migrate()
    with database.reader.connect() as connection:
        found = connection.execute(sa.text("SELECT id, level, correspondence FROM tables")).all()
    database.close()
    assert len(found) == len(summaries)
    for row in found:
        levels = [seat["level"] for seat in summaries[row.id]["seats"] if seat["level"] is not None]
        clock = summaries[row.id]["clock"]
        assert row.level == max(levels, default=None)
        assert bool(row.correspondence) == (clock is not None and clock["kind"] == "correspondence")
    assert {row.level for row in found} >= {None, 10}
    assert {bool(row.correspondence) for row in found} == {True, False}


def test_everything_goes_on_where_it_was(before: tuple[str, dict[str, Any]]) -> None:
    async def main() -> None:
        file, known = before
        async with a_service(file) as service:
            people = {
                name: Person(service, await service.identify(token), token) for name, token in known["tokens"].items()
            }
            for name, table in known["tables"].items():
                await _is_as_it_was(service, table, known["states"][name])
            await people["ada"].move(known["tables"]["timed"])
            await people["ada"].act(known["tables"]["paused"], "resume")
            await people["cleo"].move(known["tables"]["post"])
            sit = {"seat": 1, "invitation": known["invitation"]}
            await people["cleo"].act(known["tables"]["invited"], "sit", **sit)
            assert len((await service.guests.records(people["ada"].identity, None, 10))["records"]) == 1
            assert await service.is_banned("203.0.113.9")
            with refused("gone"):
                await service.tables.snapshot(known["deleted"])
            await service.guests.delete(people["bob"].identity)
            with refused("token-unknown"):
                await service.identify(known["tokens"]["bob"])
            over = await table_of(service, known["tables"]["over"])
            assert [seat["name"] for seat in over["seats"]].count(None) == 1

    asyncio.run(main())


async def _is_as_it_was(service: Service, table: str, before: dict[str, Any]) -> None:
    """Nothing happened but that the time since was credited to running clocks."""
    now = await table_of(service, table)
    same = ("status", "round", "plies", "turn", "to_act", "seats", "host", "question", "end")
    assert {key: now[key] for key in same} == {key: before[key] for key in same}
    if before["clock"] is not None:
        assert now["clock"]["running"] == before["clock"]["running"]
    added = [event["kind"] for event in await service.tables.events(table, before["number"], 10)]
    assert added == (["outage"] if before["clock"] is not None and before["clock"]["running"] is not None else [])
