"""Chinese checkers in words: why a move is not legal, what a move does, how a game ended. Sentences are in ``texts``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tablier.core.position import Position
from tablier.core.reason import Reason
from tablier.games.chinese_checkers.board import Board, board, duty, free
from tablier.games.chinese_checkers.rules import has_arrived
from tablier.games.chinese_checkers.star import DIRECTIONS, HOLES, NAMED, NAMES, Hole
from tablier.scene import Gesture, Phrase, Standing

__all__ = ["ending", "explain", "narrate", "standings", "steps"]

_MOVE = re.compile(r"([a-q][0-9]{1,2})-([a-q][0-9]{1,2})", re.ASCII)
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def _pieces(holes: Iterable[Hole]) -> tuple[str, ...]:
    """The ids of the men in some holes, in the order in which they are drawn."""
    chosen = set(holes)
    return tuple(f"piece:{NAMES[hole]}" for hole in HOLES if hole in chosen)


def _player(position: Position, player: int) -> str:
    return f"@players.{position.game.players[player].name}"


# ---- Why not ---------------------------------------------------------------------------------------------------------


def explain(position: Position, tried: str | Gesture) -> Reason | None:
    """Why a move text or a gesture is not legal; None when it is, or when the gesture may become so."""
    if isinstance(tried, Gesture):
        return _explain_gesture(position, tried)
    ends = _read(tried)
    if tried in position.codes():
        return None
    if position.is_over:
        return Reason("over", "end", ending(position).witness)
    if ends is None:
        return Reason("pass-not-allowed", "pass", _pieces(_movable(position)))
    return _Table(position).why_not(*ends)


def _read(move: str) -> tuple[Hole, Hole] | None:
    """The two holes of a move, None for a pass; ValueError for anything else."""
    if move == "pass":
        return None
    found = _MOVE.fullmatch(move)
    if found is None or found[1] not in NAMED or found[2] not in NAMED:
        shown = repr(move) if len(move) <= 40 else f"{move[:40]!r}…"
        raise ValueError(f"{shown} is no move of Chinese checkers: a move is two holes such as 'd6-e7', or 'pass'")
    return NAMED[found[1]], NAMED[found[2]]


def _movable(position: Position) -> set[Hole]:
    return {NAMED[move.split("-")[0]] for move in position.codes() if move != "pass"}


def _explain_gesture(position: Position, tried: Gesture) -> Reason | None:
    known = {shape.id: shape for shape in position.scene().shapes}
    for shape_id in tried.shapes:
        if not isinstance(shape_id, str) or shape_id not in known:
            raise ValueError(f"there is no shape {shape_id!r} here; shapes are such as 'piece:d6' or 'cell:e7'")
    if position.is_over:
        return Reason("over", "end", ending(position).witness)
    if not tried.shapes and tried.choice in (None, "pass"):
        return None if tried.choice is None else explain(position, "pass")
    if tried.choice is not None or len(tried.shapes) > 2:
        return Reason("not-a-move", "moves", tried.shapes)
    holes = []
    for shape_id in tried.shapes:
        # A man or a mark stands for the hole it is on.
        at = known[shape_id].at or shape_id
        if not at.startswith("cell:"):
            return Reason("not-a-hole", "board", (shape_id,))
        holes.append(at.removeprefix("cell:"))
    if len(holes) == 2:
        return explain(position, "-".join(holes))
    return _Table(position).why_not(NAMED[holes[0]], None)


class _Table:
    """The position as sets of holes, for questions about one man."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._board = board(position.states)
        self._holders = self._board.holders
        self._player = position.actor
        self._duty = duty(position.states)

    def why_not(self, begin: Hole, end: Hole | None) -> Reason | None:
        """Why the man in `begin` may not go to `end`, or anywhere (None), which is known not to be legal; None if it may."""
        values = {"hole": NAMES[begin], "player": _player(self._position, self._player)}
        holder = self._holders.get(begin)
        if holder is None:
            return Reason("empty", "moves", (f"cell:{NAMES[begin]}",), values)
        if holder != self._player:
            return Reason("not-yours", "moves", _pieces([begin]), {**values, "owner": _player(self._position, holder)})
        if "pass" in self._position.codes():
            return Reason("must-pass", "pass", _pieces(self._board.men[self._player]), values)
        ends = free(self._position.states, self._player).get(begin, set())
        if end is None and begin in _movable(self._position):
            return None
        if self._duty is not None and (end in ends or (end is None and ends)):
            code = "must-leave" if self._duty.leaving else "must-advance"
            waiting = _player(self._position, self._duty.waiting[0])
            return Reason(code, "no-blocking", _pieces(self._duty.men), {**values, "waiting": waiting})
        if end is None:
            return Reason("stuck", "moves", self._around(begin), values)
        return self._landing(begin, end, {**values, "end": NAMES[end]})

    def _around(self, hole: Hole) -> tuple[str, ...]:
        """What closes in a man: its neighbours, and the holes beside it and at the ends of jumps where it may not stop."""
        near = [(hole[0] + dx, hole[1] + dy) for dx, dy in DIRECTIONS]
        closed = [beside for beside in near if beside in NAMES and beside not in self._holders]
        closed += self._board.ways(hole, frozenset(self._holders) - {hole})
        return (
            *_pieces(beside for beside in near if beside in self._holders),
            *(f"cell:{NAMES[end]}" for end in dict.fromkeys(closed)),
        )

    def _landing(self, begin: Hole, end: Hole, values: dict[str, str]) -> Reason:
        """Why neither a step nor jumps bring the man in `begin` to `end`."""
        if end == begin:
            return Reason("same-hole", "moves", _pieces([begin]), values)
        if end in self._holders:
            return Reason("occupied", "moves", _pieces([end]), values)
        if end not in self._board.stops(self._player):
            return Reason("may-not-stop", "stops", (f"cell:{NAMES[end]}",), values)
        others = frozenset(self._holders) - {begin}
        between = _between(begin, end)
        if len(between) % 2 == 1:
            reason = self._single_jump(between, others, values)
            if reason is not None:
                return reason
        # The two men in the middle of an even number of holes: only from afar, with long jumps, may others lie before them.
        pair = between[len(between) // 2 - 1 : len(between) // 2 + 1] if len(between) % 2 == 0 else []
        if pair and others.issuperset(pair) and (len(between) == 2 or self._board.long_jumps):
            return Reason("over-two", "jumps", _pieces(pair), values)
        mixed = self._halfway(begin, end, others)
        if mixed is not None:
            return Reason("step-and-jump", "moves", (f"cell:{NAMES[mixed]}",), {**values, "halfway": NAMES[mixed]})
        return Reason("no-way", "jumps", (f"cell:{NAMES[end]}",), values)

    def _single_jump(self, between: list[Hole], others: frozenset[Hole], values: dict[str, str]) -> Reason | None:
        """Why one jump along the holes `between` is not possible, if somebody may have thought so."""
        distance = len(between) // 2 + 1
        middle = between[distance - 1]
        named = {**values, "middle": NAMES[middle]}
        in_the_way = others.intersection(between) - {middle}
        if distance == 1:
            return Reason("nothing-to-jump", "jumps", (f"cell:{NAMES[middle]}",), named)
        if middle in others and not self._board.long_jumps:
            return Reason("too-long", "long-jumps", _pieces([middle]), named)
        if middle in others:
            return Reason("in-the-way", "long-jumps", _pieces(in_the_way), named)
        if self._board.long_jumps and in_the_way:
            return Reason("off-centre", "long-jumps", _pieces(in_the_way), named)
        return None

    def _halfway(self, begin: Hole, end: Hole, others: frozenset[Hole]) -> Hole | None:
        """A hole where a man that first steps and then jumps, or jumps and then steps, to `end` would change its manner."""
        near = [(begin[0] + dx, begin[1] + dy) for dx, dy in DIRECTIONS]
        for hole in near:
            if hole in NAMES and hole not in others and end in self._board.ways(hole, others):
                return hole
        reached = self._board.ways(begin, others)
        return next((hole for hole in reached if (hole[0] - end[0], hole[1] - end[1]) in DIRECTIONS), None)


def _between(begin: Hole, end: Hole) -> list[Hole]:
    """The holes between two on a line of the board; none when they are on no line."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    length = max(abs(dx), abs(dy))
    step = dx // length, dy // length
    if step not in DIRECTIONS or (step[0] * length, step[1] * length) != (dx, dy):
        return []
    return [(begin[0] + i * step[0], begin[1] + i * step[1]) for i in range(1, length)]


# ---- What happens ----------------------------------------------------------------------------------------------------


def narrate(position: Position, move: str) -> tuple[Phrase, ...]:
    """What a legal move does, in words."""
    mover = _player(position, position.actor)
    following = position.play(move)
    phrases = [_told(position, move, mover), *_arrivals(position, following)]
    called = duty(following.states)
    if called is not None:
        waiting = _player(position, called.waiting[0])
        key = "events.must-leave" if called.leaving else "events.must-advance"
        phrases.append(Phrase(key, {"player": _player(position, following.actor), "waiting": waiting}))
    return tuple(phrases)


def _told(position: Position, move: str, mover: str) -> Phrase:
    if move == "pass":
        return Phrase("events.pass", {"player": mover})
    begin, end = (NAMED[name] for name in move.split("-"))
    found = board(position.states)
    jumps = len(found.ways(begin, frozenset(found.holders) - {begin}).get(end, ())) - 1
    values = {"player": mover, "begin": NAMES[begin], "end": NAMES[end]}
    if jumps > 1:
        return Phrase("events.jumps", {**values, "count": jumps})
    return Phrase("events.jump" if jumps == 1 else "events.step", values)


def _arrivals(position: Position, following: Position) -> list[Phrase]:
    """The places given by a move, best first."""
    before, after = (each.game.modules.notation.placed(each.states) for each in (position, following))
    arrived = [int(place) for place in following.states[0].place]
    phrases = []
    for place, player in sorted(
        (place, p) for p, place in enumerate(after) if place is not None and place != before[p]
    ):
        if following.is_over and not position.game.options["play_on"]:
            if place == 1:
                phrases.append(Phrase("events.wins", {"player": _player(position, player)}))
        else:
            key = "events.arrives" if arrived[player] else "events.left-over"
            place_words = f"@words.{_PLACES[place - 1]}"
            phrases.append(Phrase(key, {"player": _player(position, player), "place": place_words}))
    return phrases


def ending(position: Position) -> Reason:
    """Why a finished game ended as it did: how the winner arrived, shown by the men in the goal if they still tell."""
    winner = (position.places or ()).index(1)
    found: Board = board(position.states)
    goal = found.goal(winner)
    values = {"winner": _player(position, winner)}
    if goal <= found.men[winner]:
        return Reason("arrived", "end", _pieces(goal), values)
    if has_arrived(position.states[0], winner):
        return Reason("sealed", "sealed", _pieces(goal), values)
    return Reason("arrived-before", "end", (), values)


def standings(position: Position) -> tuple[Standing, ...]:
    """How many men of each player are in their goal."""
    found = board(position.states)
    return tuple(
        Standing((Phrase("counts.home", {"count": len(men & found.goal(player)), "all": len(men)}),))
        for player, men in enumerate(found.men)
    )


def steps(position: Position) -> tuple[tuple[Phrase, ...], int]:  # noqa: ARG001
    """A turn is one move."""
    return (), 0
