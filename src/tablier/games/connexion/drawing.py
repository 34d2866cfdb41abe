"""Connexion drawn: plates of two woods in a frame, bridges of wood over the seams where triangles are connected, pawns, locks.

Triangles have no drawing of their own besides their plate's: they are spots (``light:c3``, ``dark:c3``) at their slots.
"""

from __future__ import annotations

import functools
from dataclasses import replace

from tablier.core.position import Position
from tablier.games.connexion.board import BLACK, WHITE, Board
from tablier.games.connexion.notation import board
from tablier.games.connexion.square import CELLS, INDEX, NAMES, SIZE, centre
from tablier.scene import Aid, Circle, Gesture, Part, Path, Phrase, Point, Scene, Shape, Step, Text
from tablier.scene.paintbox import EBONY
from tablier.scene.parts import circle, mark, num, rounded

__all__ = ["aids", "exit_id", "gesture", "pawn_id", "plate_id", "scene", "spot_id", "transition"]

PITCH = 90.0
PLATE = 84.0
FIELD = (50.0, 68.0)
SLOT = 21.84
PAWN = 15.5
BRIDGE = (10.0, 72.0)
EXIT_Y = (44.5, 631.5)
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
TURNS = {"+": 90.0, "-": -90.0, "*": 180.0}

_WOOD = ("maple", "walnut")
_SHADE = ("light", "dark")
_PLAYER = ("white", "black")
_GLYPH_WOOD = ("░", "▓")


def plate_id(plate: int) -> str:
    """The shape of a plate."""
    return f"plate:{NAMES[plate]}"


def spot_id(plate: int, player: int) -> str:
    """The shape of the player's triangle of a plate."""
    return f"{_SHADE[player]}:{NAMES[plate]}"


def pawn_id(plate: int, player: int) -> str:
    """The shape of the player's pawn on a plate."""
    return f"piece:{NAMES[plate]}{'wb'[player]}"


def exit_id(plate: int) -> str:
    """The shape of the chevron beyond a plate of the first or last row."""
    return f"board:exit-{NAMES[plate]}"


def _bridge_id(one: int, other: int) -> str:
    return f"bridge:{NAMES[one]}{NAMES[other]}"


def _lock_id(plate: int) -> str:
    return f"lock:{NAMES[plate]}"


def _point(plate: int) -> Point:
    x, y = centre(plate)
    return FIELD[0] + PITCH * x, FIELD[1] + PITCH * y


def _slot(found: Board, plate: int, player: int) -> Point:
    x, y = _point(plate)
    dx, dy = CORNERS[found.corner(plate, player)]
    return x + SLOT * dx, y + SLOT * dy


def _box(x: float, y: float, width: float, height: float, radius: float) -> str:
    return rounded([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], radius)


def _square(side: float, radius: float) -> str:
    return _box(-side / 2, -side / 2, side, side, radius)


_HALF = PLATE / 2
# The dark triangle of orientation 0, its corner as round as the plate's.
_DARK = f"M{-_HALF} {_HALF - 3}L{-_HALF} {7 - _HALF}Q{-_HALF} {-_HALF} {7 - _HALF} {-_HALF}L{_HALF - 3} {-_HALF}Z"
_PLATE_PARTS: tuple[Part, ...] = (
    Path(_square(PLATE, 7), fill="maple"),
    Path(_DARK, fill="walnut"),
    Circle(-SLOT, -SLOT, 7, stroke="maple", width=1.8, opacity=0.35),
    Circle(SLOT, SLOT, 7, stroke="walnut", width=1.8, opacity=0.4),
)
_PLATE_OUTLINE = _square(PLATE + 2, 8)
_PAWN_OUTLINE = circle(20)
_PAWN_PARTS: tuple[tuple[Part, ...], ...] = (
    (
        Circle(0, 0, PAWN + 1, fill="shadow", drop=2.5),
        Circle(0, 0, PAWN, fill="ivory.face", stroke="ivory.edge", width=2.2),
        Circle(0, 0, 7.4, stroke="ivory.mark", width=2.6),
    ),
    (
        Circle(0, 0, PAWN + 1, fill="shadow", drop=2.5),
        # The rim is of the pale wood: the ebony edge would vanish on walnut.
        Circle(0, 0, PAWN, fill="ebony.face", stroke="maple", width=2.2),
        mark(EBONY, 0, 0, 7.1),
    ),
)
_LOCK_PARTS: tuple[Part, ...] = (
    Circle(0, 0, 12, fill="surface", stroke="ink", width=2.2),
    Path(_box(-5.5, -1.3, 11, 8.1, 1.8), fill="ink"),
    Path("M-3.3 -1.1v-1.75a3.3 3.3 0 0 1 6.6 0v1.75", stroke="ink", width=2.1),
)


