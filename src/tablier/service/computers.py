"""The computers' seats: whenever one is to act, a worker is asked, and its move is played as anybody's.

The line is shared: a table whose computer is to act stands in the database until some process takes it, by a lease that it
renews as long as it lives. A server that has workers takes its own at once, unless others have more time for them.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from tablier import wire
from tablier.service.addresses import Asker, host_asker
from tablier.service.boards import PositionTold
from tablier.service.hub import Message
from tablier.service.line import Line
from tablier.service.scribe import Scribe
from tablier.service.store import Unattended
from tablier.service.table import Table
from tablier.service.tables import LEASE, Tables
from tablier.service.tasks import Tasks
from tablier.service.workers import ThinkingFailed, Workers
from tablier.service.writer import claim
from tablier.wire import Problem

__all__ = ["Computers", "position_of"]

_log = logging.getLogger(__name__)
_KNOWN_NETWORKS = 10_000
_MOST_FREE = 200
_LAST_WORDS = 3.0
_SPARE = 2
"""How many times as many tables as it has workers a process takes that shares the line with others."""


def position_of(table: Table) -> PositionTold:
    """The present position as a worker needs it, with all that led there."""
    assert table.setup is not None  # noqa: S101
    return {
        "game": table.setup.game.id,
        "options": table.setup.game.options,
        "start": table.setup.start,
        "moves": [play.move for play in table.plays],
    }


@dataclass(slots=True)
class _Thought:
    """What is being thought about: the position, by the number of the event that made it."""

    board: int
    task: asyncio.Task[None]


class Computers:
    """Plays for the computers of all tables that this process attends to. `helpers` is how many workers other processes have
    that do nothing but think; `alone` says that this process thinks for no tables but those in the database."""

    def __init__(self, tables: Tables, workers: Workers, tasks: Tasks, alone: bool = False) -> None:
        self._tables = tables
        self._workers = workers
        self._tasks = tasks
        self._alone = alone
        self._thinking: dict[str, _Thought] = {}
        self._networks: dict[str, str | None] = {}
        self._told: set[str] = set()
        self._stopping = False
        self.helpers = 0
        tables.takes = self._takes

    def _takes(self) -> bool:
        """Whether this process takes a table of its own itself."""
        if self._alone or not self._workers.count or self._stopping:
            return False
        return not self.helpers or self._workers.waiting[0] < self._workers.count

    def changed(self, table: Table) -> None:
        """Look whether a computer is to act and this process has taken it; what it was thinking about before is of no use any
        more."""
        wanted = table.computer_acts
        known = self._thinking.get(table.id)
        if known is not None and (not wanted or known.board != table.board):
            known.task.cancel()
            del self._thinking[table.id]
            known = None
        taken = self._tables.leased.get(table.id) == table.board
        if wanted and taken and known is None and not self._stopping and self._workers.count:
            task = self._tasks.once("computers", self._think(table))
            self._thinking[table.id] = _Thought(table.board, task)
            task.add_done_callback(lambda done: self._ended(table.id, done))

    def _ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        """Whose thinking has failed is attended to no more: the lease runs out, and it is begun again."""
        known = self._thinking.get(table_id)
        if known is not None and known.task is task:
            del self._thinking[table_id]

    async def look(self) -> None:
        """Take over tables that no process attends to: all there are, or as many as there is time for if others help."""
        store, now = self._tables.store, self._tables.now()
        self.helpers = await asyncio.to_thread(store.thinking_power, now)
        free = _MOST_FREE
        if self._alone or self.helpers:
            free = max(0, _SPARE * self._workers.count - len(self._thinking))
        if not self._workers.count or not free or self._stopping:
            return
        found = [one for one in await asyncio.to_thread(store.unattended, now) if one.table not in self._thinking]
        chosen = self._in_turn(found)[:free]
        if chosen:
            await self.attend(chosen)

    def _in_turn(self, found: Iterable[Unattended]) -> list[str]:
        """Tables in the order they are to be thought about."""
        line: Line[str] = Line()
        for one in found:
            cost = self._workers.costs.of(one.game, one.level)
            line.put(one.asker, one.table, cost, one.since / 1000)
        return line.order()

    async def attend(self, table_ids: list[str]) -> None:
        """Take over tables, if no other process is quicker."""
        now = self._tables.now()

        def take(connection: sa.Connection) -> list[str]:
            return claim(connection, table_ids, now, now + LEASE)

        for table_id in await self._tables.writer.call(take):
            try:
                async with self._tables.hold(table_id, fresh=True) as table:
                    self._tables.leased[table_id] = table.board
                    self.changed(table)
            except Problem:
                _log.warning("a table to attend to is gone")

    async def renew(self) -> None:
        """Say again which tables this process attends to."""
        await self._lease(self._tables.now() + LEASE)

    async def _lease(self, until: int) -> None:
        rows = [{"b_id": table_id, "b_lease": until} for table_id in self._thinking]
        if rows:
            await self._tables.writer.rows({"lease": rows})

    async def tell(self) -> None:
        """Tell those who watch a table whose computer waits for its turn which place it has, and how long it may take."""
        watched = self._tables.hub.topics()
        waiting = {
            table.id: table
            for topic in watched
            if (table := self._tables.cache.get(topic)) is not None and table.computer_acts
        }
        elsewhere = [table_id for table_id in waiting if table_id not in self._thinking]
        places = self._workers.places()
        if elsewhere:
            places |= await self._places_elsewhere(elsewhere)
        available = bool(self._workers.count or self.helpers)
        told, self._told = self._told, set()
        for table_id in waiting:
            place = places.get(table_id)
            if place is not None or not available:
                self._told.add(table_id)
                self._send(table_id, place, available)
        for table_id in told - self._told:
            self._send(table_id, None, available)

    async def _places_elsewhere(self, wanted: list[str]) -> dict[str, tuple[int, float]]:
        """Places in the line in the database."""
        found = await asyncio.to_thread(self._tables.store.unattended, self._tables.now())
        costs = {one.table: self._workers.costs.of(one.game, one.level) for one in found}
        places: dict[str, tuple[int, float]] = {}
        before = 0.0
        for place, table_id in enumerate(self._in_turn(found), 1):
            places[table_id] = (place, before / max(1, self.helpers + self._workers.count))
            before += costs[table_id]
        return {table_id: places[table_id] for table_id in wanted if table_id in places}

    def _send(self, table_id: str, place: tuple[int, float] | None, available: bool) -> None:
        waiting: wire.Waiting | None = None if place is None else {"place": place[0], "seconds": round(place[1], 1)}
        data: wire.Computers = {"type": "computers", "table": table_id, "available": available, "waiting": waiting}
        self._tables.hub.send(table_id, Message(data))

    async def stop(self) -> None:
        """Think no more; others may take over at once."""
        self._stopping = True
        try:
            async with asyncio.timeout(_LAST_WORDS):
                await self._lease(0)
        except (sa.exc.SQLAlchemyError, TimeoutError) as error:
            _log.warning("computers are not handed over (%s): their leases run out by themselves", type(error).__name__)
        tasks = [thought.task for thought in self._thinking.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def thinks_about(self, table_id: str) -> bool:
        """Whether this process attends to a table."""
        return table_id in self._thinking

    def __len__(self) -> int:
        return len(self._thinking)

    async def _asker(self, host: str | None) -> Asker:
        if host is not None and host not in self._networks:
            if len(self._networks) >= _KNOWN_NETWORKS:
                self._networks.clear()
            self._networks[host] = await asyncio.to_thread(self._tables.store.network_of, host)
        return host_asker(host, self._networks.get(host or ""))

    async def _think(self, table: Table) -> None:
        table_id, board, position = table.id, table.board, position_of(table)
        level = table.seats[table.to_act or 0].level or 1
        left = table.computer_time
        # The same question asked again, by whatever process, gets the same answer.
        seed = int.from_bytes(f"{table_id}{board}".encode(), "big") % 2**31
        move: str | None = None
        standstill = self._tables.standstill
        begun, lost = self._tables.now(), standstill.lost
        asker = await self._asker(table.host)

        def begins() -> None:
            # Its clock runs from here on: what it waited for is not its fault.
            nonlocal begun, lost
            begun, lost = self._tables.now(), standstill.lost
            if left is not None:
                patience.reschedule(asyncio.get_running_loop().time() + left / 1000)

        while True:
            try:
                async with asyncio.timeout(None) as patience:
                    move = await self._workers.move(asker, table_id, position, level, seed, begins)
            except TimeoutError:
                await standstill.settle()
                if standstill.lost > lost:
                    # It was we who used up its time.
                    continue
                _log.info("a computer has used up its time")
            except ThinkingFailed:
                _log.exception("no worker finds a move; any legal one is played")
            break

        def play(scribe: Scribe) -> bool:
            table = scribe.table
            if table.board != board or table.to_act is None or table.match is None:
                return False
            # Nor is a standstill.
            waited = table.waited_until(begun) + standstill.lost - lost
            if scribe.fall(scribe.at - waited, computer=True):
                return True
            moves = table.match.moves()
            chosen = move if move in moves and move is not None else random.Random(seed).choice(moves)
            scribe.move(chosen, waited=waited)
            return True

        # From here on the task is not to be cancelled: its own move changes the table.
        self._forget(table_id, board)
        try:
            await self._tables.server_act(table_id, play)
        except Problem:
            _log.warning("a computer's table is gone")

    def _forget(self, table_id: str, board: int) -> None:
        known = self._thinking.get(table_id)
        if known is not None and known.board == board:
            del self._thinking[table_id]
