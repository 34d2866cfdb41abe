"""Polygone drawn: rods on the grooves of an oak board, the two tips, a tray of captured rods for each player.

Points are cells (``cell:c3``), edges are spots (``edge:b2c3``) on which rods lie (``piece:b2c3``). While a choice between
captures is open, each polygon is a spot (``polygon:b2b3c3``) with a numbered disc.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import replace

from tablier.core.position import Position
from tablier.games.polygone import GAME
from tablier.games.polygone.notation import TIPS, members, ring_name, segments_of
from tablier.games.polygone.rules import BLACK, LOST, SEGMENTS, WHITE
from tablier.games.polygone.triangle import EDGES, ENDS, POINTS, TRIANGLES, direction, place
from tablier.games.polygone.turn import Capture, captures, choices, inside, split, swing
from tablier.scene import Aid, Circle, Gesture, Part, Path, Phrase, Point, Scene, Shape, Step, Text
from tablier.scene.parts import circle, mark, name_label, num, polygon

__all__ = ["aids", "edge_id", "gesture", "piece_id", "point_id", "polygon_id", "scene", "transition", "tray_id"]

EDGE = 114.0
CENTRE = (360.0, 251.0)
MARGIN = 36.0
REACH = EDGE / 2 - 19.5
"""Half the length of a rod between the centres of its round ends: six rods meet without touching."""

TRAY_Y = 522.0
TRAY_X = (480.0, 60.0)
"""Where the tray begins in which a player's captured rods lie: on the side of the player who took them."""
TRAY_PITCH = 30.0
TALLY_X = (288.0, 432.0)
"""Far enough apart for small screens, where what is written is drawn larger."""

_COLOURS = ("ivory", "ebony")
_NAMES = ("white", "black")
_SIGNS = ("○", "■")
_TIP_SIGNS = ("◎", "▣")


def point_id(point: int) -> str:
    """The shape of a point."""
    return f"cell:{POINTS[point]}"


def edge_id(edge: int) -> str:
    """The spot of an edge."""
    return f"edge:{EDGES[edge]}"


def piece_id(edge: int) -> str:
    """The segment on an edge."""
    return f"piece:{EDGES[edge]}"


def polygon_id(points: Sequence[int]) -> str:
    """The spot of a polygon that can be chosen."""
    return f"polygon:{ring_name(list(points))}"


def tray_id(player: int, number: int) -> str:
    """The captured rod of a player that lies in the tray at a place counted from 0."""
    return f"tray:{_NAMES[player]}:{number + 1}"


def _point(point: int) -> Point:
    x, y = place(point)
    return round(CENTRE[0] + EDGE * x, 2), round(CENTRE[1] + EDGE * y, 2)


def _middle(edge: int) -> Point:
    (px, py), (qx, qy) = (_point(point) for point in ENDS[edge])
    return (px + qx) / 2, (py + qy) / 2


def _angle(edge: int) -> float:
    """How far a rod on an edge is turned clockwise: 0, 60 or 120 degrees; half a turn makes no difference to a rod."""
    return -60.0 * direction(ENDS[edge][0], edge) % 180


def _capsule(reach: float, radius: float) -> str:
    """The outline of a rod, or of a ring round it."""
    a, r = num(reach), num(radius)
    return f"M-{a} -{r}L{a} -{r}A{r} {r} 0 0 1 {a} {r}L-{a} {r}A{r} {r} 0 0 1 -{a} -{r}Z"


_OUTLINE = _capsule(REACH, 12)


def _rod(player: int) -> tuple[Part, ...]:
    """A rod along the x axis: one line along White's, three notches across Black's."""
    colour = _COLOURS[player]
    line = f"M-{num(REACH)} 0L{num(REACH)} 0"
    body: tuple[Part, ...] = (
        Path(line, stroke="shadow", width=16, drop=5),
        Path(line, stroke=f"{colour}.side", width=18.4, drop=1.5),
        Path(line, stroke=f"{colour}.edge", width=18.4),
        Path(line, stroke=f"{colour}.face", width=15),
    )
    if player == WHITE:
        return (*body, Path("M-14 0L14 0", stroke="ivory.mark", width=2.4, opacity=0.75))
    notches = "".join(f"M{x} -4.4L{x} 4.4" for x in (-9, 0, 9))
    return (*body, Path(notches, stroke="ebony.mark", width=2.2, opacity=0.9))


