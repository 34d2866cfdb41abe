"""What happens at tables: numbered events, by kind."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from tablier.wire.games import End
from tablier.wire.seats import QuestionKind, Seat, SeatKind, Setup

__all__ = [
    "Answered",
    "AskedFor",
    "Claimed",
    "Closed",
    "Created",
    "Ended",
    "Left",
    "Moved",
    "Outage",
    "Paused",
    "Renamed",
    "Resumed",
    "SeatChanged",
    "Seated",
    "Started",
    "TableEvent",
    "Tookback",
    "Undone",
]


class _Event(TypedDict):
    number: int
    at: int


class Created(_Event):
    """The table was made."""

    kind: Literal["created"]
    setup: Setup
    seats: list[Seat]
    host: str


class Seated(_Event):
    """Someone sat down."""

    kind: Literal["seated"]
    seat: int
    guest: str
    name: str | None


class SeatChanged(_Event):
    """The host made something else of a seat, before the start."""

    kind: Literal["seat-changed"]
    seat: int
    to: SeatKind
    level: int | None


class Started(_Event):
    """A game began; the seats are in playing order."""

    kind: Literal["started"]
    round: int
    seats: list[Seat]


class Moved(_Event):
    """A move was played."""

    kind: Literal["moved"]
    player: int
    move: str
    plies: int
    spent: int | None
    lag: NotRequired[int]
    waited: NotRequired[int]


class Undone(_Event):
    """Someone took back their last move within their turn."""

    kind: Literal["undone"]
    player: int
    plies: int


class Tookback(_Event):
    """A turn was taken back, as agreed."""

    kind: Literal["tookback"]
    plies: int


class AskedFor(_Event):
    """Something was asked of others."""

    kind: Literal["asked"]
    what: QuestionKind
    seat: int
    waiting: list[int]


class Answered(_Event):
    """An answer to what was asked."""

    kind: Literal["answered"]
    what: QuestionKind
    seat: int
    yes: bool


class Paused(_Event):
    """The game was paused."""

    kind: Literal["paused"]
    seat: int


class Resumed(_Event):
    """The game goes on."""

    kind: Literal["resumed"]
    seat: int


class Left(_Event):
    """Someone left their seat."""

    kind: Literal["left"]
    seat: int


class Claimed(_Event):
    """An absent player's seat was claimed."""

    kind: Literal["claimed"]
    seat: int
    by: int
    to: Literal["win", "computer"]
    level: int | None


class Renamed(_Event):
    """Someone has another name; none when it was taken away."""

    kind: Literal["renamed"]
    seat: int
    name: str | None


class Ended(_Event, End):
    """The game ended."""

    kind: Literal["ended"]


class Outage(_Event):
    """Time that is charged to nobody: the server was down."""

    kind: Literal["outage"]
    since: int
    down: int


class Closed(_Event):
    """The table was closed."""

    kind: Literal["closed"]


TableEvent = TypeAliasType(
    "TableEvent",
    Annotated[
        Created
        | Seated
        | SeatChanged
        | Started
        | Moved
        | Undone
        | Tookback
        | AskedFor
        | Answered
        | Paused
        | Resumed
        | Left
        | Claimed
        | Renamed
        | Ended
        | Outage
        | Closed,
        Field(discriminator="kind"),
    ],
)