def _plate_glyph(orientation: int) -> tuple[str, ...]:
    """The plate in characters: two woods and the diagonal between them."""
    dx, dy = CORNERS[orientation]
    diagonal = "/" if dx == dy else "\\"
    rows = []
    for y in (-1, 0, 1):
        side = [x * dx + 3 * y * dy for x in range(-3, 4)]
        rows.append("".join(diagonal if at == 0 else _GLYPH_WOOD[BLACK if at > 0 else WHITE] for at in side))
    return tuple(rows)


@functools.cache
def _plate(plate: int, orientation: int) -> Shape:
    return Shape(
        plate_id(plate),
        "cell",
        _point(plate),
        _PLATE_PARTS,
        angle=90.0 * orientation,
        turns=True,
        outline=_PLATE_OUTLINE,
        glyph=_plate_glyph(orientation),
        words=Phrase("words.plate", {"plate": NAMES[plate], "corner": f"@words.corner_{orientation}"}),
    )


def _spot(found: Board, plate: int, player: int) -> Shape:
    return Shape(
        spot_id(plate, player),
        "spot",
        _slot(found, plate, player),
        owner=player,
        outline=_PAWN_OUTLINE,
        glyph=("·",),
        words=Phrase(f"words.{_SHADE[player]}", {"plate": NAMES[plate]}),
    )


def _pawn(found: Board, plate: int, player: int) -> Shape:
    return Shape(
        pawn_id(plate, player),
        "piece",
        _slot(found, plate, player),
        _PAWN_PARTS[player],
        at=spot_id(plate, player),
        owner=player,
        outline=_PAWN_OUTLINE,
        glyph=("○" if player == WHITE else "●",),
        words=Phrase("words.pawn", {"player": f"@words.{_PLAYER[player]}_pawn", "plate": NAMES[plate]}),
    )


@functools.cache
def _bridge(one: int, other: int, player: int) -> Shape:
    (x, y), (to_x, to_y) = _point(one), _point(other)
    width, length = BRIDGE if y == to_y else reversed(BRIDGE)
    rows, columns = (3, 1) if y == to_y else (1, 7)
    return Shape(
        _bridge_id(one, other),
        "mark",
        ((x + to_x) / 2, (y + to_y) / 2),
        (Path(_box(-width / 2, -length / 2, width, length, 0.5), fill=_WOOD[player]),),
        turns=True,
        at=plate_id(one),
        owner=player,
        glyph=(_GLYPH_WOOD[player] * columns,) * rows,
        words=Phrase(f"words.{_SHADE[player]}_bridge", {"one": NAMES[one], "other": NAMES[other]}),
    )


@functools.cache
def _lock(plate: int) -> Shape:
    return Shape(
        _lock_id(plate),
        "mark",
        _point(plate),
        _LOCK_PARTS,
        at=plate_id(plate),
        outline=circle(14),
        glyph=("×",),
        words=Phrase("words.lock", {"plate": NAMES[plate]}),
    )