def _tray_rod(player: int) -> tuple[Part, ...]:
    """A captured rod: small, upright."""
    colour = _COLOURS[player]
    body: tuple[Part, ...] = (
        Path("M0 -8L0 8", stroke=f"{colour}.edge", width=14),
        Path("M0 -8L0 8", stroke=f"{colour}.face", width=10),
    )
    lines = "M0 -5L0 5" if player == WHITE else "M-3 -4.5L3 -4.5M-3 0L3 0M-3 4.5L3 4.5"
    return (*body, Path(lines, stroke=f"{colour}.mark", width=1.7))


_RODS = _rod(WHITE), _rod(BLACK)
_TRAY_RODS = _tray_rod(WHITE), _tray_rod(BLACK)


def _glyph(edge: int, player: int) -> tuple[str, ...]:
    """A rod in characters, the sign of its player in the middle; the lines are those of the grooves' directions."""
    sign = _SIGNS[player]
    angle = _angle(edge)
    if angle == 0:
        return (("───{}───" if player == WHITE else "━━━{}━━━").format(sign),)
    return ("╲  ", f" {sign} ", "  ╲") if angle == 60 else ("  ╱", f" {sign} ", "╱  ")


@functools.cache
def _piece(edge: int, player: int) -> Shape:
    return Shape(
        piece_id(edge),
        "piece",
        _middle(edge),
        _RODS[player],
        angle=_angle(edge),
        turns=True,
        at=edge_id(edge),
        owner=player,
        outline=_OUTLINE,
        glyph=_glyph(edge, player),
        words=Phrase(f"words.{_NAMES[player]}_segment", _ends(edge)),
    )


def _ends(edge: int) -> dict[str, str | int]:
    p, q = ENDS[edge]
    return {"one": POINTS[p], "other": POINTS[q]}


def _spot(edge: int) -> Shape:
    return Shape(
        edge_id(edge),
        "spot",
        _middle(edge),
        angle=_angle(edge),
        turns=True,
        outline=_OUTLINE,
        glyph=("·",),
        words=Phrase("words.edge", _ends(edge)),
    )


def _tip(point: int, player: int) -> Shape:
    colour = _COLOURS[player]
    h = 4.5
    square = polygon([(-h, -h), (h, -h), (h, h), (-h, h)])
    middle: Part = (
        Circle(0, 0, h, fill="ivory.face", stroke="ivory.edge", width=1.6)
        if player == WHITE
        else Path(square, fill="ebony.face", stroke="ebony.edge", width=1.6)
    )
    return Shape(
        point_id(point),
        "cell",
        _point(point),
        (
            Circle(0, 0, 13.5, fill="oak", stroke=f"{colour}.edge", width=8),
            Circle(0, 0, 13.5, stroke=f"{colour}.face", width=4.6),
            middle,
        ),
        outline=circle(20.5),
        glyph=(_TIP_SIGNS[player],),
        words=Phrase("words.tip", {"point": POINTS[point], "player": f"@players.{_NAMES[player]}"}),
    )


def _cell(point: int) -> Shape:
    if point in TIPS:
        return _tip(point, TIPS.index(point))
    return Shape(
        point_id(point),
        "cell",
        _point(point),
        (Circle(0, 0, 4.6, fill="oak-side"),),
        outline=circle(11),
        glyph=("+",),
        words=Phrase("words.point", {"point": POINTS[point]}),
    )


def _tray_place(player: int, number: int) -> Point:
    """Rods past the seventh lie between the first ones."""
    x = TRAY_X[player] + TRAY_PITCH * (number if number < LOST else number - LOST + 0.5)
    return x, TRAY_Y


def _ground() -> tuple[Shape, ...]:
    cx, cy = CENTRE
    corners = [_point(POINTS.index(name)) for name in ("a1", "a4", "c6", "e4", "e1", "c1")]
    hull = polygon([(x - cx, y - cy) for x, y in corners])
    slab = Shape(
        "board:slab",
        "board",
        CENTRE,
        (
            Path(hull, stroke="shadow", width=2 * MARGIN, drop=14),
            Path(hull, fill="oak-side", stroke="oak-side", width=2 * MARGIN, drop=8),
            Path(hull, fill="oak", stroke="oak", width=2 * MARGIN),
        ),
    )
    lines = [
        f"M{num(px - cx)} {num(py - cy)}L{num(qx - cx)} {num(qy - cy)}"
        for (px, py), (qx, qy) in ((_point(p), _point(q)) for p, q in ENDS)
    ]
    grooves = Shape("board:grooves", "board", CENTRE, (Path("".join(lines), stroke="groove", width=3),))
    empty = Path("M-5 -8A5 5 0 0 1 5 -8L5 8A5 5 0 0 1 -5 8Z", stroke="control", width=1.8, dash="3 3")
    trays = [
        Shape(
            f"board:tray-{_NAMES[player]}-{number + 1}",
            "board",
            _tray_place(player, number),
            (empty,),
            fixed=True,
            glyph=("·",),
        )
        for player in (BLACK, WHITE)
        for number in range(LOST)
    ]
    return slab, grooves, *trays


