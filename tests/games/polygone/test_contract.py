"""The rules page of Polygone, sentence by sentence: positions and what must come of them, worked out by hand."""

from __future__ import annotations

import pytest

import tablier
from tablier.core.position import Position
from tablier.games.polygone import triangle
from tablier.games.polygone.triangle import EDGES, ENDS, POINT_INDEX, POINTS, ROW, TRIANGLES, X

GAME = tablier.game("polygone")
WHITE_WHEEL = "b1b2,b1c1,b1c2,b2c2,b2c3,c1c2,c1d1,c2c3,c2d1,c2d2,c3d2,d1d2"
BLACK_WHEEL = "b4b5,b4c4,b4c5,b5c5,b5c6,c4c5,c4d4,c5c6,c5d4,c5d5,c6d5,d4d5"
WHITE_HOME = "a1b1 b1c1 c1d1 d1e1"
BLACK_HOME = "a4b5 b5c6 c6d5 d5e4"


def text(white: str, black: str, rest: str = "w -") -> str:
    """A position's text from edges in any order."""
    return " ".join([*(",".join(sorted(edges.split())) or "-" for edges in (white, black)), rest])


def position(white: str, black: str, rest: str = "w -") -> Position:
    return GAME.position(text(white, black, rest))


def targets(found: Position, edge: str) -> list[str]:
    """The edges to which the segment on an edge can pivot."""
    return [move[5:] for move in found.moves() if move.startswith(f"{edge}-")]


def neighbours(point: str) -> set[str]:
    return {POINTS[p + q - POINT_INDEX[point]] for p, q in ENDS if POINT_INDEX[point] in (p, q)}


# Board


def test_24_points_in_five_rows() -> None:
    rows = ("a1 a2 a3 a4", "b1 b2 b3 b4 b5", "c1 c2 c3 c4 c5 c6", "d1 d2 d3 d4 d5", "e1 e2 e3 e4")
    assert " ".join(POINTS) == " ".join(rows)
    assert [ROW[POINT_INDEX[point]] for point in ("a1", "b5", "c6", "d1", "e4")] == [0, 1, 2, 3, 4]


def test_the_x_of_a_point_counts_half_edges() -> None:
    for i in range(1, 7):
        for row, offset, length in (("a", 5, 4), ("b", 6, 5), ("c", 7, 6), ("d", 6, 5), ("e", 5, 4)):
            if i <= length:
                assert X[POINT_INDEX[f"{row}{i}"]] == 2 * i - offset


def test_neighbours_are_the_next_in_the_row_and_those_at_x_plus_or_minus_1_above_and_below() -> None:
    assert neighbours("c3") == {"c2", "c4", "b2", "b3", "d2", "d3"}
    assert neighbours("a1") == {"a2", "b1", "b2"}
    assert neighbours("b1") == {"a1", "b2", "c1", "c2"}
    assert neighbours("e4") == {"e3", "d4", "d5"}


def test_55_edges_and_32_small_triangles() -> None:
    assert len(EDGES) == len(set(EDGES)) == 55
    assert len(TRIANGLES) == len(set(TRIANGLES)) == 32


def test_the_tips_are_c1_and_c6() -> None:
    assert X[POINT_INDEX["c1"]] == -5 == min(X)
    assert X[POINT_INDEX["c6"]] == 5 == max(X)
    assert neighbours("c1") == {"b1", "c2", "d1"}
    assert neighbours("c6") == {"b5", "c5", "d5"}


# Material and start


def test_each_player_has_12_segments() -> None:
    white, black, *_ = str(GAME.start()).split()
    assert len(white.split(",")) == len(black.split(",")) == 12
    with pytest.raises(ValueError, match="White has 13 segments; the box holds 12"):
        GAME.position(f"a1a2,{WHITE_WHEEL} {BLACK_WHEEL} w -")


