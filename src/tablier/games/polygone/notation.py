"""Position texts such as ``b1b2,c2c3,… b4b5,… w -`` and move texts such as ``b2c3-b3c3``, ``xb2b3c3``, ``pass``."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tablier.core.options import Options
from tablier.games.polygone.rules import BLACK, LOST, NONE, PASS, SEGMENTS, STATE, TAKE, WHITE, States, due
from tablier.games.polygone.triangle import EDGE_AT, EDGE_INDEX, EDGES, ENDS, POINT_INDEX, POINTS, SIDES, TRIANGLES

TIPS = (POINT_INDEX["c6"], POINT_INDEX["c1"])
"""The point each player aims at."""

_LETTERS = "wb"
_COLOURS = ("White", "Black")
_LONGEST = 200  # no position takes as many characters
_FORM = "'<white edges> <black edges> <w or b> <pending edge or ->', or '<white edges> <black edges> - - <winner>'"
_PIVOT_TEXTS = {
    64 * old + new: f"{EDGES[old]}-{EDGES[new]}"
    for pivot in EDGE_AT
    for old in pivot
    for new in pivot
    if old is not None and new is not None and old != new
}


def members(word: int) -> list[int]:
    """The numbers in a word of bits, in order."""
    found = []
    while word:
        found.append((word & -word).bit_length() - 1)
        word &= word - 1
    return found


def word_of(edges: Iterable[int]) -> int:
    """The word of some edges."""
    return sum(1 << edge for edge in edges)


def segments_of(states: States) -> tuple[int, int]:
    """The edges of each player's segments, as words."""
    white, black = states[0].segments.tolist()
    return white, black


def ring_points(ring: int) -> list[int]:
    """The points of a ring of edges in order, from the first point on to the smaller of its two neighbours."""
    linked: dict[int, list[int]] = {}
    for edge in members(ring):
        p, q = ENDS[edge]
        linked.setdefault(p, []).append(q)
        linked.setdefault(q, []).append(p)
    first = min(linked)
    points = [first, min(linked[first])]
    while True:
        one, other = linked[points[-1]]
        following = other if one == points[-2] else one
        if following == first:
            return points
        points.append(following)


def ring_name(points: list[int]) -> str:
    """The names of a ring's points, run together."""
    return "".join(POINTS[point] for point in points)


def ring_at(segments: tuple[int, int], seed: int) -> int:
    """The ring of the empty polygon around a triangle if it captures, as a word; 0 if it does not."""
    return int(due(np.uint64(segments[WHITE]), np.uint64(segments[BLACK]), seed))


def rings_due(segments: tuple[int, int]) -> list[int]:
    """The rings of all polygons that are to be captured."""
    return sorted({ring_at(segments, seed) for seed in range(len(TRIANGLES))} - {0})


def _states(segments: tuple[int, int], turn: int, pending: int = NONE, winner: int = NONE) -> States:
    states: States = np.zeros(1, STATE)
    s = states[0]
    s.segments[:] = segments
    s.turn, s.pending, s.winner = np.int64(turn), np.int64(pending), np.int64(winner)
    return states


def _wheel(hub: str) -> int:
    """The six edges at a point and the six around it."""
    middle = POINT_INDEX[hub]
    return word_of(
        edge for edge, ends in enumerate(ENDS) if middle in ends or any({middle, *ends} == set(t) for t in TRIANGLES)
    )


def start(_options: Options) -> States:
    return _states((_wheel("c2"), _wheel("c5")), WHITE)


def text(states: States) -> str:
    s = states[0]
    turn, pending, winner = int(s.turn), int(s.pending), int(s.winner)
    fields = [",".join([EDGES[edge] for edge in members(word)]) or "-" for word in segments_of(states)]
    fields.append("-" if turn == NONE else _LETTERS[turn])
    fields.append("-" if pending == NONE else EDGES[pending])
    if winner != NONE:
        fields.append(_LETTERS[winner])
    return " ".join(fields)


def move_texts(states: States, moves: list[int]) -> list[str]:
    return [_PIVOT_TEXTS.get(move) or _other_text(states, move) for move in moves]


def _other_text(states: States, move: int) -> str:
    if move == PASS:
        return "pass"
    seed = SIDES[int(states[0].pending)][move - TAKE]
    return "x" + ring_name(ring_points(ring_at(segments_of(states), seed)))


def turn_begins(states: States) -> bool:
    return int(states[0].pending) == NONE


def placed(states: States) -> tuple[int | None, ...]:
    winner = int(states[0].winner)
    return (None, None) if winner == NONE else (1, 2) if winner == WHITE else (2, 1)


def repetition_key(states: States) -> str:
    return text(states)


def _edges(colour: str, field: str) -> int:
    if field == "-":
        return 0
    names = field.split(",")
    for name in names:
        if name not in EDGE_INDEX:
            raise ValueError(
                f"{colour}: {name!r} is no edge of the board; an edge names its two points in order, such as 'b2c3', "
                "and edges are separated by commas"
            )
    if names != sorted(set(names)):
        raise ValueError(f"{colour}: the edges {field!r} must be sorted, each once: {','.join(sorted(set(names)))!r}")
    if len(names) > SEGMENTS:
        raise ValueError(f"{colour} has {len(names)} segments; the box holds {SEGMENTS}")
    return word_of(EDGE_INDEX[name] for name in names)