def _labels() -> tuple[Shape, ...]:
    firsts = [next(point for point, name in enumerate(POINTS) if name[0] == letter) for letter in "abcde"]
    return tuple(
        Shape(
            f"label:{POINTS[point][0]}",
            "label",
            # Left of the tip's ring in the longest row.
            (_point(point)[0] - (26 if point in TIPS else 24), _point(point)[1]),
            (Text(0, 0, POINTS[point][0], 13),),
            glyph=(POINTS[point][0],),
        )
        for point in firsts
    )


def _name(point: int) -> Shape:
    """The name of a point, for whoever points at it or at an edge that ends there; between the rods that may meet there."""
    x, y = _point(point)
    edges = (edge_id(edge) for edge, ends in enumerate(ENDS) if point in ends)
    below = 30 if point in TIPS else 21
    label = name_label(POINTS[point])
    return Shape(f"label:{POINTS[point]}", "label", (x, y + below), label, names=(point_id(point), *edges))


_GROUND = (*_ground(), *(_cell(point) for point in sorted(range(len(POINTS)), key=lambda point: _point(point)[1])))
_SPOTS = (*_labels(), *(_spot(edge) for edge in range(len(EDGES))))
_NAMES_OF_POINTS = tuple(_name(point) for point in range(len(POINTS)))


@functools.cache
def _captured(player: int, number: int) -> Shape:
    """A captured rod in its tray."""
    return Shape(
        tray_id(player, number),
        "mark",
        _tray_place(player, number),
        _TRAY_RODS[player],
        owner=player,
        outline="M-9 -8A9 9 0 0 1 9 -8L9 8A9 9 0 0 1 -9 8Z",
        glyph=(_SIGNS[player],),
        words=Phrase(f"words.{_NAMES[player]}_captured"),
        fixed=True,
    )


@functools.cache
def _tally(player: int, taken: int) -> Shape:
    """How many rods a player has captured, of the seven that win, beside the player's mark."""
    colour, x = _COLOURS[player], 32.0 if player == WHITE else -32.0
    disc = Circle(x, 0, 9, fill=f"{colour}.face", stroke=f"{colour}.edge", width=1.6)
    return Shape(
        f"tally:{_NAMES[player]}",
        "mark",
        (TALLY_X[player], TRAY_Y),
        (disc, mark(GAME.look.colour(colour), x, 0, 4.5), Text(0, 0, f"{taken} / {LOST}", 15, "ink-2")),
        owner=player,
        glyph=(f"{taken}/{LOST}",),
        words=Phrase("words.tally", {"player": f"@players.{_NAMES[player]}", "taken": taken, "all": LOST}),
        fixed=True,
    )


def _inner_place(points: Sequence[int]) -> Point:
    """A place inside an empty ring, clear of all edges: the middle of the triangle that lies most in the middle."""
    places = []
    for triangle in inside(points):
        xs, ys = zip(*(_point(point) for point in TRIANGLES[triangle]), strict=True)
        places.append((round(sum(xs) / 3, 2), round(sum(ys) / 3, 2)))
    centre = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
    return min(places, key=lambda place: (round(math.dist(place, centre)), place[1], place[0]))


def _outline(points: Sequence[int], origin: Point) -> str:
    return polygon([(x - origin[0], y - origin[1]) for x, y in map(_point, points)])


def _spoken(points: Sequence[int]) -> str:
    return " ".join(POINTS[point] for point in points)


def _choice(number: int, capture: Capture) -> tuple[Shape, Shape]:
    """A polygon that can be chosen, and its numbered disc."""
    origin = _inner_place(capture.points)
    words = Phrase(
        f"words.polygon_{_NAMES[capture.loser]}_loses",
        {"number": number, "points": _spoken(capture.points), "lost": len(capture.taken)},
    )
    spot = Shape(
        polygon_id(capture.points),
        "spot",
        origin,
        turns=True,
        outline=_outline(capture.points, origin),
        glyph=("·",),
        words=words,
    )
    disc = Shape(
        f"number:{ring_name(list(capture.points))}",
        "mark",
        origin,
        (
            Circle(0, 0, 17.5, fill="halo"),
            Circle(0, 0, 14, fill="surface", stroke="accent", width=3),
            Text(0, 0, str(number), 16, "accent"),
        ),
        at=spot.id,
        outline=circle(20),
        glyph=(f" {number}",),  # beside the sign of a target
        words=words,
    )
    return spot, disc


