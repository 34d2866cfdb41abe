"""The naive rules against positions worked out by hand from the contract."""

import pytest

from tests.games.connexion import naive
from tests.games.connexion.naive import WHITE, State, moves, parse, perft, places, play, start, text, to_act

START = "888888/000000/000000/000000/000000/444444 w -"
# A dark staircase f5 e5 e4 d4 d3 c3 c2 b2 b1 a1 down to Black's exit, and both last pawns on f6, joined to nothing.
STAIRCASE = "/000020/000200/002000/020000/200000"
# Light: the ring b2 b3 c3 c2, so every triangle of it has two connections.
RING = "800000/000000/000000/001000/072000/000000"
ALL: naive.Options = {"protection": "all"}
NEW: naive.Options = {"protection": "new"}


def at(position: str, options: naive.Options = ALL) -> State:
    return parse(options, position)


def after(position: str, *played: str, options: naive.Options = ALL) -> str:
    s = at(position, options)
    for move in played:
        s = play(s, move)
    return text(s)


def pawn_moves(position: str) -> list[str]:
    return [move for move in moves(at(position)) if len(move) == 5]


def test_start() -> None:
    s = start(ALL)
    assert text(s) == START
    assert parse(ALL, START) == s
    assert to_act(s) == WHITE
    assert places(s) is None
    # Nothing is connected, so no pawn moves: 36 plates, three turns each, "*" before "+" before "-".
    assert moves(s)[:5] == ["a1*", "a1+", "a1-", "a2*", "a2+"]
    assert moves(s)[-1] == "f6-"
    assert perft(s, 0) == 1
    assert perft(s, 1) == 108
    assert naive.OPTION_SETS == [ALL, NEW]
    assert start(NEW) != s
    wrong: list[naive.Options] = [{}, {"players": 2}, {"protection": "old"}, {"protection": "all", "players": 2}]
    for options in wrong:
        with pytest.raises(ValueError, match="protection, all or new"):
            start(options)


def test_two_moves_from_the_start() -> None:
    # Protected plates: "*" three on 25 plates, two on ten, none on a6; "+" two on 30 plates; "-" two on 30 plates.
    protected = 25 * 3 + 10 * 2 + 30 * 2 + 30 * 2
    # White's "*" or "-" of a plate of row 6 lets its pawn step south; its neighbours of row 6 are full.
    assert perft(start(ALL), 2) == 108 * 108 - 3 * protected + 6 * 2
    # Nothing is connected before, so whatever White connects is new.
    assert perft(start(NEW), 2) == perft(start(ALL), 2)


@pytest.mark.parametrize(
    ("row3", "move", "with_all", "with_new"),
    [
        # Light of c3 is met by c4 (S) in the north and by b3 (E) in the west, wherever it has these edges.
        ("001000", "c3+", "b3c3c4", "c3c4"),  # light S W to N W: b3 was connected before
        ("003000", "c3-", "b3c3c4", "b3c3"),  # light N E to N W: c4 was connected before
        ("002000", "c3+", "c3c4", "-"),  # light N W to N E: c4 stays, b3 is lost
        ("002000", "c3-", "b3c3", "-"),  # light N W to S W: b3 stays, c4 is lost
        ("001000", "c3*", "c3c4", "c3c4"),  # a half turn keeps no edge
        ("000000", "c3*", "b3c3c4", "b3c3c4"),
        ("002000", "c3*", "-", "-"),
    ],
)
def test_all_connections_are_protected_or_new_ones_only(row3: str, move: str, with_all: str, with_new: str) -> None:
    before = f"888888/000000/000000/{row3}/000000/444444 w -"
    assert after(before, move).split()[2] == with_all
    assert after(before, move, options=NEW).split()[2] == with_new


def test_new_counts_the_movers_triangle_alone() -> None:
    # Dark of c3 goes from N E, connected to d3 (W), to S E, where c2 (N) is new. Light is not Black's.
    before = "888888/000000/000000/001000/000000/444444 b -"
    assert after(before, "c3+").split()[2] == "c2c3d3"
    assert after(before, "c3+", options=NEW).split()[2] == "c2c3"


