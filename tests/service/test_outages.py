"""Who lives, and who notes that nobody did: after crashes of PostgreSQL, beside others who write, and after standing still."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tablier.service import Service
from tablier.service.database import Database, database_url
from tablier.service.outages import Alone, note_outage
from tests.service.people import Clock, Person, a_service, table_of
from tests.service.postgres import PostgreSQL, new_database, own_server

FISCHER = {"kind": "fischer", "seconds": 600, "increment": 0}
DICE = random.Random(1)


@pytest.fixture(scope="module")
def breakable() -> Iterator[PostgreSQL]:
    """A PostgreSQL server that tests stop and start."""
    with own_server() as server:
        yield server


async def kinds(service: Service, table: str) -> list[str]:
    return [event["kind"] for event in await service.tables.events(table, 0, 200)]


async def until(service: Service, done: Any) -> None:
    for _ in range(300):
        try:
            if await done():
                return
        except Exception as error:
            last: Exception | None = error
        else:
            last = None
        await asyncio.sleep(0.1)
    raise AssertionError("it never happened") from last


def test_who_is_alone_beside_a_file(tmp_path: Path) -> None:
    database = Database(database_url(str(tmp_path / "a[b].db")))
    first, second, third = (Alone(database) for _ in range(3))
    assert first.enter()
    waiting = threading.Thread(target=lambda: found.append(second.enter()))
    found: list[bool] = []
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive(), "whoever is alone keeps the others out until it shares"
    first.share(was_alone=True)
    waiting.join(10)
    assert found == [False]
    second.share(was_alone=False)
    first.leave()
    assert not third.enter(), "the second one is still there"
    third.share(was_alone=False)
    second.leave()
    third.leave()
    last = Alone(database)
    assert last.enter()
    last.share(was_alone=True)
    last.leave()
    database.close()
    assert not list(tmp_path.glob("*-alive-*"))


def test_who_was_killed_is_not_there(tmp_path: Path) -> None:
    database = Database(database_url(str(tmp_path / "table.db")))
    code = (
        "import sys\nfrom tablier.service.database import Database, database_url\nfrom tablier.service.outages import Alone\n"
        "alone = Alone(Database(database_url(sys.argv[1])))\nalone.share(alone.enter())\n"
        "print('in', flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "table.db")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == b"in"
        before = Alone(database)
        assert not before.enter()
        before.share(was_alone=False)
        before.leave()
        other.kill()
        other.wait()
    assert list(tmp_path.glob("*-alive-*")), "the dead tidy nothing up"
    after = Alone(database)
    assert after.enter()
    after.share(was_alone=True)
    after.leave()
    database.close()
    assert not list(tmp_path.glob("*-alive-*"))


def _held(database: str) -> bool:
    """Whether anyone holds the lock of the living."""
    with psycopg.connect(database, autocommit=True) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database "
            "WHERE l.locktype = 'advisory' AND l.mode = 'ShareLock' AND d.datname = current_database()"
        ).fetchone()
    return row is not None and row[0] > 0


def test_after_a_restart_of_postgresql_others_start_and_see_that_we_live(breakable: PostgreSQL) -> None:
    async def main() -> None:
        database = new_database(breakable.address, "restarted")
        async with a_service(database) as first:
            ada = await Person.new(first)
            tables = [await ada.create("chinese-checkers", clock=FISCHER) for _ in range(10)]
            await asyncio.to_thread(breakable.stop)
            await asyncio.to_thread(breakable.start)

            async def moves() -> bool:
                await ada.move(tables[0])
                return True

            await until(first, moves)
            stop = asyncio.Event()

            async def play() -> None:
                while not stop.is_set():
                    for table in tables:
                        await ada.move(table, dice=DICE)

            playing = asyncio.create_task(play())
            await asyncio.sleep(2.5)
            assert _held(database), "the lock of the living was not taken again"
            before = [(await kinds(first, table)).count("outage") for table in tables]
            for _ in range(4):
                # A new process starts beside us while we play: it neither fails nor takes us for dead.
                async with a_service(database):
                    pass
            stop.set()
            await playing
            assert [(await kinds(first, table)).count("outage") for table in tables] == before

    asyncio.run(main())


def test_whoever_starts_at_the_moment_our_lock_is_lost_does_not_take_us_for_dead(breakable: PostgreSQL) -> None:
    async def main() -> None:
        database = new_database(breakable.address, "cut")
        async with a_service(database) as first:
            ada = await Person.new(first)
            table = await ada.create(clock=FISCHER)
            for _ in range(3):
                await asyncio.sleep(0.4)
                with psycopg.connect(breakable.address, autocommit=True) as host:
                    host.execute(
                        "SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database "
                        "WHERE l.locktype = 'advisory' AND d.datname = 'cut'"
                    )
                async with a_service(database):
                    pass
            assert await kinds(first, table) == ["created", "started"]

    asyncio.run(main())


def test_an_outage_is_noted_while_another_process_plays(breakable: PostgreSQL) -> None:
    """A process that wrongly takes itself for the only one still loses no move and does not fail."""

    async def main() -> None:
        database = new_database(breakable.address, "beside")
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await Person.new(service)
            tables = [await ada.create("chinese-checkers", clock=FISCHER) for _ in range(8)]
            failed: list[BaseException] = []
            done = threading.Event()

            def note() -> None:
                while not done.is_set():
                    try:
                        note_outage(service.database, service.id, clock(), clock() - 200)
                    except BaseException as error:
                        failed.append(error)
                        return

            thread = threading.Thread(target=note)
            thread.start()
            try:
                for _ in range(10):
                    await asyncio.sleep(0.1)
                    await asyncio.gather(*(ada.move(table, dice=DICE) for table in tables))
            finally:
                done.set()
                await asyncio.to_thread(thread.join)
            assert failed == []
            for table in tables:
                found = await kinds(service, table)
                assert found.count("moved") == 10
                assert "outage" in found
                assert (await table_of(service, table))["plies"] == 10

    asyncio.run(main())


def test_a_crash_of_the_only_process_is_still_an_outage(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock=FISCHER)
        began = time.monotonic()
        clock.ahead += 3_600_000
        async with a_service(database, clock) as service:
            assert await kinds(service, table) == ["created", "started", "outage"]
            # Whoever ended in an orderly way is not waited for.
            assert time.monotonic() - began < 60

    asyncio.run(main())
