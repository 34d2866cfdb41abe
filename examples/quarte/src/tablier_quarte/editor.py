"""Quarte put together by hand: stones on cells. Whose turn it is follows from their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from tablier.core.game import Game
from tablier.core.palette import Draft, Layer, Palette, supply, symmetries, tool
from tablier.core.reason import Reason
from tablier.scene import Phrase, Scene
from tablier_quarte.drawing import draw, stone_parts
from tablier_quarte.notation import NAMES
from tablier_quarte.rules import CELLS, LINES, SIDE

__all__ = ["empty", "exists", "faults", "finished", "palette", "read", "scene", "text", "transformed", "turned"]

_SIGNS = {"w": "white", "b": "black"}
_ROWS = [[f"{column}{row}" for column in "abcdef"] for row in range(SIDE, 0, -1)]
_FORM = "a draft looks like a position: rows 6 to 1 of w, b and . with '/' between, then w, b or -"


def palette(game: Game) -> Palette:  # noqa: ARG001
    """Stones of both colours."""
    return Palette(
        layers=(Layer("stone", ("cell",), "piece"),),
        tools=tuple(
            tool(colour, "stone", sign, stone_parts(player), supply=colour, cycle=(colour, other, ""))
            for player, (sign, colour, other) in enumerate((("w", "white", "black"), ("b", "black", "white")))
        ),
        supplies=tuple(supply(colour, CELLS // 2) for colour in _SIGNS.values()),
        choices=(),
        symmetries=symmetries("turn", "mirror"),
        help=Phrase("editor.help"),
    )


def empty(game: Game) -> Draft:  # noqa: ARG001
    """The empty board, which is also the start."""
    return Draft({"stone": {}}, {})


def read(game: Game, text: str) -> Draft:  # noqa: ARG001
    """The draft of a text; who is to act follows from the stones."""
    fields = text.split(" ")
    rows = fields[0].split("/")
    if (
        len(fields) != 2
        or fields[1] not in ("w", "b", "-")
        or len(rows) != SIDE
        or any(len(row) != SIDE or set(row) - set("wb.") for row in rows)
    ):
        raise ValueError(f"{_FORM}; not {text!r:.100}")
    pairs = [pair for names, row in zip(_ROWS, rows, strict=True) for pair in zip(names, row, strict=True)]
    return Draft({"stone": {name: sign for name, sign in pairs if sign != "."}}, {})


def text(game: Game, draft: Draft) -> str:  # noqa: ARG001
    """The draft's text."""
    return _text(draft, "b" if len(_stones(draft, "w")) > len(_stones(draft, "b")) else "w")


def _text(draft: Draft, turn: str) -> str:
    return "/".join("".join(draft.at("stone", name) or "." for name in names) for names in _ROWS) + f" {turn}"


def exists(game: Game, kind: str, place: str) -> bool:  # noqa: ARG001
    """All cells."""
    return kind == "cell" and place in NAMES


def turned(thing: str, way: str) -> str:  # noqa: ARG001
    """Nothing turns."""
    return thing


def scene(game: Game, draft: Draft) -> Scene:  # noqa: ARG001
    """The draft drawn."""
    return draw({NAMES.index(name): "wb".index(sign) for name, sign in sorted(draft.laid["stone"].items())})


def transformed(game: Game, draft: Draft, symmetry: str) -> Draft:  # noqa: ARG001
    """A quarter turn clockwise, or left and right exchanged."""
    moved = {}
    for name, sign in draft.laid["stone"].items():
        column, row = divmod(NAMES.index(name), SIDE)
        column, row = (row, SIDE - 1 - column) if symmetry == "turn" else (SIDE - 1 - column, row)
        moved[NAMES[column * SIDE + row]] = sign
    return Draft({"stone": moved}, {})


def _stones(draft: Draft, sign: str) -> list[str]:
    return [name for name in NAMES if draft.at("stone", name) == sign]


def _in_rows(draft: Draft, sign: str) -> list[str]:
    """The stones of a colour that are in a row of four."""
    word = sum(1 << NAMES.index(name) for name in _stones(draft, sign))
    lines = [line for line in map(int, LINES) if word & line == line]
    return [name for cell, name in enumerate(NAMES) if any(line >> cell & 1 for line in lines)]


def finished(game: Game, draft: Draft) -> str | None:  # noqa: ARG001
    """The end: four in a row, or a full board."""
    return _text(draft, "-")


def faults(game: Game, draft: Draft) -> Iterator[Reason]:  # noqa: ARG001
    """What is wrong."""
    white, black = _stones(draft, "w"), _stones(draft, "b")
    if len(white) - len(black) not in (0, 1):
        more = white if len(white) > len(black) else black
        shapes = tuple(f"piece:{name}" for name in more)
        yield Reason("numbers", "moves", shapes, {"white": len(white), "black": len(black)})
    for sign, colour in _SIGNS.items():
        if _in_rows(draft, sign) and (sign == "w") != (len(white) > len(black)):
            shapes = tuple(f"piece:{name}" for name in _in_rows(draft, sign))
            yield Reason("row-before", "end", shapes, {"player": f"@players.{colour}"})
