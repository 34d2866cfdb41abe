"""The application: routes, the socket, the page, inside their guard."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from starlette.responses import Response
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import tablier
from tablier.server import routes_games, routes_guests, routes_host, routes_records, routes_tables
from tablier.server.errors import add_handlers
from tablier.server.guard import Guard
from tablier.server.page import page_file, start_page
from tablier.server.route import answer
from tablier.server.shapes import ProblemShape
from tablier.server.site import Site
from tablier.server.socket import serve_socket

__all__ = ["PREFIX", "make_app"]

PREFIX = "/api/v1"
_ABOUT = (
    "Tables where people and computers play abstract games. `docs/api.md` describes the same, with the WebSocket, "
    "`/api/v1/ws`, that carries it too. Every refusal is a problem (`application/problem+json`) with a `code`."
)


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
            described.update(_document(app, site.settings.base_path))
        return described

    app.openapi = document  # type: ignore[method-assign]
    return Guard(app, site)


def _others(site: Site) -> APIRouter:
    """What is not in the OpenAPI document: itself, the socket, the page."""
    router = APIRouter(include_in_schema=False)

    @router.get(f"{PREFIX}/openapi.json")
    async def openapi(request: Request) -> Response:
        return answer(request.app.openapi())

    @router.websocket(f"{PREFIX}/ws")
    async def socket(websocket: WebSocket) -> None:
        await serve_socket(site, websocket)

    @router.api_route("/", methods=["GET", "HEAD"])
    async def start() -> Response:
        return start_page()

    return router


def _document(app: FastAPI, base_path: str) -> dict[str, Any]:
    """The OpenAPI document. Problems stand for what the framework would say itself."""
    data = get_openapi(title="Tablier", version="1", description=_ABOUT, routes=app.routes)
    data["servers"] = [{"url": base_path or "/"}]
    schemas = data["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    shape = ProblemShape.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(shape.pop("$defs", {}))
    schemas[ProblemShape.__name__] = shape
    for path in data["paths"].values():
        for operation in path.values():
            unprocessable = operation["responses"].get("422", {})
            unprocessable.get("content", {}).pop("application/json", None)
            if not unprocessable.get("content", True):
                del operation["responses"]["422"]
    return data
