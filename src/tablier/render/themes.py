"""Themes: what colour each role of a scene has in light, in dark and on paper.

The paper theme needs no colour: the six players differ by grey, hatching and mark.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["COLOURS", "ROLES", "STYLES", "THEMES", "Colour", "Hatch", "contrast", "css", "palette", "variable"]

THEMES = ("light", "dark", "print")
STYLES = ("natural", "contrast", "plain")
"""natural: as the materials are; contrast: stronger edges, no tints, black and white; plain: pieces without their marks."""

COLOURS = ("blue", "yellow", "red", "ivory", "ebony", "lilac")


@dataclass(frozen=True, slots=True)
class Hatch:
    """Lines that repeat every `size` units in both directions."""

    d: str
    ink: str
    width: float
    size: float


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour as #RRGGBB, how opaque it is, and the hatching over it."""

    hex: str
    opacity: float = 1.0
    hatch: Hatch | None = None

    def css(self) -> str:
        """The colour as CSS writes it, without hatching."""
        if self.opacity == 1:
            return self.hex
        red, green, blue = _channels(self.hex)
        return f"rgba({red},{green},{blue},{self.opacity:g})"


_TOKENS = """
page          #F6F2EA #161412 #FFFFFF
surface       #FFFDF9 #201D1A #FFFFFF
sunken        #ECE5D9 #2A2622 #EEEEEE
line          #DED5C6 #39342E #BBBBBB
control       #857867 #8F8475 #666666
ink           #2A2520 #F0E9DE #000000
ink-2         #61574B #B9AE9F #333333
accent        #0A6A62 #6ACBBD #000000
on-accent     #FFFFFF #08221F #FFFFFF
soft          #D5EAE6 #1D3B37 #DDDDDD
danger        #A62F1E #F08C77 #000000
danger-soft   #F8E1DB #43231D #EEEEEE
halo          #FFFFFF #0F0D0B #FFFFFF
slab          #D8CCBA #40382F #DDDDDD
slab-side     #B2A28B #26211B #777777
cell          #EFE8DC #544A3F #FFFFFF
cell-line     #C6B8A2 #6B5F51 #999999
closed        #C3B49D #332C25 #AAAAAA
board-ink     #554A3E #CFC3B2 #000000
last          #D9C9A8 #69593F #D0D0D0
sea           #B9D2D5 #22383C #EEEEEE
sea-side      #8CAFB4 #14262A #999999
sea-line      #98B9BE #34535A #BBBBBB
isle          #F0E4C9 #B9A47E #FFFFFF
isle-side     #7A6440 #6A5838 #333333
isle-line     #CDB88E #9A8560 #AAAAAA
maple         #EAD7B0 #CDB68A #FFFFFF
walnut        #5C4435 #40302A #777777
frame         #B08A5E #6A5038 #CCCCCC
frame-side    #7D5D3B #3A2B1D #444444
oak           #C9A97C #6B5439 #DDDDDD
oak-side      #93744A #3B2D1D #777777
groove        #AC8B5D #8B7150 #999999
"""

_PIECES = """
blue   light #24507F #14304F #DDE7F2 #FFFFFF
blue   dark  #3A70AF #A9CDF2 #0E1E30 #FFFFFF
blue   print #666666 #000000 #FFFFFF #FFFFFF
yellow light #F0B72F #79560A #FDF1CB #4A3503
yellow dark  #F2C34B #FFE9AE #4A3A10 #4A3503
yellow print #E6E6E6 #000000 #FFFFFF #000000
red    light #C64F38 #74241A #F8DFD8 #FFFFFF
red    dark  #E27F66 #FFC2B3 #4A1D14 #2B0B06
red    print #A6A6A6 #000000 #FFFFFF #000000
ivory  light #FFFBF2 #5A4B3A -       #5A4B3A
ivory  dark  #FBF3E4 #1B1612 -       #5A4B3A
ivory  print #FFFFFF #000000 -       #000000
ebony  light #2E2925 #100D0B -       #F4EDE2
ebony  dark  #1D1916 #D8CBB8 -       #E8DECF
ebony  print #000000 #000000 -       #FFFFFF
lilac  light #B795CC #5E3D74 -       #33183F
lilac  dark  #C9A9DD #F1E3FA -       #33183F
lilac  print #CCCCCC #000000 -       #000000
"""
"""Colour, theme, then face, edge, half and mark."""

