"""A game that is nowhere listed, as another package might bring it: a square board of felt, stones of two colours of its own."""

from __future__ import annotations

from tablier.core.game import Definition, Player
from tablier.scene import Circle, Gesture, Marks, Path, Scene, Shape, Text
from tablier.scene.look import Hatch, Look, Mark, Material, PieceColour, Tones
from tablier.scene.parts import circle, mark, polygon

__all__ = ["GAME", "GESTURES", "MARKS", "scene"]

_FELT = (
    Material("felt", "#2F5D46", "#1B3A2B", "#E4E4E4"),
    Material("felt-side", "#1E3D2E", "#0D1D15", "#6E6E6E"),
    Material("square", "#3E7358", "#2A5440", "#FFFFFF", "ground"),
    Material("seam", "#24493A", "#3F7A5C", "#8C8C8C", "line"),
    Material("board-ink", "#F3EBD3", "#E8DFC4", "#000000", "line"),  # the felt is too dark for the house's ink
    Material("last", "#6E9C80", "#4F7F66", "#D0D0D0", "ground"),
)
_JADE = PieceColour(
    "jade",
    Mark(((0, -1.1), (0.32, -0.32), (1.1, 0), (0.32, 0.32), (0, 1.1), (-0.32, 0.32), (-1.1, 0), (-0.32, -0.32))),
    light=Tones("#9FD8B4", "#123524", "#123524"),
    dark=Tones("#A9E2BE", "#E9FFF2", "#0C2618"),
    paper=Tones("#F0F0F0", "#000000", "#000000"),
    hatch=Hatch("M0 3H6", 6, 1.2, "#8A8A8A"),
)
_CORAL = PieceColour(
    "coral",
    Mark(radius=0.6, width=0.3),
    light=Tones("#E2725B", "#5B1B10", "#2C0903"),
    dark=Tones("#F08A72", "#FFE0D8", "#2C0903"),
    paper=Tones("#B0B0B0", "#000000", "#000000"),
    hatch=Hatch("M3 0V6", 6, 1.2, "#8F8F8F"),
)

GAME = Definition(
    id="made-up",
    package="tests.render",
    names={"fr": "Feutrine", "en": "Felt"},
    authors=("Nobody",),
    year=None,
    options=(),
    players=lambda _options: (Player("green", "jade"), Player("orange", "coral")),
    look=Look(_FELT, (_JADE, _CORAL)),
)

SIZE, PITCH = 5, 70.0
_SQUARE = polygon([(-33, -33), (33, -33), (33, 33), (-33, 33)])
_PIECES = {"a1": _JADE, "c2": _JADE, "e3": _JADE, "b4": _CORAL, "c4": _CORAL, "d5": _CORAL}

GESTURES = {"a1-a2": Gesture(("piece:a1", "cell:a2")), "a1-b1": Gesture(("piece:a1", "cell:b1"))}
MARKS = Marks(left=("cell:c3",), landed=("cell:c2",))


def scene() -> Scene:
    """Its board in play: it looks the same from all four sides, and both players sit on one of them."""
    reach = PITCH * SIZE / 2 + 24
    slab = polygon([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)])
    board = Shape("board:felt", "board", (220, 215), (Path(slab, "felt-side", drop=8), Path(slab, "felt")))
    shapes = [board]
    places = {
        f"{'abcde'[column]}{row + 1}": (80 + PITCH * column, 355 - PITCH * row)
        for row in reversed(range(SIZE))
        for column in range(SIZE)
    }
    for name, place in places.items():
        parts = (Path(_SQUARE, "square", "seam", 2),)
        shapes.append(Shape(f"cell:{name}", "cell", place, parts, turns=True, outline=_SQUARE, glyph=("·",)))
    for column in range(SIZE):
        text = Text(0, 0, "abcde"[column], 13)
        shapes.append(Shape(f"label:{text.text}", "label", (80 + PITCH * column, 402), (text,), glyph=(text.text,)))
    for name, colour in _PIECES.items():
        face = Circle(0, 0, 22, f"{colour.name}.face", f"{colour.name}.edge", 2)
        side = Circle(0, 5, 22, f"{colour.name}.side")
        parts_of = (Circle(0, 8, 22, "shadow"), side, face, mark(colour, 0, 0, 11))
        owner = (_JADE, _CORAL).index(colour)
        at, glyph = f"cell:{name}", (f"({colour.name[0].upper()})",)
        shapes.append(
            Shape(f"piece:{name}", "piece", places[name], parts_of, at=at, owner=owner, outline=circle(25), glyph=glyph)
        )
    box = (0.0, 0.0, 440.0, 440.0)
    return Scene(box, box, tuple(shapes), (0.0, 0.0), (PITCH / 5, PITCH / 2), (90.0, 180.0, 270.0), GAME.look)
