"""Every sentence of the rules of Hendeca, in their order, each with a position worked out by hand."""

from __future__ import annotations

import re

import pytest

import tablier
from tablier.core.position import Position

OFF = tablier.game("hendeca")
ON = tablier.game("hendeca", sinking=True)

# Red and White, an island between, Black.
LINE = "0,0R;1,0W;2,0;3,0B w island -"
# The island 1,0 alone holds White and the others together.
BRIDGE = "0,0W;1,0;2,0R;3,0B w island -"
# 1,2 has three neighbours, and every empty cell beside it lies between two of them.
STUCK = "1,1B;0,2W;1,2;2,3R w island -"
# Ten islands that hardly touch enclose a wide lake; 4,3 lies in it.
LAKE = "0,0R;-1,1w;2,1b;4,2W;0,3B;4,3;5,4;1,5;3,6;6,6;5,7 w island -"
# An island with all six neighbours.
INLAND = "-1,-1R;0,-1;-1,0B;0,0;1,0;0,1W;1,1 w island -"
# Nine islands in a row: each player has laid four, Black the flag among them.
NINE = "0,0R;1,0;2,0;3,0;4,0;5,0b;6,0;7,0;8,0 w setup -"


def at(text: str) -> Position:
    return OFF.position(text)


def moves(text: str, *, sinking: bool = False) -> list[str]:
    return (ON if sinking else OFF).position(text).moves()


def movers(text: str, *, sinking: bool = False) -> set[str]:
    """The islands that can move or sink."""
    return {match[0] for move in moves(text, sinking=sinking) if (match := re.match(r"-?\d+,-?\d+", move))}


def destinations(text: str, island: str) -> set[str]:
    return {move.removeprefix(f"{island}-") for move in moves(text) if move.startswith(f"{island}-")}


def played(text: str, *line: str, sinking: bool = False) -> Position:
    position = (ON if sinking else OFF).position(text)
    for move in line:
        position = position.play(move)
    return position


# Goal


def test_be_alone_with_red_on_an_archipelago() -> None:
    assert played(LINE, "2,0-0,1").places == (1, 2)


def test_or_leave_the_opponent_without_a_move() -> None:
    # Black at the end of the row has only Red beside it, and Red has no island to land on.
    after = played("0,0B;1,0R;2,0W;3,0 w island -", "3,0-2,1")
    assert str(after) == "0,0B;1,0R;2,0W;2,1 - figure 2,1 w"
    assert after.places == (1, 2)


# Options


def test_sinking_is_off_or_on_off_by_default() -> None:
    assert OFF.options == {"sinking": False}
    assert ON.options == {"sinking": True}
    assert not any(move.endswith("-x") for move in moves(LINE))
    assert "2,0-x" in moves(LINE, sinking=True)


# Material


def test_eleven_islands_two_flags_nine_blank() -> None:
    after = played(NINE, "*9,0", "+10,0")
    assert str(after) == "0,0R;1,0;2,0;3,0;4,0;5,0b;6,0;7,0;8,0;9,0wW;10,0B w figure -"
    with pytest.raises(ValueError, match="nine blank"):
        at("0,0R;1,0W;2,0B;3,0;4,0;5,0;6,0;7,0;8,0;9,0 w island -")
    with pytest.raises(ValueError, match="12 islands"):
        at("0,0R;1,0W;2,0B;3,0;4,0;5,0;6,0;7,0;8,0;9,0;10,0w;11,0b w island -")


def test_player_0_is_white_who_begins() -> None:
    assert [player.name for player in OFF.players] == ["white", "black"]
    assert OFF.start().to_act == 0


def test_neighbours_of_a_cell() -> None:
    around = {"1,0", "-1,0", "0,1", "0,-1", "1,1", "-1,-1"}
    assert {move[1:] for move in OFF.start().moves()} == around


def test_an_archipelago_is_a_maximal_connected_set_of_islands() -> None:
    # 5,0 touches Black's island only, 2,0 touches White's.
    assert movers("0,0R;1,0W;2,0;4,0B;5,0 w island -") == {"2,0"}


