"""Ken Wan drawn: a slab of limed oak with hexagonal cells, and ceramic cubes with a full or a crossed face up."""

from __future__ import annotations

import functools
import math
from dataclasses import replace

from tablier.core.position import Position
from tablier.games.kenwan import GAME
from tablier.games.kenwan.hexagon import CELLS, CENTRE, INDEX, NEIGHBOURS, ROWS, neighbour, point
from tablier.games.kenwan.notation import board
from tablier.scene import Aid, Circle, Gesture, Part, Path, Phrase, Point, Scene, Shape, Step, Text
from tablier.scene.parts import hexagon, honeycomb, mark, num, polygon

__all__ = ["aids", "gesture", "group", "scene", "transition"]

_BOX = (0.0, 0.0, 640.0, 576.0)
_TIGHT = (8.0, 6.0, 624.0, 560.0)
_MIDDLE = (320.0, 284.0)
_PITCH = 62.0
_CHARACTER = (_PITCH / 4, _PITCH * math.sqrt(3) / 2)  # four characters from cell to cell, one line a row

_TURNS = (60.0, 120.0, 180.0, 240.0, 300.0)

_COLOURS = ("blue", "yellow", "red")
_FACE = 38.0
_CORNER = 6.5
_THICKNESS = 6.0
_EDGE = 1.7
_LIFT = -3.0  # the face's middle lies higher than the cell's, so that the cube as a whole stands in the middle


def _place(cell: int) -> Point:
    x, y = point(cell)
    return round(_MIDDLE[0] + _PITCH * x, 2), round(_MIDDLE[1] + _PITCH * y, 2)


def _rectangle(x: float, y: float, width: float, height: float, corner: float) -> str:
    """A rectangle with round corners."""
    r, w, h = num(corner), num(width - 2 * corner), num(height - 2 * corner)
    turn = f"a{r} {r} 0 0 1 "
    return (
        f"M{num(x + corner)} {num(y)}h{w}{turn}{r} {r}v{h}{turn}-{r} {r}"
        f"h{num(2 * corner - width)}{turn}-{r} -{r}v{num(2 * corner - height)}{turn}{r} -{r}Z"
    )


def _slab() -> Shape:
    outer = polygon(hexagon(290.75, flat_top=True))
    parts = tuple(
        Path(outer, fill=role, stroke=role, width=30, drop=drop)
        for role, drop in (("shadow", 13.0), ("slab-side", 8.0), ("slab", 0.0))
    )
    return Shape("board:slab", "board", _MIDDLE, parts)


def _cell(cell: int) -> Shape:
    name = CELLS[cell]
    closed = cell == CENTRE
    role = "closed" if closed else "cell"
    parts: tuple[Part, ...] = (Path(polygon(hexagon(31.1)), fill=role, stroke=role, width=5),)
    if closed:
        parts += (Path(polygon(hexagon(20)), stroke="slab", width=3), Circle(0, 0, 5, fill="slab"))
    return Shape(
        f"cell:{name}",
        "cell",
        _place(cell),
        parts,
        turns=True,
        outline=polygon(hexagon(33)),
        glyph=("#" if closed else "·",),
        words=Phrase("words.closed" if closed else "words.cell", {"cell": name}),
    )


def _labels() -> list[Shape]:
    anchors = [(row[0][0], row[0], -45.0, 0.0) for row in ROWS]
    for number in range(1, 10):
        lowest = next(name for name in CELLS if name[1] == str(number))
        anchors.append((str(number), lowest, 23.0, 40.0))
    shapes = []
    for text, name, dx, dy in anchors:
        x, y = _place(INDEX[name])
        shapes.append(Shape(f"label:{text}", "label", (x + dx, y + dy), (Text(0, 0, text, 13),), glyph=(text,)))
    return shapes


_BOARD = (_slab(), *(_cell(cell) for row in reversed(ROWS) for cell in map(INDEX.__getitem__, row)), *_labels())


def _cross(reach: float, width: float) -> str:
    """The two diagonals of a face as bars with square ends."""
    a, b = reach, width / math.sqrt(8)
    falling = [(-a - b, -a + b), (-a + b, -a - b), (a + b, a - b), (a - b, a + b)]
    rising = [(-x, y) for x, y in falling]
    return "".join(polygon([(x, y + _LIFT) for x, y in bar]) for bar in (falling, rising))


def _whole_face(colour: str) -> tuple[Part, ...]:
    side, run, turn = 15.6, 19.8, 4.2
    gleam = f"M{num(-side)} {num(_LIFT + turn + run - 16.4)}v{num(-run)}a{turn} {turn} 0 0 1 {turn} {-turn}h{num(run)}"
    return (Path(gleam, stroke="highlight", width=1.9), mark(GAME.look.colour(colour), 0, _LIFT, 7.4))


