"""How a position of Hendeca is drawn: tiles on a sea whose view follows them, standing figures, flags, an anchor."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from tablier.core.position import Position
from tablier.games.hendeca import GAME
from tablier.games.hendeca.board import PLAYERS, Board
from tablier.games.hendeca.notation import read_move
from tablier.games.hendeca.sea import PITCH, ROW, coast, name, parts, point, route
from tablier.geometry.hexes import Cell
from tablier.scene import Aid, Circle, Gesture, Part, Path, Phrase, Point, Scene, Shape, Step
from tablier.scene.model import StepKind
from tablier.scene.parts import hexagon, honeycomb, mark, name_label, num, polygon, rounded

__all__ = ["aids", "gesture", "hand", "scene", "transition"]

_COLOURS = {"white": "ivory", "black": "ebony", "red": "red"}
_OUTLINE = rounded(hexagon(53.0), 2.6)  # the edge of a tile, its corners as round as strokes 9 wide make them
_ASIDE = 14.0  # a figure and a flag on one island stand so far left and right of its middle
_LASTING = ("piece", "mark", "cell")
_MARGIN = 0.75 * PITCH
_LEAST = 7 * PITCH, 5 * ROW


def scene(position: Position) -> Scene:
    """The position drawn."""
    board = Board.of(position)
    shore = coast(board.islands)
    panel = _view([*board.islands, *shore], _MARGIN)
    left, top, width, height = panel
    islands = sorted(board.islands, key=lambda cell: (-cell[1], cell[0]))
    shapes = [
        _sea(panel),
        _waves(board.islands, shore, panel),
        *(_spot(cell) for cell in sorted(shore, key=lambda cell: (-cell[1], cell[0]))),
        *(_island(cell) for cell in islands),
    ]
    for cell in islands:
        shapes += _on_island(board, cell)
    shapes += [_name(cell, "isle", 27 if board.standing(cell) is None else 40) for cell in islands]
    shapes += [_name(cell, "sea", 27) for cell in sorted(shore)]
    return Scene(
        box=(left - 12, top - 10, width + 24, height + 28),
        tight=_view([*board.islands, *shore], 0.58 * PITCH),
        shapes=tuple(shapes),
        views=(0.0, 0.0),
        character=_character(width, height),
    )


def _view(cells: Iterable[Cell], margin: float) -> tuple[float, float, float, float]:
    """The part of the sea to show: islands and all cells beside them, so that it stays the same from a figure move to the
    island move, and no smaller than seven cells by five."""
    xs, ys = zip(*map(point, cells), strict=True)
    width, height = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    wide, high = max(width, _LEAST[0]), max(height, _LEAST[1])
    return (min(xs) + max(xs) - wide) / 2, (min(ys) + max(ys) - high) / 2, wide, high


def _character(width: float, height: float) -> tuple[float, float]:
    """The size of a terminal character so that the sea fits into 80 × 40 of them."""
    across = next((columns for columns in (6, 4) if width / PITCH * columns <= 74), 0)
    return PITCH / across if across else width / 74, max(ROW / 2, height / 38)


def _sea(panel: tuple[float, float, float, float]) -> Shape:
    left, top, width, height = panel
    x, y = width / 2, height / 2
    d = rounded([(-x, -y), (x, -y), (x, y), (-x, y)], 28)
    parts = (Path(d, fill="sea-side", drop=6), Path(d, fill="sea"))
    return Shape("board:sea", "board", (left + x, top + y), parts)


def _waves(islands: frozenset[Cell], shore: set[Cell], panel: tuple[float, float, float, float]) -> Shape:
    """Small waves on some of the cells that are not beside islands; where the map is wide, only near them."""
    left, top, width, height = panel
    x0, y0 = left + width / 2, top + height / 2
    ripples = []
    offing = coast(islands | shore)
    for cell in sorted(offing | coast(islands | shore | offing)):
        x, y = point(cell)
        inside = abs(x - x0) < width / 2 - 30 and abs(y - y0) < height / 2 - 24
        if inside and (cell[0] * 5 + cell[1] * 11) % 7 in (0, 3, 5):
            ripples.append(f"M{num(x - x0 - 9)} {num(y - y0)}q4.5 -5 9 0t9 0")
    parts = (Path("".join(ripples), stroke="sea-line", width=2.4),) if ripples else ()
    return Shape("board:waves", "board", (x0, y0), parts, turns=True)


def _spot(cell: Cell) -> Shape:
    words = Phrase("words.sea", {"cell": name(cell)})
    return Shape(f"sea:{name(cell)}", "spot", point(cell), outline=_OUTLINE, glyph=("·",), words=words)


def _name(cell: Cell, kind: str, down: float) -> Shape:
    """The name of a cell, low in it: below a target's dot, or below a figure's feet."""
    x, y = point(cell)
    text, label = name(cell), name_label(name(cell).replace("-", "−"))
    return Shape(f"label:{text}", "label", (x, y + down), label, names=(f"{kind}:{text}",))


def _tile() -> tuple[Part, ...]:
    """An island's parts. Corners are rounded by strokes 9 wide in the colour of the fill."""
    shadow, body, face = (polygon(hexagon(radius)) for radius in (48.0, 47.7, 45.8))
    return (
        Path(shadow, fill="sea-side", stroke="sea-side", width=9, drop=12),
        Path(body, fill="isle-side", stroke="isle-side", width=9, drop=7),
        Path(body, fill="isle-side", stroke="isle-side", width=9),
        Path(face, fill="isle", stroke="isle", width=9),
        Path(polygon(hexagon(43.4)), stroke="isle-line", width=2),
    )


