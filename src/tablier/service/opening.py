"""A new table: what a request asks for, as its first events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablier.service.names import clean_name
from tablier.service.problems import Problem
from tablier.service.scribe import Scribe
from tablier.service.setup import Setup
from tablier.service.table import Seat, Table
from tablier.service.tokens import new_id

__all__ = ["open_table"]

_FIELDS = ("request", "game", "options", "start", "seats", "order", "clock", "listed", "claim_after", "hints")
_KINDS = ("mine", "computer", "open", "invited")


def open_table(host: str, host_name: str | None, request: Mapping[str, Any], now: int) -> Scribe:
    """The events of a new table; it starts at once if every seat is taken. Problem when the request is wrong."""
    for key in request:
        if key not in _FIELDS:
            raise Problem("invalid-request", f"there is no field {str(key)[:60]!r}; there are {', '.join(_FIELDS)}")
    setup = Setup.asked(request, now)
    given = request.get("seats")
    count = len(setup.game.players)
    if not isinstance(given, list) or len(given) != count:
        raise Problem("bad-value", f"seats: a list of {count} is wanted, one a player of the game")
    seats = [_seat(seat, host, host_name) for seat in given]
    if all(seat.kind == "computer" for seat in seats):
        raise Problem("bad-value", "at least one seat must be for a person")
    scribe = Scribe(Table(new_id()), now)
    scribe.emit("created", setup=setup.data(), seats=[seat.public() for seat in seats], host=host)
    scribe.start_if_full()
    return scribe


def _seat(given: object, host: str, host_name: str | None) -> Seat:
    if not isinstance(given, Mapping) or given.get("kind") not in _KINDS:
        raise Problem("bad-value", f"a seat's kind is one of {', '.join(_KINDS)}, not {given!r:.60}")
    kind, level = given["kind"], given.get("level")
    if kind != "computer":
        if level is not None:
            raise Problem("bad-value", f"only a computer's seat has a level, not one that is {kind}")
    elif not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= 10:
        raise Problem("bad-value", f"a computer's level is a whole number from 1 to 10, not {level!r:.60}")
    name = clean_name(given.get("name"))
    if kind == "mine":
        return Seat("person", guest=host, name=name or host_name)
    if name is not None:
        raise Problem("bad-value", "only seats of kind 'mine' have a name; others bring theirs when they sit down")
    return Seat(kind, level, was="invited" if kind == "invited" else "open")
