"""Polygone in words: why a tried move is not legal, what a move does, why a game ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tablier.core.position import Position
from tablier.core.reason import Reason
from tablier.games.polygone.drawing import edge_id, piece_id, point_id, polygon_id, tray_id
from tablier.games.polygone.notation import TIPS, members, ring_name, ring_points, segments_of, word_of
from tablier.games.polygone.rules import BLACK, LOST, SEGMENTS, WHITE
from tablier.games.polygone.triangle import EDGE_AT, EDGE_INDEX, EDGES, ENDS, POINTS, SIDES, X
from tablier.games.polygone.turn import (
    captures,
    choices,
    common_end,
    in_the_way,
    inside,
    points_of,
    ring_edges,
    split,
)
from tablier.scene import Gesture, Phrase, Standing

__all__ = ["ending", "explain", "narrate", "standings", "steps"]

_PIVOT = re.compile(r"([a-e][1-6]){2}-([a-e][1-6]){2}")
_RING = re.compile(r"x([a-e][1-6]){3,24}")
_PLAYERS = ("@players.white", "@players.black")
_NAMES = ("white", "black")
_FORMS = (
    "a move of polygone is a pivot like 'b2c3-b3c3' (from edge to edge, each named by its two points in alphabetical order), "
    "the choice of a capture like 'xb2b3c3' (the points of a polygon), or 'pass'"
)


def explain(position: Position, tried: str | Gesture) -> Reason | None:
    """Why what was tried is not legal; None when it is legal or, for a gesture, may become so."""
    if isinstance(tried, Gesture):
        return _explain_gesture(position, tried)
    if tried == "pass":
        return _passing(position)
    if _PIVOT.fullmatch(tried):
        return _pivoting(position, *_pivot(tried))
    if _RING.fullmatch(tried):
        return _choosing(position, _ring(tried))
    raise ValueError(f"{_FORMS}, not {_short(tried)}")


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")


def _pivot(text: str) -> tuple[int, int]:
    for name in text.split("-"):
        if name not in EDGE_INDEX:
            swapped = name[2:] + name[:2]
            hint = f"the edge is written {swapped!r}" if swapped in EDGE_INDEX else "the board has no such edge"
            raise ValueError(f"{name!r} in {text!r}: {hint}; {_FORMS}")
    return split(text)


def _ring(text: str) -> list[int]:
    """The points of a ring's text, which must be a ring of neighbouring points in its one canonical order."""
    try:
        points = points_of(text[1:])
        edges = ring_edges(points)
    except (KeyError, ValueError):
        raise ValueError(f"{_short(text)} is no ring: each point must be a neighbour of the next; {_FORMS}") from None
    if len(set(points)) < len(points):
        raise ValueError(f"{_short(text)} is no ring: it meets a point twice; {_FORMS}")
    canonical = ring_points(word_of(edges))
    if points != canonical:
        raise ValueError(f"the polygon {_short(text)} is written {'x' + ring_name(canonical)!r}; {_FORMS}")
    return points


def _edge_names(edges: Iterable[int]) -> str:
    return ", ".join(EDGES[edge] for edge in edges)


def _spoken(points: Sequence[int]) -> str:
    return " ".join(POINTS[point] for point in points)


def _pieces(edges: Iterable[int]) -> tuple[str, ...]:
    return tuple(piece_id(edge) for edge in edges)


def _wrong_phase(position: Position) -> Reason | None:
    """Why nobody can pivot or pass: the game is over, or a capture is to be chosen."""
    if position.is_over:
        return _game_over(position)
    open_choice = choices(position)
    if open_choice:
        witness = tuple(polygon_id(capture.points) for capture in open_choice)
        return Reason("choose-capture", "choice", witness, {"player": _PLAYERS[position.actor]})
    return None


def _game_over(position: Position) -> Reason:
    end = ending(position)
    return Reason("game-over", "end", end.witness, {"winner": end.values["winner"]})


def _passing(position: Position) -> Reason | None:
    reason = _wrong_phase(position)
    if reason is not None or position.moves() == ["pass"]:
        return reason
    movable = sorted({split(move)[0] for move in position.moves()})
    return Reason("pass", "pass", _pieces(movable), {"n": len(movable)})