def _half_face(colour: str) -> tuple[Part, ...]:
    tint, face, edge = f"{colour}.half", f"{colour}.face", f"{colour}.edge"
    sign = GAME.look.colour(colour)
    if colour == "yellow":  # its face hardly shows on its tint: the cross is outlined, the mark takes the edge's colour
        bars: tuple[Part, ...] = (Path(_cross(15.2, 8), fill=edge), Path(_cross(15.2, 5), fill=face))
        ink = edge
    else:
        bars, ink = (Path(_cross(15.2, 6.5), fill=face),), face
    return (*bars, _wider(mark(sign, 0, _LIFT, 6.6, tint), tint), mark(sign, 0, _LIFT, 6.6, ink))


def _wider(part: Part, role: str) -> Part:
    return part if isinstance(part, Text) else replace(part, stroke=role, width=6.5)


@functools.cache
def _cube(sign: str) -> tuple[Part, ...]:
    """A cube, by its letter in a position's text."""
    colour = _COLOURS["BYR".index(sign.upper())]
    half = sign.islower()
    left, top = -_FACE / 2, _LIFT - _FACE / 2
    edge, side = f"{colour}.edge", f"{colour}.side"
    return (
        Path(_rectangle(left - 0.5, top + 9, _FACE + 1, _FACE, _CORNER), fill="shadow"),
        Path(_rectangle(left, top, _FACE, _FACE + _THICKNESS, _CORNER), fill=side, stroke=edge, width=_EDGE),
        Path(
            _rectangle(left, top, _FACE, _FACE, _CORNER),
            fill=f"{colour}.{'half' if half else 'face'}",
            stroke=edge,
            width=_EDGE,
        ),
        *(_half_face(colour) if half else _whole_face(colour)),
    )


@functools.cache
def _piece(cell: int, sign: str, players: int) -> Shape:
    seat = "BYR".index(sign.upper())
    return Shape(
        f"piece:{CELLS[cell]}",
        "piece",
        _place(cell),
        _cube(sign),
        at=f"cell:{CELLS[cell]}",
        owner=seat if seat < players else None,
        glyph=(f"({sign})" if sign.islower() else f"[{sign}]",),
        words=Phrase(
            "words.half" if sign.islower() else "words.whole",
            {"colour": f"@words.{_COLOURS[seat]}", "cell": CELLS[cell]},
        ),
    )


_FAR_FIRST = {cell: order for order, cell in enumerate(INDEX[name] for row in reversed(ROWS) for name in row)}


def scene(position: Position) -> Scene:
    """The position drawn."""
    players = len(position.game.players)
    found = board(position.states)
    pieces = [_piece(cell, found[cell], players) for cell in sorted(found, key=_FAR_FIRST.__getitem__)]
    return Scene(_BOX, _TIGHT, (*_BOARD, *pieces), (0.0,) * players, _CHARACTER, _TURNS)


def gesture(position: Position, move: str) -> Gesture:  # noqa: ARG001
    """Point at the piece, then at the cell."""
    if move == "pass":
        return Gesture((), "pass")
    source, target = move.split("-")
    return Gesture((f"piece:{source}", f"cell:{target}"))


def transition(position: Position, move: str) -> tuple[Step, ...]:
    """The piece is lifted and set down; then the neighbours that change tumble one by one, clockwise from the right."""
    if move == "pass":
        return ()
    players = len(position.game.players)
    before, after = board(position.states), board(position.play(move).states)
    source, target = (INDEX[name] for name in move.split("-"))
    landed = _piece(target, after[target], players)
    steps = [Step("arc", f"piece:{CELLS[source]}", landed, 0, (_place(source), landed.place))]
    for direction in (0, 5, 4, 3, 2, 1):
        cell = neighbour(target, direction)
        # The cell it came from may be next to where it lands: empty then, nothing to change.
        if cell in before and cell in after and before[cell] != after[cell]:
            steps.append(Step("flip", f"piece:{CELLS[cell]}", _piece(cell, after[cell], players), len(steps)))
    return tuple(steps)


def aids(position: Position, move: str | None = None) -> tuple[Aid, ...]:
    """Round the rest of the group of each piece that can be lifted."""
    if move is not None or position.is_over:
        return ()
    sign = "BYR"[position.actor]
    own = {cell for cell, found in board(position.states).items() if found.upper() == sign}
    found = []
    for source in sorted({legal.split("-")[0] for legal in position.codes()} - {"pass"}):
        rest = group(INDEX[source], own) - {INDEX[source]}
        if rest:
            found.append(Aid((f"piece:{source}",), honeycomb([_place(cell) for cell in sorted(rest)], _PITCH)))
    return tuple(found)


def group(cell: int, cells: set[int]) -> set[int]:
    """The connected part of `cells` that holds `cell`."""
    found, todo = {cell}, [cell]
    while todo:
        new = cells.intersection(NEIGHBOURS[todo.pop()]) - found
        found |= new
        todo += new
    return found