def _exit(plate: int, player: int) -> Shape:
    x, _ = _point(plate)
    way = -1 if player == WHITE else 1
    d = f"M-12 {-5.5 * way}L0 {5.5 * way}L12 {-5.5 * way}"
    parts: tuple[Part, ...] = (Path(d, stroke="ivory.face", width=5),)
    if player == BLACK:
        parts = (Path(d, stroke="ebony.edge", width=6.2), Path(d, stroke="ebony.face", width=4.8))
    return Shape(
        exit_id(plate),
        "board",
        (x, EXIT_Y[player]),
        parts,
        turns=True,
        owner=player,
        outline=_box(-19, -12, 38, 24, 10),
        glyph=("^" if player == WHITE else "v",),
        words=Phrase("words.exit", {"player": f"@players.{_PLAYER[player]}", "plate": NAMES[plate]}),
    )


def _ground() -> tuple[Shape, ...]:
    frame = Shape(
        "board:frame",
        "board",
        (320, 334),
        (
            Path(_box(-304, -310, 608, 638, 26), fill="shadow"),
            Path(_box(-304, -312, 608, 638, 26), fill="frame-side"),
            Path(_box(-304, -320, 608, 640, 26), fill="frame"),
            Path(_box(-275, -271, 550, 550, 8), fill="frame-side"),
        ),
    )
    exits = [_exit(plate, WHITE) for plate in CELLS if plate % SIZE == SIZE - 1]
    exits += [_exit(plate, BLACK) for plate in CELLS if plate % SIZE == 0]
    return (frame, *exits)


def _labels() -> tuple[Shape, ...]:
    letters = [
        Shape(f"label:{name}", "label", (65 + PITCH * i, 634.5), (Text(0, 0, name, 13, "ink"),), glyph=(name,))
        for i, name in enumerate("abcdef")
    ]
    numbers = [
        Shape(
            f"label:{row + 1}",
            "label",
            (31, _point(row)[1]),
            (Text(0, 0, str(row + 1), 13, "ink"),),
            glyph=(str(row + 1),),
        )
        for row in range(SIZE)
    ]
    return (*letters, *numbers)


_GROUND = _ground()
_LABELS = _labels()


def _bridges(found: Board) -> list[Shape]:
    return [
        _bridge(plate, other, player)
        for plate in CELLS
        for player in (WHITE, BLACK)
        for other in found.connected(plate, player)
        if plate < other
    ]


def _pawns(found: Board) -> list[Shape]:
    pawns = [_pawn(found, plate, player) for player in (WHITE, BLACK) for plate in sorted(found.pawns[player])]
    return sorted(pawns, key=lambda shape: shape.place[1])


def scene(position: Position) -> Scene:
    """The position drawn."""
    found = board(position.states)
    rows = sorted(CELLS, key=lambda plate: _point(plate)[1])
    shapes = (
        *_GROUND,
        *(_plate(plate, found.orientation[plate]) for plate in rows),
        *_bridges(found),
        *(_spot(found, plate, player) for plate in CELLS for player in (WHITE, BLACK)),
        *_LABELS,
        *_pawns(found),
        *(_lock(plate) for plate in sorted(found.protected)),
    )
    return Scene((0, 0, 640, 680), (16, 10, 608, 660), shapes, (0.0, 180.0), (PITCH / 8, PITCH / 4))


def gesture(position: Position, move: str) -> Gesture:
    """A turn: the plate and the way to turn it. A step: the pawn, then the triangle it goes to."""
    plate = INDEX[move[:2]]
    if len(move) == 3:
        return Gesture((plate_id(plate),), move[2])
    player = position.actor
    return Gesture((pawn_id(plate, player), spot_id(INDEX[move[3:]], player)))


def transition(position: Position, move: str) -> tuple[Step, ...]:
    """The locks of the last turn go. A step slides from slot to slot. A turn: the plate's bridges go, it turns with its pawns,
    bridges and locks come, pawns run out."""
    before = board(position.states)
    after = board(position.play(move).states)
    plate = INDEX[move[:2]]
    gone = [Step("leave", _lock_id(locked), None, 0, (_point(locked),)) for locked in sorted(before.protected)]
    if len(move) == 3:
        return _turn(before, after, plate, TURNS[move[2]], gone)
    player = position.actor
    target = INDEX[move[3:]]
    way = before.ways(plate, player, before.pawns[player])[target]
    path = tuple(_slot(before, passed, player) for passed in way)
    return _stages([Step("slide", pawn_id(plate, player), _pawn(after, target, player), 0, path), *gone])


