"""Events being made: each is applied to the table as it is written, and kept until it is stored."""

from __future__ import annotations

import random
from typing import Any

from tablier import wire
from tablier.core import clock as clocks
from tablier.core.reason import Reason
from tablier.service.table import Event, Seat, Table
from tablier.service.tokens import new_id
from tablier.wire import Problem

__all__ = ["Scribe", "reason_data"]

_dice = random.SystemRandom()


def reason_data(reason: Reason | None) -> wire.Reason | None:
    """A reason as in the API."""
    if reason is None:
        return None
    return {
        "code": reason.code,
        "rule": reason.rule,
        "witness": list(reason.witness),
        "values": dict(reason.values),
    }


class Scribe:
    """Writes the events of one act at a table. The table's time never goes backwards."""

    def __init__(self, table: Table, at: int) -> None:
        self.table = table
        self.at = max(at, table.at)
        self.events: list[Event] = []

    def emit(self, kind: str, **data: Any) -> None:
        """Write the next event."""
        event = Event(self.table.number + 1, kind, self.at, data)
        self.table.apply(event)
        self.events.append(event)

    def start_if_full(self) -> None:
        """Begin the first game once every seat is taken."""
        table = self.table
        if any(seat.kind in ("open", "invited") for seat in table.seats):
            return
        seats = list(table.seats)
        if table.setup is not None and table.setup.order == "random":
            _dice.shuffle(seats)
        self._start(1, seats)

    def start_again(self) -> None:
        """Begin a rematch: everyone moves up by one seat, the first becomes the last."""
        self._start(self.table.round + 1, [*self.table.seats[1:], self.table.seats[0]])

    def _start(self, number: int, seats: list[Seat]) -> None:
        self.emit("started", round=number, seats=[seat.public() for seat in seats])

    def move(self, move: str, lag: int = 0, waited: int = 0) -> None:
        """Play a move of the player to act, legal or not; `illegal-move` when it is not. `waited`: the ms a computer waited
        before anyone thought about it, which are not charged."""
        table = self.table
        match, player = table.match, table.to_act
        assert match is not None  # noqa: S101
        assert player is not None  # noqa: S101
        if move not in match.position.codes():
            try:
                reason = match.game.explain(match.position, move)
            except ValueError as error:
                raise Problem("illegal-move", str(error), reason=None) from None
            said = "it is not among the legal moves" if reason is None else match.game.say(reason, "en")
            raise Problem("illegal-move", f"{move}: {said}", reason=reason_data(reason))
        data: dict[str, Any] = {"player": player, "move": move, "plies": len(table.plays) + 1, "spent": None}
        clock = match.clock
        if clock is not None and clock.since is not None:
            lag = self.forgiven(lag)
            data["spent"] = max(0, self.at - lag - round(clock.since * 1000))
            if lag:
                data["lag"] = lag
            waited = min(waited, data["spent"])
            if waited:
                data |= {"waited": waited, "spent": data["spent"] - waited}
        self.emit("moved", **data)
        if match.is_over:
            self.end()

    def end(self, reason: str | None = None, player: int | None = None) -> None:
        """End the game: by itself if no reason is given."""
        match = self.table.ended_match(reason, player, self.at)
        end, places = match.end, match.places
        assert end is not None  # noqa: S101
        assert places is not None  # noqa: S101
        self.emit(
            "ended",
            reason=reason or end.reason,
            player=end.player,
            rule=reason_data(end.rule),
            turns=list(end.turns),
            places=list(places),
            record=new_id(),
        )

    def forgiven(self, lag: int) -> int:
        """How much of a way's length counts: no move is played before the clock began to run."""
        match = self.table.match
        if match is None or match.clock is None or match.clock.since is None:
            return lag
        return max(0, min(lag, self.at - int(match.clock.since * 1000) - 1))

    def has_fallen(self, moment: int) -> bool:
        """Whether the running clock's flag has fallen by a moment: asked in the very way the match asks when a move is played,
        so that the two never differ."""
        match = self.table.match
        if self.table.status != "playing" or match is None or match.clock is None or match.clock.since is None:
            return False
        return clocks.flagged(match.clock, max(moment / 1000, match.clock.since)) is not None

    def fall(self, moment: int, *, computer: bool = False) -> bool:
        """End the game if the running clock's flag has fallen by a moment. Only who thinks for a `computer` knows its time."""
        if self.table.computer_acts and not computer:
            return False
        if not self.has_fallen(moment):
            return False
        self.end("time", self.table.to_act)
        return True
