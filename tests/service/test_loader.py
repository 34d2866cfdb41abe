"""Tables that are read from the database keep nobody else waiting, however many one visitor asks for."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Awaitable, Iterator
from typing import Any

import pytest

from tablier.service import Service
from tablier.service.limits import Rate
from tablier.service.table import Event, Table
from tests.service.people import Person, a_service, refused


class Reading:
    """What is replayed, as it is asked for; it waits until it may go on."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_go_on = threading.Event()

    def __call__(self, table_id: str, events: list[Event]) -> Table:
        """In the place of `Table.replay`."""
        self.begun.append(table_id)
        self.may_go_on.wait(30)
        table = Table(table_id)
        for event in events:
            table.apply(event)
        return table

    async def has_begun(self, count: int) -> None:
        """Wait until so many are replayed."""
        async with asyncio.timeout(10):
            while len(self.begun) < count:
                await asyncio.sleep(0.01)


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reading]:
    found = Reading()
    monkeypatch.setattr(Table, "replay", found)
    yield found
    found.may_go_on.set()


async def _tables(database: str, count: int) -> tuple[str, list[str]]:
    """Tables that no process has in memory, and the token of whose they are."""
    async with a_service(database) as service:
        ada = await Person.new(service)
        return ada.token, [await ada.create() for _ in range(count)]


def test_others_are_not_kept_waiting_while_many_tables_are_read(database: str, reading: Reading) -> None:
    async def main() -> None:
        token, tables = await _tables(database, 40)
        async with a_service(database) as service:
            asked = [asyncio.create_task(service.tables.snapshot(table)) for table in tables]
            await reading.has_begun(2)
            await asyncio.sleep(0.2)
            # Who somebody is, is read in the threads of play: none of them waits.
            async with asyncio.timeout(5):
                await service.identify(token)
            reading.may_go_on.set()
            assert [found["table"] for found in await asyncio.gather(*asked)] == tables

    asyncio.run(main())


def test_who_asks_and_goes_away_again_and_again_has_a_table_read_once(database: str, reading: Reading) -> None:
    async def main() -> None:
        _, (table,) = await _tables(database, 1)
        async with a_service(database) as service:
            for _ in range(10):
                asked = asyncio.create_task(service.tables.snapshot(table))
                await reading.has_begun(1)
                await asyncio.sleep(0.05)
                asked.cancel()
            reading.may_go_on.set()
            await asyncio.sleep(0.2)
            assert (await service.tables.snapshot(table))["table"] == table
            assert reading.begun == [table]

    asyncio.run(main())


def test_what_changed_since_it_was_read_for_nobody_is_read_again(database: str, reading: Reading) -> None:
    async def main() -> None:
        token, (table,) = await _tables(database, 1)
        async with a_service(database) as here, a_service(database) as there:
            asked = asyncio.create_task(here.tables.snapshot(table))
            await reading.has_begun(1)
            asked.cancel()
            reading.may_go_on.set()
            ada = Person(there, await there.identify(token), token)
            played = await ada.move(table)
            assert (await here.tables.snapshot(table))["state"]["number"] == played["number"]

    asyncio.run(main())


def _asked_by(network: str, asked: Awaitable[Any]) -> asyncio.Task[Any]:
    """The same as if somebody of a network had asked for it."""
    from tablier.service.addresses import Asker  # noqa: PLC0415
    from tablier.service.loader import ASKER  # noqa: PLC0415

    context = contextvars.copy_context()
    context.run(ASKER.set, Asker(network))

    async def answer() -> Any:
        return await asked

    return asyncio.get_running_loop().create_task(answer(), context=context)


async def _waiting(service: Service, count: int) -> None:
    """Until so many tables wait to be read."""
    async with asyncio.timeout(20):
        while len(service.tables.loader._turns) < count:
            await asyncio.sleep(0.01)


def test_networks_take_turns(database: str, reading: Reading) -> None:
    async def main() -> None:
        _, tables = await _tables(database, 12)
        async with a_service(database) as service:
            many = [_asked_by("198.51.100.7", service.tables.snapshot(table)) for table in tables[:11]]
            await _waiting(service, 9)
            one = _asked_by("192.0.2.7", service.tables.snapshot(tables[11]))
            await _waiting(service, 10)
            reading.may_go_on.set()
            await asyncio.gather(*many, one)
            # It was the last to ask, and is the second or, where a thread is slow, one of the next.
            assert tables[11] in reading.begun[:8]

    asyncio.run(main())


def test_who_has_too_many_tables_read_is_refused_and_the_house_is_not(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            tables = [await ada.create() for _ in range(6)]
            for table in tables:
                for _ in range(10):
                    await ada.move(table)
        # As much as some three tables of twelve events cost.
        async with a_service(database, work=Rate(0.0001, 0.012)) as service:
            await _asked_by("198.51.100.7", service.tables.snapshot(tables[0]))
            with refused("rate-limited"):
                for table in tables[1:]:
                    await _asked_by("198.51.100.7", service.tables.snapshot(table))
            assert (await _asked_by("192.0.2.7", service.tables.snapshot(tables[-1])))["table"] == tables[-1]
            for table in tables:
                await service.tables.flag(table)

    asyncio.run(main())
