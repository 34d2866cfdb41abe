"""Polygone: pivot segments to close polygons, capture seven or reach the far tip."""

from tablier.core.game import Definition, Player

GAME = Definition(
    id="polygone",
    package=__name__,
    names={"fr": "Polygone", "en": "Polygone"},
    authors=("F. Vandenbussche",),
    year=2004,
    options=(),
    players=lambda _options: (Player("white", "ivory"), Player("black", "ebony")),
    rank=5,
)