def _named(word: int) -> str:
    return ", ".join(EDGES[edge] for edge in members(word))


def parse(_options: Options, text: str) -> States:
    if len(text) > _LONGEST:
        raise ValueError(f"a position takes fewer than {_LONGEST} characters, not {len(text)}; its form is {_FORM}")
    fields = text.split(" ")
    if len(fields) not in (4, 5):
        raise ValueError(f"a position has four fields, five when the game is over, not {len(fields)}: {_FORM}")
    segments = _edges("White", fields[0]), _edges("Black", fields[1])
    if segments[WHITE] & segments[BLACK]:
        raise ValueError(f"an edge holds one segment; two lie on {_named(segments[WHITE] & segments[BLACK])}")
    # A segment that stays on the tip it aims at ends the game at once: there is never a second one.
    arrived = [
        segments[player] & word_of(e for e in EDGE_AT[TIPS[player]] if e is not None) for player in (WHITE, BLACK)
    ]
    if (arrived[WHITE] | arrived[BLACK]).bit_count() > 1:
        raise ValueError(
            f"the first segment that reaches the tip it aims at wins; here are {_named(arrived[WHITE] | arrived[BLACK])}"
        )
    rings = rings_due(segments)
    lost = [SEGMENTS - word.bit_count() for word in segments]
    if len(fields) == 5:
        return _parse_finished(segments, fields[2:], arrived, rings, lost)
    return _parse_open(segments, fields[2:], arrived, rings, lost)


def _parse_finished(
    segments: tuple[int, int], fields: list[str], arrived: list[int], rings: list[int], lost: list[int]
) -> States:
    if fields[0] != "-" or fields[1] != "-":
        raise ValueError(
            f"with a winner, nobody is to act and nothing is pending: both are '-', not {fields[0]!r} and {fields[1]!r}"
        )
    if fields[2] not in ("w", "b"):
        raise ValueError(f"the winner is 'w' or 'b', not {fields[2]!r}")
    winner = _LETTERS.index(fields[2])
    loser = 1 - winner
    if lost[winner] >= LOST:
        raise ValueError(f"{_COLOURS[winner]} cannot have won with {lost[winner]} segments lost: {LOST} lose the game")
    if arrived[loser]:
        raise ValueError(
            f"{_COLOURS[loser]} cannot have lost with a segment on the tip it aims at: {_named(arrived[loser])}"
        )
    if lost[loser] < LOST:
        if not arrived[winner]:
            raise ValueError(
                f"{_COLOURS[winner]} has neither captured {LOST} segments nor a segment on {POINTS[TIPS[winner]]}: "
                "the game is not over"
            )
        if rings:
            raise ValueError(
                f"polygon {ring_name(ring_points(rings[0]))} is still to be captured before the tip counts"
            )
    return _states(segments, NONE, winner=winner)


def _parse_open(
    segments: tuple[int, int], fields: list[str], arrived: list[int], rings: list[int], lost: list[int]
) -> States:
    if fields[0] not in ("w", "b"):
        raise ValueError(f"to act is 'w' or 'b', not {fields[0]!r}; a game that is over has a fifth field, the winner")
    turn = _LETTERS.index(fields[0])
    for player in (WHITE, BLACK):
        if lost[player] >= LOST:
            raise ValueError(
                f"{_COLOURS[player]} has lost {lost[player]} segments: the game is over, which is written "
                f"'- - {_LETTERS[1 - player]}'"
            )
    pending = NONE
    if fields[1] != "-":
        if fields[1] not in EDGE_INDEX:
            raise ValueError(f"pending is '-' or the edge of the segment that has just pivoted, not {fields[1]!r}")
        pending = EDGE_INDEX[fields[1]]
    for player in (WHITE, BLACK):
        if arrived[player] & ~(0 if pending == NONE else 1 << pending):
            raise ValueError(
                f"{_COLOURS[player]} has reached the tip with {_named(arrived[player])}: the game is over, which is "
                f"written '- - {_LETTERS[player]}'"
            )
    names = ", ".join(ring_name(ring_points(ring)) for ring in rings)
    if pending == NONE:
        if rings:
            raise ValueError(f"to be captured before anyone moves: polygon {names}")
        return _states(segments, turn)
    if not segments[turn] >> pending & 1:
        raise ValueError(f"pending: {_COLOURS[turn]} has no segment on {fields[1]}")
    if len(rings) < 2:
        raise ValueError("pending is '-' unless there are two polygons to choose between")
    for ring in rings:
        # What a pivot closes has the segment that pivoted in its ring; any other polygon was due before.
        if not ring >> pending & 1:
            raise ValueError(
                f"polygon {ring_name(ring_points(ring))} was to be captured before {fields[1]} pivoted: it is not in it"
            )
    return _states(segments, turn, pending)
