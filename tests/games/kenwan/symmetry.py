"""Ken Wan: a sixth of a turn, each colour becoming the next (three players)."""

from __future__ import annotations

import re

from tests.games.oracle import Options
from tests.games.symmetry import Symmetry

ROWS = {letter: range(max(1, i - 3), min(9, i + 5) + 1) for i, letter in enumerate("ABCDEFGHI")}
NEXT_COLOUR = str.maketrans("byrBYR", "yrbYRB")


def _cell(cell: str) -> str:
    u, v = int(cell[1]) - 5, ord(cell[0]) - ord("E")
    u, v = u - v, u
    return f"{chr(ord('E') + v)}{u + 5}"


def _text(text: str) -> str:
    board, to_act, played, places = text.split()
    cells: dict[str, str] = {}
    for letter, row in zip("IHGFEDCBA", board.split("/"), strict=True):
        wide = "".join("." * int(c) if c.isdigit() else c for c in row)
        cells |= {f"{letter}{n}": c for n, c in zip(ROWS[letter], wide, strict=True)}
    turned = {_cell(cell): c.translate(NEXT_COLOUR) for cell, c in cells.items()}
    rows = []
    for letter in "IHGFEDCBA":
        row = "".join(turned[f"{letter}{n}"] for n in ROWS[letter])
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    return f"{'/'.join(rows)} {to_act.translate(NEXT_COLOUR)} {played} {places.translate(NEXT_COLOUR)}"


def _move(move: str) -> str:
    return move if move == "pass" else "-".join(_cell(cell) for cell in move.split("-"))


def symmetries(options: Options) -> list[Symmetry]:
    """The symmetries of the game with these options."""
    return [Symmetry(_text, _move, lambda index: (index + 1) % 3)] if options["players"] == 3 else []
