"""Tables: how they are set up, how they stand, what is told of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from tablier.wire.base import Asked, Level, Name, Options, RequestId
from tablier.wire.events import TableEvent
from tablier.wire.games import End
from tablier.wire.limits import CLAIM_AFTER, MAX_CLAIM_AFTER, MAX_DAYS, MAX_SEATS, MAX_SECONDS, MIN_CLAIM_AFTER
from tablier.wire.seats import ClockSetup, Order, QuestionKind, Seat, Setup, Status

__all__ = [
    "ClockRequest",
    "ClockState",
    "ComputerSeat",
    "Computers",
    "CorrespondenceRequest",
    "Events",
    "FischerRequest",
    "FreeSeat",
    "Here",
    "Lobby",
    "LobbyNews",
    "NewTable",
    "OwnSeat",
    "PlayedMove",
    "Presence",
    "Question",
    "Receipt",
    "SandglassRequest",
    "SeatRequest",
    "Snapshot",
    "State",
    "Summary",
    "Update",
    "Waiting",
]


class OwnSeat(Asked):
    """A seat for someone at this browser."""

    kind: Literal["mine"]
    name: Name | None = None


class ComputerSeat(Asked):
    """A seat for a computer."""

    kind: Literal["computer"]
    level: Level


class FreeSeat(Asked):
    """A seat for anyone, or for someone invited."""

    kind: Literal["open", "invited"]


SeatRequest = TypeAliasType("SeatRequest", Annotated[OwnSeat | ComputerSeat | FreeSeat, Field(discriminator="kind")])


class FischerRequest(Asked):
    """So many seconds a game and, after each turn, a few more."""

    kind: Literal["fischer"]
    seconds: float = Field(ge=1, le=MAX_SECONDS, strict=False)
    increment: float = Field(default=0, ge=0, le=MAX_SECONDS, strict=False)


class SandglassRequest(Asked):
    """So many seconds for each turn, or each move."""

    kind: Literal["sandglass"]
    seconds: float = Field(ge=1, le=MAX_SECONDS, strict=False)
    each: Literal["turn", "move"] = "turn"


class CorrespondenceRequest(Asked):
    """So many days for each turn."""

    kind: Literal["correspondence"]
    days: float = Field(ge=1 / 24, le=MAX_DAYS, strict=False)


ClockRequest = TypeAliasType(
    "ClockRequest",
    Annotated[FischerRequest | SandglassRequest | CorrespondenceRequest, Field(discriminator="kind")],
)


class NewTable(Asked):
    """A table to be made, one seat a player of the game."""

    request: RequestId
    game: str
    options: Options = Field(default={})
    start: str | None = None
    seats: list[SeatRequest] = Field(min_length=1, max_length=MAX_SEATS)
    order: Order = "given"
    clock: ClockRequest | None = None
    listed: bool = False
    claim_after: Annotated[int, Field(ge=MIN_CLAIM_AFTER, le=MAX_CLAIM_AFTER)] | None = CLAIM_AFTER
    hints: bool = False


class ClockState(TypedDict):
    """The clocks, as they were at `since`."""

    left: list[int]
    running: int | None
    since: int | None


class Question(TypedDict):
    """Something asked that waits for answers."""

    what: QuestionKind
    seat: int
    number: int
    waiting: list[int]


class State(TypedDict):
    """How a table stands."""

    number: int
    board: int
    status: Status
    round: int
    plies: int
    turn: int
    to_act: int | None
    turn_begins: bool
    seats: list[Seat]
    host: str | None
    clock: ClockState | None
    question: Question | None
    end: End | None


class PlayedMove(TypedDict):
    """A move played."""

    player: int
    move: str
    at: int


class Snapshot(TypedDict):
    """All there is to know of a table."""

    type: Literal["snapshot"]
    table: str
    now: int
    setup: Setup
    state: State
    moves: list[PlayedMove]


class Update(TypedDict):
    """What happened at a table."""

    type: Literal["update"]
    table: str
    now: int
    state: State
    events: list[TableEvent]


class Receipt(TypedDict):
    """An act was done and stored."""

    type: Literal["receipt"]
    table: str
    request: str
    number: int
    now: int
    state: State
    events: list[TableEvent]


class Events(TypedDict):
    """A table's history."""

    events: list[TableEvent]


class Summary(TypedDict):
    """A table in a list."""

    table: str
    game: str
    options: Options
    status: Status
    listed: bool
    hints: bool
    seats: list[Seat]
    to_act: int | None
    clock: ClockSetup | None
    deadline: int | None
    plies: int
    created: int
    changed: int
    host: str | None
    record: str | None


class Lobby(TypedDict):
    """Listed tables with an open seat."""

    tag: str
    tables: list[Summary]


class LobbyNews(Lobby):
    """The lobby as the socket tells of it."""

    type: Literal["lobby"]


class Here(TypedDict):
    """Whether who holds a seat is connected; since when they are not."""

    here: bool
    since: int | None


class Presence(TypedDict):
    """Who is connected."""

    type: Literal["presence"]
    table: str
    seats: list[Here]
    watchers: int


class Waiting(TypedDict):
    """A place in the line, from 1, and about how many seconds it takes."""

    place: int
    seconds: float


class Computers(TypedDict):
    """Whether anyone thinks for computers, and which place in the line the one to act has."""

    type: Literal["computers"]
    table: str
    available: bool
    waiting: Waiting | None