def test_an_island_holds_at_most_one_figure_red_included() -> None:
    assert moves("0,0R;1,0W;2,0B;1,1 w figure -") == ["C1,1"]
    with pytest.raises(ValueError, match="'0,0WR' is no island"):
        at("0,0WR;1,0B w island -")


# Set-up


def test_set_up_moves_lay_a_blank_or_the_own_flag() -> None:
    assert str(played("0,0R w setup -", "+1,0")) == "0,0R;1,0 b setup -"
    assert str(played("0,0R w setup -", "*1,0")) == "0,0R;1,0w b setup -"
    assert str(played("0,0R w setup -", "*1,0", "*2,0")) == "0,0R;1,0w;2,0b w setup -"


def test_a_blank_island_at_0_0_with_red_on_it() -> None:
    assert str(OFF.start()) == str(ON.start()) == "0,0R w setup -"


def test_each_player_holds_their_flag_and_four_blanks() -> None:
    assert {move[0] for move in moves("0,0R;1,0 b setup -")} == {"+", "*"}
    assert {move[0] for move in moves("0,0R;1,0w;2,0 w setup -")} == {"+"}
    assert {move[0] for move in moves(NINE)} == {"*"}


def test_in_turn_white_first_each_lays_on_an_empty_cell_next_to_an_island() -> None:
    position = OFF.start()
    for lay, player in (("+1,0", 0), ("+2,0", 1), ("*3,0", 0), ("+4,0", 1)):
        assert position.to_act == player
        position = position.play(lay)
    two = {move[1:] for move in moves("0,0R;1,0 b setup -")}
    assert two == {"-1,0", "-1,-1", "0,1", "0,-1", "1,1", "1,-1", "2,0", "2,1"}


def test_ten_in_all() -> None:
    line = ["+1,0", "+2,0", "*3,0", "*4,0", "+5,0", "+6,0", "+7,0", "+8,0", "+9,0"]
    position = played("0,0R w setup -", *line)
    assert str(position).split()[2] == "setup"
    assert str(position.play("+10,0")).split()[1:] == ["w", "figure", "-"]


def test_on_the_last_island_a_player_lays_they_put_their_figure() -> None:
    ten = played(NINE, "*9,0")
    assert ";9,0wW" in str(ten)
    assert ";10,0B" in str(ten.play("+10,0"))


# Turns


def test_a_turn_is_a_figure_move_then_an_island_move() -> None:
    position = at("0,0B;1,0;2,0R;3,0W;4,0;1,1 w figure -")
    assert (position.to_act, position.turn_begins) == (0, True)
    position = position.play("C4,0")
    assert (position.to_act, position.turn_begins) == (0, False)
    position = position.play("1,1-4,1")
    assert (position.to_act, position.turn_begins) == (1, True)


def test_a_figure_move_is_compulsory() -> None:
    assert moves("0,0B;1,0;2,0R;3,0W;4,0;1,1 w figure -") == ["C4,0", "R4,0"]


def test_c_own_figure_to_a_neighbouring_island_that_is_free_and_not_the_opponents_flag() -> None:
    surrounded = "0,0;1,0B;0,1b;1,1W;2,1;1,2R;2,2w w figure -"
    assert moves(surrounded) == ["C0,0", "C2,1", "C2,2"]
    assert str(played(surrounded, "C2,2")) == "0,0;1,0B;0,1b;1,1;2,1;1,2R;2,2wW w island -"


def test_r_red_next_to_the_figure_lands_straight_behind_it_on_a_free_island() -> None:
    assert moves("0,0;1,0W;2,0R;3,0B w figure -") == ["C0,0", "R0,0"]
    assert str(played("0,0;1,0W;2,0R;3,0B w figure -", "R0,0")) == "0,0R;1,0W;2,0;3,0B w island -"
    # Not next to it; no island behind; not straight behind; taken.
    assert moves("0,0;1,0W;2,0;3,0R;4,0B w figure -") == ["C0,0", "C2,0"]
    assert moves("1,0W;2,0R;3,0B;1,1 w figure -") == ["C1,1"]
    assert moves("0,0R;1,0W;2,0B;1,1 w figure -") == ["C1,1"]


def test_red_may_land_on_either_flag() -> None:
    assert moves("0,0B;1,0b;2,0W;3,0R;1,1 w figure -") == ["R1,0"]
    assert moves("0,0w;1,0W;2,0R;3,0B w figure -") == ["C0,0", "R0,0"]


