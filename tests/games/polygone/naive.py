"""Polygone, written a second time in the most literal way: the oracle for the compiled rules.

Points are strings ("c3"), edges are the two point names run together in alphabetical order ("b2c3"),
a player's segments are a frozen set of edges.
"""

from typing import NamedTuple

Options = dict[str, int | bool | str]

OPTION_SETS: list[Options] = [{}]

WHITE = 0
BLACK = 1
LETTER = {WHITE: "w", BLACK: "b"}
PLAYER = {"w": WHITE, "b": BLACK}
SEGMENTS = 12
CAPTURES_TO_WIN = 7

# ---------------------------------------------------------------------------------------------- the board

X: dict[str, int] = {}
Y: dict[str, int] = {}
for _row, _letter in enumerate("abcde"):
    _length, _offset = {"a": (4, 5), "b": (5, 6), "c": (6, 7), "d": (5, 6), "e": (4, 5)}[_letter]
    for _i in range(1, _length + 1):
        X[f"{_letter}{_i}"] = 2 * _i - _offset
        Y[f"{_letter}{_i}"] = _row

POINTS = sorted(X)
POINT_AT = {(X[p], Y[p]): p for p in POINTS}

# The six directions in turning order: each is next to the one before it, and the last next to the first.
DIRECTIONS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]


def edge_name(p: str, q: str) -> str:
    return min(p, q) + max(p, q)


def ends(edge: str) -> tuple[str, str]:
    return edge[:2], edge[2:]


def neighbour(p: str, direction: int) -> str | None:
    """The next point in a direction (0 to 5), None off the board."""
    dx, dy = DIRECTIONS[direction]
    return POINT_AT.get((X[p] + dx, Y[p] + dy))


def _all_edges() -> list[str]:
    edges = set()
    for p in POINTS:
        for d in range(6):
            q = neighbour(p, d)
            if q is not None:
                edges.add(edge_name(p, q))
    return sorted(edges)


def _all_triangles() -> list[tuple[str, str, str]]:
    triangles = set()
    for p in POINTS:
        for d in range(6):
            q, r = neighbour(p, d), neighbour(p, (d + 1) % 6)
            if q is not None and r is not None:
                first, second, third = sorted((p, q, r))
                triangles.add((first, second, third))
    return sorted(triangles)


EDGES = _all_edges()
TRIANGLES = _all_triangles()
TRIANGLE_EDGES = {t: (edge_name(t[0], t[1]), edge_name(t[0], t[2]), edge_name(t[1], t[2])) for t in TRIANGLES}
# The triangles on the two sides of an edge: one only when the edge is on the rim of the board.
SIDES = {e: [t for t in TRIANGLES if e in TRIANGLE_EDGES[t]] for e in EDGES}

TIP = {WHITE: "c6", BLACK: "c1"}


def _wheel(hub: str) -> frozenset[str]:
    """The six edges at a hub and the six around it."""
    rim = [q for q in (neighbour(hub, d) for d in range(6)) if q is not None]
    around = {edge_name(rim[i], rim[(i + 1) % 6]) for i in range(6)}
    return frozenset(around | {edge_name(hub, q) for q in rim})


# --------------------------------------------------------------------------------------------- the state


class State(NamedTuple):
    white: frozenset[str]
    black: frozenset[str]
    player: int | None  # the player to act, None when the game is over
    pending: str | None = None  # where the pivoted segment is, while a choice between captures is open
    winner: int | None = None

    @property
    def options(self) -> Options:
        return {}

    def segments(self, player: int) -> frozenset[str]:
        return self.white if player == WHITE else self.black


def _check_options(options: Options) -> None:
    if options:
        raise ValueError(f"Polygone has no options, got {sorted(options)}")


def start(options: Options) -> State:
    _check_options(options)
    return State(white=_wheel("c2"), black=_wheel("c5"), player=WHITE)


# ------------------------------------------------------------------------------------------ empty polygons


