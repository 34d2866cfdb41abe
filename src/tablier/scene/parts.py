"""Paths and parts that several games draw with: polygons with round corners, the marks of colours, number formatting."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from tablier.scene.look import PieceColour
from tablier.scene.model import Circle, Part, Path, Point, Shape, Text

__all__ = ["circle", "hexagon", "honeycomb", "mark", "name_label", "num", "path_points", "polygon", "rounded", "token"]


def num(value: float) -> str:
    """A coordinate as short text, at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def polygon(points: Sequence[Point]) -> str:
    """A closed path through the points."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


def rounded(points: Sequence[Point], radius: float) -> str:
    """A closed path through the points, its corners rounded by a quadratic curve that begins `radius` before each corner."""
    out: list[str] = []
    n = len(points)
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % n]
        ends = []
        for px, py in (before, after):
            length = math.hypot(px - x, py - y)
            t = min(radius, length / 2) / length
            ends.append((x + (px - x) * t, y + (py - y) * t))
        (ax, ay), (bx, by) = ends
        out.append(f"{'M' if i == 0 else 'L'}{num(ax)} {num(ay)}Q{num(x)} {num(y)} {num(bx)} {num(by)}")
    return "".join(out) + "Z"


def circle(radius: float) -> str:
    """A circle round the origin as a closed path, for outlines."""
    r, across = num(radius), num(2 * radius)
    return f"M{num(-radius)} 0a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1 -{across} 0Z"


def hexagon(radius: float, *, flat_top: bool = False) -> list[Point]:
    """The corners of a hexagon round the origin, a point up unless `flat_top`."""
    start = 0.0 if flat_top else 30.0
    return [
        (radius * math.cos(math.radians(start + 60 * i)), radius * math.sin(math.radians(start + 60 * i)))
        for i in range(6)
    ]


def honeycomb(centres: Sequence[Point], pitch: float) -> str:
    """The outline of hexagonal cells, points up and `pitch` apart, as one area: closed paths along the sides that have a cell
    on one side only."""
    x0, y0 = centres[0]
    radius = pitch / math.sqrt(3)
    corners = hexagon(radius)
    places: dict[tuple[int, int], Point] = {}
    sides: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for x, y in centres:
        ring = []
        for dx, dy in corners:
            # Corners lie on a grid: so cells that meet, whose places may be rounded, agree on theirs.
            corner = round((x + dx - x0) / pitch * 2), round((y + dy - y0) / radius * 2)
            places.setdefault(corner, (x + dx, y + dy))
            ring.append(corner)
        sides.update(zip(ring[-1:] + ring[:-1], ring, strict=True))
    following = {start: end for start, end in sorted(sides) if (end, start) not in sides}
    paths = []
    while following:
        here = next(iter(following))
        loop = []
        while here in following:
            loop.append(places[here])
            here = following.pop(here)
        paths.append(polygon(loop))
    return "".join(paths)


def mark(colour: PieceColour, x: float, y: float, r: float, role: str | None = None) -> Part:
    """The mark of a colour, about `r` in radius, centred at (x, y), in the colour's mark role unless another is given."""
    fill = role or f"{colour.name}.mark"
    sign = colour.mark
    if sign.polygon:
        return Path(polygon([(x + px * r, y + py * r) for px, py in sign.polygon]), fill=fill)
    if sign.width:
        return Circle(x, y, r * sign.radius, stroke=fill, width=r * sign.width)
    return Circle(x, y, r * sign.radius, fill=fill)


def token(colour: PieceColour) -> Shape:
    """A disc with the mark of a colour: it stands beside a player's name where no piece of the player's own can."""
    name = colour.name
    parts = (
        Circle(0, 3, 15.5, fill=f"{name}.side"),
        Circle(0, 0, 15.5, fill=f"{name}.face", stroke=f"{name}.edge", width=1.5),
        mark(colour, 0, 0, 7),
    )
    return Shape(f"token:{name}", "piece", (0, 0), parts)


def name_label(text: str) -> tuple[Part, ...]:
    """The parts of a label that names a single place: legible on any ground."""
    x, y = 3.9 * len(text) + 6, 8.5
    chip = rounded([(-x, -y), (x, -y), (x, y), (-x, y)], 6)
    return Path(chip, fill="surface", opacity=0.85), Text(0, 0, text, 13, "ink")


_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TOKEN = re.compile(r"[MLHVCSQTAZmlhvcsqtaz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def path_points(d: str) -> list[Point]:
    """Points that tell how far a path reaches: its ends, its control points and the bulge of its wide arcs."""
    points: list[Point] = []
    x = y = start_x = start_y = 0.0
    command, numbers = "", list[float]()
    for token in _TOKEN.findall(d):
        if token.isalpha():
            command, numbers = token, []
        else:
            numbers.append(float(token))
        kind = command.upper()
        if not kind or len(numbers) < _NUMBERS[kind] or (kind == "Z" and numbers):
            continue
        base_x, base_y = (x, y) if command.islower() else (0.0, 0.0)
        if kind == "Z":
            x, y = start_x, start_y
        elif kind == "H":
            x = base_x + numbers[0]
        elif kind == "V":
            y = base_y + numbers[0]
        else:
            pairs = numbers[5:] if kind == "A" else numbers
            ends = [(base_x + px, base_y + py) for px, py in zip(pairs[::2], pairs[1::2], strict=True)]
            points.extend(ends[:-1])
            from_x, from_y = x, y
            x, y = ends[-1]
            if kind == "A" and math.hypot(x - from_x, y - from_y) > 1.2 * numbers[0]:
                mx, my, reach = (x + from_x) / 2, (y + from_y) / 2, numbers[0]
                points += [(mx - reach, my), (mx + reach, my), (mx, my - reach), (mx, my + reach)]
            if kind == "M":
                start_x, start_y = x, y
                command = "l" if command == "m" else "L"
        points.append((x, y))
        numbers = []
    return points