def test_an_edge_holds_at_most_one() -> None:
    with pytest.raises(ValueError, match="two lie on b1c1"):
        position(f"{WHITE_HOME} c2c3 c3c4", f"{BLACK_HOME} b1c1 d4d5")


def test_white_is_player_0_begins_and_black_follows() -> None:
    assert [player.name for player in GAME.players] == ["white", "black"]
    assert GAME.start().to_act == 0
    assert GAME.start().play("b2c3-b3c3").to_act == 1


def test_each_starts_with_a_full_wheel_beside_their_own_tip() -> None:
    assert str(GAME.start()) == f"{WHITE_WHEEL} {BLACK_WHEEL} w -"


def test_the_moves_of_the_start() -> None:
    # The hub and the own tip are full. At the rim of the wheel, outside is free; b1c1 and c1d1 go round off the board.
    expected = "b1c1-a1b1 c1d1-d1e1"
    expected += " b1b2-a1b2 b1b2-a2b2 b1b2-b2b3 b2c3-a2b2 b2c3-b2b3 b2c3-b3c3 b2c3-c3c4 b2c3-c3d3"
    expected += " d1d2-d2d3 d1d2-d2e1 d1d2-d2e2 c3d2-d2d3 c3d2-d2e2 c3d2-b3c3 c3d2-c3c4 c3d2-c3d3"
    assert GAME.start().moves() == sorted(expected.split())


# Moves


def test_an_edge_names_its_points_in_alphabetical_order() -> None:
    assert all(edge[:2] < edge[2:] for move in GAME.start().moves() for edge in move.split("-"))
    with pytest.raises(ValueError, match="the edge is written 'b2c3'"):
        GAME.start().play("c3b2-b3c3")


def test_one_own_segment_pivots_about_one_of_its_two_ends() -> None:
    own = f"{WHITE_HOME} a2b2 c3d2"
    moves = position(own, f"{BLACK_HOME} b4c5 d4d5").moves()
    assert {move[:4] for move in moves} == set(own.split())
    assert {len({move[:2], move[2:4]} & {move[5:7], move[7:]}) for move in moves} == {1}


def test_never_backwards_but_level_is_allowed() -> None:
    # About c3 (x −1) the free end d2 is at −2: b2 is level, c2 (−3) back. About d2 (−2) the free end c3 is at −1: e2 is level.
    found = position(f"{WHITE_HOME} a2b2 c3d2", f"{BLACK_HOME} b4c5 d4d5")
    assert targets(found, "c3d2") == ["b2c3", "b3c3", "c3c4", "c3d3", "d2d3", "d2e2"]


def test_for_black_the_x_of_the_free_end_must_not_rise() -> None:
    found = position(f"{WHITE_HOME} a2b2 b3b4", f"{BLACK_HOME} c3d2 d4d5", "b -")
    assert targets(found, "c3d2") == ["b2c3", "c2c3", "c2d2", "d1d2", "d2e1", "d2e2"]


@pytest.mark.parametrize(("white", "black"), [("b3c3 c3d3", "d4d5 e2e3"), ("a2a3 d4d5", "b3c3 c3d3")])
def test_a_way_is_barred_by_a_segment_of_either_colour_strictly_between(white: str, black: str) -> None:
    # c2c3 points left from c3; the segments to b3 and d3 leave b2 and d2, and shut off c4.
    found = position(f"{WHITE_HOME} c2c3 {white}", f"{BLACK_HOME} {black}")
    assert [edge for edge in targets(found, "c2c3") if "c3" in edge] == ["b2c3", "c3d2"]


def test_one_free_way_is_enough() -> None:
    found = position(f"{WHITE_HOME} c2c3 a2a3", f"{BLACK_HOME} c3d3 e2e3")
    assert [edge for edge in targets(found, "c2c3") if "c3" in edge] == ["b2c3", "b3c3", "c3c4", "c3d2"]


