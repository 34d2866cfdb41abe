"""Compiling everything a game needs ahead of time, so that nobody waits at a board."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from tablier.core.game import Game
from tablier.games import GAMES, definition
from tablier.search.engine import analyst
from tablier.search.levels import LEVELS, Level
from tablier.search.limits import Limits

__all__ = ["prepare", "prepare_all"]


def _tables(game_id: str) -> list[Game]:
    """The game once for every number of players."""
    found = definition(game_id)
    return [Game(found, found.for_players(count)) for count in found.player_counts]


def prepare(game_id: str) -> str:
    """Let every level and the analyst look at the start of the game, which compiles rules and engines; gives the id back."""
    for table in _tables(game_id):
        start = table.start()
        for level in (min(LEVELS), max(LEVELS)):
            Level(level).search(start, Limits(nodes=2))
        analyst(table).search(start, Limits(seconds=0.01))
    return game_id


def prepare_all(jobs: int) -> Iterator[str]:
    """Prepare all games in so many processes; tells each one that is ready."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(prepare, game_id) for game_id in GAMES]):
            yield done.result()
