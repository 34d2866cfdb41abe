"""What the drawing of Hendeca shows, and that its steps are true to the rules."""

from __future__ import annotations

import itertools
import math
import random

import pytest

import tablier
from tablier.core.position import Position
from tablier.games.hendeca.sea import gap, parts, point, route
from tablier.geometry.hexes import Cell, distance, neighbours
from tablier.render import svg, terminal
from tablier.scene import Shape, Step, Text, marks_after
from tablier.scene.parts import honeycomb, path_points
from tests.games.oracle import perft_table

OFF = tablier.game("hendeca")
ON = tablier.game("hendeca", sinking=True)

# White's flag, Black on Black's flag, and the island Black has just moved.
MAP = "-3,-2;-2,-2;2,-1;0,0W;1,0;2,0R;3,0;0,1w;1,1;3,1;4,2bB w island 1,1"
CELLS = {point((x, y)): (x, y) for x in range(-40, 41) for y in range(-40, 41)}


def _shape(position: Position, shape_id: str) -> Shape:
    return position.scene().shape(shape_id)


def _ids(position: Position, role: str) -> set[str]:
    return {shape.id for shape in position.scene().shapes if shape.role == role}


def _steps(text: str, move: str, *, sinking: bool = False) -> dict[str, Step]:
    steps = (ON if sinking else OFF).position(text).transition(move)
    assert len({step.shape for step in steps}) == len(steps)
    return {step.shape: step for step in steps}


def test_islands_are_cells_and_empty_cells_beside_them_are_spots() -> None:
    position = OFF.position("0,0R;1,0W;2,0B w island -")
    assert _ids(position, "cell") == {"isle:0,0", "isle:1,0", "isle:2,0"}
    beside = "-1,0 -1,-1 0,-1 1,-1 2,-1 3,0 3,1 2,1 1,1 0,1"
    assert _ids(position, "spot") == {f"sea:{cell}" for cell in beside.split()}


def test_three_figures_stand_on_their_islands() -> None:
    position = OFF.position(MAP)
    standing = {shape.id: (shape.at, shape.owner) for shape in position.scene().shapes if shape.role == "piece"}
    assert standing == {
        "figure:white": ("isle:0,0", 0),
        "figure:black": ("isle:4,2", 1),
        "figure:red": ("isle:2,0", None),
    }


def test_a_figure_and_a_flag_on_one_island_stand_side_by_side() -> None:
    position = OFF.position(MAP)
    x, y = point((4, 2))
    assert _shape(position, "figure:black").place == (x - 14, y)
    assert _shape(position, "flag:black").place == (x + 14, y)
    assert _shape(position, "flag:white").place == point((0, 1))
    assert _shape(position, "figure:white").place == point((0, 0))


def test_the_island_that_may_not_move_wears_an_anchor_until_the_game_is_over() -> None:
    assert "anchor:1,1" in _ids(OFF.position(MAP), "mark")
    assert _ids(OFF.position("0,0R;1,0W;3,0B;0,1 - figure 0,1 w"), "mark") == set()


def test_far_rows_come_first() -> None:
    shapes = OFF.position(MAP).scene().shapes
    for role in ("cell", "piece"):
        heights = [shape.place[1] for shape in shapes if shape.role == role]
        assert heights == sorted(heights)


@pytest.mark.parametrize("text", ["0,0R w setup -", MAP, "0,0W;1,0w;2,0R;3,0B;4,0;3999,0;4,3999b w island 1,0"])
def test_the_view_holds_everything_and_is_no_smaller_than_seven_cells_by_five(text: str) -> None:
    scene = OFF.position(text).scene()
    for left, top, width, height in (scene.box, scene.tight):
        assert width >= 7 * 94
        assert height >= 5 * 81.4
        for shape in scene.shapes:
            x, y = shape.place
            room = 14 if shape.role == "label" else 50
            assert left + 50 <= x <= left + width - 50
            assert top + room <= y <= top + height - room


def test_a_map_4000_cells_wide_is_drawn_with_no_more_shapes_and_fits_a_terminal() -> None:
    near = OFF.position("0,0W;1,0w;2,0R;3,0B;4,0;14,0;4,10b w island 1,0").scene()
    far = OFF.position("0,0W;1,0w;2,0R;3,0B;4,0;3999,0;4,3999b w island 1,0").scene()
    assert len(near.shapes) == len(far.shapes)
    assert sum(len(str(shape)) for shape in far.shapes) < 2 * sum(len(str(shape)) for shape in near.shapes)
    for scene in (near, far):
        rows = terminal.draw(scene, colour=False).splitlines()
        assert len(rows) <= 40
        assert max(map(len, rows)) <= 80