def test_nobody_jumps_red_over_the_opponents_figure() -> None:
    # Red could land on 3,0 over Black.
    assert moves("0,0W;1,0R;2,0B;3,0;1,1 w figure -") == ["C1,1"]


# Island moves


def test_an_island_move_is_compulsory() -> None:
    assert "pass" not in moves(LINE)


def test_an_island_of_the_archipelago_where_the_movers_figure_stands() -> None:
    assert movers("0,0R;1,0W;2,0;4,0B;5,0 w island -") == {"2,0"}
    assert movers("0,0R;1,0W;2,0;4,0B;5,0 b island -") == {"5,0"}


def test_with_nobody_on_it() -> None:
    assert movers(LINE) == {"2,0"}


def test_not_the_opponents_flag() -> None:
    assert moves("0,0R;1,0B;2,0W;3,0b w island -") == ["pass"]
    assert movers("0,0R;1,0B;2,0W;3,0w w island -") == {"3,0"}


def test_not_the_island_the_opponent_moved_in_their_last_turn() -> None:
    assert moves("0,0R;1,0W;2,0;3,0B w island 2,0") == ["pass"]
    # What White moves is barred for Black, and free again for White.
    position = played("0,0R;1,0W;2,0;3,0;4,0;5,0B;1,1 w figure -", "C2,0", "1,1-2,1", "C4,0")
    assert not any(move.startswith("2,1-") for move in position.moves())
    position = position.play("5,0-4,1").play("C1,0")
    assert any(move.startswith("2,1-") for move in position.moves())
    assert not any(move.startswith("4,1-") for move in position.moves())


def test_to_another_cell_next_to_at_least_one_island_of_the_movers_archipelago() -> None:
    assert destinations(LINE, "2,0") == {"-1,0", "-1,-1", "0,1", "0,-1", "1,1", "1,-1", "2,1"}


def test_that_is_what_is_still_connected_to_the_movers_figure_once_the_island_has_left() -> None:
    # 2,1 or 3,1 would touch only what is cut off.
    assert destinations(BRIDGE, "1,0") == {"-1,0", "-1,-1", "0,1", "0,-1", "1,1"}


def test_it_may_split_the_archipelago_or_join_two() -> None:
    assert str(played(BRIDGE, "1,0--1,0")).startswith("-1,0;0,0W;2,0R;3,0B ")
    joined = played("-3,0;-2,0;0,0W;1,0R;2,0;3,0B;4,0 w island -", "2,0--1,0")
    assert str(joined) == "-3,0;-2,0;-1,0;0,0W;1,0R;3,0B;4,0 - figure -1,0 w"
    assert movers("-3,0;-2,0;0,0W;1,0R;2,0B;3,0 w island -") == {"3,0"}
    assert movers("-3,0;-2,0;-1,0;0,0W;1,0R;2,0B;3,0 w island -") == {"-3,0", "-2,0", "-1,0", "3,0"}


def test_an_island_that_cannot_slide_out_of_its_cell_cannot_move() -> None:
    assert moves(STUCK) == ["pass"]
    assert "0,0" not in movers(INLAND)


def test_sliding_from_cell_to_neighbouring_empty_cell_lakes_are_sea_too() -> None:
    # In the lake 4,3 reaches the one other cell beside White that lies in it, and nothing outside.
    assert destinations(LAKE, "4,3") == {"3,2"}


def test_sliding_any_distance_away_from_all_islands_too() -> None:
    # From one end of the row to the other; the lone island above closes the way along the row on its side.
    row = "0,0W;1,0R;2,0B;3,0;4,0;5,0;6,0;4,2 w island -"
    assert {"-1,0", "-1,-1", "0,1", "1,1", "2,1", "0,-1"} <= destinations(row, "6,0")


def test_a_step_is_barred_when_both_cells_that_neighbour_its_two_ends_hold_islands() -> None:
    # Three islands that do not touch close the lake 0,0.
    assert destinations("-1,-1R;1,0W;2,0;0,1B w island -", "2,0") == {"0,-1", "1,-1", "1,1", "2,1"}
    # With one of them elsewhere it is open.
    assert "0,0" in destinations("1,0W;2,0;0,1B;7,7R w island -", "2,0")


