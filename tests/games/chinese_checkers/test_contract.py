"""The rules page of Chinese checkers, sentence by sentence."""

from __future__ import annotations

import math

import pytest

import tablier
from tests.games.chinese_checkers.boards import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    ROWS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    at,
    ends,
    game,
    less,
    text,
)

# ---- Options ---------------------------------------------------------------------------------------------------------


def test_options_and_their_defaults() -> None:
    assert tablier.game("chinese-checkers").options == {"players": 2, "men": 10, "long_jumps": False, "play_on": False}
    for players in (2, 3, 4, 6):
        assert len(tablier.game("chinese-checkers", players=players).players) == players
    with pytest.raises(ValueError, match="players"):
        tablier.game("chinese-checkers", players=5)


def test_fifteen_men_only_with_two_or_three_players() -> None:
    for players in (2, 3):
        tablier.game("chinese-checkers", players=players, men=15)
    for players in (4, 6):
        with pytest.raises(ValueError, match=r"men .*15 only with players 2 or 3"):
            tablier.game("chinese-checkers", players=players, men=15)


# ---- Board -----------------------------------------------------------------------------------------------------------


def test_the_star_has_121_holes_in_rows_a_to_q() -> None:
    cells = {shape.id.removeprefix("cell:") for shape in game("2x10").start().scene().shapes if shape.role == "cell"}
    expected = {f"{letter}{n}" for letter, (first, last) in ROWS.items() for n in range(first, last + 1)}
    assert len(expected) == 121
    assert cells == expected


def test_neighbours() -> None:
    lone = at("2x10", [f"i9 {less(SOUTH, 'd8')}", NORTH], "0")
    assert ends(lone, "i9") == {"i8", "i10", "h9", "j9", "h8", "j10"}


def test_a_row_is_shifted_half_a_hole_left_for_each_row_up() -> None:
    place = {shape.id: shape.place for shape in game("2x10").start().scene().shapes}
    (x, y), (up_x, up_y), (right_x, right_y) = place["cell:i9"], place["cell:j9"], place["cell:i10"]
    assert up_x - x == pytest.approx(-(right_x - x) / 2)
    assert right_y == y > up_y
    assert math.dist((x, y), (up_x, up_y)) == pytest.approx(right_x - x, abs=0.01)


# ---- Start -----------------------------------------------------------------------------------------------------------

BASES = {"S": "e5 e6 e7 e8 e9", "N": "m9 m10 m11 m12 m13", "NW": "i5 j6 k7 l8 m9", "NE": "i13 j13 k13 l13 m13"}


@pytest.mark.parametrize(
    ("options", "men"),
    [
        ("2x10", [SOUTH, NORTH]),
        ("3x10", [SOUTH, NORTH_WEST, NORTH_EAST]),
        ("4x10", [SOUTH_WEST, NORTH_WEST, NORTH_EAST, SOUTH_EAST]),
        ("6x10", [SOUTH, SOUTH_WEST, NORTH_WEST, NORTH, NORTH_EAST, SOUTH_EAST]),
        ("2x15", [f"{SOUTH} {BASES['S']}", f"{NORTH} {BASES['N']}"]),
        ("3x15", [f"{SOUTH} {BASES['S']}", f"{NORTH_WEST} {BASES['NW']}", f"{NORTH_EAST} {BASES['NE']}"]),
        ("3x15+long+on", [f"{SOUTH} {BASES['S']}", f"{NORTH_WEST} {BASES['NW']}", f"{NORTH_EAST} {BASES['NE']}"]),
    ],
)
def test_start_clockwise_in_play_order(options: str, men: list[str]) -> None:
    start = game(options).start()
    assert str(start) == text(options, men, "0")
    assert start.to_act == 0


def test_players_move_in_turn() -> None:
    position = game("6x10").start()
    for player in (0, 1, 2, 3, 4, 5, 0):
        assert position.to_act == player
        position = position.play(position.moves()[0])


