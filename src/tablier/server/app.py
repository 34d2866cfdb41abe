"""The application: routes, the socket, the page, inside their guard."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import Response
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import tablier
from tablier.server import routes_games, routes_guests, routes_host, routes_records, routes_tables
from tablier.server.document import PREFIX, SOCKET, document_of
from tablier.server.errors import add_handlers
from tablier.server.guard import Guard
from tablier.server.page import page_file, start_page
from tablier.server.route import answer
from tablier.server.site import Site
from tablier.server.socket import serve_socket

__all__ = ["make_app"]


def make_app(site: Site) -> ASGIApp:
    """The whole server as one ASGI application."""

    app = FastAPI(
        title="Tablier",
        version=tablier.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    app.state.site = site
    add_handlers(app, site.metrics.problem, page_file)
    for module in (routes_games, routes_guests, routes_tables, routes_records):
        app.include_router(module.router, prefix=PREFIX)
    app.include_router(routes_host.router)
    app.include_router(_others(site))
    described: dict[str, Any] = {}

    def document() -> dict[str, Any]:
        if not described:
            described.update(document_of(app, site.settings.base_path))
        return described

    app.openapi = document  # type: ignore[method-assign]
    return Guard(app, site)


def _others(site: Site) -> APIRouter:
    """What is not in the OpenAPI document: itself, the socket, the page."""
    router = APIRouter(include_in_schema=False)

    @router.get(f"{PREFIX}/openapi.json")
    async def openapi(request: Request) -> Response:
        return answer(request.app.openapi())

    @router.websocket(SOCKET)
    async def socket(websocket: WebSocket) -> None:
        await serve_socket(site, websocket)

    @router.api_route("/", methods=["GET", "HEAD"])
    async def start() -> Response:
        return start_page()

    return router
