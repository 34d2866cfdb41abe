"""Chinese checkers: the turn of the star that moves every camp onto another player's."""

from __future__ import annotations

from tests.games.oracle import Options
from tests.games.symmetry import Symmetry


def _star_turn(players: int) -> tuple[int, int]:
    """Sixths of a turn clockwise, and by how much a player's index grows."""
    return {2: (3, 1), 3: (2, 1), 4: (3, 2), 6: (1, 1)}[players]


def _star_holes() -> dict[tuple[int, int], str]:
    holes = {}
    for row in range(17):
        for number in range(1, 18):
            x, y = number - 9, row - 8
            if (x <= 4 and y >= -4 and y - x <= 4) or (x >= -4 and y <= 4 and y - x >= -4):
                holes[x, y] = f"{chr(ord('a') + row)}{number}"
    return holes


HOLES = _star_holes()
HOLE_NAMES = {hole: point for point, hole in HOLES.items()}


def _turned_point(point: tuple[int, int], sixths: int) -> tuple[int, int]:
    for _ in range(sixths):
        point = (point[1], point[1] - point[0])
    return point


def _star(players: int) -> Symmetry:
    sixths, shift = _star_turn(players)

    def player(index: int) -> int:
        return (index + shift) % players

    def digits(text: str) -> str:
        return "".join(str(player(int(c))) if c.isdigit() else c for c in text)

    def text(given: str) -> str:
        board, to_act, options, arrived = given.split()
        points = sorted(HOLES, key=lambda point: (-point[1], point[0]))
        men = dict(zip(points, digits(board.replace("/", "")), strict=True))
        turned = {_turned_point(point, sixths): c for point, c in men.items()}
        rows = ["".join(turned[point] for point in points if point[1] == y) for y in range(8, -9, -1)]
        return f"{'/'.join(rows)} {digits(to_act)} {options} {digits(arrived)}"

    def move(given: str) -> str:
        if given == "pass":
            return given
        return "-".join(HOLES[_turned_point(HOLE_NAMES[hole], sixths)] for hole in given.split("-"))

    return Symmetry(text, move, player)


def symmetries(options: Options) -> list[Symmetry]:
    """The symmetries of the game with these options."""
    return [_star(int(options["players"]))]
