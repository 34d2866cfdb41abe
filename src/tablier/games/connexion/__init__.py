"""Connexion: turn plates until a path of your colour takes your pawns out on the far side."""

from tablier.core.game import Definition, Player

GAME = Definition(
    id="connexion",
    package=__name__,
    names={"fr": "Connexion", "en": "Connexion"},
    authors=("Sébastien Sjoholm",),
    year=None,
    options=(),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
)
