"""What is deleted: guests with all that is theirs, old tables, what nobody uses any more."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from tablier.core.record import Record, Tag, parse, to_text
from tablier.service.schema import events, gone, guests, processes, record_guests, records, seated, tables, tokens
from tablier.service.scribe import Scribe
from tablier.service.store import event_rows, table_row
from tablier.service.table import Event, Table
from tablier.service.writer import write_events

__all__ = ["erase_guest", "erase_old", "erase_tables"]

_DAY = 86_400_000
_ADDRESS_DAYS = 30


def erase_guest(connection: sa.Connection, guest: str, now: int) -> list[str]:
    """Delete a guest: they leave their tables, their names are taken out of events and records, their tokens are void.

    Gives the tables that changed. The one case in which events are rewritten: who wants to be forgotten is.
    """
    found = connection.execute(sa.select(seated.c.table_id).where(seated.c.guest == guest)).scalars().all()
    changed = sorted(found)
    for table_id in changed:
        _forget_at_table(connection, table_id, guest, now)
    rows = connection.execute(
        sa.select(records.c.id, records.c.text, records.c.summary, record_guests.c.seats)
        .join(record_guests, record_guests.c.record_id == records.c.id)
        .where(record_guests.c.guest == guest)
    ).all()
    for row in rows:
        seats, summary = json.loads(row.seats), json.loads(row.summary)
        for seat in seats:
            summary["players"][seat] = None
        connection.execute(
            sa.update(records)
            .where(records.c.id == row.id)
            .values(text=_nameless(row.text, seats), summary=json.dumps(summary, ensure_ascii=False))
        )
    connection.execute(sa.delete(record_guests).where(record_guests.c.guest == guest))
    connection.execute(sa.delete(seated).where(seated.c.guest == guest))
    connection.execute(sa.update(tables).where(tables.c.host == guest).values(request=None))
    connection.execute(sa.delete(guests).where(guests.c.id == guest))
    return changed


def _forget_at_table(connection: sa.Connection, table_id: str, guest: str, now: int) -> None:
    rows = connection.execute(
        sa.select(events.c.number, events.c.kind, events.c.at, events.c.data)
        .where(events.c.table_id == table_id)
        .order_by(events.c.number)
    ).all()
    told: list[Event] = []
    named = False
    before = Table(table_id)
    for row in rows:
        data = json.loads(row.data)
        # A renaming names no guest: whose seat it was is known from what came before.
        own = row.kind == "renamed" and before.seats[data["seat"]].guest == guest
        cleaned = {**data, "name": None} if own else _without_name(data, guest)
        event = Event(row.number, row.kind, row.at, cleaned)
        before.apply(event)
        told.append(event)
        if cleaned != data:
            named = True
            connection.execute(
                sa.update(events)
                .where(events.c.table_id == table_id, events.c.number == row.number)
                .values(data=json.dumps(cleaned, ensure_ascii=False, separators=(",", ":")))
            )
    table = Table.replay(table_id, told)
    scribe = Scribe(table, now)
    # Processes that have the table in memory read only what is new: that tells them to forget the name too.
    for seat in table.seats_of(guest) if named else ():
        scribe.emit("renamed", seat=seat, name=None)
    if table.status == "open" and table.host == guest:
        scribe.emit("closed")
    elif table.status != "closed":
        for seat in table.seats_of(guest):
            if not table.seats[seat].left:
                scribe.emit("left", seat=seat)
    computer = table.to_act is not None and table.seats[table.to_act].kind == "computer"
    write_events(connection, event_rows(table_id, scribe.events), table_row(table, table.due, 0 if computer else None))


def _without_name(data: Any, guest: str) -> Any:
    """The data with the guest's names removed, wherever an object says that it is about them."""
    if isinstance(data, dict):
        return {
            key: None if key == "name" and data.get("guest") == guest else _without_name(value, guest)
            for key, value in data.items()
        }
    return [_without_name(item, guest) for item in data] if isinstance(data, list) else data


def _nameless(text: str, seats: list[int]) -> str:
    record = parse(text)
    hidden = {f"Player{seat + 1}" for seat in seats}
    tags = tuple(Tag(tag.name, "?") if tag.name in hidden else tag for tag in record.tags)
    return to_text(Record(tags, record.line))


def erase_tables(connection: sa.Connection, ids: list[str], now: int) -> None:
    """Delete tables; the records of their games stay."""
    if ids:
        connection.execute(sa.delete(tables).where(tables.c.id.in_(ids)))
        connection.execute(sa.insert(gone), [{"id": table_id, "at": now} for table_id in ids])


def erase_old(connection: sa.Connection, now: int, days: int | None, guest_days: int | None) -> list[str]:
    """Delete tables that nobody touched for so many days, but not those with a game by correspondence going on, and guests
    who were not seen for so many days and have nothing here. Gives the ids of deleted tables."""
    deleted: list[str] = []
    if days is not None:
        deleted = list(
            connection.execute(
                sa.select(tables.c.id)
                .where(tables.c.changed < now - days * _DAY, tables.c.deadline.is_(None))
                .limit(500)
            ).scalars()
        )
        erase_tables(connection, deleted, now)
    if guest_days is not None:
        connection.execute(
            sa.delete(guests).where(
                guests.c.seen < now - guest_days * _DAY,
                guests.c.id.not_in(sa.select(seated.c.guest)),
                guests.c.id.not_in(sa.select(record_guests.c.guest)),
            )
        )
    connection.execute(
        sa.update(guests).where(guests.c.seen < now - _ADDRESS_DAYS * _DAY).values(address=None, network=None)
    )
    connection.execute(
        sa.delete(tokens).where(
            tokens.c.kind == "invitation",
            tokens.c.table_id.in_(sa.select(tables.c.id).where(tables.c.status != "open")),
        )
    )
    connection.execute(sa.delete(processes).where(processes.c.alive < now - _DAY))
    return deleted