def _selecting(position: Position, edge: int) -> Reason | None:
    """Why the player to act cannot take hold of what lies on an edge."""
    segments = segments_of(position.states)
    player = position.actor
    if segments[1 - player] >> edge & 1:
        values = {"edge": EDGES[edge], "player": _PLAYERS[player]}
        return Reason("not-yours", "pivot", (piece_id(edge),), values)
    if not segments[player] >> edge & 1:
        return Reason("empty", "pivot", (edge_id(edge),), {"edge": EDGES[edge]})
    return None


def _pivoting(position: Position, old: int, new: int) -> Reason | None:
    """Why a segment cannot pivot from one edge to another."""
    reason = _wrong_phase(position) or _selecting(position, old)
    if reason is not None:
        return reason
    white, black = segments_of(position.states)
    occupied = white | black
    player = position.actor
    values: dict[str, str | int] = {"old": EDGES[old], "new": EDGES[new], "player": _PLAYERS[player]}
    if old == new:
        return Reason("same-edge", "pivot", (piece_id(old),), values)
    pivot = common_end(old, new)
    if pivot is None:
        return Reason("no-common-end", "pivot", (piece_id(old), edge_id(new)), values)
    values["pivot"] = POINTS[pivot]
    if occupied >> new & 1:
        return Reason("occupied", "pivot", (piece_id(new),), values)
    if _goes_back(player, pivot, old, new):
        tip = TIPS[player]
        return Reason("backwards", "forwards", (point_id(tip),), {**values, "tip": POINTS[tip]})
    bars = _bars(occupied, pivot, old, new)
    if bars:
        return Reason("barred", "way", _pieces(bars), {**values, "bars": _edge_names(bars)})
    return None


def _goes_back(player: int, pivot: int, old: int, new: int) -> bool:
    before, after = (X[next(point for point in ENDS[edge] if point != pivot)] for edge in (old, new))
    return after < before if player == WHITE else after > before


def _bars(occupied: int, pivot: int, old: int, new: int) -> list[int]:
    """The first segment in each of the two ways, if both are barred."""
    ways = [in_the_way(occupied, pivot, old, new, way) for way in (1, -1)]
    return sorted(met[0] for met in ways) if all(ways) else []


def _stuck(position: Position, edge: int) -> Reason | None:
    """Why a segment of the player to act has no move at all: the segments without which it would have one."""
    if any(move.startswith(f"{EDGES[edge]}-") for move in position.moves()):
        return None
    player = position.actor
    white, black = segments_of(position.states)
    occupied = white | black
    bars: set[int] = set()
    for pivot in ENDS[edge]:
        for target in EDGE_AT[pivot]:
            if target is None or target == edge or _goes_back(player, pivot, edge, target):
                continue
            bars.update([target] if occupied >> target & 1 else _bars(occupied, pivot, edge, target))
    code, rule = ("must-pass", "pass") if position.moves() == ["pass"] else ("stuck", "way")
    values = {"edge": EDGES[edge], "bars": _edge_names(sorted(bars)), "player": _PLAYERS[player]}
    return Reason(code, rule, _pieces(sorted(bars)), values)


def _choosing(position: Position, points: list[int]) -> Reason | None:
    """Why a polygon cannot be chosen for capture."""
    if position.is_over:
        return _game_over(position)
    open_choice = [list(capture.points) for capture in choices(position)]
    values: dict[str, str | int] = {"points": _spoken(points)}
    if not open_choice:
        return Reason("no-choice", "choice", (), values)
    if points in open_choice:
        return None
    white, black = segments_of(position.states)
    ring = ring_edges(points)
    gaps = [edge for edge in ring if not (white | black) >> edge & 1]
    if gaps:
        return Reason("ring-open", "polygon", tuple(map(edge_id, gaps)), {**values, "gaps": _edge_names(gaps)})
    area = set(inside(points))
    within = [edge for edge in members(white | black) if edge not in ring and area.issuperset(SIDES[edge])]
    if within:
        return Reason("ring-not-empty", "empty", _pieces(within), {**values, "within": _edge_names(within)})
    # The ring is whole and empty, so only its colours can be why it is not to be captured.
    one_colour = word_of(ring) & white in (0, word_of(ring))
    return Reason("ring-one-colour" if one_colour else "ring-equal", "capture", _pieces(ring), values)


