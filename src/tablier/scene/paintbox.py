"""The colours and materials of the house, for any game that likes them: the same colour has the same mark everywhere.

What only one game uses stands in that game's definition.
"""

from __future__ import annotations

from tablier.scene.look import Hatch, Look, Mark, Material, PieceColour, Tones

__all__ = ["BLUE", "CELL", "CELL_LINE", "EBONY", "HOUSE", "IVORY", "LILAC", "RED", "SLAB", "SLAB_SIDE", "YELLOW"]

SLAB = Material("slab", "#D8CCBA", "#40382F", "#DDDDDD")
SLAB_SIDE = Material("slab-side", "#B2A28B", "#26211B", "#777777")
CELL = Material("cell", "#EFE8DC", "#544A3F", "#FFFFFF", "ground")
CELL_LINE = Material("cell-line", "#C6B8A2", "#6B5F51", "#999999", "line")

BLUE = PieceColour(
    "blue",
    Mark(radius=0.93),
    light=Tones("#24507F", "#14304F", "#FFFFFF", "#DDE7F2"),
    dark=Tones("#3A70AF", "#A9CDF2", "#FFFFFF", "#0E1E30"),
    paper=Tones("#666666", "#000000", "#FFFFFF", "#FFFFFF"),
    hatch=Hatch("M-1 1L1 -1M0 6L6 0M5 7L7 5", 6, 1.3, "#404040"),
)
YELLOW = PieceColour(
    "yellow",
    Mark(((0, -1), (1.03, 0.79), (-1.03, 0.79))),
    light=Tones("#F0B72F", "#79560A", "#4A3503", "#FDF1CB"),
    dark=Tones("#F2C34B", "#FFE9AE", "#4A3503", "#4A3A10"),
    paper=Tones("#E6E6E6", "#000000", "#000000", "#FFFFFF"),
    hatch=Hatch("M0 2.5H5", 5, 1.3, "#8C8C8C"),
)
RED = PieceColour(
    "red",
    Mark(((0, -1.14), (1.14, 0), (0, 1.14), (-1.14, 0))),
    light=Tones("#C64F38", "#74241A", "#FFFFFF", "#F8DFD8"),
    dark=Tones("#E27F66", "#FFC2B3", "#2B0B06", "#4A1D14"),
    paper=Tones("#A6A6A6", "#000000", "#000000", "#FFFFFF"),
    hatch=Hatch("M2.5 0V5", 5, 1.3, "#808080"),
)
IVORY = PieceColour(
    "ivory",
    Mark(radius=0.79, width=0.43),
    light=Tones("#FFFBF2", "#5A4B3A", "#5A4B3A"),
    dark=Tones("#FBF3E4", "#1B1612", "#5A4B3A"),
    paper=Tones("#FFFFFF", "#000000", "#000000"),
    strong="#FFFFFF",
)
EBONY = PieceColour(
    "ebony",
    Mark(((-0.83, -0.83), (0.83, -0.83), (0.83, 0.83), (-0.83, 0.83))),
    light=Tones("#2E2925", "#100D0B", "#F4EDE2"),
    dark=Tones("#1D1916", "#D8CBB8", "#E8DECF"),
    paper=Tones("#000000", "#000000", "#FFFFFF"),
    strong="#000000",
)
_A = 0.36
LILAC = PieceColour(
    "lilac",
    Mark(
        (
            *((-_A, -1), (_A, -1), (_A, -_A)),
            *((1, -_A), (1, _A), (_A, _A)),
            *((_A, 1), (-_A, 1), (-_A, _A)),
            *((-1, _A), (-1, -_A), (-_A, -_A)),
        )
    ),
    light=Tones("#B795CC", "#5E3D74", "#33183F"),
    dark=Tones("#C9A9DD", "#F1E3FA", "#33183F"),
    paper=Tones("#CCCCCC", "#000000", "#000000"),
    hatch=Hatch("M1.5 1.5h0M4.5 4.5h0", 6, 1.6, "#888888"),
)

HOUSE = Look((SLAB, SLAB_SIDE, CELL, CELL_LINE), (BLUE, YELLOW, RED, IVORY, EBONY, LILAC))
"""What a scene without a look of its own is drawn with."""
