"""Every sentence of the rules of Connexion, on positions worked out by hand.

In a row of plates at orientation 0 dark has the N and W edges, light the S and E edges, so nothing is connected.
"""

from __future__ import annotations

import pickle

import pytest

import tablier
from tablier.core.game import Game
from tablier.core.position import Position
from tablier.core.record import from_json, parse, to_json, to_text
from tablier.games.connexion.board import BLACK, WHITE, Board
from tablier.games.connexion.evaluation import key
from tablier.games.connexion.notation import board
from tablier.games.connexion.square import EAST, INDEX, NORTH, SOUTH, WEST

GAME = tablier.game("connexion")
NEW = tablier.game("connexion", protection="new")
START = "888888/000000/000000/000000/000000/444444 w -"
EMPTY_ROWS = "/000000/000000/000000/000000/"
# Light: the ring b2 b3 c3 c2. Dark: nothing of it.
RING = "800000/000000/000000/001000/072000/000000 w -"
# A dark staircase f5 e5 e4 d4 d3 c3 c2 b2 b1 a1 down to Black's exit, and both last pawns on f6, joined to nothing.
STAIRCASE = "00000c/000020/000200/002000/020000/200000"
# Light: c1 d1 d2 c2 c3 d3 d4, and e5 d5 d6 e6 at the exit; half a turn of e4 joins the two.
GAP = "bb982b/000313/203008/004200/043100/024657 w e1f1"


def at(text: str, game: Game = GAME) -> Position:
    return game.position(text)


def after(text: str, *moves: str, game: Game = GAME) -> str:
    position = at(text, game)
    for move in moves:
        position = position.play(move)
    return str(position)


def steps(text: str) -> list[str]:
    return [move for move in at(text).moves() if len(move) == 5]


def seen(text: str) -> Board:
    return board(at(text).states)


def path(text: str, plate: str, player: int) -> set[str]:
    names = {cell: name for name, cell in INDEX.items()}
    return {names[cell] for cell in seen(text).ways(INDEX[plate], player)}


def refusal(text: str, game: Game = GAME) -> str:
    with pytest.raises(ValueError, match="no position of connexion") as caught:
        at(text, game)
    return str(caught.value)


# Options


def test_protection_is_all_or_new_and_all_by_default() -> None:
    assert GAME.options == {"protection": "all"}
    assert tablier.game("connexion", protection="all") == GAME
    assert NEW.options == {"protection": "new"}
    with pytest.raises(ValueError, match="option protection of connexion takes 'all' or 'new', not 'old'"):
        tablier.game("connexion", protection="old")
    with pytest.raises(ValueError, match="connexion has no option 'players'; its options are protection"):
        tablier.game("connexion", players=2)


def test_positions_of_the_other_option_are_other_positions() -> None:
    assert str(NEW.start()) == str(GAME.start()) == START
    assert NEW.start() != GAME.start()
    assert len({NEW.start(), GAME.start()}) == 2
    with pytest.raises(ValueError, match="position of game"):
        NEW.perft(GAME.start(), 1)
    with pytest.raises(ValueError, match="position of game"):
        GAME.explain(NEW.start(), "c3+")


def test_engines_do_not_take_one_option_for_the_other() -> None:
    assert key(GAME.start().states[0]) != key(NEW.start().states[0])


def test_the_option_is_kept_by_records_and_pickles() -> None:
    match = tablier.Match(NEW)
    # c3 is connected to b3, then to c4 as well: only that is new.
    for move in ("c3+", "f1-", "c3+"):
        match.play(move)
    assert str(match.position).split()[2] == "c3c4"
    record = tablier.Record.from_match(match)
    for again in (parse(to_text(record)), from_json(to_json(record))):
        assert again.match().game == NEW
        assert again.match().position == match.position
    assert pickle.loads(pickle.dumps(match.position)) == match.position  # noqa: S301


# Material


def test_six_by_six_plates_columns_a_to_f_rows_1_south_to_6_north() -> None:
    turned = {move[:2] for move in at(START).moves()}
    assert turned == {column + row for column in "abcdef" for row in "123456"}
    # Row 6 is written first and is the north: White's exit is above it.
    assert after(START, "a6+").startswith("988888/")
    assert after(START, "f1+").split()[0].endswith("/444445")


