"""What the drawing of Connexion tells, and that its motions are true."""

from __future__ import annotations

import itertools
import math

import pytest

import tablier
from tablier.core.position import Position
from tablier.games.connexion.board import BLACK, WHITE
from tablier.games.connexion.notation import board
from tablier.games.connexion.square import INDEX
from tablier.scene import Gesture, Path, Point, Step, apply_steps
from tests.games.walks import walk

GAME = tablier.game("connexion")
START = "888888/000000/000000/000000/000000/444444 w -"
CHAIN = "800000/000000/000000/046000/000000/000000 w -"
RING = "800000/000000/000000/001000/072000/000000 w -"
GAP = "bb982b/000313/203008/004200/043100/024657 w e1f1"
BOTH = "00000c/000020/000200/002000/020000/200000 w -"


def at(text: str) -> Position:
    return GAME.position(text)


def ids(position: Position, prefix: str) -> list[str]:
    return [shape.id.removeprefix(prefix) for shape in position.scene().shapes if shape.id.startswith(prefix)]


def of(steps: tuple[Step, ...], kind: str) -> list[Step]:
    return [step for step in steps if step.kind == kind]


@pytest.mark.parametrize("text", [START, CHAIN, RING, GAP, BOTH])
def test_plates_are_turned_as_they_lie(text: str) -> None:
    found = board(at(text).states)
    for name, plate in INDEX.items():
        shape = at(text).scene().shape(f"plate:{name}")
        assert shape.angle == 90 * found.orientation[plate]
        assert shape.turns


def test_the_dark_wood_of_a_plate_at_orientation_0_lies_north_west() -> None:
    dark = [part for part in at(START).scene().shape("plate:c3").parts if part.fill == "walnut"]
    assert len(dark) == 1
    assert isinstance(dark[0], Path)
    assert dark[0].d == "M-42.0 39.0L-42.0 -35.0Q-42.0 -42.0 -35.0 -42.0L39.0 -42.0Z"


def test_north_is_up_and_columns_go_right() -> None:
    scene = at(START).scene()
    assert scene.shape("plate:a6").place == (95, 113)
    assert scene.shape("plate:f6").place == (545, 113)
    assert scene.shape("plate:a1").place == (95, 563)
    assert scene.views == (0, 180)


def test_pawns_stand_in_the_slots_of_their_colour() -> None:
    scene = at("c00000/000000/000000/000000/000000/000000 w -").scene()
    # Light is south-east of the plate's middle, dark north-west.
    assert scene.shape("piece:a6w").place == pytest.approx((95 + 21.84, 113 + 21.84))
    assert scene.shape("piece:a6b").place == pytest.approx((95 - 21.84, 113 - 21.84))
    assert scene.shape("piece:a6w").at == "light:a6"
    assert scene.shape("piece:a6b").at == "dark:a6"
    assert (scene.shape("piece:a6w").owner, scene.shape("piece:a6b").owner) == (WHITE, BLACK)
    assert scene.shape("piece:a6w").glyph != scene.shape("piece:a6b").glyph


def test_a_bridge_covers_every_connected_seam_and_no_other() -> None:
    assert ids(at(START), "bridge:") == []
    position = at("888888/000000/000000/002000/000000/444444 b -")
    assert sorted(ids(position, "bridge:")) == ["b3c3", "c2c3", "c3c4", "c3d3"]
    owners = {shape.id: shape.owner for shape in position.scene().shapes if shape.id.startswith("bridge:")}
    assert owners == {"bridge:b3c3": WHITE, "bridge:c3c4": WHITE, "bridge:c2c3": BLACK, "bridge:c3d3": BLACK}


def test_protected_plates_wear_locks() -> None:
    assert ids(at(START), "lock:") == []
    assert ids(at(START).play("c3*"), "lock:") == ["b3", "c3", "c4"]


def test_with_new_connections_only_plates_connected_before_wear_no_lock() -> None:
    position = tablier.game("connexion", protection="new").start().play("c3+").play("f1-").play("c3+")
    assert sorted(ids(position, "bridge:")) == ["b3c3", "c2c3", "c3c4", "c3d3", "f1f2"]
    assert ids(position, "lock:") == ["c3", "c4"]


