"""One look at the time decides, the time goes evenly, and what nobody could do anything about is charged to nobody."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest
import sqlalchemy as sa

from tablier import wire
from tablier.core import clock as clocks
from tablier.core.match import Match
from tablier.service import Problem, Service, Settings
from tablier.service.boards import board_of, moment_of
from tablier.service.schema import processes
from tablier.service.scribe import Scribe
from tablier.service.setup import Setup, game_of
from tablier.service.table import Event, Table
from tests.service.people import Person, a_service, do, refused, table_of

FISCHER = {"kind": "fischer", "seconds": 60, "increment": 2}


class Creeping:
    """A clock that goes on by a step each time it is read."""

    def __init__(self, step: int) -> None:
        self.moment = time.time_ns() // 1_000_000
        self.step = step

    def __call__(self) -> int:
        self.moment += self.step
        return self.moment


@pytest.mark.parametrize("early", range(1, 30))
def test_an_acknowledged_move_is_in_the_game_however_the_time_goes_on_meanwhile(sqlite: str, early: int) -> None:
    async def main() -> None:
        clock = Creeping(0)
        async with a_service(sqlite, clock) as service:
            ada = await Person.new(service)
            table = await ada.create(clock=FISCHER)
            number = (await table_of(service, table))["number"]
            async with service.tables.hold(table) as held:
                assert held.deadline is not None
                assert held.match is not None
                deadline, move = held.deadline, held.match.moves()[0]
            # Each look at the clock finds it a millisecond later, and about now the flag falls.
            clock.moment, clock.step = deadline - early, 1
            service.standstill.refresh()
            act = {"request": "m", "act": "move", "move": move, "expected": number}
            played = 0
            with contextlib.suppress(Problem):
                receipt = await do(service, table, ada.identity, act)
                assert [event["kind"] for event in receipt["events"]] == ["moved"]
                played = 1
            clock.step = 0
            assert (await table_of(service, table))["plies"] == played
            number, ply, board = await service.tables.board(table)
            assert ply == played
            assert board

    asyncio.run(main())


def test_a_move_that_was_written_too_late_by_a_hair_does_not_break_its_board() -> None:
    """As a version before could write it: acknowledged, but after the flag."""
    clock = {"kind": "fischer", "seconds": 10, "increment": 0}
    seats = [{"kind": "mine"}] * 2
    asked = {"request": "r", "game": "polygone", "seats": seats, "clock": clock}
    stored = Setup.asked(wire.read_as(wire.NewTable, asked), 0).data()
    seat = {"kind": "person", "level": None, "guest": "g", "name": None, "left": False}
    move = game_of("polygone", {}).start().moves()[0]
    events = [
        Event(1, "created", 0, {"setup": stored, "seats": [seat, seat], "host": "g"}),
        Event(2, "started", 0, {"round": 1, "seats": [seat, seat]}),
        Event(3, "moved", 10_000, {"player": 0, "move": move, "plies": 1, "spent": 10_000}),
    ]
    table = Table.replay("t", events)
    assert len(table.plays) == 0
    assert board_of(moment_of(table, 0))


@pytest.mark.parametrize("milliseconds", [1, 333, 1001, 7_654_321])
def test_the_flag_is_judged_as_the_match_judges_it(milliseconds: int) -> None:
    """At every millisecond around the deadline, whatever the rounding of large numbers does."""
    game = game_of("polygone", {})
    for base in (1_790_000_000_123, 1_790_000_000_999, 1_790_000_000_001):
        for at in range(base + milliseconds - 3, base + milliseconds + 4):
            match = Match(game, clock=clocks.Control(milliseconds / 1000))
            match.start_clock(base / 1000)
            if at < base:
                continue
            table = Table("t")
            table.status, table.match, table.to_act = "playing", match, 0
            fallen = Scribe(table, at).has_fallen(at)
            match.play(match.moves()[0], at / 1000)
            assert fallen == (match.end_reason == "time")


def test_an_agreement_while_the_flag_is_falling_waits_for_the_move_on_its_way(sqlite: str) -> None:
    async def main() -> None:
        clock = Creeping(0)
        async with a_service(sqlite, clock) as service:
            ada, bob = await Person.new(service), await Person.new(service)
            table = await ada.create(seats=["mine", "open"], clock=FISCHER)
            await bob.act(table, "sit", seat=1)
            people = {ada.identity.guest: ada, bob.identity.guest: bob}
            seats = (await table_of(service, table))["seats"]
            mover, other = (people[seat["guest"]] for seat in seats)
            await other.act(table, "ask", what="pause")
            async with service.tables.hold(table) as held:
                assert held.deadline is not None
                clock.moment = held.deadline + 100
            service.standstill.refresh()
            with refused("not-now", "flagged"):
                await mover.act(table, "answer", lag=400, what="pause", yes=True)
            assert (await table_of(service, table))["status"] != "paused"
            # The move that was in time still is.
            await mover.move(table, lag=400)
            assert (await table_of(service, table))["plies"] == 1

    asyncio.run(main())


def test_the_service_s_time_takes_no_notice_of_the_wall_clock(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        real = time.time_ns
        ahead = 0
        monkeypatch.setattr(time, "time_ns", lambda: real() + ahead)
        async with Service(Settings(database=sqlite, workers=0)) as service:
            ada = await Person.new(service)
            table = await ada.create(clock=FISCHER)
            ahead = -3_600_000_000_000
            await asyncio.sleep(0.3)
            receipt = await ada.move(table)
            # The clock went on by what passed, neither standing still nor leaping.
            assert 200 < receipt["events"][0]["spent"] < 50_000
            ahead = 3_600_000_000_000
            await asyncio.sleep(0.3)
            receipt = await ada.move(table)
            assert 200 < receipt["events"][0]["spent"] < 50_000
            kinds = [event["kind"] for event in await service.tables.events(table, 0, 100)]
            assert kinds == ["created", "started", "moved", "moved"]
            number = receipt["number"]
        # Whoever starts after the clock was put back an hour goes on from where the others were.
        ahead = -3_600_000_000_000
        async with Service(Settings(database=sqlite, workers=0)) as service:
            await asyncio.sleep(0.3)
            receipt = await ada.at(service).move(table)
            assert receipt["number"] > number
            assert 200 < receipt["events"][0]["spent"] < 50_000

    asyncio.run(main())


def test_whoever_joins_agrees_on_the_time_with_who_lives(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        real = time.time_ns
        ahead = 0
        monkeypatch.setattr(time, "time_ns", lambda: real() + ahead)
        async with Service(Settings(database=database, workers=0)) as first:
            if first.database.is_sqlite:
                ahead = -120_000_000_000
                await asyncio.sleep(2)
            async with Service(Settings(database=database, workers=0)) as second:
                assert abs(first.tables.now() - second.tables.now()) < 3_000

    asyncio.run(main())


def test_a_process_of_the_version_before_sets_nobody_s_time(database: str) -> None:
    async def main() -> None:
        async with Service(Settings(database=database, workers=0)) as first:
            with first.database.writer.begin() as connection:
                connection.execute(sa.insert(processes).values(id="before", alive=first.tables.now()))
                connection.execute(sa.update(processes).values(wall=0))
            async with Service(Settings(database=database, workers=0)) as second:
                assert abs(first.tables.now() - second.tables.now()) < 3_000

    asyncio.run(main())