def test_the_goal_is_the_camp_of_the_same_size_opposite() -> None:
    first = at("2x10", [f"{less(NORTH, 'n10')} m9", SOUTH.replace("d8", "e9")], "0")
    assert first.play("m9-n10").places == (1, 2)
    # With fifteen men the point alone is not enough.
    inner = "m9 m10 m11 m12"
    second = at("2x15", [f"{NORTH} {inner} l13", f"{SOUTH} {less(BASES['S'], 'e9')} f9"], "0")
    assert not second.play("l13-k13").is_over
    assert second.play("l13-m13").places == (1, 2)


# ---- Moves -----------------------------------------------------------------------------------------------------------


def test_a_step_goes_to_an_empty_neighbour() -> None:
    start = game("2x10").start()
    assert ends(start, "d6") == {"e6", "e7"}
    assert str(start.play("d6-e7")) == text("2x10", [f"{less(SOUTH, 'd6')} e7", NORTH], "1")


def test_a_jump_goes_over_an_adjacent_man_and_lands_right_behind_it() -> None:
    # Behind d5 lies e5, behind d6 e7; behind d7 and c6, beside c6, lies another man or nothing.
    assert ends(game("2x10").start(), "c5") == {"e5", "e7"}


def test_jumps_go_over_men_of_any_colour_several_in_a_row_and_capture_nothing() -> None:
    board = [f"i9 g9 {less(SOUTH, 'd7', 'd8')}", f"j9 {less(NORTH, 'n10')}"]
    position = at("2x10", board, "0")
    assert "i9-k9" in position.moves()  # over a man of the other
    chain = at("2x10", [f"h9 i9 {less(SOUTH, 'd7', 'd8')}", f"k9 {less(NORTH, 'n10')}"], "0")
    assert {"h9-j9", "h9-l9"} <= set(chain.moves())
    assert str(chain.play("h9-l9")) == text(
        "2x10", [f"l9 i9 {less(SOUTH, 'd7', 'd8')}", f"k9 {less(NORTH, 'n10')}"], "1"
    )


def test_the_landing_is_empty() -> None:
    blocked = at("2x10", [f"i9 {less(SOUTH, 'd8')}", f"j9 k9 {less(NORTH, 'n10', 'n11')}"], "0")
    assert ends(blocked, "i9") == {"i8", "i10", "h9", "h8", "j10"}


def test_steps_and_jumps_are_never_both_in_a_turn() -> None:
    # i9 could step to i10 and jump over j10 from there, or jump over j9 to k9 and step on.
    position = at("2x10", [f"i9 {less(SOUTH, 'd8')}", f"j10 j9 {less(NORTH, 'n10', 'n11')}"], "0")
    assert ends(position, "i9") == {"i8", "i10", "h9", "h8", "k9", "k11"}


LONG = [f"i9 {less(SOUTH, 'd8')}", f"k9 {less(NORTH, 'n10')}"]


def test_long_jumps_only_with_the_option() -> None:
    assert "i9-m9" not in at("2x10", LONG, "0").moves()
    assert "i9-m9" in at("2x10+long", LONG, "0").moves()


@pytest.mark.parametrize(("other", "where"), [("j9", "before"), ("l9", "behind"), ("m9", "on the landing")])
def test_a_long_jump_needs_empty_holes_before_behind_and_where_it_lands(other: str, where: str) -> None:
    board = [LONG[0], f"k9 {other} {less(NORTH, 'n10', 'n11')}"]
    assert "i9-m9" not in at("2x10+long", board, "0").moves(), where


def test_in_a_long_jump_as_many_holes_lie_behind_the_man_as_before_it() -> None:
    position = at("2x10+long", [f"g7 {less(SOUTH, 'd8')}", f"j10 {less(NORTH, 'n10')}"], "0")
    assert ends(position, "g7") == {
        "g6",
        "g8",
        "f7",
        "f6",
        "h7",
        "h8",
        "m13",
    }  # three away: h8 i9 empty, k11 l12 m13 too


