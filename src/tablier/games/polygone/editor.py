"""Polygone put together by hand: segments on edges, whose turn it is, the segment that has just pivoted while a choice is open.

What is not on the board lies in the trays by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablier.core.game import Game
from tablier.core.palette import Draft, Layer, Palette, among_players, supply, symmetries, tool
from tablier.core.reason import Reason
from tablier.games.polygone.drawing import PIVOT_PARTS, RODS, draw, piece_id, pivot_id
from tablier.games.polygone.notation import TIPS, members, ring_name, ring_points, rings_due, word_of
from tablier.games.polygone.rules import LOST, SEGMENTS
from tablier.games.polygone.triangle import EDGE_AT, EDGE_INDEX, EDGES, POINTS
from tablier.scene import Phrase, Scene

__all__ = ["empty", "exists", "faults", "finished", "palette", "read", "scene", "text", "transformed", "turned"]

_SIGNS = "wb"
_COLOURS = ("white", "black")
_LAST = {"a": 4, "b": 5, "c": 6, "d": 5, "e": 4}
_FORM = "a draft looks like a position: white edges, black edges, to act (w or b), the edge that has just pivoted or -"


def palette(game: Game) -> Palette:
    """Segments, and the mark of the one that has just pivoted."""
    segments = [
        tool(colour, "segment", colour, RODS[player], supply=colour, cycle=(colour, _COLOURS[1 - player], ""))
        for player, colour in enumerate(_COLOURS)
    ]
    return Palette(
        layers=(Layer("segment", ("edge",), "piece"), Layer("pivot", ("edge",), "pivot", on="segment")),
        tools=(*segments, tool("pivot", "pivot", "pivot", PIVOT_PARTS, note=True, supply="pivot", cycle=("pivot", ""))),
        supplies=(*(supply(colour, SEGMENTS) for colour in _COLOURS), supply("pivot", 1)),
        choices=(among_players("turn", game.players, _SIGNS),),
        symmetries=symmetries("turn", "mirror"),
        help=Phrase("editor.help"),
    )


def empty(game: Game) -> Draft:  # noqa: ARG001
    """No segment on the board."""
    return Draft({"segment": {}, "pivot": {}}, {"turn": "w"})


def read(game: Game, text: str) -> Draft:  # noqa: ARG001
    """The draft of a text."""
    fields = text.split(" ")
    if len(fields) not in (4, 5):
        raise ValueError(f"{_FORM}; not {text!r:.100}")
    segments: dict[str, str] = {}
    for colour, field in zip(_COLOURS, fields[:2], strict=True):
        names = [] if field == "-" else field.split(",")
        wrong = [name for name in names if name not in EDGE_INDEX or name in segments]
        if wrong or names != sorted(set(names)):
            raise ValueError(
                f"{colour}: edges such as b2c3, sorted, with commas between, each once, or -; not {field!r:.100}"
            )
        segments |= dict.fromkeys(names, colour)
    # Once it is over it does not matter who would be next.
    turn = fields[4] if len(fields) == 5 and fields[2] == "-" else fields[2]
    if turn not in ("w", "b") or (len(fields) == 5) != (fields[2] == "-"):
        raise ValueError(f"to act is w or b, or - with the winner at the end; not {' '.join(fields[2:])!r:.40}")
    if fields[3] != "-" and fields[3] not in segments:
        raise ValueError(f"what has just pivoted is the edge of a segment, or -, not {fields[3]!r:.20}")
    return Draft(
        {"segment": dict(sorted(segments.items())), "pivot": {} if fields[3] == "-" else {fields[3]: "pivot"}},
        {"turn": turn},
    )


def text(game: Game, draft: Draft) -> str:  # noqa: ARG001
    """The draft's text."""
    return " ".join([*_edges(draft), draft.one("turn"), *(draft.laid["pivot"] or ("-",))])


def _edges(draft: Draft) -> list[str]:
    return [
        ",".join(sorted(edge for edge, found in draft.laid["segment"].items() if found == colour)) or "-"
        for colour in _COLOURS
    ]


def exists(game: Game, kind: str, place: str) -> bool:  # noqa: ARG001
    """All edges."""
    return kind == "edge" and place in EDGE_INDEX


