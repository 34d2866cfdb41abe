"""What can go wrong with a request, as data: a code for programs and a sentence for developers."""

from __future__ import annotations

from typing import Any

__all__ = ["PROBLEMS", "Problem", "not_now"]

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


class Problem(ValueError):  # noqa: N818
    """A refused request. `extra` are the further fields that ``docs/api.md`` lists with the code."""

    def __init__(self, code: str, detail: str, **extra: Any) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.status, self.title = PROBLEMS[code]
        self.detail = detail
        self.extra = extra

    def data(self) -> dict[str, Any]:
        """The problem as ``application/problem+json``."""
        return {
            "type": "about:blank",
            "status": self.status,
            "code": self.code,
            "title": self.title,
            "detail": self.detail,
            **self.extra,
        }


def not_now(reason: str, detail: str, **extra: Any) -> Problem:
    """Something that is not possible in the table's present state."""
    return Problem("not-now", detail, reason=reason, **extra)
