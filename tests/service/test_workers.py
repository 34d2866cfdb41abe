"""Computers' seats and analyses: thinking in other processes, fairly, whatever happens to them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tablier.service.addresses import Asker
from tablier.service.boards import PositionTold
from tablier.service.tasks import Tasks
from tablier.service.workers import ThinkingFailed, Workers
from tests.service.people import Person, a_service, analyse, refused, table_of

START: PositionTold = {"game": "polygone", "options": {}, "start": None, "moves": []}
FAKE = Path(__file__).with_name("fake_worker.py")


def fakes(folder: Path, count: int = 1, patience: float = 30.0) -> Workers:
    return Workers(count, (sys.executable, str(FAKE), str(folder)), patience)


@contextlib.asynccontextmanager
async def running(workers: Workers) -> Any:
    workers.start(Tasks())
    try:
        yield workers
    finally:
        await workers.stop()


def log(folder: Path) -> list[str]:
    return (folder / "log").read_text().splitlines()


def test_a_dead_worker_is_replaced_and_its_move_asked_again(tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "die").write_text("once\ntwice")
        async with running(fakes(tmp_path)) as workers:
            assert await asyncio.wait_for(workers.move(Asker("t", "t"), "t", START, 1, 0), 60)
            assert workers.deaths == 2
        assert len(log(tmp_path)) == 3

    asyncio.run(main())


@pytest.mark.parametrize("ticks", range(5))
def test_a_stop_that_comes_together_with_an_answer_is_not_missed(ticks: int) -> None:
    async def main() -> None:
        workers = Workers(1, (sys.executable, "-c", "input()"))
        workers.start(Tasks())
        while not workers.pids:
            await asyncio.sleep(0.01)
        (process,) = workers._processes
        assert process.stdout is not None
        process.stdout.feed_data(b'{"ready": true}\n')
        for _ in range(ticks):
            await asyncio.sleep(0)
        async with asyncio.timeout(20):
            await workers.stop()
        assert not workers.pids

    asyncio.run(main())


def test_a_task_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "die").write_text("\n".join("x" * 9))
        async with running(fakes(tmp_path)) as workers:
            with pytest.raises(ThinkingFailed):
                await asyncio.wait_for(workers.move(Asker("t", "t"), "t", START, 1, 0), 60)
            (tmp_path / "die").unlink()
            assert await asyncio.wait_for(workers.move(Asker("t", "t"), "t", START, 1, 0), 60)

    asyncio.run(main())


def test_a_worker_that_hangs_is_replaced(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(fakes(tmp_path, patience=4.0)) as workers:
            assert await asyncio.wait_for(workers.move(Asker("t", "t"), "t", START, 1, 0), 60)
            (tmp_path / "slow").write_text("100")
            asked = asyncio.create_task(workers.move(Asker("t", "t"), "t", START, 2, 0))
            while len(log(tmp_path)) < 2:
                await asyncio.sleep(0.05)
            (tmp_path / "slow").unlink()
            assert await asyncio.wait_for(asked, 60)
            assert workers.deaths == 1

    asyncio.run(main())


def test_tables_take_turns(tmp_path: Path) -> None:
    async def main() -> None:
        workers = fakes(tmp_path)
        tasks = [asyncio.create_task(workers.move(Asker("greedy", "greedy"), "greedy", START, 1, 0)) for _ in range(6)]
        tasks.append(asyncio.create_task(workers.move(Asker("modest", "modest"), "modest", START, 2, 0)))
        await asyncio.sleep(0)
        async with running(workers):
            await asyncio.wait_for(asyncio.gather(*tasks), 60)
        assert [int(line.split()[2]) for line in log(tmp_path)].index(2) <= 1

    asyncio.run(main())


def test_moves_come_before_analyses_and_one_worker_is_kept_for_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(fakes(tmp_path, 2)) as workers:

            async def analyse(key: str) -> int:
                return len([found async for found in workers.analyse(Asker(key, key), START, 1.5, None, 3)])

            analyses = [asyncio.create_task(analyse(f"a{i}")) for i in range(3)]
            while not (tmp_path / "log").exists():
                await asyncio.sleep(0.02)
            await asyncio.wait_for(
                asyncio.gather(*(workers.move(Asker("t", "t"), "t", START, 1, 0) for _ in range(5))), 60
            )
            kinds = [line.split()[0] for line in log(tmp_path)]
            assert kinds[:6] == ["analysis", *["move"] * 5]
            for count in await asyncio.wait_for(asyncio.gather(*analyses), 60):
                assert count > 5

    asyncio.run(main())


def test_a_cancelled_analysis_frees_its_worker(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(fakes(tmp_path)) as workers:
            found = workers.analyse(Asker("a", "a"), START, 15.0, None, 3)
            assert (await anext(found))["nodes"] == 0
            await found.aclose()
            assert await asyncio.wait_for(workers.move(Asker("t", "t"), "t", START, 1, 0), 5)
            waiting = asyncio.create_task(anext(workers.analyse(Asker("b", "b"), START, 15.0, None, 3)))
            await asyncio.sleep(0.2)
            waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration):
                await waiting
            assert workers.deaths == 0

    asyncio.run(main())


def test_computers_play_and_are_taken_up_after_a_restart(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "slow").write_text("100")
        async with a_service(database, workers=fakes(tmp_path)) as service:
            ada = await Person.new(service)
            table = await ada.create(
                "kenwan", ["mine", {"kind": "computer", "level": 1}, {"kind": "computer", "level": 2}]
            )
            await ada.move(table)
            assert (await table_of(service, table))["to_act"] == 1
        (tmp_path / "slow").unlink()
        async with a_service(database, workers=fakes(tmp_path)) as service:
            for _ in range(900):
                state = await table_of(service, table)
                if state["to_act"] == 0:
                    break
                await asyncio.sleep(0.1)
            assert (state["plies"], state["to_act"]) == (3, 0)

    asyncio.run(main())


def test_a_computer_s_late_answer_is_dropped(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "slow").write_text("0.7")
        async with a_service(sqlite, workers=fakes(tmp_path)) as service:
            ada = await Person.new(service)
            table = await ada.create(seats=["mine", {"kind": "computer", "level": 1}])
            await ada.move(table)
            assert (await ada.act(table, "ask", what="takeback"))["state"]["plies"] == 0
            await asyncio.sleep(1.5)
            assert (await table_of(service, table))["plies"] == 0

    asyncio.run(main())


def test_a_computer_nobody_can_think_for_plays_something(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "fail").touch()
        async with a_service(sqlite, workers=fakes(tmp_path)) as service:
            ada = await Person.new(service)
            table = await ada.create(seats=[{"kind": "computer", "level": 1}, "mine"])
            for _ in range(900):
                state = await table_of(service, table)
                if state["plies"]:
                    break
                await asyncio.sleep(0.05)
            assert state["to_act"] == 1

    asyncio.run(main())


def test_another_process_takes_over_from_a_dead_one(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        slow, quick = tmp_path / "a", tmp_path / "b"
        slow.mkdir()
        quick.mkdir()
        (slow / "slow").write_text("100")
        async with a_service(database, workers=fakes(quick)) as healthy:
            dying = a_service(database, workers=fakes(slow))
            await dying.start()
            ada = await Person.new(dying)
            table = await ada.create(seats=[{"kind": "computer", "level": 1}, "mine"])
            await dying.stop()
            with healthy.database.writer.begin() as connection:
                # As if so much time had passed.
                connection.exec_driver_sql("UPDATE tables SET lease = 1 WHERE lease IS NOT NULL")
            for _ in range(900):
                state = await table_of(healthy, table)
                if state["plies"]:
                    break
                await asyncio.sleep(0.1)
            assert state["to_act"] == 1

    asyncio.run(main())


def test_the_real_worker_plays_and_analyses(sqlite: str) -> None:
    async def main() -> None:
        workers = Workers(1)
        async with a_service(sqlite, workers=workers) as service:
            ada = await Person.new(service)
            table = await ada.create(seats=["mine", {"kind": "computer", "level": 1}])
            await ada.move(table)
            for _ in range(2000):
                state = await table_of(service, table)
                if state["plies"] == 2:
                    break
                await asyncio.sleep(0.1)
            assert state["to_act"] == 0
            found = [
                analysis
                async for analysis in analyse(service, Asker("192.0.2.1", "ada"), {"game": "polygone"}, 0.5, best=3)
            ]
            assert [analysis["done"] for analysis in found[-2:]][-1]
            assert 1 <= len(found[-1]["candidates"]) <= 3
            assert len(found[-1]["candidates"][0]["scores"]) == 2
            hint = [
                analysis
                async for analysis in analyse(service, Asker("192.0.2.1", "ada"), {"game": "polygone"}, 5, level=2)
            ]
            assert len(hint[-1]["candidates"]) == 1
            with refused("invalid-request"):
                await anext(analyse(service, Asker("192.0.2.1", "ada"), {"game": "polygone"}, 0))
            os.kill(workers.pids[0], signal.SIGKILL)
            assert [a async for a in analyse(service, Asker("192.0.2.1", "ada"), {"game": "polygone"}, 0.2)][-1]["done"]

    asyncio.run(main())


def test_analyses_are_limited(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with a_service(sqlite, workers=fakes(tmp_path), analyses=1, analyses_per_guest=1) as service:
            first = analyse(service, Asker("192.0.2.1", "ada"), {"game": "polygone"}, 10)
            await anext(first)
            with refused("rate-limited"):
                await anext(analyse(service, Asker("192.0.2.1", "ada"), {"game": "polygone"}, 10))
            second = asyncio.create_task(anext(analyse(service, Asker("192.0.2.1", "bob"), {"game": "polygone"}, 10)))
            await asyncio.sleep(0.1)
            with refused("busy"):
                await anext(analyse(service, Asker("192.0.2.1", "eve"), {"game": "polygone"}, 10))
            await first.aclose()
            assert not (await asyncio.wait_for(second, 5))["done"]

    asyncio.run(main())


def test_a_worker_that_is_stopped_in_the_middle_of_a_thought_is_replaced() -> None:
    """The real one, with its usual patience: as long as the test waits, not minutes."""

    async def main() -> None:
        async with running(Workers(1)) as workers:
            asker = Asker("192.0.2.1", "ada")
            assert await asyncio.wait_for(workers.move(asker, "t", START, 1, 0), 200)
            begun = asyncio.Event()
            asked = asyncio.create_task(workers.move(asker, "t", START, 10, 0, begun.set))
            await begun.wait()
            (pid,) = workers.pids
            os.kill(pid, signal.SIGSTOP)
            assert await asyncio.wait_for(asked, 60)
            assert workers.deaths == 1
            assert workers.pids != [pid]

    asyncio.run(main())


ODD_WORKER = """
import pathlib, sys, time
import tablier.service.worker as worker
folder, thinking = pathlib.Path(sys.argv[1]), worker.think
def think(task, stop):
    if (folder / "compiles").exists():
        time.sleep(6)
    if (folder / "hangs").exists():
        (folder / "hangs").unlink()
        yield None
        time.sleep(600)
    yield from thinking(task, stop)
worker.think = think
worker.main(sys.stdin, sys.stdout)
"""


def test_a_search_that_gets_stuck_is_noticed_and_one_that_compiles_is_not_taken_for_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(Workers(1, (sys.executable, "-c", ODD_WORKER, str(tmp_path)), 4.0)) as workers:
            asker = Asker("192.0.2.1", "ada")
            (tmp_path / "compiles").touch()
            assert await asyncio.wait_for(workers.move(asker, "t", START, 1, 0), 120)
            assert workers.deaths == 0
            (tmp_path / "compiles").unlink()
            (tmp_path / "hangs").touch()
            assert await asyncio.wait_for(workers.move(asker, "t", START, 1, 0), 120)
            assert workers.deaths == 1

    asyncio.run(main())
