"""A table: what its numbered events add up to. `Table.apply` is the only thing that changes one; it reads no time, throws no
dice and asks nobody, so the same events always give the same table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from tablier import wire
from tablier.core import clock as clocks
from tablier.core.match import Match
from tablier.service.setup import Setup

__all__ = ["Event", "Play", "Question", "Seat", "Table"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table. `at` is in ms since 1970, `data` what its kind says (``docs/api.md``)."""

    number: int
    kind: str
    at: int
    data: Mapping[str, Any] = field(default_factory=dict)

    def public(self) -> wire.TableEvent:
        """As in the API."""
        return cast(wire.TableEvent, {"number": self.number, "kind": self.kind, "at": self.at, **self.data})


@dataclass(slots=True)
class Seat:
    """A seat; `was` is what it becomes again when its person leaves before the start."""

    kind: wire.SeatKind
    level: int | None = None
    guest: str | None = None
    name: str | None = None
    left: bool = False
    was: Literal["open", "invited"] = "open"

    def public(self) -> wire.Seat:
        """As in the API."""
        return {"kind": self.kind, "level": self.level, "guest": self.guest, "name": self.name, "left": self.left}

    @classmethod
    def stored(cls, data: wire.Seat) -> Seat:
        """The seat of `public` data."""
        left = data.get("left", False)
        return cls(data["kind"], data["level"], data["guest"], data["name"], left, _was(data["kind"]))


def _was(kind: wire.SeatKind) -> Literal["open", "invited"]:
    return "invited" if kind == "invited" else "open"


@dataclass(slots=True)
class Question:
    """Something asked by `seat`, waiting for the answers of the seats in `waiting`."""

    what: wire.QuestionKind
    seat: int
    number: int
    waiting: list[int]


@dataclass(frozen=True, slots=True)
class Play:
    """A move played: `opens` says that it ended a turn, `turns` how many are finished after it. `spent` are the seconds it
    was charged, `left` what the clock showed for each player after it."""

    player: int
    move: str
    at: int
    opens: bool
    turns: int
    spent: float
    left: tuple[float, ...]


_BOARD = ("started", "moved", "undone", "tookback", "ended", "closed")
"""The kinds of events that change the position."""


