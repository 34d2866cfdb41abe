"""The lobby and who is at a table."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from tablier.service import Message, Service, presence
from tests.service.people import Clock, Person, a_service, refused, table_of


async def ids(service: Service) -> list[str]:
    service.lobby.heard()
    return [item["table"] for item in (await service.lobby.now())["tables"]]


def test_the_lobby_shows_listed_tables_with_an_open_seat(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada, bob = await Person.new(service, "Ada"), await Person.new(service, "Bob")
            private = await ada.create(seats=["mine", "open"])
            invited = await ada.create(seats=["mine", "invited"], listed=True)
            table = await ada.create(seats=["mine", "open"], listed=True)
            clock.ahead += 5
            newer = await ada.create(seats=["mine", "open"], listed=True)
            assert await ids(service) == [newer, table]
            assert private not in await ids(service)
            assert invited not in await ids(service)
            heard: list[Message] = []
            first, watch = await service.lobby.watch(heard.append)
            assert len(first.data["tables"]) == 2
            poll = asyncio.create_task(service.lobby.now(first.data["tag"], 20))
            await asyncio.sleep(0.05)
            await bob.act(table, "sit", seat=1)
            changed = await asyncio.wait_for(poll, 10)
            assert [item["table"] for item in changed["tables"]] == [newer]
            assert heard[-1].data["tag"] == changed["tag"]
            service.lobby.unwatch(watch)
            await ada.act(newer, "leave")
            assert await ids(service) == []
            assert len(heard) == 1
            same = await service.lobby.now()
            assert await service.lobby.now(same["tag"], 0.05) == same

    asyncio.run(main())


def test_tables_of_absent_hosts_drop_out(sqlite: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(sqlite, clock) as service:
            ada = await Person.new(service)
            await ada.create(seats=["mine", "open"], listed=True)
            by_mail = await ada.create(seats=["mine", "open"], listed=True, clock={"kind": "correspondence", "days": 3})
            assert len(await ids(service)) == 2
            clock.ahead += 11 * 60_000
            assert await ids(service) == [by_mail]

    asyncio.run(main())


def test_presence_is_told_and_absence_can_be_claimed(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada, bob = await Person.new(service), await Person.new(service)
            table = await ada.create(seats=["mine", "open"], claim_after=30_000)
            heard: list[dict[str, Any]] = []

            def deliver(message: Message) -> None:
                if message.data["type"] == "presence":
                    heard.append(dict(message.data))

            await service.tables.watch(table, deliver, ada.identity.guest)
            await bob.act(table, "sit", seat=1)
            _, watch = await service.tables.watch(table, lambda _message: None, bob.identity.guest)
            await service.tables.tell_presence()
            assert [seat["here"] for seat in heard[-1]["seats"]] == [True, True]
            assert heard[-1]["watchers"] == 2
            clock.ahead += 100_000
            service.standstill.refresh()
            with refused("not-now", "not-absent") as here:
                await ada.act(table, "claim", seat=1, to="win")
            assert here.problem.extra["claimable_at"] is None
            await service.tables.unwatch(watch)
            await service.tables.tell_presence()
            assert [seat["here"] for seat in heard[-1]["seats"]] == [True, False]
            gone = heard[-1]["seats"][1]["since"]
            with refused("not-now", "not-absent") as early:
                await ada.act(table, "claim", seat=1, to="win")
            assert early.problem.extra["claimable_at"] == gone + 30_000
            clock.ahead += 31_000
            service.standstill.refresh()
            await ada.act(table, "claim", seat=1, to="win")
            assert (await table_of(service, table))["end"]["reason"] == "absent"

    asyncio.run(main())


def test_who_only_polls_is_there_and_goes_when_they_stop(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        clock = Clock()
        began = time.monotonic()
        timer = SimpleNamespace(monotonic=lambda: began + clock.ahead / 1000)
        monkeypatch.setattr(presence, "time", timer)
        async with a_service(database, clock) as service:
            ada, bot = await Person.new(service), await Person.new(service)
            table = await ada.create(seats=["mine", "open"], claim_after=30_000)
            heard: list[list[bool]] = []

            def deliver(message: Message) -> None:
                if message.data["type"] == "presence":
                    heard.append([seat["here"] for seat in message.data["seats"]])

            await service.tables.watch(table, deliver, ada.identity.guest)
            await bot.act(table, "sit", seat=1)
            number = (await table_of(service, table))["number"]

            async def pass_by(ms: int) -> None:
                clock.ahead += ms
                service.standstill.refresh()
                await service.tables.presence.refresh()
                await service.tables.tell_presence()

            for _ in range(5):
                await service.tables.since(table, number, 0.01, bot.identity.guest)
                await pass_by(30_000)
                with refused("not-now", "not-absent"):
                    await ada.act(table, "claim", seat=1, to="win")
            assert heard[-1] == [True, True]
            # A stranger's question is nobody's sign of life.
            await service.tables.snapshot(table)
            await pass_by(50_000)
            assert heard[-1] == [True, False]
            await pass_by(31_000)
            await ada.act(table, "claim", seat=1, to="win")
            assert (await table_of(service, table))["end"]["reason"] == "absent"

    asyncio.run(main())


def test_someone_connected_to_another_process_is_there(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as here, a_service(database, clock) as there:
            ada, bob = await Person.new(here), await Person.new(here)
            table = await ada.create(seats=["mine", "open"], claim_after=30_000)
            await bob.act(table, "sit", seat=1)
            await there.tables.watch(table, lambda _message: None, bob.identity.guest)
            for _ in range(4):
                clock.ahead += 20_000
                for service in (here, there):
                    service.standstill.refresh()
                await there.tables.presence.refresh()
            with refused("not-now", "not-absent"):
                await ada.act(table, "claim", seat=1, to="computer")
            assert (await here.tables.presence.away(table))[bob.identity.guest] is None

    asyncio.run(main())
