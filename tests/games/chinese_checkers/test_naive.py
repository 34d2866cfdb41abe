"""The oracle itself, against positions worked out by hand from the rules page."""

from dataclasses import replace

import pytest

from tests.games.chinese_checkers import naive
from tests.games.chinese_checkers.naive import Options, State


def chosen(players: int, men: int = 10, long_jumps: bool = False, play_on: bool = False) -> Options:
    return {"players": players, "men": men, "long_jumps": long_jumps, "play_on": play_on}


def position(options: Options, board: list[str], turn: int) -> State:
    """A position from the holes of each player, checked by going through its text."""
    empty = naive.start(options)
    s = replace(empty, board=tuple(frozenset(holes.split()) for holes in board), turn=turn)
    assert naive.parse(options, naive.text(s)) == s
    return s


SOUTH = "a5 b5 b6 c5 c6 c7 d5 d6 d7 d8"
SOUTH_BUT_D8 = "a5 b5 b6 c5 c6 c7 d5 d6 d7"
NORTH = "n10 n11 n12 n13 o11 o12 o13 p12 p13 q13"

START_2X10 = (
    "1/11/111/1111/............./............/.........../........../........."
    "/........../.........../............/............./0000/000/00/0 0 2x10 -"
)
STARTS = [
    (chosen(2), START_2X10),
    (
        chosen(2, men=15, play_on=True),
        "1/11/111/1111/....11111..../............/.........../........../........."
        "/........../.........../............/....00000..../0000/000/00/0 0 2x15+on -",
    ),
    (
        chosen(3, long_jumps=True),
        "./../.../..../1111.....2222/111......222/11.......22/1........2/........."
        "/........../.........../............/............./0000/000/00/0 0 3x10+long -",
    ),
    (
        chosen(3, men=15, long_jumps=True, play_on=True),
        "./../.../..../11111...22222/1111....2222/111.....222/11......22/1.......2"
        "/........../.........../............/....00000..../0000/000/00/0 0 3x15+long+on -",
    ),
    (
        chosen(4),
        "./../.../..../1111.....2222/111......222/11.......22/1........2/........."
        "/0........3/00.......33/000......333/0000.....3333/..../.../../. 0 4x10 -",
    ),
    (
        chosen(6),
        "3/33/333/3333/2222.....4444/222......444/22.......44/2........4/........."
        "/1........5/11.......55/111......555/1111.....5555/0000/000/00/0 0 6x10 -",
    ),
]


def test_option_sets() -> None:
    assert len(naive.OPTION_SETS) == 24
    for players in (4, 6, 5, 1):
        with pytest.raises(ValueError, match="options"):
            naive.start(chosen(players, men=15))


def test_board() -> None:
    assert len(naive.XY) == 121
    assert len(naive.HEXAGON) == 61
    assert {len(holes) for holes in naive.POINTS.values()} == {10}
    assert {len(holes) for holes in naive.BASES.values()} == {5}
    assert naive.XY["i9"] == (0, 0)
    tips = {"S": "a5", "N": "q13", "NE": "m17", "SW": "e1", "NW": "m5", "SE": "e13"}
    for point, tip in tips.items():
        assert tip in naive.POINTS[point]
        assert naive.PROGRESS[point][tip] == 0
        assert naive.PROGRESS[point]["i9"] == 8
        assert naive.PROGRESS[point][tips[naive.OPPOSITE[point]]] == 16
        assert {naive.PROGRESS[point][hole] for hole in naive.BASES[point]} == {4}


@pytest.mark.parametrize(("options", "text"), STARTS)
def test_start(options: Options, text: str) -> None:
    s = naive.start(options)
    assert naive.text(s) == text
    assert naive.parse(options, text) == s
    assert naive.to_act(s) == 0
    assert naive.places(s) is None


def test_first_moves() -> None:
    # Two steps for each man of the front row d, and the row c behind it jumps over it: two jumps each.
    expected = "d5-e5 d5-e6 d6-e6 d6-e7 d7-e7 d7-e8 d8-e8 d8-e9 c5-e5 c5-e7 c6-e6 c6-e8 c7-e7 c7-e9"
    assert naive.moves(naive.start(chosen(2))) == sorted(expected.split())
    assert naive.perft(naive.start(chosen(2)), 2) == 14 * 14  # the camps are too far apart to meet
    # With 15 men: five men step, four jump.
    assert naive.perft(naive.start(chosen(3, men=15)), 2) == 18 * 18


def test_first_move_changes_the_text() -> None:
    s = naive.play(naive.start(chosen(2)), "d6-e7")
    assert naive.text(s) == (
        "1/11/111/1111/............./............/.........../........../........."
        "/........../.........../............/......0....../0.00/000/00/0 1 2x10 -"
    )
    for move in ("d6-e6", "pass", "n10-n10", "", "n10-m9 ", "n10-k9"):
        with pytest.raises(ValueError, match="illegal move"):
            naive.play(s, move)


