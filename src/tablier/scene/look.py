"""How a game looks, as data: what its boards are made of, the colours of its pieces, and the mark of each colour.

A scene names colours by roles. A role of the house ("page", "ink", "accent", "shadow" …) is the same everywhere; a game
brings the others: one for each `Material` ("slab"), and a handful for each `PieceColour` ("blue.face", "blue.edge" …).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

__all__ = ["Hatch", "Look", "Mark", "Material", "PieceColour", "Tones"]

_HEX = re.compile(r"#[0-9A-F]{6}")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(f"a colour's name is small letters, digits and single hyphens, not {name!r}")


def _check_colours(*colours: str | None) -> None:
    for colour in colours:
        if colour is not None and not _HEX.fullmatch(colour):
            raise ValueError(f"a colour is written #RRGGBB, not {colour!r}")


@dataclass(frozen=True, slots=True)
class Material:
    """What a part of a board is made of: the colour of one role in light, in dark and on paper (a grey).

    In high contrast a `ground` becomes white (in dark: black) and a `line` black (in dark: white); others stay as they are.
    """

    role: str
    light: str
    dark: str
    paper: str
    contrast: Literal["ground", "line"] | None = None

    def __post_init__(self) -> None:
        """Refuse what is no name or no colour."""
        _check_name(self.role)
        _check_colours(self.light, self.dark, self.paper)


@dataclass(frozen=True, slots=True)
class Tones:
    """A colour of pieces in one theme: its face, its edge, its mark; where pieces have a pale face too, that is `half`."""

    face: str
    edge: str
    mark: str
    half: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is no colour."""
        _check_colours(self.face, self.edge, self.mark, self.half)


@dataclass(frozen=True, slots=True)
class Hatch:
    """Lines that repeat every `size` units in both directions: they tell a colour without its hue. `ink` is for paper."""

    d: str
    size: float
    width: float
    ink: str

    def __post_init__(self) -> None:
        """Refuse what is no colour."""
        _check_colours(self.ink)


@dataclass(frozen=True, slots=True)
class Mark:
    """The sign of a colour, for a radius of about 1: a polygon, or else a circle, which is a ring where it has a `width`."""

    polygon: tuple[tuple[float, float], ...] = ()
    radius: float = 1.0
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class PieceColour:
    """A colour of pieces. It never speaks alone: it has a mark, and a hatching unless it is told by its brightness.

    `strong` is its face in high contrast, where that differs. Its roles are ``name.face``, ``.edge``, ``.side``, ``.mark``
    and perhaps ``.half``.
    """

    name: str
    mark: Mark
    light: Tones
    dark: Tones
    paper: Tones
    hatch: Hatch | None = None
    strong: str | None = None

    def __post_init__(self) -> None:
        """Refuse what is no name or no colour, and a pale face that not all themes have."""
        _check_name(self.name)
        _check_colours(self.strong)
        if len({tones.half is None for tones in (self.light, self.dark, self.paper)}) > 1:
            raise ValueError(f"{self.name}: all themes have a pale face, or none")


@dataclass(frozen=True, slots=True)
class Look:
    """All materials and colours of pieces of a game; no two of one name."""

    materials: tuple[Material, ...] = ()
    colours: tuple[PieceColour, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name that is given twice."""
        names = [material.role for material in self.materials] + [colour.name for colour in self.colours]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"a look names each material and colour once, not {', '.join(twice)} twice")

    def colour(self, name: str) -> PieceColour:
        """The colour of pieces with this name; ValueError that lists those there are when there is none."""
        for colour in self.colours:
            if colour.name == name:
                return colour
        raise ValueError(f"no colour {name!r}; there are {', '.join(colour.name for colour in self.colours)}")
