"""Nothing stays deaf: what listens in the background is begun again whatever it hears or fails at."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable

import psycopg

from tablier.service import Message, Service
from tests.service.conftest import next_name
from tests.service.people import Person, a_service
from tests.service.postgres import new_database

_STRANGE = ("hello", "", "{}", "[]", "[1]", '["x", 5]', '["x", [["t"]]]', '["x", [[1, "a"]]]', "[" * 2000)


async def _until(done: Callable[[], bool], within: float = 30.0) -> bool:
    end = time.monotonic() + within
    while not done() and time.monotonic() < end:
        await asyncio.sleep(0.05)
    return done()


async def _hears(listener: Service, speaker: Service) -> bool:
    """Whether one process hears what happens in another."""
    ada = await Person.new(speaker)
    table = await ada.create()
    heard: list[Message] = []
    await listener.tables.watch(table, heard.append)
    await ada.move(table)
    return await _until(lambda: any(message.data["type"] == "update" for message in heard))


def test_a_notice_that_is_not_understood_is_passed_over(postgres: str) -> None:
    async def main() -> None:
        database = new_database(postgres, next_name())
        async with a_service(database) as here, a_service(database) as there:
            assert await _hears(here, there)
            with psycopg.connect(database, autocommit=True) as other:
                for payload in _STRANGE:
                    other.execute("SELECT pg_notify('tablier', %s)", [payload])
            assert await _hears(here, there)
            assert await _hears(there, here)

    asyncio.run(main())


def test_after_its_connection_is_cut_it_listens_again(postgres: str) -> None:
    async def main() -> None:
        database = new_database(postgres, next_name())
        async with a_service(database) as here, a_service(database) as there:
            with psycopg.connect(database, autocommit=True) as other:
                for _ in range(2):
                    other.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                    await asyncio.sleep(0.3)
            assert await _until(lambda: here.trouble is None and there.trouble is None)
            assert await _hears(here, there)
            assert here.tasks.failures["notices"] >= 1

    asyncio.run(main())


def test_after_a_long_lock_of_the_file_it_looks_again(sqlite: str) -> None:
    """Longer than SQLite waits for a lock, ten seconds: every write fails meanwhile."""

    async def main() -> None:
        async with a_service(sqlite) as here, a_service(sqlite) as there:
            locked, done = threading.Event(), threading.Event()

            def hold() -> None:
                with sqlite3.connect(sqlite, isolation_level=None) as holder:
                    holder.execute("BEGIN IMMEDIATE")
                    locked.set()
                    done.wait(30)
                    holder.execute("ROLLBACK")
                holder.close()

            thread = threading.Thread(target=hold)
            thread.start()
            locked.wait()
            await asyncio.sleep(12)
            done.set()
            await asyncio.to_thread(thread.join)
            assert await _hears(here, there)

    asyncio.run(main())
