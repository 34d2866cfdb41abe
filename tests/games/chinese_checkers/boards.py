"""Positions written as lists of holes, and areas of the star, for the tests of this game."""

from __future__ import annotations

import tablier
from tablier.core.position import Position

SOUTH = "a5 b5 b6 c5 c6 c7 d5 d6 d7 d8"
NORTH = "n10 n11 n12 n13 o11 o12 o13 p12 p13 q13"
NORTH_WEST = "j5 k5 k6 l5 l6 l7 m5 m6 m7 m8"
NORTH_EAST = "j14 k14 k15 l14 l15 l16 m14 m15 m16 m17"
SOUTH_WEST = "e1 e2 e3 e4 f2 f3 f4 g3 g4 h4"
SOUTH_EAST = "e10 e11 e12 e13 f11 f12 f13 g12 g13 h13"

_FIRST = (13, 12, 11, 10, 5, 5, 5, 5, 5, 4, 3, 2, 1, 5, 5, 5, 5)
_LAST = (13, 13, 13, 13, 17, 16, 15, 14, 13, 13, 13, 13, 13, 8, 7, 6, 5)
ROWS = {letter: numbers for letter, *numbers in zip("qponmlkjihgfedcba", _FIRST, _LAST, strict=True)}
"""The numbers of the first and of the last hole of each row."""


def less(holes: str, *gone: str) -> str:
    """Some holes without others."""
    return " ".join(hole for hole in holes.split() if hole not in gone)


def text(options: str, men: list[str], to_act: str, arrived: str = "-") -> str:
    """A position's text from the holes of each player's men."""
    signs = {hole: str(player) for player, holes in enumerate(men) for hole in holes.split()}
    rows = [
        "".join(signs.pop(f"{letter}{number}", ".") for number in range(first, last + 1))
        for letter, (first, last) in ROWS.items()
    ]
    assert not signs, f"no such holes: {signs}"
    return f"{'/'.join(rows)} {to_act} {options} {arrived}"


def game(options: str) -> tablier.Game:
    """The game of an options field such as ``3x15+long``."""
    size, *extras = options.split("+")
    players, men = map(int, size.split("x"))
    return tablier.game(
        "chinese-checkers", players=players, men=men, long_jumps="long" in extras, play_on="on" in extras
    )


def at(options: str, men: list[str], to_act: str, arrived: str = "-") -> Position:
    """A position from the holes of each player's men."""
    return game(options).position(text(options, men, to_act, arrived))


def ends(position: Position, hole: str) -> set[str]:
    """Where the man in a hole can go."""
    return {move.split("-")[1] for move in position.moves() if move.split("-")[0] == hole}
