"""Checks of the naive Hendeca, every number and position worked out by hand from the rules page."""

from __future__ import annotations

import random

import pytest

from tests.games.hendeca import naive

OFF: naive.Options = {"sinking": False}
ON: naive.Options = {"sinking": True}

# White at 2,0 with Red on one side and Black's flag on the other.
JUMP = "0,0B;1,0b;2,0W;3,0R;1,1 w figure -"
# A ring of five around 0,0 with a gap at 1,0, and 2,2 outside.
RING = "-1,-1R;0,-1;-1,0B;0,1W;1,1;2,2 w island -"
# Three islands that do not touch, around the lake 0,0, and 2,0 outside.
LAKE = "-1,-1R;1,0W;2,0;0,1B w island -"
# The same three with an island in the lake.
STUCK = "-1,-1R;0,0;1,0W;0,1B w island -"


def after(options: naive.Options, position: str, *moves: str) -> str:
    s = naive.parse(options, position)
    for move in moves:
        s = naive.play(s, move)
    return naive.text(s)


def listed(options: naive.Options, position: str) -> list[str]:
    return naive.moves(naive.parse(options, position))


def test_start() -> None:
    s = naive.start(OFF)
    assert naive.text(s) == "0,0R w setup -"
    assert naive.to_act(s) == 0
    assert naive.places(s) is None
    cells = ["-1,-1", "-1,0", "0,-1", "0,1", "1,0", "1,1"]
    assert naive.moves(s) == ["*" + c for c in cells] + ["+" + c for c in cells]
    assert naive.start(ON) != s


def test_setup_counts() -> None:
    # 6 cells, then 8 around two islands; of these 2 make a triangle (9 cells around), 6 a line or a bend (10 around).
    # Two kinds of island each, but the flag only once: 3 ways for White's two islands, 2 for Black's one.
    s = naive.start(OFF)
    assert [naive.perft(s, d) for d in range(4)] == [1, 12, 12 * 16, 6 * (2 * 9 + 6 * 10) * 3 * 2]


def test_setup_to_the_end() -> None:
    s = naive.start(OFF)
    for move in ("*1,0", "+2,0", "+3,0", "*4,0", "+5,0", "+6,0", "+7,0", "+8,0"):
        s = naive.play(s, move)
    assert naive.text(s) == "0,0R;1,0w;2,0;3,0;4,0b;5,0;6,0;7,0;8,0 w setup -"
    assert all(move.startswith("+") for move in naive.moves(s))  # White's flag is laid
    s = naive.play(s, "+0,1")
    assert naive.text(s) == "0,0R;1,0w;2,0;3,0;4,0b;5,0;6,0;7,0;8,0;0,1W b setup -"
    s = naive.play(s, "+9,0")
    assert naive.text(s) == "0,0R;1,0w;2,0;3,0;4,0b;5,0;6,0;7,0;8,0;9,0B;0,1W - figure - b"  # White cannot move
    assert naive.moves(s) == []
    assert naive.to_act(s) is None
    assert naive.places(s) == (2, 1)


def test_the_flag_is_the_last_one_left() -> None:
    s = naive.parse(OFF, "0,0R;1,0;2,0;3,0;4,0b;5,0;6,0;7,0;8,0 w setup -")
    assert len(naive.moves(s)) == 22  # 10 above the line, 10 below, 2 at its ends
    assert all(move.startswith("*") for move in naive.moves(s))
    assert naive.text(naive.play(s, "*1,1")) == "0,0R;1,0;2,0;3,0;4,0b;5,0;6,0;7,0;8,0;1,1wW b setup -"


def test_setup_that_leaves_white_without_a_move() -> None:
    # White's one neighbour is Red, and whatever Black lays bears Black: 11 cells above, 11 below, 2 at the ends.
    s = naive.parse(OFF, "-1,0W;0,0R;1,0w;2,0b;3,0;4,0;5,0;6,0;7,0;8,0 b setup -")
    assert len(naive.moves(s)) == 24
    assert {naive.places(naive.play(s, move)) for move in naive.moves(s)} == {(2, 1)}