@pytest.mark.parametrize(
    ("orientation", "dark", "light"),
    [
        (0, {NORTH, WEST}, {SOUTH, EAST}),
        (1, {NORTH, EAST}, {SOUTH, WEST}),
        (2, {SOUTH, EAST}, {NORTH, WEST}),
        (3, {SOUTH, WEST}, {NORTH, EAST}),
    ],
)
def test_orientation_is_the_corner_of_the_dark_triangle(orientation: int, dark: set[int], light: set[int]) -> None:
    found = seen(f"800000/000000/00{orientation}000/000000/000000/400000 w -")
    assert set(found.sides(INDEX["c4"], BLACK)) == dark
    assert set(found.sides(INDEX["c4"], WHITE)) == light


def test_each_triangle_has_a_slot_for_one_pawn_of_its_colour() -> None:
    found = seen("c00000/000000/000000/000000/000000/000000 w -")
    assert found.pawns == (frozenset({INDEX["a6"]}), frozenset({INDEX["a6"]}))
    assert "b3-c3" not in at("800000/000000/000000/046000/000000/000000 w -").moves()


def test_a_quarter_turn_clockwise_adds_1() -> None:
    text = "800000/000000/000000/000000/000000/400000 w -"
    rows = []
    position = at(text)
    for _ in range(4):
        position = position.play("c4+").play("f1*")
        rows.append(str(position).split("/")[2])
    assert rows == ["001000", "002000", "003000", "000000"]


def test_player_0_is_white_who_begins_player_1_is_black() -> None:
    assert [player.name for player in GAME.players] == ["white", "black"]
    assert at(START).to_act == WHITE
    assert at(START).play("c3+").to_act == BLACK


# Start


def test_all_plates_begin_at_orientation_0_so_nothing_is_connected() -> None:
    found = seen(START)
    assert set(found.orientation) == {0}
    assert all(found.connected(plate, player) == [] for plate in range(36) for player in (WHITE, BLACK))
    assert len(at(START).moves()) == 108
    assert steps(START) == []


def test_white_begins_in_row_1_black_in_row_6() -> None:
    assert str(GAME.start()) == START
    assert seen(START).pawns[WHITE] == {INDEX[column + "1"] for column in "abcdef"}
    assert seen(START).pawns[BLACK] == {INDEX[column + "6"] for column in "abcdef"}


def test_white_leaves_over_the_north_edge_of_row_6_black_over_the_south_edge_of_row_1() -> None:
    # Light of a6 comes to N and W, dark of a1 to S and E.
    assert after(f"400004{EMPTY_ROWS}000008 w -", "a6*") == f"200004{EMPTY_ROWS}000008 b -"
    assert after(f"000004{EMPTY_ROWS}800008 b -", "a1*") == f"000004{EMPTY_ROWS}200008 w a1b1"
    # The other edges let nobody out: dark on the north edge, light on the south edge, either on the sides.
    assert after(f"800000{EMPTY_ROWS}400004 w -", "a6+", "f1-") == f"900000{EMPTY_ROWS}400007 w -"


# Moves


def test_triangles_are_connected_when_each_borders_the_shared_edge() -> None:
    # c3 turned half: its light has N and W; c4 has light on S, b3 has light on E; its dark has S and E: c2 N, d3 W.
    found = seen("888888/000000/000000/002000/000000/444444 b -")
    assert found.connected(INDEX["c3"], WHITE) == [INDEX["b3"], INDEX["c4"]]
    assert found.connected(INDEX["c3"], BLACK) == [INDEX["c2"], INDEX["d3"]]
    assert found.connected(INDEX["c4"], WHITE) == [INDEX["c3"]]
    # A quarter: light on S and W, but c2 has no light on N.
    found = seen("888888/000000/000000/001000/000000/444444 b -")
    assert found.connected(INDEX["c3"], WHITE) == [INDEX["b3"]]


def test_a_path_is_a_maximal_set_of_triangles_of_one_colour() -> None:
    assert path(RING, "b2", WHITE) == {"b2", "b3", "c3", "c2"}
    assert path(STAIRCASE + " w -", "a1", BLACK) == {"f5", "e5", "e4", "d4", "d3", "c3", "c2", "b2", "b1", "a1"}
    assert path(GAP, "c1", WHITE) == {"c1", "d1", "d2", "c2", "c3", "d3", "d4"}
    assert path(START, "c3", WHITE) == {"c3"}


