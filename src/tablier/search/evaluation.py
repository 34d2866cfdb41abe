"""What search takes from each game's folder."""

from __future__ import annotations

import importlib

from tablier.core.evaluation import Evaluation
from tablier.core.game import Game

__all__ = ["evaluation"]


def evaluation(game: Game) -> Evaluation:
    """The evaluation in a game's folder; ValueError when there is none."""
    package = game.definition.package
    found = getattr(importlib.import_module(f"{package}.evaluation"), "EVALUATION", None)
    if not isinstance(found, Evaluation):
        raise ValueError(f"{package}.evaluation has no EVALUATION = Evaluation(…)")  # noqa: TRY004
    return found
