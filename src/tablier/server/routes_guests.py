"""Guests and what is theirs."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response, StreamingResponse

from tablier import wire
from tablier.server.route import At, Me, Route, answer, asker_of, described
from tablier.service.addresses import address_key
from tablier.wire import Problem

__all__ = ["Before", "Format", "Limit", "router"]

router = APIRouter(route_class=Route, tags=["guests"])

Before = Annotated[str | None, Query(max_length=60, description="What an earlier answer gave as `before`.")]
Limit = Annotated[int, Query(ge=1, le=200)]
Format = Annotated[Literal["text", "json"], Query()]

_TOKEN = ("token-required", "token-unknown", "forbidden")
_BODY = ("invalid-request", "bad-value", "too-large", "bad-origin")


@router.post("/guests", status_code=201, responses=described(wire.NewGuest, *_BODY, status=201))
async def new_guest(site: At, request: Request, asked: wire.GuestRequest) -> Response:
    """Become a guest."""
    address: str = request.scope["tablier_address"]
    if seconds := site.new_guests.take(address_key(address)):
        raise Problem("rate-limited", "too many new guests from this address", retry_after=math.ceil(seconds * 1000))
    return answer(await site.service.guests.create(asked.name, address), 201)


@router.get("/guests/me", responses=described(wire.Guest, *_TOKEN))
async def me(site: At, identity: Me) -> Response:
    """Who I am."""
    return answer(await site.service.guests.me(identity))


@router.patch("/guests/me", responses=described(wire.Guest, *_TOKEN, *_BODY))
async def rename(site: At, identity: Me, asked: wire.NameRequest) -> Response:
    """Change my usual name."""
    return answer(await site.service.guests.rename(identity, asked.name))


@router.delete("/guests/me", status_code=204, responses=described(None, *_TOKEN, "bad-origin", status=204))
async def delete(site: At, identity: Me) -> Response:
    """Delete what is mine."""
    await site.service.guests.delete(identity)
    return Response(status_code=204)


@router.post(
    "/guests/me/tokens", status_code=201, responses=described(wire.NewToken, *_TOKEN, "bad-origin", status=201)
)
async def new_token(site: At, identity: Me) -> Response:
    """A further token, for another device."""
    return answer({"token": await site.service.guests.new_token(identity)}, 201)


@router.get("/guests/me/tables", responses=described(wire.GuestTables, *_TOKEN, "invalid-request", "bad-value"))
async def my_tables(
    site: At, identity: Me, status: Literal["running", "all"] = "running", before: Before = None, limit: Limit = 50
) -> Response:
    """The tables I host or have sat at."""
    return answer(await site.service.guests.tables(identity, status == "running", before, limit))


@router.get("/guests/me/records", responses=described(wire.Records, *_TOKEN, "invalid-request", "bad-value"))
async def my_records(site: At, identity: Me, before: Before = None, limit: Limit = 50) -> Response:
    """My finished games."""
    return answer(await site.service.guests.records(identity, before, limit))


@router.get(
    "/guests/me/records/all",
    responses=described(None, *_TOKEN, "invalid-request", media="text/plain application/x-ndjson"),
)
async def all_records(site: At, request: Request, identity: Me, format: Format = "text") -> Response:  # noqa: A002
    """All my finished games in one file."""
    if identity.table is not None:
        raise Problem("forbidden", "a seat token speaks at its table only")
    kind, name = ("text/plain", "games.txt") if format == "text" else ("application/x-ndjson", "games.jsonl")
    return StreamingResponse(
        site.service.guests.all_records(identity, format, asker_of(request, identity)),
        media_type=kind,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
