"""Deleting in pieces: nobody waits for it, a kill in between loses nothing, and what is old keeps being cleared away."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from tablier.service import Service
from tablier.service import acts as service_acts
from tablier.service.admin import Admin
from tablier.service.database import Database, database_url
from tablier.service.schema import events, gone, guests, tables
from tests.service.people import Clock, Person, a_service, play_out, refused, table_of

MANY = 20_000
DAY = 86_400_000


async def until(done: Callable[[], bool], within: float = 120.0) -> None:
    end = time.monotonic() + within
    while not await asyncio.to_thread(done):
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.05)


def many_renames(service: Service, table: str, names: str = "Ada") -> None:
    """Let someone have renamed themself very often, as was possible once."""
    with service.database.writer.begin() as connection:
        last = connection.execute(sa.select(tables.c.number).where(tables.c.id == table)).scalar_one()
        row = {"table_id": table, "kind": "renamed", "at": service.tables.now(), "span": 1}
        made = [
            {**row, "number": number, "data": json.dumps({"seat": 0, "name": f"{names} {number}"})}
            for number in range(last + 1, last + 1 + MANY)
        ]
        connection.execute(sa.insert(events), made)
        connection.execute(sa.update(tables).where(tables.c.id == table).values(number=last + MANY))
    service.tables.cache.drop(table)


def told(database: str, text: str) -> int:
    """How many rows of all that is stored hold a text."""
    opened = Database(database_url(database))
    try:
        with opened.reader.connect() as connection:
            found = 0
            for table, column in (("events", "data"), ("tables", "summary"), ("records", "text"), ("guests", "name")):
                query = sa.text(f"SELECT count(*) FROM {table} WHERE {column} LIKE :wanted")  # noqa: S608
                found += connection.execute(query, {"wanted": f"%{text}%"}).scalar_one()
            return found
    finally:
        opened.close()


def test_others_play_on_while_someone_with_many_events_is_deleted(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob = await Person.new(service, "Ada"), await Person.new(service, "Bob")
            table = await ada.create(seats=["mine", "mine"])
            many_renames(service, table)
            await table_of(service, table)
            other = await bob.create("chinese-checkers")
            dice = random.Random(1)
            await bob.move(other, dice=dice)
            before = service.writer.commits
            deleting = asyncio.create_task(service.guests.delete(ada.identity))
            moves = 0
            # Where deleting takes long, a game of random moves may be over before.
            while not deleting.done() and moves < 100:
                await bob.move(other, dice=dice)
                moves += 1
            await deleting
            # A hundred pieces: there was time for more than a move between the first and the last.
            assert moves > 10
            assert service.writer.commits - before - moves > MANY / 400
            await until(lambda: told(database, "Ada") == 0)
            assert (await table_of(service, other))["seats"][0]["name"] == "Bob"

    asyncio.run(main())


def test_a_deletion_that_was_interrupted_goes_on_at_the_next_start(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob = await Person.new(service, "Ada"), await Person.new(service, "Bob")
            mine = await ada.create()
            await play_out(ada, mine, most=3)
            shared = await bob.create(seats=["mine", "open"])
            await ada.act(shared, "sit", seat=1, name="Ada Lovelace")
            many_renames(service, mine)
            await service._eraser.begin(ada.identity.guest)
            # Stopped between two pieces, at once.
            task = service._eraser._begin(ada.identity.guest)
            await asyncio.sleep(0.2)
            task.cancel()
            assert told(database, "Ada") > 0
            service.guests.forget()
            with refused("token-unknown"):
                await service.identify(ada.token)
        async with a_service(database) as service:
            await until(lambda: told(database, "Ada") == 0 and service.store.erasures() == [])
            assert service.store.guest(ada.identity.guest) is None
            assert (await table_of(service, shared))["seats"][1]["left"]
            assert [seat["name"] for seat in (await table_of(service, shared))["seats"]].count("Bob") == 1
            with refused("token-unknown"):
                await service.identify(ada.token)

    asyncio.run(main())


def test_two_who_played_together_are_deleted_at_once(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob = await Person.new(service, "Ada"), await Person.new(service, "Bob")
            for _ in range(5):
                table = await ada.create(seats=["mine", "open"])
                await bob.act(table, "sit", seat=1)
                await ada.act(table, "resign")
            await asyncio.gather(service.guests.delete(ada.identity), service.guests.delete(bob.identity))
            assert told(database, "Ada") == told(database, "Bob") == 0

    asyncio.run(main())


def test_a_host_deletes_a_guest_in_pieces_too(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service, "Ada")
            table = await ada.create()
            many_renames(service, table)
            host = Admin(service.database, Clock())
            assert await asyncio.to_thread(host.delete_guest, ada.identity.guest) == 1
            assert told(database, "Ada") == 0

    asyncio.run(main())


def test_retention_keeps_up(sqlite: str) -> None:
    """However much has grown old, one run clears it away; the next one finds nothing to do and rewrites nothing."""
    clock = Clock()

    def fill(service: Service, template: str) -> None:
        old = clock() - 200 * DAY
        with service.database.writer.begin() as connection:
            row = dict(connection.execute(sa.select(tables).where(tables.c.id == template)).one()._mapping)
            row |= {"changed": old, "deadline": None, "lease": None, "request": None, "host": None}
            connection.execute(sa.insert(tables), [{**row, "id": f"old{index:019}"} for index in range(1_500)])
            guest = {"name": None, "address": "192.0.2.1", "created": old}
            connection.execute(
                sa.insert(guests), [{**guest, "id": f"g{index:021}", "seen": old} for index in range(1_500)]
            )
            connection.execute(
                sa.insert(guests),
                [{**guest, "id": f"h{index:021}", "seen": clock() - 400 * DAY} for index in range(700)],
            )
            connection.execute(
                sa.insert(gone),
                [{"id": f"x{index:021}", "at": clock() - age * DAY} for index, age in enumerate([400] * 700 + [300])],
            )

    def count(statement: str) -> int:
        with sqlite3.connect(sqlite) as connection:
            found: int = connection.execute(statement).fetchone()[0]
        connection.close()
        return found

    async def main() -> None:
        async with a_service(sqlite, clock) as service:
            ada = await Person.new(service, "Ada")
            template = await ada.create(seats=["mine", "open"])
            fill(service, template)
        with sqlite3.connect(sqlite) as connection:
            connection.executescript(
                "CREATE TABLE rewritten (id TEXT); CREATE TRIGGER watch AFTER UPDATE ON guests "
                "BEGIN INSERT INTO rewritten VALUES (new.id); END"
            )
        connection.close()
        async with a_service(sqlite, clock):
            await until(lambda: count("SELECT count(*) FROM tables") == 1)
            await until(lambda: count("SELECT count(*) FROM gone WHERE id LIKE 'x%'") == 1)
            assert count("SELECT count(*) FROM gone WHERE id LIKE 'old%'") == 1_500
            assert count("SELECT count(*) FROM guests WHERE id LIKE 'h%'") == 0
            assert count("SELECT count(*) FROM guests WHERE id LIKE 'g%' AND address IS NULL") == 1_500
            assert count("SELECT count(*) FROM rewritten") == 1_500
        async with a_service(sqlite, clock) as service:
            await until(lambda: service.tasks.times["retention"].count > 0)
            assert count("SELECT count(*) FROM rewritten") == 1_500

    asyncio.run(main())


def test_a_table_does_not_grow_without_end(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_acts, "MOST_EVENTS", 8)

    async def main() -> None:
        async with a_service(sqlite) as service:
            ada = await Person.new(service)
            table = await ada.create("chinese-checkers")
            dice = random.Random(1)
            while (await table_of(service, table))["number"] < 8:
                await ada.move(table, dice=dice)
            with refused("not-now", "table-full"):
                await ada.act(table, "rename", name="X")
            for what in ("takeback", "pause"):
                with refused("not-now", "table-full"):
                    await ada.act(table, "ask", what=what)
            # A game that goes on may still be played and ended.
            while (await table_of(service, table))["number"] < 16:
                await ada.move(table, dice=dice)
            with refused("not-now", "table-full"):
                await ada.move(table, dice=dice)
            await ada.act(table, "ask", what="draw")
            assert (await table_of(service, table))["end"]["reason"] == "agreed"
            with refused("not-now", "table-full"):
                await ada.act(table, "ask", what="rematch")
            await ada.act(table, "close")

    asyncio.run(main())


def test_names_are_changed_only_so_often(sqlite: str) -> None:
    async def main() -> None:
        async with a_service(sqlite) as service:
            ada, bob = await Person.new(service, "Ada"), await Person.new(service, "Bob")
            table = await ada.create(seats=["mine", "open"])
            await bob.act(table, "sit", seat=1)

            async def rename(person: Person, number: int) -> Any:
                return await person.act(table, "rename", name=f"N{number}")

            for number in range(20):
                await rename(ada, number)
            with refused("not-now", "too-many-renames"):
                await rename(ada, 20)
            service.tables.cache.drop(table)
            with refused("not-now", "too-many-renames"):
                await rename(ada, 21)
            await rename(bob, 1)

    asyncio.run(main())
