"""Tables and the lobby."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from tablier import wire
from tablier.server.route import At, MaybeMe, Me, Route, answer, asker_of, described, gone, json_answer
from tablier.server.routes_games import stream_analysis
from tablier.server.routes_guests import Format
from tablier.server.site import Site
from tablier.service.addresses import address_key
from tablier.wire import Problem

__all__ = ["router"]

router = APIRouter(route_class=Route, tags=["tables"])

_TOKEN = ("token-required", "token-unknown", "forbidden")
_BODY = ("invalid-request", "bad-value", "too-large", "bad-origin")
_ACT = ("stale", "request-reused", "not-now", "illegal-move", "gone")

TableId = Annotated[str, Path(max_length=wire.MAX_ID)]
Number = Annotated[int, Query(ge=0, le=wire.MAX_NUMBER)]
Wait = Annotated[float, Query(ge=0, le=30, allow_inf_nan=False, description="Seconds to wait for something to happen.")]


@router.post(
    "/tables",
    status_code=201,
    responses=described(wire.Snapshot, *_TOKEN, *_BODY, "not-now", "request-reused", status=201, also=wire.Snapshot),
)
async def create(site: At, identity: Me, asked: wire.NewTable) -> Response:
    """Make a table."""
    made, new = await site.service.tables.create(identity, asked)
    return answer(made, 201 if new else 200)


async def _polling(site: Site, request: Request, work: Any) -> Any:
    """Wait for news; each address may wait for so many things at once."""
    key = address_key(request.scope["tablier_address"])
    if not site.poll_places.enter(key):
        work.close()
        raise Problem("rate-limited", "too many requests wait from this address", retry_after=1000)
    try:
        return await site.unless_stopping(work)
    finally:
        site.poll_places.leave(key)


@router.get(
    "/tables/{table}",
    responses=described(wire.Snapshot | wire.Update, "invalid-request", "token-unknown", "forbidden", "gone"),
)
async def look(
    site: At,
    request: Request,
    identity: MaybeMe,
    table: TableId,
    after: Number | None = None,
    wait: Wait = 0.0,
) -> Response:
    """A table, or what happened there after a number. With a token one counts as present at one's table."""
    if identity is not None and identity.table not in (None, table):
        raise Problem("forbidden", "this token is for another table")
    guest = None if identity is None else identity.guest
    if after is None:
        return answer(await site.service.tables.snapshot(table, guest))
    found = site.service.tables.since(table, after, wait, guest)
    return answer(await _polling(site, request, found) if wait else await found)


@router.post("/tables/{table}/acts", responses=described(wire.Receipt, *_TOKEN, *_BODY, *_ACT))
async def act(site: At, identity: Me, table: TableId, asked: wire.Act) -> Response:
    """Do something at a table."""
    return answer(await site.service.tables.act(table, identity, asked))


@router.get("/tables/{table}/board", responses=described(wire.Board, "invalid-request", "bad-value", "gone"))
async def board(
    site: At, request: Request, table: TableId, ply: Number | None = None, since: Number | None = None
) -> Response:
    """The board of this round after so many moves; with `since` it marks all that has happened from that ply on."""
    drawn = site.service.tables.board(table, ply, since, asker_of(request))
    return json_answer((await site.unless_stopping(drawn, gone(request)))[2])


@router.post(
    "/tables/{table}/analyses",
    responses=described(None, *_BODY, "token-unknown", "forbidden", "gone", "not-now", media="application/x-ndjson"),
)
async def analyses(
    site: At, request: Request, identity: MaybeMe, table: TableId, asked: wire.TableAnalysisRequest
) -> Response:
    """What the computer thinks of the position a running game is at; refused to those who play it without hints."""
    if identity is not None and identity.table not in (None, table):
        raise Problem("forbidden", "this token is for another table")
    where = await site.service.tables.present(table)
    return await stream_analysis(site, request, identity, where, asked)


@router.get("/tables/{table}/events", responses=described(wire.Events, "invalid-request", "gone"))
async def events(
    site: At, table: TableId, after: Number = 0, limit: Annotated[int, Query(ge=1, le=500)] = 500
) -> Response:
    """A table's history."""
    found: wire.Events = {"events": await site.service.tables.events(table, after, limit)}
    return answer(found)


@router.get(
    "/tables/{table}/record",
    responses=described(None, "invalid-request", "gone", "not-now", media="text/plain application/json"),
)
async def record(site: At, request: Request, table: TableId, format: Format = "text") -> Response:  # noqa: A002
    """The record of this round so far."""
    return file(await site.service.tables.record(table, format, asker_of(request)), format, table)


def file(text: str, form: str, name: str) -> Response:
    """A record as a download."""
    ending, kind = ("txt", "text/plain") if form == "text" else ("json", "application/json")
    headers = {"content-disposition": f'attachment; filename="{name[:8]}.{ending}"'}
    return Response(text, media_type=kind, headers=headers)


@router.post(
    "/tables/{table}/seats/{seat}/invitations",
    status_code=201,
    responses=described(
        wire.Invitation, *_TOKEN, "invalid-request", "bad-value", "bad-origin", "not-now", "gone", status=201
    ),
)
async def invite(
    site: At, identity: Me, table: TableId, seat: Annotated[int, Path(ge=0, le=wire.MAX_SEATS - 1)]
) -> Response:
    """An invitation to a seat."""
    return answer({"invitation": await site.service.guests.invitation(identity, table, seat)}, 201)


@router.post(
    "/tables/{table}/tokens",
    status_code=201,
    responses=described(wire.NewToken, *_TOKEN, "invalid-request", "bad-origin", "gone", status=201),
)
async def seat_token(site: At, identity: Me, table: TableId) -> Response:
    """A token for my seats at this table, for another device."""
    return answer({"token": await site.service.guests.seat_token(identity, table)}, 201)


@router.delete(
    "/tables/{table}/tokens",
    status_code=204,
    responses=described(None, *_TOKEN, "invalid-request", "bad-origin", "gone", status=204),
)
async def void_tokens(site: At, identity: Me, table: TableId) -> Response:
    """Make all my seat tokens for this table worthless."""
    await site.service.guests.void_seat_tokens(identity, table)
    return Response(status_code=204)


@router.get("/lobby", responses=described(wire.Lobby, "invalid-request"))
async def lobby(
    site: At,
    request: Request,
    after: Annotated[str | None, Query(max_length=100, description="The tag of an earlier answer.")] = None,
    wait: Wait = 0.0,
) -> Response:
    """Listed tables with an open seat."""
    found = site.service.lobby.now(after, wait)
    return answer(await _polling(site, request, found) if wait and after else await found)