def _areas(segments: frozenset[str]) -> list[set[tuple[str, str, str]]]:
    """Cut the board along all segments: the areas of triangles that are closed off from outside."""
    areas = []
    seen: set[tuple[str, str, str]] = set()
    for first in TRIANGLES:
        if first in seen:
            continue
        area = {first}
        to_visit = [first]
        closed = True
        while to_visit:
            for e in TRIANGLE_EDGES[to_visit.pop()]:
                if e in segments:
                    continue
                if len(SIDES[e]) == 1:
                    closed = False
                for t in SIDES[e]:
                    if t not in area:
                        area.add(t)
                        to_visit.append(t)
        seen |= area
        if closed:
            areas.append(area)
    return areas


def _simple_ring(border: set[str]) -> list[str] | None:
    """The points of a border in canonical ring order, None if it is not one ring that meets no point twice."""
    linked: dict[str, list[str]] = {}
    for e in border:
        p, q = ends(e)
        linked.setdefault(p, []).append(q)
        linked.setdefault(q, []).append(p)
    if any(len(others) != 2 for others in linked.values()):
        return None
    first = min(linked)
    ring = [first, min(linked[first])]
    while True:
        one, other = linked[ring[-1]]
        following = other if one == ring[-2] else one
        if following == first:
            break
        ring.append(following)
    return ring if len(ring) == len(linked) else None


def empty_polygons(segments: frozenset[str]) -> list[list[str]]:
    """Every empty polygon that the segments form, whatever their colours, as its points in ring order."""
    polygons = []
    for area in _areas(segments):
        inside_on_both_sides = False
        border = set()
        for t in area:
            for e in TRIANGLE_EDGES[t]:
                if e in segments:
                    if len(SIDES[e]) == 2 and SIDES[e][0] in area and SIDES[e][1] in area:
                        inside_on_both_sides = True
                    border.add(e)
        if inside_on_both_sides:
            continue
        ring = _simple_ring(border)
        if ring is not None:
            polygons.append(ring)
    return polygons


def ring_edges(ring: list[str]) -> list[str]:
    return [edge_name(p, q) for p, q in zip(ring, ring[1:] + ring[:1], strict=True)]


def captures(white: frozenset[str], black: frozenset[str]) -> dict[str, tuple[int, frozenset[str]]]:
    """The polygons to be captured now: move text -> the colour that loses segments, and those segments."""
    found: dict[str, tuple[int, frozenset[str]]] = {}
    for ring in empty_polygons(white | black):
        edges = ring_edges(ring)
        whites = frozenset(e for e in edges if e in white)
        blacks = frozenset(e for e in edges if e in black)
        if not whites or not blacks or len(whites) == len(blacks):
            continue
        found["x" + "".join(ring)] = (BLACK, blacks) if len(whites) > len(blacks) else (WHITE, whites)
    return found


# --------------------------------------------------------------------------------------------------- moves


def _direction(pivot: str, free_end: str) -> int:
    return DIRECTIONS.index((X[free_end] - X[pivot], Y[free_end] - Y[pivot]))


def _way_is_free(pivot: str, old: int, new: int, step: int, occupied: frozenset[str]) -> bool:
    """Turning from the old to the new direction by steps of +1 or -1 meets no segment strictly in between."""
    d = (old + step) % 6
    while d != new:
        q = neighbour(pivot, d)
        if q is not None and edge_name(pivot, q) in occupied:
            return False
        d = (d + step) % 6
    return True


def _pivots(s: State, player: int) -> list[str]:
    found = []
    occupied = s.white | s.black
    forwards = 1 if player == WHITE else -1
    for edge in s.segments(player):
        p, q = ends(edge)
        for pivot, free_end in ((p, q), (q, p)):
            old = _direction(pivot, free_end)
            for new in range(6):
                new_end = neighbour(pivot, new)
                if new_end is None:
                    continue
                new_edge = edge_name(pivot, new_end)
                if new_edge in occupied:
                    continue
                if forwards * (X[new_end] - X[free_end]) < 0:
                    continue
                if any(_way_is_free(pivot, old, new, step, occupied) for step in (1, -1)):
                    found.append(f"{edge}-{new_edge}")
    return found