def test_figure_moves() -> None:
    assert listed(OFF, JUMP) == ["R1,0"]  # not onto the flag, but Red may
    assert after(OFF, JUMP, "R1,0") == "0,0B;1,0bR;2,0W;3,0;1,1 w island -"
    # Black does jump Red over Black, not over White; the own flag is no obstacle, Red on it is.
    assert listed(OFF, "0,0W;1,0R;2,0B;3,0;2,1b b figure -") == ["C2,1", "C3,0", "R3,0"]
    assert listed(OFF, "0,0;1,0W;2,0R;3,0B;4,0 w figure -") == ["C0,0", "R0,0"]
    assert listed(OFF, "0,0;1,0R;1,1W;2,1B w figure -") == ["C0,0"]  # 0,0 is not straight behind White


def test_island_moves() -> None:
    position = after(OFF, JUMP, "R1,0")
    moves = listed(OFF, position)
    edge = ["-1,-1", "-1,0", "0,-1", "0,1", "1,-1", "1,2", "2,-1", "2,1", "2,2", "3,1"]
    assert [m for m in moves if m.startswith("3,0-")] == ["3,0-" + c for c in edge]
    assert len([m for m in moves if m.startswith("1,1-")]) == 11  # 12 cells around the row of four, less its own
    assert len(moves) == 21
    assert set(listed(ON, position)) - set(moves) == {"1,1-x", "3,0-x"}
    assert after(OFF, position, "3,0--1,-1") == "-1,-1;0,0B;1,0bR;2,0W;1,1 b figure -1,-1"
    assert after(ON, position, "3,0-x") == "0,0B;1,0bR;2,0W;1,1 b figure -"
    # not the island the opponent has just moved
    assert listed(ON, position[:-1] + "1,1") == ["3,0-" + c for c in edge] + ["3,0-x"]


def test_narrow_gap() -> None:
    moves = listed(OFF, RING)
    assert "2,2-1,0" in moves  # into the gap,
    assert "2,2-0,0" not in moves  # not through it
    assert {"1,1-0,0", "0,-1-0,0"} <= set(moves)  # the gap is wide once one of its two sides is what slides
    assert "1,1-1,2" in moves  # barred between 2,2 and 0,1, so the other way round
    assert [len([m for m in moves if m.startswith(o)]) for o in ("2,2-", "1,1-", "0,-1-")] == [11, 11, 13]
    assert len(moves) == 35


def test_lake_between_islands_that_do_not_touch() -> None:
    s = naive.parse(OFF, LAKE)
    assert naive.moves(s) == ["2,0-0,-1", "2,0-1,-1", "2,0-1,1", "2,0-2,1"]
    assert naive.text(naive.play(s, "2,0-0,-1")) == "-1,-1R;0,-1;1,0W;0,1B - figure 0,-1 w"  # alone with Red
    assert naive.text(naive.play(s, "2,0-1,1")) == "-1,-1R;1,0W;0,1B;1,1 b figure 1,1"  # joined; Black can move
    assert naive.text(naive.play(s, "2,0-2,1")) == "-1,-1R;1,0W;0,1B;2,1 - figure 2,1 w"  # Black cannot move


def test_wide_lake() -> None:
    # Ten islands in a ring, each two cells from the next with only a narrow gap between.
    inside = "0,0R;-1,1w;2,1b;4,2W;0,3B;4,3;5,4;1,5;3,6;6,6;5,7 w island 5,4"
    assert listed(OFF, inside) == ["4,3-3,2"]
    outside = "0,0R;-1,1w;2,1b;4,2W;5,2;0,3B;5,4;1,5;3,6;6,6;5,7 w island -"
    assert listed(OFF, outside) == ["5,2-3,1", "5,2-4,1", "5,2-5,3"]


def test_pass_and_sinking() -> None:
    assert listed(OFF, STUCK) == ["pass"]
    assert after(OFF, STUCK, "pass") == "-1,-1R;0,0;1,0W;0,1B b figure -"
    assert listed(ON, STUCK) == ["0,0-x"]
    assert after(ON, STUCK, "0,0-x") == "-1,-1R;1,0W;0,1B - figure - w"
    # neither way with islands on all six sides of 0,0: figures on three, Black's flag, the island just moved on a
    # fourth and fifth, and the sixth, alone able to move
    full = "-1,-1R;0,-1b;-1,0B;0,0;1,0;0,1W;1,1 w island 1,0"
    moves = listed(ON, full)
    assert not [m for m in moves if m.startswith("0,0-")]
    assert {m.split("-")[0] for m in moves} == {"1,1"}
    assert "1,1-x" in moves
    # nothing was moved in a turn that ends with a pass
    assert after(OFF, "0,0R;1,0B;2,0;3,0W w island 2,0", "pass") == "0,0R;1,0B;2,0;3,0W b figure -"


