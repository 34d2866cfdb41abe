"""The file of weights in a game's folder: readable, and it tells how it was made.

A section begins with a comment, the command that made it, and its condition in brackets: ``[players=2]``, or ``[*]`` for any
number of players that has no section of its own. Then every feature has a line ``name = number``.
"""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from tablier.core.game import Game
from tablier.search.compiled.scores import FEATURES
from tablier.search.evaluation import evaluation

__all__ = ["condition", "read_weights", "weights_file", "weights_for", "with_section"]

ANY = "*"


def condition(game: Game) -> str:
    """The condition of the section for a game: its number of players where that can be chosen."""
    chosen = game.definition.count_option
    return f"{chosen}={len(game.players)}" if chosen else ANY


def read_weights(text: str, names: tuple[str, ...]) -> dict[str, list[int]]:
    """The weights in a file's text: by condition one number for every feature."""
    sections: dict[str, dict[str, int]] = {}
    section: dict[str, int] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.partition("#")[0].strip()
        if not bare:
            continue
        if bare.startswith("[") and bare.endswith("]"):
            section = sections.setdefault(bare[1:-1], {})
            continue
        name, _, value = (part.strip() for part in bare.partition("="))
        if section is None or name not in names or not value.removeprefix("-").isdecimal():
            raise ValueError(
                f"weights, line {number}: a section such as [players=2] or a line such as '{names[0]} = 10' is wanted,"
                f" not {line!r}"
            )
        section[name] = int(value)
    for which, found in sections.items():
        missing = [name for name in names if name not in found]
        if missing:
            raise ValueError(f"weights, section {which!r}: no weight for {', '.join(missing)}")
    return {which: [found[name] for name in names] for which, found in sections.items()}


def with_section(text: str, which: str, names: tuple[str, ...], weights: list[int], command: str) -> str:
    """The text of a file with one section written anew, the others as they were."""
    blocks = [block for block in text.strip().split("\n\n") if block and f"[{which}]" not in block.splitlines()]
    lines = [f"# {command}", f"[{which}]", *(f"{name} = {w}" for name, w in zip(names, weights, strict=True))]
    return "\n\n".join([*blocks, "\n".join(lines)]) + "\n"


def weights_file(game: Game) -> Path:
    """Where the weights shipped with a game are."""
    return Path(str(resources.files(game.definition.package).joinpath("weights.txt")))


@functools.cache
def _shipped(package: str, file: Path) -> dict[str, list[int]]:
    return read_weights(file.read_text(encoding="utf-8"), evaluation(package).NAMES)


def weights_for(game: Game, file: Path | None = None) -> Any:
    """The weights for a game and its number of players: those shipped with it, or those of another file."""
    sections = _shipped(game.definition.package, weights_file(game) if file is None else file)
    chosen = sections.get(condition(game)) or sections.get(ANY) or next(iter(sections.values()))
    weights = np.zeros(FEATURES, np.int64)
    weights[: len(chosen)] = chosen
    return weights