def test_the_view_stays_the_same_from_the_figure_move_to_the_island_move() -> None:
    position = OFF.position("0,0R;1,0W;2,0;3,0;4,0;5,0B;1,1 w figure -")
    assert position.scene().box == position.play("C2,0").scene().box


def test_a_terminal_tells_figures_flags_and_the_anchor_apart() -> None:
    shown = terminal.draw(OFF.position(MAP).scene(), colour=False)
    for piece in ("( W )", "( R )", "(B b)", "( w )", "[   ]", "(   )"):
        assert piece in shown


def test_rings_lie_on_the_edge_of_the_tile() -> None:
    """A tile is a hexagon of radius 53, a point up: its flat sides are 45.9 from its middle."""
    position = OFF.position(MAP)
    for shape_id in ("isle:0,0", "sea:1,2"):
        points = path_points(_shape(position, shape_id).outline)
        assert max(math.hypot(x, y) for x, y in points) == pytest.approx(53, abs=0.5)
        assert max(x for x, _ in points) == pytest.approx(53 * math.sqrt(3) / 2, abs=0.1)


def test_the_cell_an_island_left_is_outlined_and_stays_sea() -> None:
    position = OFF.position(MAP)
    after = position.play("3,0--1,-1")
    marks = marks_after(position.scene(), position.transition("3,0--1,-1"), after.scene())
    assert (marks.left, marks.landed) == (("sea:3,0",), ("isle:-1,-1",))
    drawn = svg.draw(after.scene(), marks=marks)
    assert 'class="left-fill"' not in drawn
    assert 'class="left"' in drawn
    assert 'class="landed-fill"' in drawn


def test_each_cell_has_its_name_for_whoever_points_at_it() -> None:
    scene = OFF.position(MAP).scene()
    labels = {shape.names: shape for shape in scene.shapes if shape.role == "label"}
    assert set(labels) == {(shape.id,) for shape in scene.shapes if shape.role in ("cell", "spot")}
    for (named,), label in labels.items():
        assert [part.text for part in label.parts if isinstance(part, Text)] == [named.split(":")[1].replace("-", "−")]
        (x, y), (at_x, at_y) = scene.shape(named).place, label.place
        assert (at_x, at_y > y) == (x, True)


# Steps


def test_a_figure_goes_to_the_next_island_and_a_flag_makes_room() -> None:
    steps = _steps("0,0R;1,0;2,0;0,1W;1,1w;2,1;1,2B;2,2b w figure -", "C1,1")
    assert {shape: step.kind for shape, step in steps.items()} == {"figure:white": "arc", "flag:white": "slide"}
    assert steps["figure:white"].path[0] == point((0, 1))


def test_red_hops_once_over_the_figure() -> None:
    steps = _steps("0,0;1,0W;2,0R;3,0B w figure -", "R0,0")
    assert {shape: step.kind for shape, step in steps.items()} == {"figure:red": "hop"}
    (x0, y0), (x1, y1) = steps["figure:red"].path
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == point((1, 0))


def test_an_island_slides_round_the_coast_and_the_anchor_changes_place() -> None:
    steps = _steps(MAP, "3,0--1,-1")
    assert {shape: (step.kind, step.stage) for shape, step in steps.items()} == {
        "isle:3,0": ("slide", 0),
        "anchor:1,1": ("leave", 0),
        "anchor:-1,-1": ("enter", 1),
    }
    way = [CELLS[place] for place in steps["isle:3,0"].path]
    # Straight to the left it does not fit between 2,0 and 2,-1.
    assert way[:3] == [(3, 0), (3, -1), (2, -2)]
    assert (len(way), way[-1]) == (7, (-1, -1))


def test_a_flag_slides_with_its_island() -> None:
    steps = _steps(MAP, "0,1-1,2")
    assert steps["flag:white"].path == steps["isle:0,1"].path


def test_an_island_sinks_with_its_flag() -> None:
    steps = _steps(MAP, "0,1-x", sinking=True)
    x, y = point((0, 1))
    for shape in ("isle:0,1", "flag:white"):
        assert (steps[shape].kind, steps[shape].path, steps[shape].to) == ("leave", ((x, y), (x, y + 7)), None)


def test_the_last_island_a_player_lays_enters_before_the_figure() -> None:
    nine = "0,0R;1,0;2,0;3,0;4,0;5,0b;6,0;7,0;8,0 w setup -"
    steps = _steps(nine, "*9,0")
    assert {shape: (step.kind, step.stage) for shape, step in steps.items()} == {
        "isle:9,0": ("enter", 0),
        "flag:white": ("enter", 0),
        "figure:white": ("enter", 1),
    }


