"""Everything that goes wrong becomes a documented problem."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable

import sqlalchemy as sa
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tablier.server.logs import log
from tablier.service.complaints import Complaints, sort_of
from tablier.service.database import is_trouble
from tablier.wire import PROBLEMS, Problem, dumps_bytes, incorrect, invalid

__all__ = ["add_handlers", "problem_response", "unexpected"]

_BY_STATUS = {400: "invalid-request", 404: "not-found", 405: "method-not-allowed", 413: "too-large"}
_RETRY = 2000
_complaints = Complaints(log)


def problem_response(problem: Problem) -> Response:
    """A problem as an answer."""
    response = Response(dumps_bytes(problem.data()), problem.status, media_type="application/problem+json")
    if problem.status == 401:
        response.headers["www-authenticate"] = "Bearer"
    if (wait := problem.extra.get("retry_after")) is not None:
        response.headers["retry-after"] = str(max(1, math.ceil(wait / 1000)))
    return response


def unexpected(error: BaseException) -> Problem:
    """What nobody asked for. Trouble with the database passes: try again. All else is our own fault: the log tells all under an
    id, the answer tells only the id; what happens again and again is told once, then counted."""
    if is_trouble(error):
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        _complaints.tell("database", f"the database cannot be used: {reason}", level=logging.WARNING)
        return Problem("unavailable", "the database cannot be used at the moment; try again", retry_after=_RETRY)
    incident = _complaints.tell(sort_of(error), "a fault", error)
    return Problem("server-error", "something went wrong here; the log says more under this id", incident=incident)


def _from_validation(error: RequestValidationError) -> Problem:
    """What the framework found by the types of a route, in the words of `wire.read`."""
    found = [{**item, "loc": item["loc"][1:]} for item in error.errors()]
    in_body = bool(error.errors()) and error.errors()[0]["loc"][0] == "body"
    return invalid(incorrect(found, error.body if in_body else {}))


def add_handlers(app: FastAPI, told: Callable[[str], None], otherwise: Callable[[str], Response | None]) -> None:
    """Let the application answer with problems only; `told` is called with each one's code. `otherwise` may have an answer
    for a path that no route is for."""

    def answer(problem: Problem) -> Response:
        told(problem.code)
        return problem_response(problem)

    @app.exception_handler(Problem)
    async def _problem(_request: Request, error: Problem) -> Response:
        return answer(error)

    @app.exception_handler(sa.exc.SQLAlchemyError)
    async def _database(_request: Request, error: sa.exc.SQLAlchemyError) -> Response:
        return answer(unexpected(error))

    @app.exception_handler(Exception)
    async def _fault(request: Request, error: Exception) -> Response:
        # The framework raises it once more after this answer; it is told once.
        request.scope["tablier_told"] = True
        return answer(unexpected(error))

    @app.exception_handler(RequestValidationError)
    async def _validation(_request: Request, error: RequestValidationError) -> Response:
        return answer(_from_validation(error))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        code = _BY_STATUS.get(error.status_code, "invalid-request")
        if code == "not-found" and request.method in ("GET", "HEAD"):
            found = otherwise(request.scope["path"])
            if found is not None:
                return found
        response = answer(Problem(code, PROBLEMS[code][1].lower()))
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response
