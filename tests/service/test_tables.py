"""Truth: nothing acknowledged is lost, nothing is done twice, nobody sees two truths. On SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import gc
import random
import threading
import tracemalloc
from typing import Any

import pytest
import sqlalchemy as sa

import tablier
from tablier.service import Message, Service, views
from tablier.service.schema import events, tables
from tablier.service.table import Table
from tablier.service.writer import Conflict
from tests.games.oracle import games
from tests.service.people import Person, a_service, board_of, do, make, play_out, refused, replay_of, table_of


async def replayed(service: Service, table: str) -> Any:
    """The table's state as the database alone tells it."""
    found = await asyncio.to_thread(service.store.events, table)
    return views.state(Table.replay(table, found))


@pytest.mark.parametrize("game_id", games())
def test_a_game_from_beginning_to_record(database: str, game_id: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service, "Ada")
            players = len(tablier.game(game_id).players)
            table = await ada.create(game_id, ["mine"] * players)
            moves = await play_out(ada, table)
            state = await table_of(service, table)
            assert state == await replayed(service, table)
            replay = await replay_of(service, state["end"]["record"])
            assert len(replay["moves"]) == moves
            assert replay["end"]["reason"] == state["end"]["reason"]
            assert replay["places"] == state["end"]["places"]
            listed = (await service.guests.records(ada.identity, None, 10))["records"]
            for item in listed:
                assert (await replay_of(service, item["record"], ada.identity.guest))["seat"] == item["seat"]
                assert (await replay_of(service, item["record"]))["seat"] == []
            assert [(item["record"], item["seat"]) for item in listed] == [
                (state["end"]["record"], list(range(players)))
            ]
            text = await service.tables.record(table, "text")
            assert tablier.record.parse(text).match().history == [move["move"] for move in replay["moves"]]

    asyncio.run(main())


