"""Connexion: turn plates until a path of your colour takes your pawns out on the far side."""

from tablier.core.game import Definition, Player
from tablier.core.options import Option

GAME = Definition(
    id="connexion",
    package=__name__,
    names={"fr": "Connexion", "en": "Connexion"},
    authors=("Sébastien Sjoholm",),
    year=None,
    options=(Option("protection", ("all", "new"), "all"),),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
    rank=4,
)
