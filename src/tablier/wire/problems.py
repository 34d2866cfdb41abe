"""What can go wrong with a request, as data: a code for programs and a sentence for developers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from tablier.wire.games import Reason
from tablier.wire.tables import Snapshot, Update

__all__ = ["PROBLEMS", "Incorrect", "NotNow", "Problem", "ProblemData", "Refusal", "not_now"]

PROBLEMS: dict[str, tuple[int, str]] = {
    "invalid-request": (422, "The request is not of the documented form"),
    "bad-value": (422, "A value is refused"),
    "token-required": (401, "A token is needed"),
    "token-unknown": (401, "The token is of no one"),
    "forbidden": (403, "The token does not allow this"),
    "banned": (403, "Excluded by the host of this site"),
    "bad-origin": (403, "Sent from a foreign page"),
    "bad-host": (421, "This server is not reached by that name"),
    "not-found": (404, "There is no such thing"),
    "method-not-allowed": (405, "The method is not possible here"),
    "gone": (410, "It was deleted"),
    "too-large": (413, "Too large"),
    "stale": (409, "The table has moved on"),
    "request-reused": (409, "This request id was used for something else"),
    "not-now": (409, "Not possible in this state of the table"),
    "illegal-move": (409, "The move is not legal"),
    "rate-limited": (429, "Too many requests"),
    "busy": (503, "Too much work waiting"),
    "no-engine": (503, "Nobody is there to think"),
    "unavailable": (503, "Nothing can be stored or read at the moment"),
    "stopping": (503, "The server is being stopped"),
    "wrong-version": (400, "This version is not spoken here"),
    "server-error": (500, "A fault of the server"),
}
"""Every code with its HTTP status and title."""

NotNow = Literal[
    "not-playing", "not-open", "over", "not-over", "paused", "not-paused", "closed", "not-your-turn", "seat-taken",
    "seat-not-held", "nothing-to-undo", "question-stands", "no-question", "asked-already", "computer-declines",
    "several-players", "not-absent", "no-people", "no-hints", "flagged", "no-time", "too-many-tables",
    "too-many-top-tables", "too-many-listed", "too-many-tokens", "table-full", "too-many-renames",
]  # fmt: skip
"""Why something is not possible now."""


class Incorrect(TypedDict):
    """One thing that is wrong in a request."""

    at: str
    message: str


class _Problem(TypedDict):
    status: int
    code: Annotated[str, Field(json_schema_extra={"enum": list(PROBLEMS)})]
    title: str
    detail: str
    errors: NotRequired[list[Incorrect]]
    reason: NotRequired[Reason | NotNow | None]
    update: NotRequired[Snapshot | Update]
    retry_after: NotRequired[int]
    incident: NotRequired[str]
    line: NotRequired[int | None]
    column: NotRequired[int | None]
    claimable_at: NotRequired[int | None]
    versions: NotRequired[list[int]]


class ProblemData(_Problem):
    """Why a request is refused; further fields by code."""

    type: Literal["about:blank"]


class Refusal(_Problem):
    """The same on the socket."""

    type: Literal["problem"]


class Problem(ValueError):  # noqa: N818
    """A refused request. `extra` are the further fields that ``docs/api.md`` lists with the code."""

    def __init__(self, code: str, detail: str, **extra: Any) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.status, self.title = PROBLEMS[code]
        self.detail = detail
        self.extra = extra

    def data(self) -> ProblemData:
        """The problem as ``application/problem+json``."""
        return {"type": "about:blank", **self._fields()}

    def message(self) -> Refusal:
        """The problem as a message of the socket."""
        return {"type": "problem", **self._fields()}

    def _fields(self) -> _Problem:
        return {
            "status": self.status,
            "code": self.code,
            "title": self.title,
            "detail": self.detail,
            **self.extra,  # type: ignore[typeddict-item]
        }


def not_now(reason: NotNow, detail: str, **extra: Any) -> Problem:
    """Something that is not possible in the table's present state."""
    return Problem("not-now", detail, reason=reason, **extra)
