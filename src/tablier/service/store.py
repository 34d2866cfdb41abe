"""What is read from the database, and rows as they are written. Every function here blocks: it runs in a thread."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tablier import wire
from tablier.service import views
from tablier.service.addresses import Asker, host_asker
from tablier.service.database import Database
from tablier.service.measures import Histogram
from tablier.service.quotas import foresee_table, foresee_top
from tablier.service.schema import (
    bans,
    erasures,
    events,
    gone,
    guests,
    record_guests,
    records,
    seated,
    tables,
    thinkers,
    tokens,
)
from tablier.service.settings import Settings
from tablier.service.table import Event, Table
from tablier.service.tokens import hash_of, is_of, kind_of

__all__ = [
    "THINKER_LIVES",
    "Done",
    "Identity",
    "Store",
    "Unattended",
    "digest_of",
    "event_rows",
    "record_rows",
    "table_row",
]

THINKER_LIVES = 5_000
"""A process that thinks and has not said for so many ms that it lives is dead."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose a token is: a guest, their usual name; `table` is set when it speaks for them at that table only."""

    guest: str
    name: str | None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was done before: by whom, what, and the events it made."""

    guest: str | None
    digest: str | None
    first: int
    span: int


def digest_of(request: wire.NewTable | wire.Act) -> str:
    """A fingerprint of a request, to know a repeat from another request with the same id. What `expected` says does not
    matter: a client that repeats may know more by now."""
    given = request.model_dump(exclude_unset=True)
    plain = {name: value for name, value in given.items() if value is not None and name != "expected"}
    return hashlib.sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()


def _dumps(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def event_rows(
    table_id: str, made: list[Event], guest: str | None = None, request: str | None = None, digest: str | None = None
) -> list[dict[str, Any]]:
    """Rows for the events of one act."""
    return [
        {
            "table_id": table_id,
            "number": event.number,
            "kind": event.kind,
            "at": event.at,
            "data": _dumps(event.data),
            "guest": guest,
            "request": None if index else request,
            "digest": None if index else digest,
            "span": None if index else len(made),
        }
        for index, event in enumerate(made)
    ]


def table_row(table: Table, deadline: int | None, lease: int | None, keep: bool = False) -> dict[str, Any]:
    """What changes in a table's row with its events; `keep` leaves the lease as it is."""
    return {
        "b_id": table.id,
        "b_keep": keep,
        "number": table.number,
        "status": table.status,
        "open_seats": sum(seat.kind == "open" for seat in table.seats),
        "changed": table.at,
        "deadline": deadline,
        "lease": lease,
        "summary": _dumps(views.summary(table)),
        "level": max((seat.level for seat in table.seats if seat.level is not None), default=None),
    }


