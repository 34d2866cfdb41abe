"""Hand-worked checks of the naive rules: every position and number here was worked out on paper from the rules page."""

from __future__ import annotations

import pytest

from tests.games.kenwan import naive

TWO: naive.Options = {"players": 2, "layout": "sectors"}
THREE: naive.Options = {"players": 3, "layout": "sectors"}
SECTORS = "5/1RYYY1/1RRYYB1/1RRRYBB1/1BBB#BBB1/1BBYRRR1/1BYYRR1/1YYYR1/5"
MOSAIC = "5/1RBYR1/1BYRBY1/1YRBYRB1/1RBY#BYR1/1YRBYRB1/1BYRBY1/1RBYR1/5"


def options_of(text: str) -> naive.Options:
    return THREE if text.split(" ")[2] == "byr" else TWO


def position(text: str) -> naive.State:
    """Parse a text with the options it asks for, and check that it prints again as it was."""
    state = naive.parse(options_of(text), text)
    assert naive.text(state) == text
    return state


def after(text: str, *moves: str) -> str:
    state = position(text)
    for move in moves:
        state = naive.play(state, move)
    result = naive.text(state)
    assert position(result) == state
    return result


# --- board and start -------------------------------------------------------------------------------------------------


def test_board() -> None:
    assert len(naive.CELLS) == 60
    assert sorted(naive.NEIGHBOURS["C3"]) == ["B2", "B3", "C2", "C4", "D3", "D4"]
    assert sorted(naive.NEIGHBOURS["E9"]) == ["D8", "E8", "F9"]
    assert sorted(naive.NEIGHBOURS["I5"]) == ["H4", "H5", "I6"]
    assert sorted(naive.NEIGHBOURS["D4"]) == ["C3", "C4", "D3", "D5", "E4"]  # and the closed centre


@pytest.mark.parametrize("players", [2, 3])
def test_start(players: int) -> None:
    played = "byr"[:players]
    assert naive.text(naive.start({"players": players, "layout": "sectors"})) == f"{SECTORS} b {played} -"
    assert naive.text(naive.start({"players": players, "layout": "mosaic"})) == f"{MOSAIC} b {played} -"


@pytest.mark.parametrize("turn", ["b", "y", "r"])
def test_start_counts_sectors(turn: str) -> None:
    # The triangle E6 E7 E8 F7 F8 G8 touches five rim cells: D8 E9 (by E8 alone), F9, G9, H9 (by G8 alone). Any of the
    # six may be lifted: 5 + 5 + 3 (E8) + 5 + 5 + 4 (G8) = 27, twice.
    assert naive.perft(position(f"{SECTORS} {turn} byr -"), 1) == 54


@pytest.mark.parametrize(("turn", "count"), [("b", 288), ("y", 288), ("r", 282)])
def test_start_counts_mosaic(turn: str, count: int) -> None:
    # All isolated, 24 rim cells for 12 pieces; but a corner of the rim touches only one piece, and these six are Red.
    assert naive.perft(position(f"{MOSAIC} {turn} byr -"), 1) == count


# --- moves -----------------------------------------------------------------------------------------------------------


def test_group_and_half_in_group() -> None:
    # A2 would cut the group, the half A3 never moves, A1 may not go back to A1.
    text = "Y3Y/6/7/8/4#4/8/7/6/BBb2 b by -"
    assert naive.moves(position(text)) == ["A1-A4", "A1-B2", "A1-B3", "A1-B4"]
    assert after(text, "A1-A4") == "Y3Y/6/7/8/4#4/8/7/6/1BBB1 - by by"  # the half is freed: united
    aside = after(text, "A1-B2")
    assert aside == "Y3Y/6/7/8/4#4/8/7/1B4/1Bb2 y by -"
    near_blue = ["A1", "A4", "B1", "B3", "B4", "C2", "C3"]
    assert naive.moves(position(aside)) == sorted(
        [f"I5-{to}" for to in [*near_blue, "H8", "H9", "I8"]] + [f"I9-{to}" for to in [*near_blue, "H4", "H5", "I6"]]
    )


def test_a_group_piece_stays_with_its_own_group() -> None:
    # D8 touches the other blue piece E9, but only cells next to the rest of the lifted piece's group count.
    moves = naive.moves(position("Y3Y/6/7/8/4#3b/8/7/6/BB3 b by -"))
    assert moves == ["A1-A3", "A1-B2", "A1-B3", "A2-B1", "A2-B2", "E9-A3", "E9-B1", "E9-B2", "E9-B3"]