_TILE = _tile()


def _island(cell: Cell) -> Shape:
    words = Phrase("words.island", {"cell": name(cell)})
    return Shape(
        f"isle:{name(cell)}",
        "cell",
        point(cell),
        _TILE,
        outline=_OUTLINE,
        glyph=("(   )",),
        words=words,
    )


def _on_island(board: Board, cell: Cell) -> list[Shape]:
    """The anchor, the flag and the figure on an island."""
    shapes = []
    who, flag = board.standing(cell), board.flagged(cell)
    x, y = point(cell)
    at = f"isle:{name(cell)}"
    if cell == board.last and board.phase in ("figure", "island"):
        parts = _anchor(who is not None, flag is not None)
        words = Phrase("words.anchor", {"cell": name(cell)})
        glyph = ("[   ]",)
        shapes.append(Shape(f"anchor:{name(cell)}", "mark", (x, y), parts, at=at, glyph=glyph, words=words))
    if flag is not None:
        place = (x + _ASIDE if who else x, y)
        words = Phrase(f"words.flag_{flag}", {"cell": name(cell)})
        owner = PLAYERS.index(flag)
        parts = _flag(_COLOURS[flag], who is not None)
        shapes.append(Shape(f"flag:{flag}", "mark", place, parts, at=at, owner=owner, glyph=(flag[0],), words=words))
    if who is not None:
        place = (x - _ASIDE if flag else x, y)
        words = Phrase(f"words.{who}", {"cell": name(cell)})
        player = PLAYERS.index(who) if who in PLAYERS else None
        parts = _figure(_COLOURS[who], flag is not None)
        glyph = (who[0].upper(),)
        shapes.append(Shape(f"figure:{who}", "piece", place, parts, at=at, owner=player, glyph=glyph, words=words))
    return shapes


_BODY = "M-8 -10C-9 4 -18 6 -19 18Q-19 24 0 24Q19 24 19 18C18 6 9 4 8 -10Z"
_SHINE = "M-4 -2C-5 8 -12 9 -13 16"
_POLE, _PENNANT = "M0 0L0 36", "M0 0L25 9L0 18Z"
_ANCHOR = "M0 -4.2L0 8M-4.5 -1L4.5 -1M-8 2C-7 7 -3 8.5 0 8.5C3 8.5 7 7 8 2"
_ANCHOR_INK = "ivory.edge"  # dark in every theme, as islands are light in every theme
_PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


def _scaled(d: str, scale: float, x: float, y: float) -> str:
    """A path made larger, then moved."""
    return _PAIR.sub(lambda pair: f"{num(float(pair[1]) * scale + x)} {num(float(pair[2]) * scale + y)}", d)