def moves(s: State) -> list[str]:
    if s.player is None:
        return []
    if s.pending is not None:
        return sorted(captures(s.white, s.black))
    return sorted(_pivots(s, s.player)) or ["pass"]


def _without(s: State, loser: int, taken: frozenset[str]) -> State:
    return s._replace(white=s.white - taken) if loser == WHITE else s._replace(black=s.black - taken)


def _won(s: State, winner: int) -> State:
    return s._replace(player=None, pending=None, winner=winner)


def _resolve(s: State, mover: int, pivoted: str, chosen: str | None) -> State:
    """All that follows a pivot, up to the next decision. `chosen` is the capture just chosen, if any."""
    while True:
        to_take = captures(s.white, s.black)
        if not to_take:
            break
        if chosen is None:
            if len(to_take) > 1:
                return s._replace(player=mover, pending=pivoted)
            (chosen,) = to_take
        loser, taken = to_take[chosen]
        chosen = None
        s = _without(s, loser, taken)
        if SEGMENTS - len(s.segments(loser)) >= CAPTURES_TO_WIN:
            return _won(s, 1 - loser)
    if pivoted in s.segments(mover) and TIP[mover] in ends(pivoted):
        return _won(s, mover)
    return s._replace(player=1 - mover, pending=None)


def play(s: State, move: str) -> State:
    if s.player is None or move not in moves(s):
        raise ValueError(f"illegal move {move!r} in {text(s)!r}")
    return _play_legal(s, s.player, move)


def _play_legal(s: State, mover: int, move: str) -> State:
    if move == "pass":
        return s._replace(player=1 - mover)
    if s.pending is not None:
        return _resolve(s, mover, s.pending, chosen=move)
    old_edge, new_edge = move.split("-")
    moved = (s.segments(mover) - {old_edge}) | {new_edge}
    s = s._replace(white=moved) if mover == WHITE else s._replace(black=moved)
    return _resolve(s, mover, new_edge, chosen=None)


# ----------------------------------------------------------------------------------------------------- end


def to_act(s: State) -> int | None:
    return s.player


def places(s: State) -> tuple[int, ...] | None:
    if s.winner is None:
        return None
    return (1, 2) if s.winner == WHITE else (2, 1)


# ---------------------------------------------------------------------------------------------------- text


def text(s: State) -> str:
    fields = [
        ",".join(sorted(s.white)) or "-",
        ",".join(sorted(s.black)) or "-",
        "-" if s.player is None else LETTER[s.player],
        s.pending or "-",
    ]
    if s.winner is not None:
        fields.append(LETTER[s.winner])
    return " ".join(fields)


def _parse_edges(colour: str, field: str) -> frozenset[str]:
    if field == "-":
        return frozenset()
    names = field.split(",")
    for name in names:
        if name not in EDGES:
            raise ValueError(f"{colour}: {name!r} is not an edge of the board")
    if names != sorted(set(names)):
        raise ValueError(f"{colour}: the edges must be sorted, each once")
    if len(names) > SEGMENTS:
        raise ValueError(f"{colour} has {len(names)} segments, the box holds {SEGMENTS}")
    return frozenset(names)


