"""A new table: what a request asks for, as its first events."""

from __future__ import annotations

from tablier import wire
from tablier.service.names import clean_name
from tablier.service.scribe import Scribe
from tablier.service.setup import Setup
from tablier.service.table import Seat, Table
from tablier.service.tokens import new_id
from tablier.wire import Problem

__all__ = ["open_table"]


def open_table(host: str, host_name: str | None, request: wire.NewTable, now: int) -> Scribe:
    """The events of a new table; it starts at once if every seat is taken. Problem when the request is wrong."""
    setup = Setup.asked(request, now)
    count = len(setup.game.players)
    if len(request.seats) != count:
        raise Problem("bad-value", f"seats: a list of {count} is wanted, one a player of the game")
    seats = [_seat(seat, host, host_name) for seat in request.seats]
    if all(seat.kind == "computer" for seat in seats):
        raise Problem("bad-value", "at least one seat must be for a person")
    scribe = Scribe(Table(new_id()), now)
    scribe.emit("created", setup=setup.data(), seats=[seat.public() for seat in seats], host=host)
    scribe.start_if_full()
    return scribe


def _seat(asked: wire.SeatRequest, host: str, host_name: str | None) -> Seat:
    if isinstance(asked, wire.OwnSeat):
        return Seat("person", guest=host, name=clean_name(asked.name) or host_name)
    if isinstance(asked, wire.ComputerSeat):
        return Seat("computer", asked.level)
    return Seat(asked.kind, was=asked.kind)
