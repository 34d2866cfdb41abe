"""Quarte in words: why a move is not legal, what a move does, how a game ended. Sentences are in ``texts``."""

from __future__ import annotations

from typing import Any

from tablier.core.reason import Reason
from tablier.scene import Gesture, Phrase, Standing
from tablier_quarte.notation import NAMES, board
from tablier_quarte.rules import CELLS, LINES, NOBODY

__all__ = ["ending", "explain", "narrate", "standings", "steps"]

_PLAYERS = ("@players.white", "@players.black")


def explain(position: Any, tried: str | Gesture) -> Reason | None:
    """Why a move text or a gesture is not legal; None when it is, or when the gesture may become so."""
    if isinstance(tried, Gesture):
        return _explain_gesture(position, tried)
    if tried not in NAMES:
        shown = repr(tried) if len(tried) <= 40 else f"{tried[:40]!r}…"
        raise ValueError(f"{shown} is no move of Quarte: a move is a cell such as 'c3' (a1 to f6)")
    if position.is_over:
        return Reason("over", "end", ending(position).witness)
    owner = board(position.states).get(NAMES.index(tried))
    if owner is None:
        return None
    return Reason("occupied", "moves", (f"piece:{tried}",), {"cell": tried, "player": _PLAYERS[owner]})


def _explain_gesture(position: Any, tried: Gesture) -> Reason | None:
    known = {shape.id for shape in position.scene().shapes}
    for shape_id in tried.shapes:
        if shape_id not in known:
            raise ValueError(f"there is no shape {shape_id!r} here; shapes are such as 'cell:c3' or 'piece:c3'")
    if position.is_over:
        return Reason("over", "end", ending(position).witness)
    if not tried.shapes and tried.choice is None:
        return None
    kind, _, name = tried.shapes[0].partition(":") if tried.shapes else ("", "", "")
    if tried.choice is not None or len(tried.shapes) > 1 or kind not in ("cell", "piece"):
        return Reason("not-a-move", "moves", tried.shapes)
    return explain(position, name)


def narrate(position: Any, move: str) -> tuple[Phrase, ...]:
    """What a legal move does, in words."""
    laid = Phrase("events.lays", {"player": _PLAYERS[position.to_act], "cell": move})
    after = position.play(move)
    if not after.is_over:
        return (laid,)
    over = ending(after)
    return (laid, Phrase(f"events.{over.code}", over.values))


def ending(position: Any) -> Reason:
    """Why a finished game ended as it did, shown by the rows of four."""
    winner = int(position.states[0]["winner"])
    if winner == NOBODY:
        return Reason("full", "end")
    word = int(position.states[0]["stones"][winner])
    rows = [line for line in map(int, LINES) if word & line == line]
    cells = [cell for cell in range(CELLS) if any(line >> cell & 1 for line in rows)]
    return Reason("row", "end", tuple(f"piece:{NAMES[cell]}" for cell in cells), {"winner": _PLAYERS[winner]})


def standings(position: Any) -> tuple[Standing, ...]:
    """How many stones each player has laid."""
    owners = list(board(position.states).values())
    return tuple(Standing((Phrase("counts.stones", {"count": owners.count(player)}),)) for player in range(2))


def steps(_position: Any) -> tuple[tuple[Phrase, ...], int]:
    """A turn is one move."""
    return (), 0
