"""The oracle itself, against positions worked out by hand from the rules page, and captures against brute force."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.polygone import naive
from tests.games.polygone.naive import BLACK, WHITE, moves, parse, perft, places, play, start, text, to_act

START = (
    "b1b2,b1c1,b1c2,b2c2,b2c3,c1c2,c1d1,c2c3,c2d1,c2d2,c3d2,d1d2 "
    "b4b5,b4c4,b4c5,b5c5,b5c6,c4c5,c4d4,c5c6,c5d4,c5d5,c6d5,d4d5 w -"
)


def after(position: str, *played: str) -> str:
    s = parse({}, position)
    for move in played:
        s = play(s, move)
    return text(s)


def legal(position: str) -> list[str]:
    return moves(parse({}, position))


# --------------------------------------------------------------------------------------- board and start


def test_board() -> None:
    assert len(naive.POINTS) == 24
    assert len(naive.EDGES) == 55
    assert len(naive.TRIANGLES) == 32
    assert sum(len(sides) == 1 for sides in naive.SIDES.values()) == 14
    assert naive.X["a1"] == -3
    assert naive.X["b1"] == -4
    assert naive.X["c1"] == -5
    assert naive.X["e4"] == 3
    assert naive.X["d5"] == 4
    assert naive.X["c6"] == 5
    assert [e for e in naive.EDGES if "c3" in naive.ends(e)] == ["b2c3", "b3c3", "c2c3", "c3c4", "c3d2", "c3d3"]
    assert [e for e in naive.EDGES if "c1" in naive.ends(e)] == ["b1c1", "c1c2", "c1d1"]


def test_start() -> None:
    s = start({})
    assert text(s) == START
    assert parse({}, START) == s
    assert to_act(s) == WHITE
    assert places(s) is None


def test_start_moves() -> None:
    """The hub and the own tip are full; b1c1 swings round outside the board; the spokes are shut in."""
    at_b1 = ["b1c1-a1b1"]
    at_d1 = ["c1d1-d1e1"]
    at_b2 = ["b1b2-a1b2", "b1b2-a2b2", "b1b2-b2b3", "b2c3-a2b2", "b2c3-b2b3"]
    at_d2 = ["d1d2-d2e1", "d1d2-d2e2", "d1d2-d2d3", "c3d2-d2e2", "c3d2-d2d3"]
    at_c3 = ["b2c3-b3c3", "b2c3-c3c4", "b2c3-c3d3", "c3d2-b3c3", "c3d2-c3c4", "c3d2-c3d3"]
    assert legal(START) == sorted(at_b1 + at_d1 + at_b2 + at_d2 + at_c3)
    assert perft(start({}), 0) == 1
    assert perft(start({}), 1) == 18


def test_options() -> None:
    with pytest.raises(ValueError, match="no options"):
        start({"players": 2})


# -------------------------------------------------------------------------------------------------- pivots

FAR_BLACK = "a1a2,a2a3,a3a4,e1e2,e2e3,e3e4"


def pivots_at(position: str, edge: str) -> list[str]:
    return [m.split("-")[1] for m in legal(position) if m.startswith(edge + "-")]


def test_never_backwards_but_level() -> None:
    # c3d2 alone. About c3 (x -1): free end d2 at -2; c2 (-3) is back, b2 (-2) level, the others forwards.
    # About d2 (x -2): free end c3 at -1; only e2 (-1, level) and d3 (0) do not go back.
    position = f"b4b5,b5c5,c3d2,c5d5,d4d5,d5e4 {FAR_BLACK} w -"
    assert pivots_at(position, "c3d2") == ["b2c3", "b3c3", "c3c4", "c3d3", "d2d3", "d2e2"]
    # The same segment in black: about c3 it may go to b2 (level) and c2; about d2 (free end at -1) to e2 (level),
    # e1 and c2 (-3), d1 (-4), not to d3 (0).
    position = "b4b5,b5c5,c4d4,c5d5,d4d5,d5e4 a1a2,a2a3,a3a4,c3d2,e2e3,e3e4 b -"
    assert pivots_at(position, "c3d2") == ["b2c3", "c2c3", "c2d2", "d1d2", "d2e1", "d2e2"]


def test_a_segment_of_any_colour_bars_the_way() -> None:
    # c2c3 points left from c3. Black c3d3 (up right) and White b3c3 (down right) leave b2 and d2 only; c4 is shut off.
    position = "b3c3,b4b5,c2c3,c5d5,d4d5,d5e4 a1a2,a2a3,a3a4,c3d3,e2e3,e3e4 w -"
    assert pivots_at(position, "c2c3") == ["b2c3", "c3d2"]
    # One free way is enough: without b3c3 the lower way leads to b2, b3 and c4.
    position = "b4b5,c2c3,c4c5,c5d5,d4d5,d5e4 a1a2,a2a3,a3a4,c3d3,e2e3,e3e4 w -"
    assert pivots_at(position, "c2c3") == ["b2c3", "b3c3", "c3c4", "c3d2"]


def test_only_segments_at_the_pivot_bar() -> None:
    # d2d3 and b2b3 lie across the two ways from c2 to c4 about c3, but do not touch c3.
    position = "b4b5,c2c3,c4c5,c5d5,d4d5,d5e4 a1a2,a2a3,a3a4,b2b3,d2d3,e3e4 w -"
    assert pivots_at(position, "c2c3") == ["b2c3", "b3c3", "c3c4", "c3d2", "c3d3"]


def test_the_sweep_itself_may_swing_back() -> None:
    # From d2 to b2 about c3 both ends are at -2, the one free way goes by c2 at -3.
    position = "b4b5,c3d2,c4c5,c5d5,d4d5,d5e4 a1a2,a2a3,a3a4,c3d3,e2e3,e3e4 w -"
    assert "c3d2-b2c3" in legal(position)
    # By c2 only as long as nothing lies there.
    position = "b4b5,c2c3,c3d2,c5d5,d4d5,d5e4 a1a2,a2a3,a3a4,c3d3,e2e3,e3e4 w -"
    assert "c3d2-b2c3" not in legal(position)


def test_directions_off_the_board_are_free() -> None:
    # About a2 (x -1) a1a2 points left; a3 and b3 are reached under the board although b2 (up left) is shut.
    position = "a1a2,b4b5,c4c5,c5d5,d4d5,d5e4 a2b2,d1d2,d2d3,e1e2,e2e3,e3e4 w -"
    assert pivots_at(position, "a1a2") == ["a2a3", "a2b3"]


def test_pass() -> None:
    # Five white segments fill the corner at e4, shut by d3d4, c5d5 and c6d5; d2d3 is shut by d3e2 and c3d3.
    stuck = "d2d3,d4d5,d4e3,d4e4,d5e4,e3e4 a1a2,c3d3,c5d5,c6d5,d3d4,d3e2"
    assert legal(f"{stuck} w -") == ["pass"]
    assert after(f"{stuck} w -", "pass") == f"{stuck} b -"
    assert "pass" not in legal(f"{stuck} b -")


# ------------------------------------------------------------------------------------------------ captures


def test_a_triangle_captures() -> None:
    before = "b1c1,b2c3,c1d1,c2c3,c4c5,d1d2 a1a2,a2a3,a3a4,b2b3,e1e2,e2e3,e3e4 w -"
    assert after(before, "c2c3-b3c3") == "b1c1,b2c3,b3c3,c1d1,c4c5,d1d2 a1a2,a2a3,a3a4,e1e2,e2e3,e3e4 b -"


def test_the_seventh_capture_wins() -> None:
    before = "b1c1,b2c3,c1d1,c2c3,c4c5,d1d2 a1a2,a2a3,a3a4,b2b3,e1e2,e2e3 w -"
    won = play(parse({}, before), "c2c3-b3c3")
    assert text(won) == "b1c1,b2c3,b3c3,c1d1,c4c5,d1d2 a1a2,a2a3,a3a4,e1e2,e2e3 - - w"
    assert to_act(won) is None
    assert moves(won) == []
    assert places(won) == (1, 2)
    assert perft(won, 1) == 0
    assert perft(won, 0) == 1


def test_the_mover_may_be_the_minority() -> None:
    # Two black sides, and White closes the triangle: White's own segment leaves.
    before = "b1c1,c1d1,c2c3,c4c5,d1d2,d4d5,d5e4 a1a2,a2a3,b2b3,b2c3,e1e2,e2e3 w -"
    result = "b1c1,c1d1,c4c5,d1d2,d4d5,d5e4 a1a2,a2a3,b2b3,b2c3,e1e2,e2e3 b -"
    assert after(before, "c2c3-b3c3") == result


def test_equal_numbers_capture_nothing() -> None:
    before = "b1c1,b2c3,c1d1,c2c3,d1d2,d4d5 a1a2,a2a3,b2b3,b3c4,e1e2,e2e3 w -"
    result = "b1c1,b2c3,c1d1,c3c4,d1d2,d4d5 a1a2,a2a3,b2b3,b3c4,e1e2,e2e3 b -"
    assert after(before, "c2c3-c3c4") == result


def test_a_polygon_that_is_not_empty_captures_nothing() -> None:
    # The ring around d3: four white, two black.
    white, black = "b1c1,b3c3,c1d1,c4d4,d4e3,e2e3", "a1a2,a2a3,a3a4,b5c6,c3d2,c6d5,d2e2,d5e4"
    closed = "b1c1,c1d1,c3c4,c4d4,d4e3,e2e3"
    taken = "a1a2,a2a3,a3a4,b5c6,c6d5,d5e4"
    assert after(f"{white} {black} w -", "b3c3-c3c4") == f"{closed} {taken} b -"
    black = "a1a2,a2a3,a3a4,b5c6,c3d2,c6d5,d2e2,d3e3"
    assert after(f"{white} {black} w -", "b3c3-c3c4") == f"{closed} {black} b -"


CHOICE_BLACK = "b3c3,b3c4,b4b5,b5c6,c3d2,c6d5,d2e2,d5e4"
CHOICE = f"a1a2,a2a3,a3a4,b1c1,c1d1,c3d3,c4d4,d1e1,d4e3,e2e3 {CHOICE_BLACK} w -"


def test_choice_between_captures() -> None:
    """c3c4 closes the triangle b3 c3 c4 (two black) and the ring around d3 (four white, two black)."""
    open_choice = f"a1a2,a2a3,a3a4,b1c1,c1d1,c3c4,c4d4,d1e1,d4e3,e2e3 {CHOICE_BLACK} w c3c4"
    assert after(CHOICE, "c3d3-c3c4") == open_choice
    assert legal(open_choice) == ["xb3c3c4", "xc3c4d4e3e2d2"]
    # The ring first: two black leave and open it; the triangle follows unasked and takes c3c4.
    ring_first = "a1a2,a2a3,a3a4,b1c1,c1d1,c4d4,d1e1,d4e3,e2e3 b3c3,b3c4,b4b5,b5c6,c6d5,d5e4 b -"
    assert after(open_choice, "xc3c4d4e3e2d2") == ring_first
    # The triangle first: c3c4 leaves, ring and triangle merge, four black against three white.
    triangle_first = f"a1a2,a2a3,a3a4,b1c1,c1d1,d1e1 {CHOICE_BLACK} b -"
    assert after(open_choice, "xb3c3c4") == triangle_first
    with pytest.raises(ValueError, match="xb3c4c3"):
        play(parse({}, open_choice), "xb3c4c3")
    with pytest.raises(ValueError, match="a1a2-a2b2"):
        play(parse({}, open_choice), "a1a2-a2b2")


def test_seven_captures_end_the_game_before_other_polygons() -> None:
    before = CHOICE.replace(",d5e4 w", " w")
    result = "a1a2,a2a3,a3a4,b1c1,c1d1,c3c4,c4d4,d1e1,d4e3,e2e3 b3c3,b3c4,b4b5,b5c6,c6d5 - - w"
    assert after(before, "c3d3-c3c4", "xc3c4d4e3e2d2") == result
    # With nine white segments the other order loses one, then three: seven in all.
    before = CHOICE.replace("a1a2,", "")
    result = f"a2a3,a3a4,b1c1,c1d1,d1e1 {CHOICE_BLACK} - - b"
    assert after(before, "c3d3-c3c4", "xb3c3c4") == result
    assert places(parse({}, result)) == (2, 1)


def test_two_captures_whose_order_does_not_matter_are_still_a_choice() -> None:
    # Before: ring b3 c3 d3 c4 two against two, triangle c3 d2 d3 all white.
    black = "b3c4,b5c6,c4d3,c6d5,d5e4,e1e2,e2e3,e3e4"
    before = f"b1c1,b3c3,c1d1,c3d2,c3d3,d2d3 {black} w -"
    between = after(before, "c3d3-c3c4")
    assert between == f"b1c1,b3c3,c1d1,c3c4,c3d2,d2d3 {black} w c3c4"
    assert legal(between) == ["xb3c3c4", "xc3c4d3d2"]
    result = "b1c1,b3c3,c1d1,c3c4,c3d2,d2d3 b5c6,c6d5,d5e4,e1e2,e2e3,e3e4 b -"
    assert after(between, "xb3c3c4") == after(between, "xc3c4d3d2") == result


# ----------------------------------------------------------------------------------------------------- end


def test_the_tip_wins() -> None:
    before = f"b1c1,c1d1,c5d5,d1d2,d2e2,d4d5 {FAR_BLACK} w -"
    result = f"b1c1,c1d1,c5c6,d1d2,d2e2,d4d5 {FAR_BLACK} - - w"
    assert after(before, "c5d5-c5c6") == result
    assert places(parse({}, result)) == (1, 2)
    # Black the other way.
    before = "b4b5,b5c5,c4d4,d2d3,d3d4,d4d5 a1a2,a2a3,b1c2,b4c4,e2e3,e3e4 b -"
    result = "b4b5,b5c5,c4d4,d2d3,d3d4,d4d5 a1a2,a2a3,b1c1,b4c4,e2e3,e3e4 - - b"
    assert after(before, "b1c2-b1c1") == result
    assert places(parse({}, result)) == (2, 1)


def test_a_captured_segment_does_not_win_at_the_tip() -> None:
    black = "a1a2,a2a3,b5c5,b5c6,e1e2,e2e3"
    assert after(f"b1c1,c1d1,c5d5,d1d2,d2e2,d3d4,d4d5 {black} w -", "c5d5-c5c6") == (
        f"b1c1,c1d1,d1d2,d2e2,d3d4,d4d5 {black} b -"
    )
    assert after(f"b1c1,c1d1,c5d5,d1d2,d2e2,d4d5 {black} w -", "c5d5-c5c6") == (
        f"b1c1,c1d1,d1d2,d2e2,d4d5 {black} - - b"
    )


# ----------------------------------------------------------------------------------------------------- text


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("", "fields"),
        (START[:-2], "fields"),
        (START + " ", "winner|nobody"),
        (START.replace("w -", "w  -"), "nobody"),
        (START.replace("w -", "- -"), "to act"),
        (START.replace("w -", "W -"), "to act"),
        (START.replace("w -", "w - w"), "nobody"),
        (START.replace("w -", "- - w"), "neither"),
        (START.replace("w -", "- - x"), "winner"),
        (START.replace("w -", "w c2c3"), "no choice"),
        (START.replace("w -", "w c3c2"), "not an edge"),
        (START.replace("w -", "w c3c4"), "no segment"),
        (START.replace("w -", "w c4c5"), "no segment"),
        (START.replace("b1b2,b1c1", "b1c1,b1b2"), "sorted"),
        (START.replace("b1b2,b1c1", "b1b2,b1b2,b1c1"), "sorted"),
        (START.replace("b1b2,", "b2b1,"), "not an edge"),
        (START.replace("b1b2,", "a1b3,"), "not an edge"),
        (START.replace("b1b2,", "a1a1,"), "not an edge"),
        (START.replace("b1b2,", ",b1b2,"), "not an edge"),
        (START.replace("b1b2,", "a1a2,b1b2,"), "13 segments"),
        (START.replace("d1d2 b4b5", "d1d2 b1b2"), "two lie on b1b2"),
        (f"b1c1,c1d1,c2c3,d1d2,d2d3 {FAR_BLACK} w -", "over"),
        (f"- {FAR_BLACK} w -", "over"),
        (f"b1c1,c1d1,c2c3,d1d2,d2d3 {FAR_BLACK} - - w", "winner has lost"),
        (f"b1c1,c1d1,c2c3,d1d2,d2d3 {FAR_BLACK[:-5]} - - w", "winner has lost"),
        (f"b1c1,b2c3,b3c3,c1d1,c4c5,d1d2 {FAR_BLACK.replace(',e1e2', ',b2b3,e1e2')} b -", "still to be captured"),
        (f"b1c1,b2c3,b3c3,c1d1,c5c6,d1d2 {FAR_BLACK.replace(',e1e2', ',b2b3,e1e2')} - - w", "before the tip"),
        (f"b1c1,c1d1,c5c6,d1d2,d2e2,d4d5 {FAR_BLACK} b -", "tip"),
        (f"b1c1,c1d1,c5c6,c6d5,d1d2,d2e2 {FAR_BLACK} - - w", "more than one"),
        (f"b1c1,c1d1,c5c6,d1d2,d2e2,d4d5 {FAR_BLACK} - - b", "loser"),
        (f"b1c1,c1d1,c5c6,d1d2,d2e2,d4d5 {FAR_BLACK} - c5c6 w", "pending"),
    ],
)
def test_bad_texts(bad: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse({}, bad)


def test_pending_must_be_in_every_polygon_to_be_captured() -> None:
    # Two triangles with two white sides and a black one, far apart: one of them was due before the pivot.
    white, black = "a1a2,a1b2,d3d4,d3e3,d4d5,d5e4", "a2b2,b1c2,b4b5,c6d5,d4e3,e1e2"
    due = naive.captures(frozenset(white.split(",")), frozenset(black.split(",")))
    assert sorted(due) == ["xa1a2b2", "xd3d4e3"]
    for pending in ("a1a2", "d3e3"):
        with pytest.raises(ValueError, match="does not touch"):
            parse({}, f"{white} {black} w {pending}")


# -------------------------------------------------------------------------------- captures by brute force


def cycles(segments: frozenset[str]) -> Iterator[list[str]]:
    """Every closed ring of segments that meets no point twice, once each, in canonical order."""
    linked: dict[str, list[str]] = {}
    for e in sorted(segments):
        p, q = naive.ends(e)
        linked.setdefault(p, []).append(q)
        linked.setdefault(q, []).append(p)

    def walk(path: list[str]) -> Iterator[list[str]]:
        for q in linked[path[-1]]:
            if q == path[0] and len(path) > 2 and path[1] < path[-1]:
                yield path[:]
            elif q > path[0] and q not in path:
                yield from walk([*path, q])

    for p in sorted(linked):
        yield from walk([p])


def is_inside(edge: str, ring: list[str]) -> bool:
    """Whether the middle of an edge that is not in the ring is inside it: count crossings to the right of it."""
    p, q = naive.ends(edge)
    mx, my = naive.X[p] + naive.X[q], naive.Y[p] + naive.Y[q]  # doubled coordinates
    inside = False
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        low, high = sorted(((2 * naive.Y[a], 2 * naive.X[a]), (2 * naive.Y[b], 2 * naive.X[b])))
        if low[0] <= my < high[0]:
            # The x of the side at height my, times the height of the side.
            crossing = low[1] * (high[0] - low[0]) + (high[1] - low[1]) * (my - low[0])
            if crossing > mx * (high[0] - low[0]):
                inside = not inside
    return inside


def brute_force(segments: frozenset[str]) -> list[list[str]]:
    found = []
    for ring in cycles(segments):
        others = segments - set(naive.ring_edges(ring))
        if not any(is_inside(e, ring) for e in others):
            found.append(ring)
    return sorted(found)


def rim(points: str) -> frozenset[str]:
    return frozenset(naive.ring_edges([points[i : i + 2] for i in range(0, len(points), 2)]))


def test_empty_polygons_by_hand() -> None:
    outline = rim("a1a2a3a4b5c6d5e4e3e2e1d1c1b1")
    assert len(outline) == 14
    whole = ["a1", "a2", "a3", "a4", "b5", "c6", "d5", "e4", "e3", "e2", "e1", "d1", "c1", "b1"]
    assert naive.empty_polygons(outline) == [whole]
    # A ring inside, apart from the outline, or touching it in a point: only the inner one is empty.
    assert naive.empty_polygons(outline | rim("b2b3c3")) == [["b2", "b3", "c3"]]
    assert naive.empty_polygons(outline | rim("a2b2b3")) == [["a2", "b2", "b3"]]
    # A segment inside, apart from the outline, or joined to it at one end: none. At both ends: two areas.
    assert naive.empty_polygons(outline | {"c3c4"}) == []
    assert naive.empty_polygons(outline | {"a2b2"}) == []
    assert sorted(naive.empty_polygons(outline | {"b1c2", "c1c2"})) == [
        ["a1", "a2", "a3", "a4", "b5", "c6", "d5", "e4", "e3", "e2", "e1", "d1", "c1", "c2", "b1"],
        ["b1", "c1", "c2"],
    ]
    # Two triangles that meet in a point are two polygons; a gap in the outline of the board lets the outside in.
    assert sorted(naive.empty_polygons(rim("b2b3c3") | rim("c3d2d3"))) == [["b2", "b3", "c3"], ["c3", "d2", "d3"]]
    assert naive.empty_polygons(outline - {"a1a2"}) == []
    # The ring around d3 with a spoke that reaches from side to side through the hub: two halves.
    halves = rim("c3c4d4e3e2d2") | {"d2d3", "d3d4"}
    assert sorted(naive.empty_polygons(halves)) == [["c3", "c4", "d4", "d3", "d2"], ["d2", "d3", "d4", "e3", "e2"]]


def test_empty_polygons_brute_force_strewn() -> None:
    rng = random.Random(7)
    polygons = 0
    outline = rim("a1a2a3a4b5c6d5e4e3e2e1d1c1b1")
    for n in range(400):
        segments = frozenset(rng.sample(naive.EDGES, rng.randint(8, 24)))
        if n % 4 == 0:  # rings within rings
            inner = sorted(set(naive.EDGES) - outline)
            segments = outline | frozenset(rng.sample(inner, rng.randint(3, 10)))
        expected = brute_force(segments)
        assert sorted(naive.empty_polygons(segments)) == expected
        polygons += len(expected)
    assert polygons > 300


def brute_force_due(white: frozenset[str], black: frozenset[str]) -> dict[str, frozenset[str]]:
    """Move text -> the segments that leave."""
    due = {}
    for ring in brute_force(white | black):
        whites = frozenset(naive.ring_edges(ring)) & white
        blacks = frozenset(naive.ring_edges(ring)) & black
        if whites and blacks and len(whites) != len(blacks):
            due["x" + "".join(ring)] = min(whites, blacks, key=len)
    return due


def test_captures_brute_force_in_games() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        s = start({})
        while s.player is not None:
            white, black, mover = s.white, s.black, s.player
            due = brute_force_due(white, black)
            assert set(due) == (set(moves(s)) if s.pending else set())
            move = rng.choice(moves(s))
            s = play(s, move)
            if move in due:
                white, black = white - due[move], black - due[move]
            elif move != "pass":
                old, new = move.split("-")
                if mover == WHITE:
                    white = white - {old} | {new}
                else:
                    black = black - {old} | {new}
            due = brute_force_due(white, black)
            while len(due) == 1 and len(white) >= 6 and len(black) >= 6:
                (taken,) = due.values()
                white, black = white - taken, black - taken
                due = brute_force_due(white, black)
            assert (s.white, s.black) == (white, black)
            if len(white) >= 6 and len(black) >= 6:
                assert (s.pending is not None) == (len(due) > 1)


# -------------------------------------------------------------------------------------- what always holds


def upside_down(edge: str) -> str:
    p, q = (dict(zip("abcde", "edcba", strict=True))[point[0]] + point[1] for point in naive.ends(edge))
    return naive.edge_name(p, q)


def other_end(edge: str) -> str:
    at = {(-naive.X[p], naive.Y[p]): p for p in naive.POINTS}
    p, q = (at[naive.X[point], naive.Y[point]] for point in naive.ends(edge))
    return naive.edge_name(p, q)


def test_games_keep_their_promises() -> None:
    for seed in range(12):
        rng = random.Random(100 + seed)
        s = start({})
        while s.player is not None:
            assert parse({}, text(s)) == s
            legal_now = moves(s)
            assert legal_now == sorted(set(legal_now))
            assert legal_now
            if s.pending is None and rng.random() < 0.15:
                flipped = naive.State(
                    frozenset(map(upside_down, s.white)), frozenset(map(upside_down, s.black)), s.player
                )
                assert perft(flipped, 2) == perft(s, 2)
                swapped = naive.State(
                    frozenset(map(other_end, s.black)), frozenset(map(other_end, s.white)), 1 - s.player
                )
                assert perft(swapped, 2) == perft(s, 2)
            if s.pending is not None:
                assert s.pending in s.segments(s.player)
                assert len(legal_now) == 2
            s = play(s, rng.choice(legal_now))
        assert parse({}, text(s)) == s
        assert places(s) == ((1, 2) if s.winner == WHITE else (2, 1))
        assert s.winner in (WHITE, BLACK)


# ---------------------------------------------------------------------------------------------- the tables

HERE = Path(__file__).parent


def test_perft_table_is_fresh() -> None:
    lines = [line for line in (HERE / "perft.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) > 50
    for line in lines:
        options, position, counts = line.split(" | ")
        assert options == "-"
        s = parse({}, position)
        assert text(s) == position
        for depth, count in enumerate(map(int, counts.split()), 1):
            if count < 1000:
                assert perft(s, depth) == count


def test_recorded_games_replay() -> None:
    blocks = (HERE / "games.txt").read_text("utf-8").strip("\n").split("\n\n")
    assert len(blocks) > 50
    for block in blocks:
        head, played, final = block.split("\n")
        assert head == f"- | {START}"
        assert after(START, *played.split(" ")) == final