def test_long_jumps_do_not_leave_the_board() -> None:
    # j9 is four away from f9, and the column ends three holes behind it.
    position = at("2x10+long", [f"f9 {less(SOUTH, 'd8')}", f"j9 {less(NORTH, 'n13')}"], "0")
    assert ends(position, "f9") == {"f8", "f10", "e9", "e8", "g9", "g10"}


def test_the_own_start_hole_counts_as_empty_while_jumping() -> None:
    # i9 over j9 to k9, over k10 to k11, over j11 to i11, then over i8, three away, across i9 itself, to i5.
    board = [f"i9 {less(SOUTH, 'd8')}", "j9 k10 j11 i8 o11 o12 o13 p12 p13 q13"]
    assert "i9-i5" in at("2x10+long", board, "0").moves()
    assert ends(at("2x10", board, "0"), "i9") == {"k9", "k11", "i11", "i7", "i10", "h9", "h8", "j10"}


def test_different_paths_to_the_same_hole_are_one_move() -> None:
    # k11 is reached over j9 and k10 as well as over i10 and j11.
    position = at("2x10", [f"i9 {less(SOUTH, 'd8')}", f"j9 k10 i10 j11 {less(NORTH, 'n10', 'n11', 'n12', 'n13')}"], "0")
    assert position.moves().count("i9-k11") == 1


def test_the_man_ends_elsewhere_than_where_it_began() -> None:
    position = at("2x10", [f"i9 {less(SOUTH, 'd8')}", f"j9 k10 i10 j11 {less(NORTH, 'n10', 'n11', 'n12', 'n13')}"], "0")
    assert "i9-i9" not in position.moves()


def test_where_a_man_may_stop() -> None:
    # South's man beside the NE point may not step into it; NE's own man may.
    men = [f"i13 {less(SOUTH, 'd8')}", NORTH_WEST, f"k13 {less(NORTH_EAST, 'j14')}"]
    assert "j14" not in ends(at("3x10", men, "0"), "i13")
    assert "k14" not in ends(at("3x10", men, "2"), "k13")  # taken
    assert ends(at("3x10", men, "2"), "k13") >= {"j13", "l13", "k12", "j12"}
    home = at("3x10", [SOUTH, NORTH_WEST, f"j13 {less(NORTH_EAST, 'j14')}"], "2")
    assert "j14" in ends(home, "j13")
    goal = at("3x10", [SOUTH, NORTH_WEST, f"h5 {less(NORTH_EAST, 'j14')}"], "2")
    assert "h4" in ends(goal, "h5")


def test_jumps_pass_through_other_points_without_stopping_there() -> None:
    # j12 over j13 to j14, in the NE point, then over i13 to h12.
    position = at("2x10", [f"j12 {less(SOUTH, 'd8')}", f"j13 i13 {less(NORTH, 'n12', 'n13')}"], "0")
    assert ends(position, "j12") == {"j11", "k12", "i12", "k13", "i11", "h12"}


def test_the_points_have_ten_holes_whatever_the_number_of_men() -> None:
    # i5 to m9 is the inner row of the NW camp: with fifteen men too, everyone may stop there.
    men = [
        f"{SOUTH} {less(BASES['S'], 'e5')} h5",
        f"{NORTH_WEST} {less(BASES['NW'], 'i5')} i6",
        f"{NORTH_EAST} {BASES['NE']}",
    ]
    position = at("3x15", men, "0")
    assert "i5" in ends(position, "h5")
    assert "h4" not in ends(position, "h5")


# ---- No blocking -----------------------------------------------------------------------------------------------------

# South can come forward only by stepping into n10; its man in m11 cannot come forward at all.
DOOR = ["p12 p13 o11 o12 o13 n11 n12 m9 m10 m11", f"n13 q13 {less(SOUTH, 'd7', 'd8')}"]


def test_men_in_the_goal_of_one_who_waits_at_the_door_must_leave_it() -> None:
    assert at("2x10", DOOR, "1").moves() == ["n13-m12", "n13-m13"]


