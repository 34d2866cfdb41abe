"""Finished games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from tablier import wire
from tablier.server.route import At, MaybeMe, Route, asker_of, described, worked
from tablier.server.routes_guests import Format
from tablier.server.routes_tables import file
from tablier.service.desk import cost_of_record

__all__ = ["router"]

router = APIRouter(route_class=Route, tags=["records"])
RecordId = Annotated[str, Path(max_length=wire.MAX_ID)]


@router.post(
    "/records/read", responses=described(wire.Replay, "invalid-request", "bad-value", "too-large", "bad-origin")
)
async def read(site: At, request: Request, asked: wire.RecordRequest) -> Response:
    """A record that is not stored here, played through."""
    done = site.service.desk.do(asker_of(request), "read", [asked.text], cost_of_record(len(asked.text)))
    return await worked(site, request, done)


@router.get("/records/{record}", responses=described(wire.Replay, "invalid-request", "token-unknown", "gone"))
async def replay(site: At, request: Request, identity: MaybeMe, record: RecordId) -> Response:
    """A finished game, played through."""
    return await worked(site, request, site.service.guests.record(record, asker_of(request, identity)))


@router.get(
    "/records/{record}/file",
    responses=described(None, "invalid-request", "gone", media="text/plain application/json"),
)
async def download(site: At, request: Request, record: RecordId, format: Format = "text") -> Response:  # noqa: A002
    """A finished game as a file."""
    return file(await site.service.guests.record_file(record, format, asker_of(request)), format, record)
