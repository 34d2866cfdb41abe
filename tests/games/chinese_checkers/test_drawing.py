"""What is true of the drawing of Chinese checkers: measures, men, marks, how a move unfolds."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from tablier.core.position import Position
from tablier.render import terminal
from tablier.scene import Circle, Gesture, Path, apply_steps, turned
from tests.games.chinese_checkers.boards import NORTH, SOUTH, at, game, less

DOOR = at("2x10", ["p12 p13 o11 o12 o13 n11 n12 m9 m10 m11", f"n13 q13 {less(SOUTH, 'd7', 'd8')}"], "1")
SEALING = at("2x10", ["p12 p13 o11 o12 o13 n11 n12 n13 m9 m10", f"q13 {less(SOUTH, 'd8')}"], "0")
START = game("2x10").start()


def marks(position: Position) -> list[str]:
    return [shape.id for shape in position.scene().shapes if shape.role == "mark"]


def test_holes_lie_on_their_lattice() -> None:
    scene = START.scene()
    place = {shape.id: shape.place for shape in scene.shapes if shape.role == "cell"}
    assert len(place) == 121
    assert scene.box == (0, 0, 640, 700)
    assert scene.tight == (24, 6, 592, 690)
    assert place["cell:i9"] == (320, 346)
    assert place["cell:a5"] == (320, 643.91)
    assert place["cell:q13"] == (320, 48.09)
    assert place["cell:e1"] == (62, 494.96)
    assert place["cell:m17"] == (578, 197.04)
    near = [math.dist(place["cell:i9"], place[f"cell:{name}"]) for name in ("i8", "i10", "h8", "h9", "j9", "j10")]
    assert near == pytest.approx([43] * 6, abs=0.01)


def test_drawing_order_slab_points_lines_holes_coordinates_men_marks() -> None:
    shapes = DOOR.scene().shapes
    assert list(dict.fromkeys(shape.role for shape in shapes)) == ["board", "cell", "label", "piece", "mark"]
    assert [shape.id for shape in shapes if shape.role == "board"] == [
        "board:slab",
        "board:S",
        "board:N",
        "board:lattice",
    ]
    heights = [shape.place[1] for shape in shapes if shape.role == "piece"]
    assert heights == sorted(heights)


def test_coordinates_stand_on_the_slab_and_never_on_a_hole() -> None:
    scene = START.scene()
    labels = [shape for shape in scene.shapes if shape.role == "label"]
    assert [label.id.removeprefix("label:") for label in labels] == [
        *"abcdefghijklmnopq",
        *(str(number) for number in range(1, 18)),
    ]
    holes = [shape.place for shape in scene.shapes if shape.role == "cell"]
    for label in labels:
        assert 15 < min(math.dist(label.place, hole) for hole in holes) < 35


@pytest.mark.parametrize(
    ("options", "colours"),
    [
        ("2x10", ["blue", "red"]),
        ("3x15", ["blue", "yellow", "red"]),
        ("4x10", ["blue", "yellow", "red", "ebony"]),
        ("6x10", ["blue", "yellow", "red", "ivory", "ebony", "lilac"]),
    ],
)
def test_colours_by_seat_on_men_and_points(options: str, colours: list[str]) -> None:
    scene = game(options).start().scene()
    for player, colour in enumerate(colours):
        men = [shape for shape in scene.shapes if shape.role == "piece" and shape.owner == player]
        assert len(men) == int(options.split("x")[1])
        for man in men:
            assert man.at == man.id.replace("piece", "cell")
            faces = [part.fill for part in man.parts if isinstance(part, Circle) and part.r == 15.5]
            assert faces == [f"{colour}.side", f"{colour}.face"]
    tints = [part.fill for shape in scene.shapes if shape.turns and shape.role == "board" for part in shape.parts]
    assert tints == [f"{colour}.face" for colour in colours]


@pytest.mark.parametrize("options", ["2x10", "3x10", "4x10", "6x10", "3x15"])
def test_in_the_own_view_the_own_point_lies_at_the_bottom(options: str) -> None:
    scene = game(options).start().scene()
    for player, angle in enumerate(scene.views):
        view = turned(scene, angle)
        lowest = max((shape for shape in view.shapes if shape.role == "cell"), key=lambda shape: shape.place[1])
        man = next(shape for shape in view.shapes if shape.role == "piece" and shape.at == lowest.id)
        assert man.owner == player


def test_the_tint_of_a_point_turns_with_its_men() -> None:
    scene = game("6x10").start().scene()
    view = turned(scene, scene.views[1])
    assert view.shape("board:SW").angle == 300
    assert view.shape("board:slab") == scene.shape("board:slab")


def test_a_terminal_tells_the_six_players_apart() -> None:
    drawn = terminal.draw(game("6x10").start().scene(), colour=False)
    assert {sign: drawn.count(sign) for sign in "●▲◆○■✚·"} == dict.fromkeys("●▲◆○■✚", 10) | {"·": 61}
    lines = drawn.splitlines()
    assert len(lines) == 18
    assert max(map(len, lines)) < 60
    assert lines[0].split() == ["q", "○"]


def test_men_that_must_give_way_wear_a_ring_and_sealed_ones_a_lock() -> None:
    assert marks(START) == []
    assert marks(DOOR) == ["must:n13"]
    assert DOOR.scene().shape("must:n13").at == "cell:n13"
    assert marks(SEALING) == ["lock:q13"]
    assert "(◆)" in terminal.draw(DOOR.scene(), colour=False)
    assert "◆×" in terminal.draw(SEALING.scene(), colour=False)
    # In an advance inside, the man that has to go on wears the ring; nobody does when the player is free.
    inside = at("2x10", ["p12 o11 o12 o13 n10 n11 n12 n13 m9 m10", f"q13 {less(SOUTH, 'd8')}"], "1")
    assert marks(inside) == ["must:q13", "lock:q13"]
    assert marks(at("2x10", ["p12 p13 o11 o12 o13 n11 n12 n13 m9 m10", f"q13 {less(SOUTH, 'd8')}"], "1")) == [
        "lock:q13"
    ]


def test_gestures() -> None:
    assert START.gestures()["c5-e7"] == Gesture(("piece:c5", "cell:e7"))
    shut_in = at("2x15", ["l8 l9 l10 l11 l12 l13 k7 k8 k9 k10 k11 k12 k13 i9 h9", f"{NORTH} m9 m10 m11 m12 m13"], "1")
    assert shut_in.gestures() == {"pass": Gesture((), "pass")}
    assert shut_in.transition("pass") == ()


def test_a_step_slides() -> None:
    (step,) = START.transition("d5-e5")
    assert (step.kind, step.shape, step.stage) == ("slide", "piece:d5", 0)
    assert step.path == ((255.5, 532.2), (234, 494.96))
    assert step.to is not None
    assert step.to.id == "piece:e5"


def test_jumps_hop_one_after_another_on_a_shortest_way() -> None:
    # Eight jumps: b5 d7 f9 h11 h9 j9 l9 l11 n11.
    crossing = game("2x10").position(
        "./11/.../1.11/......1....../.....1....../...11....../........../....1.0../......0.../.......0.../............"
        "/....00.0...../.0../.00/0./. 0 2x10 -"
    )
    steps = crossing.transition("b5-n11")
    assert [step.kind for step in steps] == ["hop"] * 8
    assert [step.stage for step in steps] == list(range(8))
    scene = crossing.scene()
    cells = {shape.place: shape.id for shape in scene.shapes if shape.role == "cell"}
    men = {shape.place for shape in scene.shapes if shape.role == "piece"} - {scene.shape("piece:b5").place}
    for before, after in pairwise(steps):
        assert before.path[-1] == after.path[0]
    for step in steps:
        (x, y), (to_x, to_y) = step.path
        assert (to_x, to_y) not in men
        assert min(math.dist(((x + to_x) / 2, (y + to_y) / 2), man) for man in men) < 0.02
        assert step.to is not None
        assert step.to.at == cells[to_x, to_y]


def test_a_long_jump_is_one_hop() -> None:
    position = at("2x10+long", [f"i9 {less(SOUTH, 'd8')}", f"k9 {less(NORTH, 'n10')}"], "0")
    (step,) = position.transition("i9-m9")
    assert step.kind == "hop"
    assert step.path == ((320, 346), (234, 197.04))


def test_marks_go_first_and_come_last() -> None:
    steps = DOOR.transition("n13-m12")
    assert [(step.kind, step.shape, step.stage) for step in steps] == [
        ("leave", "must:n13", 0),
        ("slide", "piece:n13", 0),
        ("enter", "lock:q13", 1),
    ]
    after = {s.id: s for s in DOOR.play("n13-m12").scene().shapes if s.role in ("piece", "mark", "cell")}
    assert apply_steps(DOOR.scene(), steps) == after


def test_the_lattice_has_all_lines() -> None:
    (lines,) = START.scene().shape("board:lattice").parts
    assert isinstance(lines, Path)
    assert lines.d.count("M") == 312  # pairs of neighbouring holes


def test_a_man_picked_up_shows_its_goal() -> None:
    (aid,) = DOOR.aids()
    assert set(aid.shapes) == {shape.id for shape in DOOR.scene().shapes if shape.role == "piece" and shape.owner == 1}
    holes = [DOOR.scene().shape(f"cell:{name}").place for name in SOUTH.split()]
    starts = [tuple(map(float, text.split("a")[0].split())) for text in aid.line.split("M")[1:]]
    men = {shape.place for shape in DOOR.scene().shapes if shape.role == "piece"}
    # Round the hole, or round the man that hides it.
    wanted = [(x - (18.5 if (x, y) in men else 10), y) for x, y in holes]
    assert sorted(starts) == sorted(wanted)
    assert DOOR.aids(DOOR.moves()[0]) == ()
