"""Compiling everything a game needs ahead of time, so that nobody waits at a board."""

from __future__ import annotations

import contextlib
import itertools
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from tablier.core.game import Game
from tablier.games import GAMES, definition, is_ours
from tablier.search.engine import analyst, best_engine
from tablier.search.levels import LEVELS, Level
from tablier.search.limits import Limits

__all__ = ["prepare", "prepare_all"]


def _games(game_id: str) -> Iterable[Game]:
    """The game with options that call for each of its engines."""
    found = definition(game_id)
    names = [option.name for option in found.options]
    games: dict[str, Game] = {}
    for values in itertools.product(*(option.values for option in found.options)):
        with contextlib.suppress(ValueError):  # values that do not go together
            game = Game(found, dict(zip(names, values, strict=True)))
            games.setdefault(best_engine(game).name, game)
    return games.values()


def prepare(game_id: str) -> str:
    """Let every level and the analyst look at the start of the game, which compiles rules and engines; gives the id back."""
    for game in _games(game_id):
        start = game.start()
        for level in (min(LEVELS), max(LEVELS)):
            Level(level).search(start, Limits(nodes=2))
        analyst(game).search(start, Limits(seconds=0.01))
    return game_id


def prepare_all(jobs: int) -> Iterator[str]:
    """Prepare all games in so many processes; tells each one that is ready. One of another package that fails holds up no
    other: there is a warning."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        asked = {pool.submit(prepare, game_id): game_id for game_id in GAMES}
        for done in as_completed(asked):
            error, game_id = done.exception(), asked[done]
            if (
                isinstance(error, Exception)
                and not isinstance(error, OSError | BrokenProcessPool)
                and not is_ours(game_id)
            ):
                why = f"{type(error).__name__}: {error}"
                warnings.warn(f"the game {game_id!r} cannot be played: {why}", RuntimeWarning, stacklevel=2)
            else:
                yield done.result()