def parse(options: Options, text: str) -> State:
    _check_options(options)
    fields = text.split(" ")
    if len(fields) not in (4, 5):
        raise ValueError(f"a position has four fields, five when it is over, not {len(fields)}")
    white = _parse_edges("white", fields[0])
    black = _parse_edges("black", fields[1])
    if white & black:
        raise ValueError(f"an edge holds one segment, two lie on {', '.join(sorted(white & black))}")
    # A segment that reaches the tip it aims at and stays there wins: so there is never a second one, and it is
    # either the winner's or the one that has just pivoted, while captures are still to be chosen.
    on_tip = {
        WHITE: {e for e in white if TIP[WHITE] in ends(e)},
        BLACK: {e for e in black if TIP[BLACK] in ends(e)},
    }
    if len(on_tip[WHITE]) + len(on_tip[BLACK]) > 1:
        raise ValueError("more than one segment on the tip it aims at")
    if len(fields) == 5:
        return _parse_over(white, black, fields, on_tip)
    return _parse_going_on(white, black, fields, on_tip)


def _parse_over(white: frozenset[str], black: frozenset[str], fields: list[str], on_tip: dict[int, set[str]]) -> State:
    if fields[2] != "-":
        raise ValueError("a position with a winner has nobody to act: the third field must be '-'")
    if fields[3] != "-":
        raise ValueError("a position with a winner has nothing pending: the fourth field must be '-'")
    if fields[4] not in PLAYER:
        raise ValueError(f"the winner is 'w' or 'b', not {fields[4]!r}")
    winner = PLAYER[fields[4]]
    if on_tip[1 - winner]:
        raise ValueError("the loser has a segment on the tip it aims at")
    s = State(white, black, None, None, winner)
    lost = {player: SEGMENTS - len(s.segments(player)) for player in (WHITE, BLACK)}
    if lost[winner] >= CAPTURES_TO_WIN:
        raise ValueError(f"the winner has lost {lost[winner]} segments, {CAPTURES_TO_WIN} lose the game")
    if lost[1 - winner] < CAPTURES_TO_WIN:
        if not on_tip[winner]:
            raise ValueError("the winner has neither captured seven segments nor reached the tip")
        if captures(white, black):
            raise ValueError("a polygon is still to be captured before the tip counts")
    return s


def _parse_going_on(
    white: frozenset[str], black: frozenset[str], fields: list[str], on_tip: dict[int, set[str]]
) -> State:
    if fields[2] not in PLAYER:
        raise ValueError(f"to act is 'w' or 'b' while there is no winner, not {fields[2]!r}")
    player = PLAYER[fields[2]]
    pending = None if fields[3] == "-" else fields[3]
    s = State(white, black, player, pending)
    for colour, name in ((WHITE, "white"), (BLACK, "black")):
        lost = SEGMENTS - len(s.segments(colour))
        if lost >= CAPTURES_TO_WIN:
            raise ValueError(f"{name} has lost {lost} segments: the game is over")
    if any(e != pending for e in on_tip[WHITE] | on_tip[BLACK]):
        raise ValueError("a segment is on the tip it aims at: the game is over")
    to_take = captures(white, black)
    if pending is None:
        if to_take:
            raise ValueError(f"a polygon is still to be captured: {', '.join(sorted(to_take))}")
        return s
    if pending not in EDGES:
        raise ValueError(f"pending: {pending!r} is not an edge of the board")
    if pending not in s.segments(player):
        raise ValueError(f"pending: no segment of the player to act lies on {pending}")
    if len(to_take) < 2:
        raise ValueError("pending, but there is no choice between captures")
    # Every polygon that a turn opens has the pivoted segment in its ring, as long as this segment is there
    # (captures only merge the areas on its two sides with others): any other was due before the turn.
    for name in sorted(to_take):
        if pending not in ring_edges([name[i : i + 2] for i in range(1, len(name), 2)]):
            raise ValueError(f"polygon {name} does not touch the pivoted segment: it was to be captured before")
    return s


# --------------------------------------------------------------------------------------------------- perft


def perft(s: State, depth: int) -> int:
    if depth == 0:
        return 1
    if s.player is None:
        return 0
    if depth == 1:
        return len(moves(s))
    return sum(perft(_play_legal(s, s.player, move), depth - 1) for move in moves(s))