def test_isolation_whoever_moved() -> None:
    s = naive.parse(OFF, "0,0R;1,0B;2,0;3,0W w island -")
    # only what is still connected to 3,0 counts, so White cannot help cutting the bridge
    assert naive.moves(s) == ["2,0-2,-1", "2,0-3,-1", "2,0-3,1", "2,0-4,0", "2,0-4,1"]
    assert {naive.places(naive.play(s, move)) for move in naive.moves(s)} == {(2, 1)}
    assert naive.text(naive.play(s, "2,0-4,0")) == "0,0R;1,0B;3,0W;4,0 - figure 4,0 b"


def test_isolation_comes_first() -> None:
    # White leaves with 2,0, Black is alone with Red and cannot move: Black wins all the same.
    position = "0,0R;1,0B;2,0;3,0W;4,0 w island 4,0"
    assert after(OFF, position, "2,0-4,1") == "0,0R;1,0B;3,0W;4,0;4,1 - figure 4,1 b"


def test_own_flag_moves_and_sinks() -> None:
    position = "0,0R;1,0B;2,0W;3,0w w island -"
    assert after(OFF, position, "3,0-3,1") == "0,0R;1,0B;2,0W;3,1w - figure 3,1 w"  # Black is blocked
    assert after(ON, position, "3,0-x") == "0,0R;1,0B;2,0W - figure - w"
    assert listed(OFF, "0,0R;1,0B;2,0W;3,0b w island -") == ["pass"]
    assert listed(ON, "0,0R;1,0B;2,0W;3,0b w island -") == ["pass"]


def test_edges_of_the_world() -> None:
    inside = ["1,0-0,-1", "1,0-0,1", "1,0-1,1"]
    assert listed(OFF, "0,0W;1,0;2,0R;3,0B;3999,0 w island -") == inside  # x = -1 would not fit
    assert listed(OFF, "0,0W;1,0;2,0R;3,0B;3998,0 w island -") == ["1,0--1,-1", "1,0--1,0", *inside]
    assert listed(OFF, "999997,0B;999998,0R;999999,0;1000000,0W w island -") == [
        "999999,0-1000000,-1",
        "999999,0-1000000,1",
        "999999,0-999999,-1",
    ]


def test_far_islands_change_nothing() -> None:
    near = listed(OFF, RING)
    assert listed(OFF, "3000,-900;" + RING) == near
    assert listed(OFF, RING.replace(" w", ";2,3000 w")) == near
    assert listed(OFF, "-60,-90;" + RING.replace(" w", ";2,3000 w")) == near


def test_squeezing_is_exact() -> None:
    # Not by hand: the narrowed map against the whole one, with lakes and gaps of every width up to the box.
    chance = random.Random(11)
    for _ in range(150):
        size = chance.randint(3, 16)
        cells = [(chance.randrange(size), chance.randrange(size)) for _ in range(11)]
        islands = frozenset(cells)
        origin = chance.choice(sorted(islands))
        edge = {n for c in islands for n in naive.neighbours(c)} - islands
        whole = edge & naive.flood(islands - {origin}, origin)
        assert naive.squeezed_slides(islands, origin, edge) == whole