def test_a_repeated_request_is_done_once_and_answered_alike(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            table = await ada.create()
            act = {"request": "same", "act": "move", "expected": 2, "move": "b2c3-b3c3"}
            first = await do(service, table, ada.identity, act)
            again = await asyncio.gather(*(do(service, table, ada.identity, act) for _ in range(5)))
            for receipt in again:
                assert (receipt["number"], receipt["events"]) == (first["number"], first["events"])
            # Also when much has happened since, and the table was forgotten in between.
            await ada.move(table)
            service.tables.cache.drop(table)
            late = await do(service, table, ada.identity, act)
            assert (late["number"], late["events"]) == (first["number"], first["events"])
            assert late["state"]["plies"] == 2
            with refused("request-reused"):
                await do(service, table, ada.identity, {**act, "move": "other"})
            with refused("request-reused"):
                eve = await Person.new(service)
                await do(service, table, eve.identity, act)
            assert (await table_of(service, table))["plies"] == 2

    asyncio.run(main())


def test_a_repeated_undo_is_done_once(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            table = await ada.create("hendeca")
            while (await table_of(service, table))["turn_begins"]:
                await ada.move(table)
            plies = (await table_of(service, table))["plies"]
            act = {"request": "undo", "act": "undo"}
            answers = await asyncio.gather(*(do(service, table, ada.identity, act) for _ in range(3)))
            assert {answer["number"] for answer in answers} == {answers[0]["number"]}
            assert (await table_of(service, table))["plies"] == plies - 1

    asyncio.run(main())


def test_a_repeated_creation_makes_one_table(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            request = {"request": "one", "game": "polygone", "seats": [{"kind": "mine"}] * 2}
            made = await asyncio.gather(*(make(service, ada.identity, request) for _ in range(4)))
            assert len({snapshot["table"] for snapshot, _ in made}) == 1
            assert sum(new for _, new in made) == 1
            with refused("request-reused"):
                await make(service, ada.identity, {**request, "listed": True})

    asyncio.run(main())


def test_stale_acts_get_what_they_missed(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob = await Person.new(service), await Person.new(service)
            table = await ada.create(seats=["mine", "open"])
            await bob.act(table, "sit", seat=1)
            await ada.move(table)
            with refused("stale") as stale:
                await bob.act(table, "move", expected=3, move="x")
            news = stale.problem.extra["update"]
            assert [event["kind"] for event in news["events"]] == ["moved"]
            assert news["state"]["number"] == 4
            with refused("stale") as ahead:
                await bob.act(table, "move", expected=99, move="x")
            assert ahead.problem.extra["update"]["type"] == "snapshot"
            # An offer does not change the position: a move made without knowing of it is fine.
            await ada.act(table, "ask", what="draw")
            moves = (await board_of(service, table))["moves"]
            await bob.act(table, "move", expected=4, move=moves[0]["move"])
            await bob.act(table, "ask", what="draw")
            number = (await table_of(service, table))["number"]
            with refused("stale"):
                await ada.act(table, "answer", expected=number - 1, what="draw", yes=True)
            await ada.act(table, "answer", expected=number, what="draw", yes=True)
            assert (await table_of(service, table))["end"]["reason"] == "agreed"

    asyncio.run(main())


def test_two_devices_on_one_seat_stay_consistent(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            table = await ada.create()
            number = 2
            for _ in range(10):
                moves = (await board_of(service, table))["moves"]
                answers = await asyncio.gather(
                    *(ada.act(table, "move", expected=number, move=moves[i]["move"]) for i in range(3)),
                    return_exceptions=True,
                )
                done = [answer for answer in answers if isinstance(answer, dict)]
                assert len(done) == 1
                number = done[0]["number"]
            assert await table_of(service, table) == await replayed(service, table)

    asyncio.run(main())


def test_watchers_hear_everything_once_and_in_order(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            table = await ada.create()
            heard: list[dict[str, Any]] = []
            acknowledged: list[int] = []

            def deliver(message: Message) -> None:
                if message.data["type"] == "update":
                    heard.extend(dict(event) for event in message.data["events"])
                    # Acknowledged before broadcast, stored before both.
                    assert acknowledged[-1] == message.data["state"]["number"]

            answer, watch = await service.tables.watch(table, deliver, ada.identity.guest)
            assert answer["type"] == "snapshot"
            for index in range(8):
                moves = (await board_of(service, table))["moves"]
                act = {"request": f"m{index}", "act": "move", "expected": 2 + index, "move": moves[0]["move"]}
                stored: list[int | None] = []

                def acknowledge(receipt: Any, stored: list[int | None] = stored) -> None:
                    acknowledged.append(receipt["number"])
                    stored.append(service.store.number(table))

                await do(service, table, ada.identity, act, acknowledge=acknowledge)
                assert stored == [3 + index]
            assert [event["number"] for event in heard] == list(range(3, 11))
            await service.tables.unwatch(watch)
            await ada.move(table)
            assert len(heard) == 8
            missed: Any = await service.tables.since(table, 5)
            assert [event["number"] for event in missed["events"]] == [6, 7, 8, 9, 10, 11]
            nothing: Any = await service.tables.since(table, 11)
            assert nothing["events"] == []
            assert (await service.tables.since(table, 0))["type"] == "snapshot"

    asyncio.run(main())


def test_long_polls_wake_up(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            table = await ada.create()
            waiting: list[Any] = [asyncio.create_task(service.tables.since(table, 2, 20)) for _ in range(3)]
            await asyncio.sleep(0.05)
            await ada.move(table)
            for answer in await asyncio.wait_for(asyncio.gather(*waiting), 5):
                assert [event["number"] for event in answer["events"]] == [3]
            nothing: Any = await service.tables.since(table, 3, 0.05)
            assert nothing["events"] == []

    asyncio.run(main())


def test_a_crash_between_commit_and_acknowledgement_loses_nothing(database: str) -> None:
    """The commit happens, its report is lost with the process: after the restart the repeat is answered."""

    async def main() -> None:
        service = a_service(database)
        await service.start()
        ada = await Person.new(service)
        table = await ada.create()
        act = {"request": "the-move", "act": "move", "expected": 2, "move": "b2c3-b3c3"}
        append = service.writer.append

        async def crash(*given: Any) -> None:
            await append(*given)
            raise ConnectionResetError

        service.writer.append = crash  # type: ignore[method-assign,assignment]
        with pytest.raises(ConnectionResetError):
            await do(service, table, ada.identity, act)
        service.writer.append = append  # type: ignore[method-assign]
        # The same process does not believe in what it could not see stored, but reads again.
        assert (await table_of(service, table))["plies"] == 1
        await service.stop()
        async with a_service(database) as again:
            receipt = await do(again, table, ada.identity, act)
            assert [event["move"] for event in receipt["events"]] == ["b2c3-b3c3"]
            assert (await table_of(again, table))["plies"] == 1

    asyncio.run(main())


def test_a_failed_commit_is_not_shown(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            table = await ada.create()
            heard: list[Message] = []
            await service.tables.watch(table, heard.append)
            append = service.writer.append

            async def fail(*_given: Any) -> None:
                raise OSError("disk full")

            service.writer.append = fail  # type: ignore[method-assign,assignment]
            with pytest.raises(OSError, match="disk full"):
                await ada.move(table)
            service.writer.append = append  # type: ignore[method-assign]
            assert (await table_of(service, table))["plies"] == 0
            assert [message for message in heard if message.data["type"] == "update"] == []
            await ada.move(table)
            assert (await table_of(service, table))["plies"] == 1

    asyncio.run(main())


def test_a_cancelled_request_is_finished_and_broadcast(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            table = await ada.create()
            heard: list[Message] = []
            await service.tables.watch(table, heard.append)
            act = {"request": "m", "act": "move", "expected": 2, "move": "b2c3-b3c3"}
            task = asyncio.create_task(do(service, table, ada.identity, act))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await service.tables.finish()
            assert (await table_of(service, table))["plies"] == 1
            assert [m.data["state"]["plies"] for m in heard if m.data["type"] == "update"] == [1]

    asyncio.run(main())


def test_one_bad_write_does_not_spoil_those_committed_with_it(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            ids = [await ada.create() for _ in range(6)]
            row = {"table_id": ids[0], "number": 1, "kind": "closed", "at": 0, "data": "{}"}
            bad = service.writer.append(
                ids[0], 1, {"events": [{**row, "guest": None, "request": None, "digest": None, "span": 1}]}
            )
            answers = await asyncio.gather(bad, *(ada.move(table) for table in ids), return_exceptions=True)
            assert isinstance(answers[0], Conflict)
            assert all(isinstance(answer, dict) for answer in answers[1:])

    asyncio.run(main())


def test_processes_on_one_database_agree(database: str) -> None:
    """Two services, two players, each at their own; both are told everything, whoever is quicker."""

    async def main() -> None:
        async with a_service(database) as here, a_service(database) as there:
            ada, bob = await Person.new(here), await Person.new(here)
            bob = bob.at(there)
            table = await ada.create(seats=["mine", "open"])
            await bob.act(table, "sit", seat=1)
            while (await table_of(here, table))["status"] != "playing":  # a SQLite file is looked at twice a second
                await asyncio.sleep(0.05)
            heard: list[list[int]] = [[], []]

            def listen(numbers: list[int]) -> Any:
                return lambda message: numbers.extend(event["number"] for event in message.data.get("events", ()))

            await here.tables.watch(table, listen(heard[0]))
            await there.tables.watch(table, listen(heard[1]))
            dice = random.Random(5)
            for _ in range(15):
                for person in (ada, bob):
                    if (await table_of(person.service, table))["status"] == "playing":
                        await person.move(table, dice=dice)
            # Both at once at different processes: one of them is told that it came too late.
            number = (await table_of(here, table))["number"]
            if (await table_of(here, table))["status"] == "playing":
                moves = (await board_of(here, table))["moves"]
                ada_there = ada.at(there)
                answers = await asyncio.gather(
                    ada.act(table, "move", expected=number, move=moves[0]["move"]),
                    ada_there.act(table, "move", expected=number, move=moves[-1]["move"]),
                    return_exceptions=True,
                )
                assert sum(isinstance(answer, dict) for answer in answers) == 1
            last = (await table_of(here, table))["number"]
            for _ in range(100):
                if heard[0] and heard[1] and heard[0][-1] == heard[1][-1] == last:
                    break
                await asyncio.sleep(0.05)
            assert heard[0] == heard[1] == list(range(heard[0][0], last + 1))
            assert await table_of(here, table) == await table_of(there, table) == await replayed(here, table)

    asyncio.run(main())


def test_news_that_come_while_a_table_is_read_are_not_missed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob begins to watch at a process that does not know the table yet; Ada moves elsewhere just after it was read."""

    async def main() -> None:
        async with a_service(database) as here, a_service(database) as there:
            ada = await Person.new(here)
            table = await ada.create()
            was_read, may_go_on, told = threading.Event(), threading.Event(), asyncio.Event()
            read, hear = there.store.events, there.lobby.heard

            def read_slowly(*given: Any) -> Any:
                found = read(*given)
                was_read.set()
                assert may_go_on.wait(30)
                return found

            def heard() -> None:
                told.set()
                hear()

            monkeypatch.setattr(there.store, "events", read_slowly)
            monkeypatch.setattr(there.lobby, "heard", heard)
            news: list[int] = []
            watching = asyncio.create_task(
                there.tables.watch(table, lambda message: news.append(message.data.get("state", {}).get("number")))
            )
            assert await asyncio.to_thread(was_read.wait, 30)
            told.clear()
            number = (await ada.move(table))["number"]
            await asyncio.wait_for(told.wait(), 30)
            await asyncio.sleep(0)
            may_go_on.set()
            answer, _ = await watching
            if answer["state"]["number"] != number:
                for _ in range(200):
                    if number in news:
                        break
                    await asyncio.sleep(0.05)
                assert number in news

    asyncio.run(main())


def test_who_goes_away_while_beginning_to_watch_does_not_watch(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service)
            table = await ada.create()
            for turns in range(60):
                watching = asyncio.create_task(service.tables.watch(table, lambda _: None, ada.identity.guest))
                for _ in range(turns):
                    await asyncio.sleep(0.0005)
                if not watching.cancel():
                    await service.tables.unwatch((await watching)[1])
                    continue
                await asyncio.wait([watching])
                if not watching.cancelled():
                    await service.tables.unwatch(watching.result()[1])
                assert not service.tables.hub.is_watched(table)

    asyncio.run(main())


def test_many_writers_at_many_tables_lose_nothing(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as here, a_service(database) as there:
            ada = await Person.new(here)
            persons = [ada, ada.at(there)]
            ids = [await ada.create() for _ in range(8)]
            done: dict[tuple[str, int], str] = {}

            async def play(person: Person, table: str, seed: int) -> None:
                dice = random.Random(seed)
                for index in range(12):
                    snapshot = await person.service.tables.snapshot(table)
                    if snapshot["state"]["status"] != "playing":
                        return
                    moves = (await board_of(person.service, table))["moves"]
                    act: dict[str, Any] = {
                        "request": f"{seed}-{index}",
                        "act": "move",
                        "expected": snapshot["state"]["number"],
                        "move": dice.choice(moves)["move"] if moves else "x",
                    }
                    try:
                        receipt = await do(person.service, table, ada.identity, act)
                    except ValueError:
                        continue
                    # The last move of a game ends it as well: the receipt's own number is that of the end.
                    (number,) = (event["number"] for event in receipt["events"] if event["kind"] == "moved")
                    assert (table, number) not in done
                    done[table, number] = act["move"]

            await asyncio.gather(
                *(
                    play(person, table, 100 * i + j)
                    for i, table in enumerate(ids)
                    for j, person in enumerate(persons * 2)
                )
            )
            assert len(done) > 60
            with here.database.reader.connect() as connection:
                rows = connection.execute(
                    sa.select(events.c.table_id, events.c.number, events.c.data).where(events.c.kind == "moved")
                ).all()
                numbers = dict(connection.execute(sa.select(tables.c.id, tables.c.number)).all())
            assert len(rows) == len(done)
            for row in rows:
                assert f'"move":"{done[row.table_id, row.number]}"' in row.data
            for table in ids:
                assert (await replayed(here, table))["number"] == numbers[table]

    asyncio.run(main())


def test_unused_tables_leave_memory(sqlite: str) -> None:
    async def main() -> None:
        async with a_service(sqlite, idle=0.0, kept_plies=50) as service:
            ada = await Person.new(service)
            ids = [await ada.create() for _ in range(12)]
            assert len(service.tables.cache) <= 6
            service.tables.cache.tidy()
            assert len(service.tables.cache) == 0
            for table in ids:
                await ada.move(table)
                assert (await table_of(service, table))["plies"] == 1

    asyncio.run(main())


def test_a_table_in_memory_is_small(sqlite: str) -> None:
    async def main() -> None:
        async with a_service(sqlite) as service:
            ada = await Person.new(service)
            games = tablier.games()
            for game_id in games:
                await ada.create(game_id, ["mine"] * len(tablier.game(game_id).players))
            tracemalloc.start()
            ids = []
            for index in range(50):
                game_id = games[index % len(games)]
                ids.append(await ada.create(game_id, ["mine"] * len(tablier.game(game_id).players)))
            gc.collect()
            assert len(service.tables.cache) == 50 + len(games)
            idle = tracemalloc.get_traced_memory()[0] / len(ids)
            for table in ids:
                for _ in range(4):
                    await ada.move(table)
            gc.collect()
            each = (tracemalloc.get_traced_memory()[0] / len(ids) - idle) / 4
            for table in ids:
                service.tables.cache.drop(table)
            gc.collect()
            asleep = tracemalloc.get_traced_memory()[0] / len(ids)
            tracemalloc.stop()
            print(f"bytes a table: {idle:.0f} in memory, {each:.0f} more a move, {asleep:.0f} put away")
            assert idle < 20_000
            assert each < 4_000
            assert asleep < 5_000

    asyncio.run(main())


def test_what_is_not_there_is_not_found(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            for table in ("x", "", "a" * 22, "../../etc/passwd", "a" * 21 + "\n"):
                with refused("not-found"):
                    await service.tables.snapshot(table)
            with refused("not-found"):
                await service.guests.record("b" * 22)
            ada = await Person.new(service)
            table = await ada.create(seats=["mine", "open"])
            with refused("not-now", "not-playing"):
                await service.tables.record(table, "text")
            with refused("bad-value"):
                await service.tables.board(table, 1)
            assert (await board_of(service, table))["last"] is None

    asyncio.run(main())


def test_only_so_many_tables_a_guest(sqlite: str) -> None:
    async def main() -> None:
        async with a_service(sqlite, open_tables=2) as service:
            ada = await Person.new(service)
            table = await ada.create()
            await ada.create()
            with refused("not-now", "too-many-tables"):
                await ada.create()
            await ada.act(table, "resign", seat=0)
            await ada.create()

    asyncio.run(main())