def test_jumps_pass_through_a_foreign_point_but_do_not_stop_there() -> None:
    # From j12 over j13 to j14 in the NE point, then over i13 to h12.
    s = position(chosen(2), [f"j12 {SOUTH_BUT_D8}", "j13 i13 n10 n11 o11 o12 o13 p12 p13 q13"], 0)
    assert naive.ends(s, 0, "j12") == {"j11", "k12", "i12", "k13", "i11", "h12"}


def test_long_jumps() -> None:
    board = [f"i9 {SOUTH_BUT_D8}", "k9 n11 n12 n13 o11 o12 o13 p12 p13 q13"]
    assert "i9-m9" not in naive.moves(position(chosen(2), board, 0))
    assert "i9-m9" in naive.moves(position(chosen(2, long_jumps=True), board, 0))
    behind = [board[0], "k9 l9 n12 n13 o11 o12 o13 p12 p13 q13"]  # not empty behind the man jumped over
    assert "i9-m9" not in naive.moves(position(chosen(2, long_jumps=True), behind, 0))


def test_own_start_hole_is_empty_while_jumping() -> None:
    # i9 over j9 to k9, over k10 to k11, over j11 to i11, then a long jump over i8, three away, across i9 itself, to i5.
    board = [f"i9 {SOUTH_BUT_D8}", "j9 k10 j11 i8 o11 o12 o13 p12 p13 q13"]
    s = position(chosen(2, long_jumps=True), board, 0)
    assert "i9-i5" in naive.moves(s)
    assert "i9-i9" not in naive.moves(s)
    basic = position(chosen(2), board, 0)
    jumps = {"k9", "k11", "i11", "i7"}
    steps = {"i10", "h9", "h8", "j10"}
    assert naive.ends(basic, 0, "i9") == jumps | steps


# S's only forward moves end in n10; m11 has none at all. N's men n13 and q13 stand in S's goal.
DOOR = ["p12 p13 o11 o12 o13 n11 n12 m9 m10 m11", "n13 q13 a5 b5 b6 c5 c6 c7 d5 d6"]


def test_no_blocking_leave() -> None:
    s = position(chosen(2), DOOR, 1)
    assert naive.waits_at_the_door(s, 0)
    assert naive.moves(s) == ["n13-m12", "n13-m13"]
    # With a man of S that can walk elsewhere, N is free.
    s = position(chosen(2), [DOOR[0].replace("m11", "i9"), DOOR[1]], 1)
    assert not naive.waits_at_the_door(s, 0)
    assert {"n13-m12", "d5-e5", "c5-e5"} <= set(naive.moves(s))


def test_no_blocking_advance() -> None:
    s = position(chosen(2), ["p12 o11 o12 o13 n10 n11 n12 n13 m9 m10", f"q13 {SOUTH_BUT_D8}"], 1)
    assert naive.moves(s) == ["q13-p13"]


SEALING = ["p12 p13 o11 o12 o13 n11 n12 n13 m9 m10", f"q13 {SOUTH_BUT_D8}"]


def test_no_blocking_released() -> None:
    s = position(chosen(2), SEALING, 1)
    assert naive.waits_at_the_door(s, 0)
    expected = (
        "d5-e5 d5-e6 d6-e6 d6-e7 d7-e7 d7-e8 d7-d8 c7-d8 c5-e5 c5-e7 c6-e6 c6-e8 c7-e7 d6-d8 b6-d8"  # q13 has no move
    )
    assert naive.moves(s) == sorted(expected.split())


def test_no_blocking_in_the_inner_row_with_three_players() -> None:
    # NW's m11 stands in the inner row of S's goal, S waits (only m12 or m13 are left to it), and m11 cannot get out.
    options = chosen(3, men=15)
    south = f"{NORTH} m10 l10 l11 k9 k11"
    west = "m5 m6 m7 m8 l5 l6 l7 k5 k6 j5 i5 j6 k7 l8 m11"
    east = "m14 m15 m16 m17 l14 l15 l16 k14 k15 j14 j13 k13 l13"
    assert naive.moves(position(options, [south, west, f"{east} l9 l12"], 1)) == ["m11-m12"]
    s = position(options, [south, west, f"{east.replace('j13 k13', '')} l9 l12 m12 m13"], 1)
    assert naive.duty(s)[0] == "released"


def test_arrival_by_sealing() -> None:
    s = naive.play(position(chosen(2), SEALING, 0), "m9-n10")
    assert naive.text(s) == (
        "1/00/000/0000/.....0......./............/.........../........../........."
        "/........../.........../............/............./111./111/11/1 - 2x10 0"
    )
    assert naive.moves(s) == []
    assert naive.to_act(s) is None
    assert naive.places(s) == (1, 2)
    # Not while the last man can still come closer.
    s = naive.play(position(chosen(2), [SEALING[0].replace("m10", "i9"), SEALING[1]], 0), "m9-n10")
    assert naive.to_act(s) == 1


def test_sealing_helps_nobody_who_has_a_man_at_home() -> None:
    board = [NORTH.replace("q13", "a5"), SOUTH.replace("a5", "q13")]
    s = position(chosen(2), board, 0)
    assert naive.sealed_men(s, 0) == {"q13"}
    assert naive.sealed_men(s, 1) == {"a5"}
    assert naive.waits_at_the_door(s, 1)  # N has no forward move at all
    assert len(naive.moves(s)) == 14  # S can only go back: the first moves of N, the q row aside