def test_the_sweep_may_pass_over_smaller_x() -> None:
    # From d2 to b2 about c3, both at −2: with c3d3 in the one way, the other goes by c2 at −3.
    assert "c3d2-b2c3" in position(f"{WHITE_HOME} a2a3 c3d2", f"{BLACK_HOME} c3d3 e2e3").moves()
    assert "c3d2-b2c3" not in position(f"{WHITE_HOME} c2c3 c3d2", f"{BLACK_HOME} c3d3 e2e3").moves()


def test_directions_off_the_board_are_free_to_sweep() -> None:
    # a2b2 bars the way over the board; below a2 there is nothing.
    found = position(f"{WHITE_HOME} a1a2 c4d4", f"{BLACK_HOME} a2b2 e2e3")
    assert [edge for edge in targets(found, "a1a2") if "a2" in edge] == ["a2a3", "a2b3"]


def test_segments_that_do_not_touch_the_pivot_never_bar() -> None:
    # d2d3 and b2b3 lie across both ways from c2 to c4, but not at c3.
    found = position(f"{WHITE_HOME} c2c3 a2a3", f"{BLACK_HOME} b2b3 d2d3")
    assert "c3c4" in targets(found, "c2c3")


def test_the_edge_it_ends_on_is_empty() -> None:
    found = position(f"{WHITE_HOME} c2c3 c3c4", f"{BLACK_HOME} c3d2 e2e3")
    assert not {"c3c4", "c3d2"} & set(targets(found, "c2c3"))


STUCK = ("d2d3 d4d5 d4e3 d4e4 d5e4 e3e4", "a1a2 c3d3 c5d5 c6d5 d3d4 d3e2")


def test_no_legal_move_is_a_pass() -> None:
    found = position(*STUCK)
    assert found.moves() == ["pass"]
    assert str(found.play("pass")) == text(*STUCK, "b -")
    assert "pass" not in position(*STUCK, "b -").moves()
    with pytest.raises(ValueError, match="You cannot pass"):
        GAME.start().play("pass")


# Captures


def test_a_polygon_is_a_closed_ring_of_segments_and_the_majority_captures() -> None:
    found = position(f"{WHITE_HOME} b2c3 c2c3", f"{BLACK_HOME} b2b3 d4e3 e1e2").play("c2c3-b3c3")
    assert str(found) == text(f"{WHITE_HOME} b2c3 b3c3", f"{BLACK_HOME} d4e3 e1e2", "b -")


def test_the_whole_minority_of_the_ring_leaves_the_board() -> None:
    # Nine sides, three of them black.
    white = f"{WHITE_HOME} c1c2 c2c3 d1d2 d2d3 b3c3"
    found = position(white, f"{BLACK_HOME} d3e3 d4e3 c4d4 a2a3 a3a4").play("b3c3-c3c4")
    assert str(found) == text(f"{WHITE_HOME} c1c2 c2c3 d1d2 d2d3 c3c4", f"{BLACK_HOME} a2a3 a3a4", "b -")


def test_captures_count_for_the_majority_whoever_moved() -> None:
    found = position(f"{WHITE_HOME} c2c3 c4d4 d4d5", f"{BLACK_HOME} b2b3 b2c3").play("c2c3-b3c3")
    assert str(found) == text(f"{WHITE_HOME} c4d4 d4d5", f"{BLACK_HOME} b2b3 b2c3", "b -")


def test_equal_numbers_capture_nothing() -> None:
    found = position(f"{WHITE_HOME} b2c3 c2c3", f"{BLACK_HOME} b2b3 b3c4").play("c2c3-c3c4")
    assert str(found) == text(f"{WHITE_HOME} b2c3 c3c4", f"{BLACK_HOME} b2b3 b3c4", "b -")


def test_a_ring_of_one_colour_captures_nothing() -> None:
    found = position(f"{WHITE_HOME} b2b3 b2c3 c2c3", f"{BLACK_HOME} d4e3 e1e2").play("c2c3-b3c3")
    assert str(found) == text(f"{WHITE_HOME} b2b3 b2c3 b3c3", f"{BLACK_HOME} d4e3 e1e2", "b -")


