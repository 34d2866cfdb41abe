"""A hash of the sources that decide how an event is played, so that a report says what it measured."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import tablier
from tablier.arena.contestant import contestant
from tablier.arena.event import Event

__all__ = ["stamp_of"]

_ROOMS = ("geometry", "kernel", "search")
_FILES = ("core/match.py", "core/position.py", "arena/openings.py", "arena/seat.py", "arena/table.py", "arena/event.py")
_NOT_PLAY = ("drawing.py", "explain.py", "train.py", "curve.py", "prepare.py")
_LEVELS = "levels.py"


def _sources(event: Event) -> Iterator[Path]:
    root = Path(tablier.__file__).parent
    folder = root / "games" / event.game().definition.package.rpartition(".")[2]
    for room in (*(root / name for name in _ROOMS), folder):
        yield from sorted(path for path in room.rglob("*.py") if path.name not in _NOT_PLAY)
    yield from (root / name for name in _FILES)
    yield from sorted(folder.glob("*.txt"))
    yield from _programs(event)


def _programs(event: Event) -> Iterator[Path]:
    """The modules below the working folder that programs among the contestants are run from (``python -m NAME``)."""
    for words in sorted({contestant(text).command for text in event.contestants}):
        if "-m" in words[:-1]:
            module = Path(*words[words.index("-m") + 1].split(".")).with_suffix(".py")
            if module.is_file():
                yield module


def stamp_of(event: Event) -> str:
    """The hash for an event: rooms below the engines, the engines, the levels if any takes part, the game's rules, evaluation
    and weights, the arena, programs of ours."""
    with_levels = any(name.startswith("level:") for name in event.contestants)
    digest = hashlib.sha256()
    for path in _sources(event):
        if path.name != _LEVELS or with_levels:
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
