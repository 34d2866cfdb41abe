"""Hendeca, by Vincent Everaert: be alone with Red on an archipelago, or leave the other without a move."""

from tablier.core.game import Definition, Player
from tablier.core.options import Option
from tablier.scene.look import Look, Material
from tablier.scene.paintbox import EBONY, IVORY, RED

__all__ = ["GAME"]

_SEA = (
    Material("sea", "#B9D2D5", "#22383C", "#EEEEEE"),
    Material("sea-side", "#8CAFB4", "#14262A", "#999999"),
    Material("sea-line", "#98B9BE", "#34535A", "#BBBBBB"),
)
_ISLES = (
    Material("isle", "#F0E4C9", "#B9A47E", "#FFFFFF", "ground"),
    Material("isle-side", "#7A6440", "#6A5838", "#333333"),
    Material("isle-line", "#CDB88E", "#9A8560", "#AAAAAA", "line"),
)

GAME = Definition(
    id="hendeca",
    package=__name__,
    names={"fr": "Hendeca", "en": "Hendeca"},
    authors=("Vincent Everaert",),
    year=None,
    options=(Option("sinking", (False, True), False),),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
    rank=3,
    look=Look((*_SEA, *_ISLES), (IVORY, EBONY, RED)),
)