@pytest.mark.parametrize(
    ("to_move", "move", "row3", "protected"),
    [
        # Among plates at 0 (light S and E, dark N and W), light reaches a plate from its north and west neighbours.
        ("w", "c3*", "002000", "b3c3c4"),  # light N W
        ("w", "c3+", "001000", "b3c3"),  # light S W
        ("w", "c3-", "003000", "c3c4"),  # light N E
        # ... and dark from its south and east neighbours.
        ("b", "c3*", "002000", "c2c3d3"),  # dark S E
        ("b", "c3+", "001000", "c3d3"),  # dark N E
        ("b", "c3-", "003000", "c2c3"),  # dark S W
    ],
)
def test_rotation_and_its_protection(to_move: str, move: str, row3: str, protected: str) -> None:
    before = f"888888/000000/000000/000000/000000/444444 {to_move} -"
    other = "b" if to_move == "w" else "w"
    assert after(before, move) == f"888888/000000/000000/{row3}/000000/444444 {other} {protected}"


def test_protected_plates_cannot_be_turned_by_the_opponent_and_only_once() -> None:
    s = play(start(ALL), "c3*")
    assert len(moves(s)) == 99
    assert not {"b3*", "b3+", "b3-", "c3*", "c3+", "c3-", "c4*", "c4+", "c4-"} & set(moves(s))
    with pytest.raises(ValueError, match=r"c4\+"):
        play(s, "c4+")
    # Black's a1+ turns White's pawn to light S W, at the frame; dark N E meets the dark W edge of b1.
    s = play(s, "a1+")
    assert text(s) == "888888/000000/000000/002000/000000/544444 w a1b1"
    assert len(moves(s)) == 102
    # White turns c3 back to light S W: only the connection with b3 is left, an old one, and it is protected.
    assert text(play(s, "c3-")) == "888888/000000/000000/001000/000000/544444 b b3c3"


def test_a_turn_without_own_connection_protects_nothing() -> None:
    # a6* by White: light N W at the frame. Dark S E meets a5 and b6, but that is Black's gain.
    position = "a88888/000000/000000/000000/000000/444444 b -"
    assert after(START, "a6*") == position
    # The pawn of a6 reaches a5; b6 holds a pawn, which itself cannot get past a6.
    assert pawn_moves(position) == ["a6-a5"]
    assert moves(at(position))[15:20] == ["a6*", "a6+", "a6-", "a6-a5", "b1*"]
    assert after(position, "a6-a5") == "288888/800000/000000/000000/000000/444444 w -"
    # With a6 empty, both a5 and b6 may use it, and stop there.
    again = "288888/800000/000000/000000/000000/444444 b -"
    assert pawn_moves(again) == ["a5-a6", "b6-a6"]


def test_a_pawn_move_ends_protection() -> None:
    # White has turned f1* (light N W): e1's light E and f2's light S are met. Black's pawn on a5 still moves.
    position = "288888/800000/000000/000000/000000/444446 b e1f1f2"
    assert len(moves(at(position))) == 99 + 2
    # The light path e1 f1 f2 has pawns on e1 and f1: only f1 can step to f2.
    moved = after(position, "a5-a6")
    assert moved == "a88888/000000/000000/000000/000000/444446 w -"
    assert pawn_moves(moved) == ["f1-f2"]


@pytest.mark.parametrize(
    ("row3", "row2", "expected"),
    [
        # A ring of light triangles b2 (N E), c2 (N W), c3 (S W), b3 (S E).
        ("001000", "072000", ["b2-b3", "b2-c2", "b2-c3"]),
        ("001000", "076000", ["b2-b3", "b2-c3", "c2-b3", "c2-c3"]),
        ("005000", "072000", ["b2-b3", "b2-c2", "c3-b3", "c3-c2"]),
        ("045000", "076000", []),
        # A black pawn on the dark half of c2 (S E) is in nobody's way; it can go to c1 and d2 (dark N W) itself.
        ("001000", "07a000", ["b2-b3", "b2-c2", "b2-c3"]),
    ],
)
def test_pawns_on_a_ring(row3: str, row2: str, expected: list[str]) -> None:
    assert pawn_moves(f"800000/000000/000000/{row3}/{row2}/000000 w -") == expected