def test_each_colour_has_six_exits_on_its_side() -> None:
    scene = at(START).scene()
    exits = {shape.id: shape for shape in scene.shapes if shape.id.startswith("board:exit-")}
    assert len(exits) == 12
    for name, shape in exits.items():
        assert shape.owner == (WHITE if name.endswith("6") else BLACK)
        assert (shape.place[1] < 68) == (shape.owner == WHITE)


def test_shapes_come_in_drawing_order() -> None:
    roles = [shape.role for shape in at(START).play("c3*").scene().shapes]
    order = [role for i, role in enumerate(roles) if i == 0 or roles[i - 1] != role]
    assert order == ["board", "cell", "mark", "spot", "label", "piece", "mark"]
    heights = [shape.place[1] for shape in at(GAP).scene().shapes if shape.role == "piece"]
    assert heights == sorted(heights)


def test_gestures() -> None:
    gestures = at(CHAIN).gestures()
    assert gestures["c3+"] == Gesture(("plate:c3",), "+")
    assert gestures["c3-"] == Gesture(("plate:c3",), "-")
    assert gestures["c3*"] == Gesture(("plate:c3",), "*")
    assert gestures["c3-c4"] == Gesture(("piece:c3w", "light:c4"))


@pytest.mark.parametrize(("move", "angle"), [("a6+", 90), ("a6-", -90), ("a6*", 180)])
def test_a_plate_turns_the_way_it_is_told_with_its_pawns(move: str, angle: float) -> None:
    position = at("cc0000/000000/000000/000000/000000/000000 b -").play("f1+")
    before, after = position.scene(), position.play(move).scene()
    steps = position.transition(move)
    (turn,) = of(steps, "turn")
    assert (turn.shape, turn.angle) == ("plate:a6", angle)
    assert turn.to is not None
    assert turn.to.angle == angle % 360
    swings = of(steps, "swing")
    assert {step.shape for step in swings} == {"piece:a6w", "piece:a6b"}
    for step in swings:
        assert (step.pivot, step.angle, step.stage) == ((95, 113), angle, turn.stage)
        assert step.to is not None
        assert step.to.place == pytest.approx(_swung(before.shape(step.shape).place, (95, 113), angle))
    assert after.shape("plate:a6") == turn.to


def _swung(point: Point, pivot: Point, angle: float) -> Point:
    x, y = point[0] - pivot[0], point[1] - pivot[1]
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return pivot[0] + x * cos - y * sin, pivot[1] + x * sin + y * cos


def test_bridges_go_the_plate_turns_bridges_and_locks_come() -> None:
    position = at("888888/000000/000000/002000/000000/444444 w -")
    steps = position.transition("c3+")
    told = [(step.stage, step.kind, step.shape) for step in steps]
    # c3 from orientation 2 to 3: light on N (as before) and E, dark on S (as before) and W.
    assert told == [
        (0, "leave", "bridge:b3c3"),
        (0, "leave", "bridge:c2c3"),
        (0, "leave", "bridge:c3c4"),
        (0, "leave", "bridge:c3d3"),
        (1, "turn", "plate:c3"),
        (2, "enter", "bridge:c2c3"),
        (2, "enter", "bridge:c3c4"),
        (2, "enter", "lock:c3"),
        (2, "enter", "lock:c4"),
    ]


def test_old_locks_go_first() -> None:
    position = at(START).play("c3*")
    steps = position.transition("f1-")
    assert [step.shape for step in steps if step.stage == 0] == ["lock:b3", "lock:c3", "lock:c4"]
    assert of(steps, "turn")[0].stage == 1


def test_a_step_slides_from_slot_to_slot() -> None:
    position = at("800000/000000/000000/042000/000000/000000 w -")
    (slide,) = position.transition("b3-c4")
    scene = position.scene()
    assert slide.kind == "slide"
    assert slide.path == tuple(scene.shape(f"light:{name}").place for name in ("b3", "c3", "c4"))
    assert slide.to == position.play("b3-c4").scene().shape("piece:c4w")


