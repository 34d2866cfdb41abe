"""A game of another package brings its own colours, materials, marks and symmetry: it looks right without any list of ours."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path as File
from xml.etree import ElementTree as ET

import pytest

import tablier
from tablier.render import svg, terminal
from tablier.render.themes import STYLES, THEMES, contrast, look_data, palette
from tablier.scene import turned
from tablier.scene.look import Look, Mark, Material, PieceColour, Tones
from tests.render import made_up

NS = "{http://www.w3.org/2000/svg}"
LOOK = made_up.GAME.look
OWN = [material.role for material in LOOK.materials] + [colour.name for colour in LOOK.colours]


def test_none_of_its_colours_is_named_in_the_program() -> None:
    sources = [path.read_text("utf-8") for path in File(tablier.__file__).parent.rglob("*.py")]
    for name in {*OWN, "made-up"} - {"board-ink", "last"}:
        assert not [text for text in sources if re.search(rf"""["']{name}(\.\w+)?["']""", text)]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", THEMES)
def test_it_is_drawn_in_its_own_colours_in_every_theme_and_style(theme: str, style: str) -> None:
    root = ET.fromstring(svg.draw(made_up.scene(), theme=theme, style=style, marks=made_up.MARKS))  # noqa: S314
    drawn = {group.get("id"): group for group in root.iter(f"{NS}g")}
    tone = {"light": "light", "dark": "dark", "print": "paper"}[theme]
    felt = next(material for material in LOOK.materials if material.role == "felt")
    assert [part.get("fill") for part in drawn["board:felt"]][-1] == getattr(felt, tone)
    faces = set()
    for shape, colour in (("piece:a1", LOOK.colours[0]), ("piece:d5", LOOK.colours[1])):
        face = next(part for part in drawn[shape] if part.get("r") == "22" and part.get("stroke"))
        own: Tones = getattr(colour, tone)
        hatched = theme == "print" or style == "patterns"
        assert face.get("fill") == (f"url(#hatch-{colour.name}.face)" if hatched else own.face)
        if hatched:
            pattern = next(
                found for found in root.iter(f"{NS}pattern") if found.get("id") == f"hatch-{colour.name}.face"
            )
            assert colour.hatch is not None
            assert (pattern[0].get("fill"), pattern[1].get("d")) == (own.face, colour.hatch.d)
        if style != "contrast":
            assert face.get("stroke") == own.edge
        faces.add(face.get("fill"))
        # Of shadow, side, face and mark, high contrast has no shadow and the plain style no mark.
        assert len(drawn[shape]) == (3 if style in ("contrast", "plain") else 4)
    assert len(faces) == 2


@pytest.mark.parametrize("theme", THEMES)
def test_high_contrast_makes_its_grounds_and_lines_black_and_white(theme: str) -> None:
    strong = palette(theme, "contrast", LOOK)
    ends = ("#000000", "#FFFFFF") if theme == "dark" else ("#FFFFFF", "#000000")
    assert (strong["square"].hex, strong["seam"].hex, strong["board-ink"].hex) == (ends[0], ends[1], ends[1])
    for colour in LOOK.colours:
        assert contrast(strong[f"{colour.name}.mark"].hex, strong[f"{colour.name}.face"].hex) >= 4.5


def test_its_own_ink_is_for_its_board_alone() -> None:
    assert palette("light", look=LOOK)["board-ink"].hex == "#F3EBD3"
    assert palette("light")["board-ink"].hex == "#554A3E"


def test_it_looks_the_same_from_all_sides_it_names() -> None:
    scene = made_up.scene()

    def cells(angle: float) -> set[tuple[float, float]]:
        shapes = turned(scene, angle).shapes
        return {(round(x, 3), round(y, 3)) for shape in shapes if shape.role == "cell" for x, y in [shape.place]}

    for angle in scene.turns:
        assert cells(angle) == cells(0)
    assert cells(60) != cells(0)


def test_terminals_show_its_colours() -> None:
    lines = terminal.draw(made_up.scene())
    grounds = {re.search(rf"\x1b\[38;5;\d+;48;5;(\d+)m\({letter}\)", lines)[1] for letter in "JC"}  # type: ignore[index]
    assert len(grounds) == 2


def test_the_page_gets_all_of_it_and_nothing_of_the_house() -> None:
    data = look_data(LOOK)
    roles = {"felt", "felt-side", "square", "seam", "board-ink", "last"}
    roles |= {f"{colour}.{part}" for colour in ("jade", "coral") for part in ("face", "edge", "mark", "side")}
    for colours in (*data["colours"].values(), *data["contrast"].values()):
        assert set(colours) == roles
    assert data["colours"]["dark"]["felt"] == "#1B3A2B"
    assert set(data["hatches"]) == set(data["tokens"]) == {"jade", "coral"}
    fills = [part.get("fill") or part.get("stroke") for part in data["tokens"]["coral"]["parts"]]
    assert fills == ["coral.side", "coral.face", "coral.mark"]


TONES = Tones("#111111", "#222222", "#333333")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Material("Felt", "#2F5D46", "#1B3A2B", "#E4E4E4"), "small letters"),
        (lambda: Material("felt}", "#2F5D46", "#1B3A2B", "#E4E4E4"), "small letters"),
        (lambda: Material("felt", "green", "#1B3A2B", "#E4E4E4"), "#RRGGBB, not 'green'"),
        (lambda: replace(TONES, half="#12"), "#RRGGBB, not '#12'"),
        (lambda: PieceColour("a.b", Mark(), TONES, TONES, TONES), "small letters"),
        (lambda: PieceColour("a", Mark(), replace(TONES, half="#444444"), TONES, TONES), "a pale face, or none"),
        (lambda: Look((LOOK.materials[0],) * 2), "not felt twice"),
        (lambda: LOOK.colour("blue"), "no colour 'blue'; there are jade, coral"),
    ],
)
def test_looks_that_cannot_be_are_refused(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]