@functools.cache
def _figure(colour: str, aside: bool) -> tuple[Part, ...]:
    """A standing figure: a skirted body and a head that is the player's mark. Smaller when it shares its island."""
    scale, y = (1.15, 4.0) if aside else (1.3, 2.0)
    face, edge, width = f"{colour}.face", f"{colour}.edge", 2.4 * scale
    rx, ry, across = num(21 * scale), num(7 * scale), num(42 * scale)
    shadow = f"M{num(1 - 21 * scale)} {num(y + 22 * scale)}a{rx} {ry} 0 1 0 {across} 0a{rx} {ry} 0 1 0 -{across} 0Z"
    neck = y - 17 * scale
    own = GAME.look.colour(colour)
    head: Part
    if colour == "ivory":
        head, sign = Circle(0, neck, 12.5 * scale, face, edge, width), mark(own, 0, neck, 5.5 * scale)
    elif colour == "ebony":
        side = 11.5 * scale
        corners = [(-side, neck - side), (side, neck - side), (side, neck + side), (-side, neck + side)]
        head, sign = Path(rounded(corners, 3 * scale), face, edge, width), mark(own, 0, neck, 4.8 * scale)
    else:
        tips = [(0, -16), (15, 0), (0, 14), (-15, 0)]
        outline = polygon([(dx * scale, neck + dy * scale) for dx, dy in tips])
        head, sign = Path(outline, face, edge, width), mark(own, 0, neck - 0.5 * scale, 4.5 * scale)
    shine = () if colour == "ivory" else (Path(_scaled(_SHINE, scale, 0, y), stroke="highlight", width=width),)
    return Path(shadow, "shadow"), Path(_scaled(_BODY, scale, 0, y), face, edge, width), head, sign, *shine


@functools.cache
def _flag(colour: str, aside: bool) -> tuple[Part, ...]:
    scale, x, y = (1.0, 0.0, -26.0) if aside else (1.5, -11.0, -26.0)
    return (
        Path(_scaled(_POLE, scale, x, y), stroke="isle-side", width=3 * scale),
        Path(_scaled(_PENNANT, scale, x, y), f"{colour}.face", f"{colour}.edge", 2 * scale),
        mark(GAME.look.colour(colour), x + 8 * scale, y + 9 * scale, 3.45 * scale),
    )


@functools.cache
def _anchor(figure: bool, flag: bool) -> tuple[Part, ...]:
    """A ring and an anchor, which makes room for what else is on the island."""
    scale, x, y = (0.85, 25.0, 20.0) if flag else (0.85, 28.0, -12.0) if figure else (1.5, 0.0, 0.0)
    return (
        Path(polygon(hexagon(43.4)), stroke=_ANCHOR_INK, width=2.4),
        Circle(x, y - 7 * scale, 2.8 * scale, stroke=_ANCHOR_INK, width=2 * scale),
        Path(_scaled(_ANCHOR, scale, x, y), stroke=_ANCHOR_INK, width=2 * scale),
    )


def hand(owner: str, tiles: int, flag: bool) -> tuple[Shape, ...]:
    """The islands a player still has to lay, the one with the flag, if it is among them, last."""
    parts = [_TILE] * (tiles - flag) + [_TILE + _flag(_COLOURS[owner], False)] * flag
    return tuple(Shape(f"hand:{owner}-{number}", "mark", (0.0, 0.0), tile) for number, tile in enumerate(parts, 1))


def gesture(position: Position, move: str) -> Gesture:
    """How a person plays a legal move."""
    tried = read_move(move)
    to, island = name(tried.to), name(tried.island)
    match tried.kind:
        case "lay" | "flag":
            either = {f"+{to}", f"*{to}"} <= position.codes().keys()
            return Gesture((f"sea:{to}",), {"lay": "blank", "flag": "flag"}[tried.kind] if either else None)
        case "step":
            return Gesture((f"figure:{PLAYERS[position.actor]}", f"isle:{to}"))
        case "jump":
            return Gesture(("figure:red", f"isle:{to}"))
        case "slide":
            return Gesture((f"isle:{island}", f"sea:{to}"))
        case "sink":
            return Gesture((f"isle:{island}",), "sink")
        case "pass":
            return Gesture((), "pass")


