"""What is deleted: guests with all that is theirs, old tables, what nobody uses any more.

All of it goes in pieces, each a short transaction, so that others' moves are written in between; a process that is killed on
the way leaves nothing half done that is not taken up again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa

from tablier.core.record import Record, Tag, parse, to_text
from tablier.service.schema import (
    erasures,
    events,
    gone,
    guests,
    processes,
    record_guests,
    records,
    seated,
    tables,
    tokens,
)
from tablier.service.scribe import Scribe

__all__ = ["GONE_DAYS", "Act", "Pieces", "Write", "begin_erasure", "erase_guest", "erase_old", "erase_tables"]

_DAY = 86_400_000
_ADDRESS_DAYS = 30
GONE_DAYS = 365
"""So long the link of something deleted says that it was."""
_ROWS = 200
_SECONDS = 0.02
_EVENTS = 2_000
_SEATING = ("created", "seated", "seat-changed", "started", "renamed")
"""The kinds of events that say who has which seat: no other holds a name."""


@dataclass(frozen=True, slots=True)
class Write:
    """A piece of work for one transaction: what `run` gives is sent back; if it `rereads`, that are tables to be read again
    by whoever has them in memory."""

    run: Callable[[sa.Connection], Any]
    rereads: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Something the server does at a table, as it does everything there: `do` writes events, or gives False."""

    table: str
    do: Callable[[Scribe], bool]


Pieces = Generator[Write | Act, Any, int]
"""Work in pieces; gives how many tables it was about."""


def begin_erasure(connection: sa.Connection, guest: str, now: int) -> None:
    """From here on nobody speaks for the guest; `erase_guest` does the rest, sooner or later."""
    if connection.execute(sa.select(guests.c.id).where(guests.c.id == guest)).first() is None:
        return
    if connection.execute(sa.select(erasures.c.guest).where(erasures.c.guest == guest)).first() is None:
        connection.execute(sa.insert(erasures).values(guest=guest, since=now))
    connection.execute(sa.update(guests).where(guests.c.id == guest).values(name=None, address=None, network=None))
    connection.execute(sa.delete(tokens).where(tokens.c.guest == guest))


def erase_guest(guest: str) -> Pieces:
    """Delete a guest of whom `begin_erasure` was called: they leave their tables, their names are taken out of events and
    records. The one case in which events are rewritten: who wants to be forgotten is. May be begun again at any time."""
    count = 0
    while found := (yield Write(lambda connection: _tables_of(connection, guest))):
        for table_id in found:
            yield Act(table_id, lambda scribe: _leave(scribe, guest))
            holders: list[str | None] = []
            last = 0
            while last is not None:
                last, holders = yield Write(_forgetting(table_id, guest, last, holders))
            yield Write(_closing(table_id, guest), rereads=True)
            count += 1
    while (yield Write(lambda connection: _forget_records(connection, guest))):
        pass
    yield Write(lambda connection: _finish(connection, guest))
    return count


def _tables_of(connection: sa.Connection, guest: str) -> list[str]:
    statement = sa.select(seated.c.table_id).where(seated.c.guest == guest).order_by(seated.c.table_id).limit(_ROWS)
    return list(connection.execute(statement).scalars())


def _leave(scribe: Scribe, guest: str) -> bool:
    table = scribe.table
    # Whoever has the table in memory, in any process, reads only what is new: that tells them to forget the name too.
    for seat in table.seats_of(guest):
        if table.seats[seat].name is not None:
            scribe.emit("renamed", seat=seat, name=None)
    if table.status == "open" and table.host == guest:
        scribe.emit("closed")
    elif table.status != "closed":
        for seat in table.seats_of(guest):
            if not table.seats[seat].left:
                scribe.emit("left", seat=seat)
    return bool(scribe.events)


def _forgetting(
    table_id: str, guest: str, last: int, holders: list[str | None]
) -> Callable[[sa.Connection], tuple[int | None, list[str | None]]]:
    """Take the guest's names out of some events after `last`, when those of `holders` had the seats; how far it got, None when
    all are done, and who has them then."""

    def forget(connection: sa.Connection) -> tuple[int | None, list[str | None]]:
        rows = connection.execute(
            sa.select(events.c.number, events.c.kind, events.c.data)
            .where(events.c.table_id == table_id, events.c.number > last, events.c.kind.in_(_SEATING))
            .order_by(events.c.number)
            .limit(_ROWS)
            .with_for_update()
        ).all()
        now, cleaned = list(holders), []
        for row in rows:
            data = json.loads(row.data)
            # A renaming names no guest: whose seat it was is known from what came before.
            own = row.kind == "renamed" and now[data["seat"]] == guest
            clean = {**data, "name": None} if own else _without_name(data, guest)
            if clean != data:
                text = json.dumps(clean, ensure_ascii=False, separators=(",", ":"))
                cleaned.append({"b_number": row.number, "b_data": text})
            now = _seating(now, row.kind, data)
        if cleaned:
            connection.execute(
                sa.update(events)
                .where(events.c.table_id == table_id, events.c.number == sa.bindparam("b_number"))
                .values(data=sa.bindparam("b_data")),
                cleaned,
            )
        return (rows[-1].number if len(rows) == _ROWS else None), now

    return forget


def _seating(holders: list[str | None], kind: str, data: Any) -> list[str | None]:
    """Who has which seat after an event. A seat that someone left may be counted as theirs until someone else has it: nobody
    is renamed there meanwhile."""
    if kind in ("created", "started"):
        return [seat["guest"] for seat in data["seats"]]
    if kind in ("seated", "seat-changed"):
        return [data.get("guest") if seat == data["seat"] else guest for seat, guest in enumerate(holders)]
    return holders


