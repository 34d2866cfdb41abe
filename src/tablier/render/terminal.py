"""Scene -> text for a terminal. Everything is told by characters; colours only add to it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from rich.cells import cell_len, get_character_cell_size
from rich.color import Color, ColorSystem

from tablier.render.themes import Colour, palette
from tablier.scene import Marks, Scene, Shape, turned

__all__ = ["SIGNS", "columns", "draw"]

SIGNS = {
    "left": (":", ":"),
    "changed": ("~", "~"),
    "landed": (">", "<"),
    "targets": ("*", "*"),
    "selected": ("{", "}"),
    "witness": ("!", "!"),
    "focus": ("|", "|"),
}
"""What stands before and after a marked shape; where two meet, the later wins. An empty target is a single star."""

_NO_MARKS = Marks()
_UNDERLINED = {"landed", "changed"}
_UPSIDE_DOWN = str.maketrans("<>()[]{}^v∧∨↑↓←→▲▼◀▶◢◤◣◥▀▄▌▐┌┘┐└", "><)(][}{v^∨∧↓↑→←▼▲▶◀◤◢◥◣▄▀▐▌┘┌└┐")


def draw(
    scene: Scene,
    *,
    marks: Marks = _NO_MARKS,
    colour: bool = True,
    theme: str = "light",
    turn: float = 0.0,
    coordinates: bool = True,
) -> str:
    """The scene in characters, one line a row, without spaces at the ends of lines.

    Pieces and signs stand on a colour of their own, so that they read on dark and on light terminals; without `colour` there
    are the same characters and no escape codes. `turn` turns the board clockwise, in degrees; a player's own view is
    ``turn=scene.views[player]``. ValueError for a theme, mark or measure that does not exist.
    """
    colours = palette(theme, look=scene.look)
    if not isinstance(turn, int | float) or isinstance(turn, bool) or not abs(turn) < 1e9:
        raise ValueError(f"turn is a number of degrees, not {turn!r}")
    view = turned(scene, turn)
    states = _states(view, marks)
    grid = _Grid(*scene.character, upside_down=round(turn) % 360 == 180)
    standing: dict[str, Shape] = {}
    for shape in view.shapes:
        if shape.role == "label" and not coordinates:
            continue
        grid.write(shape, _style(shape, states.get(_carrier(shape), set()), colours))
        if shape.role == "piece":
            standing[_carrier(shape)] = shape
    chips = {"targets": ("accent", "on-accent"), "selected": ("accent", "on-accent"), "witness": ("danger", "surface")}
    shapes = {shape.id: shape for shape in view.shapes}
    for state, (before, after) in SIGNS.items():
        style = _chip(*(colours[role].hex for role in chips[state])) if state in chips else "1"
        for carrier, found in states.items():
            if state not in found:
                continue
            if state == "targets" and carrier not in standing:
                grid.sign(shapes[carrier], before, style)
            else:
                grid.frame(standing.get(carrier, shapes[carrier]), before, after, style)
    return grid.text(colour)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return cell_len(text)


def _carrier(shape: Shape) -> str:
    """What a mark on the shape is told at: a piece's place, so that a cell and what stands on it are told by one sign."""
    return shape.at if shape.role == "piece" and shape.at is not None else shape.id


def _states(scene: Scene, marks: Marks) -> dict[str, set[str]]:
    if not isinstance(marks, Marks):
        raise ValueError(f"marks are Marks, not {marks!r}")  # noqa: TRY004
    shapes = {shape.id: shape for shape in scene.shapes}
    result: dict[str, set[str]] = {}
    for state in SIGNS:
        for shape_id in getattr(marks, state):
            if shape_id not in shapes:
                raise ValueError(f"cannot mark {shape_id!r} as {state}: the scene has no shape of that id")
            carrier = _carrier(shapes[shape_id])
            result.setdefault(carrier if carrier in shapes else shape_id, set()).add(state)
    return result


def _style(shape: Shape, states: set[str], colours: Mapping[str, Colour]) -> str:
    """The numbers of the escape code; empty for plain text."""
    if shape.role == "piece":
        roles = [role for part in shape.parts for role in (part.fill, getattr(part, "stroke", None)) if role]
        face = next((role.removesuffix(".face") for role in roles if role.endswith(".face")), None)
        chip = _chip(colours[f"{face}.face"].hex, colours[f"{face}.mark"].hex) if f"{face}.mark" in colours else "1"
        return f"1;4;{chip}" if states & _UNDERLINED else chip
    return "2" if shape.role in ("board", "cell", "spot") and not states else ""