def transition(position: Position, move: str) -> tuple[Step, ...]:
    """The steps from the scene before a legal move to the scene after it."""
    board = Board.of(position)
    tried = read_move(move)
    change = _Change(scene(position), scene(position.play(move)))
    match tried.kind:
        case "lay" | "flag":
            change.enter(f"isle:{name(tried.to)}", 0)
            change.enter(f"flag:{board.own}", 0)
            change.enter(f"figure:{board.own}", 1)
        case "step":
            change.move("arc", f"figure:{board.own}", f"figure:{board.own}")
        case "jump":
            change.move("hop", "figure:red", "figure:red")
        case "slide":
            way = route(board.islands - {tried.island}, tried.island, tried.to)
            assert way is not None  # noqa: S101
            change.move("slide", f"isle:{name(tried.island)}", f"isle:{name(tried.to)}", way)
            if board.flagged(tried.island):
                change.move("slide", f"flag:{board.own}", f"flag:{board.own}", way)
        case "sink":
            change.sink(f"isle:{name(tried.island)}")
            if board.flagged(tried.island):
                change.sink(f"flag:{board.own}")
    return change.all_steps()


def aids(position: Position, move: str | None = None) -> tuple[Aid, ...]:
    """Round each archipelago there will be, when a move of an island splits or joins what there is."""
    if move is None:
        return ()
    tried = read_move(move)
    if tried.kind not in ("slide", "sink"):
        return ()
    before, after = (parts(Board.of(found).islands) for found in (position, position.play(move)))
    moved = {tried.island, tried.to} if tried.kind == "slide" else {tried.island}
    staying = [{part - moved for part in found if part - moved} for found in (before, after)]
    # An island that was alone, or will be, splits or joins as well; one that sinks does not.
    if staying[0] == staying[1] and (tried.kind == "sink" or len(before) == len(after)):
        return ()
    return tuple(Aid(line=honeycomb([point(cell) for cell in sorted(part)], PITCH)) for part in after)


class _Change:
    """Collects steps from one scene to another; what nobody has told about fades in or out or is set right in place."""

    def __init__(self, before: Scene, after: Scene) -> None:
        self._before = {shape.id: shape for shape in before.shapes if shape.role in _LASTING}
        self._after = {shape.id: shape for shape in after.shapes if shape.role in _LASTING}
        self._steps: list[Step] = []

    def enter(self, shape: str, stage: int) -> None:
        """The shape appears, if it is one that was not there."""
        if shape in self._after and shape not in self._before:
            self._steps.append(Step("enter", shape, self._after.pop(shape), stage))

    def move(self, kind: StepKind, old: str, new: str, way: list[Cell] | None = None) -> None:
        """The shape moves, straight or along the middles of cells."""
        before, after = self._before.pop(old), self._after.pop(new)
        path: tuple[Point, ...] = (before.place, after.place)
        if way is not None:
            path = (before.place, *map(point, way[1:-1]), after.place)
        self._steps.append(Step(kind, old, after, 0, path))

    def sink(self, shape: str) -> None:
        """The shape goes down and away."""
        x, y = self._before.pop(shape).place
        self._steps.append(Step("leave", shape, None, 0, ((x, y), (x, y + 7))))

    def all_steps(self) -> tuple[Step, ...]:
        """The steps told, and those for what else differs."""
        steps = self._steps
        for shape_id, shape in self._before.items():
            changed = self._after.pop(shape_id, None)
            if changed is None:
                steps.append(Step("leave", shape_id, None, 0))
            elif changed.place != shape.place:
                steps.append(Step("slide", shape_id, changed, 0, (shape.place, changed.place)))
            elif changed != shape:
                steps.append(Step("flip", shape_id, changed, 0))
        steps += [Step("enter", shape_id, shape, 1) for shape_id, shape in self._after.items()]
        return tuple(sorted(steps, key=lambda step: step.stage))
