"""What is true of Ken Wan's drawing: measures, pieces, how a move unfolds."""

from __future__ import annotations

import math

import pytest

import tablier
from tablier.core.position import Position
from tablier.scene import Aid, Gesture, Path
from tablier.scene.parts import honeycomb

# Round B3: a half yellow A2, the mover's own half A3 and whole B4, a whole red B2, a whole yellow C3, and C4 empty.
FIGHT = "y3r/6/7/8/4#3B/8/2Y4/1R1B2/1yb2 b byr -"


def at(text: str) -> Position:
    return tablier.game("kenwan", players=len(text.split(" ")[2])).position(text)


def test_cells_lie_on_their_lattice() -> None:
    scene = tablier.game("kenwan").start().scene()
    cells = {shape.id: shape for shape in scene.shapes if shape.role == "cell"}
    assert len(cells) == 61
    assert scene.box == (0, 0, 640, 576)
    assert cells["cell:E5"].place == (320, 284)
    assert cells["cell:E9"].place == (568, 284)
    assert cells["cell:A1"].place == (196, 498.77)
    assert cells["cell:I9"].place == (444, 69.23)
    near = ("B2", "B3", "C2", "C4", "D3", "D4")
    steps = [math.dist(cells["cell:C3"].place, cells[f"cell:{name}"].place) for name in near]
    assert steps == pytest.approx([62] * 6, abs=0.01)


def test_drawing_order_slab_cells_coordinates_pieces_far_rows_first() -> None:
    shapes = tablier.game("kenwan").start().scene().shapes
    roles = list(dict.fromkeys(shape.role for shape in shapes))
    assert roles == ["board", "cell", "label", "piece"]
    heights = [shape.place[1] for shape in shapes if shape.role == "piece"]
    assert heights == sorted(heights)


def test_coordinates_stand_on_the_slab_and_never_on_a_cell() -> None:
    scene = tablier.game("kenwan").start().scene()
    labels = [shape for shape in scene.shapes if shape.role == "label"]
    assert [label.id.removeprefix("label:") for label in labels] == [*"ABCDEFGHI", *"123456789"]
    cells = [shape.place for shape in scene.shapes if shape.role == "cell"]
    for label in labels:
        assert min(math.dist(label.place, cell) for cell in cells) > 34


def test_owners_kinds_and_glyphs() -> None:
    scene = at(FIGHT).scene()
    shown = {shape.id: (shape.owner, shape.glyph, shape.at) for shape in scene.shapes if shape.role == "piece"}
    assert shown == {
        "piece:I5": (1, ("(y)",), "cell:I5"),
        "piece:I9": (2, ("(r)",), "cell:I9"),
        "piece:E9": (0, ("[B]",), "cell:E9"),
        "piece:C3": (1, ("[Y]",), "cell:C3"),
        "piece:B2": (2, ("[R]",), "cell:B2"),
        "piece:B4": (0, ("[B]",), "cell:B4"),
        "piece:A2": (1, ("(y)",), "cell:A2"),
        "piece:A3": (0, ("(b)",), "cell:A3"),
    }


def test_with_two_players_red_belongs_to_nobody() -> None:
    scene = tablier.game("kenwan", players=2).start().scene()
    owners = [shape.owner for shape in scene.shapes if shape.role == "piece"]
    assert {owner: owners.count(owner) for owner in (0, 1, None)} == {0: 12, 1: 12, None: 12}
    assert scene.views == (0, 0)


def test_a_whole_piece_shows_its_full_face_and_a_half_piece_its_tint() -> None:
    scene = at(FIGHT).scene()
    for shape_id, shown, hidden in (
        ("piece:B4", "blue.mark", "blue.half"),
        ("piece:A3", "blue.half", "blue.mark"),
        ("piece:C3", "yellow.mark", "yellow.half"),
        ("piece:A2", "yellow.half", "yellow.mark"),
    ):
        roles = {part.fill for part in scene.shape(shape_id).parts}
        assert shown in roles
        assert hidden not in roles


