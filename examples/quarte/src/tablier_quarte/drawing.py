"""Quarte drawn: a square slab with a grid of cells, and flat round stones."""

from __future__ import annotations

import functools
from typing import Any

from tablier.scene import Aid, Circle, Gesture, Path, Phrase, Point, Scene, Shape, Step, Text
from tablier.scene.paintbox import EBONY, IVORY
from tablier.scene.parts import mark, polygon
from tablier_quarte.notation import NAMES, board
from tablier_quarte.rules import CELLS, SIDE

__all__ = ["aids", "gesture", "scene", "transition"]

_PITCH = 74.0
_EDGE = 56.0  # from the box to the middle of the first cell
_WIDTH = 2 * _EDGE + (SIDE - 1) * _PITCH + 24.0
_BOX = (0.0, 0.0, _WIDTH, _WIDTH + 4.0)
_TIGHT = (4.0, 4.0, _WIDTH - 8.0, _WIDTH - 4.0)
_CHARACTER = (_PITCH / 4, _PITCH / 2)  # four characters from cell to cell, two lines a row
_COLOURS = (IVORY, EBONY)
_TURNS = (90.0, 180.0, 270.0)
_WORDS = ("words.white", "words.black")
_RADIUS = 26.0


def _place(cell: int) -> Point:
    column, row = divmod(cell, SIDE)
    return _EDGE + 12.0 + column * _PITCH, _EDGE + (SIDE - 1 - row) * _PITCH


def _square(half: float) -> str:
    return polygon([(-half, -half), (half, -half), (half, half), (-half, half)])


def _slab() -> Shape:
    first, last = _place(0), _place(CELLS - 1)
    middle = (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
    outer = _square(SIDE * _PITCH / 2)
    parts = tuple(
        Path(outer, fill=role, stroke=role, width=16, drop=drop)
        for role, drop in (("shadow", 10.0), ("slab-side", 6.0), ("slab", 0.0))
    )
    return Shape("board:slab", "board", middle, parts)


def _cell(cell: int) -> Shape:
    return Shape(
        f"cell:{NAMES[cell]}",
        "cell",
        _place(cell),
        (Path(_square(_PITCH / 2 - 4), fill="cell", stroke="cell", width=4),),
        turns=True,
        outline=_square(_PITCH / 2 - 2),
        glyph=("·",),
        words=Phrase("words.cell", {"cell": NAMES[cell]}),
    )


def _labels() -> list[Shape]:
    found = []
    for k in range(SIDE):
        x, y = _place(k * SIDE)
        found.append(Shape(f"label:{NAMES[k * SIDE][0]}", "label", (x, y + 66), (Text(0, 0, NAMES[k * SIDE][0], 14),)))
        x, y = _place(k)
        found.append(Shape(f"label:{k + 1}", "label", (x - 53, y), (Text(0, 0, str(k + 1), 14),)))
    return [Shape(s.id, s.role, s.place, s.parts, glyph=(s.id.removeprefix("label:"),)) for s in found]


_BOARD = (_slab(), *(_cell(cell) for cell in range(CELLS)), *_labels())


@functools.cache
def _stone(cell: int, player: int) -> Shape:
    colour = _COLOURS[player]
    edge = f"{colour.name}.edge"
    parts = (
        Circle(0, 7, _RADIUS, fill="shadow"),
        Circle(0, 4, _RADIUS, fill=f"{colour.name}.side", stroke=edge, width=1.7),
        Circle(0, 0, _RADIUS, fill=f"{colour.name}.face", stroke=edge, width=1.7),
        mark(colour, 0, 0, 9),
    )
    return Shape(
        f"piece:{NAMES[cell]}",
        "piece",
        _place(cell),
        parts,
        at=f"cell:{NAMES[cell]}",
        owner=player,
        glyph=("(o)" if player == 0 else "(x)",),
        words=Phrase(_WORDS[player], {"cell": NAMES[cell]}),
    )


def scene(position: Any) -> Scene:
    """The position drawn."""
    stones = [_stone(cell, player) for cell, player in board(position.states).items()]
    return Scene(_BOX, _TIGHT, (*_BOARD, *stones), (0.0, 0.0), _CHARACTER, _TURNS)


def gesture(_position: Any, move: str) -> Gesture:
    """Point at the cell."""
    return Gesture((f"cell:{move}",))


def transition(position: Any, move: str) -> tuple[Step, ...]:
    """The stone is laid."""
    stone = _stone(NAMES.index(move), position.to_act)
    return (Step("enter", stone.id, stone, 0),)


def aids(_position: Any, _move: str | None = None) -> tuple[Aid, ...]:
    """Nothing needs to be pointed out."""
    return ()
