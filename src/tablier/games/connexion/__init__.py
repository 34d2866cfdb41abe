"""Connexion: turn plates until a path of your colour takes your pawns out on the far side."""

from tablier.core.game import Definition, Player
from tablier.core.options import Option
from tablier.scene.look import Look, Material
from tablier.scene.paintbox import EBONY, IVORY

_WOODS = (
    Material("maple", "#EAD7B0", "#CDB68A", "#FFFFFF"),
    Material("walnut", "#5C4435", "#40302A", "#777777"),
    Material("frame", "#B08A5E", "#6A5038", "#CCCCCC"),
    Material("frame-side", "#7D5D3B", "#3A2B1D", "#444444"),
)

GAME = Definition(
    id="connexion",
    package=__name__,
    names={"fr": "Connexion", "en": "Connexion"},
    authors=("Sébastien Sjoholm",),
    year=None,
    options=(Option("protection", ("all", "new"), "all"),),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
    rank=4,
    look=Look(_WOODS, (IVORY, EBONY)),
)
