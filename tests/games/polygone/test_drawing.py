"""What the drawing of Polygone promises: rods lie on their edges, swings go the way the rules allow, rods go to the trays."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from tablier.core.position import Position
from tablier.render import terminal
from tablier.scene import Gesture, Scene, Step, Text, apply_steps, marks_after, middle, turned
from tests.games.oracle import perft_table
from tests.games.polygone.test_contract import (
    BLACK_HOME,
    CHOICE_BLACK,
    CHOICE_WHITE,
    GAME,
    STUCK,
    WHITE_HOME,
    position,
    text,
)

START = GAME.start()
SPACING = 114.0


def place(scene: Scene, point: str) -> tuple[float, float]:
    return scene.shape(f"cell:{point}").place


def test_points_lie_where_the_guide_puts_them() -> None:
    scene = START.scene()
    assert place(scene, "c1") == (75, 251)
    assert place(scene, "c6") == (645, 251)
    assert place(scene, "a1") == (189, 448.45)
    assert place(scene, "e4") == (531, 53.55)
    assert middle(scene) == (360, 251)
    assert len([shape for shape in scene.shapes if shape.role == "cell"]) == 24
    assert len([shape for shape in scene.shapes if shape.role == "spot"]) == 55


def test_pointing_at_a_point_names_it_and_at_an_edge_both_its_ends() -> None:
    scene = START.scene()
    labels = [shape for shape in scene.shapes if shape.names]

    def named(shape_id: str) -> set[str]:
        found = [label for label in labels if shape_id in label.names]
        return {part.text for label in found for part in label.parts if isinstance(part, Text)}

    for shape in scene.shapes:
        if shape.role == "cell":
            assert named(shape.id) == {shape.id.partition(":")[2]}
        elif shape.role == "spot":
            edge = shape.id.partition(":")[2]
            assert named(shape.id) == {edge[:2], edge[2:]}


def test_every_rod_lies_along_its_edge() -> None:
    scene = START.scene()
    for shape in scene.shapes:
        if shape.role in ("piece", "spot"):
            name = shape.id.partition(":")[2]
            (px, py), (qx, qy) = place(scene, name[:2]), place(scene, name[2:])
            assert shape.place == ((px + qx) / 2, (py + qy) / 2)
            across = math.radians(shape.angle) - math.atan2(qy - py, qx - px)
            assert math.isclose(math.sin(across), 0, abs_tol=0.001)
            assert 0 <= shape.angle < 180
            assert math.isclose(math.hypot(qx - px, qy - py), SPACING, abs_tol=0.01)


def test_pieces_are_the_segments_with_their_owners() -> None:
    found = position(f"{WHITE_HOME} a2b2 c2c3", f"{BLACK_HOME} d4d5 e2e3")
    pieces = {shape.at: shape.owner for shape in found.scene().shapes if shape.role == "piece"}
    assert pieces == {
        **{f"edge:{edge}": 0 for edge in f"{WHITE_HOME} a2b2 c2c3".split()},
        **{f"edge:{edge}": 1 for edge in f"{BLACK_HOME} d4d5 e2e3".split()},
    }


def test_trays_count_what_is_captured() -> None:
    found = position(f"{WHITE_HOME} a2b2 c2c3", f"{BLACK_HOME} d4d5 e2e3 e1e2")
    shapes = {shape.id: shape for shape in found.scene().shapes}
    assert [shape_id for shape_id in shapes if shape_id.startswith("tray:")] == [
        *(f"tray:black:{i}" for i in range(1, 6)),
        *(f"tray:white:{i}" for i in range(1, 7)),
    ]
    assert shapes["tally:white"].glyph == ("5/7",)
    assert shapes["tally:black"].glyph == ("6/7",)


@pytest.mark.parametrize("lost", range(7, 13))
def test_trays_have_room_for_more_than_seven(lost: int) -> None:
    black = " ".join(["a1a2", "a2a3", "a3a4", "e1e2", "e2e3"][: 12 - lost])
    found = GAME.position(text(f"{WHITE_HOME} a2b2 c2c3", black, "- - w"))
    xs = sorted(shape.place[0] for shape in found.scene().shapes if shape.id.startswith("tray:black:"))
    assert len(xs) == lost
    assert all(b - a >= 15 for a, b in itertools.pairwise(xs))
    assert xs[-1] <= 240


def test_trays_stay_where_they_are_when_the_board_turns() -> None:
    found = position(f"{WHITE_HOME} a2b2 c2c3", f"{BLACK_HOME} d4d5 e2e3").scene()
    back = turned(found, found.views[1])
    assert back.shape("tray:black:1") == found.shape("tray:black:1")
    assert back.shape("tally:white") == found.shape("tally:white")
    assert back.shape("cell:c6").place == found.shape("cell:c1").place
    assert back.shape("piece:c2c3").place == found.shape("edge:c4c5").place


def test_gestures_name_the_segment_and_the_edge() -> None:
    assert START.gestures()["b2c3-b3c3"] == Gesture(("piece:b2c3", "edge:b3c3"))
    assert position(*STUCK).gestures() == {"pass": Gesture((), "pass")}
    choice = position(f"{CHOICE_WHITE} c3c4", CHOICE_BLACK, "w c3c4")
    assert choice.gestures()["xb3c3c4"] == Gesture(("polygon:b3c3c4",))


def swing(found: Position, move: str) -> Step:
    steps = [step for step in found.transition(move) if step.kind == "swing"]
    assert len(steps) == 1
    assert steps[0].stage == 0
    return steps[0]


@pytest.mark.parametrize(
    ("found", "move", "pivot", "angle"),
    [
        # From b2 (down left of c3) to b3 (down right): anticlockwise on the screen.
        (START, "b2c3-b3c3", "c3", -60.0),
        # From c1 (up left of b1) to a1 (down right): half a turn round outside, b1b2 and b1c2 are in the other way.
        (START, "b1c1-a1b1", "b1", -180.0),
        (START, "c1d1-d1e1", "d1", 180.0),
        (START, "b1b2-b2b3", "b2", -180.0),
        # Both ways are free and as long: clockwise.
        (position(f"{WHITE_HOME} a2b2 c2c3", f"{BLACK_HOME} d4d5 e2e3"), "c2c3-c3c4", "c3", 180.0),
        # The shorter way is barred by c3d3, the longer goes by c2, b2 and b3.
        (position(f"{WHITE_HOME} a2b2 c3d2", f"{BLACK_HOME} c3d3 e2e3"), "c3d2-c3c4", "c3", -240.0),
    ],
)
def test_swings_go_the_shorter_free_way(found: Position, move: str, pivot: str, angle: float) -> None:
    step = swing(found, move)
    assert step.pivot == place(found.scene(), pivot)
    assert step.angle == angle


def test_a_swing_carries_the_rod_to_its_new_edge_and_over_no_other() -> None:
    seen = 0
    for line in perft_table("polygone"):
        found = GAME.position(line.text)
        scene = found.scene()
        for move in [move for move in found.moves() if "-" in move]:
            step = swing(found, move)
            assert step.pivot is not None
            assert step.to is not None
            (x, y), (px, py) = scene.shape(step.shape).place, step.pivot
            for part in range(1, round(abs(step.angle)) // 60 + 1):
                turn = math.radians(math.copysign(60 * part, step.angle))
                at = (
                    px + (x - px) * math.cos(turn) - (y - py) * math.sin(turn),
                    py + (x - px) * math.sin(turn) + (y - py) * math.cos(turn),
                )
                near = [shape.id for shape in scene.shapes if shape.role == "piece" and math.dist(shape.place, at) < 1]
                assert near == []
            assert math.dist(at, step.to.place) < 0.1
            assert step.to.id == f"piece:{move[5:]}"
            seen += 1
    assert seen > 500


def stages(steps: tuple[Step, ...]) -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for step in steps:
        if step.stage == len(found):
            found.append([])
        found[step.stage].append((step.kind, step.shape))
    return found


def test_a_capture_lights_up_flies_to_the_tray_and_is_counted() -> None:
    # White takes b2b3, then Black takes b3c3 (which has just swung there) and b2c3.
    found = position(f"{WHITE_HOME} b2c3 c2c3 c4d4 e2e3", "b2b3 a2b2 a2a3 a3b3 b5c6 c6d5 d5e4")
    steps = found.transition("c2c3-b3c3")
    assert stages(steps) == [
        [("swing", "piece:c2c3")],
        [("enter", "fill:b2b3c3")],
        [("leave", "piece:b2b3")],
        [("leave", "fill:b2b3c3"), ("enter", "tray:black:6"), ("flip", "tally:white")],
        [("enter", "fill:a2a3b3c3b2")],
        [("leave", "piece:b3c3"), ("leave", "piece:b2c3")],
        [
            ("leave", "fill:a2a3b3c3b2"),
            ("enter", "tray:white:5"),
            ("enter", "tray:white:6"),
            ("flip", "tally:black"),
        ],
    ]
    flying = next(step for step in steps if step.shape == "piece:b2b3")
    after = found.play("c2c3-b3c3").scene()
    assert flying.path == (found.scene().shape("edge:b2b3").place, after.shape("tray:black:6").place)
    marks = marks_after(found.scene(), steps)
    assert set(marks.left) == {"edge:b2b3", "edge:b2c3", "edge:c2c3"}
    assert marks.landed == ()


def test_a_choice_shows_numbered_discs_until_it_is_made() -> None:
    before = position(f"{CHOICE_WHITE} c3d3", CHOICE_BLACK)
    assert stages(before.transition("c3d3-c3c4")) == [
        [("swing", "piece:c3d3")],
        [("enter", "number:b3c3c4"), ("enter", "number:c3c4d4e3e2d2")],
    ]
    choice = before.play("c3d3-c3c4")
    scene = choice.scene()
    discs = [shape for shape in scene.shapes if shape.id.startswith("number:")]
    assert [(disc.at, disc.glyph) for disc in discs] == [
        ("polygon:b3c3c4", (" 1",)),
        ("polygon:c3c4d4e3e2d2", (" 2",)),
    ]
    # Each disc lies in the middle of a triangle of its polygon; the six round d3 are all as near, the upper one is taken.
    for disc, corners in zip(discs, (("b3", "c3", "c4"), ("d3", "e2", "e3")), strict=True):
        x, y = zip(*(place(scene, point) for point in corners), strict=True)
        assert disc.place == (round(sum(x) / 3, 2), round(sum(y) / 3, 2))
    assert stages(choice.transition("xb3c3c4"))[0] == [("leave", "number:b3c3c4"), ("leave", "number:c3c4d4e3e2d2")]


def test_a_pass_changes_nothing_on_the_board() -> None:
    found = position(*STUCK)
    assert found.transition("pass") == ()


def test_transitions_lead_to_the_next_scene() -> None:
    dice = random.Random(5)
    choices = 0
    for line in perft_table("polygone"):
        found = GAME.position(line.text)
        for _ in range(8):
            if found.is_over:
                break
            move = dice.choice(found.moves())
            after = found.play(move)
            expected = {shape.id: shape for shape in after.scene().shapes if shape.role in ("piece", "mark", "cell")}
            assert apply_steps(found.scene(), found.transition(move)) == expected
            choices += move.startswith("x")
            found = after
    assert choices > 0


def test_the_terminal_shows_the_board_in_80_columns_and_40_rows() -> None:
    lines = terminal.draw(START.scene(), colour=False).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 40
    drawn = "\n".join(lines)
    assert drawn.count("○") == drawn.count("■") == 12
