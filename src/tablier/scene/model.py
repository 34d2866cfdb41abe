"""A drawing as data: shapes with stable ids, in words and without colours.

A `Scene` says what lies where. Colours are *roles* ("slab", "blue.face", "ink"), which `render` resolves by a theme and the
game's `Look`, so the same scene is drawn light, dark, printed or in a browser. Lengths are in the units of the scene's own box; y
grows downwards.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from tablier.scene.look import Look
from tablier.scene.paintbox import HOUSE

__all__ = [
    "Aid",
    "Circle",
    "Gesture",
    "Marks",
    "Part",
    "Path",
    "Phrase",
    "Point",
    "Scene",
    "Shape",
    "Standing",
    "Step",
    "Text",
    "apply_steps",
    "in_turn",
    "marks_after",
    "middle",
    "turned",
]

Point = tuple[float, float]
Role = Literal["board", "cell", "spot", "piece", "mark", "label"]
"""board: slab, frame, sea, grooves; cell: a place one can point at; spot: such a place without a drawing of its own;
piece: what players own or move (each piece of the position is exactly one such shape); mark: what the position shows besides
(locks, anchors, bridges, tallies); label: coordinates, and names of single places."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something to say: a key of the game's texts and what fills its gaps. A value that starts with "@" is itself a key."""

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Path:
    """An SVG path relative to the shape's place; `fill` and `stroke` are colour roles. Ends and joins are round.

    `drop` moves the part down the screen however the shape is turned: for sides and shadows, which always lie below.
    """

    d: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: str | None = None
    opacity: float = 1.0
    drop: float = 0.0
    kind: Literal["path"] = "path"


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle at (x, y) relative to the shape's place; the rest as for `Path`."""

    x: float
    y: float
    r: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: str | None = None
    opacity: float = 1.0
    drop: float = 0.0
    kind: Literal["circle"] = "circle"


@dataclass(frozen=True, slots=True)
class Text:
    """A short text centred at (x, y) relative to the shape's place, `size` units high."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "board-ink"
    kind: Literal["text"] = "text"


Part = Path | Circle | Text


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing on the board.

    `at` is the id of the cell or spot it stands on (pieces and marks). `place` is where its parts' origin lies, `angle` how
    far they are turned clockwise, in degrees from 0 up to but not including 360. `turns` says that the shape turns with the
    board (cells, plates, rods); other shapes only change place and stay upright, and those of role board stay where they
    are (a slab that looks the same in each of the board's views), as do those that are `fixed` (trays beside the board).
    `outline` is the path of the rings that mark it (selected, last move, witness), relative to its place and turned as its
    parts. `owner` is the player it belongs to. `glyph` is how a terminal shows it: rows of characters, centred on its place;
    a space leaves what lies below. `words` names it for those who cannot see it. `names` is for labels: the ids of what this
    one names; such a label lies on top and is shown only while one of them is pointed at, or where all names are wanted.
    """

    id: str
    role: Role
    place: Point
    parts: tuple[Part, ...] = ()
    angle: float = 0.0
    turns: bool = False
    at: str | None = None
    owner: int | None = None
    outline: str = ""
    glyph: tuple[str, ...] = ()
    words: Phrase | None = None
    fixed: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as it is drawn. Shapes come in drawing order, ids are unique.

    `box` is the whole view (x, y, width, height), `tight` the one for small screens. `views` says by how many degrees
    (clockwise) the board is turned for each player's own view, `turns` by how many it may be turned besides, because it then
    looks as it did. `character` is the size of one terminal character. `look` is the game's: whoever gets a scene as data
    gets it with the game, not with every scene.
    """

    box: tuple[float, float, float, float]
    tight: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]
    views: tuple[float, ...]
    character: tuple[float, float]
    turns: tuple[float, ...] = ()
    look: Look = field(default=HOUSE, compare=False, repr=False)

    def shape(self, shape_id: str) -> Shape:
        """The shape with this id; KeyError when there is none."""
        for shape in self.shapes:
            if shape.id == shape_id:
                return shape
        raise KeyError(shape_id)


@dataclass(frozen=True, slots=True)
class Gesture:
    """How a person plays a move: the shapes pointed at, in order, then a choice where that is not enough."""

    shapes: tuple[str, ...]
    choice: str | None = None


StepKind = Literal["arc", "hop", "slide", "swing", "turn", "flip", "leave", "enter"]
"""arc: lifted and set down; hop: one jump over something; slide: along the way-points on the table; swing: about `pivot` by
`angle`; turn: in place by `angle`; flip: changes its face in place; leave: goes away along the way-points; enter: appears."""


@dataclass(frozen=True, slots=True)
class Step:
    """One change of one shape. `shape` is its id before (for enter: the new id), `to` the shape afterwards, None when gone.

    Steps with the same `stage` happen together, stages one after another. `path` holds the way-points from the first place
    to the last, both included (arc, hop, slide, leave). `angle` is signed, clockwise, in degrees.
    """

    kind: StepKind
    shape: str
    to: Shape | None
    stage: int
    path: tuple[Point, ...] = ()
    pivot: Point | None = None
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Marks:
    """What a drawing points out, as ids of shapes: the last move (`left`, `landed`, `changed` by it), what can be done now
    (`selected`, `targets`), what shows why something cannot be (`witness`), where the keyboard is (`focus`)."""

    left: tuple[str, ...] = ()
    landed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    witness: tuple[str, ...] = ()
    focus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aid:
    """What a drawing points out on the ground, below the pieces: while one of `shapes` is picked up or, when it comes with a
    move, while that is previewed. `line` is a path drawn as a thin outline, `area` one that is tinted; both are in the scene's
    own units and turn with the board."""

    shapes: tuple[str, ...] = ()
    line: str = ""
    area: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is shown of a player beside the board: what they have reached, in words, and what they still hold in hand."""

    counts: tuple[Phrase, ...] = ()
    hand: tuple[Shape, ...] = ()