def _explain_gesture(position: Position, tried: Gesture) -> Reason | None:
    shapes = {shape.id: shape for shape in position.scene().shapes}
    for given in tried.shapes:
        if not isinstance(given, str) or given not in shapes:
            raise ValueError(f"a gesture points at shapes of the drawing, such as piece:b2c3; there is no {given!r}")
    if tried.choice not in (None, "pass"):
        raise ValueError(f"the only choice of a gesture is 'pass', not {tried.choice!r}")
    if position.is_over:
        return _game_over(position)
    if not tried.shapes:
        return _passing(position) if tried.choice == "pass" else None
    nonsense = Reason("not-a-move", "pivot", tuple(dict.fromkeys(tried.shapes)))
    # A disc stands for its polygon, a segment for its edge.
    pointed = [shapes[given].at or given for given in tried.shapes]
    kinds = [given.partition(":")[0] for given in pointed]
    if not position.turn_begins:
        if kinds != ["polygon"] or tried.choice is not None:
            return _wrong_phase(position)
        return None
    if kinds[0] == "tray":
        return Reason("captured", "capture", tried.shapes[:1])
    if kinds[0] != "edge" or kinds[1:] not in ([], ["edge"]) or tried.choice is not None:
        return nonsense
    edges = [EDGE_INDEX[given.partition(":")[2]] for given in pointed]
    reason = _selecting(position, edges[0])
    if reason is None:
        reason = _pivoting(position, *edges) if edges[1:] else _stuck(position, edges[0])
    return reason


def narrate(position: Position, move: str) -> tuple[Phrase, ...]:
    """The move, each capture it brings about, then what is left to choose or who has won."""
    player = _PLAYERS[position.actor]
    if move == "pass":
        return (Phrase("events.pass", {"player": player}),)
    phrases = []
    if "-" in move:
        phrases.append(Phrase("events.pivot", {"player": player, "move": move}))
    else:
        phrases.append(Phrase("events.choice", {"player": player, "points": _spoken(points_of(move[1:]))}))
    for capture in captures(position, move):
        key = f"events.{_NAMES[1 - capture.loser]}_takes_{'one' if len(capture.taken) == 1 else 'many'}"
        counted: dict[str, str | int] = {"n": len(capture.taken)}
        phrases.append(Phrase(key, {**counted, "edges": _edge_names(capture.taken), "points": _spoken(capture.points)}))
    after = position.play(move)
    if after.is_over:
        end = ending(after)
        phrases.append(Phrase(f"events.wins_{end.code}", end.values))
    elif not after.turn_begins:
        phrases.append(Phrase("events.choose", {"player": player}))
    return tuple(phrases)


def ending(position: Position) -> Reason:
    """Seven captured, shown by the captured rods; or the tip, shown by the segment on it."""
    segments = segments_of(position.states)
    winner = WHITE if position.places == (1, 2) else BLACK
    loser = BLACK if winner == WHITE else WHITE
    lost = SEGMENTS - segments[loser].bit_count()
    tip = TIPS[winner]
    values: dict[str, str | int] = {"winner": _PLAYERS[winner], "loser": _PLAYERS[loser]}
    if lost >= LOST:
        witness = tuple(tray_id(loser, number) for number in range(lost))
        return Reason("captures", "end", witness, {**values, "lost": lost})
    arrived = [edge for edge in members(segments[winner]) if tip in ENDS[edge]]
    return Reason("tip", "end", (*_pieces(arrived), point_id(tip)), {**values, "tip": POINTS[tip]})


def standings(position: Position) -> tuple[Standing, ...]:
    """How many segments each player has captured, of the seven that win."""
    white, black = (SEGMENTS - edges.bit_count() for edges in segments_of(position.states))
    return tuple(Standing((Phrase("counts.taken", {"count": lost, "all": LOST}),)) for lost in (black, white))


def steps(position: Position) -> tuple[tuple[Phrase, ...], int]:  # noqa: ARG001
    """A turn is one move, but for choices between captures, which are seldom."""
    return (), 0
