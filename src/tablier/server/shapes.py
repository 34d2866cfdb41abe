"""Answers, as the OpenAPI document describes them. They are written by the service; tests compare them with these shapes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tablier.service.problems import PROBLEMS

__all__ = [
    "Analysis",
    "Board",
    "Events",
    "Explanation",
    "Game",
    "Games",
    "Guest",
    "GuestTables",
    "Info",
    "Invitation",
    "Lobby",
    "NewGuest",
    "Preview",
    "ProblemShape",
    "Receipt",
    "Records",
    "Replay",
    "Snapshot",
    "Token",
    "Update",
]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="allow")


class Incorrect(_Shape):
    """One thing that is wrong in a request."""

    at: str
    message: str


class ProblemShape(_Shape):
    """Why a request is refused."""

    type: Literal["about:blank"]
    status: int
    code: str = Field(json_schema_extra={"enum": list(PROBLEMS)})
    title: str
    detail: str
    errors: list[Incorrect] | None = None
    reason: dict[str, Any] | str | None = None
    retry_after: int | None = None
    incident: str | None = None


class Player(_Shape):
    """A player of the game."""

    name: str
    colour: str


class Restriction(_Shape):
    """A value that is possible only with some values of other options."""

    value: bool | int | str
    with_: dict[str, list[bool | int | str]] = Field(alias="with")


class GameOption(_Shape):
    """An option of a game."""

    name: str
    values: list[bool | int | str]
    default: bool | int | str
    only: list[Restriction]


class Hatch(_Shape):
    """Lines that repeat every `size` units."""

    d: str
    size: float
    width: float


class Look(_Shape):
    """What a game's board and pieces are made of: CSS colours by theme and role, hatchings and tokens by colour of pieces."""

    colours: dict[str, dict[str, str]]
    contrast: dict[str, dict[str, str]]
    hatches: dict[str, Hatch]
    tokens: dict[str, dict[str, Any]]


class Game(_Shape):
    """A game that can be played here."""

    id: str
    names: dict[str, str]
    authors: list[str]
    year: int | None
    rules_version: int
    players: list[int]
    options: list[GameOption]
    seats: list[Player]
    showcase: list[str]
    look: Look


class Games(_Shape):
    """All games."""

    games: list[Game]


class Limits(_Shape):
    """What is too much."""

    message_bytes: int
    body_bytes: int
    name_length: int
    open_tables: int


class Info(_Shape):
    """About the server."""

    version: str
    api: Literal[1]
    languages: list[str]
    levels: list[int]
    now: int
    limits: Limits
    claim_after: int


class Reason(_Shape):
    """Why something is so, by code."""

    code: str
    rule: str
    witness: list[str]
    values: dict[str, str | int]


class End(_Shape):
    """How a game ended."""

    reason: Literal["rules", "repetition", "blocked", "turn-limit", "resigned", "agreed", "time", "absent"]
    player: int | None
    rule: Reason | None
    turns: list[int]
    places: list[int]
    record: str | None


class LegalMove(_Shape):
    """A legal move and how a person plays it."""

    move: str
    gesture: dict[str, Any]


class Change(_Shape):
    """What a move does."""

    move: str
    steps: list[dict[str, Any]]
    words: list[dict[str, Any]]
    marks: dict[str, Any]


class Last(Change):
    """The move that led here."""

    player: int
    before: str


class Since(_Shape):
    """What the moves from a ply on have left, landed and changed, all together."""

    ply: int
    marks: dict[str, Any]


class Standing(_Shape):
    """What is shown of a player beside the board."""

    counts: list[dict[str, Any]]
    hand: list[dict[str, Any]]


class Board(_Shape):
    """A position with all that is needed to show it and to play."""

    game: str
    options: dict[str, bool | int | str]
    position: str
    players: list[Player]
    to_act: int | None
    turn_begins: bool
    placed: list[int | None]
    places: list[int] | None
    scene: dict[str, Any]
    moves: list[LegalMove]
    standings: list[Standing]
    steps: list[dict[str, Any]]
    step: int
    last: Last | None
    since: Since | None
    end: End | None


class Preview(Change):
    """What a legal move would do."""

    position: str
    end: Reason | None


