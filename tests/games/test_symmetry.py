"""Turned and mirrored positions behave alike, wherever a game is symmetric.

Each symmetry maps position texts, move texts and players; the maps are written from the boards' descriptions alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import tablier
from tests.games.oracle import Options, cases, name, perft_table
from tests.games.walks import walk


@dataclass(frozen=True)
class Symmetry:
    """How texts change. `player` gives a player's index after the change; `holds` tells where the symmetry holds."""

    text: Callable[[str], str]
    move: Callable[[str], str]
    player: Callable[[int], int]
    holds: Callable[[str], bool] = lambda _text: True


# Ken Wan: a sixth of a turn, each colour becoming the next (three players).

KENWAN_ROWS = {letter: range(max(1, i - 3), min(9, i + 5) + 1) for i, letter in enumerate("ABCDEFGHI")}
NEXT_COLOUR = str.maketrans("byrBYR", "yrbYRB")


def _kenwan_cell(cell: str) -> str:
    u, v = int(cell[1]) - 5, ord(cell[0]) - ord("E")
    u, v = u - v, u
    return f"{chr(ord('E') + v)}{u + 5}"


def _kenwan_text(text: str) -> str:
    board, to_act, played, places = text.split()
    cells: dict[str, str] = {}
    for letter, row in zip("IHGFEDCBA", board.split("/"), strict=True):
        wide = "".join("." * int(c) if c.isdigit() else c for c in row)
        cells |= {f"{letter}{n}": c for n, c in zip(KENWAN_ROWS[letter], wide, strict=True)}
    turned = {_kenwan_cell(cell): c.translate(NEXT_COLOUR) for cell, c in cells.items()}
    rows = []
    for letter in "IHGFEDCBA":
        row = "".join(turned[f"{letter}{n}"] for n in KENWAN_ROWS[letter])
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    return f"{'/'.join(rows)} {to_act.translate(NEXT_COLOUR)} {played} {places.translate(NEXT_COLOUR)}"


def _kenwan_move(move: str) -> str:
    return move if move == "pass" else "-".join(_kenwan_cell(cell) for cell in move.split("-"))


# Chinese checkers: the turn of the star that moves every camp onto another player's.


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


# Hendeca: a sixth of a turn, and a mirror.

PAIR = re.compile(r"(-?\d+),(-?\d+)")