def record_rows(table: Table) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The rows of the record of a game that has just ended."""
    assert table.end is not None and table.setup is not None  # noqa: S101, PT018
    record_id, finished = table.end["record"], table.at
    held: dict[str, list[int]] = {}
    for index, seat in enumerate(table.seats):
        if seat.guest is not None:
            held.setdefault(seat.guest, []).append(index)
    summary = {
        "record": record_id,
        "table": table.id,
        "game": table.setup.game.id,
        "options": table.setup.game.options,
        "players": [seat.name for seat in table.seats],
        "places": table.end["places"],
        "reason": table.end["reason"],
        "plies": len(table.plays),
        "finished": finished,
    }
    row = {
        "id": record_id,
        "table_id": table.id,
        "round": table.round,
        "finished": finished,
        "summary": _dumps(summary),
        "text": views.record_text(views.record_of(table, views.date_of(finished)), "text"),
    }
    return row, [
        {"record_id": record_id, "guest": guest, "seats": _dumps(seats), "finished": finished}
        for guest, seats in held.items()
    ]


@dataclass(frozen=True, slots=True)
class Unattended:
    """A table whose computer waits for someone to think: of which level, who wants it and where they are, since when."""

    table: str
    game: str
    level: int
    asker: Asker
    since: int


def _unattended(row: Any) -> Unattended:
    summary = json.loads(row.summary)
    level = 1 if summary["to_act"] is None else summary["seats"][summary["to_act"]]["level"] or 1
    return Unattended(row.id, summary["game"], level, host_asker(row.host, row.network), row.changed)


class Store:
    """Reads; `times` says how long that takes."""

    def __init__(self, database: Database) -> None:
        self._reader = database.reader
        self.times = Histogram()

    def _all(self, statement: sa.Select[Any]) -> list[Any]:
        with self.times.timed(), self._reader.connect() as connection:
            return list(connection.execute(statement))

    def _first(self, statement: sa.Select[Any]) -> Any:
        with self.times.timed(), self._reader.connect() as connection:
            return connection.execute(statement.limit(1)).first()

    def events(self, table_id: str, after: int = 0, limit: int | None = None) -> list[Event]:
        """A table's events after a number, in order."""
        statement = (
            sa.select(events.c.number, events.c.kind, events.c.at, events.c.data)
            .where(events.c.table_id == table_id, events.c.number > after)
            .order_by(events.c.number)
            .limit(limit)
        )
        return [Event(row.number, row.kind, row.at, json.loads(row.data)) for row in self._all(statement)]

    def number(self, table_id: str) -> int | None:
        """The number of a table's last event; None when there is no such table."""
        row = self._first(sa.select(tables.c.number).where(tables.c.id == table_id))
        return None if row is None else row.number

    def is_gone(self, wanted: str) -> bool:
        """Whether a table or record of this id was deleted."""
        return self._first(sa.select(gone.c.id).where(gone.c.id == wanted)) is not None

    def done(self, table_id: str, request: str) -> Done | None:
        """The act with this request id, if it was done."""
        row = self._first(
            sa.select(events.c.guest, events.c.digest, events.c.number, events.c.span).where(
                events.c.table_id == table_id, events.c.request == request
            )
        )
        return None if row is None else Done(row.guest, row.digest, row.number, row.span)

    def table_of_request(self, host: str, request: str) -> tuple[str, str | None] | None:
        """The table a guest made with this request id, and the digest of the request."""
        row = self._first(
            sa.select(tables.c.id, events.c.digest)
            .join(events, sa.and_(events.c.table_id == tables.c.id, events.c.number == 1))
            .where(tables.c.host == host, tables.c.request == request)
        )
        return None if row is None else (row.id, row.digest)

    def identity(self, token: str) -> tuple[Identity, int, str | None] | None:
        """Whose a guest or seat token is, when they were last seen and at which address."""
        if kind_of(token) not in ("guest", "seat"):
            return None
        row = self._first(
            sa.select(tokens.c.hash, tokens.c.guest, tokens.c.table_id, guests.c.name, guests.c.seen, guests.c.address)
            .join(guests, guests.c.id == tokens.c.guest)
            .where(tokens.c.hash == hash_of(token), tokens.c.kind == kind_of(token))
        )
        if row is None or not is_of(token, row.hash):
            return None
        return Identity(row.guest, row.name, row.table_id), row.seen, row.address

    def invitation_fits(self, token: str, table_id: str, seat: int) -> bool:
        """Whether an invitation is for this seat."""
        if kind_of(token) != "invitation":
            return False
        found = self._first(
            sa.select(tokens.c.hash).where(
                tokens.c.hash == hash_of(token),
                tokens.c.kind == "invitation",
                tokens.c.table_id == table_id,
                tokens.c.seat == seat,
            )
        )
        return found is not None and is_of(token, found.hash)

    def guest(self, guest: str) -> Any:
        """A guest's row, None when there is none."""
        return self._first(sa.select(guests).where(guests.c.id == guest))

    def foresee_table(self, host: str, settings: Settings) -> None:
        """Problem when a guest may make no more tables."""
        with self._reader.connect() as connection:
            foresee_table(connection, host, settings)

    def foresee_top(self, guest: str, settings: Settings) -> None:
        """Refuse a further computer of the highest level where there are enough."""
        with self._reader.connect() as connection:
            foresee_top(connection, guest, settings)

    def guest_tables(self, guest: str, running: bool, before: tuple[int, str] | None, limit: int) -> list[Any]:
        """Rows (id, changed, summary) of tables a guest hosts or has a seat at, latest change first."""
        statement = (
            sa.select(tables.c.id, tables.c.changed, tables.c.summary)
            .join(seated, seated.c.table_id == tables.c.id)
            .where(seated.c.guest == guest)
            .order_by(tables.c.changed.desc(), tables.c.id.desc())
            .limit(limit)
        )
        if running:
            statement = statement.where(tables.c.status.in_(("open", "playing", "paused")))
        if before is not None:
            statement = statement.where(_earlier(tables.c.changed, tables.c.id, before))
        return self._all(statement)

    def guest_records(self, guest: str, before: tuple[int, str] | None, limit: int) -> list[Any]:
        """Rows (id, finished, summary, seats) of a guest's finished games, latest first."""
        statement = (
            sa.select(records.c.id, records.c.finished, records.c.summary, record_guests.c.seats)
            .join(record_guests, record_guests.c.record_id == records.c.id)
            .where(record_guests.c.guest == guest)
            .order_by(record_guests.c.finished.desc(), records.c.id.desc())
            .limit(limit)
        )
        if before is not None:
            statement = statement.where(_earlier(record_guests.c.finished, records.c.id, before))
        return self._all(statement)

    def record(self, record_id: str) -> Any:
        """A record's row (id, table_id, summary, text), None when there is none."""
        return self._first(sa.select(records).where(records.c.id == record_id))

    def record_seats(self, record_id: str, guest: str) -> list[int]:
        """The seats a guest held in a finished game."""
        found = record_guests.c
        row = self._first(sa.select(found.seats).where(found.record_id == record_id, found.guest == guest))
        return [] if row is None else list(json.loads(row.seats))

    def record_texts(self, guest: str | None, after: tuple[int, str] | None, limit: int) -> list[Any]:
        """Rows (id, finished, text) of finished games in the order they ended, of a guest or of all."""
        statement = sa.select(records.c.id, records.c.finished, records.c.text)
        if guest is not None:
            statement = statement.join(record_guests, record_guests.c.record_id == records.c.id).where(
                record_guests.c.guest == guest
            )
        if after is not None:
            at, last = after
            statement = statement.where(
                sa.or_(records.c.finished > at, sa.and_(records.c.finished == at, records.c.id > last))
            )
        return self._all(statement.order_by(records.c.finished, records.c.id).limit(limit))

    def lobby(self, seen_after: int, limit: int) -> list[wire.Summary]:
        """Summaries of listed tables with an open seat, newest first: those whose host was there lately, and those by
        correspondence, where nobody needs to be. When there are more than `limit`, networks and their guests take turns."""
        ranked = (
            sa.select(
                tables.c.summary,
                tables.c.created,
                tables.c.id,
                sa.func.coalesce(guests.c.network, tables.c.host).label("network"),
                sa.func.row_number()
                .over(partition_by=tables.c.host, order_by=(tables.c.created.desc(), tables.c.id))
                .label("of_guest"),
            )
            .join(seated, sa.and_(seated.c.table_id == tables.c.id, seated.c.guest == tables.c.host))
            .join(guests, guests.c.id == tables.c.host)
            .where(
                tables.c.status == "open",
                tables.c.listed,
                tables.c.open_seats > 0,
                sa.or_(seated.c.here >= seen_after, tables.c.correspondence),
            )
            .subquery()
        )
        turn = sa.func.row_number().over(
            partition_by=ranked.c.network, order_by=(ranked.c.of_guest, ranked.c.created.desc(), ranked.c.id)
        )
        chosen = (
            sa.select(ranked.c.summary, ranked.c.created, ranked.c.id)
            .order_by(turn, ranked.c.created.desc(), ranked.c.id)
            .limit(limit)
            .subquery()
        )
        statement = sa.select(chosen.c.summary).order_by(chosen.c.created.desc(), chosen.c.id)
        return [json.loads(row.summary) for row in self._all(statement)]

    def here(self, table_id: str) -> dict[str, int]:
        """For each guest of a table until when they are there, or since when away."""
        rows = self._all(sa.select(seated.c.guest, seated.c.here).where(seated.c.table_id == table_id))
        return {row.guest: row.here for row in rows}

    def due(self, now: int, limit: int = 200) -> list[str]:
        """Tables whose flag may have fallen."""
        statement = sa.select(tables.c.id).where(tables.c.deadline <= now).order_by(tables.c.deadline).limit(limit)
        return [row.id for row in self._all(statement)]

    def unattended(self, now: int, limit: int = 2000) -> list[Unattended]:
        """Tables where a computer is to act and no process is at it, those that wait for longest first."""
        statement = (
            sa.select(tables.c.id, tables.c.host, tables.c.changed, tables.c.summary, guests.c.network)
            .join(guests, guests.c.id == tables.c.host, isouter=True)
            .where(tables.c.lease < now)
            .order_by(tables.c.changed)
            .limit(limit)
        )
        return [_unattended(row) for row in self._all(statement)]

    def network_of(self, guest: str) -> str | None:
        """Where a guest was last."""
        row = self._first(sa.select(guests.c.network).where(guests.c.id == guest))
        return None if row is None else row.network

    def thinking_power(self, now: int) -> int:
        """How many workers the processes have that do nothing but think."""
        row = self._first(
            sa.select(sa.func.sum(thinkers.c.workers).label("n")).where(thinkers.c.alive > now - THINKER_LIVES)
        )
        return int(row.n or 0)

    def changed_since(self, moment: int) -> list[tuple[str, int]]:
        """Tables that changed lately, with their numbers."""
        statement = sa.select(tables.c.id, tables.c.number).where(tables.c.changed >= moment)
        return [(row.id, row.number) for row in self._all(statement)]

    def erasures(self) -> list[str]:
        """Guests whose deletion is not finished."""
        return [row.guest for row in self._all(sa.select(erasures.c.guest).order_by(erasures.c.since))]

    def banned(self) -> set[str]:
        """The addresses that are banned."""
        return {row.address for row in self._all(sa.select(bans.c.address))}


def _earlier(moment: sa.Column[Any], identity: sa.Column[Any], before: tuple[int, str]) -> sa.ColumnElement[bool]:
    at, last = before
    return sa.or_(moment < at, sa.and_(moment == at, identity < last))
