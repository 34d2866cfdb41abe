"""Chinese checkers drawn: a star of limed oak with round holes, its points in their owners' colours, lacquered men."""

from __future__ import annotations

import functools
import itertools
import math

from tablier.core.position import Position
from tablier.games.chinese_checkers import GAME
from tablier.games.chinese_checkers.board import board, duty, sealed_men
from tablier.games.chinese_checkers.rules import SEATS, camp
from tablier.games.chinese_checkers.star import (
    DIRECTIONS,
    HEXAGON,
    HOLES,
    NAMED,
    NAMES,
    PITCH,
    POINTS,
    ROW_PITCH,
    ROWS,
    Hole,
    progress,
    screen,
)
from tablier.scene import Aid, Circle, Gesture, Part, Path, Phrase, Point, Scene, Shape, Step, Text
from tablier.scene.parts import circle, mark, num, polygon

__all__ = ["aids", "gesture", "scene", "transition"]

_BOX = (0.0, 0.0, 640.0, 700.0)
_TIGHT = (24.0, 6.0, 592.0, 690.0)
_MIDDLE = (320.0, 346.0)
_CHARACTER = (PITCH / 4, ROW_PITCH)  # four characters from hole to hole, one line a row

_HOLE = 10
_RADIUS = 15.5
_THICKNESS = 3.1
_EDGE = 1.5
_GLYPHS = {"blue": "●", "yellow": "▲", "red": "◆", "ivory": "○", "ebony": "■", "lilac": "✚"}
_TINTS = {"ebony": 0.26, "ivory": 0.35}  # how strongly a point shows its owner's colour; the others 0.3


def _place(hole: Hole) -> Point:
    x, y = screen(hole)
    return round(_MIDDLE[0] + x, 2), round(_MIDDLE[1] + y, 2)


# ---- The board -------------------------------------------------------------------------------------------------------


def _slab() -> Shape:
    """The star through its tips and the corners of the hexagon, widened by a broad round stroke."""
    tips = [next(hole for hole in holes if progress(point, hole) == 0) for point, holes in POINTS.items()]
    corners = [hole for hole in HEXAGON if sorted(map(abs, (*hole, hole[0] - hole[1]))) == [0, 4, 4]]
    ring = sorted((screen(hole) for hole in (*tips, *corners)), key=lambda at: math.atan2(at[1], at[0]))
    parts = tuple(
        Path(polygon(ring), fill=role, stroke=role, width=70, drop=drop)
        for role, drop in (("shadow", 13.0), ("slab-side", 8.0), ("slab", 0.0))
    )
    return Shape("board:slab", "board", _MIDDLE, parts)


def _lattice() -> Shape:
    lines = []
    for hole in HOLES:
        for dx, dy in DIRECTIONS[::2]:
            beside = (hole[0] + dx, hole[1] + dy)
            if beside in NAMES:
                (x, y), (to_x, to_y) = screen(hole), screen(beside)
                lines.append(f"M{num(x)} {num(y)}L{num(to_x)} {num(to_y)}")
    return Shape("board:lattice", "board", _MIDDLE, (Path("".join(lines), stroke="cell-line", width=1.4),))


def _tint(point: str, colour: str, men: int) -> Shape:
    """The area where a player begins, in the player's colour."""
    holes = camp(point, men)
    base = max(progress(point, hole) for hole in holes)
    row = sorted(hole for hole in holes if progress(point, hole) == base)
    tip = next(hole for hole in holes if progress(point, hole) == 0)
    corners = polygon([screen(hole) for hole in (tip, row[0], row[-1])])
    face = f"{colour}.face"
    part = Path(corners, fill=face, stroke=face, width=36, opacity=_TINTS.get(colour, 0.3))
    return Shape(f"board:{point}", "board", _MIDDLE, (part,), turns=True)


def _cell(hole: Hole) -> Shape:
    name = NAMES[hole]
    return Shape(
        f"cell:{name}",
        "cell",
        _place(hole),
        (Circle(0, 0, _HOLE, fill="cell", stroke="cell-line", width=1.6),),
        turns=True,
        outline=circle(21),
        glyph=("·",),
        words=Phrase("words.hole", {"hole": name}),
    )


def _labels() -> list[Shape]:
    """Letters on the left of the rows, numbers below the lowest hole of each diagonal."""
    anchors = [(NAMES[row[0]][0], row[0], -25.5, 0.0) for row in reversed(ROWS)]
    for x in range(-8, 9):
        lowest = min((hole for hole in HOLES if hole[0] == x), key=lambda hole: hole[1])
        anchors.append((str(x + 9), lowest, 13.0, 22.0))
    shapes = []
    for text, hole, dx, dy in anchors:
        left, top = _place(hole)
        place = round(left + dx, 2), round(top + dy, 2)
        shapes.append(Shape(f"label:{text}", "label", place, (Text(0, 0, text, 11),), glyph=(text,)))
    return shapes


_SLAB, _LATTICE = _slab(), _lattice()
_CELLS = tuple(_cell(hole) for hole in HOLES)
_LABELS = tuple(_labels())


@functools.cache
def _ground(colours: tuple[str, ...], men: int) -> tuple[Shape, ...]:
    tints = (_tint(point, colour, men) for point, colour in zip(SEATS[len(colours)], colours, strict=True))
    return (_SLAB, *tints, _LATTICE, *_CELLS, *_LABELS)


# ---- Men and marks ---------------------------------------------------------------------------------------------------


