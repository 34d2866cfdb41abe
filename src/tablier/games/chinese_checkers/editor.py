"""Chinese checkers put together by hand: men in holes, whose turn it is, who has arrived already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablier.core.game import Game
from tablier.core.palette import Draft, Layer, Palette, among_players, supply, symmetries, tool
from tablier.core.reason import Reason
from tablier.games.chinese_checkers.drawing import draw, man_parts
from tablier.games.chinese_checkers.notation import start
from tablier.games.chinese_checkers.rules import ID_OF, SEATS, goal, has_arrived, stops
from tablier.games.chinese_checkers.star import HOLES, NAMED, NAMES, POINTS, ROWS, Hole
from tablier.scene import Phrase, Scene

__all__ = ["empty", "exists", "faults", "finished", "palette", "read", "scene", "text", "transformed", "turned"]

_DIGITS = "012345"
_MIRRORED = {"S": "S", "N": "N", "SW": "SE", "SE": "SW", "NW": "NE", "NE": "NW"}
_FORM = "a draft looks like a position: rows q to a with '/' between, to act, options, who has arrived or -"


def palette(game: Game) -> Palette:
    """The men of each player."""
    men = int(game.options["men"])
    return Palette(
        layers=(Layer("man", ("cell",), "piece"),),
        tools=tuple(
            tool(player.name, "man", digit, man_parts(player.colour), supply=player.name, cycle=(player.name, ""))
            for digit, player in zip(_DIGITS, game.players, strict=False)
        ),
        supplies=tuple(supply(player.name, men) for player in game.players),
        choices=(
            among_players("turn", game.players, _DIGITS),
            among_players("arrived", game.players, _DIGITS, many=True),
        ),
        symmetries=symmetries("turn", "mirror"),
        help=Phrase("editor.help"),
    )


def empty(game: Game) -> Draft:  # noqa: ARG001
    """No man on the star."""
    return Draft({"man": {}}, {"turn": "0", "arrived": ()})


def _options(game: Game) -> str:
    """The options as position texts have them."""
    return str(game.start()).split(" ")[2]


def read(game: Game, text: str) -> Draft:
    """The draft of a text."""
    digits = _DIGITS[: len(game.players)]
    fields = text.split(" ")
    rows = fields[0].split("/")
    if len(fields) != 4 or len(rows) != len(ROWS):
        raise ValueError(f"{_FORM}; not {text!r:.100}")
    if fields[2] != _options(game):
        raise ValueError(f"the draft is of a game with options {fields[2]!r:.20}, this game's are {_options(game)!r}")
    men: dict[str, str] = {}
    for holes, row in zip(ROWS, rows, strict=True):
        if len(row) != len(holes) or set(row) - set(digits + "."):
            raise ValueError(
                f"row {NAMES[holes[0]][0]} is {row!r:.30}; it has {len(holes)} holes: players {digits} or '.'"
            )
        men |= {NAMES[hole]: sign for hole, sign in zip(holes, row, strict=True) if sign != "."}
    arrived = "" if fields[3] == "-" else fields[3]
    if not fields[3] or set(arrived) - set(digits) or len(set(arrived)) < len(arrived):
        raise ValueError(f"who has arrived is '-' or players of {digits}, best first, each once; not {fields[3]!r:.20}")
    turn = fields[1]
    if turn == "-" and arrived:
        # Just before it was over: the last to arrive has moved, and who is still in the game and comes next is to act.
        mover, arrived = arrived[-1], arrived[:-1]
        following = digits[int(mover) + 1 :] + digits[: int(mover)]
        turn = next((digit for digit in following if digit not in arrived), mover)
    if len(turn) != 1 or turn not in digits:
        raise ValueError(f"to act is one of the players {', '.join(digits)}, not {turn!r:.20}")
    return Draft({"man": men}, {"turn": turn, "arrived": tuple(arrived)})


def text(game: Game, draft: Draft) -> str:
    """The draft's text."""
    return _text(game, draft, draft.one("turn"), draft.many("arrived"))


def _text(game: Game, draft: Draft, turn: str, arrived: tuple[str, ...]) -> str:
    rows = "/".join("".join(draft.at("man", NAMES[hole]) or "." for hole in row) for row in ROWS)
    return f"{rows} {turn} {_options(game)} {''.join(arrived) or '-'}"


def exists(game: Game, kind: str, place: str) -> bool:  # noqa: ARG001
    """All holes."""
    return kind == "cell" and place in NAMED


def turned(thing: str, way: str) -> str:  # noqa: ARG001
    """Nothing turns."""
    return thing


def scene(game: Game, draft: Draft) -> Scene:
    """The draft drawn."""
    return draw(game, {NAMED[place]: int(digit) for place, digit in draft.laid["man"].items()})


