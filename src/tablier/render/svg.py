"""Scene -> SVG: one standalone document, the same text for the same scene."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace

from tablier.render.states import (
    AREA,
    BADGE,
    DOT,
    FIGURED_HALO,
    FILLS,
    LIFT,
    LINE,
    RINGS,
    STRONG_EDGE,
    THICKEST_EDGE,
)
from tablier.render.themes import Colour, palette, variable
from tablier.scene import Aid, Circle, Marks, Part, Path, Point, Scene, Shape, Text, turned
from tablier.scene.parts import circle, num, path_points

__all__ = ["draw"]

_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
_NO_MARKS = Marks()
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_TRANSLATION = str.maketrans(_ESCAPES)


def draw(
    scene: Scene,
    *,
    theme: str = "light",
    marks: Marks = _NO_MARKS,
    aids: Iterable[Aid] = (),
    style: str = "natural",
    coordinates: bool = True,
    names: bool = False,
    tight: bool = False,
    turn: float = 0.0,
    width: float | None = None,
    background: bool = True,
    variables: bool = False,
    title: str | None = None,
    description: str | None = None,
) -> str:
    """The scene as an SVG document.

    `turn` turns the board clockwise, in degrees; a player's own view is ``turn=scene.views[player]``. `tight` takes the view
    for small screens. `width` is in pixels, by default one for each unit. `variables` writes CSS custom properties
    (``var(--slab)``) in place of colours, for a page that defines them. All `aids` given are drawn. `names` shows the names of
    all places that have one; without it, those of what has the focus or is selected.
    ValueError for a theme, style, mark or measure that does not exist.
    """
    if not _is_number(turn):
        raise ValueError(f"turn is a number of degrees, not {turn!r}")
    if width is not None and not (_is_number(width) and width > 0):
        raise ValueError(f"width is a number of pixels above 0, or None for the scene's own, not {width!r}")
    view = turned(_with_aids(scene, aids), turn)
    shapes = {shape.id: shape for shape in view.shapes}
    carried = _carried(shapes, marks)
    pen = _Pen(palette(theme, style, scene.look), style, variables, set(shapes))
    x, y, w, h = scene.tight if tight else scene.box
    if not (w > 0 and h > 0):
        raise ValueError(f"the scene's view is {num(w)} by {num(h)}: both must be above 0")
    body = [*_shapes(pen, view, marks, carried, coordinates), *_signs(pen, carried), *_names(pen, view, marks, names)]
    ground = pen.tag("rect", x=x, y=y, width=w, height=h, fill=pen.paint("page")) if background else ""
    factor = 1 if width is None else width / w
    return "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" version="1.1" role="img"',
            f' viewBox="{num(x)} {num(y)} {num(w)} {num(h)}" width="{num(w * factor)}" height="{num(h * factor)}"',
            f' font-family="{_FONT}" font-weight="600" text-anchor="middle"',
            ' fill="none" stroke-linejoin="round" stroke-linecap="round">',
            f"<title>{_escape('Tablier' if title is None else title)}</title>",
            f"<desc>{_escape(description)}</desc>" if description is not None else "",
            pen.definitions(),
            ground,
            *body,
            "</svg>",
        ]
    )


def _with_aids(scene: Scene, aids: Iterable[Aid]) -> Scene:
    """The scene with the aids drawn on the ground, below its first piece: tints, then outlines."""
    given = list(aids)
    parts = [Path(aid.area, fill=AREA.role, opacity=AREA.opacity) for aid in given if aid.area]
    for role, width in (("halo", LINE.width + 2 * LINE.halo), (LINE.role, LINE.width)):
        parts += [Path(aid.line, stroke=role, width=width) for aid in given if aid.line]
    if not parts:
        return scene
    pieces = (index for index, shape in enumerate(scene.shapes) if shape.role == "piece")
    first = next(pieces, len(scene.shapes))
    drawn = Shape("aids", "mark", (0.0, 0.0), tuple(parts), turns=True)
    return replace(scene, shapes=(*scene.shapes[:first], drawn, *scene.shapes[first:]))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _escape(text: str) -> str:
    """The text as XML takes it in content and in attributes; characters XML does not know become U+FFFD."""
    return _NOT_XML.sub("\ufffd", text).translate(_TRANSLATION)


class _Pen:
    """Writes parts in the colours of one theme and style."""

    def __init__(self, colours: Mapping[str, Colour], style: str, variables: bool, ids: set[str]) -> None:
        self._palette = colours
        self._style = style
        self._variables = variables
        self._ids = ids
        self._hatched: dict[str, Colour] = {}

    def paint(self, role: str, *, hatched: bool = True) -> str:
        """The value of a fill or stroke attribute."""
        colour = self._colour(role)
        if self._variables:
            return f"var({variable(role)})"
        if colour.hatching is not None and hatched:
            self._hatched[role] = colour
            return f"url(#{self._hatch_id(role)})"
        return colour.hex

    def _colour(self, role: str) -> Colour:
        try:
            return self._palette[role]
        except KeyError:
            raise ValueError(f"no theme has a colour for {role!r}; the roles are {', '.join(self._palette)}") from None

    def _hatch_id(self, role: str) -> str:
        name = f"hatch-{role}"
        while name in self._ids:
            name += "-"
        return name

    def tag(self, name: str, **attributes: str | float | None) -> str:
        """An empty element; attributes without a value are left out, numbers are shortened."""
        return f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}/>"

    def definitions(self) -> str:
        """The hatchings that were used."""
        patterns = []
        for role, colour in sorted(self._hatched.items()):
            assert colour.hatching is not None  # noqa: S101
            hatch, ink, opacity = colour.hatching.hatch, colour.hatching.ink, colour.hatching.opacity
            ground = self.tag("rect", width=hatch.size, height=hatch.size, fill=colour.hex)
            faint = None if opacity == 1 else opacity
            lines = self.tag("path", d=hatch.d, stroke=ink, stroke_width=hatch.width, stroke_opacity=faint)
            attributes = _attribute("id", self._hatch_id(role)) + _attribute("width", hatch.size)
            attributes += _attribute("height", hatch.size) + ' patternUnits="userSpaceOnUse"'
            patterns.append(f"<pattern{attributes}>{ground}{lines}</pattern>")
        return f"<defs>{''.join(patterns)}</defs>" if patterns else ""

    def part(self, part: Part, angle: float) -> str:
        """One part of a shape that is turned by `angle`."""
        if isinstance(part, Text):
            text = _attribute("x", part.x) + _attribute("y", part.y + 0.35 * part.size)
            paint = "".join(_attribute(key, value) for key, value in self._paints(part.fill, None, 1).items())
            return f"<text{text}{_attribute('font_size', part.size)}{paint}>{_escape(part.text)}</text>"
        part = self._styled(part)
        if part.fill is None and part.stroke is None:
            return ""
        attributes: dict[str, str | float | None] = {}
        if part.drop:
            down = math.radians(angle)
            attributes["transform"] = f"translate({num(part.drop * math.sin(down))} {num(part.drop * math.cos(down))})"
        attributes |= self._paints(part.fill, part.stroke, part.opacity)
        if part.stroke is not None:
            attributes |= {"stroke_width": part.width, "stroke_dasharray": part.dash}
            if part.dash and not _dotted(part.dash):
                # Round ends would eat up the gaps between dashes.
                attributes["stroke_linecap"] = "butt"
        if isinstance(part, Circle):
            return self.tag("circle", cx=part.x, cy=part.y, r=part.r, **attributes)
        return self.tag("path", d=part.d, **attributes)

    def _paints(self, fill: str | None, stroke: str | None, opacity: float) -> dict[str, str | float | None]:
        attributes: dict[str, str | float | None] = {}
        for name, role in (("fill", fill), ("stroke", stroke)):
            if role is not None:
                # On screen only faces are hatched: a tint of the ground or a line is not a piece.
                attributes[name] = self.paint(
                    role, hatched=self._style != "patterns" or (name == "fill" and opacity == 1)
                )
                own = 1.0 if self._variables else self._colour(role).opacity
                attributes[f"{name}_opacity"] = None if own == 1 else own
        attributes["opacity"] = None if opacity == 1 else opacity
        return attributes

    def _styled(self, part: Path | Circle) -> Path | Circle:
        if self._style == "plain" and (part.fill or part.stroke or "").endswith(".mark"):
            return replace(part, fill=None, stroke=None)
        if self._style == "contrast":
            fill, stroke = (None if role in ("shadow", "highlight") else role for role in (part.fill, part.stroke))
            # Tints go, lines stay and get their full strength. A stroke wider than a line is a body, not an edge.
            is_edge = stroke is not None and stroke.endswith(".edge") and part.width < THICKEST_EDGE
            width = part.width * STRONG_EDGE if is_edge else part.width
            return replace(part, fill=fill if part.opacity == 1 else None, stroke=stroke, width=width, opacity=1.0)
        return part


def _dotted(dash: str) -> bool:
    first = re.match(r"\s*(\d*\.?\d+)", dash)
    return first is not None and float(first[1]) < 1


def _attribute(name: str, value: str | float | None) -> str:
    if value is None:
        return ""
    text = num(value) if isinstance(value, int | float) else _escape(value)
    return f' {name.replace("_", "-")}="{text}"'


def _transform(place: Point, angle: float) -> str:
    x, y = place
    moved = f"translate({num(x)} {num(y)})" if num(x) != "0" or num(y) != "0" else ""
    rotated = f"rotate({num(angle)})" if num(angle) != "0" else ""
    return _attribute("transform", moved + rotated) if moved or rotated else ""


def _group(place: Point, angle: float, content: str, attributes: str = "") -> str:
    head = f"<g{attributes}{_transform(place, angle)}"
    return f"{head}>{content}</g>" if content else f"{head}/>"


_Carried = dict[str, dict[str, Shape]]
"""By state, the shapes that carry it, by id."""


def _carried(shapes: dict[str, Shape], marks: Marks) -> _Carried:
    """What carries each state: the marked shape if it has an outline, else what it stands on, else it with a circle round."""
    if not isinstance(marks, Marks):
        raise ValueError(f"marks are Marks, not {marks!r}")  # noqa: TRY004
    result: _Carried = {}
    for state in (field.name for field in fields(Marks)):
        result[state] = {}
        for shape_id in getattr(marks, state):
            if shape_id not in shapes:
                raise ValueError(f"cannot mark {shape_id!r} as {state}: the scene has no shape of that id")
            shape = shapes[shape_id]
            if not shape.outline and shape.at in shapes and shapes[shape.at].outline:
                shape = shapes[shape.at]
            if not shape.outline:
                corners = [math.hypot(x, y) for part in shape.parts for x, y in _corners(part)]
                shape = replace(shape, outline=circle(max(corners, default=13.0) + 3))
            if shape.role == "piece" and _lifted(shape, marks):
                # A piece that carries a ring itself takes it along.
                shape = replace(shape, place=(shape.place[0], shape.place[1] - LIFT))
            result[state][shape.id] = shape
    return result


def _lifted(piece: Shape, marks: Marks) -> bool:
    return piece.id in marks.selected or piece.at in marks.selected


def _shapes(pen: _Pen, scene: Scene, marks: Marks, carried: _Carried, coordinates: bool) -> Iterable[str]:
    """The shapes in their order, then the rings, then the pieces that stand in one: a lifted piece is not cut by its ring.

    The fill of a state lies on its cell and under what stands there.
    """
    ringed = {shape_id for state in RINGS if state in carried for shape_id in carried[state]}
    in_rings: list[str] = []
    for shape in scene.shapes:
        if shape.role == "label" and (shape.names or not coordinates):
            continue
        if shape.role == "piece":
            yield _fill(pen, shape, carried)
            piece = _piece(pen, shape, LIFT if _lifted(shape, marks) else 0.0)
            if shape.id in ringed or shape.at in ringed:
                in_rings.append(piece)
            else:
                yield piece
        else:
            yield _group(shape.place, shape.angle, _parts(pen, shape.parts, shape.angle), _attribute("id", shape.id))
            yield _fill(pen, shape, carried)
    yield from _rings(pen, carried)
    yield from in_rings


def _parts(pen: _Pen, parts: Iterable[Part], angle: float) -> str:
    return "".join(pen.part(part, angle) for part in parts)


def _piece(pen: _Pen, shape: Shape, lift: float) -> str:
    own = _attribute("id", shape.id)
    if not lift:
        return _group(shape.place, shape.angle, _parts(pen, shape.parts, shape.angle), own)
    # The shadow stays on the ground.
    shadows = [part for part in shape.parts if _is_shadow(part)]
    rest = [part for part in shape.parts if not _is_shadow(part)]
    ground = _group(shape.place, shape.angle, _parts(pen, shadows, shape.angle)) if shadows else ""
    raised = _group((shape.place[0], shape.place[1] - lift), shape.angle, _parts(pen, rest, shape.angle))
    return f"<g{own}>{ground}{raised}</g>"


def _is_shadow(part: Part) -> bool:
    return part.fill == "shadow" or (not isinstance(part, Text) and part.stroke == "shadow")


def _figured(shape: Shape) -> bool:
    """Whether the face of a cell shows several colours, such as a plate of two woods, and so takes no fill of a state."""
    faces = {
        part.fill for part in shape.parts if part.fill and not part.fill.endswith("-side") and part.fill != "shadow"
    }
    return shape.role != "piece" and len(faces) > 1


def _fill(pen: _Pen, shape: Shape, carried: _Carried) -> str:
    for state, tint in FILLS.items():
        found = carried[state].get(shape.id)
        # A spot that was left has no ground of its own to tint: filled, it would look like something that lies there.
        if found is not None and not _figured(shape) and (state, shape.role) != ("left", "spot"):
            fill = pen.part(Path(found.outline, fill=tint.role), 0)
            return _group(found.place, shape.angle, fill, f' class="{state}-fill"')
    return ""


def _names(pen: _Pen, scene: Scene, marks: Marks, everything: bool) -> Iterable[str]:
    """The labels that name single places, of those that are pointed at or of all."""
    pointed = {*marks.focus, *marks.selected}
    pointed |= {str(shape.at) for shape in scene.shapes if shape.id in pointed}
    for shape in scene.shapes:
        if shape.names and (everything or not pointed.isdisjoint(shape.names)):
            yield _group(shape.place, 0, _parts(pen, shape.parts, 0), _attribute("id", shape.id))


def _rings(pen: _Pen, carried: _Carried) -> Iterable[str]:
    """The rings of all states, the quiet ones first."""
    for state, ring in RINGS.items():
        for shape in carried.get(state, {}).values():
            halo = ring.halo or (FIGURED_HALO if _figured(shape) else 0.0)
            rings = [Path(shape.outline, stroke="halo", width=ring.width + 2 * halo)] if halo else []
            rings.append(Path(shape.outline, stroke=ring.role, width=ring.width, dash=ring.dash))
            yield _group(shape.place, shape.angle, _parts(pen, rings, 0), f' class="{state}"')


def _signs(pen: _Pen, carried: _Carried) -> Iterable[str]:
    """What lies on top of everything: dots, then badges."""
    for shape in carried["targets"].values():
        left, top, right, bottom = _extent(shape)
        radius = min(max(DOT.share * max(right - left, bottom - top), DOT.least), DOT.most)
        dots = [Circle(0, 0, radius + DOT.halo, fill="halo"), Circle(0, 0, radius, fill=DOT.role)]
        yield _group(shape.place, 0, _parts(pen, dots, 0), ' class="target"')
    for shape in carried["witness"].values():
        yield _group(_badge_place(shape), 0, _parts(pen, BADGE, 0), ' class="badge"')


def _badge_place(shape: Shape) -> Point:
    """Where a badge sits: on the shape, as far to the top right as it reaches, however it is turned."""
    left, top, right, bottom = _extent(replace(shape, angle=0.0))
    x, y = (left + right) / 2, (top + bottom) / 2
    across, down = 0.35 * (right - left), 0.3 * (bottom - top)
    corners = [(x + across, y - down), (x - across, y - down), (x + across, y + down), (x - across, y + down)]
    turned_corners = [_rotated(corner, shape.angle) for corner in corners]
    dx, dy = max(turned_corners, key=lambda corner: round(corner[0] - corner[1], 6))
    return shape.place[0] + dx, shape.place[1] + dy


def _corners(part: Part) -> list[Point]:
    if isinstance(part, Path):
        return path_points(part.d)
    reach = part.r if isinstance(part, Circle) else part.size / 2
    return [(part.x + dx * reach, part.y + dy * reach) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))]


def _extent(shape: Shape) -> tuple[float, float, float, float]:
    """How far the outline reaches left, up, right and down of the shape's place on the screen."""
    points = [_rotated(found, shape.angle) for found in path_points(shape.outline)]
    xs, ys = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    return min(xs), min(ys), max(xs), max(ys)


def _rotated(found: Point, degrees: float) -> Point:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return found[0] * cos - found[1] * sin, found[0] * sin + found[1] * cos
