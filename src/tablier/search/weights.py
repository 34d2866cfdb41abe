"""The file of weights in a game's folder: readable, and it tells how it was made.

A section begins with a comment, the command that made it, and its condition in brackets: ``[players=2]``, or ``[*]`` for
whatever has no section of its own. Then every feature has a line ``name = number``.
"""

from __future__ import annotations

import configparser
import functools
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from tablier.core.evaluation import condition_of, fitting
from tablier.core.game import Game
from tablier.search.compiled.scores import FEATURES
from tablier.search.evaluation import evaluation

__all__ = ["condition", "read_weights", "weights_file", "weights_for", "with_section"]


def condition(game: Game) -> str:
    """The condition of the section for a game: the options for whose values it has weights apart."""
    return condition_of(game.options, evaluation(game).by)


def read_weights(text: str, names: tuple[str, ...]) -> dict[str, list[int]]:
    """The weights in a file's text: by condition one number for every feature."""
    parser = configparser.ConfigParser(
        delimiters=("=",),
        comment_prefixes=("#",),
        inline_comment_prefixes=("#",),
        default_section="",
        interpolation=None,
        empty_lines_in_values=False,
    )
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(text, "weights")
    except configparser.Error as error:
        raise ValueError(
            f"weights: sections such as [players=2] and lines such as '{names[0]} = 10' are wanted: "
            + " ".join(str(error).split())
        ) from None
    for which in parser.sections():
        for name, value in parser[which].items():
            if name not in names or not value.removeprefix("-").isdecimal():
                said = f"{name} = {value}"
                raise ValueError(
                    f"weights, section {which!r}: a line such as '{names[0]} = 10' is wanted, not {said!r}"
                )
        missing = [name for name in names if name not in parser[which]]
        if missing:
            raise ValueError(f"weights, section {which!r}: no weight for {', '.join(missing)}")
    return {which: [int(parser[which][name]) for name in names] for which in parser.sections()}


def with_section(text: str, which: str, names: tuple[str, ...], weights: list[int], command: str) -> str:
    """The text of a file with one section written anew, the others as they were."""
    blocks = [block for block in text.strip().split("\n\n") if block and f"[{which}]" not in block.splitlines()]
    lines = [f"# {command}", f"[{which}]", *(f"{name} = {w}" for name, w in zip(names, weights, strict=True))]
    return "\n\n".join([*blocks, "\n".join(lines)]) + "\n"


def weights_file(game: Game) -> Path:
    """Where the weights shipped with a game are."""
    return Path(str(resources.files(game.definition.package).joinpath("weights.txt")))


@functools.cache
def _sections(file: Path, names: tuple[str, ...]) -> dict[str, list[int]]:
    return read_weights(file.read_text(encoding="utf-8"), names)


def weights_for(game: Game, file: Path | None = None) -> Any:
    """The weights for a game and its options: those shipped with it, or those of another file; ValueError when it has none."""
    file = weights_file(game) if file is None else file
    chosen = fitting(_sections(file, evaluation(game).features), game.options)
    if chosen is None:
        raise ValueError(f"{file} has no weights for {condition(game)}")
    weights = np.zeros(FEATURES, np.int64)
    weights[: len(chosen)] = chosen
    return weights