@functools.cache
def _man_parts(colour: str) -> tuple[Part, ...]:
    edge = f"{colour}.edge"
    return (
        Circle(0, _THICKNESS + 1.3, _RADIUS + 0.2, fill="shadow"),
        Circle(0, _THICKNESS, _RADIUS, fill=f"{colour}.side", stroke=edge, width=_EDGE),
        Circle(0, 0, _RADIUS, fill=f"{colour}.face", stroke=edge, width=_EDGE),
        Path("M-11.16 -4.34A12.09 12.09 0 0 1 4.34 -11.16", stroke="highlight", width=1.9),
        mark(GAME.look.colour(colour), 0, 0, 7.4),
    )


@functools.cache
def _man(hole: Hole, player: int, name: str, colour: str) -> Shape:
    at = NAMES[hole]
    return Shape(
        f"piece:{at}",
        "piece",
        _place(hole),
        _man_parts(colour),
        at=f"cell:{at}",
        owner=player,
        glyph=(_GLYPHS[colour],),
        words=Phrase("words.man", {"colour": f"@words.{name}", "hole": at}),
    )


@functools.cache
def _must_move(hole: Hole) -> Shape:
    """The ring round a man that the no-blocking rule calls."""
    at = NAMES[hole]
    return Shape(
        f"must:{at}",
        "mark",
        _place(hole),
        (Circle(0, 0, 18.6, stroke="halo", width=5.2), Circle(0, 0, 18.6, stroke="ink", width=2.6, dash="6 4.4")),
        at=f"cell:{at}",
        outline=circle(21),
        glyph=("( )",),
        words=Phrase("words.must", {"hole": at}),
    )


@functools.cache
def _lock(hole: Hole) -> Shape:
    """The badge of a sealed man, on its upper right however the board is turned."""
    at = NAMES[hole]
    return Shape(
        f"lock:{at}",
        "mark",
        _place(hole),
        (
            Circle(12.5, -11.5, 9, fill="surface", stroke="ink", width=1.5),
            Path("M10 -12.1v-1.9a2.5 2.5 0 0 1 5 0v1.9", stroke="ink", width=1.6),
            Path("M8.9 -12.4h7.2v5.2h-7.2Z", fill="ink", stroke="ink", width=0.8),
        ),
        at=f"cell:{at}",
        glyph=("  ×",),
        words=Phrase("words.lock", {"hole": at}),
    )


def _men(position: Position) -> dict[Hole, Shape]:
    players = position.game.players
    return {
        hole: _man(hole, player, players[player].name, players[player].colour)
        for hole, player in board(position.states).holders.items()
    }


def _marks(position: Position) -> dict[str, Shape]:
    called = duty(position.states)
    rings = [_must_move(hole) for hole in HOLES if called is not None and hole in called.men]
    shut_in = sealed_men(position.states)
    locks = [_lock(hole) for hole in HOLES if hole in shut_in]
    return {shape.id: shape for shape in (*rings, *locks)}


# ---- What the game asks of its drawing -------------------------------------------------------------------------------


def scene(position: Position) -> Scene:
    """The position drawn."""
    options = position.game.options
    colours = tuple(player.colour for player in position.game.players)
    men = _men(position)
    shapes = (
        *_ground(colours, int(options["men"])),
        *(men[hole] for hole in HOLES if hole in men),
        *_marks(position).values(),
    )
    # Clockwise from the bottom: the board turns back by as many sixths, so that each player's own point lies at the bottom.
    views = tuple(-60.0 * list(POINTS).index(point) % 360 for point in SEATS[len(colours)])
    return Scene(_BOX, _TIGHT, shapes, views, _CHARACTER)


def gesture(position: Position, move: str) -> Gesture:  # noqa: ARG001
    """Point at the man, then at the hole where it ends."""
    if move == "pass":
        return Gesture((), "pass")
    begin, end = move.split("-")
    return Gesture((f"piece:{begin}", f"cell:{end}"))


def transition(position: Position, move: str) -> tuple[Step, ...]:
    """A step slides; jumps are hops, one after another, on a shortest way. Marks go first and come last."""
    following = position.play(move)
    before, after = _marks(position), _marks(following)
    steps = [Step("leave", gone, None, 0, (before[gone].place,)) for gone in before if gone not in after]
    last = 0
    if move != "pass":
        begin, end = (NAMED[name] for name in move.split("-"))
        way = board(position.states).way(begin, end)
        player = position.game.players[position.actor]
        apart = max(abs(end[0] - begin[0]), abs(end[1] - begin[1]))
        for last, (here, there) in enumerate(itertools.pairwise(way)):
            man = _man(there, position.actor, player.name, player.colour)
            path = (_place(here), _place(there))
            steps.append(Step("slide" if apart == 1 else "hop", f"piece:{NAMES[here]}", man, last, path))
    steps += [Step("enter", new, shape, last + 1) for new, shape in after.items() if new not in before]
    return tuple(steps)


def aids(position: Position, move: str | None = None) -> tuple[Aid, ...]:
    """The holes of the goal while a man is picked up; where a man hides its hole, round that man."""
    if move is not None or position.is_over:
        return ()
    found, player = board(position.states), position.actor
    taken = found.holders
    rings = [_ring(_place(hole), _RADIUS + 3 if hole in taken else _HOLE) for hole in sorted(found.goal(player))]
    return (Aid(tuple(f"piece:{NAMES[hole]}" for hole in sorted(found.men[player])), "".join(rings)),)


def _ring(place: Point, radius: float) -> str:
    x, y = place
    r, across = num(radius), num(2 * radius)
    return f"M{num(x - radius)} {num(y)}a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1 -{across} 0Z"