_HATCHES = {
    "blue": Hatch("M-1 1L1 -1M0 6L6 0M5 7L7 5", "#404040", 1.2, 6),
    "yellow": Hatch("M-1 5L1 7M0 0L6 6M5 -1L7 1", "#8C8C8C", 1.2, 6),
    "red": Hatch("M0 2H4", "#808080", 1.4, 4),
    "lilac": Hatch("M1.5 1.5h0M4.5 4.5h0", "#888888", 1.6, 6),
}

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


def _natural(theme: str) -> dict[str, Colour]:
    column = THEMES.index(theme) + 1
    roles = {row.split()[0]: Colour(row.split()[column]) for row in _TOKENS.strip().splitlines()}
    roles["shadow"] = _SHADOWS[theme]
    roles["highlight"] = Colour("#FFFFFF", 0.3)
    for row in _PIECES.strip().splitlines():
        colour, where, face, edge, half, mark = row.split()
        if where != theme:
            continue
        roles[f"{colour}.face"] = Colour(face, hatch=_HATCHES.get(colour) if theme == "print" else None)
        roles[f"{colour}.edge"] = Colour(edge)
        if half != "-":
            roles[f"{colour}.half"] = Colour(half)
        roles[f"{colour}.mark"] = Colour(mark)
        # Dark edges are light lines: the thickness below a piece must not be.
        dark_side = "#" + "".join(f"{channel // 2:02X}" for channel in _channels(face))
        roles[f"{colour}.side"] = Colour(dark_side if theme == "dark" else edge)
    return roles


def _contrasting(theme: str) -> dict[str, Colour]:
    """The theme in high contrast: grounds and tints all white (dark: black), lines and inks all black (dark: white)."""
    ground, ink = ("#000000", "#FFFFFF") if theme == "dark" else ("#FFFFFF", "#000000")
    roles = _natural(theme)
    for role in ("page", "surface", "sunken", "soft", "danger-soft", "halo", "cell", "last", "isle"):
        roles[role] = Colour(ground)
    for role in ("ink", "ink-2", "line", "control", "board-ink", "cell-line", "isle-line"):
        roles[role] = Colour(ink)
    roles["shadow"] = Colour("#000000", 0.0)
    for colour in COLOURS:
        face = roles[f"{colour}.face"].hex
        roles[f"{colour}.edge"], roles[f"{colour}.side"] = Colour(ink), Colour("#000000")
        white_on_it = contrast("#FFFFFF", face) > contrast("#000000", face)
        roles[f"{colour}.mark"] = Colour("#FFFFFF" if white_on_it else "#000000")
        if f"{colour}.half" in roles:
            roles[f"{colour}.half"] = Colour(ground)
    roles["ivory.face"], roles["ebony.face"] = Colour("#FFFFFF"), Colour("#000000")
    return roles


@functools.cache
def _palette(theme: str, style: str) -> Mapping[str, Colour]:
    return MappingProxyType(_contrasting(theme) if style == "contrast" else _natural(theme))


def palette(theme: str, style: str = "natural") -> Mapping[str, Colour]:
    """The colour of every role; ValueError that lists what there is when there is no such theme or style."""
    for kind, given, known in (("theme", theme, THEMES), ("style", style, STYLES)):
        if not isinstance(given, str) or given not in known:
            raise ValueError(f"no {kind} {given!r}; there are {', '.join(known)}")
    return _palette(theme, style)


ROLES = tuple(palette("light"))
"""All roles a scene may use."""


def variable(role: str) -> str:
    """The CSS custom property of a role."""
    return "--" + role.replace(".", "-")


def css(theme: str, style: str = "natural") -> str:
    """The theme as declarations of CSS custom properties."""
    return "".join(f"{variable(role)}:{colour.css()};" for role, colour in palette(theme, style).items())
