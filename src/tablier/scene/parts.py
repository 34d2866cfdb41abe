"""Paths and parts that several games draw with: polygons with round corners, the players' marks, number formatting."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tablier.scene.model import Circle, Part, Path, Point

__all__ = ["MARKS", "hexagon", "mark", "num", "polygon", "rounded"]

MARKS = {"blue": "circle", "yellow": "triangle", "red": "diamond", "ivory": "ring", "ebony": "square", "lilac": "plus"}
"""Each colour's mark, the same in all games: colour never speaks alone."""


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


def hexagon(radius: float, *, flat_top: bool = False) -> list[Point]:
    """The corners of a hexagon round the origin, a point up unless `flat_top`."""
    start = 0.0 if flat_top else 30.0
    return [
        (radius * math.cos(math.radians(start + 60 * i)), radius * math.sin(math.radians(start + 60 * i))) for i in range(6)
    ]


def mark(colour: str, x: float, y: float, r: float, role: str | None = None) -> Part:
    """The mark of a colour, about `r` in radius, centred at (x, y), in the colour's mark role unless another is given."""
    fill = role or f"{colour}.mark"
    kind = MARKS[colour]
    if kind == "circle":
        return Circle(x, y, r * 0.93, fill=fill)
    if kind == "ring":
        return Circle(x, y, r * 0.79, stroke=fill, width=r * 0.43)
    if kind == "triangle":
        return Path(polygon([(x, y - r), (x + r * 1.03, y + r * 0.79), (x - r * 1.03, y + r * 0.79)]), fill=fill)
    if kind == "diamond":
        return Path(polygon([(x, y - r * 1.14), (x + r * 1.14, y), (x, y + r * 1.14), (x - r * 1.14, y)]), fill=fill)
    if kind == "square":
        h = r * 0.83
        return Path(polygon([(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)]), fill=fill)
    a = r * 0.36
    quarter = [(-a, -r), (a, -r), (a, -a)]
    corners = list(quarter)
    for _ in range(3):
        corners += [(-py, px) for px, py in corners[-3:]]
    return Path(polygon([(x + px, y + py) for px, py in corners]), fill=fill)
