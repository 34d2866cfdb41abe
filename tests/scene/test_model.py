"""Scenes: steps applied, what the last move marks, the board turned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier.scene
from tablier.scene import Circle, Marks, Scene, Shape, Step, apply_steps, in_turn, marks_after, middle, turned
from tests.render import samples

A, B, C, SPOT = (Shape(f"cell:{name}", "cell", (10.0 * i, 0)) for i, name in enumerate("abcd"))
EDGE = Shape("edge:a", "spot", (0, 50))
BOARD = Shape("board:slab", "board", (0, 0))


def piece(cell: str | None, name: str | None = None, **more: Any) -> Shape:
    return Shape(f"piece:{name or cell}", "piece", (0, 0), at=None if cell is None else f"cell:{cell}", **more)


def scene(*shapes: Shape) -> Scene:
    return Scene((0, 0, 100, 80), (0, 0, 100, 80), (BOARD, A, B, C, EDGE, *shapes), (0,), (10, 20))


def step(kind: Any, shape: str, to: Shape | None, stage: int = 0) -> Step:
    return Step(kind, shape, to, stage)


def test_the_package_offers_what_it_lists() -> None:
    assert tablier.scene.__all__ == sorted(tablier.scene.__all__, key=lambda name: (name.islower(), name))
    assert all(hasattr(tablier.scene, name) for name in tablier.scene.__all__)


def test_shapes_are_found_by_id() -> None:
    assert scene().shape("cell:b") is B
    with pytest.raises(KeyError):
        scene().shape("cell:z")


def test_steps_move_change_remove_and_add_shapes() -> None:
    before = scene(piece("a"), piece("b"))
    steps = [
        step("leave", "piece:b", None, 1),
        step("hop", "piece:a", piece("b"), 2),
        step("flip", "piece:b", piece("b", owner=1), 3),
        step("enter", "lock:c", Shape("lock:c", "mark", (0, 0)), 3),
    ]
    after = apply_steps(before, reversed(steps))
    assert after == {
        "cell:a": A,
        "cell:b": B,
        "cell:c": C,
        "piece:b": piece("b", owner=1),
        "lock:c": Shape("lock:c", "mark", (0, 0)),
    }


def test_without_steps_pieces_marks_and_cells_last() -> None:
    assert set(apply_steps(scene(piece("a")), [])) == {"cell:a", "cell:b", "cell:c", "piece:a"}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (step("hop", "piece:z", piece("b")), "step hop of piece:z: there is no piece, mark or cell of that id"),
        (step("leave", "board:slab", None), "step leave of board:slab: there is no piece"),
        (step("hop", "piece:a", piece("b", "c")), "step hop of piece:a: there is a shape piece:c already"),
        (step("enter", "piece:a", piece("a")), "there is a shape piece:a already"),
        (step("enter", "piece:z", None), "step enter of piece:z: it says nothing of the shape that enters"),
    ],
)
def test_steps_that_do_not_fit_are_refused(bad: Step, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        apply_steps(scene(piece("a"), piece("c")), [bad])


def test_a_move_marks_where_it_left_and_landed() -> None:
    assert marks_after(scene(piece("a")), [step("arc", "piece:a", piece("b"))]) == Marks(
        left=("cell:a",), landed=("cell:b",)
    )


def test_a_chain_of_hops_marks_its_ends_only() -> None:
    hops = [step("hop", "piece:a", piece("b"), 0), step("hop", "piece:b", piece("c"), 1)]
    assert marks_after(scene(piece("a")), hops) == Marks(left=("cell:a",), landed=("cell:c",))
    back = [*hops, step("hop", "piece:c", piece("a"), 2)]
    assert marks_after(scene(piece("a")), back) == Marks()


def test_what_flips_is_changed_where_it_stands() -> None:
    steps = [
        step("arc", "piece:a", piece("b"), 0),
        step("flip", "piece:b", piece("b", owner=1), 1),
        step("flip", "piece:c", piece("c", owner=1), 1),
    ]
    assert marks_after(scene(piece("a"), piece("c")), steps) == Marks(("cell:a",), ("cell:b",), ("cell:c",))


def test_a_turned_plate_has_landed_itself_and_its_pawns_say_nothing() -> None:
    steps = [
        step("turn", "cell:a", Shape("cell:a", "cell", (0, 0), angle=90)),
        step("swing", "piece:a", piece("a", angle=90)),
    ]
    assert marks_after(scene(piece("a")), steps) == Marks(landed=("cell:a",))


def test_a_piece_that_turns_in_place_is_changed() -> None:
    assert marks_after(scene(piece("a")), [step("turn", "piece:a", piece("a", angle=90))]) == Marks(changed=("cell:a",))


def test_a_captured_piece_marks_where_it_stood() -> None:
    steps = [step("arc", "piece:a", piece("b"), 0), step("leave", "piece:c", None, 1)]
    assert marks_after(scene(piece("a"), piece("c")), steps) == Marks(left=("cell:a", "cell:c"), landed=("cell:b",))


def test_what_enters_has_landed_but_locks_and_bridges_say_nothing() -> None:
    steps = [
        step("enter", "piece:b", piece("b")),
        step("enter", "isle:1,1", Shape("isle:1,1", "cell", (5, 5))),
        step("enter", "lock:c", Shape("lock:c", "mark", (0, 0), at="cell:c")),
    ]
    assert marks_after(scene(), steps) == Marks(landed=("cell:b", "isle:1,1"))


def test_an_island_that_slides_with_its_figure_has_landed_and_what_is_gone_is_not_marked() -> None:
    there = Shape("cell:z", "cell", (90, 0))
    steps = [step("slide", "cell:a", there), step("slide", "piece:a", piece("z", "a"))]
    assert marks_after(scene(piece("a")), steps) == Marks(landed=("cell:z",))


def test_with_the_scene_after_the_sea_that_an_island_left_is_marked_and_spots_that_are_gone_are_not() -> None:
    there = Shape("cell:z", "cell", (90, 0))
    sea = Shape("sea:a", "spot", A.place)
    swung = Shape("piece:x", "piece", (0, 0), at="edge:a")
    steps = [step("slide", "cell:a", there), step("arc", "piece:x", piece("b", "x"))]
    after = Scene((0, 0, 9, 9), (0, 0, 9, 9), (sea, B, C, there, piece("b", "x")), (0,), (1, 1))
    assert marks_after(scene(swung), steps, after) == Marks(left=("sea:a",), landed=("cell:z", "cell:b"))
    assert marks_after(scene(swung), steps) == Marks(left=("edge:a",), landed=("cell:z", "cell:b"))


def test_a_plate_that_turns_has_not_left() -> None:
    plate = Shape("cell:a", "cell", A.place, angle=90)
    after = Scene((0, 0, 9, 9), (0, 0, 9, 9), (plate, B, C), (0,), (1, 1))
    assert marks_after(scene(), [step("turn", "cell:a", plate)], after) == Marks(landed=("cell:a",))


def test_places_on_spots_are_marked() -> None:
    start = Shape("piece:x", "piece", (0, 0), at="edge:a")
    assert marks_after(scene(start), [step("swing", "piece:x", piece("b", "x"))]) == Marks(("edge:a",), ("cell:b",))


def test_a_place_left_by_one_and_taken_by_another_is_landed_only() -> None:
    steps = [step("arc", "piece:b", piece("c"), 0), step("arc", "piece:a", piece("b"), 1)]
    assert marks_after(scene(piece("a"), piece("b")), steps) == Marks(left=("cell:a",), landed=("cell:c", "cell:b"))


def test_several_moves_follow_on_one_another() -> None:
    one = [step("arc", "piece:a", piece("b"), 0), step("flip", "piece:c", piece("c", owner=1), 1)]
    other = [step("arc", "piece:b", piece("a"), 0)]
    found = in_turn([one, [], other])
    assert [(each.shape, each.stage) for each in found] == [("piece:a", 0), ("piece:c", 1), ("piece:b", 2)]
    assert in_turn([]) == ()


def test_marks_of_several_moves_do_not_contradict_one_another() -> None:
    # It changes its face, then moves on: where it stood in between nothing is left to be seen.
    through = in_turn(
        [
            [step("arc", "piece:a", piece("b"), 0)],
            [step("flip", "piece:b", piece("b", owner=1), 0)],
            [step("arc", "piece:b", piece("c"), 0)],
        ]
    )
    assert marks_after(scene(piece("a")), through) == Marks(left=("cell:a",), landed=("cell:c",))
    # It changes where it stands, and is captured: it has left.
    taken = in_turn([[step("flip", "piece:c", piece("c", owner=1))], [step("leave", "piece:c", None)]])
    assert marks_after(scene(piece("c")), taken) == Marks(left=("cell:c",))
    # It moves, and is captured where it landed by what lands there.
    exchanged = in_turn(
        [
            [step("arc", "piece:a", piece("b"))],
            [step("leave", "piece:b", None, 0), step("arc", "piece:c", piece("b"), 1)],
        ]
    )
    assert marks_after(scene(piece("a"), piece("c")), exchanged) == Marks(left=("cell:c", "cell:a"), landed=("cell:b",))
    # It enters and is gone again: nothing is to be seen.
    visit = in_turn([[step("enter", "piece:b", piece("b"))], [step("leave", "piece:b", None)]])
    assert marks_after(scene(), visit) == Marks()


def test_marks_of_steps_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no piece"):
        marks_after(scene(), [step("hop", "piece:q", piece("b"))])


def test_the_board_turns_about_the_middle_of_its_cells() -> None:
    assert middle(scene()) == (10, 0)
    assert middle(replace(scene(), shapes=(BOARD, EDGE))) == EDGE.place
    assert middle(Scene((10, 20, 100, 80), (0, 0, 1, 1), (BOARD,), (0,), (1, 1))) == (60, 60)


def test_a_board_turned_six_times_by_sixty_is_where_it_was() -> None:
    start = samples.hexagons()
    found = start
    for _ in range(6):
        found = turned(found, 60)
    assert {shape.id for shape in found.shapes} == {shape.id for shape in start.shapes}
    for shape in found.shapes:
        assert shape.place == pytest.approx(start.shape(shape.id).place, abs=1e-4)
        assert shape.angle == pytest.approx(start.shape(shape.id).angle)


@given(st.floats(-2000, 2000))
def test_turning_keeps_distances_boxes_and_everything_but_place_and_angle(degrees: float) -> None:
    start = samples.rods()
    found = turned(start, degrees)
    cx, cy = middle(start)
    assert (found.box, found.tight, found.views, found.character) == (
        start.box,
        start.tight,
        start.views,
        start.character,
    )
    for shape in found.shapes:
        old = start.shape(shape.id)
        assert (shape.parts, shape.outline, shape.at) == (old.parts, old.outline, old.at)
        if shape.role != "board":
            distances = [(x - cx) ** 2 + (y - cy) ** 2 for x, y in (shape.place, old.place)]
            assert distances[0] == pytest.approx(distances[1], abs=0.01)
        assert 0 <= shape.angle < 360


def test_parts_may_lie_lower_without_changing_older_ones() -> None:
    assert Circle(0, 0, 1) == Circle(0, 0, 1, drop=0.0)
