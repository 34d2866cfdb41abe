"""How states are shown on a board: numbers and roles. The page draws by the same (``web/src/board/states.json``)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tablier.scene import Circle, Part, Shape, Text, to_data

__all__ = [
    "AREA",
    "BADGE",
    "DOT",
    "FIGURED_HALO",
    "FILLS",
    "HATCHING",
    "LIFT",
    "LINE",
    "RINGS",
    "STRONG_EDGE",
    "THICKEST_EDGE",
    "Dot",
    "Fill",
    "Ring",
    "states_data",
]


@dataclass(frozen=True, slots=True)
class Ring:
    """A line round a shape, and the width of the halo on either side of it."""

    role: str
    width: float
    dash: str | None = None
    halo: float = 0.0


@dataclass(frozen=True, slots=True)
class Fill:
    """The colour of an area, and how opaque it is."""

    role: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Dot:
    """The sign of a target: its radius as a share of its shape's width, within bounds, and the halo round it."""

    role: str = "accent"
    share: float = 0.1
    least: float = 6.0
    most: float = 9.0
    halo: float = 2.0


RINGS = {
    "left": Ring("board-ink", 2.2, "5 5"),
    "landed": Ring("board-ink", 2.2),
    "changed": Ring("board-ink", 2.2, ".1 5.2"),
    "movable": Ring("accent", 1.5),
    "ending": Ring("accent", 3.0, halo=2.0),
    "selected": Ring("accent", 4.0, halo=2.0),
    "witness": Ring("danger", 3.6, "8 5.5", 2.0),
    "focus": Ring("ink", 3.0, halo=2.0),
    "previewed": Ring("accent", 4.0, halo=2.0),
    "departing": Ring("accent", 3.4, "6.5 4.5", 2.2),
}
"""By state, the quiet ones first. Movable, ending, previewed and departing are known to the page alone."""

FIGURED_HALO = 1.2
"""Of a ring without one on a face of several colours: with no fill under it, ink could drown in a face of its brightness."""

FILLS = {"selected": Fill("soft"), "landed": Fill("last"), "left": Fill("last")}
"""What lies on a place and under what stands there; where several states meet, the first."""

LIFT = 5.0
"""How far a selected piece is lifted."""

DOT = Dot()

BADGE: tuple[Part, ...] = (
    Circle(0, 0, 10.5, fill="halo"),
    Circle(0, 0, 8.5, fill="danger"),
    Text(0, 0, "!", 13, "surface"),
)
"""What a witness wears."""

AREA, LINE = Fill("soft", 0.5), Ring("accent", 1.5, halo=2.0)
"""How aids are drawn."""

HATCHING = 0.6
"""How opaque hatchings are on a screen."""

STRONG_EDGE, THICKEST_EDGE = 1.5, 5.0
"""In high contrast edges are so many times as wide; a stroke this wide is a body, not an edge."""


def states_data() -> dict[str, Any]:
    """All of it for the page."""
    return {
        "rings": {state: asdict(ring) for state, ring in RINGS.items()},
        "figuredHalo": FIGURED_HALO,
        "fills": {state: asdict(fill) for state, fill in FILLS.items()},
        "lift": LIFT,
        "dot": asdict(DOT),
        "badge": to_data(Shape("badge", "mark", (0, 0), BADGE))["parts"],
        "area": asdict(AREA),
        "line": asdict(LINE),
        "hatching": HATCHING,
        "strongEdge": STRONG_EDGE,
        "thickestEdge": THICKEST_EDGE,
    }