ROUND_D3 = f"{WHITE_HOME} c4d4 d4e3 e2e3"


@pytest.mark.parametrize("inner", ["d3e3", "c3d3", "d2d3"])
def test_a_polygon_with_a_segment_inside_captures_nothing(inner: str) -> None:
    before = position(f"{ROUND_D3} b3c3", f"{BLACK_HOME} c3d2 d2e2 {inner}")
    after = text(f"{ROUND_D3} c3c4", f"{BLACK_HOME} c3d2 d2e2 {inner}", "b -")
    assert str(before.play("b3c3-c3c4")) == after


def test_the_same_polygon_empty_captures() -> None:
    before = position(f"{ROUND_D3} b3c3", f"{BLACK_HOME} c3d2 d2e2 a2a3 a3a4")
    assert str(before.play("b3c3-c3c4")) == text(f"{ROUND_D3} c3c4", f"{BLACK_HOME} a2a3 a3a4", "b -")


def test_removing_segments_can_make_new_polygons_until_none_is_left() -> None:
    # b2b3 leaves, which opens the ring a2 a3 b3 c3 b2: three black against two white.
    before = position(f"{WHITE_HOME} b2c3 c2c3 c4d4 e2e3", "b2b3 a2b2 a2a3 a3b3 b5c6 c6d5 d5e4")
    after = text(f"{WHITE_HOME} c4d4 e2e3", "a2b2 a2a3 a3b3 b5c6 c6d5 d5e4", "b -")
    assert str(before.play("c2c3-b3c3")) == after


CHOICE_WHITE = f"{WHITE_HOME} a1a2 a2a3 c4d4 d4e3 e2e3"
CHOICE_BLACK = f"{BLACK_HOME} b3c3 b3c4 c3d2 d2e2 b4b5"


def test_the_player_who_pivoted_chooses_between_two() -> None:
    found = position(f"{CHOICE_WHITE} c3d3", CHOICE_BLACK).play("c3d3-c3c4")
    assert str(found) == text(f"{CHOICE_WHITE} c3c4", CHOICE_BLACK, "w c3c4")
    assert found.to_act == 0
    assert not found.turn_begins
    assert found.moves() == ["xb3c3c4", "xc3c4d4e3e2d2"]


def test_the_order_matters_and_what_is_left_alone_follows_without_asking() -> None:
    found = position(f"{CHOICE_WHITE} c3c4", CHOICE_BLACK, "w c3c4")
    # The ring first: two black leave and open it, then the triangle takes c3c4.
    after = text(CHOICE_WHITE, f"{BLACK_HOME} b3c3 b3c4 b4b5", "b -")
    assert str(found.play("xc3c4d4e3e2d2")) == after
    # The triangle first: c3c4 leaves, both areas are one ring of four black and three white, and the three leave too.
    after = text(f"{WHITE_HOME} a1a2 a2a3", CHOICE_BLACK, "b -")
    assert str(found.play("xb3c3c4")) == after


def test_a_ring_begins_with_its_first_point_and_goes_on_to_the_smaller_neighbour() -> None:
    found = position(f"{CHOICE_WHITE} c3c4", CHOICE_BLACK, "w c3c4")
    for other in ("xb3c4c3", "xc3b3c4", "xc3d2e2e3d4c4"):
        with pytest.raises(ValueError, match="is written"):
            found.play(other)