def _fill(capture: Capture) -> Shape:
    """The polygon lit up while it captures."""
    origin = _inner_place(capture.points)
    return Shape(
        f"fill:{ring_name(list(capture.points))}",
        "mark",
        origin,
        (Path(_outline(capture.points, origin), fill="accent", opacity=0.22),),
        turns=True,
        words=Phrase("words.polygon", {"points": _spoken(capture.points)}),
    )


def _lost(segments: Sequence[int], player: int) -> int:
    return SEGMENTS - segments[player].bit_count()


def scene(position: Position) -> Scene:
    """The position drawn."""
    segments = segments_of(position.states)
    pieces = [_piece(edge, player) for player in (WHITE, BLACK) for edge in members(segments[player])]
    choosing = [_choice(number, capture) for number, capture in enumerate(choices(position), 1)]
    shapes = (
        *_GROUND,
        *_SPOTS,
        *(spot for spot, _ in choosing),
        *sorted(pieces, key=lambda piece: piece.place[1]),
        *(_captured(player, number) for player in (BLACK, WHITE) for number in range(_lost(segments, player))),
        *(_tally(player, _lost(segments, 1 - player)) for player in (WHITE, BLACK)),
        *(disc for _, disc in choosing),
        *_NAMES_OF_POINTS,
    )
    return Scene((0, 0, 720, 550), (36, 14, 648, 536), shapes, (0.0, 180.0), (EDGE / 12, EDGE * math.sqrt(3) / 8))


def gesture(_position: Position, move: str) -> Gesture:
    """A pivot: the segment, then the edge it goes to. A choice: the polygon."""
    if move == "pass":
        return Gesture((), "pass")
    if move.startswith("x"):
        return Gesture((f"polygon:{move[1:]}",))
    old, new = split(move)
    return Gesture((piece_id(old), edge_id(new)))


def transition(position: Position, move: str) -> tuple[Step, ...]:
    """The segment swings, or the discs of a choice go; then each polygon that captures lights up, its rods fly to the tray and
    are counted; last come the discs of a choice that opens."""
    segments = segments_of(position.states)
    stages: list[list[Step]] = [[Step("leave", disc.id, None, 0, (disc.place,)) for disc in _discs(position)]]
    if "-" in move:
        old, new = split(move)
        pivot, sixths = swing(segments[WHITE] | segments[BLACK], old, new)
        piece = _piece(new, position.actor)
        stages.append([Step("swing", piece_id(old), piece, 0, pivot=_point(pivot), angle=-60.0 * sixths)])
    lost = [_lost(segments, player) for player in (WHITE, BLACK)]
    for capture in captures(position, move):
        stages += _capture_stages(capture, lost[capture.loser])
        lost[capture.loser] += len(capture.taken)
    stages.append([Step("enter", disc.id, disc, 0) for disc in _discs(position.play(move))])
    return tuple(
        replace(step, stage=stage) for stage, steps in enumerate(steps for steps in stages if steps) for step in steps
    )


def _discs(position: Position) -> list[Shape]:
    return [_choice(number, capture)[1] for number, capture in enumerate(choices(position), 1)]


def _capture_stages(capture: Capture, lost: int) -> list[list[Step]]:
    """One capture from a player who had lost so many before."""
    fill = _fill(capture)
    rods = [_captured(capture.loser, lost + i) for i in range(len(capture.taken))]
    tally = _tally(1 - capture.loser, lost + len(rods))
    return [
        [Step("enter", fill.id, fill, 0)],
        [
            Step("leave", piece_id(edge), None, 0, (_middle(edge), rod.place))
            for edge, rod in zip(capture.taken, rods, strict=True)
        ],
        [
            Step("leave", fill.id, None, 0, (fill.place,)),
            *(Step("enter", rod.id, rod, 0) for rod in rods),
            Step("flip", tally.id, tally, 0),
        ],
    ]


def aids(position: Position, move: str | None = None) -> tuple[Aid, ...]:  # noqa: ARG001
    """None: targets and previews say all."""
    return ()