class Explanation(_Shape):
    """Whether what was tried is legal, and why not."""

    legal: bool
    reason: Reason | None


class Proof(_Shape):
    """What is certain."""

    outcome: Literal["wins", "loses"]
    moves: int
    turns: int


class Candidate(_Shape):
    """A move the computer thinks of."""

    move: str
    line: list[str]
    scores: list[float]
    wins: list[float]
    visits: int
    depth: int
    proof: Proof | None


class Analysis(_Shape):
    """What the computer thinks so far."""

    done: bool
    player: int | None
    nodes: int
    seconds: float
    depth: int
    waiting: int | None
    candidates: list[Candidate]


class Guest(_Shape):
    """A guest."""

    guest: str
    name: str | None
    created: int


class NewGuest(_Shape):
    """A new guest and their secret."""

    guest: str
    name: str | None
    token: str


class Token(_Shape):
    """A secret."""

    token: str


class Invitation(_Shape):
    """A secret that lets its holder take a seat."""

    invitation: str


class Seat(_Shape):
    """A seat."""

    kind: Literal["person", "computer", "open", "invited"]
    level: int | None
    guest: str | None
    name: str | None
    left: bool


class Summary(_Shape):
    """A table in a list."""

    table: str
    game: str
    options: dict[str, bool | int | str]
    status: str
    listed: bool
    hints: bool = False
    seats: list[Seat]
    to_act: int | None
    clock: dict[str, Any] | None
    deadline: int | None
    plies: int
    created: int
    changed: int
    host: str | None
    record: str | None


class GuestTables(_Shape):
    """A guest's tables."""

    tables: list[Summary]
    before: str | None


class RecordSummary(_Shape):
    """A finished game in a list."""

    record: str
    table: str
    game: str
    options: dict[str, bool | int | str]
    players: list[str | None]
    seat: list[int]
    places: list[int]
    reason: str
    plies: int
    finished: int


class Records(_Shape):
    """A guest's finished games."""

    records: list[RecordSummary]
    before: str | None


class Lobby(_Shape):
    """Listed tables with an open seat."""

    tag: str
    tables: list[Summary]


class Setup(_Shape):
    """How a table is set up."""

    game: str
    options: dict[str, bool | int | str]
    start: str | None
    players: list[Player]
    clock: dict[str, Any] | None
    order: Literal["given", "random"]
    listed: bool
    claim_after: int | None
    created: int
    hints: bool


class ClockState(_Shape):
    """The clocks, as they were at `since`."""

    left: list[int]
    running: int | None
    since: int | None


class Question(_Shape):
    """Something asked that waits for answers."""

    what: Literal["draw", "takeback", "pause", "rematch"]
    seat: int
    number: int
    waiting: list[int]


class State(_Shape):
    """How a table stands."""

    number: int
    board: int
    status: Literal["open", "playing", "paused", "over", "closed"]
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


class Event(_Shape):
    """Something that happened; further fields by kind."""

    number: int
    kind: str
    at: int


class Events(_Shape):
    """A table's history."""

    events: list[Event]


class Played(_Shape):
    """A move played."""

    player: int
    move: str
    at: int


class Snapshot(_Shape):
    """All there is to know of a table."""

    type: Literal["snapshot"]
    table: str
    now: int
    setup: Setup
    state: State
    moves: list[Played]


class Update(_Shape):
    """What happened at a table."""

    type: Literal["update"]
    table: str
    now: int
    state: State
    events: list[Event]


class Receipt(_Shape):
    """An act was done and stored."""

    type: Literal["receipt"]
    table: str
    request: str
    number: int
    now: int
    state: State
    events: list[Event]


class ReplayMove(_Shape):
    """A move of a record."""

    player: int
    move: str
    turn: int
    comment: str | None = None


class Replay(_Shape):
    """A record, played through."""

    record: str | None
    table: str | None
    seat: list[int]
    tags: dict[str, str]
    game: str
    options: dict[str, bool | int | str]
    players: list[Player]
    names: list[str | None]
    start: str
    positions: list[str]
    moves: list[ReplayMove]
    places: list[int] | None
    end: End | None
