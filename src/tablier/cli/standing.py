"""How a contest goes: a progress bar with the score so far."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from tablier.arena.folder import Folder

__all__ = ["Bar", "standing"]


class Bar:
    """A progress bar on standard error; nothing where that is no terminal. Entered, it gives what to call after each game."""

    def __init__(self, folder: Folder) -> None:
        console = Console(stderr=True)
        self._folder = folder
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[score]}"),
            console=console,
            disable=not console.is_terminal,
        )
        wanted = sum(table.games for table in folder.contest.tables)
        self._task = self._bar.add_task(
            folder.contest.game_id, total=wanted, completed=len(folder.results), score="getting ready"
        )

    def __enter__(self) -> Callable[[object], None]:
        self._bar.start()
        return self._told

    def __exit__(self, *_error: object) -> None:
        self._bar.stop()

    def _told(self, _result: object) -> None:
        if not self._bar.disable:
            self._bar.update(self._task, advance=1, score=standing(self._folder))


def standing(folder: Folder) -> str:
    """The score so far: of the first contestant of two, of the best of more."""
    from tablier.arena.summary import rate  # noqa: PLC0415

    ratings = rate(folder.contest, folder.results)
    names = folder.contest.labels
    if len(names) == 2:
        elo, error = ratings.difference(0, 1)
        return f"{names[0]} {elo:+.0f} ± {error:.0f} Elo" if math.isfinite(error) else ""
    best = max(range(len(names)), key=lambda index: ratings.elo[index])
    return f"first: {names[best]} {ratings.elo[best]:+.0f} ± {ratings.error(best):.0f} Elo"
