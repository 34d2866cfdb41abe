"""Background tasks: begun again when they fail, not too often, counted, told once."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tablier.service import tasks as service_tasks
from tablier.service.complaints import Complaints
from tablier.service.tasks import Tasks
from tests.service.people import a_service


def test_whatever_fails_or_ends_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_tasks, "_FIRST_PAUSE", 0.001)
    monkeypatch.setattr(service_tasks, "_LONGEST_PAUSE", 0.002)

    async def main() -> None:
        tasks = Tasks()
        begun = {"failing": 0, "ending": 0, "regular": 0}

        async def failing() -> None:
            begun["failing"] += 1
            if begun["failing"] > 3:
                await asyncio.Event().wait()
            raise RuntimeError("no")

        async def ending() -> None:
            begun["ending"] += 1

        async def regular() -> None:
            begun["regular"] += 1
            if begun["regular"] == 2:
                raise KeyError("x")

        tasks.keep("failing", failing)
        tasks.keep("ending", ending)
        tasks.every("regular", 0.001, regular)
        while min(begun.values()) < 4:
            await asyncio.sleep(0.001)
        assert tasks.failures == {"failing": 3, "ending": 0, "regular": 1}
        assert tasks.alive() == {"failing": True, "ending": True, "regular": True}
        await tasks.stop()
        assert tasks.alive() == {}

    asyncio.run(asyncio.wait_for(main(), 30))


def test_every_task_of_a_service_is_watched(sqlite: str) -> None:
    """Whatever goes on beside requests has a name by which hosts see it: nothing else runs."""

    async def main() -> None:
        async with a_service(sqlite) as service:
            await asyncio.sleep(0.1)
            names = {task.get_name() for task in asyncio.all_tasks()} - {asyncio.current_task().get_name()}  # type: ignore[union-attr]
            assert names == {f"tablier-{name}" for name in service.tasks.alive()}
            assert all(service.tasks.alive().values())

    asyncio.run(main())


def test_the_same_complaint_is_told_once_and_counted(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = logging.getLogger("tablier.test")
    complaints = Complaints(log)
    moment = [100.0]
    monkeypatch.setattr("tablier.service.complaints.time.monotonic", lambda: moment[0])
    ids = {complaints.tell("a", "one thing") for _ in range(50)}
    assert len(ids) == 1
    other = complaints.tell("b", "another thing")
    assert other not in ids
    moment[0] += 61
    complaints.tell("a", "one thing")
    told = [(record.message, getattr(record, "times_since_last_told", None)) for record in caplog.records]
    assert told == [("one thing", None), ("another thing", None), ("one thing", 49)]
