"""Short ways to do at a service what tests do all the time."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from tablier import wire
from tablier.service import Identity, Problem, Service, Settings
from tablier.service.addresses import Asker
from tablier.service.workers import Workers

__all__ = [
    "Clock",
    "Person",
    "a_service",
    "analyse",
    "board_of",
    "do",
    "make",
    "play_out",
    "refused",
    "replay_of",
    "table_of",
]

_requests = itertools.count(1)


class Clock:
    """The time, which tests push forwards."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


def a_service(
    database: str, now: Callable[[], int] | None = None, workers: Workers | None = None, **more: Any
) -> Service:
    """A service without computers unless workers are given."""
    settings = Settings(
        database=database, **{"workers": 0, "clerks": 1, "open_tables": 1000, "listed_tables": 1000, **more}
    )
    return Service(settings, now or Clock(), workers)


class Person:
    """A guest who acts."""

    def __init__(self, service: Service, identity: Identity, token: str) -> None:
        self.service = service
        self.identity = identity
        self.token = token

    @classmethod
    async def new(cls, service: Service, name: str | None = None) -> Person:
        made = await service.guests.create(name)
        return cls(service, await service.identify(made["token"]), made["token"])

    def at(self, service: Service) -> Person:
        """The same guest at another process."""
        return Person(service, self.identity, self.token)

    async def create(self, game: str = "polygone", seats: list[Any] | None = None, **more: Any) -> str:
        """Make a table; its id."""
        request = {"request": f"new-{next(_requests)}", "game": game, "seats": seats or ["mine", "mine"], **more}
        request["seats"] = [{"kind": seat} if isinstance(seat, str) else seat for seat in request["seats"]]
        snapshot, _ = await make(self.service, self.identity, request)
        return str(snapshot["table"])

    async def act(self, table: str, act: str, lag: int = 0, **more: Any) -> Any:
        """Act, knowing the table as it is unless `expected` is said."""
        if "expected" not in more:
            more["expected"] = (await self.service.tables.snapshot(table))["state"]["number"]
        request = {"request": f"r-{next(_requests)}", "act": act, **more}
        return await do(self.service, table, self.identity, request, lag)

    async def move(self, table: str, lag: int = 0, dice: random.Random | None = None) -> Any:
        """Play any legal move."""
        async with self.service.tables.hold(table, fresh=True) as held:
            assert held.match is not None
            moves = held.match.moves()
        return await self.act(table, "move", lag, move=(dice or random.Random(0)).choice(moves))


async def do(service: Service, table: str, identity: Identity, act: dict[str, Any], *more: Any, **named: Any) -> Any:
    """Act, as a request says it."""
    return await service.tables.act(table, identity, wire.read(wire.Act, act), *more, **named)


async def make(service: Service, identity: Identity, request: dict[str, Any]) -> Any:
    """Make a table, as a request says it."""
    return await service.tables.create(identity, wire.read_as(wire.NewTable, request))


async def table_of(service: Service, table: str) -> Any:
    """The table's state."""
    return (await service.tables.snapshot(table))["state"]


def analyse(service: Service, asker: Asker, where: dict[str, Any], seconds: float = 5, **more: Any) -> Any:
    """Ask what the computer thinks."""
    how = wire.read_as(wire.TableAnalysisRequest, {"seconds": seconds, **more})
    return service.analyse(asker, wire.read_as(wire.PositionRequest, where), how)


async def board_of(service: Service, table: str) -> dict[str, Any]:
    """The table's Board."""
    board: dict[str, Any] = json.loads((await service.tables.board(table))[2])
    return board


async def replay_of(service: Service, record: str, guest: str | None = None) -> dict[str, Any]:
    """A finished game's Replay, as a guest sees it."""
    replay: dict[str, Any] = json.loads(await service.guests.record(record, Asker("", guest)))
    return replay


async def play_out(person: Person, table: str, seed: int = 0, most: int = 60) -> int:
    """Play all seats at random to the end, or agree on a draw when it takes too long; how many moves."""
    dice = random.Random(seed)
    for count in range(most):
        if (await table_of(person.service, table))["status"] != "playing":
            return count
        await person.move(table, dice=dice)
    if (await table_of(person.service, table))["status"] == "playing":
        await person.act(table, "ask", what="draw")
    return most


class refused:  # noqa: N801
    """``with refused("not-now", "paused"):``: what is inside must be refused with this code, and reason."""

    def __init__(self, code: str, reason: str | None = None) -> None:
        self._code, self._reason = code, reason
        self._raises = pytest.raises(Problem)
        self.problem: Problem

    def __enter__(self) -> refused:
        self._info = self._raises.__enter__()
        return self

    def __exit__(self, *error: Any) -> bool:
        if not self._raises.__exit__(*error):
            return False
        self.problem = self._info.value
        assert self.problem.code == self._code, self.problem
        if self._reason is not None:
            assert self.problem.extra["reason"] == self._reason
        return True
