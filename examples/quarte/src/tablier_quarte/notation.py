"""Quarte in text: positions such as ``START``, rows 6 to 1 and who is to act; moves are cells such as ``c3``."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.core.options import Options
from tablier_quarte.rules import CELLS, LINES, NOBODY, SIDE, STATE

__all__ = ["NAMES", "board", "move_texts", "parse", "placed", "repetition_key", "start", "text", "turn_begins"]

NAMES = tuple(f"{column}{row}" for column in "abcdef" for row in range(1, SIDE + 1))
_SIGNS = "wb"
_ROWS = tuple(tuple(column * SIDE + row for column in range(SIDE)) for row in reversed(range(SIDE)))
START = "/".join(["." * SIDE] * SIDE) + " w"
_WANTED = f"a position looks like {START!r}: rows 6 to 1, then who is to act, w or b, or - when the game is over"


def start(options: Options) -> Any:
    """The start position."""
    return parse(options, START)


def parse(_options: Options, text: str) -> Any:
    """The position of a text; ValueError that says what is wrong and what would be right."""
    given = repr(text) if len(text) <= 60 else f"{text[:60]!r}… ({len(text)} characters)"
    try:
        return _read(text)
    except ValueError as error:
        raise ValueError(f"no position of quarte: {given}: {error}") from None


def _read(text: str) -> Any:
    fields = text.split(" ")
    rows = fields[0].split("/")
    if len(fields) != 2 or len(rows) != SIDE or any(len(row) != SIDE or set(row) - {".", "w", "b"} for row in rows):
        raise ValueError(_WANTED)
    stones = [0, 0]
    for row, cells in zip(rows, _ROWS, strict=True):
        for sign, cell in zip(row, cells, strict=True):
            if sign != ".":
                stones[_SIGNS.index(sign)] |= 1 << cell
    white, black = (word.bit_count() for word in stones)
    if white - black not in (0, 1):
        raise ValueError(f"White has laid as many stones as Black, or one more; here are {white} and {black}")
    mover = 0 if white > black else 1
    if _has_row(stones[1 - mover]):
        raise ValueError("four in a row end the game: only who moved last can have them")
    won = _has_row(stones[mover])
    over = won or white + black == CELLS
    acting = "-" if over else _SIGNS[1 - mover]
    if fields[1] != acting:
        raise ValueError(f"to act is {acting} here, not {fields[1][:20]!r}")
    states = np.zeros(1, STATE)
    states["stones"] = stones
    states["turn"] = -1 if over else 1 - mover
    states["winner"] = mover if won else NOBODY
    return states


def _has_row(stones: int) -> bool:
    return any(stones & line == line for line in map(int, LINES))


def board(states: Any) -> dict[int, int]:
    """Whose stone lies on each cell that is taken."""
    words = [int(word) for word in states[0]["stones"]]
    return {cell: player for cell in range(CELLS) for player in range(2) if words[player] >> cell & 1}


def text(states: Any) -> str:
    """The position's canonical text."""
    found, turn = board(states), int(states[0]["turn"])
    rows = ("".join(_SIGNS[found[cell]] if cell in found else "." for cell in row) for row in _ROWS)
    return f"{'/'.join(rows)} {'-' if turn < 0 else _SIGNS[turn]}"


def move_texts(_states: Any, moves: list[int]) -> list[str]:
    """The canonical texts of moves."""
    return [NAMES[move] for move in moves]


def turn_begins(_states: Any) -> bool:
    """Every move is a turn."""
    return True


def placed(states: Any) -> tuple[int | None, ...]:
    """Nobody has a place before the game is over."""
    if states[0]["turn"] >= 0:
        return (None, None)
    winner = int(states[0]["winner"])
    return tuple(1 if winner in (player, NOBODY) else 2 for player in range(2))


def repetition_key(states: Any) -> str:
    """The same position is the same text; here none comes back."""
    return text(states)