def test_only_the_half_yellow_cross_is_outlined() -> None:
    # Its face hardly shows on its tint.
    def edges(shape_id: str) -> int:
        parts = at(FIGHT).scene().shape(shape_id).parts
        return sum(isinstance(part, Path) and str(part.fill).endswith(".edge") for part in parts)

    assert edges("piece:A2") == 2  # the cross and the mark
    assert edges("piece:A3") == 0
    assert edges("piece:I9") == 0


def test_words_name_pieces_and_cells() -> None:
    position = at(FIGHT)
    scene = position.scene()

    def words(shape_id: str, language: str) -> str:
        phrase = scene.shape(shape_id).words
        assert phrase is not None
        return position.game.say(phrase, language)

    assert words("piece:C3", "en") == "whole yellow piece, C3"
    assert words("piece:A3", "fr") == "demi-pion bleu, A3"
    assert words("cell:C4", "en") == "C4"
    assert words("cell:E5", "fr") == "E5, case interdite"


def test_gestures() -> None:
    assert at(FIGHT).gestures()["E9-B3"] == Gesture(("piece:E9", "cell:B3"))
    assert at("Y3Y/6/7/8/4#4/8/7/6/bBb2 b by -").gestures() == {"pass": Gesture((), "pass")}


def test_the_piece_arcs_then_neighbours_tumble_one_by_one_clockwise_from_the_right() -> None:
    position = at(FIGHT)
    arc, *flips = position.transition("E9-B3")
    scene = position.scene()
    assert (arc.kind, arc.shape, arc.stage) == ("arc", "piece:E9", 0)
    assert arc.to is not None
    assert (arc.to.id, arc.to.glyph) == ("piece:B3", ("[B]",))
    assert arc.path == (scene.shape("cell:E9").place, scene.shape("cell:B3").place)
    # B4 on the right is a whole friend and C4 is empty.
    assert [(flip.kind, flip.shape, flip.stage) for flip in flips] == [
        ("flip", "piece:A3", 1),
        ("flip", "piece:A2", 2),
        ("flip", "piece:B2", 3),
        ("flip", "piece:C3", 4),
    ]
    assert [flip.to.glyph[0] for flip in flips if flip.to] == ["[B]", "[B]", "(b)", "(b)"]
    assert [flip.to.owner for flip in flips if flip.to] == [0, 0, 0, 0]


def test_a_landing_half_piece_tumbles_nothing() -> None:
    steps = at(FIGHT.replace("#3B", "#3b")).transition("E9-B3")
    assert [(step.kind, step.shape) for step in steps] == [("arc", "piece:E9")]


def test_a_pass_moves_nothing() -> None:
    assert at("Y3Y/6/7/8/4#4/8/7/6/bBb2 b by -").transition("pass") == ()


def test_a_step_to_the_next_cell() -> None:
    # A1 lands on B2, beside the cell it left.
    steps = at("Y3Y/6/7/8/4#4/8/7/6/BBb2 b by -").transition("A1-B2")
    assert [(step.kind, step.shape) for step in steps] == [("arc", "piece:A1")]


def test_a_lifted_piece_shows_the_rest_of_its_group() -> None:
    start = tablier.game("kenwan").start()
    found = {aid.shapes: aid for aid in start.aids()}
    movable = {(gesture.shapes[0],) for gesture in start.gestures().values()}
    assert set(found) == movable
    # Of Blue's group of C2 D2 D3 E2 E3 E4, without the lifted E3.
    group = [start.scene().shape(f"cell:{name}").place for name in ("C2", "D2", "D3", "E2", "E4")]
    assert found[("piece:E3",)] == Aid(("piece:E3",), honeycomb(group, 62))
    assert start.aids("E3-E1") == ()
    # Pieces that stand alone have no group.
    assert at(FIGHT).moves()
    assert "piece:E9" not in {name for aid in at(FIGHT).aids() for name in aid.shapes}
    with pytest.raises(ValueError, match="illegal"):
        start.aids("E5-E5")
