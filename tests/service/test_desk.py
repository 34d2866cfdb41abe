"""Rule work: fair turns, paid by the time it takes, done by processes that may die."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tablier import wire
from tablier.service import boards
from tablier.service.addresses import Asker
from tablier.service.desk import BOARD, Desk, cost_of_moves
from tablier.service.limits import Bucket, Rate
from tablier.service.tasks import Tasks
from tablier.service.turns import Turns
from tablier.wire import Problem
from tests.service.people import refused

PLENTY = Rate(1000, 1000)
WHERE: dict[str, Any] = {"game": "polygone", "options": {}, "position": None, "moves": ["b2c3-b3c3"]}
EVE, ADA, BOB = Asker("198.51.100.1"), Asker("192.0.2.1", "ada"), Asker("192.0.2.1", "bob")
SLOW = """
import json, sys, time
from pathlib import Path
print(json.dumps({"ready": True}) + "\\n", flush=True)
for line in sys.stdin:
    work, given = json.loads(line)
    gate, log = Path(sys.argv[1]), Path(sys.argv[2])
    while not gate.exists() and not given[0].startswith("short"):
        time.sleep(0.005)
    with log.open("a") as file:
        file.write(given[0] + "\\n")
    print(json.dumps({"seconds": 0.001}) + "\\n" + json.dumps(given[0]), flush=True)
