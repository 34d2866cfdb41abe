"""SVG documents: well-formed, complete, in order, safe, with each state drawn."""

from __future__ import annotations

import math
import re
from dataclasses import fields, replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.render import svg
from tablier.render.themes import STYLES, THEMES, palette
from tablier.scene import Aid, Circle, Marks, Path, Scene, Shape, Text
from tablier.scene.parts import circle
from tests.render import samples

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    '"><script>alert(1)</script>',
    "a&b;</title>",
    "tab\tline\nreturn\r",
    "nul\x00 \x1b[31m",
    "\ud800",
    "]]>",
    "é–✓𝄞",
    "",
]


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314


def one(*shapes: Shape) -> Scene:
    return Scene((0, 0, 100, 80), (10, 10, 80, 60), shapes, (0, 90), (10, 20), look=samples.LOOK)


def by_id(root: ET.Element, shape_id: str) -> ET.Element:
    found = [element for element in root.iter(f"{NS}g") if element.get("id") == shape_id]
    assert len(found) == 1
    return found[0]


def by_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter(f"{NS}g") if element.get("class") == name]


def order(root: ET.Element) -> list[str]:
    return [element.get("id") or element.get("class") or "" for element in root if element.tag == f"{NS}g"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", samples.ALL)
def test_every_shape_is_a_group_with_its_id_in_drawing_order(name: str, theme: str, style: str) -> None:
    scene = samples.ALL[name]()
    root = parsed(svg.draw(scene, theme=theme, style=style))
    assert root.tag == f"{NS}svg"
    assert order(root) == [shape.id for shape in scene.shapes]


def test_the_same_scene_gives_the_same_text() -> None:
    assert svg.draw(samples.hexagons()) == svg.draw(samples.hexagons())


def test_the_document_is_an_image_with_a_name_and_perhaps_a_description() -> None:
    root = parsed(svg.draw(samples.spare(), title="Ken Wan", description="Blue has E3"))
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{NS}title", f"{NS}desc"]
    assert [root[0].text, root[1].text] == ["Ken Wan", "Blue has E3"]
    unnamed = parsed(svg.draw(samples.spare()))
    assert unnamed[0].text == "Tablier"
    assert unnamed.find(f"{NS}desc") is None


def test_box_tight_box_and_width() -> None:
    scene = one()
    root = parsed(svg.draw(scene))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 100 80", "100", "80")
    root = parsed(svg.draw(scene, tight=True, width=400))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("10 10 80 60", "400", "300")


def test_background_covers_the_view_and_may_be_left_out() -> None:
    ground = parsed(svg.draw(one(), tight=True, theme="dark")).find(f"{NS}rect")
    assert ground is not None
    assert ground.attrib == {"x": "10", "y": "10", "width": "80", "height": "60", "fill": "#161412"}
    assert parsed(svg.draw(one(), background=False)).find(f"{NS}rect") is None


@pytest.mark.parametrize("width", [0, -5, math.inf, math.nan, True, "640"])
def test_bad_widths_are_refused(width: Any) -> None:
    with pytest.raises(ValueError, match="width is a number of pixels above 0"):
        svg.draw(one(), width=width)


@pytest.mark.parametrize("turn", [math.inf, math.nan, None, "60", True, 10**400])
def test_bad_turns_are_refused(turn: Any) -> None:
    with pytest.raises(ValueError, match="turn is a number of degrees"):
        svg.draw(one(), turn=turn)


def test_bad_themes_styles_and_roles_are_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'blue'; there are light, dark, print"):
        svg.draw(one(), theme="blue")
    with pytest.raises(ValueError, match="no style 'fine'; there are natural, contrast, plain"):
        svg.draw(one(), style="fine")
    with pytest.raises(ValueError, match="colour for '#E9DCC6'; the roles are page"):
        svg.draw(one(Shape("a", "board", (0, 0), (Circle(0, 0, 1, fill="#E9DCC6"),))))


def test_marks_of_another_kind_and_views_of_no_size_are_refused() -> None:
    with pytest.raises(ValueError, match=r"marks are Marks, not .'left'"):
        svg.draw(one(), marks={"left": ()})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the scene's view is 0 by 60: both must be above 0"):
        svg.draw(replace(one(), tight=(10, 10, 0, 60)), tight=True, width=100)


@pytest.mark.parametrize("state", [field.name for field in fields(Marks)])
def test_marks_on_shapes_that_do_not_exist_are_refused(state: str) -> None:
    with pytest.raises(ValueError, match=f"cannot mark 'cell:z9' as {state}"):
        svg.draw(samples.spare(), marks=Marks(**{state: ("cell:z9",)}))


def test_parts_are_drawn_with_their_paint() -> None:
    shape = Shape(
        "a",
        "piece",
        (3, 4),
        (
            Path("M0 0L1 1", stroke="ink", width=2.346, dash="3 2", opacity=0.5),
            Path("M0 0L1 1", stroke="ink", width=2, dash=".1 5"),
            Circle(1, -2, 3.5, fill="shadow", stroke="blue.edge", width=1),
            Text(5, 6, "x", 10),
        ),
    )
    dashed, dotted, disc, text = by_id(parsed(svg.draw(one(shape))), "a")
    assert dashed.attrib == {
        "d": "M0 0L1 1",
        "stroke": "#2A2520",
        "stroke-width": "2.35",
        "stroke-dasharray": "3 2",
        "stroke-linecap": "butt",
        "opacity": "0.5",
    }
    assert "stroke-linecap" not in dotted.attrib
    assert (disc.get("cx"), disc.get("cy"), disc.get("r")) == ("1", "-2", "3.5")
    assert (disc.get("fill"), disc.get("fill-opacity"), disc.get("stroke")) == ("#2A2520", "0.22", "#14304F")
    assert (text.get("x"), text.get("y"), text.get("font-size"), text.text) == ("5", "9.5", "10", "x")


def test_joins_and_ends_are_round() -> None:
    root = parsed(svg.draw(one()))
    assert (root.get("stroke-linejoin"), root.get("stroke-linecap")) == ("round", "round")


def test_places_and_angles_become_transforms() -> None:
    root = parsed(
        svg.draw(
            one(Shape("a", "cell", (10, 20.126)), Shape("b", "cell", (0, 0), angle=45), Shape("c", "cell", (0, 0)))
        )
    )
    assert by_id(root, "a").get("transform") == "translate(10 20.13)"
    assert by_id(root, "b").get("transform") == "rotate(45)"
    assert by_id(root, "c").get("transform") is None


def test_turning_the_board_turns_what_turns_and_keeps_the_rest_upright() -> None:
    scene = one(
        Shape("board:slab", "board", (0, 0)),
        Shape("board:tint", "board", (0, 0), turns=True),
        Shape("cell:a", "cell", (20, 40), turns=True, angle=300),
        Shape("cell:b", "cell", (80, 40), turns=True),
        Shape("label:a", "label", (50, 10)),
        Shape("tray", "mark", (50, 75), fixed=True),
    )
    root = parsed(svg.draw(scene, turn=90))
    transforms = {shape.id: by_id(root, shape.id).get("transform") for shape in scene.shapes}
    assert transforms == {
        "board:slab": None,
        "board:tint": "translate(90 -10)rotate(90)",
        "cell:a": "translate(50 10)rotate(30)",
        "cell:b": "translate(50 70)rotate(90)",
        "label:a": "translate(80 40)",
        "tray": "translate(50 75)",
    }


def test_a_whole_turn_changes_nothing() -> None:
    scene = samples.rods()
    assert svg.draw(scene, turn=360) == svg.draw(scene, turn=-720) == svg.draw(scene)


def test_far_rows_come_first_however_the_board_is_turned() -> None:
    cells = [Shape(f"cell:{y}", "cell", (0, y)) for y in (0, 10, 20)]
    pieces = [Shape(f"piece:{y}", "piece", (0, y)) for y in (0, 10, 20)]
    root = parsed(svg.draw(one(*cells, *pieces), turn=180))
    assert order(root) == ["cell:20", "cell:10", "cell:0", "piece:20", "piece:10", "piece:0"]


@pytest.mark.parametrize(
    ("angle", "turn", "expected"), [(0, 0, "0 4"), (90, 0, "4 0"), (0, 180, "0 -4"), (30, 60, "4 0")]
)
def test_sides_and_shadows_lie_below_however_a_shape_is_turned(angle: float, turn: float, expected: str) -> None:
    side = Circle(0, 0, 5, fill="shadow", drop=4)
    root = parsed(svg.draw(one(Shape("a", "piece", (50, 40), (side,), angle=angle, turns=True)), turn=turn))
    assert by_id(root, "a")[0].get("transform") == f"translate({expected})"


def test_coordinates_may_be_left_out() -> None:
    scene = samples.hexagons()
    root = parsed(svg.draw(scene, coordinates=False))
    assert order(root) == [shape.id for shape in scene.shapes if shape.role != "label"]


# The states


def hexagon_with(marks: Marks, **options: Any) -> ET.Element:
    return parsed(svg.draw(samples.hexagons(), marks=marks, **options))


def paints(group: ET.Element) -> list[tuple[str | None, str | None, str | None, str | None]]:
    return [tuple(child.get(key) for key in ("fill", "stroke", "stroke-width", "stroke-dasharray")) for child in group]  # type: ignore[misc]


def test_left_is_filled_and_dashed_landed_filled_and_solid_changed_dotted() -> None:
    root = hexagon_with(Marks(left=("cell:A1",), landed=("cell:A2",), changed=("cell:A3",)))
    last, ink = palette("light")["last"].hex, palette("light")["board-ink"].hex
    for state in ("left-fill", "landed-fill"):
        assert paints(by_class(root, state)[0]) == [(last, None, None, None)]
    assert by_class(root, "changed-fill") == []
    assert paints(by_class(root, "left")[0]) == [(None, ink, "2.2", "5 5")]
    assert paints(by_class(root, "landed")[0]) == [(None, ink, "2.2", None)]
    assert paints(by_class(root, "changed")[0]) == [(None, ink, "2.2", ".1 5.2")]


def test_selected_is_soft_with_an_accent_ring_of_four_on_a_halo() -> None:
    root = hexagon_with(Marks(selected=("cell:A2",)), theme="dark")
    dark = palette("dark")
    assert paints(by_class(root, "selected-fill")[0]) == [(dark["soft"].hex, None, None, None)]
    assert paints(by_class(root, "selected")[0]) == [
        (None, dark["halo"].hex, "8", None),
        (None, dark["accent"].hex, "4", None),
    ]


def test_the_selected_piece_is_lifted_and_its_shadow_is_not() -> None:
    scene = samples.hexagons()
    x, y = scene.shape("piece:A2").place
    for marked in ("cell:A2", "piece:A2"):
        ground, raised = by_id(hexagon_with(Marks(selected=(marked,))), "piece:A2")
        assert ground.get("transform") == f"translate({x:g} {y:g})"
        assert raised.get("transform") == f"translate({x:g} {y - 5:g})"
        assert len(ground) == 1
        assert ground[0].get("fill-opacity") == "0.22"
        assert len(raised) == len(scene.shape("piece:A2").parts) - 1


def test_a_target_is_an_accent_dot_on_a_halo_a_tenth_of_its_cell() -> None:
    (dot,) = by_class(hexagon_with(Marks(targets=("cell:A5",))), "target")
    assert [(child.get("r"), child.get("fill")) for child in dot] == [("8.4", "#FFFFFF"), ("6.4", "#0A6A62")]
    (small,) = by_class(parsed(svg.draw(samples.spare(), marks=Marks(targets=("cell:a",)))), "target")
    assert small[1].get("r") == "6"


def test_a_witness_has_a_dashed_danger_ring_on_a_halo_and_a_badge() -> None:
    root = hexagon_with(Marks(witness=("cell:A2",)))
    assert paints(by_class(root, "witness")[0]) == [
        (None, "#FFFFFF", "7.6", None),
        (None, "#A62F1E", "3.6", "8 5.5"),
    ]
    (badge,) = by_class(root, "badge")
    assert badge[-1].text == "!"
    assert badge[1].get("fill") == "#A62F1E"


def test_focus_is_an_ink_ring_of_three_on_a_halo() -> None:
    root = hexagon_with(Marks(focus=("cell:A2",)))
    assert paints(by_class(root, "focus")[0]) == [(None, "#FFFFFF", "7", None), (None, "#2A2520", "3", None)]


def test_fills_lie_under_pieces_rings_above_and_signs_on_top() -> None:
    marks = Marks(left=("cell:A5",), selected=("cell:A2",), targets=("cell:B5",), witness=("cell:B1",))
    root = hexagon_with(marks)
    places = {name: i for i, name in enumerate(order(root))}
    pieces = [
        place for name, place in places.items() if name.startswith("piece:") and name not in ("piece:A2", "piece:B1")
    ]
    assert places["cell:A5"] + 1 == places["left-fill"]
    assert places["cell:A2"] + 1 == places["selected-fill"] < min(pieces)
    assert max(pieces) < places["left"] < places["selected"] < places["witness"]
    assert places["witness"] < min(places["piece:A2"], places["piece:B1"])
    assert max(places["piece:A2"], places["piece:B1"]) < places["target"] < places["badge"]


def test_a_piece_without_outline_is_marked_where_it_stands() -> None:
    assert svg.draw(samples.hexagons(), marks=Marks(landed=("piece:A2",))) == svg.draw(
        samples.hexagons(), marks=Marks(landed=("cell:A2",))
    )


def test_a_shape_without_any_outline_gets_a_circle_round_it() -> None:
    scene = one(Shape("a", "mark", (50, 40), (Circle(0, 0, 7, fill="ink"),)))
    (ring,) = by_class(parsed(svg.draw(scene, marks=Marks(changed=("a",)))), "changed")
    assert ring[0].get("d") == circle(10)


def test_a_plate_of_two_woods_keeps_its_face() -> None:
    root = parsed(svg.draw(samples.plates(), marks=Marks(landed=("plate:a2",), selected=("plate:b2",))))
    assert by_class(root, "landed-fill") == by_class(root, "selected-fill") == []
    assert len(by_class(root, "landed")[0]) == 2
    assert by_class(root, "selected")


def test_rings_follow_a_turned_outline_and_signs_stay_upright() -> None:
    scene = samples.rods()
    marked = "edge:a0b0"
    root = parsed(svg.draw(scene, marks=Marks(witness=(marked,), targets=(marked,))))
    assert by_class(root, "witness")[0].get("transform") == by_id(root, marked).get("transform")
    assert "rotate" in str(by_class(root, "witness")[0].get("transform"))
    assert all("rotate" not in str(by_class(root, name)[0].get("transform")) for name in ("badge", "target"))


def test_a_spot_that_was_left_is_outlined_and_not_filled() -> None:
    root = parsed(svg.draw(samples.rods(), marks=Marks(left=("edge:a0b0",))))
    assert by_class(root, "left-fill") == []
    assert len(by_class(root, "left")) == 1


def test_a_lifted_piece_takes_along_the_ring_it_carries_itself() -> None:
    rod = Path("M-40 -10L40 -10L40 10L-40 10Z", fill="ink")
    root = parsed(
        svg.draw(one(Shape("a", "piece", (50, 40), (rod,), angle=60, outline=rod.d)), marks=Marks(selected=("a",)))
    )
    lifted = "translate(50 35)rotate(60)"
    assert by_id(root, "a")[-1].get("transform") == lifted
    for name in ("selected", "selected-fill"):
        assert by_class(root, name)[0].get("transform") == lifted


@pytest.mark.parametrize("angle", [0.0, 60.0, 120.0])
def test_the_badge_of_a_witness_sits_on_it_however_it_is_turned(angle: float) -> None:
    rod = "M-40 -10L40 -10L40 10L-40 10Z"
    scene = one(Shape("a", "piece", (50, 40), (Path(rod, fill="ink"),), angle=angle, outline=rod))
    (badge,) = by_class(parsed(svg.draw(scene, marks=Marks(witness=("a",)))), "badge")
    match = re.fullmatch(r"translate\((\S+) (\S+)\)", str(badge.get("transform")))
    assert match is not None
    x, y = float(match[1]) - 50, float(match[2]) - 40
    cos, sin = math.cos(math.radians(-angle)), math.sin(math.radians(-angle))
    along, across = x * cos - y * sin, x * sin + y * cos
    assert abs(along) <= 40
    assert abs(across) <= 10
    assert x - y > 0


def test_names_are_shown_of_what_is_pointed_at_or_of_all_and_lie_on_top() -> None:
    cells = [Shape(f"cell:{c}", "cell", (20, 20), (Circle(0, 0, 9, fill="cell"),)) for c in "ab"]
    labels = [Shape(f"label:{c}", "label", (20, 30), (Text(0, 0, c, 13),), names=(f"cell:{c}",)) for c in "ab"]
    piece = Shape("piece:b", "piece", (20, 20), (Circle(0, 0, 5, fill="ink"),), at="cell:b")
    scene = one(*cells, *labels, piece)

    def shown(**options: Any) -> list[str]:
        return [name for name in order(parsed(svg.draw(scene, **options))) if name.startswith("label:")]

    assert shown() == []
    assert shown(marks=Marks(focus=("cell:a",))) == ["label:a"]
    assert shown(marks=Marks(selected=("piece:b",))) == ["label:b"]
    everything = order(parsed(svg.draw(scene, names=True, marks=Marks(witness=("cell:a",)))))
    assert everything[-2:] == ["label:a", "label:b"]


def test_no_marks_draw_nothing_more() -> None:
    assert "class=" not in svg.draw(samples.hexagons())


# Themes and styles


def test_variables_stand_for_every_colour() -> None:
    text = svg.draw(samples.hexagons(), variables=True, marks=Marks(selected=("cell:A2",), witness=("cell:A1",)))
    assert not re.search(r'(fill|stroke)="(?!none|var\(--[a-z0-9-]+\)")', text)
    assert 'fill="var(--blue-face)"' in text
    assert "fill-opacity" not in text


def test_paper_hatches_are_defined_once_and_used() -> None:
    text = svg.draw(samples.hexagons(), theme="print")
    root = parsed(text)
    defined = {str(pattern.get("id")) for pattern in root.iter(f"{NS}pattern")}
    assert defined == set(re.findall(r"url\(#([^)]+)\)", text))
    assert {f"hatch-{colour}.face" for colour in ("blue", "yellow", "red", "lilac")} == defined
    assert "<defs>" not in svg.draw(samples.hexagons())


def test_a_hatch_never_takes_the_id_of_a_shape() -> None:
    scene = one(Shape("hatch-blue.face", "piece", (0, 0), (Circle(0, 0, 5, fill="blue.face"),)))
    ids = [element.get("id") for element in parsed(svg.draw(scene, theme="print")).iter() if element.get("id")]
    assert len(ids) == len(set(ids)) == 2


def test_contrast_style_has_stronger_edges_and_no_tints() -> None:
    parts = (
        Circle(0, 0, 1, fill="blue.face", stroke="blue.edge", width=2),
        Circle(0, 0, 2, fill="red.face", opacity=0.3),
        Circle(0, 0, 3, stroke="maple", width=1, opacity=0.4),
        Circle(0, 0, 4, fill="shadow"),
        Path("M0 0", stroke="highlight", width=2),
        Path("M0 0h9", stroke="ebony.edge", width=16),
    )
    drawn = by_id(parsed(svg.draw(one(Shape("a", "piece", (0, 0), parts)), style="contrast")), "a")
    assert [(child.get("r"), child.get("stroke-width"), child.get("opacity")) for child in drawn] == [
        ("1", "3", None),
        ("3", "1", None),
        (None, "16", None),
    ]


def test_plain_style_has_no_marks_but_keeps_faces_with_a_pale_rim() -> None:
    parts = (
        Circle(0, 0, 9, fill="ebony.face", stroke="ebony.mark", width=2),
        Circle(0, 0, 5, fill="ebony.mark"),
        Circle(0, 0, 4, stroke="ivory.mark", width=1),
    )
    drawn = by_id(parsed(svg.draw(one(Shape("a", "piece", (0, 0), parts)), style="plain")), "a")
    assert [child.get("r") for child in drawn] == ["9"]


def test_every_role_can_be_drawn_in_every_theme_and_style() -> None:
    scene = one(*(Shape(role, "mark", (0, 0), (Circle(0, 0, 1, fill=role),)) for role in samples.ROLES))
    for theme in THEMES:
        for style in STYLES:
            assert len(order(parsed(svg.draw(scene, theme=theme, style=style)))) == len(samples.ROLES)


# Texts from elsewhere


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_texts(text: str) -> None:
    shape = Shape(
        text, "label", (0, 0), (Text(0, 0, text, 10), Path(text, fill="ink", stroke="ink", width=1, dash=text))
    )
    root = parsed(svg.draw(one(shape), title=text, description=text))
    expected = re.sub("[\x00\x1b\ud800]", "\ufffd", text)
    assert (root[0].text or "", root[1].text or "") == (expected, expected)
    group = root[-1]
    assert group.get("id") == expected
    assert (group[0].text or "") == expected
    assert (group[1].get("d"), group[1].get("stroke-dasharray")) == (expected, expected)
    assert {element.tag for element in root.iter()} <= {
        f"{NS}{tag}" for tag in ("svg", "title", "desc", "rect", "g", "text", "path")
    }


@given(st.text(), st.text(), st.sampled_from([field.name for field in fields(Marks)]))
def test_any_text_gives_a_well_formed_document(shape_id: str, outline: str, state: str) -> None:
    scene = one(Shape(shape_id, "cell", (50, 40), (Text(0, 0, shape_id, 10),), outline=outline))
    marks = Marks(**{state: (shape_id,)})
    root = parsed(svg.draw(scene, marks=marks, title=outline))
    assert root.tag == f"{NS}svg"


def test_positions_of_zero_are_not_written_as_minus_zero() -> None:
    scene = one(replace(samples.spare().shapes[0], place=(-0.0001, -0.001), parts=(Circle(-0.001, 0, 1, fill="ink"),)))
    assert "-0" not in svg.draw(scene, marks=Marks(), background=False).split("<title>")[1]


def test_aids_lie_on_the_ground_and_turn_with_the_board() -> None:
    cell = Shape("cell:a", "cell", (50, 40), (Circle(0, 0, 9, fill="cell"),))
    piece = Shape("piece:a", "piece", (50, 40), (Circle(0, 0, 5, fill="ink"),), at="cell:a")
    lock = Shape("lock:a", "mark", (50, 40), (Circle(0, 0, 2, fill="ink"),), at="cell:a")
    aids = [Aid(("piece:a",), line="M1 2L3 4Z"), Aid(area="M5 6L7 8Z")]
    root = parsed(svg.draw(one(cell, piece, lock), aids=aids, turn=90))
    assert [group.get("id") for group in root.findall(f"{NS}g")] == ["cell:a", "aids", "piece:a", "lock:a"]
    drawn = by_id(root, "aids")
    colours = palette("light", "natural")
    assert [(path.get("d"), path.get("fill"), path.get("stroke"), path.get("opacity")) for path in drawn] == [
        ("M5 6L7 8Z", colours["soft"].hex, None, "0.5"),
        ("M1 2L3 4Z", None, colours["halo"].hex, None),
        ("M1 2L3 4Z", None, colours["accent"].hex, None),
    ]
    assert drawn.get("transform") == "translate(90 -10)rotate(90)"
    assert svg.draw(one(cell, lock), aids=[Aid()]) == svg.draw(one(cell, lock))
    assert parsed(svg.draw(one(cell, lock), aids=aids)).findall(f"{NS}g")[-1].get("id") == "aids"