@pytest.mark.parametrize(("move", "row"), [("c3+", "001000"), ("c3-", "003000"), ("c3*", "002000")])
def test_rotation_is_a_quarter_clockwise_anticlockwise_or_half(move: str, row: str) -> None:
    assert after(START, move).split("/")[3] == row


def test_any_plate_not_protected_may_be_turned_empty_or_not() -> None:
    turns = {move for move in at(START).moves() if len(move) == 3}
    assert turns == {column + row + turn for column in "abcdef" for row in "123456" for turn in "+-*"}


def test_pawns_turn_with_their_plate() -> None:
    assert after("c00000/000000/000000/000000/000000/000000 w -", "a6+").startswith("d00000/")
    assert after(START, "c1-").split()[0].endswith("/447444")


def test_one_own_pawn_moves_along_its_path() -> None:
    # Light: b3 c3 c4.
    assert steps("800000/000000/000000/042000/000000/000000 w -") == ["b3-c3", "b3-c4"]
    assert after("800000/000000/000000/042000/000000/000000 w -", "b3-c4") == (
        "800000/000000/004000/002000/000000/000000 b -"
    )
    # Black's pawn on the same path of plates has no dark path; White's pawn is not Black's to move.
    assert steps("800000/000000/000000/042000/000000/000000 b -") == []


def test_a_pawn_moves_any_distance() -> None:
    # The staircase without its last stair a1: Black stands at the top of it.
    text = "000004/000028/000200/002000/020000/300000 b -"
    assert steps(text) == [f"f5-{name}" for name in ("b1", "b2", "c2", "c3", "d3", "d4", "e4", "e5")]


def test_a_pawn_moves_either_way() -> None:
    assert steps("800000/000000/000000/006000/000000/000000 w -") == ["c3-b3", "c3-c4"]
    assert steps(RING) == ["b2-b3", "b2-c2", "b2-c3"]


def test_a_pawn_does_not_pass_another_pawn() -> None:
    assert steps("800000/000000/000000/046000/000000/000000 w -") == ["c3-c4"]
    assert steps("800000/000000/004000/046000/000000/000000 w -") == []
    assert steps("800000/000000/000000/005000/072000/000000 w -") == ["b2-b3", "b2-c2", "c3-b3", "c3-c2"]


def test_a_pawn_of_the_other_colour_on_the_plate_is_not_in_the_way() -> None:
    assert steps("000000/000000/000000/04a000/000000/000000 w -") == ["b3-c3", "b3-c4"]
    assert after("000000/000000/000000/04a000/000000/000000 w -", "b3-c3").split("/")[3] == "00e000"


def test_a_step_ends_on_a_free_triangle_other_than_its_own() -> None:
    assert "b2-b2" not in at(RING).moves()
    assert "b2-c3" not in at("800000/000000/000000/005000/072000/000000 w -").moves()


# Protection


@pytest.mark.parametrize(
    ("to_act", "move", "protected"),
    [
        ("w", "c3*", "b3c3c4"),
        ("w", "c3+", "b3c3"),
        ("w", "c3-", "c3c4"),
        ("b", "c3*", "c2c3d3"),
        ("b", "c3+", "c3d3"),
        ("b", "c3-", "c2c3"),
    ],
)
def test_a_turned_plate_and_its_one_or_two_neighbours_are_protected(to_act: str, move: str, protected: str) -> None:
    assert after(START.replace(" w ", f" {to_act} "), move).split()[2] == protected


def test_connections_count_wherever_they_come_from() -> None:
    # c3 has light on N and W, connected to c4 and b3; a quarter more and only N stays connected: it was so before.
    assert after("888888/000000/000000/002000/000000/444444 w -", "c3+").split()[2] == "c3c4"


