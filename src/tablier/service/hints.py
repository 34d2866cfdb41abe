"""Hints between people: whoever plays against others may not ask the computer about that game, unless all agreed on it.

A server cannot know what somebody asks under another name; it refuses what is asked under the name they play with.
"""

from __future__ import annotations

import asyncio
import contextlib
import json

from tablier.core.match import Match
from tablier.core.position import Position
from tablier.service.problems import Problem, not_now
from tablier.service.tables import Tables

__all__ = ["refuse_hints"]

_MOST_TABLES = 200


async def refuse_hints(tables: Tables, guest: str, match: Match) -> None:
    """`not-now` when the moves asked about lead through the position of a game that this guest plays without hints."""
    game = match.game
    rows = await asyncio.to_thread(tables.store.guest_tables, guest, True, None, _MOST_TABLES)
    for row in rows:
        known = json.loads(row.summary)
        if (known["game"], known["options"]) != (game.id, game.options):
            continue
        position = await _without_hints(tables, row.id, guest)
        if position is not None and await asyncio.to_thread(match.positions.__contains__, position):
            raise not_now("no-hints", "people play this game against each other without hints")


async def _without_hints(tables: Tables, table_id: str, guest: str) -> Position | None:
    """The position of a game that a guest plays without hints; None when they play none there."""
    with contextlib.suppress(Problem):  # deleted meanwhile
        async with tables.hold(table_id, fresh=True) as table:
            if table.match is None or table.status not in ("playing", "paused"):
                return None
            return table.match.position if table.seats_of(guest) and not table.hints_for(guest) else None
    return None
