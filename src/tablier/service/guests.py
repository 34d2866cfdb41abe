"""Guests, their tokens and lists."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Any

import sqlalchemy as sa

from tablier import wire
from tablier.service.addresses import HOUSE, Asker, address_key
from tablier.service.desk import cost_of_record
from tablier.service.eraser import Eraser
from tablier.service.names import clean_name
from tablier.service.quotas import check_new_guest, check_tokens
from tablier.service.schema import guests, tokens
from tablier.service.store import Identity, Store
from tablier.service.tables import Tables
from tablier.service.tokens import Kind, hash_of, is_id, is_of, kind_of, new_id, new_token
from tablier.service.writer import Writer
from tablier.wire import Problem

__all__ = ["Guests"]

_KNOWN = 10_000
_KNOWN_FOR = 10.0
_PAGE = 200
_NOTE_EVERY = 86_400_000
_NOTE_MOVED_EVERY = 600_000


class Guests:
    """Who people are, and what is theirs."""

    def __init__(self, store: Store, writer: Writer, tables: Tables, eraser: Eraser, now: Callable[[], int]) -> None:
        self._store = store
        self._writer = writer
        self._tables = tables
        self._eraser = eraser
        self._now = now
        self._known: OrderedDict[str, tuple[Identity, float, str]] = OrderedDict()

    async def create(self, name: str | None = None, address: str | None = None) -> wire.NewGuest:
        """A new guest with a token."""
        guest, cleaned, token, now = new_id(), clean_name(name), new_token("guest"), self._now()

        network = None if address is None else address_key(address)

        def write(connection: sa.Connection) -> None:
            if network is not None:
                check_new_guest(connection, network, now, self._tables.settings.new_guests)
            values = {"name": cleaned, "address": address, "network": network, "created": now, "seen": now}
            connection.execute(sa.insert(guests).values(id=guest, **values))
            connection.execute(_token(token, "guest", guest, now))

        await self._writer.call(write)
        return {"guest": guest, "name": cleaned, "token": token}

    async def identify(self, token: str | None, address: str | None = None) -> Identity:
        """Whose a token is; Problem when there is none or it is of no one. Tokens are looked up by their hash, and what is
        looked up is kept for some seconds. Once a day it is noted that the guest was here, sooner when their address has
        changed: a host who bans wants the present one."""
        if not token:
            raise Problem("token-required", "this needs a token, as 'Authorization: Bearer …'")
        key = hash_of(token)
        known = self._known.get(key)
        if known is not None and known[1] > time.monotonic() and is_of(token, known[2]):
            return known[0]
        found = await asyncio.to_thread(self._store.identity, token) if kind_of(token) else None
        if found is None:
            self._known.pop(key, None)
            raise Problem("token-unknown", "the token is of no one")
        identity, seen, last = found
        moved = address is not None and address != last
        if seen < self._now() - (_NOTE_MOVED_EVERY if moved else _NOTE_EVERY):
            await self._note(identity.guest, address)
        self._known[key] = (identity, time.monotonic() + _KNOWN_FOR, key)
        while len(self._known) > _KNOWN:
            self._known.popitem(last=False)
        return identity

    async def _note(self, guest: str, address: str | None) -> None:
        values = {"seen": self._now()} | (
            {} if address is None else {"address": address, "network": address_key(address)}
        )
        await self._writer.call(
            lambda connection: connection.execute(sa.update(guests).where(guests.c.id == guest).values(**values))
        )

    async def me(self, identity: Identity) -> wire.Guest:
        """What is known of a guest."""
        row = await asyncio.to_thread(self._store.guest, identity.guest)
        if row is None:
            raise Problem("token-unknown", "the guest was deleted")
        return {"guest": row.id, "name": row.name, "created": row.created}

    async def rename(self, identity: Identity, name: str | None) -> wire.Guest:
        """Give a guest another usual name."""
        _whole(identity)
        cleaned = clean_name(name)
        await self._writer.call(
            lambda connection: connection.execute(
                sa.update(guests).where(guests.c.id == identity.guest).values(name=cleaned)
            )
        )
        self._known.clear()
        return await self.me(identity)

    async def delete(self, identity: Identity) -> None:
        """Delete all that is a guest's: they leave their tables, their name is taken out of what stays. At once their tokens
        are void; with very many games the rest goes on for a while after this has returned."""
        _whole(identity)
        await self._eraser.begin(identity.guest)
        self.forget()
        await self._eraser.finish(identity.guest)

    def forget(self) -> None:
        """Forget whose tokens are whose: some are void now."""
        self._known.clear()

    async def new_token(self, identity: Identity) -> str:
        """A further guest token, for another device."""
        _whole(identity)
        return await self._new_token("guest", identity.guest)

    async def _new_token(self, kind: Kind, guest: str, table_id: str | None = None, seat: int | None = None) -> str:
        token, now = new_token(kind), self._now()

        def write(connection: sa.Connection) -> None:
            check_tokens(connection, guest, kind, table_id)
            connection.execute(_token(token, kind, guest, now, table_id, seat))

        await self._writer.call(write)
        return token

    async def seat_token(self, identity: Identity, table_id: str) -> str:
        """A token for a guest's seats at one table, for another device."""
        _at(identity, table_id)
        async with self._tables.hold(table_id, fresh=True) as table:
            if not table.seats_of(identity.guest) and table.host != identity.guest:
                raise Problem("forbidden", "you hold no seat at this table")
        return await self._new_token("seat", identity.guest, table_id)

    async def void_seat_tokens(self, identity: Identity, table_id: str) -> None:
        """Make all seat tokens of a guest at a table worthless."""
        _at(identity, table_id)
        await self._writer.call(
            lambda connection: connection.execute(
                sa.delete(tokens).where(
                    tokens.c.guest == identity.guest, tokens.c.table_id == table_id, tokens.c.kind == "seat"
                )
            )
        )
        self._known.clear()

    async def invitation(self, identity: Identity, table_id: str, seat: int) -> str:
        """A secret that lets its holder take an invited seat."""
        _at(identity, table_id)
        async with self._tables.hold(table_id, fresh=True) as table:
            if table.host != identity.guest:
                raise Problem("forbidden", "only the host of the table may do this")
            if not 0 <= seat < len(table.seats):
                raise Problem("bad-value", f"the table has seats 0 to {len(table.seats) - 1}, not {seat}")
            if table.status != "open" or table.seats[seat].kind != "invited":
                raise Problem("not-now", f"seat {seat} waits for no invited guest", reason="seat-taken")
        return await self._new_token("invitation", identity.guest, table_id, seat)

    async def tables(self, identity: Identity, running: bool, before: str | None, limit: int) -> wire.GuestTables:
        """The tables a guest hosts or has sat at, latest change first."""
        _whole(identity)
        limit = max(1, min(limit, _PAGE))
        rows = await asyncio.to_thread(self._store.guest_tables, identity.guest, running, _cursor(before), limit)
        return {
            "tables": [json.loads(row.summary) for row in rows],
            "before": f"{rows[-1].changed}.{rows[-1].id}" if len(rows) == limit else None,
        }

    async def records(self, identity: Identity, before: str | None, limit: int) -> wire.Records:
        """A guest's finished games, latest first."""
        _whole(identity)
        limit = max(1, min(limit, _PAGE))
        rows = await asyncio.to_thread(self._store.guest_records, identity.guest, _cursor(before), limit)
        return {
            "records": [json.loads(row.summary) | {"seat": json.loads(row.seats)} for row in rows],
            "before": f"{rows[-1].finished}.{rows[-1].id}" if len(rows) == limit else None,
        }

    async def all_records(self, identity: Identity, form: str, asker: Asker = HOUSE) -> AsyncIterator[str]:
        """All of a guest's games one after another, as a file has them. Who has used up what is theirs gets them slowly."""
        _whole(identity)
        after: tuple[int, str] | None = None
        first = True
        while rows := await asyncio.to_thread(self._store.record_texts, identity.guest, after, _PAGE):
            for row in rows:
                if form == "json":
                    yield await self._as_json(row.text, asker, patient=True)
                else:
                    yield row.text if first else "\n" + row.text
                first = False
            after = (rows[-1].finished, rows[-1].id)

    async def record(self, record_id: str, asker: Asker = HOUSE) -> str:
        """A finished game, played through, as JSON; `seat` are those the guest who asks held."""
        row = await self._record(record_id)
        seats = await asyncio.to_thread(self._store.record_seats, row.id, asker.guest) if asker.guest else []
        given = [row.text, row.id, row.table_id, json.loads(row.summary)["reason"], seats]
        return await self._tables.desk.do(asker, "replay", given, cost_of_record(len(row.text)))

    async def record_file(self, record_id: str, form: str, asker: Asker = HOUSE) -> str:
        """A finished game as a file."""
        row = await self._record(record_id)
        return await self._as_json(row.text, asker) if form == "json" else str(row.text)

    async def _as_json(self, text: str, asker: Asker, patient: bool = False) -> str:
        # Reading a record may mean to play it through.
        cost = cost_of_record(len(text))
        return str(json.loads(await self._tables.desk.do(asker, "record_json", [text], cost, patient)))

    async def _record(self, record_id: str) -> Any:
        row = await asyncio.to_thread(self._store.record, record_id) if is_id(record_id) else None
        if row is None:
            if is_id(record_id) and await asyncio.to_thread(self._store.is_gone, record_id):
                raise Problem("gone", "the record was deleted")
            raise Problem("not-found", "there is no such record")
        return row


def _whole(identity: Identity) -> None:
    if identity.table is not None:
        raise Problem("forbidden", "a seat token speaks at its table only")


def _at(identity: Identity, table_id: str) -> None:
    if identity.table not in (None, table_id):
        raise Problem("forbidden", "this token is for another table")


def _cursor(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    moment, _, last = text.partition(".")
    if not moment.isdecimal() or len(moment) > 15 or not is_id(last):
        raise Problem("bad-value", "before is what an earlier answer gave as 'before'")
    return int(moment), last


def _token(
    token: str, kind: Kind, guest: str, now: int, table_id: str | None = None, seat: int | None = None
) -> sa.Insert:
    return sa.insert(tokens).values(
        hash=hash_of(token), kind=kind, guest=guest, table_id=table_id, seat=seat, created=now
    )