def test_both_pawns_turn_with_their_plate() -> None:
    # c3 holds one pawn of each colour.
    before = "000000/000000/000000/00c000/000000/000000 w -"
    assert after(before, "c3+") == "000000/000000/000000/00d000/000000/000000 b b3c3"
    assert after(before, "c3*") == "000000/000000/000000/00e000/000000/000000 b b3c3c4"
    assert after(before, "c3-") == "000000/000000/000000/00f000/000000/000000 b c3c4"


def test_leaving_and_winning() -> None:
    one_left = "800004/000000/000000/000000/000000/000000 w -"
    # f6-: light N E, over the exit, connected to nothing. f6*: light N W, connected to e6.
    assert after(one_left, "f6-") == "800003/000000/000000/000000/000000/000000 - - w"
    assert after(one_left, "f6*") == "800002/000000/000000/000000/000000/000000 - e6f6 w"
    # f6+: light S W, joined to e6 (S E): no triangle of that path is on the north edge.
    assert after(one_left, "f6+") == "800005/000000/000000/000000/000000/000000 b e6f6"
    s = play(at(one_left), "f6-")
    assert (to_act(s), places(s), moves(s), perft(s, 1)) == (None, (1, 2), [], 0)
    with pytest.raises(ValueError, match="over"):
        play(s, "a1+")


def test_all_pawns_of_the_path_leave_and_the_game_goes_on() -> None:
    # f6* joins e6 (pawn, light S E) to f6 (pawn, now light N W): both leave; a1's pawn stays.
    assert (
        after("800044/000000/000000/000000/000000/400000 w -", "f6*")
        == "800002/000000/000000/000000/000000/400000 b e6f6"
    )


def test_the_opponent_may_be_let_out() -> None:
    # White turns a1 to dark S E: Black's last pawn leaves and Black wins. Light N of a1 meets a2.
    s = play(at("000000/000000/000000/000000/000000/800004 w -"), "a1*")
    assert text(s) == "000000/000000/000000/000000/000000/200004 - a1a2 b"
    assert places(s) == (2, 1)


def test_who_lets_both_out_loses() -> None:
    white, black = at(f"00000c{STAIRCASE} w -"), at(f"00000c{STAIRCASE} b -")
    assert text(play(white, "f6-")) == f"000003{STAIRCASE} - - b"
    assert text(play(white, "f6*")) == f"000002{STAIRCASE} - e6f6 b"
    assert text(play(black, "f6-")) == f"000003{STAIRCASE} - f5f6 w"
    assert places(play(white, "f6-")) == (2, 1)
    assert places(play(black, "f6-")) == (1, 2)
    # Without the staircase only White gets out.
    level = at("00000c/000000/000000/000000/000000/000000 w -")
    assert text(play(level, "f6-")) == "00000b/000000/000000/000000/000000/000000 - - w"


@pytest.mark.parametrize("move", ["", "pass", "a1", "a1+ ", "a1-a2", "a1-a1", "g1+", "a7+", "A1+", "a6-a5"])
def test_illegal_moves(move: str) -> None:
    with pytest.raises(ValueError, match="illegal"):
        play(start(ALL), move)