def test_an_area_open_to_the_outside_is_no_polygon() -> None:
    # b2b3 between a2b2 and a3b3: with nothing on the rim edge a2a3 the rim of the board closes nothing.
    before = position(f"{WHITE_HOME} a2b2 b2c3", f"{BLACK_HOME} a3b3 e2e3 e3e4")
    after = text(f"{WHITE_HOME} a2b2 b2b3", f"{BLACK_HOME} a3b3 e2e3 e3e4", "b -")
    assert str(before.play("b2c3-b2b3")) == after
    before = position(f"{WHITE_HOME} a2b2 b2c3 a2a3", f"{BLACK_HOME} a3b3 e2e3 e3e4")
    after = text(f"{WHITE_HOME} a2b2 b2b3 a2a3", f"{BLACK_HOME} e2e3 e3e4", "b -")
    assert str(before.play("b2c3-b2b3")) == after


EIGHT = "b3b4 b4c5 d3d4 d2d3"
"""White in the ring b2 b3 b4 c5 d4 d3 d2 c2, which goes round c3 and c4; White closes it with b2b3."""
EIGHT_BLACK = "c5d4 c2d2 b2c2"


@pytest.mark.parametrize("inner", ["c3c4", "b3c3 b3c4 c3c4"])
def test_floating_segments_and_rings_that_touch_the_border_in_a_point_are_inside(inner: str) -> None:
    black = f"{EIGHT_BLACK} a4b5 b5c6 c6d5"
    before = position(f"a2b2 {EIGHT} {inner} a1b1", black)
    assert str(before.play("a2b2-b2b3")) == text(f"b2b3 {EIGHT} {inner} a1b1", black, "b -")


def test_the_ring_of_eight_captures_when_nothing_is_inside() -> None:
    rest = "a4b5 b5c6 c6d5 d5e4 e1e2 e3e4"
    before = position(f"a2b2 {EIGHT} a1b1", f"{EIGHT_BLACK} {rest}")
    assert str(before.play("a2b2-b2b3")) == text(f"b2b3 {EIGHT} a1b1", rest, "b -")


NINE = "b3b4 b4c5 c5d4 d4e3 e2e3"
"""White in the ring b2 b3 b4 c5 d4 e3 e2 d2 c2, which goes round c3, c4 and d3; White closes it with b2b3."""
NINE_BLACK = "d2e2 c2d2 b2c2"


def test_an_inner_ring_apart_from_the_border_keeps_the_outer_from_capturing() -> None:
    black = f"{NINE_BLACK} c3c4 c3d3 c4d3 c6d5"
    before = position(f"a2b2 {NINE} a1b1", black)
    assert str(before.play("a2b2-b2b3")) == text(f"b2b3 {NINE} a1b1", black, "b -")


def test_an_inner_ring_captures_on_its_own_account() -> None:
    # White turns inside: c3c4 closes the triangle c3 c4 d3 with two black. The outer ring then holds these two inside.
    black = f"{NINE_BLACK} c3d3 c4d3 c6d5"
    before = position(f"b2b3 {NINE} b3c3 a1b1", black)
    assert str(before.play("b3c3-c3c4")) == text(f"b2b3 {NINE} a1b1", black, "b -")


# End


def test_seven_captured_win_at_once() -> None:
    found = position(f"{WHITE_HOME} b2c3 c2c3", f"{BLACK_HOME} b2b3 d4e3").play("c2c3-b3c3")
    assert str(found) == text(f"{WHITE_HOME} b2c3 b3c3", f"{BLACK_HOME} d4e3", "- - w")
    assert found.is_over
    assert found.to_act is None
    assert found.moves() == []
    assert found.places == (1, 2)


def test_seven_captured_win_before_any_other_polygon_is_resolved() -> None:
    # With one white segment fewer the triangle, then the ring of seven take four: seven in all.
    white = CHOICE_WHITE.replace("a1a2 ", "")
    found = position(f"{white} c3c4", CHOICE_BLACK, "w c3c4")
    assert str(found.play("xb3c3c4")) == text(f"{WHITE_HOME} a2a3", CHOICE_BLACK, "- - b")
    # With Black at seven the ring takes two and wins; the triangle would have taken c3c4.
    black = "b3c3 b3c4 c3d2 d2e2 b4b5 b5c6 c6d5"
    found = position(f"{CHOICE_WHITE} c3c4", black, "w c3c4")
    after = text(f"{CHOICE_WHITE} c3c4", "b3c3 b3c4 b4b5 b5c6 c6d5", "- - w")
    assert str(found.play("xc3c4d4e3e2d2")) == after