_LASTING = ("piece", "mark", "cell")


def apply_steps(scene: Scene, steps: Iterable[Step]) -> dict[str, Shape]:
    """The pieces, marks and cells of `scene` after `steps`, by id; ValueError when a step's ids do not fit."""
    shapes = {shape.id: shape for shape in scene.shapes if shape.role in _LASTING}
    for step in sorted(steps, key=lambda step: step.stage):
        if step.kind != "enter" and shapes.pop(step.shape, None) is None:
            raise ValueError(f"step {step.kind} of {step.shape}: there is no piece, mark or cell of that id then")
        if step.kind == "enter" and step.to is None:
            raise ValueError(f"step enter of {step.shape}: it says nothing of the shape that enters")
        if step.to is not None:
            if step.to.id in shapes:
                raise ValueError(f"step {step.kind} of {step.shape}: there is a shape {step.to.id} already")
            shapes[step.to.id] = step.to
    return shapes


def in_turn(changes: Iterable[Iterable[Step]]) -> tuple[Step, ...]:
    """The steps of several changes, each following on the one before, as those of one change."""
    found: list[Step] = []
    for steps in changes:
        begin = max((step.stage for step in found), default=-1) + 1
        found.extend([replace(step, stage=begin + step.stage) for step in steps])
    return tuple(found)


def marks_after(before: Scene, steps: Iterable[Step], after: Scene | None = None) -> Marks:
    """The last-move marks of the scene that `steps` lead to from `before`; the steps may be those of several moves (`in_turn`).

    A piece that moves or leaves marks where it stood and where it lands, not where it stopped between; what stands on nothing
    (a plate, an island) is itself what landed. What changed its face is marked where it stands at last. Each id is marked
    once: landed before left before changed. Ids of shapes that are gone are left out. Spots of `before` are taken to last,
    unless the scene `after` is given; with it, what stands on nothing also marks the cell or spot that now is where it was.
    """
    ordered = sorted(steps, key=lambda step: step.stage)
    lasting = apply_steps(before, ordered)
    first = {shape.id: shape for shape in before.shapes}
    origins: dict[
        str, Shape | None
    ] = {}  # what each shape that a step touched was before, by its present id; None: it is new
    moved: dict[str, None] = {}
    changed: dict[str, None] = {}
    gone: list[str | None] = []
    for step in ordered:
        known = step.shape in origins
        start = None if step.kind == "enter" else origins.pop(step.shape) if known else first.get(step.shape)
        was_moved, was_changed = (step.shape in ids for ids in (moved, changed))
        moved.pop(step.shape, None)
        changed.pop(step.shape, None)
        shape = step.to or start
        if shape is None or shape.role == "mark":
            continue
        if step.to is None:
            gone.append(shape.at)
            continue
        in_place = step.kind == "flip" or (step.kind == "turn" and shape.at is not None)
        origins[step.to.id] = start
        if was_moved or not in_place:
            moved[step.to.id] = None
        if was_changed or in_place:
            changed[step.to.id] = None
    there = {shape.place: shape.id for shape in (after.shapes if after else ()) if shape.role in ("cell", "spot")}
    left: list[str | None] = []
    landed: list[str | None] = []
    for shape_id in moved:
        start, end = origins[shape_id], lasting[shape_id]
        if start is None or end.at is None or start.at != end.at:
            left.append(start.at or there.get(start.place) if start else None)
            landed.append(end.at or end.id)
    ids = set(lasting) | {shape.id for shape in before.shapes if shape.role not in _LASTING}
    if after is not None:
        ids = {shape.id for shape in after.shapes}
    result: list[tuple[str, ...]] = []
    for places in (landed, [*left, *gone], [lasting[shape_id].at or shape_id for shape_id in changed]):
        result.append(tuple(dict.fromkeys(place for place in places if place in ids)))
        ids.difference_update(result[-1])
    return Marks(landed=result[0], left=result[1], changed=result[2])


def middle(scene: Scene) -> Point:
    """The point about which the board turns: the middle of its cells; of its spots, or of its box, when it has none.

    Spots may move with what they are on (a plate's triangles), so they must not move the middle of a board of cells.
    """
    places = [shape.place for shape in scene.shapes if shape.role == "cell"]
    places = places or [shape.place for shape in scene.shapes if shape.role == "spot"]
    if not places:
        x, y, width, height = scene.box
        return x + width / 2, y + height / 2
    xs, ys = zip(*places, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def turned(scene: Scene, degrees: float) -> Scene:
    """The scene with its board turned clockwise about its `middle`.

    Places turn; shapes that turn with the board turn about their places, the others stay upright. Cells that are drawn one
    after another, and pieces likewise, are ordered anew, far rows first.
    """
    degrees %= 360
    if degrees == 0:
        return scene
    cx, cy = middle(scene)
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turn(shape: Shape) -> Shape:
        if shape.fixed or (shape.role == "board" and not shape.turns):
            return shape
        x, y = shape.place[0] - cx, shape.place[1] - cy
        # Rounded, so that rows stay rows and turning back gives the same places.
        place = round(cx + x * cos - y * sin, 6), round(cy + x * sin + y * cos, 6)
        return replace(shape, place=place, angle=(shape.angle + degrees) % 360 if shape.turns else shape.angle)

    shapes: list[Shape] = []
    for role, run in itertools.groupby(map(turn, scene.shapes), key=lambda shape: shape.role):
        far_first = role in ("cell", "piece")
        shapes.extend(sorted(run, key=lambda shape: shape.place[1] if far_first else 0.0))
    return replace(scene, shapes=tuple(shapes))
