"""Tables as the API shows them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from tablier import wire
from tablier.core.record import Record, to_json, to_text
from tablier.service.table import Event, Table

__all__ = ["date_of", "record_of", "record_text", "snapshot", "state", "summary", "update"]


def state(table: Table) -> wire.State:
    """The state of a table, without its moves."""
    clock = table.match.clock if table.match is not None else None
    question = table.question
    running = clock is not None and clock.since is not None and table.status == "playing"
    return {
        "number": table.number,
        "board": table.board,
        "status": table.status,
        "round": table.round,
        "plies": len(table.plays),
        "turn": table.turns,
        "to_act": table.to_act,
        "turn_begins": table.turn_begins,
        "seats": [seat.public() for seat in table.seats],
        "host": table.host,
        "clock": None
        if clock is None
        else {
            "left": [round(left * 1000) for left in clock.left],
            "running": clock.player if running else None,
            "since": round(clock.since * 1000) if running and clock.since is not None else None,
        },
        "question": None
        if question is None
        else {
            "what": question.what,
            "seat": question.seat,
            "number": question.number,
            "waiting": list(question.waiting),
        },
        "end": table.end,
    }


def snapshot(table: Table, now: int) -> wire.Snapshot:
    """All there is to know of a table."""
    assert table.setup is not None  # noqa: S101
    return {
        "type": "snapshot",
        "table": table.id,
        "now": now,
        "setup": table.setup.data(),
        "state": state(table),
        "moves": [{"player": play.player, "move": play.move, "at": play.at} for play in table.plays],
    }


def update(table: Table, events: Iterable[Event], now: int, known: wire.State | None = None) -> wire.Update:
    """What happened at a table, and how it stands now, if that is not `known` already."""
    return {
        "type": "update",
        "table": table.id,
        "now": now,
        "state": known or state(table),
        "events": [event.public() for event in events],
    }


def summary(table: Table) -> wire.Summary:
    """A table in a list."""
    assert table.setup is not None  # noqa: S101
    return {
        "table": table.id,
        "game": table.setup.game.id,
        "options": table.setup.game.options,
        "status": table.status,
        "listed": table.setup.listed,
        "hints": table.setup.hints,
        "seats": [seat.public() for seat in table.seats],
        "to_act": table.to_act,
        "clock": table.setup.clock,
        "deadline": table.deadline,
        "plies": len(table.plays),
        "created": table.setup.created,
        "changed": table.at,
        "host": table.host,
        "record": None if table.end is None else table.end["record"],
    }


def date_of(moment: int) -> str:
    """The day of a moment, as records write it."""
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d")


def record_of(table: Table, date: str) -> Record:
    """The record of the present round; its tags name the players as they are shown."""
    assert table.match is not None  # noqa: S101
    names = {
        f"Player{index}": seat.name or (f"computer {seat.level}" if seat.kind == "computer" else "?")
        for index, seat in enumerate(table.seats, 1)
    }
    return Record.from_match(table.match, {"Date": date, **names})


def record_text(record: Record, form: str) -> str:
    """A record in its text or JSON form."""
    return to_text(record) if form == "text" else to_json(record) + "\n"
