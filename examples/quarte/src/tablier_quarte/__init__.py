"""Quarte: be the first with four stones in a row."""

from tablier.core.game import Definition, Player

__all__ = ["GAME"]

GAME = Definition(
    id="quarte",
    package=__name__,
    names={"fr": "Quarte", "en": "Quarte"},
    authors=("The Tablier authors",),
    year=2026,
    options=(),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
)
