"""What tables and their events have in common: the set-up, its clock, the seats."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from tablier.wire.base import Options
from tablier.wire.games import PlayerInfo

__all__ = [
    "ClockSetup",
    "Correspondence",
    "Fischer",
    "Order",
    "QuestionKind",
    "Sandglass",
    "Seat",
    "SeatKind",
    "Setup",
    "Status",
]

Order = Literal["given", "random"]
Status = TypeAliasType("Status", Literal["open", "playing", "paused", "over", "closed"])
SeatKind = Literal["person", "computer", "open", "invited"]
QuestionKind = TypeAliasType("QuestionKind", Literal["draw", "takeback", "pause", "rematch"])


class Fischer(TypedDict):
    """So many seconds a game and, after each turn, a few more."""

    kind: Literal["fischer"]
    seconds: float
    increment: float


class Sandglass(TypedDict):
    """So many seconds for each turn, or each move."""

    kind: Literal["sandglass"]
    seconds: float
    each: Literal["turn", "move"]


class Correspondence(TypedDict):
    """So many days for each turn."""

    kind: Literal["correspondence"]
    days: float


ClockSetup = TypeAliasType("ClockSetup", Annotated[Fischer | Sandglass | Correspondence, Field(discriminator="kind")])


class Setup(TypedDict):
    """How a table is set up."""

    game: str
    options: Options
    start: str | None
    players: list[PlayerInfo]
    clock: ClockSetup | None
    order: Order
    listed: bool
    claim_after: int | None
    created: int
    hints: NotRequired[bool]


class Seat(TypedDict):
    """A seat."""

    kind: SeatKind
    level: int | None
    guest: str | None
    name: str | None
    left: bool
