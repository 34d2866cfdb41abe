"""Connexion: a half turn with the colours exchanged, and the mirror that keeps both exits."""

from __future__ import annotations

import re

from tests.games.oracle import Options
from tests.games.symmetry import Symmetry


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


def _move(given: str, *, half_turn: bool) -> str:
    moved = re.sub(r"([a-f])([1-6])", lambda plate: _plate(plate[1], plate[2], half_turn=half_turn), given)
    return moved if half_turn or len(given) > 3 else moved.translate(str.maketrans("+-", "-+"))


def symmetries(_options: Options) -> list[Symmetry]:
    """The symmetries of the game with any options."""
    half = Symmetry(_half_turn_text, lambda move: _move(move, half_turn=True), lambda index: 1 - index)
    mirror = Symmetry(_mirror_text, lambda move: _move(move, half_turn=False), lambda index: index)
    return [half, mirror]