"""
"""A clerk that waits until a file is there, but for what is called short, and writes down in which order it did what."""


class gated:  # noqa: N801
    """A desk whose clerks wait for `open`."""

    def __init__(self, folder: Path, clerks: int = 1, rate: Rate = PLENTY) -> None:
        (folder / "clerk.py").write_text(SLOW)
        self._gate, self._log = folder / "gate", folder / "log"
        command = [sys.executable, str(folder / "clerk.py"), str(self._gate), str(self._log)]
        self.desk = Desk(clerks, rate, command)

    def open(self) -> None:
        self._gate.touch()

    @property
    def order(self) -> list[str]:
        return self._log.read_text().split()

    async def __aenter__(self) -> gated:
        self.desk.start(Tasks())
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.desk.stop()

    async def ask(self, asker: Asker, name: str, cost: float = BOARD) -> asyncio.Task[str]:
        """Ask, and let it come to wait."""
        task = asyncio.create_task(self.desk.do(asker, "any", [name], cost))
        await asyncio.sleep(0)
        return task


def test_networks_take_turns_and_people_within_them() -> None:
    turns: Turns[str] = Turns()
    for number in range(4):
        turns.put(EVE, f"eve{number}")
    for number in range(2):
        turns.put(ADA, f"ada{number}")
    turns.put(BOB, "bob0")
    assert (len(turns), turns.waiting(EVE.network), turns.waiting(ADA.network), turns.waiting("")) == (7, 4, 3, 0)
    assert turns.discard(EVE, "eve1")
    assert not turns.discard(EVE, "eve1")
    turns.put(BOB, "first", first=True)
    order = [turns.get() for _ in range(8)]
    assert order[0] == "first"
    assert [name for name in order if name and name.startswith("eve")] == ["eve0", "eve2", "eve3"]
    assert {name for name in order[1:7] if name} == {"eve0", "eve2", "eve3", "ada0", "ada1", "bob0"}
    # Each network has every second turn as long as both wait.
    kinds = ["eve" if name and name.startswith("eve") else "others" for name in order[1:7]]
    assert kinds[:4] in (["eve", "others"] * 2, ["others", "eve"] * 2)
    assert turns.get() is None


def test_who_asks_for_little_waits_for_no_one_who_asks_for_much(tmp_path: Path) -> None:
    async def main() -> None:
        async with gated(tmp_path) as at:
            busy = [await at.ask(EVE, f"eve{number}") for number in range(20)]
            mine = [await at.ask(ADA, "ada"), await at.ask(BOB, "bob")]
            at.open()
            await asyncio.gather(*busy, *mine)
            # One of Eve's was begun before anyone else came.
            assert at.order.index("ada") <= 3
            assert at.order.index("bob") <= 5

    asyncio.run(main())


def test_one_clerk_is_kept_free_of_long_work(tmp_path: Path) -> None:
    async def main() -> None:
        async with gated(tmp_path, clerks=2) as at:
            long = [await at.ask(EVE, f"long{number}", cost=0.2) for number in range(6)]
            short = [await at.ask(ADA, f"short{number}") for number in range(3)]
            # All short work is done while the long work goes on and on.
            async with asyncio.timeout(60):
                await asyncio.gather(*short)
            assert not any(task.done() for task in long)
            at.open()
            await asyncio.gather(*long)

    asyncio.run(main())


def test_what_waits_is_bounded_by_address(tmp_path: Path) -> None:
    async def main() -> None:
        async with gated(tmp_path) as at:
            asked = [await at.ask(EVE, f"eve{number}") for number in range(60)]
            refusals = [task.exception() for task in asked if task.done()]
            assert len(refusals) >= 60 - 41
            assert all(isinstance(error, Problem) and error.code == "busy" for error in refusals)
            mine = await at.ask(ADA, "ada")
            assert not mine.done()
            at.open()
            assert await mine == '"ada"'

    asyncio.run(main())


def test_whoever_goes_away_waits_no_more_and_does_not_pay(tmp_path: Path) -> None:
    async def main() -> None:
        async with gated(tmp_path, rate=Rate(0.001, 2.0)) as at:
            first = await at.ask(EVE, "first", cost=0.1)
            while at.desk.waiting:
                await asyncio.sleep(0.01)
            asked = [await at.ask(EVE, f"eve{number}", cost=0.1) for number in range(8)]
            with refused("rate-limited"):
                await at.desk.do(EVE, "any", ["more"], 0.5)
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            assert at.desk.waiting == 0
            at.open()
            last = await at.ask(EVE, "last", cost=0.5)
            await asyncio.gather(first, last)
            assert at.order == ["first", "last"]

    asyncio.run(main())


def test_work_is_paid_for_by_what_it_takes() -> None:
    async def main() -> None:
        desk = Desk(1, Rate(0.001, 10.0))
        desk.start(Tasks())
        try:
            # Guessed far too dear: what was not used is given back.
            for _ in range(6):
                assert json.loads(await desk.do(ADA, "position", [WHERE], 1.0))["game"] == "polygone"
            # A person has half of what an address has.
            with refused("rate-limited") as refusal:
                for _ in range(6):
                    desk.pay(ADA, 1.0)
            assert refusal.problem.extra["retry_after"] > 0
            for _ in range(4):
                desk.pay(BOB, 1.0)
            with refused("rate-limited"):
                desk.pay(Asker(ADA.network, "carol"), 2.0)
            desk.pay(EVE, 1.0)
        finally:
            await desk.stop()

    asyncio.run(main())


def test_debts_are_bounded_and_end() -> None:
    bucket = Bucket(Rate(1.0, 10.0), now=0.0)
    bucket.owe(1000.0, now=0.0)
    assert bucket.take(1.0, now=0.0) == pytest.approx(11.0)
    assert bucket.take(1.0, now=11.0) == 0.0
    bucket.owe(-1000.0, now=11.0)
    assert bucket.take(10.0, now=11.0) == 0.0
    assert bucket.take(1.0, now=11.0) > 0.0


def test_clerks_answer_as_the_rules_do_and_are_replaced() -> None:
    async def main() -> None:
        desk = Desk(1, PLENTY)
        desk.start(Tasks())
        try:
            where, tried = wire.read_as(wire.PositionRequest, WHERE), {**WHERE, "tried": {"move": "pass"}}
            asked: list[tuple[str, list[Any], Any]] = [
                ("position", [WHERE], boards.position_board(where)),
                ("match", [WHERE], boards.match_data(where)),
                ("explanation", [tried], boards.explanation(wire.read_as(wire.ExplanationRequest, tried))),
            ]
            for work, given, wanted in asked:
                assert json.loads(await desk.do(ADA, work, given, BOARD)) == json.loads(json.dumps(wanted)), work
            with refused("bad-value"):
                await desk.do(ADA, "position", [{**WHERE, "moves": ["nonsense"]}], BOARD)
            with pytest.raises(RuntimeError, match="TypeError"):
                await desk.do(ADA, "position", [], BOARD)
            for pid in desk.pids:
                os.kill(pid, signal.SIGKILL)
            assert json.loads(await desk.do(ADA, "match", [WHERE], BOARD))["to_act"] == 1
            assert desk.deaths == 1
        finally:
            await desk.stop()

    asyncio.run(main())


def test_costs_grow_with_what_is_asked() -> None:
    assert cost_of_moves(0) == BOARD
    assert cost_of_moves(2000) > 10 * cost_of_moves(50)
