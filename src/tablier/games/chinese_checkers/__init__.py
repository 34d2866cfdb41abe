"""Chinese checkers: bring all your men into the point of the star opposite to yours."""

from __future__ import annotations

from tablier.core.game import Definition, Player
from tablier.core.options import Option, Options
from tablier.scene.look import Look
from tablier.scene.paintbox import BLUE, CELL, CELL_LINE, EBONY, IVORY, LILAC, RED, SLAB, SLAB_SIDE, YELLOW

__all__ = ["GAME"]

_COLOURS = {
    2: ("blue", "red"),
    3: ("blue", "yellow", "red"),
    4: ("blue", "yellow", "red", "ebony"),
    6: ("blue", "yellow", "red", "ivory", "ebony", "lilac"),
}
_NAMES = {"ivory": "white", "ebony": "black"}


def _players(options: Options) -> tuple[Player, ...]:
    return tuple(Player(_NAMES.get(colour, colour), colour) for colour in _COLOURS[int(options["players"])])


GAME = Definition(
    id="chinese-checkers",
    package=__name__,
    names={"fr": "Dames chinoises", "en": "Chinese checkers"},
    authors=(),
    year=None,
    options=(
        Option("players", (2, 3, 4, 6), 2),
        Option("men", (10, 15), 10, only={15: {"players": (2, 3)}}),
        Option("long_jumps", (False, True), False),
        Option("play_on", (False, True), False),
    ),
    players=_players,
    count_option="players",
    rank=2,
    look=Look((SLAB, SLAB_SIDE, CELL, CELL_LINE), (BLUE, YELLOW, RED, IVORY, EBONY, LILAC)),
)
