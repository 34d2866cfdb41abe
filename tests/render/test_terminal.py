"""Scenes in characters: where they stand, what marks look like, colours that only add."""

from __future__ import annotations

import math
import re
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.render import terminal
from tablier.render.terminal import SIGNS, columns
from tablier.render.themes import THEMES
from tablier.scene import Circle, Marks, Scene, Shape
from tests.render import samples

CODE = re.compile(r"\x1b\[([\d;]*)m")


def one(*shapes: Shape) -> Scene:
    return Scene((0, 0, 100, 80), (0, 0, 100, 80), shapes, (0, 180), (10, 20), look=samples.LOOK)


def at(x: float, y: float, *glyph: str, role: Any = "cell", **more: Any) -> Shape:
    return Shape(more.pop("id", f"{x},{y}"), role, (x, y), glyph=glyph, **more)


def plain(scene: Scene, **options: Any) -> str:
    return terminal.draw(scene, colour=False, **options)


def test_shapes_stand_by_place_and_character_size() -> None:
    assert plain(one(at(0, 0, "a"), at(30, 0, "b"), at(10, 40, "c"))) == "a  b\n\n c"


def test_glyphs_are_centred() -> None:
    scene = one(at(20, 20, "abc"), at(20, 60, "1 2", " x ", "3 4"))
    assert plain(scene) == "abc\n1 2\n x\n3 4"


def test_places_half_way_are_all_rounded_alike() -> None:
    scene = one(at(5, 0, "a"), at(25, 0, "b"), at(45 - 1e-9, 0, "c"))
    assert plain(scene) == "a b c"


def test_later_shapes_overwrite_and_spaces_let_through() -> None:
    assert (
        plain(one(at(20, 0, "/ \\"), at(20, 0, "X", id="x"), at(20, 20, "abc"), at(20, 20, "1 3", id="y")))
        == "/X\\\n1b3"
    )


def test_there_are_no_spaces_at_the_ends_and_no_empty_margins() -> None:
    for make in samples.ALL.values():
        lines = plain(make()).split("\n")
        assert all(line == line.rstrip() for line in lines)
        assert lines[0]
        assert lines[-1]
        assert any(not line.startswith(" ") for line in lines)


def test_coordinates_may_be_left_out() -> None:
    scene = one(at(0, 0, "A", role="label"), at(20, 0, "·"))
    assert plain(scene) == "A ·"
    assert plain(scene, coordinates=False) == "·"


def test_turning_moves_the_characters_and_turns_what_turns() -> None:
    scene = one(at(0, 20, "ab", turns=True), at(60, 20, "/>", turns=True, id="b"), at(60, 40, "cd", id="c"))
    assert plain(scene) == "ab    />\n      cd"
    assert plain(scene, turn=180) == "cd\n</    ba"


def test_signs_frame_what_is_marked() -> None:
    for state, (before, after) in SIGNS.items():
        if state != "targets":
            assert plain(one(at(0, 0, "·")), marks=Marks(**{state: ("0,0",)})) == f"{before}·{after}"


def test_a_sign_frames_the_piece_that_stands_on_a_marked_cell() -> None:
    scene = one(at(20, 0, "·", id="cell:a"), at(20, 0, "[R]", role="piece", at="cell:a", id="piece:a"))
    for marked in ("cell:a", "piece:a"):
        assert plain(scene, marks=Marks(landed=(marked,))) == ">[R]<"


def test_empty_targets_are_a_star_and_others_stand_between_stars() -> None:
    scene = one(
        at(0, 0, "·", id="a"), at(40, 0, "·", id="b"), at(40, 0, "R", role="piece", at="b", id="p"), at(80, 0, id="c")
    )
    assert plain(scene, marks=Marks(targets=("a", "b", "c"))) == "*  *R*  *"


def test_signs_stand_close_to_what_the_middle_row_shows() -> None:
    assert (
        plain(one(at(20, 20, "\\", "  x  ", "    \\")), marks=Marks(landed=("20,20",))).split("\n")[1].strip() == ">x<"
    )


def test_a_marked_spot_without_characters_shows_its_sign() -> None:
    assert plain(one(at(0, 0, role="spot")), marks=Marks(left=("0,0",))) == ": :"


def test_marks_that_do_not_exist_are_refused() -> None:
    for field in fields(Marks):
        with pytest.raises(ValueError, match=f"cannot mark 'z' as {field.name}"):
            terminal.draw(one(), marks=Marks(**{field.name: ("z",)}))