def test_isolated_whole_and_piece_in_the_hand() -> None:
    # A1 may go next to any piece of any colour, but not next to the cell it left: that piece is in the hand.
    text = "Y3Y/6/7/8/4#3b/8/7/6/B4 b by -"
    assert naive.moves(position(text)) == sorted(
        [f"A1-{to}" for to in ("D8", "E8", "F9", "H4", "H5", "H8", "H9", "I6", "I8")]
        + [f"E9-{to}" for to in ("A2", "B1", "B2")]
    )


def test_closed_centre() -> None:
    moves = naive.moves(position("5/6/7/8/4#b3/3B4/7/6/Y3Y b by -"))
    d4 = ["A2", "A4", "B1", "B2", "B5", "B6", "D5", "D6", "E7", "F6", "F7"]
    assert moves == sorted([f"D4-{to}" for to in d4] + [f"E6-{to}" for to in ("C3", "C4", "D3", "D5", "E4")])


def test_landing_whole() -> None:
    # Round G6: a whole yellow, a half red, the mover's own half and whole, a half yellow and an empty cell.
    before = "5/2bB2/2Y1r2/3y4/4#4/8/6r/6/B3y b byr -"
    result = "5/2BB2/2bBB2/3B4/4#4/8/6r/6/4y"
    assert after(before, "A1-G6") == f"{result} y byr -"
    # Yellow and Red have one half piece each and nothing of their own to join: they pass.
    assert naive.moves(position(f"{result} y byr -")) == ["pass"]
    assert naive.moves(position(f"{result} r byr -")) == ["pass"]
    assert after(before, "A1-G6", "pass", "pass") == f"{result} b byr -"


def test_landing_half_changes_nothing() -> None:
    before = "Y3Y/6/7/8/4#3b/8/7/y5/b4 b by -"
    assert after(before, "E9-B2") == "Y3Y/6/7/8/4#4/8/7/yb4/b4 y by -"
    # Also next to whole pieces of others.
    before = "Y4/6/7/8/4#3b/8/7/Y5/b4 b by -"
    assert after(before, "E9-B2") == "Y4/6/7/8/4#4/8/7/Yb4/b4 y by -"


def test_pass_only_when_blocked() -> None:
    blocked = "Y3Y/6/7/8/4#4/8/7/6/bBb2 b by -"
    assert naive.moves(position(blocked)) == ["pass"]
    assert after(blocked, "pass") == "Y3Y/6/7/8/4#4/8/7/6/bBb2 y by -"
    for move in ("pass", "A1-A1", "a1-A4", "A2-B2", "A1-E5", "A1-C1", "A4-B4", "I5-I6", ""):
        with pytest.raises(ValueError, match="illegal move"):
            naive.play(position("Y3Y/6/7/8/4#4/8/7/6/BBb2 b by -"), move)


# --- endings ---------------------------------------------------------------------------------------------------------


def places(text: str) -> tuple[int, ...] | None:
    state = position(text)
    assert (naive.places(state) is None) == (naive.to_act(state) is not None)
    if naive.to_act(state) is None:
        assert naive.moves(state) == []
        assert naive.perft(state, 1) == 0
    return naive.places(state)


def test_uniting_an_opponent_and_oneself() -> None:
    result = after("R3R/6/7/8/4#3B/8/2YY3/6/2yB1 b byr -", "E9-A2")
    assert result == "R3R/6/7/8/4#4/8/2YY3/6/1BBB1 - byr ybr"
    assert places(result) == (2, 1, 3)
    result = after("R3R/6/7/8/4#3B/8/2YY3/6/2yB1 b by -", "E9-A2")
    assert result == "R3R/6/7/8/4#4/8/2YY3/6/1BBB1 - by yb"
    assert places(result) == (2, 1)


def test_a_placed_colour_is_skipped() -> None:
    before = "R3R/6/b6/8/4#3B/8/2YY3/6/2y2 b byr -"
    result = after(before, "E9-A2")
    assert result == "R3R/6/b6/8/4#4/8/2YY3/6/1BB2 r byr y"
    assert naive.to_act(position(result)) == 2
    assert places(result) is None
    result = after(before, "E9-A2", "I9-I6")
    assert result == "RR3/6/b6/8/4#4/8/2YY3/6/1BB2 - byr yrb"
    assert places(result) == (3, 1, 2)


