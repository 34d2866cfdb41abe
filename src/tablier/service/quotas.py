"""What a guest may have, and all guests of one network together: counted in the transaction that adds to it, so it holds however
much is asked for at once, and with however many processes."""

from __future__ import annotations

import math
from typing import Any

import sqlalchemy as sa

from tablier.service.limits import Rate
from tablier.service.schema import guests, tables, tokens
from tablier.service.settings import Settings
from tablier.service.tokens import Kind
from tablier.wire import TOP_LEVEL, Problem, not_now

__all__ = ["check_new_guest", "check_tables", "check_tokens", "check_top", "foresee_table", "foresee_top"]

_UNFINISHED = ("open", "playing", "paused")
_TOKENS: dict[Kind, int] = {"guest": 50, "seat": 50, "invitation": 50}
"""Tokens of one guest; for seat tokens and invitations, at one table."""


def check_new_guest(connection: sa.Connection, network: str, now: int, rate: Rate) -> None:
    """`rate-limited` when a network has as many new guests as one process would let in by its rate."""
    _alone(connection, f"network {network}")
    window = rate.at_once / rate.each_second
    count = _count(connection, guests.c.network == network, guests.c.created > now - 1000 * window)
    if count >= 2 * rate.at_once:
        wait = math.ceil(1000 / rate.each_second)
        raise Problem("rate-limited", "too many new guests from this address", retry_after=wait)


def check_tables(connection: sa.Connection, guest: str, settings: Settings) -> None:
    """`too-many-tables` or `too-many-listed` when a guest, or all of their network, have more tables than allowed, with one
    that was just written."""
    _check_tables(connection, guest, _network_alone(connection, guest), settings, 0)


def check_top(connection: sa.Connection, guest: str, settings: Settings) -> None:
    """`too-many-top-tables` when a guest's network has more tables with a computer of the highest level than allowed, with one
    that was just written."""
    network = _network_alone(connection, guest)
    if network is not None:
        _check_top(connection, _neighbours(network), settings, 0)


def foresee_table(connection: sa.Connection, guest: str, settings: Settings) -> None:
    """The same before a table is written, as far as that can be told."""
    _check_tables(connection, guest, _network(connection, guest), settings, 1)


def _network(connection: sa.Connection, guest: str) -> str | None:
    found: str | None = connection.execute(sa.select(guests.c.network).where(guests.c.id == guest)).scalar()
    return found


def _network_alone(connection: sa.Connection, guest: str) -> str | None:
    """A guest's network, and nobody else counts what is theirs or its."""
    network = _network(connection, guest)
    _alone(connection, f"guest {guest}", *(() if network is None else (f"network {network}",)))
    return network


def _neighbours(network: str) -> Any:
    """That a table was made by a guest of a network."""
    return tables.c.host.in_(sa.select(guests.c.id).where(guests.c.network == network))


def _check_tables(connection: sa.Connection, guest: str, network: str | None, settings: Settings, more: int) -> None:
    unfinished = tables.c.status.in_(_UNFINISHED)
    listed = sa.and_(tables.c.status == "open", tables.c.listed)
    if _count(connection, tables.c.host == guest, unfinished) + more > settings.open_tables:
        raise not_now("too-many-tables", f"{settings.open_tables} unfinished tables are enough")
    if _count(connection, tables.c.host == guest, listed) > settings.listed_tables:
        raise not_now("too-many-listed", f"{settings.listed_tables} tables in the lobby are enough")
    if network is None:
        return
    neighbours = _neighbours(network)
    if _count(connection, neighbours, unfinished) + more > settings.address_tables:
        raise not_now("too-many-tables", f"{settings.address_tables} unfinished tables from one address are enough")
    if _count(connection, neighbours, listed) > max(settings.listed_tables, settings.address_tables // 5):
        raise not_now("too-many-listed", "there are enough tables in the lobby from this address")
    _check_top(connection, neighbours, settings, 0)


def foresee_top(connection: sa.Connection, guest: str, settings: Settings) -> None:
    """`too-many-top-tables` when all of a guest's network have as many tables with a computer of the highest level as allowed."""
    network = _network(connection, guest)
    if network is not None:
        _check_top(connection, _neighbours(network), settings, 1)


def _check_top(connection: sa.Connection, neighbours: Any, settings: Settings, more: int) -> None:
    # They take much of everyone's time.
    if (
        _count(connection, neighbours, tables.c.status.in_(_UNFINISHED), tables.c.level == TOP_LEVEL) + more
        > settings.top_tables
    ):
        raise not_now(
            "too-many-top-tables", f"{settings.top_tables} unfinished tables with level {TOP_LEVEL} are enough"
        )


def check_tokens(connection: sa.Connection, guest: str, kind: Kind, table_id: str | None) -> None:
    """`too-many-tokens` when a guest has as many tokens of a kind as allowed."""
    _alone(connection, f"guest {guest}")
    where = [tokens.c.guest == guest, tokens.c.kind == kind]
    if table_id is not None:
        where.append(tokens.c.table_id == table_id)
    if _count(connection, *where) >= _TOKENS[kind]:
        raise not_now("too-many-tokens", f"{_TOKENS[kind]} tokens of this kind are enough")


def _alone(connection: sa.Connection, *keys: str) -> None:
    """Let nobody else count under these keys until the transaction ends; SQLite has one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        for key in keys:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(key, 0))))


def _count(connection: sa.Connection, *where: Any) -> int:
    return int(connection.execute(sa.select(sa.func.count()).where(*where)).scalar_one())
