"""Hints between people: whoever plays against others may not ask the computer about that game, unless all agreed on it.

A server cannot know what somebody asks under another name; it refuses what is asked under the name they play with.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from tablier.service.tables import Tables
from tablier.wire import Problem

__all__ = ["closed_games"]

_MOST_TABLES = 200


async def closed_games(tables: Tables, guest: str, game_id: object) -> list[dict[str, Any]]:
    """The options and positions of running games of this kind that a guest plays without hints."""
    rows = await asyncio.to_thread(tables.store.guest_tables, guest, True, None, _MOST_TABLES)
    tried = [await _closed(tables, row.id, guest) for row in rows if json.loads(row.summary)["game"] == game_id]
    return [found for found in tried if found is not None]


async def _closed(tables: Tables, table_id: str, guest: str) -> dict[str, Any] | None:
    """The position of a game that a guest plays without hints; None when they play none there."""
    with contextlib.suppress(Problem):  # deleted meanwhile
        async with tables.hold(table_id, fresh=True) as table:
            if table.match is None or table.status not in ("playing", "paused"):
                return None
            if table.seats_of(guest) and not table.hints_for(guest):
                return {"options": table.match.game.options, "position": str(table.match.position)}
    return None
