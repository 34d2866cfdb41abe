"""What hosts read of queues."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tablier.service.addresses import Asker
from tablier.service.measures import Waits
from tablier.service.tasks import Tasks
from tablier.service.workers import Workers
from tests.service.test_workers import START, fakes


def test_the_oldest_that_waits_is_told_and_those_that_were_served_are_counted() -> None:
    waits = Waits()
    assert waits.age == 0.0
    waits.begin("one")
    waits.begin("two")
    waits.begin("three")
    first = waits.age
    waits.left("one")
    assert 0.0 < waits.age < first + 1.0
    waits.served("two")
    waits.served("three")
    assert (waits.age, waits.times.count) == (0.0, 2)
    waits.served("one")
    assert waits.times.count == 2


def test_a_queue_that_stands_still_gets_older(tmp_path: Path) -> None:
    """Nobody thinks: what waits is seen to wait, though no turn comes that could be counted."""

    async def main() -> None:
        workers: Workers = fakes(tmp_path, 1)
        asked = asyncio.create_task(workers.move(Asker("192.0.2.1"), "table", START, 1, 0))
        await asyncio.sleep(0.3)
        assert 0.2 < workers.move_waits.age < 30
        assert workers.move_waits.times.count == 0
        workers.start(tasks := Tasks())
        await asked
        assert (workers.move_waits.age, workers.move_waits.times.count) == (0.0, 1)
        await tasks.stop()

    asyncio.run(main())
