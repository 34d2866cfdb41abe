"""For whoever runs the server: is it well, and what does it do."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from tablier.server.addresses import in_networks
from tablier.server.route import At, answer
from tablier.service.problems import Problem

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_PATIENCE = 5.0


@router.get("/health")
async def health(site: At) -> Response:
    """200 as long as the database answers; 503 `stopping` (given before this is reached) while the server stops."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await asyncio.to_thread(site.service.store.number, "")
    except Exception:
        raise Problem("busy", "the database does not answer", retry_after=5000) from None
    return answer({"status": "ok"})


@router.get("/metrics")
async def metrics(site: At, request: Request) -> Response:
    """Numbers for Prometheus, only for those who may see them."""
    if not in_networks(request.scope["tablier_address"], site.settings.metrics_from):
        raise Problem("forbidden", "the metrics are not for this address")
    numbers = "".join(
        f"# TYPE tablier_{name} {'counter' if name.endswith('_total') else 'gauge'}\ntablier_{name} {value:g}\n"
        for name, value in site.service.numbers().items()
    )
    return Response(site.metrics.text() + numbers, media_type="text/plain; version=0.0.4")