class Table:
    """The state of a table after so many events. `to_act` is the player to act, None when nobody is; `turn_begins` whether
    they are at the beginning of a turn."""

    __slots__ = (
        "_asked",
        "_left_at_start",
        "at",
        "board",
        "end",
        "host",
        "id",
        "match",
        "number",
        "plays",
        "question",
        "renames",
        "round",
        "seats",
        "setup",
        "status",
        "to_act",
        "turn_begins",
    )

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        self.board = 0
        self.at = 0
        self.status: wire.Status = "open"
        self.to_act: int | None = None
        self.turn_begins = True
        self.round = 0
        self.setup: Setup | None = None
        self.seats: list[Seat] = []
        self.host: str | None = None
        self.match: Match | None = None
        self.plays: list[Play] = []
        self.question: Question | None = None
        self.end: wire.End | None = None
        self.renames: dict[str, int] = {}
        self._left_at_start: tuple[float, ...] = ()
        self._asked: dict[tuple[str, int], int] = {}

    @classmethod
    def replay(cls, table_id: str, events: Iterable[Event]) -> Table:
        """The table after all these events."""
        table = cls(table_id)
        for event in events:
            table.apply(event)
        return table

    def apply(self, event: Event) -> None:
        """Take the next event into account."""
        if event.number != self.number + 1:
            raise ValueError(f"event {self.number + 1} of the table is wanted, not {event.number}")
        getattr(self, "_on_" + event.kind.replace("-", "_"))(event)
        self.number = event.number
        self.at = max(self.at, event.at)
        if event.kind in _BOARD:
            self.board = event.number
        if event.kind in _BOARD or event.kind in ("paused", "resumed"):
            match = self.match
            self.to_act = match.to_act if match is not None and self.status == "playing" else None
            self.turn_begins = match is None or match.is_over or match.position.turn_begins

    # What can be asked of a table

    @property
    def turns(self) -> int:
        """How many turns are finished."""
        return self.plays[-1].turns if self.plays else 0

    @property
    def deadline(self) -> int | None:
        """The moment, in ms, the running clock's flag falls; None when no clock runs."""
        if self.status != "playing" or self.match is None or self.match.clock is None:
            return None
        end = clocks.deadline(self.match.clock)
        return None if end is None else math.ceil(end * 1000)

    @property
    def computer_acts(self) -> bool:
        """Whether a computer is to act."""
        return self.to_act is not None and self.seats[self.to_act].kind == "computer"

    @property
    def due(self) -> int | None:
        """The moment to look whether a flag has fallen. Whoever thinks for a computer looks at its clock: it does not run
        while it waits for its turn to think."""
        return None if self.computer_acts else self.deadline

    @property
    def computer_time(self) -> int | None:
        """The ms a computer has for its move; None without a running clock."""
        end = self.deadline
        return None if end is None else max(1, end - self._clock_since())

    def _clock_since(self) -> int:
        clock = self._match().clock
        return 0 if clock is None or clock.since is None else round(clock.since * 1000)

    def waited_until(self, begun: int) -> int:
        """The ms from when the running clock began until a moment: what a computer waited for its turn to think."""
        since = self._clock_since()
        return max(0, begun - since) if since else 0

    def seats_of(self, guest: str) -> list[int]:
        """The seats this guest holds."""
        return [index for index, seat in enumerate(self.seats) if seat.guest == guest]

    def hints_for(self, guest: str) -> bool:
        """Whether this guest may ask the computer for help: when they agreed on it, or no other person plays."""
        assert self.setup is not None  # noqa: S101
        return self.setup.hints or all(seat.kind == "computer" or seat.guest == guest for seat in self.seats)

    def still_in(self, seat: int) -> bool:
        """Whether the player has no place yet."""
        return self.match is not None and self.match.position.placed[seat] is None

    def asked_this_turn(self, what: str, seat: int) -> bool:
        """Whether the seat asked the same before in this turn."""
        return self._asked.get((what, seat)) == self.turns

    def takeback_plies(self, player: int) -> int | None:
        """How many moves stay when the player's last turn is taken back; None when there is none."""
        for index in range(len(self.plays) - 1, -1, -1):
            if self.plays[index].player == player and (index == 0 or self.plays[index - 1].opens):
                return index
        return None

    def left_after_undo(self, at: int) -> float | None:
        """The seconds the player to act would have left after undoing the last move; None without a clock.

        Undoing gives no time back: what was spent since the undone move began stays spent.
        """
        if self.match is None or self.match.clock is None:
            return None
        return self._left(len(self.plays) - 1)[self.plays[-1].player] - self._used(at) - self.plays[-1].spent

    def _left(self, plies: int) -> tuple[float, ...]:
        return self.plays[plies - 1].left if plies else self._left_at_start

    def _used(self, at: int) -> float:
        """The seconds charged to the player to act since the last move."""
        clock = self._match().clock
        if clock is None or clock.player is None:
            return 0.0
        player = clock.player
        return self._left(len(self.plays))[player] - clocks.remaining(clock, player, at / 1000)

    def ended_match(self, reason: str | None, player: int | None, at: int) -> Match:
        """The match as it ends now: by itself, or for a reason outside its moves; the table goes on."""
        match = copy(self._match())
        if reason is not None:
            _close(match, reason, player, at)
        return match

    def _match(self) -> Match:
        if self.match is None:
            raise ValueError("no game has begun at this table")
        return self.match

    # What each event does

    def _on_created(self, event: Event) -> None:
        self.setup = Setup.stored(event.data["setup"])
        self.seats = [Seat.stored(seat) for seat in event.data["seats"]]
        self.host = event.data["host"]
        self.status = "open"

    def _on_seated(self, event: Event) -> None:
        seat = self.seats[event.data["seat"]]
        if self.status == "open":
            seat.was = _was(seat.kind) if seat.kind in ("open", "invited") else seat.was
        seat.kind, seat.level, seat.left = "person", None, False
        seat.guest, seat.name = event.data["guest"], event.data["name"]

    def _on_seat_changed(self, event: Event) -> None:
        kind = event.data["to"]
        self.seats[event.data["seat"]] = Seat(kind, event.data["level"], was=_was(kind))

    def _on_started(self, event: Event) -> None:
        assert self.setup is not None  # noqa: S101
        self.seats = [Seat.stored(seat) for seat in event.data["seats"]]
        self.round = event.data["round"]
        self.status = "playing"
        self.match = self.setup.new_match()
        self.plays = []
        self.end = self.question = None
        self._asked = {}
        if self.match.clock is not None:
            self._left_at_start = self.match.clock.left
            self.match.start_clock(event.at / 1000)

    def _on_moved(self, event: Event) -> None:
        match = self._match()
        before = match.position
        player, move, spent = event.data["player"], event.data["move"], 0.0
        moment = (event.at - event.data.get("lag", 0)) / 1000
        waited = event.data.get("waited", 0) / 1000
        if waited and match.clock is not None and match.clock.since is not None:
            since = match.clock.since
            match.pause_clock(since)
            match.start_clock(min(since + waited, moment))
        if match.clock is None:
            position = match.play(move)
        else:
            spent = self._left(len(self.plays))[player] - clocks.remaining(match.clock, player, moment)
            position = match.play(move, moment)
            if match.end_reason == "time":
                # Too late by a hair: a version that read the time twice could write such a move. It is not in the game.
                return
        # A position keeps its legal moves once they were asked for; nobody asks for these again.
        before.forget()
        opens = match.is_over or position.turn_begins
        left = () if match.clock is None else match.clock.left
        self.plays.append(Play(player, move, event.at, opens, self.turns + opens, spent, left))
        if match.clock is not None and match.clock.since is not None and event.data.get("lag"):
            # What is forgiven to one player is not charged to the next.
            match.pause_clock(moment)
            match.start_clock(event.at / 1000)
        self.seats[player].left = False
        if self.question is not None and (self.question.what == "takeback" or player in self.question.waiting):
            self.question = None

    def _on_undone(self, event: Event) -> None:
        match = self._match()
        left = self.left_after_undo(event.at)
        play = self.plays[-1]
        match.undo()
        self.plays.pop()
        if left is not None:
            match.start_clock(event.at / 1000 - (self._left(len(self.plays))[play.player] - left))
        if self.question is not None and self.question.what == "takeback":
            self.question = None

    def _on_tookback(self, event: Event) -> None:
        match = self._match()
        while len(self.plays) > event.data["plies"]:
            match.undo()
            self.plays.pop()
        if match.clock is not None:
            match.start_clock(event.at / 1000)
        self.question = None
        self._asked = {}

    def _on_asked(self, event: Event) -> None:
        what, seat = event.data["what"], event.data["seat"]
        self.question = Question(what, seat, event.number, list(event.data["waiting"]))
        self._asked[what, seat] = self.turns

    def _on_answered(self, event: Event) -> None:
        if self.question is None:
            return
        if not event.data["yes"]:
            self.question = None
        elif event.data["seat"] in self.question.waiting:
            self.question.waiting.remove(event.data["seat"])

    def _on_paused(self, event: Event) -> None:
        match = self._match()
        if match.clock is not None:
            match.pause_clock(event.at / 1000)
        self.status = "paused"
        self.question = None

    def _on_resumed(self, event: Event) -> None:
        match = self._match()
        if match.clock is not None:
            match.start_clock(event.at / 1000)
        self.status = "playing"

    def _on_left(self, event: Event) -> None:
        index = event.data["seat"]
        if self.status == "open":
            self.seats[index] = Seat(self.seats[index].was, was=self.seats[index].was)
        else:
            self.seats[index].left = True

    def _on_claimed(self, event: Event) -> None:
        self.question = None
        if event.data["to"] == "computer":
            self.seats[event.data["seat"]] = Seat("computer", event.data["level"])

    def _on_renamed(self, event: Event) -> None:
        seat = self.seats[event.data["seat"]]
        seat.name = event.data["name"]
        if seat.guest is not None:
            self.renames[seat.guest] = self.renames.get(seat.guest, 0) + 1

    def _on_ended(self, event: Event) -> None:
        if not self._match().is_over:
            _close(self._match(), event.data["reason"], event.data["player"], event.at)
        self.end = cast(wire.End, dict(event.data))
        self.status = "over"
        self.question = None

    def _on_outage(self, event: Event) -> None:
        match = self.match
        if match is None or match.clock is None or match.clock.since is None:
            return
        down = max(event.data["since"] / 1000, match.clock.since)
        end = clocks.deadline(match.clock)
        # A flag that fell before the server did has fallen.
        if end is not None and end > down:
            match.pause_clock(down)
            match.start_clock(event.at / 1000)

    def _on_closed(self, _event: Event) -> None:
        self.status = "closed"
        self.question = None


def _close(match: Match, reason: str, player: int | None, at: int) -> None:
    """Let a match end for a reason outside its moves."""
    moment = None if match.clock is None else at / 1000
    if reason == "resigned" and player is not None:
        match.resign(player, moment)
    elif reason == "agreed":
        match.agree(moment)
    elif player is not None:
        match.out_of_time(player, moment)
