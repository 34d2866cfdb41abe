"""Small scenes made by hand, one for each kind of board: cubes on hexagons, rods, plates in a frame, figures on islands."""

from __future__ import annotations

import math

import tablier
from tablier.render.themes import palette
from tablier.scene import Circle, Look, Part, Path, Phrase, Scene, Shape, Text
from tablier.scene.parts import circle, hexagon, mark, polygon, rounded

_LOOKS = [tablier.game(game_id).definition.look for game_id in tablier.games()]
LOOK = Look(
    tuple(dict.fromkeys(material for look in _LOOKS for material in look.materials)),
    tuple(dict.fromkeys(colour for look in _LOOKS for colour in look.colours)),
)
"""What the boards of all games are made of."""

COLOURS = tuple(colour.name for colour in LOOK.colours)
ROLES = tuple(palette("light", look=LOOK))


def box(x: float, y: float, w: float, h: float, radius: float) -> str:
    return rounded([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], radius)


def cube(colour: str, half: bool = False) -> tuple[Part, ...]:
    face = box(-19, -22, 38, 38, 6.5)
    parts: list[Part] = [
        Path(box(-19.5, -13, 39, 38, 6.5), fill="shadow"),
        Path(box(-19, -22, 38, 44, 6.5), fill=f"{colour}.side", stroke=f"{colour}.side", width=1.7),
    ]
    if half:
        cross = "M-14.5 -17.5L14.5 11.5M14.5 -17.5L-14.5 11.5"
        parts += [
            Path(face, fill=f"{colour}.half", stroke=f"{colour}.edge", width=1.7),
            Path(cross, stroke=f"{colour}.face", width=6.5),
            Circle(0, -3, 10, fill=f"{colour}.half"),
            mark(LOOK.colour(colour), 0, -3, 7, f"{colour}.face"),
        ]
    else:
        parts += [
            Path(face, fill=f"{colour}.face", stroke=f"{colour}.edge", width=1.7),
            Path("M-15.5 4.5v-19.5a4 4 0 0 1 4 -4h19.5", stroke="highlight", width=1.9),
            mark(LOOK.colour(colour), 0, -3, 7),
        ]
    return tuple(parts)


def man(colour: str) -> tuple[Part, ...]:
    return (
        Circle(0, 5, 15.5, fill="shadow"),
        Circle(0, 1.5, 15.5, fill=f"{colour}.side", stroke=f"{colour}.side", width=1.5),
        Circle(0, -1.5, 15.5, fill=f"{colour}.face", stroke=f"{colour}.edge", width=1.5),
        mark(LOOK.colour(colour), 0, -1.5, 7),
    )


def hexagons(reach: int = 4) -> Scene:
    """A hexagon of hexagons with cubes of three colours and men of all six on it."""
    cx, cy = 320.0, 284.0
    slab = rounded(hexagon(308, flat_top=True), 30)
    shapes = [
        Shape("board:shadow", "board", (cx, cy + 13), (Path(slab, fill="shadow"),)),
        Shape("board:side", "board", (cx, cy + 8), (Path(slab, fill="slab-side"),)),
        Shape("board:slab", "board", (cx, cy), (Path(slab, fill="slab"),)),
    ]
    labels, pieces = [], []
    colours = list(COLOURS)
    cell = polygon(hexagon(31.1))
    for r in range(reach, -reach - 1, -1):
        row = "ABCDEFGHI"[r + 4]
        for n in range(max(-reach, r - reach), min(reach, r + reach) + 1):
            place = (cx + 62 * (n - r / 2), cy - 53.69 * r)
            name = f"{row}{n + 5}"
            face = Path(cell, fill="cell", stroke="cell", width=5)
            words = Phrase("words.cell", {"cell": name})
            shapes.append(
                Shape(
                    f"cell:{name}",
                    "cell",
                    place,
                    (face,),
                    turns=True,
                    outline=polygon(hexagon(32)),
                    glyph=("·",),
                    words=words,
                )
            )
            k = (n + 2 * r) % 11
            if k < 3 or k in (5, 6):
                colour = colours[k % 5] if k < 3 else colours[k - 5]
                pieces.append(
                    Shape(
                        f"piece:{name}",
                        "piece",
                        place,
                        cube(colour, half=k > 2),
                        at=f"cell:{name}",
                        owner=k % 5,
                        glyph=(colour[0].upper() if k < 3 else colour[0],),
                    )
                )
            elif k in (8, 9, 10) and r < 0:
                colour = colours[k - 5]
                pieces.append(
                    Shape(
                        f"piece:{name}",
                        "piece",
                        place,
                        man(colour),
                        at=f"cell:{name}",
                        owner=k - 5,
                        glyph=(colour[0].upper(),),
                    )
                )
        first = cx + 62 * (max(-reach, r - reach) - r / 2)
        labels.append(
            Shape(f"label:{row}", "label", (first - 45, cy - 53.69 * r), (Text(0, 0, row, 13),), glyph=(row,))
        )
    return Scene(
        (0, 0, 640, 576), (8, 6, 624, 560), (*shapes, *labels, *pieces), (0, 120, 240), (15.5, 26.845), look=LOOK
    )