def turned(thing: str, way: str) -> str:  # noqa: ARG001
    """Nothing turns."""
    return thing


def _segments(draft: Draft) -> tuple[int, int]:
    white, black = (
        word_of(EDGE_INDEX[edge] for edge, found in draft.laid["segment"].items() if found == colour)
        for colour in _COLOURS
    )
    return white, black


def _pivot(draft: Draft) -> int | None:
    return next((EDGE_INDEX[edge] for edge in draft.laid["pivot"]), None)


def scene(game: Game, draft: Draft) -> Scene:  # noqa: ARG001
    """The draft drawn."""
    return draw(_segments(draft), pivoted=_pivot(draft))


def transformed(game: Game, draft: Draft, symmetry: str) -> Draft:  # noqa: ARG001
    """Half a turn with the colours exchanged, or the rows exchanged."""
    half = symmetry == "turn"

    def point(name: str) -> str:
        row = "edcba"["abcde".index(name[0])]
        return f"{row}{_LAST[name[0]] + 1 - int(name[1]) if half else name[1]}"

    def edge(name: str) -> str:
        return "".join(sorted((point(name[:2]), point(name[2:]))))

    other = dict(zip(_COLOURS, reversed(_COLOURS) if half else _COLOURS, strict=True))
    segments = {edge(name): other[colour] for name, colour in draft.laid["segment"].items()}
    turn = draft.one("turn")
    return Draft(
        {"segment": dict(sorted(segments.items())), "pivot": {edge(name): "pivot" for name in draft.laid["pivot"]}},
        {"turn": {"w": "b", "b": "w"}[turn] if half else turn},
    )


# ---- What a draft is -------------------------------------------------------------------------------------------------


def finished(game: Game, draft: Draft) -> str | None:
    """The end: seven captured, or the tip reached."""
    for winner in _SIGNS:
        tried = " ".join([*_edges(draft), "-", "-", winner])
        try:
            return str(game.position(tried))
        except ValueError:
            continue
    return None


def _shapes(edges: int) -> tuple[str, ...]:
    return tuple(piece_id(edge) for edge in members(edges))


def faults(game: Game, draft: Draft) -> Iterator[Reason]:  # noqa: ARG001
    """What is wrong."""
    segments = _segments(draft)
    said = [{"player": f"@players.{colour}"} for colour in _COLOURS]
    lost = [SEGMENTS - word.bit_count() for word in segments]
    for player, word in enumerate(segments):
        if lost[player] < 0:
            values = {"count": word.bit_count(), "box": SEGMENTS, "over": -lost[player]}
            yield Reason("too-many", "start", _shapes(word), {**said[player], **values})
    tips = [segments[player] & word_of(e for e in EDGE_AT[TIPS[player]] if e is not None) for player in (0, 1)]
    arrived = tips[0] | tips[1]
    if arrived.bit_count() > 1:
        yield Reason("two-on-tips", "end", _shapes(arrived))
    if min(lost) >= LOST:
        yield Reason("both-lost", "end", _shapes(segments[0] | segments[1]), {"lost": LOST})
    for player in (0, 1):
        if lost[player] >= LOST and tips[player]:
            yield Reason("lost-on-tip", "end", _shapes(tips[player]), {**said[player], "lost": lost[player]})
    rings, pivot = rings_due(segments), _pivot(draft)
    if pivot is None:
        for ring in rings:
            yield Reason("capture-due", "capture", _shapes(ring), {"points": _named(ring)})
        return
    mark = (pivot_id(pivot),)
    acting = _SIGNS.index(draft.one("turn"))
    for player in (0, 1):
        rest = tips[player] & ~(1 << pivot)
        if rest:
            yield Reason("on-tip", "end", _shapes(rest), {**said[player], "tip": POINTS[TIPS[player]]})
    if not segments[acting] >> pivot & 1:
        yield Reason("pivot-not-own", "choice", mark, {**said[acting], "edge": EDGES[pivot]})
    if len(rings) < 2:
        yield Reason("no-choice", "choice", mark, {"edge": EDGES[pivot]})
    for ring in rings:
        if not ring >> pivot & 1:
            yield Reason("due-before", "choice", _shapes(ring), {"points": _named(ring), "edge": EDGES[pivot]})


def _named(ring: int) -> str:
    return ring_name(ring_points(ring))
