"""The games: every folder here is one, and so is every game that another installed package announces in the entry point group
``tablier.games`` (``my-game = "my_package:GAME"``). Nothing else in the program names a game.

Games are looked for when first asked for, without loading their rules. One of another package that is broken is left out, with
a warning that says why.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import warnings
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points

from tablier.core.game import Definition

__all__ = ["GAMES", "GROUP", "definition", "is_ours"]

GROUP = "tablier.games"
_FILES = (
    "rules.py",
    "notation.py",
    "drawing.py",
    "explain.py",
    "evaluation.py",
    "weights.txt",
    "texts/fr.toml",
    "texts/en.toml",
)
"""What cannot be missing from a game's folder."""


class _Games(Mapping[str, str]):
    """The import names of all games by their ids, in the order of the list; found when first looked at."""

    def __getitem__(self, game_id: str) -> str:
        return _definitions()[game_id].package

    def __iter__(self) -> Iterator[str]:
        return iter(_definitions())

    def __len__(self) -> int:
        return len(_definitions())


GAMES: Mapping[str, str] = _Games()


def definition(game_id: str) -> Definition:
    """What is known of a game before its code is loaded; ValueError when there is no such game."""
    if not isinstance(game_id, str) or game_id not in GAMES:
        raise ValueError(f"no game {game_id!r}; there are {', '.join(GAMES)}")
    return _definitions()[game_id]


def is_ours(game_id: str) -> bool:
    """Whether a game lies in this folder."""
    return GAMES[game_id].startswith(f"{__name__}.")


@functools.cache
def _definitions() -> dict[str, Definition]:
    found = {game.id: game for game in _own()}
    for entry in entry_points(group=GROUP):
        try:
            if entry.name in found:
                raise ValueError(f"there is a game of that id already, in {found[entry.name].package}")
            game = _announced(entry)
        except (Exception, SystemExit) as error:
            source = f" of {entry.dist.name}" if entry.dist else ""
            reason = f"{type(error).__name__}: {error}" if not isinstance(error, ValueError) else str(error)
            warnings.warn(f"the game {entry.name!r}{source} is left out: {reason}", RuntimeWarning, stacklevel=2)
        else:
            found[game.id] = game
    return {game.id: game for game in sorted(found.values(), key=lambda game: (game.rank, game.id))}


def _own() -> Iterator[Definition]:
    """The games in this folder."""
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            yield importlib.import_module(f"{__name__}.{module.name}").GAME


def _announced(entry: EntryPoint) -> Definition:
    """A game of another package; ValueError that says what is wrong with it."""
    game = entry.load()
    if not isinstance(game, Definition):
        raise ValueError(f"{entry.value} is no Definition")  # noqa: TRY004
    if game.id != entry.name:
        raise ValueError(f"{entry.value} calls itself {game.id!r}")
    missing = [name for name in _FILES if not (game.folder / name).is_file()]
    if missing:
        raise ValueError(f"there is no {', '.join(missing)} in {game.folder}")
    return game