def rods() -> Scene:
    """A row of triangles with rods on some of its edges."""
    hull = rounded([(60, 250), (160, 60), (560, 60), (660, 250), (560, 440), (160, 440)], 50)
    points = {
        f"{row}{i}": (160.0 + 57 * (row == "b") + 114 * i, 250.0 - 98.7 * (row == "b"))
        for row in "ab"
        for i in range(4)
    }
    edges = [
        ("a0", "a1"),
        ("a1", "a2"),
        ("a2", "a3"),
        ("b0", "b1"),
        ("a0", "b0"),
        ("b0", "a1"),
        ("a1", "b1"),
        ("b1", "a2"),
    ]
    grooves: list[Part] = []
    spots, pieces = [], []
    for i, (one, other) in enumerate(edges):
        (x1, y1), (x2, y2) = points[one], points[other]
        grooves.append(Path(f"M{x1} {y1}L{x2} {y2}", stroke="groove", width=3))
        angle = round(math.degrees(math.atan2(y2 - y1, x2 - x1)) % 180, 3)
        place = ((x1 + x2) / 2, (y1 + y2) / 2)
        capsule = "M-37.5 -12.5h75a12.5 12.5 0 0 1 0 25h-75a12.5 12.5 0 0 1 0 -25Z"
        spots.append(Shape(f"edge:{one}{other}", "spot", place, angle=angle, turns=True, outline=capsule))
        if i % 2 == 0:
            colour = ("ivory", "ebony")[i // 2 % 2]
            parts: list[Part] = [
                Path("M-37.5 0h75", stroke=role, width=15 + wide, drop=drop)
                for role, wide, drop in (
                    ("shadow", 2, 4),
                    (f"{colour}.side", 3.4, 1.5),
                    (f"{colour}.edge", 1.7, 0),
                    (f"{colour}.face", 0, 0),
                )
            ]
            parts.append(
                Path(
                    "M-16 0h32" if colour == "ivory" else "M-9 -5v10M0 -5v10M9 -5v10", stroke=f"{colour}.mark", width=2
                )
            )
            pieces.append(
                Shape(
                    f"piece:{one}{other}",
                    "piece",
                    place,
                    tuple(parts),
                    angle=angle,
                    turns=True,
                    at=f"edge:{one}{other}",
                    owner=i // 2 % 2,
                    glyph=("/" if 90 < angle < 150 else "\\" if angle else "---",),
                )
            )
    slab = [
        Shape("board:side", "board", (0, 8), (Path(hull, fill="oak-side"),)),
        Shape("board:slab", "board", (0, 0), (Path(hull, fill="oak"),)),
    ]
    lattice = Shape("board:grooves", "board", (0, 0), tuple(grooves), turns=True)
    return Scene(
        (0, 0, 720, 500), (36, 14, 648, 470), (*slab, lattice, *spots, *pieces), (0, 180), (19, 32.9), look=LOOK
    )


def plates() -> Scene:
    """Two by two plates of two woods, a pawn and a lock."""
    shapes = [
        Shape(
            "board:frame",
            "board",
            (0, 0),
            (Path(box(10, 10, 220, 220, 20), fill="frame"), Path(box(25, 25, 190, 190, 8), fill="frame-side")),
        )
    ]
    for i in range(4):
        place = (75.0 + 90 * (i % 2), 75.0 + 90 * (i // 2))
        name = "ab"[i % 2] + "21"[i // 2]
        outline = box(-42, -42, 84, 84, 7)
        parts = (Path(outline, fill="maple"), Path("M-42 -42L42 42L-42 42Z", fill="walnut"))
        shapes.append(
            Shape(f"plate:{name}", "cell", place, parts, angle=90.0 * i, turns=True, outline=outline, glyph=("◩",))
        )
    pawn = (
        Circle(0, 3, 15.5, fill="shadow"),
        Circle(0, 0, 15.5, fill="ebony.face", stroke="ebony.mark", width=2),
        mark(LOOK.colour("ebony"), 0, 0, 7),
    )
    shapes.append(Shape("piece:a1", "piece", (53.2, 186.8), pawn, at="plate:a1", owner=1, glyph=("●",)))
    shapes.append(
        Shape(
            "lock:b2",
            "mark",
            (165, 75),
            (Circle(0, 0, 12, fill="surface", stroke="ink", width=2),),
            at="plate:b2",
            glyph=("x",),
        )
    )
    return Scene((0, 0, 240, 240), (5, 5, 230, 230), tuple(shapes), (0, 180), (22.5, 45), look=LOOK)


def isles() -> Scene:
    """Three islands and some sea, a figure on one of them."""
    shapes = [Shape("board:sea", "board", (0, 0), (Path(box(10, 10, 480, 330, 26), fill="sea"),))]
    hexes = rounded(hexagon(53), 9)
    for name, place, isle in (
        ("0,1", (203, 98), True),
        ("1,1", (297, 98), True),
        ("0,0", (156, 180), False),
        ("1,0", (250, 180), True),
        ("2,0", (344, 180), False),
    ):
        parts: tuple[Part, ...] = (
            Path(hexes, fill="sea-side", drop=11),
            Path(hexes, fill="isle-side", stroke="isle-side", width=2, drop=7),
            Path(hexes, fill="isle", stroke="isle-side", width=2),
            Path(polygon(hexagon(42)), stroke="isle-line", width=2),
        )
        shapes.append(
            Shape(
                f"isle:{name}" if isle else f"sea:{name}",
                "cell" if isle else "spot",
                place,
                parts if isle else (),
                turns=True,
                outline=polygon(hexagon(50)),
                glyph=("⬡",) if isle else (".",),
            )
        )
    body = Path(
        "M-11 -8Q-12 8 -24 18Q-28 26 0 26Q28 26 24 18Q12 8 11 -8Z", fill="red.face", stroke="red.edge", width=2.4
    )
    head = Path(polygon([(0, -38), (18, -20), (0, -2), (-18, -20)]), fill="red.face", stroke="red.edge", width=2.4)
    shapes.append(
        Shape(
            "figure:red",
            "piece",
            (250, 180),
            (body, head, mark(LOOK.colour("red"), 0, -20, 6)),
            at="isle:1,0",
            glyph=("R",),
        )
    )
    return Scene((0, 0, 500, 350), (0, 0, 500, 350), tuple(shapes), (0, 180), (23.5, 40.7), look=LOOK)


def spare() -> Scene:
    """A scene with one shape of nothing, to build others from."""
    return Scene(
        (0, 0, 100, 100),
        (10, 10, 80, 80),
        (Shape("cell:a", "cell", (50, 50), outline=circle(20)),),
        (0,),
        (10, 20),
        look=LOOK,
    )


ALL = {"hexagons": hexagons, "rods": rods, "plates": plates, "isles": isles}
