"""Paths that games draw with, and how far they reach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.scene import Circle, Path
from tablier.scene.look import PieceColour
from tablier.scene.paintbox import HOUSE
from tablier.scene.parts import circle, hexagon, honeycomb, mark, num, path_points, polygon, rounded


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.001, "0"), (1.5, "1.5"), (2.0, "2"), (-3.14159, "-3.14"), (100, "100"), (0.005, "0.01")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert num(value) == text


def test_polygons_are_closed() -> None:
    assert polygon([(0, 0), (1, 0), (1, 2.5)]) == "M0 0L1 0L1 2.5Z"


def test_corners_are_rounded_by_at_most_half_a_side() -> None:
    assert rounded([(0, 0), (10, 0), (10, 10), (0, 10)], 2).startswith("M0 2Q0 0 2 0L8 0Q10 0 10 2")
    assert rounded([(0, 0), (10, 0), (10, 10), (0, 10)], 50).startswith("M0 5Q0 0 5 0L5 0Q10 0 10 5")


def test_hexagons_have_a_point_or_a_side_on_top() -> None:
    assert min(y for _, y in hexagon(10)) == pytest.approx(-10)
    assert min(y for _, y in hexagon(10, flat_top=True)) == pytest.approx(-8.66, abs=0.001)


@pytest.mark.parametrize("colour", HOUSE.colours, ids=lambda colour: colour.name)
def test_marks_have_about_their_radius_and_their_colour(colour: PieceColour) -> None:
    part = mark(colour, 0, 0, 10)
    reach = (
        part.r
        if isinstance(part, Circle)
        else max(abs(v) for point in path_points(getattr(part, "d", "")) for v in point)
    )
    assert 7 < reach < 12
    assert isinstance(part, Circle | Path)
    assert f"{colour.name}.mark" in (part.fill, part.stroke)
    assert "ink" in (
        getattr(mark(colour, 0, 0, 10, "ink"), "fill", None),
        getattr(mark(colour, 0, 0, 10, "ink"), "stroke", None),
    )


def reach(d: str) -> tuple[float, float, float, float]:
    xs, ys = zip(*path_points(d), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_circles_reach_their_radius_on_all_sides() -> None:
    assert reach(circle(20)) == (-20, -20, 20, 20)


@pytest.mark.parametrize(
    ("d", "expected"),
    [
        ("M1 2L5 6", (1, 2, 5, 6)),
        ("M1 2 5 6", (1, 2, 5, 6)),
        ("m1 2l4 4", (1, 2, 5, 6)),
        ("m1 2 4 4", (1, 2, 5, 6)),
        ("M0 0H7V-3", (0, -3, 7, 0)),
        ("M1 1h7v-3h-9z", (-1, -2, 8, 1)),
        ("M0 0Q5 9 10 0", (0, 0, 10, 9)),
        ("M0 0C1 2 3 4 5-6", (0, -6, 5, 4)),
        ("M-37.5-12.5h75a12.5 12.5 0 0 1 0 25h-75a12.5 12.5 0 0 1 0-25Z", (-50, -12.5, 50, 12.5)),
        ("M0 0zl3 4", (0, 0, 3, 4)),
        ("M.5.5L1e1 2", (0.5, 0.5, 10, 2)),
    ],
)
def test_paths_reach_as_far_as_they_are_drawn(d: str, expected: tuple[float, ...]) -> None:
    assert reach(d) == pytest.approx(expected)


@given(st.text(alphabet="MLHVCSQTAZmlhvcsqtaz0123456789.- eé,", max_size=40))
def test_any_text_gives_points_or_none(d: str) -> None:
    assert all(len(point) == 2 for point in path_points(d))


def test_a_honeycomb_is_outlined_where_it_ends() -> None:
    row = 10 * 3**0.5 / 2
    one = honeycomb([(3, 4)], 10)
    assert one.count("M") == 1
    assert len(path_points(one)) == 6 + one.count("Z")
    # Two cells share a side, and neither of its ends is a corner of the other's.
    assert len(set(path_points(honeycomb([(0, 0), (10, 0)], 10)))) == 10
    assert honeycomb([(0, 0), (10, 0), (30, 0)], 10).count("M") == 2
    ring = [(10, 0), (5, row), (-5, row), (-10, 0), (-5, -row), (5, -row)]
    assert honeycomb(ring, 10).count("M") == 2
    assert honeycomb([*ring, (0, 0)], 10).count("M") == 1
    # Places that are rounded make no gaps.
    rough = [(round(x, 1), round(y, 1)) for x, y in ring]
    assert len(path_points(honeycomb(rough, 10))) == len(path_points(honeycomb(ring, 10)))