def _sea(point: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    def mapped(given: str) -> str:
        return PAIR.sub(lambda pair: "{},{}".format(*point(int(pair[1]), int(pair[2]))), given)

    def text(given: str) -> str:
        islands, *rest = given.split()
        moved = mapped(islands).split(";")

        def key(island: str) -> tuple[int, int]:
            pair = PAIR.match(island)
            assert pair is not None
            return int(pair[2]), int(pair[1])

        return " ".join([";".join(sorted(moved, key=key)), *(mapped(field) for field in rest)])

    def move(given: str) -> str:
        slide = re.fullmatch(r"(-?\d+,-?\d+)-(-?\d+,-?\d+|x)", given)
        return f"{mapped(slide[1])}-{mapped(slide[2])}" if slide else mapped(given)

    def holds(given: str) -> bool:
        """The limits of the map are squares, which a turn does not respect: well inside them the sea is symmetric."""
        numbers = [int(n) for n in re.findall(r"-?\d+", given.split(maxsplit=1)[0])]
        xs, ys = numbers[::2], numbers[1::2]
        return max(xs) - min(xs) < 1000 > max(ys) - min(ys) and max(map(abs, numbers)) < 400_000

    return Symmetry(text, move, lambda index: index, holds)


# Connexion: a half turn with the colours exchanged, and the mirror that keeps both exits.


def _plate(letter: str, digit: str, *, half_turn: bool) -> str:
    column = "abcdef"[5 - "abcdef".index(letter)]
    return column + (str(7 - int(digit)) if half_turn else digit)


def _plates(given: str, *, half_turn: bool) -> str:
    plates = [_plate(*plate, half_turn=half_turn) for plate in re.findall(r"([a-f])([1-6])", given)]
    return "".join(sorted(plates)) or "-"


def _half_turn_text(given: str) -> str:
    board, *fields = given.split()
    swap = {"w": "b", "b": "w", "-": "-"}
    digits = []
    for c in reversed(board):
        value = 0 if c == "/" else int(c, 16)
        digits.append(c if c == "/" else f"{value & 3 | (value & 4) << 1 | (value & 8) >> 1:x}")
    mapped = [swap[fields[0]], _plates(fields[1], half_turn=True), *(swap[winner] for winner in fields[2:])]
    return " ".join(["".join(digits), *mapped])


def _mirror_text(given: str) -> str:
    board, to_act, protected, *winner = given.split()
    rows = [
        "".join(f"{(int(c, 16) & 12) | (1, 0, 3, 2)[int(c, 16) & 3]:x}" for c in reversed(row))
        for row in board.split("/")
    ]
    return " ".join(["/".join(rows), to_act, _plates(protected, half_turn=False), *winner])


def _connexion_move(given: str, *, half_turn: bool) -> str:
    moved = re.sub(r"([a-f])([1-6])", lambda plate: _plate(plate[1], plate[2], half_turn=half_turn), given)
    return moved if half_turn or len(given) > 3 else moved.translate(str.maketrans("+-", "-+"))


# Polygone: the mirror of the rows, and the mirror that exchanges the colours.


def _lattice(*, rows: bool) -> Symmetry:
    def point(given: str) -> str:
        last = {"a": 4, "b": 5, "c": 6, "d": 5, "e": 4}[given[0]]
        return "edcba"["abcde".index(given[0])] + given[1] if rows else f"{given[0]}{last + 1 - int(given[1])}"

    def points(given: str) -> list[str]:
        return [point(p) for p in re.findall(r"[a-e][1-6]", given)]

    def edge(given: str) -> str:
        return "".join(sorted(points(given)))

    def edges(given: str) -> str:
        return ",".join(sorted(edge(e) for e in given.split(","))) if given != "-" else "-"

    def colour(given: str) -> str:
        return given if rows else given.translate(str.maketrans("wb", "bw"))

    def text(given: str) -> str:
        white, black, to_act, pending, *winner = given.split()
        sides = [edges(white), edges(black)]
        mapped = sides if rows else sides[::-1]
        return " ".join([*mapped, colour(to_act), edges(pending), *(colour(w) for w in winner)])

    def move(given: str) -> str:
        if given == "pass":
            return given
        if given[0] != "x":
            return "-".join(edge(e) for e in given.split("-"))
        ring = points(given)
        at = ring.index(min(ring))
        ring = ring[at:] + ring[:at]
        return "x" + "".join(ring if ring[1] < ring[-1] else [ring[0], *reversed(ring[1:])])

    return Symmetry(text, move, lambda index: index if rows else 1 - index)


def _symmetries(game_id: str, options: Options) -> list[Symmetry]:
    if game_id == "kenwan":
        return [Symmetry(_kenwan_text, _kenwan_move, lambda index: (index + 1) % 3)] if options["players"] == 3 else []
    if game_id == "chinese-checkers":
        return [_star(int(options["players"]))]
    if game_id == "hendeca":
        return [_sea(lambda x, y: (x - y, x)), _sea(lambda x, y: (y, x))]
    if game_id == "connexion":
        half = Symmetry(_half_turn_text, lambda move: _connexion_move(move, half_turn=True), lambda index: 1 - index)
        mirror = Symmetry(_mirror_text, lambda move: _connexion_move(move, half_turn=False), lambda index: index)
        return [half, mirror]
    if game_id == "polygone":
        return [_lattice(rows=True), _lattice(rows=False)]
    raise AssertionError(f"no symmetries are listed for {game_id}")


SYMMETRIC = [
    pytest.param(game_id, options, symmetry, id=f"{game_id}-{name(options)}-{i}")
    for game_id, options in cases()
    for i, symmetry in enumerate(_symmetries(game_id, options))
]


@pytest.mark.parametrize(("game_id", "options", "symmetry"), SYMMETRIC)
def test_symmetric_positions_behave_alike(game_id: str, options: Options, symmetry: Symmetry) -> None:
    game = tablier.game(game_id, **options)
    starts = [game.start(), *(game.position(line.text) for line in perft_table(game_id) if line.options == options)]
    for seed, start in enumerate([start for start in starts if symmetry.holds(str(start))][:60]):
        position = walk(start, seed, seed % 17)
        image = game.position(symmetry.text(str(position)))
        assert image.moves() == sorted(symmetry.move(move) for move in position.moves())
        assert (image.to_act is None) == (position.to_act is None)
        if position.to_act is not None:
            assert image.to_act == symmetry.player(position.to_act)
            move = random.Random(seed).choice(position.moves())
            assert str(image.play(symmetry.move(move))) == symmetry.text(str(position.play(move)))
        elif position.places is not None:
            assert image.places is not None
            assert [image.places[symmetry.player(i)] for i in range(len(position.places))] == list(position.places)
