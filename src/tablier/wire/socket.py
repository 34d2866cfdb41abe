"""What goes over the socket: the requests, each with the types of its answers, and all that is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, NotRequired, get_args

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from tablier.wire.base import Asked, Id, MessageId, Number, Token
from tablier.wire.games import (
    Analysis,
    AnalysisRequest,
    Board,
    Explanation,
    ExplanationRequest,
    PositionRequest,
    Preview,
    PreviewRequest,
    TableAnalysisRequest,
)
from tablier.wire.limits import MAX_NUMBER
from tablier.wire.problems import Refusal
from tablier.wire.reading import invalid, read
from tablier.wire.tables import Computers, LobbyNews, Presence, Receipt, Snapshot, Update

__all__ = [
    "REQUESTS",
    "AnalysePosition",
    "AnalyseTable",
    "AnalysisTold",
    "AskAct",
    "AskBoard",
    "AskExplanation",
    "AskLobby",
    "AskPosition",
    "AskPreview",
    "BoardTold",
    "Cancel",
    "ClientMessage",
    "ExplanationTold",
    "Hello",
    "Ok",
    "Ping",
    "Pinged",
    "Pong",
    "Ponged",
    "PositionTold",
    "PreviewTold",
    "Re",
    "ServerMessage",
    "SocketRequest",
    "Unlobby",
    "Unwatch",
    "Watch",
    "Welcome",
    "read_message",
]


class _Message(BaseModel):
    answers: ClassVar[tuple[str, ...]]
    """The types of the messages that answer this one."""


class SocketRequest(_Message):
    """What all requests have but the first."""

    id: MessageId


class Hello(_Message, Asked):
    """The first message: who speaks."""

    answers = ("welcome",)
    type: Literal["hello"]
    version: Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
    token: Token | None = None
    id: MessageId | None = None


class Watch(SocketRequest, Asked):
    """How a table stands, or what came after a number, and from now on all news of it."""

    answers = ("snapshot", "update")
    type: Literal["watch"]
    table: Id
    after: Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)] | None = None
    token: Token | None = None


class Unwatch(SocketRequest, Asked):
    """No more news of a table."""

    answers = ("ok",)
    type: Literal["unwatch"]
    table: Id


class AskAct(SocketRequest, Asked):
    """Do something at a table. The fields of the act stand beside these; it is read apart, as over HTTP."""

    model_config = ConfigDict(extra="allow")
    answers = ("receipt",)
    type: Literal["act"]
    table: Id
    token: Token | None = None


class AskBoard(SocketRequest, Asked):
    """The Board of a table's present round after so many moves."""

    answers = ("board",)
    type: Literal["board"]
    table: Id
    ply: Number | None = None
    since: Number | None = None


class AskPosition(SocketRequest, PositionRequest):
    """The Board of a position."""

    answers = ("position",)
    type: Literal["position"]


class AskPreview(SocketRequest, PreviewRequest):
    """What a legal move would do."""

    answers = ("preview",)
    type: Literal["preview"]


class AskExplanation(SocketRequest, ExplanationRequest):
    """Why something that was tried is not legal."""

    answers = ("explanation",)
    type: Literal["explain"]


class AskLobby(SocketRequest, Asked):
    """The lobby, and from now on all changes of it."""

    answers = ("lobby",)
    type: Literal["lobby"]


class Unlobby(SocketRequest, Asked):
    """No more news of the lobby."""

    answers = ("ok",)
    type: Literal["unlobby"]


class AnalysePosition(SocketRequest, AnalysisRequest):
    """What the computer thinks of a position."""

    answers = ("analysis",)
    type: Literal["analyse"]
    token: Token | None = None


class AnalyseTable(SocketRequest, TableAnalysisRequest):
    """What the computer thinks of the position a table is at."""

    answers = ("analysis",)
    type: Literal["analyse"]
    table: Id
    token: Token | None = None


class Cancel(SocketRequest, Asked):
    """End an analysis."""

    answers = ("ok",)
    type: Literal["cancel"]
    of: MessageId


class Ping(SocketRequest, Asked):
    """Is anyone there?"""

    answers = ("pong",)
    type: Literal["ping"]


class Pong(_Message, Asked):
    """The answer to the server's own `ping`."""

    answers = ()
    type: Literal["pong"]
    n: Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]


_Asked = (
    Hello
    | Watch
    | Unwatch
    | AskAct
    | AskBoard
    | AskPosition
    | AskPreview
    | AskExplanation
    | AskLobby
    | Unlobby
    | AnalysePosition
    | AnalyseTable
    | Cancel
    | Ping
    | Pong
)
ClientMessage = TypeAliasType("ClientMessage", _Asked)
_by_type: dict[str, list[type[_Message]]] = {}
for _kind in get_args(_Asked):
    _by_type.setdefault(get_args(_kind.model_fields["type"].annotation)[0], []).append(_kind)
REQUESTS: Mapping[str, list[type[_Message]]] = _by_type
"""The kinds of messages by their types; where there are two, the one with a `table` is the last."""


def read_message(data: Mapping[str, Any], first: bool = False) -> Any:
    """A message of a client, the `first` or another; `invalid-request` when it is none."""
    kind = data.get("type")
    wanted = [name for name in REQUESTS if (name == "hello") == first]
    if not isinstance(kind, str) or kind not in wanted:
        raise invalid([{"at": "type", "message": f"one of {', '.join(wanted)} is wanted, not {kind!r:.60}"}])
    return read(REQUESTS[kind][-1 if "table" in data else 0], data)


class Re(TypedDict):
    """Which request a message answers; what comes unasked has none."""

    re: NotRequired[MessageId]


class Welcome(TypedDict):
    """The answer to hello."""

    type: Literal["welcome"]
    version: int
    now: int
    guest: str | None
    name: str | None
    server: str


class Ok(TypedDict):
    """Done."""

    type: Literal["ok"]


class BoardTold(TypedDict):
    """A table's Board."""

    type: Literal["board"]
    table: str
    number: int
    ply: int
    board: Board


class PositionTold(TypedDict):
    """A position's Board."""

    type: Literal["position"]
    board: Board


class PreviewTold(TypedDict):
    """What a legal move would do."""

    type: Literal["preview"]
    preview: Preview


class ExplanationTold(Explanation):
    """Whether what was tried is legal, and why not."""

    type: Literal["explanation"]


class AnalysisTold(Analysis):
    """What the computer thinks so far."""

    type: Literal["analysis"]


class Ponged(TypedDict):
    """The answer to a client's `ping`."""

    type: Literal["pong"]
    now: int


class Pinged(TypedDict):
    """To be answered with `pong` at once."""

    type: Literal["ping"]
    n: int


ServerMessage = TypeAliasType(
    "ServerMessage",
    Welcome
    | Ok
    | Refusal
    | Snapshot
    | Update
    | Receipt
    | BoardTold
    | PositionTold
    | PreviewTold
    | ExplanationTold
    | AnalysisTold
    | LobbyNews
    | Presence
    | Computers
    | Ponged
    | Pinged,
)
