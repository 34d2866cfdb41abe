"""Computers' seats when there is more to think about than there is time: fair turns, clocks that stand still, places told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tablier.service import Problem, Service, Settings
from tablier.service.addresses import Asker
from tablier.service.schema import tables
from tablier.service.table import Table
from tablier.service.thinker import Thinker
from tests.service.people import Person, a_service, analyse, refused, table_of
from tests.service.test_workers import fakes

COMPUTER = {"kind": "computer", "level": 1}
TOP = {"kind": "computer", "level": 10}


async def at(service: Service, address: str) -> Person:
    """A new guest who comes from an address."""
    made = await service.guests.create(None, address)
    return Person(service, await service.identify(made["token"]), made["token"])


async def until(condition: Callable[[], Any], seconds: float = 60.0) -> None:
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen")


async def moved(service: Service, table: str, plies: int = 1) -> Any:
    for _ in range(3000):
        state = await table_of(service, table)
        if state["plies"] >= plies or state["status"] != "playing":
            return state
        await asyncio.sleep(0.02)
    raise AssertionError("the computer did not move")


def log(folder: Path) -> list[str]:
    return (folder / "log").read_text().splitlines() if (folder / "log").exists() else []


def test_many_tables_of_one_address_do_not_keep_another_waiting(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "slow").write_text("0.15")
        async with a_service(sqlite, workers=fakes(tmp_path), top_tables=1000) as service:
            for _ in range(5):
                crowd = await at(service, "192.0.2.1")
                for _ in range(8):
                    await crowd.create(seats=[TOP, "mine"])
            ada = await at(service, "192.0.2.2")
            asked = len(log(tmp_path))
            table = await ada.create(seats=[COMPUTER, "mine"])
            assert (await moved(service, table))["plies"] == 1
            levels = [int(line.split()[2]) for line in log(tmp_path)]
            # At most what was begun, and what was taken while the table was made, came before.
            assert levels.index(1) <= asked + 2

    asyncio.run(main())


def test_a_computer_s_clock_does_not_run_while_it_waits(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "slow").write_text("1.2")
        async with a_service(database, workers=fakes(tmp_path)) as service:
            ada = await at(service, "192.0.2.1")
            for _ in range(4):
                await ada.create(seats=[COMPUTER, "mine"])
            clock = {"kind": "fischer", "seconds": 4, "increment": 0}
            table = await ada.create(seats=[{"kind": "computer", "level": 2}, "mine"], clock=clock)
            state = await moved(service, table)
            assert (state["status"], state["plies"]) == ("playing", 1)
            stored = await asyncio.to_thread(service.store.events, table)
            move = next(event for event in stored if event.kind == "moved")
            begun = next(event for event in stored if event.kind == "started")
            waited, spent = move.data["waited"], move.data["spent"]
            assert waited > 4000
            assert waited + spent == move.at - begun.at
            assert state["clock"]["left"][0] == 4000 - spent
            # Whoever replays it gets the same.
            again = Table.replay(table, stored)
            assert again.match is not None
            assert again.match.clock is not None
            assert again.match.clock.left[0] == pytest.approx(4 - spent / 1000, abs=1e-5)
            assert again.plays[0].spent == pytest.approx(spent / 1000, abs=1e-5)

    asyncio.run(main())


def test_a_computer_that_thinks_too_long_loses_on_time(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with a_service(sqlite, workers=fakes(tmp_path)) as service:
            ada = await at(service, "192.0.2.1")
            await moved(service, await ada.create(seats=[COMPUTER, "mine"]))
            (tmp_path / "slow").write_text("20")
            clock = {"kind": "fischer", "seconds": 1, "increment": 0}
            state = await moved(service, await ada.create(seats=[COMPUTER, "mine"], clock=clock))
            assert (state["status"], state["plies"]) == ("over", 0)
            assert (state["end"]["reason"], state["end"]["player"]) == ("time", 0)

    asyncio.run(main())


def test_the_place_in_the_line_is_told_at_the_table(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "slow").write_text("1.3")
        async with a_service(sqlite, workers=fakes(tmp_path)) as service:
            ada, told = await at(service, "192.0.2.1"), []
            for _ in range(3):
                await ada.create(seats=[COMPUTER, "mine"])
            table = await ada.create(seats=[{"kind": "computer", "level": 2}, "mine"])
            await service.tables.watch(table, lambda message: told.append(message.data))
            assert (await moved(service, table))["plies"] == 1
            await asyncio.sleep(1.2)
            said = [message for message in told if message["type"] == "computers"]
            assert all(message["table"] == table and message["available"] for message in said)
            places = [message["waiting"]["place"] for message in said if message["waiting"] is not None]
            assert places
            assert places == sorted(places, reverse=True)
            assert places[0] <= 4
            assert all(message["waiting"] is None or message["waiting"]["seconds"] >= 0 for message in said)
            assert said[-1]["waiting"] is None

    asyncio.run(main())


def test_that_nobody_thinks_is_told_at_the_table_and_to_whoever_wants_an_analysis(sqlite: str) -> None:
    async def main() -> None:
        async with a_service(sqlite) as service:
            ada, told = await at(service, "192.0.2.1"), []
            table = await ada.create(seats=[COMPUTER, "mine"], clock={"kind": "fischer", "seconds": 1, "increment": 0})
            await service.tables.watch(table, lambda message: told.append(message.data))
            await until(lambda: any(message["type"] == "computers" for message in told))
            said = next(message for message in told if message["type"] == "computers")
            assert (said["available"], said["waiting"]) == (False, {"place": 1, "seconds": 0.0})
            await asyncio.sleep(1.5)
            # Its second is over, but it could not think.
            assert (await table_of(service, table))["status"] == "playing"
            with refused("no-engine"):
                await anext(analyse(service, Asker("192.0.2.1"), {"game": "polygone"}))

    asyncio.run(main())


def test_one_address_has_so_many_tables_of_the_highest_level(database: str) -> None:
    async def main() -> None:
        async with a_service(database, top_tables=3) as service:
            people = [await at(service, f"2001:db8::{number}") for number in range(1, 6)]
            made = await asyncio.gather(
                *(person.create(seats=["mine", TOP]) for person in people), return_exceptions=True
            )
            assert sum(isinstance(one, str) for one in made) == 3
            with refused("not-now", "too-many-top-tables"):
                await people[0].create(seats=["mine", TOP])
            await people[0].create(seats=["mine", {"kind": "computer", "level": 9}])
            table = await people[0].create(seats=["mine", "open"])
            with refused("not-now", "too-many-top-tables"):
                await people[0].act(table, "change-seat", seat=1, to="computer", level=10)
            other = await at(service, "2001:db8:1::1")
            await other.create(seats=["mine", TOP])
            host, first = next((person, one) for person, one in zip(people, made, strict=True) if isinstance(one, str))
            await host.act(first, "resign")
            await people[1].create(seats=["mine", TOP])

    asyncio.run(main())


def test_computers_changed_to_the_highest_level_at_once_are_as_many_as_allowed(database: str) -> None:
    async def main() -> None:
        async with a_service(database, top_tables=3) as here, a_service(database, top_tables=3) as there:
            people = [await at(here, f"2001:db8::{number}") for number in range(1, 5)]
            tables = [(person, await person.create(seats=["mine", "open"])) for person in people for _ in range(4)]
            changed = await asyncio.gather(
                *(
                    person.at(there if index % 2 else here).act(table, "change-seat", seat=1, to="computer", level=10)
                    for index, (person, table) in enumerate(tables)
                ),
                return_exceptions=True,
            )
            refusals = [one for one in changed if isinstance(one, Problem)]
            assert {one.extra["reason"] for one in refusals} == {"too-many-top-tables"}
            assert len(changed) - len(refusals) == 3

    asyncio.run(main())


def test_nobody_thinks_about_what_another_process_has_taken(database: str, tmp_path: Path) -> None:
    """Two servers that know the same table: only the one that has taken it asks its workers."""

    async def main() -> None:
        folders = [tmp_path / "a", tmp_path / "b"]
        for folder in folders:
            folder.mkdir()
        async with (
            a_service(database, workers=fakes(folders[0])) as one,
            a_service(database, workers=fakes(folders[1])) as two,
        ):
            ada = await at(one, "192.0.2.1")
            table = await ada.create(seats=["mine", COMPUTER])
            await two.tables.watch(table, lambda _message: None)
            for _ in range(3):
                if (await table_of(one, table))["status"] == "playing":
                    plies = (await table_of(one, table))["plies"]
                    await ada.move(table)
                    await moved(one, table, plies + 2)
            assert len(log(folders[0])) == 3
            assert log(folders[1]) == []

    asyncio.run(main())


def test_what_a_server_without_workers_leaves_is_thought_about_elsewhere(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await at(service, "192.0.2.1")
            table = await ada.create(seats=["mine", COMPUTER])
            await ada.move(table)
            async with Thinker(Settings(database=database), workers=fakes(tmp_path)):
                assert (await moved(service, table, 2))["to_act"] == 0
                await ada.move(table)
                assert (await moved(service, table, 4))["to_act"] == 0
                await until(lambda: service.computers.helpers == 1)
            await until(lambda: service.computers.helpers == 0)
            # Nobody has it any more, and nothing else of the table was lost.
            await ada.move(table)
            with service.database.reader.connect() as connection:
                assert connection.execute(sa.select(tables.c.lease)).scalar() == 0

    asyncio.run(main())


def test_thinkers_share_the_line_and_take_no_more_than_they_can(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        folders = [tmp_path / "a", tmp_path / "b"]
        for folder in folders:
            folder.mkdir()
            (folder / "slow").write_text("0.2")
        async with a_service(database) as service:
            crowd = await at(service, "192.0.2.1")
            made = [await crowd.create(seats=[COMPUTER, "mine"]) for _ in range(16)]
            ada = await at(service, "192.0.2.2")
            late = await ada.create(seats=[{"kind": "computer", "level": 2}, "mine"])
            async with (
                Thinker(Settings(database=database), workers=fakes(folders[0])),
                Thinker(Settings(database=database), workers=fakes(folders[1])),
            ):
                for table in [*made, late]:
                    assert (await moved(service, table))["plies"] == 1
            logs = [[int(line.split()[2]) for line in log(folder)] for folder in folders]
            assert all(logs)
            assert sum(len(one) for one in logs) == 17
            assert min(one.index(2) for one in logs if 2 in one) <= 2

    asyncio.run(main())