def test_a_pass_only_lifts_the_anchor() -> None:
    steps = _steps("0,0R;1,0B;2,0W;3,0b;1,1 w island 1,1", "pass")
    assert [(step.kind, step.shape) for step in steps.values()] == [("leave", "anchor:1,1")]


def test_every_slide_follows_a_way_the_rules_allow() -> None:
    dice = random.Random(3)
    seen = 0
    for line in perft_table("hendeca"):
        position = OFF.position(line.text) if line.options == OFF.options else ON.position(line.text)
        slides = [move for move in position.moves() if position.gestures()[move].shapes[1:2] and "-" in move[1:]]
        slides = [move for move in slides if position.gestures()[move].shapes[1].startswith("sea:")]
        for move in dice.sample(slides, min(2, len(slides))):
            step = next(step for step in position.transition(move) if step.shape.startswith("isle:"))
            islands = {shape.place for shape in position.scene().shapes if shape.role == "cell"} - {step.path[0]}
            cells = _cells(islands | set(step.path))
            others = {cells[place] for place in islands}
            for a, b in itertools.pairwise([cells[place] for place in step.path]):
                assert b in neighbours(a)
                assert b not in others
                assert gap(others, a, b) is None
            seen += 1
    assert seen > 100


def _cells(places: set[tuple[float, float]]) -> dict[tuple[float, float], Cell]:
    """The cell of each point."""
    cells = {}
    for x, y in places:
        row = round(-y / 81.4)
        cells[x, y] = (round(x / 94 + row / 2), row)
        assert point(cells[x, y]) == pytest.approx((x, y))
    return cells


# The sea


def test_distance_counts_steps() -> None:
    for cell, steps in (((0, 0), 0), ((1, 1), 1), ((1, -1), 2), ((3, 5), 5), ((-3, 2), 5)):
        assert distance((0, 0), cell) == steps
        way = route(set(), (0, 0), cell)
        assert way is not None
        assert len(way) == steps + 1


def test_parts_are_connected_and_apart() -> None:
    found = parts([(0, 0), (1, 1), (5, 5), (2, 1)])
    assert found == [frozenset({(0, 0), (1, 1), (2, 1)}), frozenset({(5, 5)})]


def test_a_gap_is_closed_by_the_two_cells_beside_both_ends() -> None:
    tiles = {(1, 1), (0, -1)}
    assert set(gap(tiles, (0, 0), (1, 0)) or ()) == tiles
    assert gap(tiles, (0, 0), (0, 1)) is None
    assert route(tiles, (0, 0), (1, 0)) == [(0, 0), (0, 1), (1, 2), (2, 2), (2, 1), (1, 0)]
    assert route(tiles, (0, 0), (1, 0), squeeze=True) == [(0, 0), (1, 0)]


def _parts_shown(text: str, move: str, *, sinking: bool = False) -> int:
    position = (ON if sinking else OFF).position(text)
    lines = [aid.line for aid in position.aids(move)]
    assert all(lines)
    after = _ids(position.play(move), "cell")
    wanted = parts(CELLS[_shape(position.play(move), island).place] for island in after)
    assert sorted(lines) in ([], sorted(honeycomb([point(cell) for cell in sorted(part)], 94) for part in wanted))
    return len(lines)


def test_a_move_that_splits_or_joins_archipelagos_shows_them() -> None:
    split = "-1,-2B;-1,-1b;0,-1;0,0R;1,0W;2,0;0,1;1,1w;1,2;2,2;3,2 w island 0,1"
    assert _parts_shown(split, "2,2-0,2") == 2  # 3,2 stays behind
    assert _parts_shown(split, "3,2-0,2") == 0
    assert _parts_shown(split, "2,2-x", sinking=True) == 2
    assert _parts_shown(split, "3,2-x", sinking=True) == 0
    apart = "-2,-1;-1,-1;0,0W;2,0R;0,1w;-1,2;0,2;1,3b;0,4;2,4B;3,5 b island -1,-1"
    assert _parts_shown(apart, "-2,-1-1,4") == 2  # three before
    loose = "-1,-2;-1,-1wW;-2,0;-1,0;0,0R;1,0;0,1;1,1B;3,1;2,2b;2,3 b island 1,0"
    assert _parts_shown(loose, "-2,0-0,-1") == 0  # two before, and the same two
    turn = "-1,-2;-3,-1;-1,-1w;-1,0;0,0R;1,0;-2,1;-1,1W;1,1;3,1;2,2bB w island -2,1"
    assert _parts_shown(turn, "-1,0--3,0") == 3  # three before, but others
    assert OFF.position(split).aids() == ()
