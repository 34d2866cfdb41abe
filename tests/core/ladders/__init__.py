"""A small game to try matches and records on: everything a match must cope with happens in it within a few moves.

Two or three players climb ladders of their own, rungs 0 to 5, from rung 1. Who reaches rung 5 takes the best place left;
when one player is left, that one takes the last. A turn is a step, ``up`` or ``down``; a stone on a ladder bars its rung.
Who steps onto rung 3 goes on in the same turn: they put the stone of the next player's ladder (``b2``) on a rung from 1 to 4
right above or below that player, where it does not lie yet. Where nothing can be done the move is ``pass``: a whole turn when
no step is possible, half a turn when no stone can be put.

Text: ``<rungs> <stones, 0 for none> <to act: a|b|c|-> <step|stone> <places, . for none>``, as in ``111 000 a step ...``.
"""

from collections.abc import Mapping

from tablier.core.game import Definition, Game, Player
from tablier.core.options import Option

__all__ = ["GAME", "ladders"]

GAME = Definition(
    id="ladders",
    package=__name__,
    names={"fr": "Échelles", "en": "Ladders"},
    authors=(),
    year=None,
    options=(
        Option("players", (2, 3), 3),
        Option("quick", (False, True), False),
        Option("kind", ("wood", "rope"), "wood"),
    ),
    count_option="players",
    players=lambda options: tuple(Player(name, "blue") for name in "abc"[: int(options["players"])]),
    rules_version=3,
)


def ladders(game_id: str = "ladders", options: Mapping[str, object] | None = None) -> Game:
    """The game, found as `tablier.game` finds one."""
    if game_id != "ladders":
        raise ValueError(f"no game {game_id!r}; there is ladders")
    return Game(GAME, options or {})
