"""The computers' seats: whenever one is to act, a worker is asked, and its move is played as anybody's."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

from tablier.service.problems import Problem
from tablier.service.scribe import Scribe
from tablier.service.table import Table
from tablier.service.tables import LEASE, Tables
from tablier.service.workers import ThinkingFailed, Workers

__all__ = ["Computers", "position_of"]

_log = logging.getLogger(__name__)


def position_of(table: Table) -> dict[str, Any]:
    """The present position as a worker needs it, with all that led there."""
    assert table.setup is not None  # noqa: S101
    return {
        "game": table.setup.game.id,
        "options": table.setup.game.options,
        "start": table.setup.start,
        "moves": [play.move for play in table.plays],
    }


class Computers:
    """Plays for the computers of all tables that this process attends to."""

    def __init__(self, tables: Tables, workers: Workers) -> None:
        self._tables = tables
        self._workers = workers
        self._thinking: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._stopping = False

    def changed(self, table: Table) -> None:
        """Look whether a computer is to act; what it was thinking about before is of no use any more."""
        player = table.to_act
        wanted = player is not None and table.seats[player].kind == "computer"
        known = self._thinking.get(table.id)
        if known is not None and (not wanted or known[0] != table.board):
            known[1].cancel()
            del self._thinking[table.id]
            known = None
        if wanted and player is not None and known is None and not self._stopping:
            level = table.seats[player].level or 1
            task = asyncio.create_task(self._think(table.id, table.board, position_of(table), level))
            self._thinking[table.id] = (table.board, task)

    async def attend(self, table_ids: list[str]) -> None:
        """Take over tables that no process attends to."""
        for table_id in table_ids:
            if table_id in self._thinking:
                continue
            try:
                async with self._tables.hold(table_id, fresh=True) as table:
                    self.changed(table)
            except Problem:
                _log.warning("a table to attend to is gone")
        await self.renew()

    async def renew(self) -> None:
        """Say again which tables this process attends to."""
        lease = self._tables.now() + LEASE
        rows = [{"b_id": table_id, "b_lease": lease} for table_id in self._thinking]
        if rows:
            await self._tables.writer.rows({"lease": rows})

    async def stop(self) -> None:
        """Think no more."""
        self._stopping = True
        tasks = [task for _, task in self._thinking.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def __len__(self) -> int:
        return len(self._thinking)

    async def _think(self, table_id: str, board: int, position: dict[str, Any], level: int) -> None:
        # The same question asked again, by whatever process, gets the same answer.
        seed = int.from_bytes(f"{table_id}{board}".encode(), "big") % 2**31
        try:
            move: str | None = await self._workers.move(table_id, position, level, seed)
        except ThinkingFailed:
            _log.exception("no worker finds a move; any legal one is played")
            move = None

        def play(scribe: Scribe) -> bool:
            table = scribe.table
            if table.board != board or table.to_act is None or table.match is None:
                return False
            if scribe.fall(scribe.at):
                return True
            moves = table.match.moves()
            scribe.move(move if move in moves and move is not None else random.Random(seed).choice(moves))
            return True

        # From here on the task is not to be cancelled: its own move changes the table.
        self._forget(table_id, board)
        try:
            await self._tables.server_act(table_id, play)
        except Problem:
            _log.warning("a computer's table is gone")

    def _forget(self, table_id: str, board: int) -> None:
        known = self._thinking.get(table_id)
        if known is not None and known[0] == board:
            del self._thinking[table_id]
