"""Ken Wan in words: why a move is not legal, what a move does, how a game ended. Sentences are in ``texts``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tablier.core.position import Position
from tablier.core.reason import Reason
from tablier.games.kenwan.drawing import group
from tablier.games.kenwan.hexagon import CELLS, CENTRE, INDEX, NEIGHBOURS
from tablier.games.kenwan.notation import board
from tablier.games.kenwan.rules import State, united
from tablier.scene import Gesture, Phrase, Standing

__all__ = ["ending", "explain", "narrate", "standings", "steps"]

_COLOURS = ("blue", "yellow", "red")
_PLACES = ("@words.first", "@words.second", "@words.third")
_MOVE = re.compile(r"([A-I][1-9])-([A-I][1-9])", re.ASCII)


def explain(position: Position, tried: str | Gesture) -> Reason | None:
    """Why a move text or a gesture is not legal; None when it is, or when the gesture may become so."""
    if isinstance(tried, Gesture):
        return _explain_gesture(position, tried)
    cells = _read(tried)
    if tried in position.codes():
        return None
    if position.is_over:
        return _over(position)
    if cells is None:
        movable = {move.split("-")[0] for move in position.moves()}
        return Reason("pass-not-allowed", "pass", tuple(f"piece:{name}" for name in sorted(movable)))
    table = _Table(position)
    return table.lifting(cells[0]) or table.landing(*cells)


def _read(move: str) -> tuple[int, int] | None:
    """The two cells of a move, None for a pass; ValueError for anything else."""
    if move == "pass":
        return None
    found = _MOVE.fullmatch(move)
    if found is None or found[1] not in INDEX or found[2] not in INDEX:
        shown = repr(move) if len(move) <= 40 else f"{move[:40]!r}…"
        raise ValueError(f"{shown} is no move of Ken Wan: a move is two cells such as 'E3-F5' (A1 to I9), or 'pass'")
    return INDEX[found[1]], INDEX[found[2]]


def _explain_gesture(position: Position, tried: Gesture) -> Reason | None:
    known = {shape.id: shape for shape in position.scene().shapes}
    for shape_id in tried.shapes:
        if not isinstance(shape_id, str) or shape_id not in known:
            raise ValueError(f"there is no shape {shape_id!r} here; shapes are such as 'piece:E3' or 'cell:F5'")
    if position.is_over:
        return _over(position)
    if not tried.shapes and tried.choice in (None, "pass"):
        return None if tried.choice is None else explain(position, "pass")
    if tried.choice is not None or len(tried.shapes) > 2:
        return Reason("not-a-move", "moves", tried.shapes)
    cells = []
    for shape_id in tried.shapes:
        kind, _, name = shape_id.partition(":")
        if kind not in ("cell", "piece"):
            return Reason("not-a-place", "board", (shape_id,))
        cells.append(name)
    if len(cells) == 2:
        return explain(position, "-".join(cells))
    return _Table(position).lifting(INDEX[cells[0]], and_leaving=True)


def _over(position: Position) -> Reason:
    return Reason("over", "end", ending(position).witness)


class _Table:
    """The position as sets of cells, for questions about one piece of the player to act."""

    def __init__(self, position: Position) -> None:
        self._pieces = board(position.states)
        self._sign = "BYR"[position.actor]
        self._player = f"@players.{_COLOURS[position.actor]}"
        self._players = len(position.game.players)
        self._mine = {cell for cell, sign in self._pieces.items() if sign.upper() == self._sign}

    def lifting(self, cell: int, *, and_leaving: bool = False) -> Reason | None:
        """Why the piece on a cell may not be lifted; with `and_leaving`, also why it could land nowhere."""
        sign = self._pieces.get(cell)
        values = {"cell": CELLS[cell], "player": self._player}
        if cell == CENTRE:
            return Reason("closed", "board", _cells([cell]), values)
        if sign is None:
            return Reason("empty", "moves", _cells([cell]), values)
        seat = "BYR".index(sign.upper())
        if sign.upper() != self._sign:
            code, rule = ("not-yours", "moves") if seat < self._players else ("nobodys", "two-players")
            return Reason(code, rule, _pieces([cell]), {**values, "colour": f"@words.{_COLOURS[seat]}"})
        rest = self._rest(cell)
        if rest and sign.islower():
            return Reason("half-in-group", "half", _pieces({cell, *rest}), values)
        if not rest and sign.islower() and len(self._mine) == 1:
            return Reason("lone-half", "isolated", _pieces([cell]), values)
        cut_off = _cut_off(rest)
        if cut_off:
            return Reason("cuts", "group", _pieces(cut_off), {**values, "count": len(cut_off)})
        if and_leaving and all(near in self._pieces for beside in self._beside(cell) for near in _near(beside)):
            return Reason("nowhere", "group" if rest else "isolated", _pieces(self._beside(cell)), values)
        return None

    def landing(self, source: int, target: int) -> Reason:
        """Why the piece on `source`, which may be lifted, may not land on `target`."""
        values = {"source": CELLS[source], "cell": CELLS[target], "player": self._player}
        if target == source:
            return Reason("same-cell", "moves", _pieces([source]), values)
        if target == CENTRE:
            return Reason("closed", "board", _cells([target]), values)
        if target in self._pieces:
            return Reason("occupied", "moves", _pieces([target]), values)
        if self._rest(source):
            return Reason("away-from-group", "group", _pieces(self._rest(source)), values)
        if self._pieces[source].islower():
            return Reason("half-away", "isolated", _pieces(self._mine - {source}), values)
        return Reason("touches-nothing", "isolated", _cells([target]), values)

    def _rest(self, cell: int) -> set[int]:
        """The other pieces of the group of the piece on a cell."""
        return group(cell, self._mine) - {cell}

    def _beside(self, cell: int) -> set[int]:
        """The pieces of which the piece on a cell must touch one when it lands."""
        return self._rest(cell) or (self._mine if self._pieces[cell].islower() else set(self._pieces)) - {cell}


def _near(cell: int) -> list[int]:
    """The open neighbours of a cell."""
    return [near for near in NEIGHBOURS[cell] if near != CENTRE]


def _cut_off(rest: set[int]) -> set[int]:
    """Of the rest of a group, what its largest part has lost."""
    parts = []
    left = set(rest)
    while left:
        parts.append(group(min(left), left))
        left -= parts[-1]
    return rest - max(parts, key=len, default=set())


def _pieces(cells: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"piece:{CELLS[cell]}" for cell in sorted(cells))


def _cells(cells: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"cell:{CELLS[cell]}" for cell in sorted(cells))


def narrate(position: Position, move: str) -> tuple[Phrase, ...]:
    """What a legal move does, in words."""
    mover = _COLOURS[position.actor]
    if move == "pass":
        return (Phrase("events.pass", {"player": f"@players.{mover}"}),)
    following = position.play(move)
    before, after = board(position.states), board(following.states)
    source, target = move.split("-")
    half = before[INDEX[source]].islower()
    phrases = [
        Phrase(
            "events.moves-half" if half else "events.moves",
            {"player": f"@players.{mover}", "source": source, "target": target},
        )
    ]
    changed = [cell for cell in before if cell in after and before[cell] != after[cell]]
    wholes = sum(after[cell].isupper() for cell in changed)
    for count, kind in ((len(changed) - wholes, "halved"), (wholes, "completed")):
        if count == 1:
            phrases.append(Phrase(f"events.{kind}-one", {"colour": f"@words.{mover}"}))
        elif count:
            phrases.append(Phrase(f"events.{kind}", {"count": count, "colours": f"@words.{mover}s"}))
    return (*phrases, *_placings(position.states[0], following.states[0]))


def _placings(before: State, after: State) -> list[Phrase]:
    """The places given between two records, best first, then those who went out, in that order."""
    given = [(int(after.place[player]), player) for player in range(3) if after.place[player] != before.place[player]]
    phrases = []
    for place, player in sorted(
        given, key=lambda item: (after.out[item[1]], -item[0] if after.out[item[1]] else item[0])
    ):
        if after.out[player]:
            key = "events.out"
        elif united(after.colour[player], after.half):
            key = "events.united"
        else:
            key = "events.left-over"
        phrases.append(Phrase(key, {"player": f"@players.{_COLOURS[player]}", "place": _PLACES[place - 1]}))
    return phrases


def ending(position: Position) -> Reason:
    """Why a finished game ended as it did: how the winner won, shown by the winner's pieces if they still tell."""
    s = position.states[0]
    players = int(s.players)
    winner = s.place.tolist().index(1)
    pieces = [cell for cell, sign in board(position.states).items() if sign.upper() == "BYR"[winner]]
    values = {"winner": f"@players.{_COLOURS[winner]}"}
    if united(s.colour[winner], s.half):
        return Reason("united", "end", _pieces(pieces), values)
    if sum(s.out.tolist()) == players - 1:
        return Reason("survivor", "out", _pieces(pieces), values)
    return Reason("united-before", "end", (), values)


def standings(position: Position) -> tuple[Standing, ...]:
    """Each player's whole and half pieces."""
    signs = list(board(position.states).values())
    counts = [(signs.count(whole), signs.count(whole.lower())) for whole in "BYR"[: len(position.game.players)]]
    return tuple(
        Standing((_counted("whole", whole), *((_counted("half", half),) if half else ()))) for whole, half in counts
    )


def _counted(kind: str, count: int) -> Phrase:
    return Phrase(f"counts.{kind}" if count > 1 else f"counts.one_{kind}", {"count": count})


def steps(position: Position) -> tuple[tuple[Phrase, ...], int]:  # noqa: ARG001
    """A turn is one move."""
    return (), 0
