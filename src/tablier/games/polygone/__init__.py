"""Polygone: pivot segments to close polygons, capture seven or reach the far tip."""

from tablier.core.game import Definition, Player
from tablier.scene.look import Look, Material
from tablier.scene.paintbox import EBONY, IVORY

_OAK = (
    Material("oak", "#C9A97C", "#6B5439", "#DDDDDD"),
    Material("oak-side", "#93744A", "#3B2D1D", "#777777"),
    Material("groove", "#AC8B5D", "#8B7150", "#999999"),
)

GAME = Definition(
    id="polygone",
    package=__name__,
    names={"fr": "Polygone", "en": "Polygone"},
    authors=("F. Vandenbussche",),
    year=2004,
    options=(),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
    rank=5,
    look=Look(_OAK, (IVORY, EBONY)),
)