def test_squeeze() -> None:
    taken = [-4, 2, 3, 7]
    assert [naive.squeeze(taken, x) for x in range(-6, 10)] == [-2, -1, 0, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize("options", naive.OPTION_SETS)
@pytest.mark.parametrize(
    "position",
    [
        "0,0R w setup -",
        "0,0R;1,0w b setup -",
        JUMP,
        RING,
        LAKE,
        STUCK,
        "0,0W;1,0R;2,0bB;3,0 b figure 3,0",
        "0,0R;1,0B;3,0W;4,0 - figure 4,0 b",
        "0,0R;1,0W;9,0B - figure - w",
        "999998,-1000000B;999999,-1000000R;1000000,-1000000W w island -",
    ],
)
def test_texts_accepted(options: naive.Options, position: str) -> None:
    assert naive.text(naive.parse(options, position)) == position


@pytest.mark.parametrize(
    "position",
    [
        "",
        "0,0R w setup",
        "0,0R w setup - ",
        " 0,0R w setup -",
        "0,0R w setup -\n",
        "0,0R  w setup -",
        "00,0R w setup -",
        "-0,0R w setup -",
        "+0,0R w setup -",
        "0,0r w setup -",
        "0,0R; w setup -",
        "0,0R b setup -",  # White begins
        "0,0R;1,0b b setup -",  # Black has laid nothing
        "0,0wR w setup -",
        "0,0R;1,0W b setup -",  # too early for the figure
        "0,0R;1,0 b setup 1,0",
        "0,0R - setup - w",
        "0,0 w setup -",
        "0,0R;1,0w;2,0;3,0;4,0b;5,0;6,0;7,0;8,0;9,0 b setup -",  # White's figure is missing
        "0,0R;1,0;2,0;3,0;4,0b;5,0;6,0;7,0;8,0;9,0W b setup -",  # White's flag is missing
        "0,0R;1,0w;2,0;3,0;4,0b;5,0;6,0;7,0;8,0;9,0W;10,0B w setup -",
        "0,0R;1,0w;2,0;3,0;4,0;5,0;6,0;7,0;8,0;9,0W;10,0B w island -",  # ten blanks
        "0,0R;1,0w;2,0w;3,0W;4,0B w island -",
        "0,0R;1,0W;2,0W;3,0B w island -",
        "0,0R;1,0W;1,0;3,0B w island -",
        "1,0R;0,0W;2,0B w island -",  # not sorted
        "1,0R;0,1W;0,0B w island -",
        "0,0Rw;1,0W;2,0B w island -",
        "0,0RW;2,0B w island -",
        "0,0R;1,0W w island -",  # Black is missing
        "0,0W;1,0B w island -",
        "0,0W;1,0R;2,0B;3,0 x figure -",
        "0,0W;1,0R;2,0B;3,0 b end -",
        "0,0W;1,0R;2,0B;3,0 b figure 4,0",  # no island there
        "0,0W;1,0R;2,0B;3,0 b figure x",
        "0,0W;1,0R;2,0B;3,0 b figure - w",
        "0,0W;1,0R;2,0B;3,0 - figure -",
        "0,0W;1,0R;2,0B;3,0 - figure - w",  # Black can move
        "0,0W;1,0R;2,0B;3,0 w figure -",  # White cannot, so has lost
        "0,0W;1,0R;2,0B;3,0 - island - b",
        "0,0R;1,0B;3,0W;4,0 w figure 4,0",  # Black is alone with Red
        "0,0R;1,0B;3,0W;4,0 - figure 4,0 w",
        "0,0R;1,0B;3,0W;4000,0 w island -",
        "0,0R;1,0B;3,0W;0,4000 w island -",
        "0,0R;1,0B;1000001,0W w island -",
        "999999,0R;1000000,0B;1000001,0W w island -",
    ],
)
def test_texts_refused(position: str) -> None:
    for options in naive.OPTION_SETS:
        with pytest.raises(ValueError, match=r"[a-z]"):
            naive.parse(options, position)


def test_blocked_text_names_either_winner() -> None:
    # White at 0,0 cannot move: over, for Black, were White next; a mere position, were Black next.
    assert listed(OFF, "0,0W;1,0R;2,0B;3,0 b figure -") == ["C3,0", "R3,0"]
    assert naive.places(naive.parse(OFF, "0,0W;1,0R;2,0B;3,0 - figure - b")) == (2, 1)


def test_nothing_is_decided_between_the_two_moves() -> None:
    assert listed(OFF, "0,0R;1,0W;9,0B;10,0 b island -")[:1] == ["10,0-10,1"]


def test_illegal_moves_are_named() -> None:
    s = naive.start(OFF)
    for move in ("+2,0", "pass", "", "+1,0 ", "+01,0", "C1,0"):
        with pytest.raises(ValueError, match="illegal move"):
            naive.play(s, move)
    with pytest.raises(ValueError, match="sinking"):
        naive.start({"sinking": 1})