def _chip(ground: str, ink: str) -> str:
    """A colour of ink and one of the ground, as near as a terminal of 256 colours comes to them."""
    near = [Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT) for colour in (ink, ground)]
    return ";".join((*near[0].get_ansi_codes(foreground=True), *near[1].get_ansi_codes(foreground=False)))


class _Grid:
    """Characters with their styles by row and column. The second column of a wide character holds an empty text."""

    def __init__(self, width: float, height: float, *, upside_down: bool) -> None:
        if not (width > 0 and height > 0):
            raise ValueError(f"the size of a scene's character is two numbers above 0, not {(width, height)!r}")
        self._size = width, height
        self._upside_down = upside_down
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def _start(self, shape: Shape, rows: int, wide: int) -> tuple[int, int]:
        """The row and column where a block of characters centred on the shape begins."""
        x, y = shape.place[0] / self._size[0], shape.place[1] / self._size[1]
        # Places half way between two characters must all be rounded the same way, in spite of inexact sums.
        return math.floor(y - (rows - 1) / 2 + 0.5 + 1e-6), math.floor(x - (wide - 1) / 2 + 0.5 + 1e-6)

    def write(self, shape: Shape, style: str) -> None:
        """Put the shape's characters; spaces leave what is there."""
        glyph = shape.glyph
        if self._upside_down and shape.turns:
            glyph = tuple(row[::-1].translate(_UPSIDE_DOWN) for row in glyph[::-1])
        for i, text in enumerate(glyph):
            row, column = self._start(shape, len(glyph), columns(text))
            for given in text:
                character = given if given.isprintable() else "\ufffd"
                self._put(row + i, column, character, style)
                column += get_character_cell_size(character)

    def sign(self, shape: Shape, character: str, style: str) -> None:
        """Put one character in the middle of the shape."""
        self._put(*self._start(shape, 1, 1), character, style)

    def frame(self, shape: Shape, before: str, after: str, style: str) -> None:
        """Put characters before and after the middle row of the shape."""
        middle = shape.glyph[len(shape.glyph) // 2] if shape.glyph else " "
        row, column = self._start(shape, 1, columns(middle))
        inner = middle.strip() or " "
        column += columns(middle[: middle.index(inner)])
        self._put(row, column - 1, before, style)
        self._put(row, column + columns(inner), after, style)

    def _put(self, row: int, column: int, character: str, style: str) -> None:
        if character == " ":
            return
        wide = get_character_cell_size(character)
        if wide == 0:
            under = self._cells.get((row, column - 1))
            if under is not None:
                self._cells[row, column - 1] = (under[0] + character, under[1])
            return
        for taken in range(column, column + wide):
            old = self._cells.pop((row, taken), ("x", ""))[0]
            # Half a wide character cannot stay.
            if old == "":
                self._cells.pop((row, taken - 1), None)
            elif get_character_cell_size(old[0]) == 2:
                self._cells.pop((row, taken + 1), None)
        self._cells[row, column] = (character, style)
        if wide == 2:
            self._cells[row, column + 1] = ("", style)

    def text(self, colour: bool) -> str:
        """All rows, from the first character to the last."""
        if not self._cells:
            return ""
        rows, cols = ({place[i] for place in self._cells} for i in (0, 1))
        first, width = min(cols), max(cols) - min(cols) + 1
        if width > 1000 or max(rows) - min(rows) >= 1000:
            raise ValueError(
                f"{width} columns and {max(rows) - min(rows) + 1} rows are wanted; 1000 of each are the most"
            )
        lines = []
        for row in range(min(rows), max(rows) + 1):
            cells = [self._cells.get((row, first + i), (" ", "")) for i in range(width)]
            while cells and cells[-1][0] == " ":
                cells.pop()
            runs = []
            for style, run in itertools.groupby(cells, key=lambda cell: cell[1]):
                text = "".join(character for character, _ in run)
                runs.append(f"\x1b[{style}m{text}\x1b[0m" if colour and style else text)
            lines.append("".join(runs))
        return "\n".join(lines)
