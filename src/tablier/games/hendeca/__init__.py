"""Hendeca, by Vincent Everaert: be alone with Red on an archipelago, or leave the other without a move."""

from tablier.core.game import Definition, Player
from tablier.core.options import Option

__all__ = ["GAME"]

GAME = Definition(
    id="hendeca",
    package=__name__,
    names={"fr": "Hendeca", "en": "Hendeca"},
    authors=("Vincent Everaert",),
    year=None,
    options=(Option("sinking", (False, True), False),),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
    rank=3,
)