def transformed(game: Game, draft: Draft, symmetry: str) -> Draft:
    """A turn of the star by which every camp becomes a camp, or left and right exchanged; men take the colour of their camps."""
    seats, points = SEATS[len(game.players)], list(POINTS)
    if symmetry == "mirror":
        sixths, landed = 0, _MIRRORED
    else:
        sixths = next(k for k in range(1, 7) if all(points[(points.index(seat) + k) % 6] in seats for seat in seats))
        landed = {point: points[(i + sixths) % 6] for i, point in enumerate(points)}
    player = {str(i): str(seats.index(landed[seat])) for i, seat in enumerate(seats)}

    def moved(hole: Hole) -> Hole:
        x, y = hole
        for _ in range(sixths):
            x, y = y, y - x
        return (x, y) if sixths else (y - x, y)

    men = {NAMES[moved(NAMED[place])]: player[digit] for place, digit in draft.laid["man"].items()}
    arrived = tuple(player[digit] for digit in draft.many("arrived"))
    return Draft({"man": men}, {"turn": player[draft.one("turn")], "arrived": arrived})


# ---- What a draft is -------------------------------------------------------------------------------------------------


def _men(game: Game, draft: Draft) -> list[list[Hole]]:
    return [
        [hole for hole in HOLES if draft.at("man", NAMES[hole]) == str(player)] for player in range(len(game.players))
    ]


def _states(game: Game, draft: Draft) -> Any:
    """A record with these men."""
    states = start(game.options)
    state = states[0]
    state.men[:] = 0
    for player, holes in enumerate(_men(game, draft)):
        words = [0] * len(state.men[player])
        for hole in holes:
            words[ID_OF[hole] >> 6] |= 1 << (ID_OF[hole] & 63)
        state.men[player] = words
    state.taken = np.bitwise_or.reduce(state.men)
    return states


def _at_home(game: Game, draft: Draft) -> list[str]:
    """The players who have arrived on this board."""
    if any(len(holes) != game.options["men"] for holes in _men(game, draft)):
        return []
    state = _states(game, draft)[0]
    return [str(player) for player in range(len(game.players)) if has_arrived(state, player)]


def _last(game: Game) -> int:
    """How many arrive before the game is over."""
    return len(game.players) - 1 if game.options["play_on"] else 1


def _waiting(game: Game, draft: Draft) -> list[str]:
    return [digit for digit in _DIGITS[: len(game.players)] if digit not in draft.many("arrived")]


def finished(game: Game, draft: Draft) -> str | None:
    """The end, if the player before the one to act has just made it: so many have arrived that it is over."""
    arrived, waiting, turn = draft.many("arrived"), _waiting(game, draft), draft.one("turn")
    if len(arrived) < _last(game) and turn in waiting:
        at = waiting.index(turn) - 1
        home = _at_home(game, draft)
        arrived = (*arrived, *(digit for digit in waiting[at:] + waiting[:at] if digit in home))[: _last(game)]
    return _text(game, draft, "-", arrived) if len(arrived) == _last(game) else None


def faults(game: Game, draft: Draft) -> Iterator[Reason]:
    """What is wrong."""
    size = int(game.options["men"])
    seats = SEATS[len(game.players)]
    for player, holes in enumerate(_men(game, draft)):
        said = _said(game, str(player))
        shapes = tuple(f"piece:{NAMES[hole]}" for hole in holes)
        if len(holes) > size:
            yield Reason(
                "too-many", "start", shapes, {**said, "count": len(holes), "men": size, "over": len(holes) - size}
            )
        if len(holes) < size:
            yield Reason(
                "too-few", "start", shapes, {**said, "count": len(holes), "men": size, "missing": size - len(holes)}
            )
    for player, holes in enumerate(_men(game, draft)):
        for hole in holes:
            if hole not in stops(seats[player]):
                values = {**_said(game, str(player)), "hole": NAMES[hole]}
                yield Reason("no-stop", "stops", (f"piece:{NAMES[hole]}",), values)
    arrived, waiting = draft.many("arrived"), _waiting(game, draft)
    if len(arrived) > _last(game):
        yield Reason("too-many-arrived", "end", (), {"count": len(arrived), "most": _last(game)})
    elif len(arrived) == _last(game):
        yield Reason("not-arrived", "goal", _goal(game, arrived[-1]), _said(game, arrived[-1]))
    elif draft.one("turn") not in waiting:
        yield Reason("has-place", "places", _goal(game, draft.one("turn")), _said(game, draft.one("turn")))
    for digit in _at_home(game, draft):
        if digit in waiting:
            yield Reason("arrived", "places", _goal(game, digit), _said(game, digit))


def _goal(game: Game, digit: str) -> tuple[str, ...]:
    """The holes of a player's goal."""
    area = goal(SEATS[len(game.players)][int(digit)], int(game.options["men"]))
    return tuple(f"cell:{NAMES[hole]}" for hole in HOLES if hole in area)


def _said(game: Game, digit: str) -> dict[str, str | int]:
    return {"player": f"@players.{game.players[int(digit)].name}"}
