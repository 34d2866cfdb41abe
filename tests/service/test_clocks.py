"""Time: the server's clock decides, flags fall though nobody is there, and nobody pays for the server's absence."""

from __future__ import annotations

import asyncio
from typing import Any

from tablier.service import Message, Service
from tests.service.people import Clock, Person, a_service, board_of, do, refused, table_of

FISCHER = {"kind": "fischer", "seconds": 60, "increment": 2}


async def until_over(service: Service, table: str) -> Any:
    """The state once the game is over; nobody asks for it, the server does it by itself."""
    for _ in range(200):
        async with service.tables.hold(table) as held:
            if held.status == "over":
                break
        await asyncio.sleep(0.05)
    return await table_of(service, table)


def test_a_flag_falls_though_nobody_is_there(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock={"kind": "sandglass", "seconds": 1, "each": "turn"})
            heard: list[Message] = []
            await service.tables.watch(table, heard.append)
            state = await until_over(service, table)
            assert state["end"]["reason"] == "time"
            assert (state["end"]["player"], state["end"]["places"]) == (0, [2, 1])
            assert any(m.data["type"] == "update" and m.data["state"]["status"] == "over" for m in heard)
            assert (await service.guests.records(ada.identity, None, 10))["records"][0]["reason"] == "time"

    asyncio.run(main())


def test_a_flag_falls_of_a_table_nobody_has_in_memory(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock={"kind": "correspondence", "days": 1})
            service.tables.cache.drop(table)
            # Another process will have to notice: this one is asleep for a day, in steps too short to be an outage.
        clock.ahead += 4_000
        async with a_service(database, clock) as service:
            state = await table_of(service, table)
            assert state["status"] == "playing"
            service.tables.cache.drop(table)
            deadline = state["clock"]["since"] + state["clock"]["left"][0]
            await asyncio.sleep(1.2)
            clock.ahead += deadline - clock() + 600
            service.standstill.refresh()
            state = await until_over(service, table)
            assert state["end"]["reason"] == "time"

    asyncio.run(main())


def test_a_late_move_is_refused_and_the_game_is_over(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock=FISCHER)
            await ada.move(table)
            clock.ahead += 60_200
            service.standstill.refresh()
            with refused("not-now", "flagged"):
                await ada.move(table)
            state = await table_of(service, table)
            assert (state["end"]["reason"], state["end"]["player"]) == ("time", 1)

    asyncio.run(main())


def test_lag_saves_a_move_up_to_the_cap(sqlite: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(sqlite, clock) as service:
            ada = await Person.new(service)
            for late, saved in ((300, True), (1_500, False)):
                table = await ada.create(clock=FISCHER)
                snapshot: Any = await service.tables.snapshot(table)
                moves = (await board_of(service, table))["moves"]
                number = snapshot["state"]["number"]
                deadline = snapshot["state"]["clock"]["since"] + 60_000
                step = deadline + late - clock()
                clock.ahead += step
                service.standstill.refresh()
                act = {"request": "m", "act": "move", "expected": number, "move": moves[0]["move"]}
                if saved:
                    receipt = await do(service, table, ada.identity, act, lag=450)
                    left = receipt["state"]["clock"]["left"][0]
                    assert 2_000 < left <= 2_450
                else:
                    with refused("not-now"):
                        await do(service, table, ada.identity, act, lag=10_000)
                    assert (await until_over(service, table))["end"]["reason"] == "time"

    asyncio.run(main())


def test_increments_and_charges(sqlite: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(sqlite, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock=FISCHER)
            before = (await table_of(service, table))["clock"]["since"]
            clock.ahead += 3_000
            service.standstill.refresh()
            receipt = await ada.move(table)
            spent = receipt["events"][0]["spent"]
            assert spent == receipt["events"][0]["at"] - before
            assert abs(receipt["state"]["clock"]["left"][0] - (62_000 - spent)) <= 1
            assert receipt["state"]["clock"]["running"] == 1
            assert receipt["state"]["clock"]["since"] == receipt["events"][0]["at"]

    asyncio.run(main())


def test_downtime_is_not_charged(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock=FISCHER)
            paused = await ada.create(clock=FISCHER)
            await ada.act(paused, "ask", what="pause")
            await ada.move(table)
        stopped = clock()
        clock.ahead += 3 * 86_400_000
        async with a_service(database, clock) as service:
            started = clock()
            state = await table_of(service, table)
            assert state["status"] == "playing"
            left = state["clock"]["left"][1] - (clock() - state["clock"]["since"])
            assert 60_000 - (clock() - started) - 2_000 < left <= 60_000
            news = await service.tables.events(table, 0, 100)
            assert news[-1]["kind"] == "outage"
            assert 3 * 86_400_000 - 1_000 < news[-1]["down"] <= clock() - stopped + 2_000
            assert (await service.tables.events(paused, 0, 100))[-1]["kind"] == "paused"
            await ada.at(service).move(table)

    asyncio.run(main())


def test_a_process_that_stood_still_charges_nobody(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock=FISCHER)
            await asyncio.sleep(1.2)
            clock.ahead += 50_000
            await asyncio.sleep(1.5)
            clock.ahead += 50_000
            await asyncio.sleep(1.5)
            state = await table_of(service, table)
            assert state["status"] == "playing"
            kinds = [event["kind"] for event in await service.tables.events(table, 0, 100)]
            assert kinds.count("outage") == 2

    asyncio.run(main())


def test_a_second_process_does_not_make_an_outage(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as first:
            ada = await Person.new(first)
            table = await ada.create(clock=FISCHER)
            await asyncio.sleep(0.3)
            async with a_service(database, clock) as second:
                kinds = [event["kind"] for event in await second.tables.events(table, 0, 100)]
                assert kinds == ["created", "started"]

    asyncio.run(main())


def test_time_never_goes_backwards(sqlite: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(sqlite, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock=FISCHER)
            await ada.move(table)
            clock.ahead -= 10_000
            await ada.move(table)
            events: list[Any] = await service.tables.events(table, 0, 100)
            assert [event["at"] for event in events] == sorted(event["at"] for event in events)
            assert events[-1]["spent"] == 0

    asyncio.run(main())
