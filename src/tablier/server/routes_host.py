"""For whoever runs the server: is it well, and what does it do."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from tablier.server.addresses import in_networks
from tablier.server.route import At, answer
from tablier.wire import Problem

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_PATIENCE = 5.0
_RETRY = 5000


@router.get("/live")
async def live() -> Response:
    """200 as long as the process answers at all: who gets nothing may start it anew."""
    return answer({"status": "alive"})


@router.get("/health")
async def health(site: At) -> Response:
    """200 as long as the database can be read and written; 503 `stopping` (given before this is reached) while the server
    stops. Who gets 503 may send visitors to another process; a new start would not help."""
    if (trouble := site.service.trouble) is not None:
        raise Problem("unavailable", trouble, retry_after=_RETRY)
    try:
        async with asyncio.timeout(_PATIENCE):
            await asyncio.to_thread(site.service.store.number, "")
    except Exception:
        raise Problem("unavailable", "the database does not answer", retry_after=_RETRY) from None
    return answer({"status": "ok"})


@router.get("/metrics")
async def metrics(site: At, request: Request) -> Response:
    """Numbers for Prometheus, only for those who may see them."""
    if not in_networks(request.scope["tablier_address"], site.settings.metrics_from):
        raise Problem("forbidden", "the metrics are not for this address")
    text = site.metrics.text(site.service.numbers(), site.service.histograms())
    return Response(text, media_type="text/plain; version=0.0.4")