def test_seven_captured_win_before_the_tip_is_looked_at() -> None:
    white = "a1b1 b1c1 c1d1 d1e1 d2e2"
    before = position(f"{white} c5d5", "a1a2 a2a3 b5c5 b5c6 e1e2 e2e3")
    found = before.play("c5d5-c5c6")
    assert str(found) == text(white, "a1a2 a2a3 b5c5 b5c6 e1e2 e2e3", "- - b")
    assert found.places == (2, 1)


def test_the_whole_minority_leaves_even_past_seven() -> None:
    white = f"{WHITE_HOME} c1c2 c2c3 d1d2 d2d3 b3c3"
    found = position(white, "d3e3 d4e3 c4d4 a2a3 a3a4 c6d5").play("b3c3-c3c4")
    assert str(found) == text(f"{WHITE_HOME} c1c2 c2c3 d1d2 d2d3 c3c4", "a2a3 a3a4 c6d5", "- - w")


def test_a_segment_that_pivots_to_the_tip_it_aims_at_wins() -> None:
    black = "a1a2 a2a3 a3a4 b4c4 e1e2 e2e3"
    found = position(f"{WHITE_HOME} c5d5 d2e2", black).play("c5d5-c5c6")
    assert str(found) == text(f"{WHITE_HOME} c5c6 d2e2", black, "- - w")
    assert found.places == (1, 2)
    white = "b4b5 b5c5 c4d4 d2d3 d3d4 d4d5"
    found = position(white, "a1a2 a2a3 b1c2 b4c4 e2e3 e3e4", "b -").play("b1c2-b1c1")
    assert str(found) == text(white, "a1a2 a2a3 b1c1 b4c4 e2e3 e3e4", "- - b")
    assert found.places == (2, 1)


def test_the_tip_does_not_win_if_the_segment_is_captured_there() -> None:
    black = "a1a2 a2a3 b5c5 b5c6 e1e2 e2e3"
    found = position(f"{WHITE_HOME} c5d5 d2e2 d3d4", black).play("c5d5-c5c6")
    assert str(found) == text(f"{WHITE_HOME} d2e2 d3d4", black, "b -")


def test_the_own_tip_wins_nothing() -> None:
    found = GAME.start().play("b1c1-a1b1")
    assert "c1c2" in str(found).split()[0]
    assert not found.is_over


# Position text


def test_edges_are_sorted_and_run_together_with_commas() -> None:
    with pytest.raises(ValueError, match="sorted, each once"):
        GAME.position(str(GAME.start()).replace("b1b2,b1c1", "b1c1,b1b2"))
    with pytest.raises(ValueError, match="sorted, each once"):
        GAME.position(text(f"{WHITE_HOME} a2a3 a2a3 c2c3", f"{BLACK_HOME} e1e2 e2e3"))
    with pytest.raises(ValueError, match="'b2b1' is no edge"):
        GAME.position(str(GAME.start()).replace("b1b2", "b2b1"))


def test_no_edges_are_a_dash() -> None:
    lost = text(f"{WHITE_HOME} a2a3 c2c3", "", "- - w")
    assert lost.split()[1] == "-"
    assert str(GAME.position(lost)) == lost
    assert GAME.position(lost).places == (1, 2)


def test_captured_is_twelve_less_those_on_the_board() -> None:
    found = position(f"{WHITE_HOME} a2a3 c2c3", f"{BLACK_HOME} b4b5 e1e2 e2e3 e3e4")
    marks = [shape.id for shape in found.scene().shapes if shape.id.startswith("tray:")]
    assert marks == [f"tray:black:{i}" for i in range(1, 5)] + [f"tray:white:{i}" for i in range(1, 7)]


