"""The themes: every role everywhere, the measured contrasts, players that differ without colour."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from tablier.render import themes
from tablier.render.themes import STYLES, THEMES, Colour, contrast, variable
from tests.render.samples import COLOURS, LOOK, ROLES


def palette(theme: str, style: str = "natural") -> Mapping[str, Colour]:
    """The colours of all roles of all games."""
    return themes.palette(theme, style, LOOK)


def css(theme: str) -> str:
    return themes.css(theme, look=LOOK)


STATED = [
    ("control", "surface", 4.2, 4.6),
    ("ink", "page", 13.6, 15.2),
    ("ink-2", "page", 6.3, 8.4),
    ("ink-2", "soft", 5.6, 5.5),
    ("accent", "page", 5.8, 9.5),
    ("accent", "soft", 5.1, 6.3),
    ("on-accent", "accent", 6.5, 8.7),
    ("ink", "soft", 12.1, 10.0),
    ("danger", "surface", 6.8, 7.0),
    ("danger", "danger-soft", 5.5, 5.8),
    ("halo", "accent", 6.5, 10.1),
    ("accent", "slab", 4.1, 6.0),
    ("accent", "cell", 5.3, 4.5),
    ("board-ink", "slab", 5.4, 6.6),
    ("board-ink", "last", 5.3, 3.9),
    ("accent", "sea", 4.1, 6.4),
    ("isle-side", "sea", 3.6, None),
    ("isle", "sea", None, 5.1),
    ("maple", "walnut", 6.4, 6.4),
    ("ink", "frame", 4.8, 6.2),
    ("ink", "oak", 6.8, 5.9),
    ("accent", "oak", 2.9, None),
    ("accent", "walnut", 1.4, None),
    ("accent", "isle", None, 1.3),
    ("accent", "maple", None, 1.0),
    ("blue.edge", "cell", 11.0, 5.2),
    ("yellow.edge", "cell", 5.5, 7.2),
    ("red.edge", "cell", 8.6, 5.6),
    ("ivory.edge", "cell", 6.9, None),
    ("ivory.face", "cell", None, 7.8),
    ("ebony.edge", "cell", 15.9, 5.4),
    ("lilac.edge", "cell", 7.2, 7.0),
    ("blue.mark", "blue.face", 8.3, 5.1),
    ("yellow.mark", "yellow.face", 6.4, 7.0),
    ("red.mark", "red.face", 4.6, 6.5),
    ("ivory.mark", "ivory.face", 8.1, 7.6),
    ("ebony.mark", "ebony.face", 12.4, 13.1),
    ("lilac.mark", "lilac.face", 6.1, 7.6),
]


@pytest.mark.parametrize(("one", "other", "light", "dark"), STATED)
def test_contrasts_are_as_the_visual_guide_states_them(
    one: str, other: str, light: float | None, dark: float | None
) -> None:
    for theme, stated in (("light", light), ("dark", dark)):
        if stated is not None:
            assert contrast(palette(theme)[one].hex, palette(theme)[other].hex) == pytest.approx(stated, abs=0.051)


def test_contrast_of_known_pairs() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#24507F", "#24507F") == 1


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_and_style_has_the_same_roles(theme: str, style: str) -> None:
    assert tuple(palette(theme, style)) == ROLES


def test_pieces_have_the_roles_of_their_colour_and_only_three_colours_are_halved() -> None:
    for colour in COLOURS:
        assert {f"{colour}.{part}" for part in ("face", "edge", "mark", "side")} <= set(ROLES)
    assert {role for role in ROLES if role.endswith(".half")} == {"blue.half", "yellow.half", "red.half"}


def test_sides_are_edges_in_light_and_half_as_bright_as_faces_in_dark() -> None:
    for colour in COLOURS:
        assert palette("light")[f"{colour}.side"] == palette("light")[f"{colour}.edge"]
        face, side = (int(palette("dark")[f"{colour}.{part}"].hex[1:], 16) for part in ("face", "side"))
        for shift in (0, 8, 16):
            assert (side >> shift) & 255 == ((face >> shift) & 255) // 2


def test_paper_is_grey_and_all_six_players_differ_on_it() -> None:
    for paint in palette("print").values():
        assert paint.hex[1:3] == paint.hex[3:5] == paint.hex[5:7]
    faces = [palette("print")[f"{colour}.face"] for colour in COLOURS]
    for one, other in itertools.combinations(faces, 2):
        assert contrast(one.hex, other.hex) > 1.15
        assert one.hatching is None or one.hatching != other.hatching
    for colour in COLOURS:
        face = palette("print")[f"{colour}.face"]
        for ground in [face.hex] + ([face.hatching.ink] if face.hatching else []):
            assert contrast(palette("print")[f"{colour}.mark"].hex, ground) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_high_contrast_is_black_and_white_where_it_matters(theme: str) -> None:
    strong = palette(theme, "contrast")
    ends = {"#000000", "#FFFFFF"}
    for role in ("page", "ink", "cell", "board-ink", "ivory.face", "ebony.face", "blue.half"):
        assert strong[role].hex in ends
    assert contrast(strong["ink"].hex, strong["page"].hex) == pytest.approx(21)
    for colour in COLOURS:
        assert contrast(strong[f"{colour}.mark"].hex, strong[f"{colour}.face"].hex) >= 4.5


def test_plain_style_has_the_natural_colours() -> None:
    assert palette("dark", "plain") == palette("dark")


@pytest.mark.parametrize("theme", ["sepia", "", "Light", None, 3, ["light"]])
def test_unknown_themes_are_refused_with_those_there_are(theme: object) -> None:
    with pytest.raises(ValueError, match="there are light, dark, print"):
        palette(theme)  # type: ignore[arg-type]


@pytest.mark.parametrize("style", ["loud", None, {}])
def test_unknown_styles_are_refused_with_those_there_are(style: object) -> None:
    with pytest.raises(ValueError, match="there are natural, contrast, plain"):
        palette("light", style)  # type: ignore[arg-type]


def test_palettes_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        palette("light")["slab"] = themes.Colour("#000000")  # type: ignore[index]


def test_css_declares_every_role_once() -> None:
    declared = [line.split(":")[0] for line in css("dark").strip(";").split(";")]
    assert declared == [variable(role) for role in ROLES]
    assert "--blue-face:#3A70AF;" in css("dark")
    assert "--shadow:rgba(42,37,32,0.22);" in css("light")
