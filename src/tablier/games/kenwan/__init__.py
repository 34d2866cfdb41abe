"""Ken Wan, by Guilain Dorsimont: make all your surviving pieces whole and join them into one group."""

from __future__ import annotations

from tablier.core.game import Definition, Player
from tablier.core.options import Option, Options
from tablier.scene.look import Look, Material
from tablier.scene.paintbox import BLUE, CELL, RED, SLAB, SLAB_SIDE, YELLOW

__all__ = ["GAME"]

_CLOSED = Material("closed", "#C3B49D", "#332C25", "#AAAAAA")
_SEATS = (Player("blue", "blue"), Player("yellow", "yellow"), Player("red", "red"))


def _players(options: Options) -> tuple[Player, ...]:
    return _SEATS[: int(options["players"])]


GAME = Definition(
    id="kenwan",
    package=__name__,
    names={"fr": "Ken Wan", "en": "Ken Wan"},
    authors=("Guilain Dorsimont",),
    year=2014,
    options=(Option("players", (2, 3), 3), Option("layout", ("sectors", "mosaic"), "sectors")),
    players=_players,
    count_option="players",
    rank=1,
    look=Look((SLAB, SLAB_SIDE, CELL, _CLOSED), (BLUE, YELLOW, RED)),
)
