"""Finished games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from tablier.server import shapes
from tablier.server.asked import RecordRequest
from tablier.server.route import At, Route, asker_of, described, gone, json_answer, worked
from tablier.server.routes_guests import Format
from tablier.server.routes_tables import file
from tablier.service.desk import cost_of_record

__all__ = ["router"]

router = APIRouter(route_class=Route, tags=["records"])
RecordId = Annotated[str, Path(max_length=100)]


@router.post(
    "/records/read", responses=described(shapes.Replay, "invalid-request", "bad-value", "too-large", "bad-origin")
)
async def read(site: At, request: Request, asked: RecordRequest) -> Response:
    """A record that is not stored here, played through."""
    return await worked(site, request, "read", [asked.text], cost_of_record(len(asked.text)))


@router.get("/records/{record}", responses=described(shapes.Replay, "invalid-request", "gone"))
async def replay(site: At, request: Request, record: RecordId) -> Response:
    """A finished game, played through."""
    found = site.service.guests.record(record, asker_of(request))
    return json_answer(await site.unless_stopping(found, gone(request)))


@router.get(
    "/records/{record}/file",
    responses=described(None, "invalid-request", "gone", media="text/plain application/json"),
)
async def download(site: At, request: Request, record: RecordId, format: Format = "text") -> Response:  # noqa: A002
    """A finished game as a file."""
    return file(await site.service.guests.record_file(record, format, asker_of(request)), format, record)