def test_others_are_placed_in_play_order_after_the_mover() -> None:
    result = after("5/6/5RR/8/BB2#3Y/8/6y/6/r1b2 y byr -", "E9-A2")
    assert result == "5/6/5RR/8/BB2#4/8/6y/6/YYY2 - byr rby"
    assert places(result) == (2, 3, 1)


def test_out() -> None:
    before = "R3R/6/b6/8/4#4/8/7/6/B1y2 b byr -"
    result = after(before, "A1-A2")
    assert result == "R3R/6/b6/8/4#4/8/7/6/1BB2 r byr -!y"
    assert places(result) is None
    result = after(before, "A1-A2", "I9-I6")
    assert result == "RR3/6/b6/8/4#4/8/7/6/1BB2 - byr rb!y"
    assert places(result) == (2, 3, 1)
    result = after("R3R/6/b6/8/4#4/8/7/6/B1y2 b by -", "A1-A2")
    assert result == "R3R/6/b6/8/4#4/8/7/6/1BB2 - by b!y"
    assert places(result) == (1, 2)


@pytest.mark.parametrize(
    ("mover", "first", "second", "expected"),
    [("b", "y", "r", (1, 3, 2)), ("y", "r", "b", (2, 1, 3)), ("r", "b", "y", (3, 2, 1))],
)
def test_two_vanish_at_once(mover: str, first: str, second: str, expected: tuple[int, ...]) -> None:
    # Not united (a half on G3), then united by the same move: the same places, and both stand after '!'.
    whole = mover.upper()
    result = after(f"5/6/{mover}6/8/4#4/8/7/2{second}3/{whole}1{first}2 {mover} byr -", "A1-A2")
    assert result == f"5/6/{mover}6/8/4#4/8/7/2{whole}3/1{whole}{whole}2 - byr {mover}!{first}{second}"
    assert places(result) == expected
    result = after(f"5/6/7/8/4#3{whole}/8/7/1{mover}{second}3/2{first}2 {mover} byr -", "E9-A2")
    assert result == f"5/6/7/8/4#4/8/7/1{whole}{whole}3/1{whole}{whole}2 - byr {mover}!{first}{second}"
    assert places(result) == expected


def test_vanished_after_its_place() -> None:
    # Yellow won and was eaten afterwards: it keeps its place and does not go out.
    text = "R3R/6/b6/8/4#4/8/7/6/1BB2 r byr y"
    assert places(text) is None
    result = after(text, "I9-I6")
    assert places(result) == (3, 1, 2)
    # The last yellow piece of a winner is eaten here.
    assert after("R3R/6/b6/8/4#4/8/7/6/B1y2 b byr y", "A1-A2") == "R3R/6/b6/8/4#4/8/7/6/1BB2 r byr y"


def test_red_is_nobody_with_two_players() -> None:
    # A united Red gets nothing, a vanished Red is not out.
    assert after("2RR1/6/b6/8/4#4/8/7/6/B1ry1 b by -", "A1-A2") == "2RR1/6/b6/8/4#4/8/7/6/1BBy1 y by -"
    assert after("5/6/b6/8/4#4/8/7/6/B1ry1 b by -", "A1-A2") == "5/6/b6/8/4#4/8/7/6/1BBy1 y by -"


# --- position text ---------------------------------------------------------------------------------------------------

EMPTY = "5/6/7/8/4#4/8/7/6/5"
BOARD = "R3R/6/b6/8/4#4/8/2YYy2/6/1BB2"  # no colour united


