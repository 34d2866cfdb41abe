"""Guests, what is theirs, and finished games."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from tablier.wire.base import Asked, Name, Options
from tablier.wire.games import End, EndReason, PlayerInfo
from tablier.wire.tables import Summary

__all__ = [
    "Guest",
    "GuestRequest",
    "GuestTables",
    "Invitation",
    "NameRequest",
    "NewGuest",
    "NewToken",
    "RecordRequest",
    "RecordSummary",
    "Records",
    "Replay",
    "ReplayMove",
]


class GuestRequest(Asked):
    """A new guest."""

    name: Name | None = None


class NameRequest(Asked):
    """A new name; null takes it away."""

    name: Name | None


class RecordRequest(Asked):
    """A record in its text or JSON form."""

    text: str


class Guest(TypedDict):
    """A guest."""

    guest: str
    name: str | None
    created: int


class NewGuest(TypedDict):
    """A new guest and their secret."""

    guest: str
    name: str | None
    token: str


class NewToken(TypedDict):
    """A secret."""

    token: str


class Invitation(TypedDict):
    """A secret that lets its holder take a seat."""

    invitation: str


class GuestTables(TypedDict):
    """A guest's tables."""

    tables: list[Summary]
    before: str | None


class RecordSummary(TypedDict):
    """A finished game in a list."""

    record: str
    table: str
    game: str
    options: Options
    players: list[str | None]
    seat: list[int]
    places: list[int]
    reason: EndReason
    plies: int
    finished: int


class Records(TypedDict):
    """A guest's finished games."""

    records: list[RecordSummary]
    before: str | None


class ReplayMove(TypedDict):
    """A move of a record."""

    player: int
    move: str
    turn: int
    comment: NotRequired[str]


class Replay(TypedDict):
    """A record, played through."""

    record: str | None
    table: str | None
    seat: list[int]
    tags: dict[str, str]
    game: str
    options: Options
    players: list[PlayerInfo]
    names: list[str | None]
    start: str
    positions: list[str]
    moves: list[ReplayMove]
    places: list[int] | None
    end: End | None
