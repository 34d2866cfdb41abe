"""What the routes have in common: strict JSON in, plain JSON out, tokens, documented problems."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from tablier import wire
from tablier.server.site import Site
from tablier.service.addresses import Asker, address_key
from tablier.service.store import Identity
from tablier.wire import PROBLEMS

__all__ = ["At", "MaybeMe", "Me", "Route", "answer", "asker_of", "described", "gone", "json_answer", "worked"]


class _StrictRequest(Request):
    async def json(self) -> Any:
        return wire.loads(await self.body())


class Route(APIRoute):
    """A route whose bodies are read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, given a stricter request."""
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(_StrictRequest(request.scope, request.receive))

        return strict


# Not plain functions: the framework would send each of them to a thread, for every request.
async def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


At = Annotated[Site, Depends(_site)]

_bearer = HTTPBearer(auto_error=False, description="A guest or seat token, as `POST /guests` gives it.")


async def _token(given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str | None:
    return None if given is None else given.credentials


Token = Annotated[str | None, Depends(_token)]


async def _me(site: At, request: Request, token: Token) -> Identity:
    return await site.service.guests.identify(token, request.scope["tablier_address"])


async def _maybe_me(site: At, request: Request, token: Token) -> Identity | None:
    return None if token is None else await _me(site, request, token)


Me = Annotated[Identity, Depends(_me)]
MaybeMe = Annotated[Identity | None, Depends(_maybe_me)]


def asker_of(request: Request, identity: Identity | None = None) -> Asker:
    """Who asks, as turns and limits count them."""
    return Asker(address_key(request.scope["tablier_address"]), None if identity is None else identity.guest)


async def worked(site: Site, request: Request, work: Awaitable[str]) -> Response:
    """Rule work as an answer; when nobody waits for it any more it is not done."""
    return json_answer(await site.unless_stopping(work, gone(request)))


async def gone(request: Request) -> None:
    """Wait until whoever asked goes away. The request's body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def json_answer(text: str) -> Response:
    """JSON that is written already as an answer."""
    return Response(text, media_type="application/json")


def answer(data: Any, status: int = 200) -> Response:
    """Data as an answer. What the service gives is sent as it is; that it has the documented shape is tested, not checked
    again each time."""
    return Response(wire.dumps_bytes(data), status, media_type="application/json")


def described(shape: Any = None, *codes: str, status: int = 200, media: str | None = None, also: Any = None) -> Any:
    """The `responses` of a route: its answer and the problems it may lead to."""
    found: dict[int | str, dict[str, Any]] = {}
    if shape is not None:
        found[status] = {"model": shape, "description": (shape.__doc__ or "").strip()}
    elif media is not None:
        found[status] = {
            "content": {kind: {"schema": _FILES[kind]} for kind in media.split()},
            "description": "A file.",
        }
    else:
        found[status] = {"description": "Done."}
    if also is not None:
        found[200] = {"model": also, "description": "The same request was done before."}
    always = (
        "banned",
        "bad-host",
        "not-found",
        "method-not-allowed",
        "rate-limited",
        "busy",
        "unavailable",
        "stopping",
        "server-error",
    )
    for code in (*codes, *always):
        number = PROBLEMS[code][0]
        entry = found.setdefault(
            number, {"description": "", "content": {"application/problem+json": {"schema": _PROBLEM}}}
        )
        if code not in entry["description"]:
            entry["description"] = " · ".join(filter(None, (entry["description"], f"`{code}`")))
    return found


_PROBLEM = {"$ref": f"#/components/schemas/{wire.ProblemData.__name__}"}
_FILES = {
    "text/plain": {"type": "string"},
    "application/x-ndjson": {"type": "string"},
    "application/json": {"type": "object"},
}