def test_on_a_ring_a_pawn_goes_round_what_is_in_its_way() -> None:
    free = at(RING).transition("b2-c2")[0]
    assert len(free.path) == 2
    # The ring b2 b3 c3 c2 with a pawn on c2: to c3 the way leads over b3.
    position = at("800000/000000/000000/001000/076000/000000 w -")
    slide = position.transition("b2-c3")[0]
    assert slide.path == tuple(position.scene().shape(f"light:{name}").place for name in ("b2", "b3", "c3"))


def test_pawns_that_leave_run_along_their_path_to_the_chevron() -> None:
    position = at(GAP)
    steps = position.transition("e4*")
    runs = {step.shape: step for step in of(steps, "leave") if step.shape.startswith("piece:")}
    assert set(runs) == {"piece:c1w", "piece:d1w", "piece:c3w"}
    after = position.play("e4*").scene()
    ways = {
        "piece:c1w": ("c1", "d1", "d2", "c2", "c3", "d3", "d4", "e4", "e5", "d5", "d6", "e6"),
        "piece:d1w": ("d1", "d2", "c2", "c3", "d3", "d4", "e4", "e5", "d5", "d6", "e6"),
        "piece:c3w": ("c3", "d3", "d4", "e4", "e5", "d5", "d6", "e6"),
    }
    for name, step in runs.items():
        assert step.path[:-2] == tuple(after.shape(f"light:{plate}").place for plate in ways[name])
        assert step.path[-2:] == ((455, 68), after.shape("board:exit-e6").place)
        assert step.stage > of(steps, "turn")[0].stage


def test_a_pawn_that_leaves_from_the_turned_plate_turns_first() -> None:
    steps = at(BOTH).transition("f6*")
    for name, way_out in (("piece:f6w", "board:exit-f6"), ("piece:f6b", "board:exit-a1")):
        swing = next(step for step in of(steps, "swing") if step.shape == name)
        leave = next(step for step in of(steps, "leave") if step.shape == name)
        assert swing.to is not None
        assert leave.path[0] == swing.to.place
        assert leave.path[-1] == at(BOTH).scene().shape(way_out).place
        assert leave.stage > swing.stage


def test_slides_follow_connections_in_random_games() -> None:
    seen = 0
    for seed in range(30):
        position = walk(GAME.start(), seed, 60)
        if position.is_over:
            continue
        found, player = board(position.states), position.to_act
        assert player is not None
        slots = {
            position.scene().shape(f"{('light', 'dark')[player]}:{name}").place: plate for name, plate in INDEX.items()
        }
        for move in position.moves():
            if len(move) == 5:
                (slide,) = of(position.transition(move), "slide")
                way = [slots[point] for point in slide.path]
                assert (way[0], way[-1]) == (INDEX[move[:2]], INDEX[move[3:]])
                assert len(set(way)) == len(way)
                assert not found.pawns[player] & set(way[1:])
                for here, there in itertools.pairwise(way):
                    assert there in found.connected(here, player)
                seen += 1
    assert seen > 30


def test_every_move_of_a_position_is_drawn_truly() -> None:
    for text in (START, CHAIN, RING, GAP, BOTH):
        position = at(text)
        for move in position.moves():
            after = position.play(move).scene()
            lasting = {shape.id: shape for shape in after.shapes if shape.role in ("piece", "mark", "cell")}
            assert apply_steps(position.scene(), position.transition(move)) == lasting


def test_a_pawn_picked_up_shows_its_path() -> None:
    found = {aid.shapes: aid for aid in at(GAP).aids()}
    assert set(found) == {
        ("piece:b2w",),
        ("piece:c1w", "piece:c3w", "piece:d1w"),
        ("piece:e1w",),
        ("piece:f1w",),
    }
    # c1 d1 d2 c2 c3 d3 d4, with a bridge from each to the next.
    path = found[("piece:c1w", "piece:c3w", "piece:d1w")]
    assert path.line == ""
    assert path.area.count("M") == 7 + 6
    # e1 is connected with nothing: its light triangle, whose corner is below on the left.
    assert found[("piece:e1w",)].area == "M494 605L420 605Q413 605 413 598L413 524Z"
    assert at(GAP).aids("c3-d4") == ()