def _without_name(data: Any, guest: str) -> Any:
    """The data with the guest's names removed, wherever an object says that it is about them."""
    if isinstance(data, dict):
        return {
            key: None if key == "name" and data.get("guest") == guest else _without_name(value, guest)
            for key, value in data.items()
        }
    return [_without_name(item, guest) for item in data] if isinstance(data, list) else data


def _closing(table_id: str, guest: str) -> Callable[[sa.Connection], list[str]]:
    def close(connection: sa.Connection) -> list[str]:
        connection.execute(sa.delete(seated).where(seated.c.table_id == table_id, seated.c.guest == guest))
        connection.execute(
            sa.update(tables).where(tables.c.id == table_id, tables.c.host == guest).values(request=None)
        )
        return [table_id]

    return close


def _forget_records(connection: sa.Connection, guest: str) -> bool:
    """Take the name out of a few records; whether there were any."""
    rows = connection.execute(
        sa.select(records.c.id, records.c.text, records.c.summary, record_guests.c.seats)
        .join(record_guests, record_guests.c.record_id == records.c.id)
        .where(record_guests.c.guest == guest)
        .limit(_ROWS)
        .with_for_update()
    ).all()
    end = time.perf_counter() + _SECONDS
    for row in rows:
        seats, summary = json.loads(row.seats), json.loads(row.summary)
        for seat in seats:
            summary["players"][seat] = None
        connection.execute(
            sa.update(records)
            .where(records.c.id == row.id)
            .values(text=_nameless(row.text, seats), summary=json.dumps(summary, ensure_ascii=False))
        )
        connection.execute(
            sa.delete(record_guests).where(record_guests.c.record_id == row.id, record_guests.c.guest == guest)
        )
        if time.perf_counter() > end:
            break
    return bool(rows)


def _nameless(text: str, seats: list[int]) -> str:
    record = parse(text)
    hidden = {f"Player{seat + 1}" for seat in seats}
    tags = tuple(Tag(tag.name, "?") if tag.name in hidden else tag for tag in record.tags)
    return to_text(Record(tags, record.line))


def _finish(connection: sa.Connection, guest: str) -> None:
    connection.execute(sa.delete(guests).where(guests.c.id == guest))
    connection.execute(sa.delete(erasures).where(erasures.c.guest == guest))


def erase_tables(connection: sa.Connection, ids: list[str], now: int) -> None:
    """Delete tables; the records of their games stay."""
    if ids:
        connection.execute(sa.delete(tables).where(tables.c.id.in_(ids)))
        connection.execute(sa.insert(gone), [{"id": table_id, "at": now} for table_id in ids])


def erase_old(now: int, days: int | None, guest_days: int | None) -> Pieces:
    """Delete tables that nobody touched for so many days, but not those with a game by correspondence going on, and guests
    who were not seen for so many days and have nothing here; and what else has had its time."""
    count = 0
    if days is not None:
        while found := (yield Write(lambda connection: _erase_some(connection, now, now - days * _DAY), rereads=True)):
            count += len(found)
    if guest_days is not None:
        after: tuple[int, str] | None = (0, "")
        while after is not None:
            after = yield Write(partial(_some_guests, before=now - guest_days * _DAY, after=after))
    old_address = sa.select(guests.c.id).where(
        guests.c.address.is_not(None), guests.c.seen < now - _ADDRESS_DAYS * _DAY
    )
    old_invitation = (
        sa.select(tokens.c.hash)
        .join(tables, tables.c.id == tokens.c.table_id)
        .where(tokens.c.kind == "invitation", tables.c.status != "open")
    )
    for statement in (
        sa.update(guests).where(guests.c.id.in_(old_address.limit(_ROWS))).values(address=None, network=None),
        sa.delete(tokens).where(tokens.c.hash.in_(old_invitation.limit(_ROWS))),
        sa.delete(gone).where(
            gone.c.id.in_(sa.select(gone.c.id).where(gone.c.at < now - GONE_DAYS * _DAY).limit(_ROWS))
        ),
        sa.delete(processes).where(processes.c.alive < now - _DAY),
    ):
        while (yield Write(partial(_count, statement))):
            pass
    return count


def _count(statement: sa.Update | sa.Delete, connection: sa.Connection) -> int:
    return int(connection.execute(statement).rowcount)


def _erase_some(connection: sa.Connection, now: int, before: int) -> list[str]:
    """Delete some old tables; as their events go with them, those count."""
    found: list[str] = []
    size = 0
    for row in connection.execute(
        sa.select(tables.c.id, tables.c.number)
        .where(tables.c.changed < before, tables.c.deadline.is_(None))
        .order_by(tables.c.changed)
        .limit(_ROWS)
        .with_for_update(skip_locked=True)
    ):
        size += row.number
        if found and size > _EVENTS:
            break
        found.append(row.id)
    erase_tables(connection, found, now)
    return found


def _some_guests(connection: sa.Connection, before: int, after: tuple[int, str]) -> tuple[int, str] | None:
    """Delete those of some guests after `after` who have nothing here; the last one looked at, None when all were."""
    seen, last = after
    rows = connection.execute(
        sa.select(guests.c.id, guests.c.seen)
        .where(guests.c.seen < before, sa.or_(guests.c.seen > seen, sa.and_(guests.c.seen == seen, guests.c.id > last)))
        .order_by(guests.c.seen, guests.c.id)
        .limit(_ROWS)
    ).all()
    if not rows:
        return None
    connection.execute(
        sa.delete(guests).where(
            guests.c.id.in_([row.id for row in rows]),
            ~sa.exists().where(seated.c.guest == guests.c.id),
            ~sa.exists().where(record_guests.c.guest == guests.c.id),
            ~sa.exists().where(erasures.c.guest == guests.c.id),
        )
    )
    return rows[-1].seen, rows[-1].id