E6 = "000000/000000/000000/000000/000000/"


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("", "fields"),
        (START + " ", "winner"),
        (" " + START, "rows"),
        (START.replace(" ", "  ", 1), "protected|to act"),
        ("888888/000000/000000/000000/444444 w -", "six rows"),
        ("888888/000000/000000/000000/00000/444444 w -", "row 2"),
        ("888888/000000/000000/000000/00000g/444444 w -", "f2"),
        ("C88880/000000/000000/000000/000000/000000 w -", "a6"),
        ("88888\u0668/000000/000000/000000/000000/444444 w -", "f6"),
        (START.replace(" w ", " W "), "to act"),
        (START.replace(" w ", " - "), "winner is missing"),
        ("888888/800000/000000/000000/000000/444444 w -", "box"),
        ("888888/000000/000000/000000/000004/444444 w -", "box"),
        # Pawns that would have left: Black on dark S E of a1, White on light N E of f6, Black high on the staircase.
        ("000000/000000/000000/000000/000000/a00004 w -", "a1"),
        ("800007/000000/000000/000000/000000/000000 w -", "f6"),
        ("000004/000028/000200/002000/020000/200000 w -", "f5"),
        # Endings: nobody may be to act without pawns, nobody wins with some.
        (E6 + "000004 w -", "over"),
        ("800000/000000/000000/000000/000000/000000 b -", "over"),
        (E6 + "000004 - -", "missing"),
        (E6 + "000004 - - w", "cannot have won"),
        (E6 + "000004 - - x", "neither"),
        (START.replace(" w -", " - - w"), "cannot have won"),
        (START + " w", "although"),
        # Protected: plates in order, each once, and such as a turn by the player before can have left.
        (START[:-1], "order"),
        (START[:-1] + "c3c", "no plate"),
        (START[:-1] + "g3h3", "no plate"),
        ("888888/000000/000000/002000/000000/444444 b c3b3c4", "order"),
        ("888888/000000/000000/002000/000000/444444 b b3b3c3c4", "order"),
        ("888888/000000/000000/002000/000000/444444 b b3c3c4-", "no plate"),
        ("888888/000000/000000/002000/000000/444444 b c3", "no rotation"),
        ("888888/000000/000000/002000/000000/444444 w b3c3c4", "no rotation"),
        (START[:-1] + "c3d3", "no rotation"),
        # With both gone and White the winner, Black turned last: e6f6 is White's connection.
        (f"000002{STAIRCASE} - e6f6 w", "no rotation"),
    ],
)
def test_texts_not_accepted(position: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse(ALL, position)


@pytest.mark.parametrize("options", [ALL, NEW])
@pytest.mark.parametrize(
    "position",
    [
        START.replace(" w ", " b "),
        "888888/000000/000000/002000/000000/444444 b b3c3c4",
        "888888/000000/000000/002000/000000/444444 w c2c3d3",
        # c4 (light S E) is joined to c3 only, so a turn of c4 protects just the two.
        "888888/000000/000000/002000/000000/444444 b c3c4",
        "cccccc/000000/000000/000000/000000/000000 w -",
        # Turned by either player: White's e6f6, or Black's f5f6.
        "800002/000000/000000/000000/000000/000000 - e6f6 w",
        "800002/000000/000000/000000/000000/000000 - f5f6 w",
        f"000003{STAIRCASE} - - b",
        f"000003{STAIRCASE} - f5f6 w",
    ],
)
def test_texts_accepted(position: str, options: naive.Options) -> None:
    assert text(parse(options, position)) == position


@pytest.mark.parametrize(
    ("position", "accepted"),
    [
        (f"{RING} b b2b3", True),
        (f"{RING} b b2b3c2", True),
        (f"{RING} b b2b3c3", True),
        (f"{RING} b b2", False),
        (f"{RING} b b2c3", False),  # not connected to each other
        (f"{RING} b b2b3c2c3", False),
        (f"{RING} w b2b3", False),  # connected in White's colour, and Black moved last
        (f"000003{STAIRCASE} - e5f5 w", True),
        (f"000003{STAIRCASE} - e5f5 b", False),
    ],
)
def test_with_new_connections_one_of_two_may_be_protected(position: str, accepted: bool) -> None:
    if accepted:
        assert text(parse(NEW, position)) == position
    else:
        with pytest.raises(ValueError, match="no rotation"):
            parse(NEW, position)
    # With all connections protected it is both or none.
    if len(position.split()[2]) == 4:
        with pytest.raises(ValueError, match="no rotation"):
            parse(ALL, position)
