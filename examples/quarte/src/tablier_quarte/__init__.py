"""Quarte: be the first with four stones in a row."""

from tablier.core.game import Definition, Player
from tablier.scene.look import Look
from tablier.scene.paintbox import CELL, EBONY, IVORY, SLAB, SLAB_SIDE

__all__ = ["GAME"]

GAME = Definition(
    id="quarte",
    package=__name__,
    names={"fr": "Quarte", "en": "Quarte"},
    authors=("The Tablier authors",),
    year=2026,
    options=(),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
    look=Look((SLAB, SLAB_SIDE, CELL), (IVORY, EBONY)),
)