# Sinking and passing


def test_with_sinking_such_an_island_is_taken_off_the_table() -> None:
    assert len(moves(LINE, sinking=True)) == len(moves(LINE)) + 1
    assert str(played(LINE, "2,0-x", sinking=True)) == "0,0R;1,0W;3,0B - figure - w"
    assert [move for move in moves("0,0R;1,0W;2,0b;3,0B w island -", sinking=True) if move.endswith("x")] == []
    assert moves("0,0R;1,0W;2,0;3,0B w island 2,0", sinking=True) == ["pass"]
    after = played("0,0R;1,0B;2,0W;3,0w;1,1 w island -", "3,0-x", sinking=True)
    assert str(after) == "0,0R;1,0B;2,0W;1,1 b figure -"


def test_sinking_needs_an_empty_neighbouring_cell_but_no_way_out() -> None:
    assert moves(STUCK, sinking=True) == ["1,2-x"]
    assert "0,0-x" not in moves(INLAND, sinking=True)
    assert "1,1-x" in moves(INLAND, sinking=True)


def test_if_no_island_move_is_legal_pass() -> None:
    assert moves(STUCK) == ["pass"]
    after = played("0,0R;1,0B;2,0W;3,0b;1,1 w island 1,1", "pass")
    assert str(after) == "0,0R;1,0B;2,0W;3,0b;1,1 b figure -"


# End


def test_exactly_one_figure_on_reds_archipelago_wins_whoever_moved() -> None:
    assert played(LINE, "2,0-0,1").places == (1, 2)
    assert played(BRIDGE, "1,0--1,0").places == (2, 1)


def test_both_or_none_with_red_decide_nothing() -> None:
    none = played("0,0W;1,0;5,0R;9,0B;10,0 w island -", "1,0-0,1")
    assert (none.is_over, none.to_act, none.moves()) == (False, 1, ["C10,0"])


def test_otherwise_a_next_player_without_a_figure_move_loses() -> None:
    assert played("0,0B;1,0R;2,0W;3,0 w island -", "3,0-2,1").places == (1, 2)
    # Also by a pass.
    assert str(played("0,0B;1,0R;2,0W w island -", "pass")) == "0,0B;1,0R;2,0W - figure - w"


def test_isolation_is_looked_at_first() -> None:
    # White cuts itself off. Black cannot move, and wins all the same.
    after = played(BRIDGE, "1,0--1,0")
    assert str(after) == "-1,0;0,0W;2,0R;3,0B - figure -1,0 b"


def test_nothing_is_decided_between_the_two_moves() -> None:
    # White is alone with Red already, and can still spoil it.
    position = at("0,0R;1,0;2,0W;9,0B;10,0 w island -")
    assert position.to_act == 0
    assert not position.play("1,0-3,0").is_over


def test_nothing_during_set_up_but_after_its_last_island() -> None:
    # White stands beside Black's flag only.
    ten = at("-2,-3;-2,-2;-1,-1;0,-1;0,0R;1,1;1,2;2,2w;3,3b;3,4W b setup -")
    assert ten.to_act == 1
    assert str(ten.play("+4,3")) == "-2,-3;-2,-2;-1,-1;0,-1;0,0R;1,1;1,2;2,2w;3,3b;4,3B;3,4W - figure - b"


# Position text


def test_islands_are_sorted_by_y_then_x_with_flag_then_figure() -> None:
    assert str(played("0,0R w setup -", "+-1,-1", "+-1,0", "*0,-1", "+1,0")) == "-1,-1;0,-1w;-1,0;0,0R;1,0 w setup -"
    for bad in ("1,0;0,0R b setup -", "0,1;0,0R b setup -", "2,0;10,0;0,0R w setup -", "0,0R;1,0Ww b setup -"):
        with pytest.raises(ValueError, match="no Hendeca position"):
            at(bad)
    assert moves("0,0R;2,0;10,0 w setup -")


def test_last_is_the_cell_of_the_island_the_player_not_to_act_moved() -> None:
    position = played("0,0B;1,0;2,0R;3,0W;4,0;1,1 w figure -", "C4,0", "1,1-4,1")
    assert str(position).endswith(" b figure 4,1")
    assert str(position.play("C1,0")).endswith(" b island 4,1")


