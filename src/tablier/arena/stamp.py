"""A hash of the sources that decide how a contest is played, so that a report says what it measured."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import tablier
from tablier.arena.contest import Contest
from tablier.arena.contestant import contestant
from tablier.search.engine import ENGINES, best_engine
from tablier.search.evaluation import evaluation

__all__ = ["stamp_of"]

_ROOMS = ("geometry", "kernel", "search")
_FILES = (
    "core/evaluation.py",
    "core/match.py",
    "core/position.py",
    "arena/openings.py",
    "arena/chooser.py",
    "arena/playing.py",
    "arena/contest.py",
)
_NOT_PLAY = ("drawing.py", "explain.py", "editor.py", "train.py", "learner.py", "curve.py", "prepare.py")


def _modules(engines: Iterable[str]) -> set[str]:
    return {ENGINES[name].partition(".")[0] for name in engines}


def _idle(contest: Contest) -> set[str]:
    """The files in the shared rooms that nobody plays with here."""
    who = [contestant(text) for text in contest.contestants]
    # The best engine judges openings, whoever plays.
    playing = {best_engine(contest.game()).name} | {one.name for one in who if one.name in ENGINES}
    idle = {f"{module}.py" for module in _modules(ENGINES) - _modules(playing)}
    if not evaluation(contest.game()).has_network:
        idle.add("network.py")
    return idle if any(one.kind == "level" for one in who) else idle | {"levels.py"}


def _sources(contest: Contest) -> Iterator[Path]:
    root = Path(tablier.__file__).parent
    folder = contest.game().definition.folder
    left_out = _idle(contest).union(_NOT_PLAY)
    for room in (*(root / name for name in _ROOMS), folder):
        yield from sorted(path for path in room.rglob("*.py") if path.name not in left_out)
    yield from (root / name for name in _FILES)
    yield from sorted([*folder.glob("*.txt"), *folder.glob("*.json")])
    yield from _programs(contest)


def _programs(contest: Contest) -> Iterator[Path]:
    """The modules below the working folder that programs among the contestants are run from (``python -m NAME``)."""
    for words in sorted({contestant(text).command for text in contest.contestants}):
        if "-m" in words[:-1]:
            module = Path(*words[words.index("-m") + 1].split(".")).with_suffix(".py")
            if module.is_file():
                yield module


def stamp_of(contest: Contest) -> str:
    """The hash for a contest: rooms below the engines, the engines that take part, the levels if any does, the game's rules,
    evaluation and weights, the arena, programs of ours."""
    digest = hashlib.sha256()
    for path in _sources(contest):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