@pytest.mark.parametrize(
    ("orientation", "to_act", "move", "protected"),
    [
        ("0", "w", "c3*", "b3c3c4"),  # both are new
        ("1", "w", "c3+", "c3c4"),  # b3 was connected before, and stays so
        ("3", "w", "c3-", "b3c3"),  # c4 was
        ("1", "w", "c3*", "c3c4"),  # b3 was, and is not any more
        ("1", "b", "c3+", "c2c3"),  # dark: d3 was
        ("3", "b", "c3-", "c3d3"),  # dark: c2 was
    ],
)
def test_with_new_only_connections_the_triangle_did_not_have_before_count(
    orientation: str, to_act: str, move: str, protected: str
) -> None:
    before = f"888888/000000/000000/00{orientation}000/000000/444444 {to_act} -"
    position = NEW.position(before).play(move)
    assert str(position).split()[2] == protected
    locked = {protected[i : i + 2] for i in range(0, len(protected), 2)}
    turned = {found[:2] for found in position.moves() if len(found) == 3}
    assert turned == set(INDEX) - locked


def test_with_new_nothing_is_protected_if_no_connection_is_new() -> None:
    # c3 stays connected to c4, or to b3.
    for move in ("c3+", "c3-"):
        after_it = after("888888/000000/000000/002000/000000/444444 w -", move, game=NEW)
        assert after_it.split()[2] == "-"
        assert "c3*" in at(after_it, NEW).moves()


def test_with_new_as_with_all_nothing_is_protected_after_a_pawn_move() -> None:
    assert after("800000/000000/000000/042000/000000/000000 w -", "b3-c3", game=NEW).split()[2] == "-"


def test_only_connections_of_the_turned_plate_count() -> None:
    # f6 has no neighbour to its north or east; b3 c3 c4 stay connected, but they were not turned.
    assert after("888888/000000/000000/002000/000000/444444 w -", "f6-").split()[2] == "-"


def test_protected_plates_cannot_be_rotated_by_the_opponent() -> None:
    moves = at(after(START, "c3*")).moves()
    assert len(moves) == 99
    assert not {move[:2] for move in moves} & {"b3", "c3", "c4"}


def test_protection_lasts_for_the_very_next_move_only() -> None:
    position = at(START).play("c3*").play("f1-")
    assert str(position).split()[2] == "-"
    assert {"b3+", "c3+", "c4+"} <= set(position.moves())
    # After Black's pawn move White, too, may turn what White connected.
    position = at("888880/000000/000000/00a000/000000/444444 b b3c3c4").play("c3-d3")
    assert {"b3+", "c3+", "c4+"} <= set(position.moves())


def test_pawns_move_over_protected_plates() -> None:
    # White has turned c3, on which a black pawn stands; its dark is connected to c2 and d3.
    assert steps("888880/000000/000000/00a000/000000/444444 b b3c3c4") == ["c3-c2", "c3-d3"]
    # Black has turned c3: the white pawn on b3 goes over it to c4.
    assert steps("888880/000000/000000/042000/000000/444440 w c2c3d3") == ["b3-c3", "b3-c4"]


def test_otherwise_nothing_is_protected() -> None:
    # Light of c1 turned to N and E: c2 has light on S, so that connects; of a1 turned clockwise, S and W: nothing.
    assert after(START, "c1-").split()[2] == "c1c2"
    assert after(START, "a1+").split()[2] == "-"


def test_after_a_pawn_move_nothing_is_protected() -> None:
    assert after("800000/000000/000000/042000/000000/000000 w -", "b3-c3").split()[2] == "-"


# Leaving


def test_a_path_is_connected_to_the_exit_when_a_triangle_borders_the_outer_edge_there() -> None:
    assert seen(GAP).exits(WHITE) == [INDEX["a6"], INDEX["b6"], INDEX["e6"], INDEX["f6"]]
    assert seen(STAIRCASE + " w -").exits(BLACK) == [INDEX["a1"]]
    # Light of a6 on S and E is not on the edge; after half a turn it is.
    assert seen(f"400004{EMPTY_ROWS}000008 w -").exits(WHITE) == []


def test_all_pawns_on_such_a_path_leave_at_once() -> None:
    assert after(GAP, "e4*") == "bb982b/000313/203028/000200/043100/020257 b d4e4e5"


def test_both_colours_leave() -> None:
    text = STAIRCASE.replace("00000c", "0000cc")
    # f6 turned half: its light borders the north edge and W, e6's light E; its dark runs down the staircase.
    assert after(text + " w -", "f6*") == "000082/000020/000200/002000/020000/200000 - e6f6 w"


