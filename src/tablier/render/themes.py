"""Themes: what colour each role of a scene has in light, in dark and on paper.

The roles of the house stand here; those of a board and its pieces come with the game's `Look`. The paper theme needs no
colour: players differ by grey, hatching and mark.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tablier.render.states import HATCHING
from tablier.scene import to_data
from tablier.scene.look import Hatch, Look, Material, PieceColour
from tablier.scene.paintbox import HOUSE
from tablier.scene.parts import token

__all__ = ["STYLES", "THEMES", "Colour", "Hatching", "contrast", "css", "look_data", "palette", "variable"]

THEMES = ("light", "dark", "print")
STYLES = ("natural", "contrast", "plain", "patterns")
"""natural: as the materials are; contrast: stronger edges, no tints, black and white; plain: pieces without their marks;
patterns: pieces hatched, so that no two differ by their hue alone."""


@dataclass(frozen=True, slots=True)
class Hatching:
    """The lines of a hatch in their ink."""

    hatch: Hatch
    ink: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour as #RRGGBB, how opaque it is, and the hatching over it."""

    hex: str
    opacity: float = 1.0
    hatching: Hatching | None = None

    def css(self) -> str:
        """The colour as CSS writes it, without hatching."""
        if self.opacity == 1:
            return self.hex
        red, green, blue = _channels(self.hex)
        return f"rgba({red},{green},{blue},{self.opacity:g})"


_INTERFACE = (
    Material("page", "#F6F2EA", "#161412", "#FFFFFF", "ground"),
    Material("surface", "#FFFDF9", "#201D1A", "#FFFFFF", "ground"),
    Material("sunken", "#ECE5D9", "#2A2622", "#EEEEEE", "ground"),
    Material("line", "#DED5C6", "#39342E", "#BBBBBB", "line"),
    Material("control", "#857867", "#8F8475", "#666666", "line"),
    Material("ink", "#2A2520", "#F0E9DE", "#000000", "line"),
    Material("ink-2", "#61574B", "#B9AE9F", "#333333", "line"),
    Material("accent", "#0A6A62", "#6ACBBD", "#000000"),
    Material("on-accent", "#FFFFFF", "#08221F", "#FFFFFF"),
    Material("soft", "#D5EAE6", "#1D3B37", "#DDDDDD", "ground"),
    Material("danger", "#A62F1E", "#F08C77", "#000000"),
    Material("danger-soft", "#F8E1DB", "#43231D", "#EEEEEE", "ground"),
    Material("halo", "#FFFFFF", "#0F0D0B", "#FFFFFF", "ground"),
    Material("board-ink", "#554A3E", "#CFC3B2", "#000000", "line"),
    Material("last", "#D9C9A8", "#69593F", "#D0D0D0", "ground"),
)
"""The colours of the page, of its words and of what is marked on a board. A look may bring its own in their place."""

_NO_LOOK = Look()
_SHADOWS = {"light": Colour("#2A2520", 0.22), "dark": Colour("#000000", 0.45), "print": Colour("#000000", 0.2)}


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours #RRGGBB as WCAG 2 defines it, from 1 to 21."""
    lights = []
    for colour in (one, other):
        parts = [channel / 255 for channel in _channels(colour)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
    return max(lights) / min(lights)


def _faces(colour: PieceColour, theme: str, style: str) -> dict[str, Colour]:
    """The roles of a colour of pieces."""
    tones = {"light": colour.light, "dark": colour.dark, "print": colour.paper}[theme]
    hatching = None
    if colour.hatch is not None and theme == "print":
        hatching = Hatching(colour.hatch, colour.hatch.ink)
    elif colour.hatch is not None and style == "patterns":
        hatching = Hatching(colour.hatch, tones.mark, HATCHING)
    # Dark edges are light lines: the thickness below a piece must not be.
    dark_side = "#" + "".join(f"{channel // 2:02X}" for channel in _channels(tones.face))
    roles = {"face": Colour(tones.face, hatching=hatching), "edge": Colour(tones.edge)}
    if tones.half is not None:
        roles["half"] = Colour(tones.half)
    roles |= {"mark": Colour(tones.mark), "side": Colour(dark_side if theme == "dark" else tones.edge)}
    if style == "contrast":
        ground, ink = _ends(theme)
        face = colour.strong or tones.face
        white_on_it = contrast("#FFFFFF", face) > contrast("#000000", face)
        roles["face"] = Colour(face, hatching=None if colour.strong else hatching)
        roles |= {
            "edge": Colour(ink),
            "side": Colour("#000000"),
            "mark": Colour("#FFFFFF" if white_on_it else "#000000"),
        }
        if tones.half is not None:
            roles["half"] = Colour(ground)
    return {f"{colour.name}.{part}": found for part, found in roles.items()}


def _ends(theme: str) -> tuple[str, str]:
    """What grounds and tints, and lines and inks, become in high contrast."""
    return ("#000000", "#FFFFFF") if theme == "dark" else ("#FFFFFF", "#000000")


def _material(material: Material, theme: str, style: str) -> Colour:
    if style == "contrast" and material.contrast is not None:
        return Colour(_ends(theme)[("ground", "line").index(material.contrast)])
    return Colour({"light": material.light, "dark": material.dark, "print": material.paper}[theme])


@functools.cache
def _palette(theme: str, style: str, look: Look) -> Mapping[str, Colour]:
    roles = {material.role: _material(material, theme, style) for material in (*_INTERFACE, *look.materials)}
    roles["shadow"] = Colour("#000000", 0.0) if style == "contrast" else _SHADOWS[theme]
    roles["highlight"] = Colour("#FFFFFF", 0.3)
    for colour in look.colours:
        roles |= _faces(colour, theme, style)
    return MappingProxyType(roles)


def palette(theme: str, style: str = "natural", look: Look = HOUSE) -> Mapping[str, Colour]:
    """The colour of every role; ValueError that lists what there is when there is no such theme or style."""
    for kind, given, known in (("theme", theme, THEMES), ("style", style, STYLES)):
        if not isinstance(given, str) or given not in known:
            raise ValueError(f"no {kind} {given!r}; there are {', '.join(known)}")
    return _palette(theme, style, look)


def variable(role: str) -> str:
    """The CSS custom property of a role."""
    return "--" + role.replace(".", "-")


def css(theme: str, style: str = "natural", look: Look = _NO_LOOK) -> str:
    """The theme as declarations of CSS custom properties: the roles of the house, and those of a look."""
    return "".join(f"{variable(role)}:{colour.css()};" for role, colour in palette(theme, style, look).items())


def look_data(look: Look) -> dict[str, Any]:
    """A look for a page: the CSS colours of its roles by theme, natural and in high contrast; by the name of the colour of
    pieces its hatching, and a token that stands for whoever plays it."""
    own = palette("light", look=look).keys() - palette("light", look=_NO_LOOK).keys()
    own |= {material.role for material in look.materials}

    def colours(theme: str, style: str) -> dict[str, str]:
        return {role: colour.css() for role, colour in palette(theme, style, look).items() if role in own}

    return {
        "colours": {theme: colours(theme, "natural") for theme in ("light", "dark")},
        "contrast": {theme: colours(theme, "contrast") for theme in ("light", "dark")},
        "hatches": {
            colour.name: {"d": colour.hatch.d, "size": colour.hatch.size, "width": colour.hatch.width}
            for colour in look.colours
            if colour.hatch is not None
        },
        "tokens": {colour.name: to_data(token(colour)) for colour in look.colours},
    }
