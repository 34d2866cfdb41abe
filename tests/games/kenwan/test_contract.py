"""Every sentence of the rules of Ken Wan, in order; positions and results were worked out by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

import tablier
from tablier.core.position import Position
from tablier.games.kenwan.hexagon import CELLS, INDEX, NEIGHBOURS, ROWS, distance, neighbour

SECTORS = "5/1RYYY1/1RRYYB1/1RRRYBB1/1BBB#BBB1/1BBYRRR1/1BYYRR1/1YYYR1/5"
MOSAIC = "5/1RBYR1/1BYRBY1/1YRBYRB1/1RBY#BYR1/1YRBYRB1/1BYRBY1/1RBYR1/5"


def at(text: str) -> Position:
    """The position of a text, in the game that its played colours ask for."""
    return tablier.game("kenwan", players=len(text.split(" ")[2])).position(text)


def after(text: str, *moves: str) -> str:
    position = at(text)
    for move in moves:
        position = position.play(move)
    result = str(position)
    assert at(result) == position
    return result


def moves(*groups: str) -> list[str]:
    """``moves("A1: A3 B2", "A2: B1")`` is ``["A1-A3", "A1-B2", "A2-B1"]``."""
    split = [group.split(": ") for group in groups]
    return sorted(f"{source}-{target}" for source, targets in split for target in targets.split())


def pieces(position: Position) -> dict[str, str]:
    """The pieces of a position by the name of their cell."""
    return {CELLS[cell]: sign for cell, sign in position.game.modules.notation.board(position.states).items()}  # type: ignore[attr-defined]


# --- options ---------------------------------------------------------------------------------------------------------


def test_players_two_or_three_default_three() -> None:
    assert tablier.game("kenwan").options["players"] == 3
    assert len(tablier.game("kenwan", players=2).players) == 2
    with pytest.raises(ValueError, match="option players of kenwan takes 2 or 3, not 4"):
        tablier.game("kenwan", players=4)


def test_layout_sectors_by_default_or_mosaic() -> None:
    assert tablier.game("kenwan").options["layout"] == "sectors"
    assert str(tablier.game("kenwan", layout="mosaic").start()).startswith(MOSAIC)
    with pytest.raises(ValueError, match="option layout of kenwan takes 'sectors' or 'mosaic', not 'ring'"):
        tablier.game("kenwan", layout="ring")


# --- board -----------------------------------------------------------------------------------------------------------


def test_a_hexagon_of_61_cells_five_to_a_side() -> None:
    assert len(CELLS) == 61
    assert [len(row) for row in ROWS] == [5, 6, 7, 8, 9, 8, 7, 6, 5]


def test_rows_a_to_i_with_numbers_along_a_diagonal() -> None:
    ends = [(row[0], row[-1]) for row in ROWS]
    expected = "A1–A5 B1–B6 C1–C7 D1–D8 E1–E9 F2–F9 G3–G9 H4–H9 I5–I9"
    assert [f"{first}–{last}" for first, last in ends] == expected.split()


@pytest.mark.parametrize(
    ("cell", "near"),
    [
        ("C3", "B2 B3 C2 C4 D3 D4"),
        ("G6", "F5 F6 G5 G7 H6 H7"),
        ("A1", "A2 B1 B2"),
        ("E1", "D1 E2 F2"),
        ("E9", "D8 E8 F9"),
        ("I9", "H8 H9 I8"),
        ("D4", "C3 C4 D3 D5 E4 E5"),
    ],
)
def test_neighbours(cell: str, near: str) -> None:
    assert sorted(CELLS[found] for found in NEIGHBOURS[INDEX[cell]]) == near.split()


def test_the_centre_is_closed_to_everyone() -> None:
    # F5 and D5 are on either side of E5: they do not touch, and no piece may land between them.
    position = at("Y3Y/6/7/3B4/4#4/4B3/7/6/5 b by -")
    targets = {move[3:] for move in position.moves()}
    assert "E5" not in targets
    assert {move[:2] for move in position.moves()} == {"F5", "D5"}
    assert len([cell for cell in CELLS if cell != "E5"]) == 60


# --- pieces ----------------------------------------------------------------------------------------------------------


def test_a_piece_has_a_colour_and_is_whole_or_half() -> None:
    position = at("Y3y/6/7/8/4#4/8/7/6/B1b1r b byr -")
    assert pieces(position) == {"I5": "Y", "I9": "y", "A1": "B", "A3": "b", "A5": "r"}


def test_play_order_blue_yellow_red() -> None:
    position = tablier.game("kenwan").start()
    order = []
    for _ in range(4):
        order.append(position.game.players[position.to_act or 0].name)
        position = position.play(position.moves()[0])
    assert order == ["blue", "yellow", "red", "blue"]


def test_with_two_players_red_is_there_but_nobody_plays_it() -> None:
    position = tablier.game("kenwan", players=2).start()
    assert list(pieces(position).values()).count("R") == 12
    position = position.play("E6-H9")
    assert position.to_act == 1
    position = position.play(position.moves()[0])
    assert position.to_act == 0


def test_with_two_players_red_can_be_captured_never_wins_never_gets_a_place() -> None:
    # A3 was half red. The two reds left are united: nothing comes of it, and nothing when Red has vanished.
    assert after("2RR1/6/b6/8/4#4/8/7/6/B1ry1 b by -", "A1-A2") == "2RR1/6/b6/8/4#4/8/7/6/1BBy1 y by -"
    assert after("5/6/b6/8/4#4/8/7/6/B1ry1 b by -", "A1-A2") == "5/6/b6/8/4#4/8/7/6/1BBy1 y by -"


# --- start -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["sectors", "mosaic"])
@pytest.mark.parametrize("players", [2, 3])
def test_36_whole_pieces_12_of_each_colour_round_e5_and_an_empty_rim(players: int, layout: str) -> None:
    found = pieces(tablier.game("kenwan", players=players, layout=layout).start())
    assert {sign: list(found.values()).count(sign) for sign in found.values()} == {"B": 12, "Y": 12, "R": 12}
    assert {distance(INDEX["E5"], INDEX[name]) for name in found} == {1, 2, 3}
    rim = [name for name in CELLS if distance(INDEX["E5"], INDEX[name]) == 4]
    assert len(rim) == 24
    assert not set(rim) & set(found)


def test_directions_anticlockwise_from_the_right() -> None:
    round_c3 = [neighbour(INDEX["C3"], direction) for direction in range(6)]
    assert [CELLS[cell] for cell in round_c3 if cell is not None] == ["C4", "D4", "D3", "C2", "B2", "B3"]
    assert neighbour(INDEX["A1"], 5) is None


def test_sectors_are_six_triangles_of_six() -> None:
    found = pieces(tablier.game("kenwan").start())
    for sign, names in {
        "B": "E6 E7 E8 F7 F8 G8 E4 E3 E2 D3 D2 C2",
        "Y": "F6 G7 H8 G6 H7 H6 D4 C3 B2 C4 B3 B4",
        "R": "F5 G5 H5 F4 G4 F3 D5 C5 B5 D6 C6 D7",
    }.items():
        assert {name for name in found if found[name] == sign} == set(names.split())
    assert str(tablier.game("kenwan").start()) == f"{SECTORS} b byr -"


def _turned(cell: int) -> int:
    """The cell a sixth of a turn anticlockwise about the centre."""
    row, number = ord(CELLS[cell][0]) - ord("E"), int(CELLS[cell][1]) - 5
    return INDEX[f"{chr(ord('E') + number)}{5 + number - row}"]


def test_a_sixth_of_a_turn_maps_each_colour_onto_the_next() -> None:
    found = pieces(tablier.game("kenwan").start())
    following = {"B": "Y", "Y": "R", "R": "B"}
    assert {CELLS[_turned(INDEX[name])]: following[sign] for name, sign in found.items()} == found


def test_the_closed_centre_keeps_each_colours_two_triangles_apart() -> None:
    # E4 and E6 are blue, E5 lies between; a blue piece lifted on the right has no landing cell on the left.
    targets = {move[3:] for move in tablier.game("kenwan").start().moves() if move.startswith("E6")}
    assert targets == {"D8", "E9", "F9", "G9", "H9"}


def test_mosaic_colours_by_number_and_row() -> None:
    found = pieces(tablier.game("kenwan", layout="mosaic").start())
    for name, sign in found.items():
        assert sign == "RBY"[(int(name[1]) + "ABCDEFGHI".index(name[0])) % 3]
    assert str(tablier.game("kenwan", layout="mosaic").start()) == f"{MOSAIC} b byr -"


def test_mosaic_no_two_pieces_of_one_colour_touch() -> None:
    found = pieces(tablier.game("kenwan", layout="mosaic").start())
    touching = [(a, b) for a, b in combinations(found, 2) if INDEX[b] in NEIGHBOURS[INDEX[a]]]
    assert touching
    assert all(found[a] != found[b] for a, b in touching)


# --- moves -----------------------------------------------------------------------------------------------------------


def test_a_group_is_connected_pieces_of_one_colour_whole_or_half() -> None:
    # The half piece A2 joins A1 and A3: either may be lifted, and lands beside the other two.
    position = at("Y3Y/6/7/8/4#4/8/7/6/BbB2 b by -")
    assert position.moves() == moves("A1: A4 B2 B3 B4", "A3: B1 B2 B3")


def test_a_piece_alone_in_its_group_is_isolated() -> None:
    # E9 touches no blue piece; if it were not isolated it could not go beside the yellow ones.
    targets = [move for move in at("Y3Y/6/7/8/4#2YB/8/7/6/BB3 b by -").moves() if move.startswith("E9")]
    assert targets == moves("E9: A3 B1 B2 B3 D7 D8 E7 F8 F9 H4 H5 H8 H9 I6 I8")


def test_the_player_to_act_lifts_a_piece_of_their_colour() -> None:
    position = tablier.game("kenwan").start()
    for sign in "BYR":
        found = pieces(position)
        assert {found[move[:2]] for move in position.moves()} == {sign}
        position = position.play(position.moves()[0])


def test_no_path_is_needed() -> None:
    # A1 is shut in by yellow pieces and flies out.
    position = at("5/6/7/8/4#4/8/7/Yy4/BY2b b by -")
    assert position.moves() == moves("A1: A3 A4 B3 B5 B6 C1 C2 C3")


def test_never_the_cell_it_left() -> None:
    position = at("Y3Y/6/7/8/4#4/8/7/6/BbB2 b by -")
    with pytest.raises(ValueError, match="illegal move 'A1-A1'"):
        position.play("A1-A1")


def test_while_in_the_hand_it_is_nobodys_neighbour() -> None:
    # D8, E8 and F9 touch no piece but E9 itself.
    targets = [move for move in at("Y3Y/6/7/8/4#3B/8/7/6/BB3 b by -").moves() if move.startswith("E9")]
    assert targets == moves("E9: A3 B1 B2 B3 H4 H5 H8 H9 I6 I8")


def test_a_whole_piece_of_a_group_moves_only_if_the_rest_stays_connected() -> None:
    # A2 and A3 would cut the line, A4 is half.
    assert at("Y3Y/6/7/8/4#4/8/7/6/BBBb1 b by -").moves() == moves("A1: A5 B2 B3 B4 B5")
    # In a ring round B3 nobody cuts: five are left in a row. Only the half piece C3 may not move.
    ring = at("Y3Y/6/7/8/4#4/8/2bB3/1B1B2/1BB2 b by -")
    assert {move[:2] for move in ring.moves()} == {"A2", "A3", "B2", "B4", "C4"}


def test_it_lands_beside_the_rest_of_that_group() -> None:
    # D8, E8 and F9 touch the other blue group, E9, only.
    position = at("Y3Y/6/7/8/4#3B/8/7/6/BB3 b by -")
    assert [move for move in position.moves() if move[0] == "A"] == moves("A1: A3 B2 B3", "A2: B1 B2")


def test_it_lands_on_an_empty_cell() -> None:
    assert at("Y3Y/6/7/8/4#4/8/7/1y4/BBb2 b by -").moves() == moves("A1: A4 B3 B4")


def test_a_half_piece_of_a_group_never_moves() -> None:
    assert at("Y3Y/6/7/8/4#4/8/7/6/bB3 b by -").moves() == moves("A2: B1 B2")


def test_an_isolated_whole_piece_lands_beside_a_piece_of_any_colour() -> None:
    targets = {move[3:] for move in at("y3R/6/b6/8/4#4/8/7/6/B4 b by -").moves() if move.startswith("A1")}
    assert targets == {"F2", "F3", "G4", "H4", "H5", "I6", "I8", "H8", "H9"}


def test_an_isolated_half_piece_lands_beside_its_own_colour_and_stays_half() -> None:
    text = "Y3Y/6/7/8/4#3b/8/7/6/BB3 b by -"
    assert [move for move in at(text).moves() if move.startswith("E9")] == moves("E9: A3 B1 B2 B3")
    assert after(text, "E9-B1") == "Y3Y/6/7/8/4#4/8/7/b5/BB3 y by -"


def test_an_isolated_half_piece_without_another_of_its_colour_cannot_move() -> None:
    assert at("Y3Y/6/7/8/4#3b/8/7/6/5 b by -").moves() == ["pass"]


# Round B3: a half yellow A2, the mover's own half A3 and whole B4, a whole red B2, a whole yellow C3, and C4 empty.
BEFORE = "y3r/6/7/8/4#3B/8/2Y4/1R1B2/1yb2 b byr -"
LANDED = "y3r/6/7/8/4#4/8/2b4/1bBB2/1BB2 y byr -"


@pytest.mark.parametrize(
    ("cell", "then"), [("C4", None), ("B4", "B"), ("A2", "B"), ("A3", "B"), ("B2", "b"), ("C3", "b")]
)
def test_after_a_whole_piece_lands_each_neighbour(cell: str, then: str | None) -> None:
    assert pieces(at(BEFORE).play("E9-B3")).get(cell) == then


def test_after_a_whole_piece_lands_nothing_else_changes() -> None:
    assert after(BEFORE, "E9-B3") == LANDED


def test_a_landing_half_piece_changes_nothing_around_it() -> None:
    before = BEFORE.replace("#3B", "#3b")
    assert after(before, "E9-B3") == "y3r/6/7/8/4#4/8/2Y4/1RbB2/1yb2 y byr -"


def test_a_player_with_no_move_passes_as_often_as_it_takes() -> None:
    blocked = "y3Y/6/7/8/4#4/8/7/6/bBb2 b by -"
    assert at(blocked).moves() == ["pass"]
    assert after(blocked, "pass") == "y3Y/6/7/8/4#4/8/7/6/bBb2 y by -"
    again = after(blocked, "pass", "I5-I8")
    assert again == "3yY/6/7/8/4#4/8/7/6/bBb2 b by -"
    assert at(again).moves() == ["pass"]


def test_nobody_may_pass_otherwise() -> None:
    position = tablier.game("kenwan").start()
    assert "pass" not in position.moves()
    with pytest.raises(ValueError, match="illegal move 'pass'"):
        position.play("pass")


def test_a_lone_legal_move_is_forced() -> None:
    assert at("Y3Y/6/7/8/4#4/8/7/y5/bB3 b by -").moves() == ["A2-B2"]


# --- end -------------------------------------------------------------------------------------------------------------


def test_united_all_whole_and_one_group() -> None:
    # A1–A4 makes the half A3 whole: united. A1–B2 leaves it half, and A1–A3 in two groups would leave E9 alone: not united.
    assert after("Y3Y/6/7/8/4#4/8/7/6/BBb2 b by -", "A1-A4") == "Y3Y/6/7/8/4#4/8/7/6/1BBB1 - by by"
    assert after("Y3Y/6/7/8/4#4/8/7/6/BBb2 b by -", "A1-B2") == "Y3Y/6/7/8/4#4/8/7/1B4/1Bb2 y by -"
    assert after("Y3Y/6/7/8/4#3B/8/7/6/BB3 b by -", "A1-A3") == "Y3Y/6/7/8/4#3B/8/7/6/1BB2 y by -"
    assert after("Y3Y/6/7/8/4#3B/8/7/6/BB3 b by -", "E9-A3") == "Y3Y/6/7/8/4#4/8/7/6/BBB2 - by by"


def test_a_single_whole_piece_is_united() -> None:
    result = after("Y4/6/b6/8/4#3B/8/7/6/2y2 b by -", "E9-A2")
    assert result == "Y4/6/b6/8/4#4/8/7/6/1BB2 - by yb"
    assert at(result).places == (2, 1)


@pytest.mark.parametrize(("mover", "order"), [("b", "yr"), ("y", "rb"), ("r", "by")])
def test_every_other_united_colour_is_placed_in_play_order_after_the_mover(mover: str, order: str) -> None:
    first, second, own = order[0].upper(), order[1].upper(), mover.upper()
    before = f"5/6/{first * 2}3{second * 2}/8/4#3{own}/8/6{mover}/6/{second.lower()}1{first.lower()}2 {mover} byr -"
    result = after(before, "E9-A2")
    assert result == f"5/6/{first * 2}3{second * 2}/8/4#4/8/6{mover}/6/{own * 3}2 - byr {order}{mover}"
    places = at(result).places
    assert places is not None
    assert [places["byr".index(colour)] for colour in order + mover] == [1, 2, 3]


def test_then_the_movers_colour_if_united() -> None:
    result = after("5/1YY3/7/8/4#3B/8/7/3B2/2yB1 b by -", "E9-A2")
    assert result == "5/1YY3/7/8/4#4/8/7/3B2/1BBB1 - by yb"
    assert at(result).places == (2, 1)


def test_a_colour_without_a_piece_is_out_and_takes_the_worst_place() -> None:
    result = at(after("R3R/6/b6/8/4#4/8/7/6/B1y2 b byr -", "A1-A2"))
    assert str(result) == "R3R/6/b6/8/4#4/8/7/6/1BB2 r byr -!y"
    assert result.places is None
    assert result.game.modules.notation.placed(result.states) == (None, 3, None)


@pytest.mark.parametrize(
    ("mover", "order", "places"), [("b", "yr", (1, 3, 2)), ("y", "rb", (2, 1, 3)), ("r", "by", (3, 2, 1))]
)
def test_several_vanish_at_once_in_play_order_after_the_mover(mover: str, order: str, places: tuple[int, ...]) -> None:
    own = mover.upper()
    before = f"5/6/{mover}6/8/4#4/8/7/2{order[1]}3/{own}1{order[0]}2 {mover} byr -"
    result = after(before, "A1-A2")
    assert result == f"5/6/{mover}6/8/4#4/8/7/2{own}3/1{own}{own}2 - byr {mover}!{order}"
    assert at(result).places == places


def test_uniting_oneself_and_eating_the_last_opponent() -> None:
    # The places are given first, then the colours without a piece go out: Yellow stands after the mark.
    result = after("5/6/7/8/4#3B/8/7/1b4/2y2 b by -", "E9-A2")
    assert result == "5/6/7/8/4#4/8/7/1B4/1BB2 - by b!y"
    assert at(result).places == (1, 2)


PLACED = "R3R/6/b6/8/4#3B/8/2YY3/6/2y2 b byr -"


def test_a_colour_that_has_its_place_plays_no_more() -> None:
    result = after(PLACED, "E9-A2")
    assert result == "R3R/6/b6/8/4#4/8/2YY3/6/1BB2 r byr y"
    assert at(result).to_act == 2
    assert at(result).game.modules.notation.placed(at(result).states) == (None, 1, None)


def test_its_pieces_stay_and_may_be_converted_and_it_keeps_its_place() -> None:
    # Red lands beside both winners' pieces: half red, and Yellow, without a piece now, is still first.
    result = after("R3R/6/b6/8/4#4/8/2YY3/6/1BB2 r byr y", "I9-D4")
    assert result == "R4/6/b6/8/4#4/3R4/2rr3/6/1BB2 b byr y"


def test_when_one_player_is_left_that_player_takes_the_place_left_and_the_game_is_over() -> None:
    result = at(after(PLACED, "E9-A2", "I9-I6"))
    assert str(result) == "RR3/6/b6/8/4#4/8/2YY3/6/1BB2 - byr yrb"
    assert result.is_over
    assert result.to_act is None
    assert result.moves() == []
    assert result.places == (3, 1, 2)


def test_one_out_one_united_one_left_over() -> None:
    result = at(after("R3R/6/b6/8/4#4/8/7/6/B1y2 b byr -", "A1-A2", "I9-I6"))
    assert str(result) == "RR3/6/b6/8/4#4/8/7/6/1BB2 - byr rb!y"
    assert result.places == (2, 3, 1)


def test_turns_go_to_the_next_colour_still_in_the_game() -> None:
    text = "r3R/6/b6/8/4#4/8/2YY3/6/1BB2 r byr y"
    assert at(text).play("I5-I8").to_act == 0
    back = at(text).play("I5-I8").play("A2-A4")
    assert back.to_act == 2


# --- position text ---------------------------------------------------------------------------------------------------


def test_rows_from_i_to_a_whole_half_runs_and_the_closed_cell() -> None:
    found = pieces(at("B4/5Y/r6/8/4#3b/8/7/6/1yR2 b byr -"))
    assert found == {"I5": "B", "H9": "Y", "G3": "r", "E9": "b", "A2": "y", "A3": "R"}


@pytest.mark.parametrize(
    "text",
    [
        "R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr -",
        "R3R/6/b6/8/4#4/8/2YY3/6/1BB2 r byr y",
        "R3R/6/7/8/4#4/8/2YYy2/6/5 y byr -!b",
        "RR3/6/b6/8/4#4/8/7/6/1BB2 - byr rb!y",
        "5/6/b6/8/4#4/8/7/6/1YY2 - by yb",
        "RR3/6/b6/8/4#4/8/2y4/6/1BB2 - byr yrb",
        "Rr3/6/b6/8/4#4/8/7/6/1BB2 - byr rb!y",
        "5/6/7/8/4#4/8/7/6/B4 - byr b!yr",
        "BBBBB/YYYYYY/RRRRRRR/bbbbbbbb/yyyy#4/RRRRRR2/7/6/5 b byr -",
    ],
)
def test_parsing_and_printing_again_gives_the_same_text(text: str) -> None:
    assert str(at(text)) == text


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "1 fields"),
        ("x" * 10_000, "at most 100 characters, not 10000"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr", "3 fields"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2  b byr -", "5 fields"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6 b byr -", "8 rows"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b by -", "played colours are 'byr'"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB3 b byr -", "row A is '1BB3', 6 cells; it has 5"),
        ("R3R/6/b²6/8/4#4/8/2YYy2/6/1BB2 b byr -", "'²' is none of"),
        ("R3R/6/b6/8/4#4/44/2YYy2/6/1BB2 b byr -", "one digit"),
        ("R3R/6/b6/8/9/8/2YYy2/6/1BB2 b byr -", "closed cell E5"),
        ("R3R/6/b6/8/4#4/#7/2YYy2/6/1BB2 b byr -", "closed cell E5"),
        ("BBBBB/YYYYYY/RRRRRRR/bbbbbbbb/yyyy#4/RRRRRRR1/7/6/5 b byr -", "37 pieces"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr yy", "each at most once"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr !y", "places are '!y'"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr -!", "places are '-!'"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr -y", "places are '-y'"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr -!y", "y is out, but it still has pieces"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr ry", "only b is without a place"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr ryb", "the game is over and to act is '-', not 'b'"),
        ("5/6/7/8/4#4/8/7/6/5 - byr -!byr", "every colour is out"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 - byr -", "b or y or r, not '-'"),
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 y byr y", "b or r, not 'y'"),
        ("R3R/6/b6/8/4#4/8/7/6/1BB2 b byr -", "y has no piece and no place"),
        ("RR3/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr -", "r is united"),
        # Finished, but it does not look so: nobody has just been united, or who is left over has no piece.
        ("R3R/6/b6/8/4#4/8/2YYy2/6/1BB2 - byr yrb", "the game is not over: r, the last to take a place"),
        ("Rr3/6/b6/8/4#4/8/2YY3/6/1BB2 - byr yrb", "the game is not over: r, the last to take a place"),
        ("RR3/6/7/8/4#4/8/2YY3/6/5 - byr yrb", "b has no piece and would stand after '!'"),
        ("5/6/7/8/4#4/8/7/6/5 - byr b!yr", "b has no piece"),
    ],
)
def test_other_texts_are_refused_and_told_why(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as refused:
        tablier.game("kenwan").position(text)
    assert wrong in str(refused.value)
    assert len(str(refused.value)) < 400