def test_pending_is_the_edge_that_pivoted_while_a_choice_is_open() -> None:
    opened = position(f"{CHOICE_WHITE} c3d3", CHOICE_BLACK).play("c3d3-c3c4")
    assert str(opened).split()[2:] == ["w", "c3c4"]
    assert str(opened.play("xb3c3c4")).split()[2:] == ["b", "-"]


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ("w c2c3", "unless there are two polygons"),
        ("w c3c4", "White has no segment on c3c4"),
        ("w b4b5", "White has no segment on b4b5"),
        ("w c3c2", "pending is '-' or the edge"),
        ("w", "four fields, five when the game is over, not 3"),
        ("w - - -", "four fields, five when the game is over, not 6"),
        ("- -", "to act is 'w' or 'b', not '-'"),
        ("W -", "to act is 'w' or 'b', not 'W'"),
        ("w - w", "nobody is to act"),
        ("- - ", "the winner is 'w' or 'b', not ''"),
        ("- - w", "the game is not over"),
        ("w -\n", "pending is '-' or the edge"),
    ],
)
def test_to_act_pending_and_winner_are_checked(rest: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        GAME.position(f"{WHITE_WHEEL} {BLACK_WHEEL} {rest}")


SIX = "a1a2 a2a3 a3a4 e1e2 e2e3 e3e4"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (text(f"{WHITE_HOME} c2c3", SIX), "White has lost 7 segments: the game is over"),
        (text(f"{WHITE_HOME} c2c3", SIX, "- - w"), "White cannot have won with 7 segments lost"),
        (text(f"{WHITE_HOME} b2c3 b3c3", f"{SIX} b2b3", "b -"), "to be captured before anyone moves: polygon b2b3c3"),
        (text(f"{WHITE_HOME} c5c6 c2c3", SIX, "b -"), "White has reached the tip with c5c6: the game is over"),
        (text(f"{WHITE_HOME} c5c6 c6d5", SIX, "- - w"), "the first segment that reaches the tip"),
        (
            text(f"{WHITE_HOME} c5c6 c2c3", SIX, "- - b"),
            "White cannot have lost with a segment on the tip it aims at: c5c6",
        ),
        (text("a1b1 c1d1 b2c3 b3c3 c5c6 d1e1", f"{SIX} b2b3", "- - w"), "polygon b2b3c3 is still to be captured"),
        (
            # Two triangles far apart: a pivot closes polygons with its own segment in them, so one was due before.
            text("a1a2 a1b2 d3d4 d3e3 d4d5 d5e4", "a2b2 b1c2 b4b5 c6d5 d4e3 e1e2", "w a1a2"),
            "was to be captured before a1a2 pivoted",
        ),
    ],
)
def test_positions_that_cannot_stand_in_front_of_a_player_are_refused(given: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        GAME.position(given)


def test_to_act_is_a_dash_when_over_and_one_more_field_names_the_winner() -> None:
    found = position(f"{WHITE_HOME} b2c3 c2c3", f"{BLACK_HOME} b2b3 d4e3").play("c2c3-b3c3")
    assert str(found).split()[2:] == ["-", "-", "w"]
    assert GAME.position(str(found)) == found


def test_polygone_has_no_options() -> None:
    assert GAME.options == {}
    with pytest.raises(ValueError, match="polygone has no option 'players'; it has no options"):
        tablier.game("polygone", players=2)


def test_geometry_names_agree() -> None:
    assert [POINTS[p] + POINTS[q] for p, q in ENDS] == sorted(EDGES)
    assert triangle.edge_between(POINT_INDEX["c3"], POINT_INDEX["b2"]) == EDGES.index("b2c3")
    assert triangle.edge_between(POINT_INDEX["c3"], POINT_INDEX["e2"]) is None