@pytest.mark.parametrize(
    "text",
    [
        "",
        EMPTY,
        f"{BOARD} b byr",
        f"{BOARD} b byr - ",
        f" {BOARD} b byr -",
        f"{BOARD}  b byr -",
        f"{BOARD} b byr -\n",
        f"{BOARD} B byr -",
        f"{BOARD} - byr -",  # not over
        f"{BOARD} b yb -",
        f"{BOARD} b b -",
        f"{BOARD} r by -",  # nobody plays Red
        f"{BOARD} b by r",
        f"{BOARD} y by b",  # one player left: over
        f"{BOARD} r byr by",
        f"{BOARD} b byr b",  # Blue plays no more
        f"{BOARD} b byr byr",
        f"{BOARD} b byr yy",
        f"{BOARD} b byr -y",
        f"{BOARD} b byr ",
        f"{BOARD} b byr -!",
        f"{BOARD} b byr !y",
        f"{BOARD} b byr -!y",  # out with pieces
        f"{BOARD} b byr Y",
        "R3R/6/b6/8/4#4/8/7/6/1BB2 b byr -",  # Yellow is gone
        "R3R/6/b6/8/4#4/8/7/6/1BB2 r byr y!y",
        f"{EMPTY} - byr -!byr",
        f"{EMPTY} - byr -",
        "RR3/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr -",  # Red is united
        "R4/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr -",  # one whole piece is united too
        "R3R/6/b6/8/9/8/2YYy2/6/1BB2 b byr -",
        "R3R/6/b6/8/4B4/8/2YYy2/6/1BB2 b byr -",
        "R3R/6/b6/8/3#5/8/2YYy2/6/1BB2 b byr -",
        "R3R/6/b6/8/4#4/8/2YYy2/6/#BB2 b byr -",
        "R3R/6/b6/8/4#4/44/2YYy2/6/1BB2 b byr -",
        "R3R/6/b60/8/4#4/8/2YYy2/6/1BB2 b byr -",
        "R3R/6/b5/8/4#4/8/2YYy2/6/1BB2 b byr -",
        "R3R/6/b7/8/4#4/8/2YYy2/6/1BB2 b byr -",
        "R3R/6/g6/8/4#4/8/2YYy2/6/1BB2 b byr -",
        "R3R/6/b6/8/4#4/8/2YYy2/6 b byr -",
        "BBBBB/YYYYYY/RRRRRRR/bbbbbbbb/yyyy#4/RRRRRRR1/7/6/5 b byr -",  # 37 pieces
    ],
)
def test_bad_text(text: str) -> None:
    for options in naive.OPTION_SETS:
        with pytest.raises(ValueError, match=r"\w"):
            naive.parse(options, text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("R3R/6/b6/8/4#4/8/2YY3/6/1BB2 - byr yrb", "'r' ended the game, but is not united"),
        ("Rr3/6/b6/8/4#4/8/2YY3/6/1BB2 - byr yrb", "'r' ended the game, but is not united"),
        ("RR3/6/7/8/4#4/8/2YY3/6/5 - byr yrb", "'b' was still in the game at the end, but has no piece"),
        (f"{EMPTY} - byr b!yr", "'b' was still in the game at the end, but has no piece"),
        ("R3R/6/7/8/4#4/8/7/6/1YY2 - byr yb!r", "'r' is out but has pieces"),
    ],
)
def test_a_finished_position_looks_finished(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        naive.parse(THREE, text)


def test_finished_text() -> None:
    # Yellow, the winner, has lost everything since; Red has just been united; Blue is left over.
    naive.parse(THREE, "RR3/6/b6/8/4#4/8/7/6/1BB2 - byr yrb")
    # The last yellow piece has just been captured; Red won earlier, Blue is left over.
    naive.parse(THREE, "Rr3/6/b6/8/4#4/8/7/6/1BB2 - byr rb!y")
    naive.parse(TWO, "5/6/b6/8/4#4/8/7/6/1YY2 - by yb")
    with pytest.raises(ValueError, match="'y' ended the game, but is not united"):
        naive.parse(TWO, "5/6/b6/8/4#4/8/7/6/1Yy2 - by yb")


def test_good_text() -> None:
    for turn in "byr":
        position(f"{BOARD} {turn} byr -")
    position(f"{BOARD} y by -")
    position(f"{BOARD} r byr y")
    position("RR3/6/b6/8/4#4/8/2YYy2/6/1BB2 b by -")  # Red is united, but nobody plays it
    position("RR3/6/b6/8/4#4/8/2YYy2/6/1BB2 b byr r")
    position("BBBBB/YYYYYY/RRRRRRR/bbbbbbbb/yyyy#4/RRRRRR2/7/6/5 b byr -")  # 36 pieces
    with pytest.raises(ValueError, match="other players"):
        naive.parse(TWO, f"{BOARD} b byr -")
    with pytest.raises(ValueError, match="other players"):
        naive.parse(THREE, f"{BOARD} b by -")
    sectors = naive.parse(TWO, f"{BOARD} b by -")
    assert sectors != naive.parse({"players": 2, "layout": "mosaic"}, f"{BOARD} b by -")  # other options
    assert sectors == naive.parse(TWO, f"{BOARD} b by -")
    assert hash(sectors) == hash(naive.parse(TWO, f"{BOARD} b by -"))
