"""About the server and the games, and positions of which nothing is stored."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

import tablier
from tablier import wire
from tablier.core.texts import LANGUAGES
from tablier.server.route import At, MaybeMe, Route, answer, asker_of, described, gone, worked
from tablier.server.settings import MAX_BODY, MAX_MESSAGE
from tablier.server.site import Site
from tablier.service import boards
from tablier.service.store import Identity

__all__ = ["router", "stream_analysis"]

router = APIRouter(route_class=Route)


@router.get("/info", tags=["about"], responses=described(wire.Info))
async def info(site: At) -> Response:
    """About the server."""
    data: wire.Info = {
        "version": tablier.__version__,
        "api": 1,
        "languages": list(LANGUAGES),
        "levels": list(wire.LEVELS),
        "now": site.service.tables.now(),
        "limits": {
            "message_bytes": MAX_MESSAGE,
            "body_bytes": MAX_BODY,
            "name_length": wire.MAX_NAME,
            "open_tables": site.settings.service.open_tables,
        },
        "claim_after": wire.CLAIM_AFTER,
    }
    return answer(data)


def _cached(request: Request, data: Any) -> Response:
    """An answer with an ETag, or only the word that it has not changed."""
    body = wire.dumps_bytes(data)
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    known = [item.strip().removeprefix("W/") for item in request.headers.get("if-none-match", "").split(",")]
    if tag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


_UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "Not changed since the ETag given."}}


@router.get("/games", tags=["about"], responses=described(wire.Games) | _UNCHANGED)
async def games(request: Request) -> Response:
    """The games."""
    found: wire.Games = {"games": boards.all_games()}
    return _cached(request, found)


@router.get("/games/{game}", tags=["about"], responses=described(wire.Game) | _UNCHANGED)
async def game(request: Request, game: str) -> Response:
    """A game."""
    return _cached(request, boards.game_data(game))


@router.get("/games/{game}/texts/{language}", tags=["about"], responses=described(wire.Texts) | _UNCHANGED)
async def texts(request: Request, game: str, language: str) -> Response:
    """A game's whole catalogue in a language."""
    return _cached(request, boards.texts(game, language))


@router.post(
    "/positions",
    tags=["positions"],
    responses=described(wire.Board, "invalid-request", "bad-value", "too-large", "bad-origin"),
)
async def positions(site: At, request: Request, asked: wire.PositionRequest) -> Response:
    """A position with all that is needed to show it and to play."""
    return await worked(site, request, site.service.look_at(asker_of(request), asked))


@router.post(
    "/previews",
    tags=["positions"],
    responses=described(wire.Preview, "invalid-request", "bad-value", "too-large", "bad-origin"),
)
async def previews(site: At, request: Request, asked: wire.PreviewRequest) -> Response:
    """What a legal move would do."""
    return await worked(site, request, site.service.look_at(asker_of(request), asked))


@router.post(
    "/explanations",
    tags=["positions"],
    responses=described(wire.Explanation, "invalid-request", "bad-value", "too-large", "bad-origin"),
)
async def explanations(site: At, request: Request, asked: wire.ExplanationRequest) -> Response:
    """Why something that was tried is not legal."""
    return await worked(site, request, site.service.look_at(asker_of(request), asked))


@router.post(
    "/analyses",
    tags=["positions"],
    responses=described(
        None,
        "invalid-request",
        "bad-value",
        "token-unknown",
        "too-large",
        "bad-origin",
        "not-now",
        media="application/x-ndjson",
    ),
)
async def analyses(site: At, request: Request, identity: MaybeMe, asked: wire.AnalysisRequest) -> Response:
    """What the computer thinks of a position: one `Analysis` a line as the search goes deeper."""
    return await stream_analysis(site, request, identity, asked, asked)


async def stream_analysis(
    site: Site,
    request: Request,
    identity: Identity | None,
    where: wire.PositionRequest,
    how: wire.TableAnalysisRequest,
) -> Response:
    """The analysis of a position, line by line."""
    found = site.service.analyse(asker_of(request, identity), where, how)
    # The first line is waited for: what is refused is then a problem, not half an answer.
    first = await site.unless_stopping(anext(found), gone(request))

    async def lines() -> AsyncIterator[bytes]:
        async with aclosing(found):
            yield wire.dumps_bytes(first) + b"\n"
            async for analysis in found:
                yield wire.dumps_bytes(analysis) + b"\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")
