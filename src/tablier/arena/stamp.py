"""A hash of the sources that decide how a game is played, so that a report says what it measured."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import tablier
from tablier.core.game import Game

__all__ = ["stamp_of"]

_ROOMS = ("geometry", "kernel", "search")
_FILES = ("core/match.py", "core/position.py", "arena/openings.py", "arena/seat.py", "arena/table.py", "arena/event.py")
_NOT_PLAY = ("drawing.py", "explain.py")


def _sources(game: Game) -> Iterator[Path]:
    root = Path(tablier.__file__).parent
    folder = root / "games" / game.definition.package.rpartition(".")[2]
    for room in _ROOMS:
        yield from sorted((root / room).rglob("*.py"))
    yield from (root / name for name in _FILES)
    yield from sorted(path for path in folder.glob("*.py") if path.name not in _NOT_PLAY)
    yield from sorted(folder.glob("*.txt"))


def stamp_of(game: Game) -> str:
    """The hash for a game: rooms below the engines, the engines, the game's rules, evaluation and weights, the arena."""
    digest = hashlib.sha256()
    for path in _sources(game):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