def test_a_player_with_a_forward_move_elsewhere_does_not_wait() -> None:
    position = at("2x10", [DOOR[0].replace("m11", "i9"), DOOR[1]], "1")
    assert {"n13-m12", "d5-e5", "c5-e5"} <= set(position.moves())


def test_a_player_without_any_forward_move_waits_too() -> None:
    # All of n is full now: nobody of South can come forward.
    men = ["p12 o11 o12 o13 n10 n11 n12 m9 m10 m11", f"n13 q13 {less(SOUTH, 'd7', 'd8')}"]
    assert at("2x10", men, "1").moves() == ["n13-m12", "n13-m13"]


def test_jumps_forward_count_as_well() -> None:
    # h9 and h10 stop the steps of g9, i9 and i11 its jumps.
    south = DOOR[0].replace("m11", "g9")
    closed = at("2x10", [south, "n13 q13 h9 h10 i9 i11 a5 b5 b6 c5"], "1")
    assert closed.moves() == ["n13-m12", "n13-m13"]
    open_ = at("2x10", [south, "n13 q13 h9 h10 h11 i11 a5 b5 b6 c5"], "1")
    assert {"n13-m12", "a5-c7"} <= set(open_.moves())


def test_else_one_of_them_must_come_forward_inside() -> None:
    position = at("2x10", ["p12 o11 o12 o13 n10 n11 n12 n13 m9 m10", f"q13 {less(SOUTH, 'd8')}"], "1")
    assert position.moves() == ["q13-p13"]


def test_else_the_player_is_free() -> None:
    position = at("2x10", ["p12 p13 o11 o12 o13 n11 n12 n13 m9 m10", f"q13 {less(SOUTH, 'd8')}"], "1")
    # q13 has no move at all.
    expected = "d5-e5 d5-e6 d6-e6 d6-e7 d7-e7 d7-e8 d7-d8 c7-d8 c5-e5 c5-e7 c6-e6 c6-e8 c7-e7 d6-d8 b6-d8"
    assert position.moves() == sorted(expected.split())


def test_the_rule_does_not_bind_the_one_who_waits() -> None:
    assert len(at("2x10", DOOR, "0").moves()) > 2


def test_with_three_players_and_fifteen_men_also_in_the_inner_row_of_the_goals() -> None:
    # North-west's man in m11 stands in South's goal, South waits (only m12 or m13 are left to it), m11 can only go on to m12.
    south = f"{NORTH} m10 l10 l11 k9 k11"
    west = f"{NORTH_WEST} i5 j6 k7 l8 m11"
    east = f"{NORTH_EAST} j13 k13 l13 l9 l12"
    assert at("3x15", [south, west, east], "1").moves() == ["m11-m12"]


def test_with_three_players_and_fifteen_men_neighbours_hold_the_end_holes_of_the_goals() -> None:
    holders = str(game("3x15").start()).split("/")[4]  # row m, from m5 to m17
    assert holders[4] == "1"  # m9
    assert holders[8] == "2"  # m13


def test_who_has_arrived_does_not_wait() -> None:
    # South has arrived; North-west, in a corner of South's goal, may do as it likes.
    east = f"{less(NORTH_EAST, 'j14')} j13"
    position = at("3x10+on", [NORTH, f"m9 {less(NORTH_WEST, 'm8')}", east], "1", "0")
    assert len({move.split("-")[0] for move in position.moves()}) > 1


# ---- Pass ------------------------------------------------------------------------------------------------------------


def test_no_legal_move_pass() -> None:
    # Two full rows shut North in.
    wall = "l8 l9 l10 l11 l12 l13 k7 k8 k9 k10 k11 k12 k13"
    men = [f"{wall} i9 h9", f"{NORTH} {BASES['N']}"]
    position = at("2x15", men, "1")
    assert position.moves() == ["pass"]
    assert str(position.play("pass")) == text("2x15", men, "0")
    assert "pass" not in at("2x15", men, "0").moves()


# ---- End -------------------------------------------------------------------------------------------------------------