def _turn(before: Board, after: Board, plate: int, angle: float, gone: list[Step]) -> tuple[Step, ...]:
    """The steps of a turn. All bridges of the plate go while it turns, also those that come back."""
    turned = replace(after, pawns=before.pawns)
    own = NAMES[plate]
    parting = [bridge for bridge in _bridges(before) if own in (bridge.id[-4:-2], bridge.id[-2:])]
    coming = [bridge for bridge in _bridges(after) if own in (bridge.id[-4:-2], bridge.id[-2:])]
    coming += [_lock(locked) for locked in sorted(after.protected)]
    standing = [player for player in (WHITE, BLACK) if plate in before.pawns[player]]
    return _stages(
        [*gone, *(Step("leave", bridge.id, None, 0, (bridge.place,)) for bridge in parting)],
        [
            Step("turn", plate_id(plate), _plate(plate, after.orientation[plate]), 0, angle=angle),
            *(
                Step("swing", pawn_id(plate, player), _pawn(turned, plate, player), 0, pivot=_point(plate), angle=angle)
                for player in standing
            ),
        ],
        [Step("enter", shape.id, shape, 0) for shape in coming],
        [
            Step("leave", pawn_id(left, player), None, 0, _run(turned, left, player))
            for player in (WHITE, BLACK)
            for left in sorted(before.pawns[player] - after.pawns[player])
        ],
    )


def _run(found: Board, plate: int, player: int) -> tuple[Point, ...]:
    """The way of a pawn that leaves: from slot to slot, over the edge, to the chevron."""
    way = found.way_out(plate, player)
    assert way is not None  # noqa: S101
    x, y = _point(way[-1])
    edge = y + (PITCH / 2) * (-1 if player == WHITE else 1)
    return (*(_slot(found, passed, player) for passed in way), (x, edge), (x, EXIT_Y[player]))


def _stages(*stages: list[Step]) -> tuple[Step, ...]:
    """The steps with their stages counted, those in which nothing happens left out."""
    return tuple(
        replace(step, stage=stage) for stage, steps in enumerate(steps for steps in stages if steps) for step in steps
    )


def aids(position: Position, move: str | None = None) -> tuple[Aid, ...]:
    """The paths on which pawns of the player to act stand."""
    if move is not None or position.is_over:
        return ()
    found, player = board(position.states), position.actor
    left = sorted(found.pawns[player])
    paths = []
    while left:
        path = sorted(found.ways(left[0], player))
        seams = [(one, other) for one in path for other in found.connected(one, player) if one < other]
        area = [_triangle(plate, found.corner(plate, player)) for plate in path] + [_seam(*seam) for seam in seams]
        paths.append(Aid(tuple(pawn_id(plate, player) for plate in left if plate in path), area="".join(area)))
        left = [plate for plate in left if plate not in path]
    return tuple(paths)


def _triangle(plate: int, corner: int) -> str:
    """The triangle in a corner of a plate. All go clockwise, as bridges do, so that where they overlap nothing is left out."""
    x, y = _point(plate)
    dx, dy = CORNERS[corner]
    tip, near, far = _HALF, _HALF - 7, 3 - _HALF
    points = [(tip, far), (tip, near), (tip, tip), (near, tip), (far, tip)]
    if dx != dy:
        points.reverse()
    a, b, c, d, e = (f"{num(x + dx * px)} {num(y + dy * py)}" for px, py in points)
    return f"M{a}L{b}Q{c} {d}L{e}Z"


def _seam(one: int, other: int) -> str:
    """The bridge between two plates."""
    (x, y), (to_x, to_y) = _point(one), _point(other)
    width, height = BRIDGE if y == to_y else reversed(BRIDGE)
    return _box((x + to_x - width) / 2, (y + to_y - height) / 2, width, height, 0.5)