def test_last_is_a_dash_after_a_pass_or_a_sinking() -> None:
    assert str(played("0,0R;1,0B;2,0W;3,0b;1,1 w island 1,1", "pass")).endswith(" b figure -")
    assert str(played("0,0R;1,0B;2,0W;3,0;1,1 w island 1,1", "3,0-x", sinking=True)).endswith(" b figure -")


def test_when_over_to_act_is_a_dash_the_phase_figure_last_kept_and_the_winner_named() -> None:
    over = played(LINE, "2,0-0,1")
    assert str(over) == "0,0R;1,0W;3,0B;0,1 - figure 0,1 w"
    assert (at(str(over)), over.to_act, over.moves(), over.places) == (over, None, [], (1, 2))
    for bad in ("0,0R;1,0W;3,0B - figure - b", "0,0R;1,0W;3,0B - island - w", "0,0R;1,0W;3,0B w figure -"):
        with pytest.raises(ValueError, match="no Hendeca position"):
            at(bad)


def test_fewer_islands_and_missing_flags_are_accepted_but_no_missing_figure() -> None:
    assert at("0,0R;1,0W;2,0B w island -").to_act == 0
    for missing in ("0,0;1,0W;2,0B", "0,0R;1,0;2,0B", "0,0R;1,0W;2,0"):
        with pytest.raises(ValueError, match="must stand on an island"):
            at(f"{missing} w island -")


def test_islands_must_fit_into_4000_by_4000_cells() -> None:
    assert at("0,0R;1,0W;2,0B;3999,0 w island -").to_act == 0
    with pytest.raises(ValueError, match="too far apart"):
        at("0,0R;1,0W;2,0B;4000,0 w island -")
    with pytest.raises(ValueError, match="too far apart"):
        at("0,0R;1,0W;2,0B;0,4000 w island -")


def test_a_slide_that_would_not_fit_is_refused() -> None:
    near, far = "0,0W;1,0;2,0R;3,0B w island -", "0,0W;1,0;2,0R;3,0B;3999,0 w island -"
    assert destinations(near, "1,0") - destinations(far, "1,0") == {"-1,0", "-1,-1"}
    assert destinations(far, "1,0") - destinations(near, "1,0") == set()


def test_coordinates_up_to_a_million_either_way() -> None:
    edge = "999997,0B;999998,0R;999999,0;1000000,0W w island -"
    assert destinations(edge, "999999,0") == {"999999,-1", "1000000,-1", "1000000,1"}
    with pytest.raises(ValueError, match="1000001,0W"):
        at("1000000,0R;1000001,0W;999999,1B w island -")


def test_islands_far_apart_behave_as_islands_side_by_side() -> None:
    near, far = "0,0W;1,0;2,0R;20,0B;21,0 w island -", "0,0W;1,0;2,0R;3900,0B;3901,0 w island -"
    assert moves(near) == moves(far)


def test_for_repetition_a_shift_of_the_whole_map_does_not_count() -> None:
    here, there = at("0,0R;1,0W;2,0;3,0B w island 2,0"), at("5,-7R;6,-7W;7,-7;8,-7B w island 7,-7")
    assert here.repetition_key == there.repetition_key
    assert here != there
    assert here.repetition_key != at("0,0R;1,0W;2,0;3,0B w island -").repetition_key
    assert here.repetition_key != at("0,0R;1,0W;2,0;3,0B b island 2,0").repetition_key


def test_what_each_player_holds_during_set_up_follows_from_the_map() -> None:
    for bad in (
        "0,0R;1,0 w setup -",  # Black is to act after one island
        "0,0R;1,0b b setup -",  # Black has laid nothing yet
        "0,0R;1,0W b setup -",  # White's figure comes with the fifth island
        "0,0R;1,0 b setup 1,0",  # nothing has been moved
        "0,0;1,0 b setup -",  # Red is missing
        "0,0R;1,0;2,0;3,0;4,0;5,0b;6,0;7,0;8,0;9,0W b setup -",  # White's flag is missing
    ):
        with pytest.raises(ValueError, match="no Hendeca position"):
            at(bad)