SEALING = ["p12 p13 o11 o12 o13 n11 n12 n13 m9 m10", f"q13 {less(SOUTH, 'd8')}"]


def test_arrived_when_every_hole_of_the_goal_holds_an_own_man() -> None:
    over = at("2x10", [f"{less(NORTH, 'n10')} m9", SOUTH.replace("d8", "e9")], "0").play("m9-n10")
    assert over.is_over
    assert over.moves() == []
    assert over.places == (1, 2)
    assert str(over) == text("2x10", [NORTH, SOUTH.replace("d8", "e9")], "-", "0")


def test_sealed_men_count_too() -> None:
    over = at("2x10", SEALING, "0").play("m9-n10")
    assert over.places == (1, 2)


def test_sealed_only_when_none_of_them_can_get_out() -> None:
    # q13 is shut in, but n13 can leave: neither is sealed, although South has done everything else.
    men = ["p12 p13 o11 o12 o13 n10 n11 n12 m10 l10", f"q13 n13 {less(SOUTH, 'd7', 'd8')}"]
    assert not at("2x10", men, "0").play("l10-m11").is_over
    # With l11 and l13 behind m12 and m13 it cannot.
    men = ["p12 p13 o11 o12 o13 n10 n11 n12 m13 m11", f"q13 n13 l11 l13 {less(SOUTH, 'c7', 'd6', 'd7', 'd8')}"]
    assert at("2x10", men, "0").play("m11-m12").places == (1, 2)


def test_sealing_counts_only_when_all_other_holes_are_the_players() -> None:
    assert not at("2x10", SEALING, "0").play("m10-l10").is_over


def test_sealing_counts_only_when_no_man_is_left_in_the_own_camp() -> None:
    men = [f"{less(NORTH, 'q13')} a5", f"{less(SOUTH, 'a5')} q13"]
    position = at("2x10", men, "0")  # accepted: nobody has arrived
    assert position.to_act == 0


def test_sealing_counts_only_when_no_man_outside_can_come_closer() -> None:
    position = at("2x10", [SEALING[0].replace("m10", "i9"), SEALING[1]], "0")
    assert not position.play("m9-n10").is_over


def test_after_each_move_all_players_are_looked_at() -> None:
    # East's move takes away the last way forward of the player in h12: that player, not the mover, has arrived.
    men = [
        f"{less(NORTH_EAST, 'm17')} h12",
        f"{less(SOUTH_EAST, 'e13')} j13",
        f"m17 {less(SOUTH_WEST, 'h4')}",
        f"e13 {less(NORTH_WEST, 'm8')}",
    ]
    assert at("4x10", men, "1").play("j13-j12").places is None
    over = at("4x10", men, "1").play("j13-i13")
    assert over.places == (2, 1, 2, 2)  # both have arrived, the mover is looked at first
    both = at("4x10+on", men, "1").play("j13-i13")
    assert str(both).endswith(" 2 4x10+on 10")


def test_without_play_on_the_first_arrival_ends_the_game_and_the_others_share_place_2() -> None:
    men = [less(NORTH, "n10") + " m9", f"{less(SOUTH_EAST, 'e10')} e9", NORTH_EAST]
    assert at("3x10", men, "0").play("m9-n10").places == (1, 2, 2)


def test_with_play_on_the_others_play_for_the_places_until_one_is_left() -> None:
    men = [less(NORTH, "n10") + " m9", f"{less(SOUTH_EAST, 'e10')} e9", NORTH_EAST]
    position = at("3x10+on", men, "0").play("m9-n10")
    assert position.places is None
    assert str(position).endswith(" 1 3x10+on 0")
    assert position.play("e9-f9").play("m14-m13").to_act == 1  # who has arrived is not asked again
    over = position.play("e9-e10")
    assert str(over).endswith(" - 3x10+on 01")
    assert over.places == (1, 2, 3)


