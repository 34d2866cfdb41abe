"""Ken Wan, by Guilain Dorsimont: make all your surviving pieces whole and join them into one group."""

from __future__ import annotations

from tablier.core.game import Definition, Player
from tablier.core.options import Option, Options

__all__ = ["GAME"]

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
)