def test_pawns_leave_whoever_moved() -> None:
    assert after(f"400004{EMPTY_ROWS}000008 b -", "a6*") == f"200004{EMPTY_ROWS}000008 w a5a6b6"


def test_a_path_need_not_cross_the_board() -> None:
    assert after(f"400004{EMPTY_ROWS}000008 w -", "a6-") == f"300004{EMPTY_ROWS}000008 b -"


# End


def test_the_player_with_no_pawn_left_wins() -> None:
    position = at(f"000004{EMPTY_ROWS}800000 b -").play("a1*")
    assert str(position) == f"000004{EMPTY_ROWS}200000 - a1b1 b"
    assert position.is_over
    assert position.to_act is None
    assert position.places == (2, 1)
    assert position.moves() == []


def test_a_player_wins_by_the_opponents_turn_too() -> None:
    position = at(f"000004{EMPTY_ROWS}800000 w -").play("a1*")
    assert str(position) == f"000004{EMPTY_ROWS}200000 - a1a2 b"
    assert position.places == (2, 1)


def test_who_takes_out_the_last_pawns_of_both_loses() -> None:
    white = at(STAIRCASE + " w -").play("f6*")
    assert str(white) == "000002/000020/000200/002000/020000/200000 - e6f6 b"
    assert white.places == (2, 1)
    black = at(STAIRCASE + " b -").play("f6*")
    assert str(black) == "000002/000020/000200/002000/020000/200000 - f5f6 w"
    assert black.places == (1, 2)


# Position text


def test_rows_6_to_1_then_to_act_then_protected() -> None:
    assert after(START, "b6+") == "898888/000000/000000/000000/000000/444444 b a6b6"


def test_a_plate_is_orientation_plus_4_for_white_plus_8_for_black() -> None:
    found = seen("000000/000000/0123ef/004000/000000/008000 w -")
    assert found.orientation[INDEX["a4"]] == 0
    assert [found.orientation[INDEX[column + "4"]] for column in "bcdef"] == [1, 2, 3, 2, 3]
    assert found.pawns[WHITE] == {INDEX["e4"], INDEX["f4"], INDEX["c3"]}
    assert found.pawns[BLACK] == {INDEX["e4"], INDEX["f4"], INDEX["c1"]}


def test_the_start_text() -> None:
    assert str(GAME.start()) == START
    assert at(START) == GAME.start()


def test_protected_plates_are_sorted_and_run_together() -> None:
    assert after(START, "c3*").endswith(" b b3c3c4")
    for wrong in ("c3b3c4", "b3c4c3", "b3,c3,c4", "B3C3C4", "b3c3c4c4", "b3 c3 c4", ""):
        assert "protected" in refusal(f"888888/000000/000000/002000/000000/444444 b {wrong}")


def test_digits_are_lower_case() -> None:
    assert at("000000/000000/000000/04a000/000000/000000 w -").to_act == WHITE
    for wrong in ("A", "g", "²", "١", "-"):
        assert "digit" in refusal(f"000000/000000/000000/04{wrong}000/000000/000000 w -")


def test_when_over_to_act_is_a_hyphen_protected_is_kept_and_the_winner_named() -> None:
    text = f"000004{EMPTY_ROWS}200000 - a1b1 b"
    assert str(at(text)) == text
    assert at(text).places == (2, 1)
    assert "fourth field" in refusal(text.removesuffix(" b"))
    assert "fourth field" in refusal(START + " w")
    assert "winner" in refusal(text[:-1] + "x")


# What every page shares


def test_pass_is_never_legal_because_there_is_always_a_plate_to_turn() -> None:
    for text in (START, RING, GAP, after(START, "c3*")):
        assert "pass" not in at(text).moves()


def test_a_text_with_a_pawn_on_an_exit_path_is_refused() -> None:
    assert "connected to its exit" in refusal(f"600004{EMPTY_ROWS}000008 w -")
    assert "connected to its exit" in refusal(f"000004{EMPTY_ROWS}0000a0 w -")
    # From further away too: light goes from b5 to b6, c6 and out.
    assert "b5 is connected to its exit" in refusal("002000/060000/000000/000000/000000/800004 w -")