def test_pass_and_the_letter_of_sealing() -> None:
    # Two full rows shut N in. S's last two men are free at first.
    wall = "l8 l9 l10 l11 l12 l13 k7 k8 k9 k10 k11 k12 k13"
    north = f"m9 m10 m11 m12 m13 {NORTH}"
    s = position(chosen(2, men=15), [f"{wall} i9 h9", north], 1)
    assert naive.moves(s) == ["pass"]
    assert naive.play(s, "pass") == replace(s, turn=0)
    # Then both stand behind the wall in row j, no man of S can come forward, and every man in the goal is sealed.
    s = naive.play(position(chosen(2, men=15), [f"{wall} j9 i9", north], 0), "i9-j10")
    assert naive.places(s) == (1, 2)


def test_two_arrive_at_once_the_mover_first() -> None:
    # e13 and m17 are sealed. Player 1's last man steps to i13: no way forward from there, and none left for h12.
    board = [
        "j14 k14 k15 l14 l15 l16 m14 m15 m16 h12",
        "e10 e11 e12 f11 f12 f13 g12 g13 h13 j13",
        "m17 e1 e2 e3 e4 f2 f3 f4 g3 g4",
        "e13 m5 m6 m7 l5 l6 l7 k5 k6 j5",
    ]
    s = naive.play(position(chosen(4), board, 1), "j13-i13")
    assert naive.places(s) == (2, 1, 2, 2)
    assert naive.text(s).endswith(" - 4x10 1")
    s = naive.play(position(chosen(4, play_on=True), board, 1), "j13-i13")
    assert naive.places(s) is None
    assert naive.text(s).endswith(" 2 4x10+on 10")


def test_playing_on_for_the_places() -> None:
    board = [
        NORTH.replace("n10", "m9"),
        "e9 e11 e12 e13 f11 f12 f13 g12 g13 h13",
        "j14 k14 k15 l14 l15 l16 m14 m15 m16 m17",
    ]
    s = naive.play(position(chosen(3), board, 0), "m9-n10")
    assert naive.places(s) == (1, 2, 2)
    s = naive.play(position(chosen(3, play_on=True), board, 0), "m9-n10")
    assert naive.text(s).endswith(" 1 3x10+on 0")
    left_out = naive.play(naive.play(s, "e9-f9"), "m14-m13")
    assert naive.to_act(left_out) == 1  # 0 has arrived and is not asked again
    s = naive.play(s, "e9-e10")
    assert naive.text(s).endswith(" - 3x10+on 01")
    assert naive.places(s) == (1, 2, 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" 0 2x10 -", " 0 2x10"),  # a field missing
        (" 0 2x10 -", "  0 2x10 -"),
        (" 0 2x10 -", " 0 2x10 - "),
        (" 0 2x10 -", " 0 2x10 -\n"),
        (" 0 2x10 -", " 0 2x10 "),
        (" 0 2x10 -", " 2 2x10 -"),  # no such player
        (" 0 2x10 -", " - 2x10 -"),  # nobody to act, yet nobody arrived
        (" 0 2x10 -", " 01 2x10 -"),
        (" 0 2x10 -", " 0 2x15 -"),  # other options
        (" 0 2x10 -", " 0 2x10+on -"),
        (" 0 2x10 -", " 0 2x10 1"),  # over, yet somebody to act
        (" 0 2x10 -", " - 2x10 01"),
        (" 0 2x10 -", " - 2x10 00"),
        (" 0 2x10 -", " - 2x10 2"),
        ("1/11/", "1/12/"),  # not a player
        ("1/11/", "./11/"),  # nine men
        ("............./0000", "..........1../0000"),  # eleven men
        ("1/11/111", "11/111"),  # a row missing
        ("1/11/111", "1/11./111"),  # a row too long
        ("............./0000/000/00/0", "0............/0000/000/00/."),  # a man in the SW point
        ("1/11/111", "1/11/3"),  # empty holes are not counted
    ],
)
def test_refused_texts(old: str, new: str) -> None:
    bad = START_2X10.replace(old, new)
    assert bad != START_2X10
    with pytest.raises(ValueError, match=r"."):
        naive.parse(chosen(2), bad)


def test_refused_when_a_finished_position_does_not_look_finished() -> None:
    for arrived in "01":
        with pytest.raises(ValueError, match=f"player {arrived} has not arrived"):
            naive.parse(chosen(2), START_2X10.replace(" 0 2x10 -", f" - 2x10 {arrived}"))


def test_refused_when_an_arrival_is_overdue() -> None:
    rows = (
        "1/00/000/0000/.....0......./............/.........../........../........."
        "/........../.........../............/............./111./111/11/1"
    )
    with pytest.raises(ValueError, match="player 0 has arrived"):
        naive.parse(chosen(2), f"{rows} 1 2x10 -")
    assert naive.places(naive.parse(chosen(2), f"{rows} - 2x10 0")) == (1, 2)