def test_arrived_men_stay_and_can_be_jumped_over() -> None:
    men = [NORTH, f"m10 {less(NORTH_WEST, 'm8')}", f"{less(NORTH_EAST, 'j14')} j13"]
    position = at("3x10+on", men, "1", "0")
    assert position.play(position.moves()[0]).to_act == 2
    assert all(move.split("-")[0] not in NORTH.split() for move in position.moves())


# ---- Position text ---------------------------------------------------------------------------------------------------


def test_the_text_of_the_start() -> None:
    assert str(game("2x10").start()) == (
        "1/11/111/1111/............./............/.........../........../........."
        "/........../.........../............/............./0000/000/00/0 0 2x10 -"
    )


def test_options_are_appended_in_order() -> None:
    for options in ("2x10+long", "2x10+on", "6x10+long+on", "3x15+long"):
        assert str(game(options).start()).split(" ")[2] == options


START = text("2x10", [SOUTH, NORTH], "0")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (" 0 2x10 -", " 0 2x10", "four fields"),
        (" 0 2x10 -", "  0 2x10 -", "four fields"),
        (" 0 2x10 -", " 0 2x10 -\n", "arrived"),
        (" 0 2x10 -", " 2 2x10 -", "to act"),
        (" 0 2x10 -", " - 2x10 -", "to act"),
        (" 0 2x10 -", " 0 2x15 -", "options"),
        (" 0 2x10 -", " 0 2x10+on -", "options"),
        (" 0 2x10 -", " 0 2x10+on+long -", "options"),
        (" 0 2x10 -", " 0 2x10 1", "over"),
        (" 0 2x10 -", " - 2x10 01", "arrived"),
        (" 0 2x10 -", " - 2x10 00", "arrived"),
        (" 0 2x10 -", " - 2x10 2", "arrived"),
        ("1/11/", "1/12/", "p13 holds '2'"),
        ("1/11/", "1/1²/", "p13 holds '²'"),
        ("1/11/", "./11/", "9 men"),
        ("............./0000", "..........1../0000", "may not stop"),
        ("............./0000", "......1....../0000", "11 men"),
        ("1/11/111", "11/111", "17 rows"),
        ("1/11/111", "1/11./111", "row p"),
        ("1/11/111", "1/11/3", "row o"),
        ("............./0000/000/00/0", "0............/0000/000/00/.", "may not stop"),
    ],
)
def test_refused_texts_and_why(old: str, new: str, why: str) -> None:
    assert old in START
    with pytest.raises(ValueError, match=why):
        game("2x10").position(START.replace(old, new))


def test_an_overdue_arrival_is_refused() -> None:
    men = ["p12 p13 o11 o12 o13 n10 n11 n12 n13 m10", f"q13 {less(SOUTH, 'd8')}"]
    with pytest.raises(ValueError, match="player 0 has arrived"):
        at("2x10", men, "1")
    assert at("2x10", men, "-", "0").places == (1, 2)


def test_a_finished_position_looks_finished() -> None:
    with pytest.raises(ValueError, match="the game is not over: player 0 has not arrived"):
        at("2x10", [SOUTH, NORTH], "-", "0")
    with pytest.raises(ValueError, match="the game is not over: player 1 has not arrived"):
        at("2x10", [NORTH, SOUTH.replace("d8", "e9")], "-", "1")
    with pytest.raises(ValueError, match="the game is not over: player 1 has not arrived"):
        at("3x10+on", [NORTH, NORTH_WEST, NORTH_EAST], "-", "01")
    assert at("2x10", [NORTH, SOUTH.replace("d8", "e9")], "-", "0").places == (1, 2)


def test_who_has_arrived_is_not_to_act_and_the_one_left_over_is_not_listed() -> None:
    men = [NORTH, SOUTH_EAST, NORTH_EAST]
    with pytest.raises(ValueError, match="to act"):
        at("3x10+on", men, "0", "0")
    assert at("3x10+on", men, "-", "01").places == (1, 2, 3)
    with pytest.raises(ValueError, match="up to 2"):
        at("3x10+on", men, "-", "012")