def test_a_text_with_more_pawns_than_the_box_holds_is_refused() -> None:
    assert "7 white pawns" in refusal("888888/000000/000000/000000/400000/444444 w -")
    assert at("888800/000000/000000/000000/000000/004444 w -").to_act == WHITE


def test_a_text_whose_colour_has_no_pawns_is_over() -> None:
    assert "the game is over" in refusal(f"000000{EMPTY_ROWS}800000 w -")
    assert "cannot have won" in refusal(f"000004{EMPTY_ROWS}800000 - - w")


@pytest.mark.parametrize(
    ("rows", "to_act", "protected"),
    [
        ("002000", "b", "c3"),  # one plate alone
        ("000000", "b", "b3c3"),  # not connected
        ("002000", "b", "c2c3d3"),  # connected in the colour of the player to act
        ("002000", "w", "b3c3c4"),
        ("002000", "b", "b3c4"),  # both connected to c3, not to each other
        ("002000", "b", "b3c3c4d4"),
    ],
)
def test_protected_is_a_plate_and_all_it_is_connected_to_in_the_last_movers_colour(
    rows: str, to_act: str, protected: str
) -> None:
    assert "protected" in refusal(f"888888/000000/000000/{rows}/000000/444444 {to_act} {protected}")


def test_protected_may_be_nothing_or_what_a_turn_of_any_of_the_plates_gives() -> None:
    for protected in ("-", "b3c3c4", "b3c3", "c3c4"):
        # b3 alone is connected to c3 only: had White turned b3, b3 and c3 would be protected.
        text = f"888888/000000/000000/002000/000000/444444 b {protected}"
        assert str(at(text)) == text


# Light: every triangle of the ring b2 b3 c3 c2 is connected to two others.
@pytest.mark.parametrize(
    ("protected", "with_all", "with_new"),
    [
        ("-", True, True),
        ("b2b3", False, True),  # one of two
        ("b2b3c2", True, True),  # both of b2's
        ("b2b3c3", True, True),  # both of b3's
        ("b2", False, False),
        ("b2c3", False, False),  # not connected to each other
        ("b2d2", False, False),
        ("b2b3d2", False, False),
    ],
)
def test_protected_are_all_connected_plates_or_with_new_one_or_both(
    protected: str, with_all: bool, with_new: bool
) -> None:
    text = RING.replace("w -", f"b {protected}")
    for game, accepted in ((GAME, with_all), (NEW, with_new)):
        if accepted:
            assert str(at(text, game)) == text
        else:
            assert "protected" in refusal(text, game)


def test_with_new_too_what_is_protected_is_of_the_last_movers_colour() -> None:
    assert "protected" in refusal(RING.replace("w -", "w b2b3"), NEW)
    both_out = "000003/000020/000200/002000/020000/200000 - e5f5 {}"  # dark: Black turned last, and lost
    assert str(at(both_out.format("w"), NEW)) == both_out.format("w")
    assert "protected" in refusal(both_out.format("b"), NEW)


def test_protected_in_a_finished_game() -> None:
    both_out = "000002/000020/000200/002000/020000/200000 - {} b"
    assert at(both_out.format("e6f6")).places == (2, 1)
    assert "protected" in refusal(both_out.format("f5f6"))  # White lost, so White turned, and these are dark
    assert at(f"000004{EMPTY_ROWS}200000 - a1a2 b").places == (2, 1)
    assert at(f"000004{EMPTY_ROWS}200000 - a1b1 b").places == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        START + " ",
        " " + START,
        START.replace(" w ", "  w "),
        START.replace(" w ", " x "),
        START.replace("w -", "w"),
        START.replace("/", "|"),
        START.replace("888888/", ""),
        START.replace("888888/", "888888//"),
        START + "\n",
        START + "\0",
        START.replace("w", "W"),
        "8" * 1_000_000,
        " " * 1_000_000,
        "/" * 1_000_000,
        START + "a1" * 1_000_000,
    ],
    ids=lambda text: ascii(text[:50]),
)
def test_texts_that_are_not_well_formed_are_refused_briefly(text: str) -> None:
    assert len(refusal(text)) < 500