def test_every_state_has_signs_that_differ() -> None:
    assert set(SIGNS) == {field.name for field in fields(Marks)}
    assert len(set(SIGNS.values())) == len(SIGNS)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", samples.ALL)
def test_colours_only_add_to_the_characters(name: str, theme: str) -> None:
    scene = samples.ALL[name]()
    cells = [shape.id for shape in scene.shapes if shape.role in ("cell", "spot")]
    marks = Marks(**{field.name: (cells[i % len(cells)],) for i, field in enumerate(fields(Marks))})
    coloured = terminal.draw(scene, marks=marks, theme=theme)
    assert CODE.sub("", coloured) == plain(scene, marks=marks)
    assert "\x1b" not in plain(scene, marks=marks)


def test_every_code_is_closed_on_its_line() -> None:
    for line in terminal.draw(samples.hexagons()).split("\n"):
        codes = CODE.findall(line)
        assert codes[1::2] == ["0"] * (len(codes) // 2)
        assert "0" not in codes[::2]


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_have_ink_and_ground_so_that_they_read_on_any_terminal(theme: str) -> None:
    grounds = set()
    for colour in samples.COLOURS:
        piece = Shape("p", "piece", (0, 0), (Circle(0, 0, 9, fill=f"{colour}.face"),), glyph=("X",))
        found = re.fullmatch(r"\x1b\[38;5;(\d+);48;5;(\d+)mX\x1b\[0m", terminal.draw(one(piece), theme=theme))
        assert found is not None
        assert found[1] != found[2]
        grounds.add(found[2])
    assert len(grounds) == len(samples.COLOURS)


def test_a_piece_that_landed_is_bold_and_underlined() -> None:
    piece = Shape("p", "piece", (0, 0), (Circle(0, 0, 9, fill="red.face"),), glyph=("X",))
    assert re.search(r"\x1b\[1;4;38;5;\d+;48;5;\d+mX", terminal.draw(one(piece), marks=Marks(landed=("p",))))


def test_a_piece_of_no_known_colour_is_bold() -> None:
    assert terminal.draw(one(at(0, 0, "X", role="piece"))) == "\x1b[1mX\x1b[0m"


def test_columns_count_wide_and_combining_characters() -> None:
    assert [columns(text) for text in ("", "abc", "·⬡", "棋", "e\u0301", "棋x")] == [0, 3, 2, 2, 1, 3]


def test_wide_characters_keep_the_rest_in_line() -> None:
    wide = at(15, 0, "棋", id="w")
    assert plain(one(at(0, 0, "a"), wide, at(40, 0, "b"))) == "a棋 b"
    assert plain(one(wide, at(10, 0, "x", id="x"), at(40, 0, "b"))) == "x  b"
    assert plain(one(at(0, 0, "a"), wide, at(20, 0, "x", id="x"))) == "a x"
    assert plain(one(at(0, 0, "e\u0301"))) == "e\u0301"


def test_escape_codes_and_control_characters_in_glyphs_are_harmless() -> None:
    assert plain(one(at(0, 0, "\x1b[31m"), at(30, 0, "\n\t"))) == "\ufffd[31m\ufffd\ufffd"


def test_nothing_gives_nothing() -> None:
    assert terminal.draw(one()) == ""
    assert terminal.draw(one(at(0, 0, "  "))) == ""


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'green'; there are light, dark, print"):
        terminal.draw(one(), theme="green")
    for turn in (math.nan, "6", None, True, 10**400):
        with pytest.raises(ValueError, match="turn is a number of degrees"):
            terminal.draw(one(), turn=turn)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="marks are Marks, not None"):
        terminal.draw(one(), marks=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="two numbers above 0"):
        terminal.draw(Scene((0, 0, 1, 1), (0, 0, 1, 1), (), (0,), (0, 20)))
    with pytest.raises(ValueError, match="1000 of each are the most"):
        terminal.draw(one(at(0, 0, "a"), at(1e8, 0, "b")))


@given(
    st.lists(
        st.tuples(st.integers(-50, 50), st.integers(-50, 50), st.lists(st.text(max_size=4), max_size=3)), max_size=6
    )
)
def test_any_glyphs_give_lines_without_loose_ends(shapes: list[tuple[int, int, list[str]]]) -> None:
    scene = one(*(at(x, y, *glyph, id=str(i)) for i, (x, y, glyph) in enumerate(shapes)))
    text = plain(scene)
    assert CODE.sub("", terminal.draw(scene)) == text
    assert all(not line.endswith(" ") for line in text.split("\n"))
    assert all(character.isprintable() or character == "\n" for character in text)
