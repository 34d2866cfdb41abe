"""The OpenAPI document: all routes and, beside them, the messages of the socket."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi

from tablier import wire

__all__ = ["PREFIX", "SOCKET", "document_of"]

PREFIX = f"/api/v{wire.VERSION}"
SOCKET = f"{PREFIX}/ws"
_ABOUT = (
    "Tables where people and computers play abstract games. `docs/api.md` describes the same. The WebSocket, `/api/v1/ws`, "
    "carries it too: `x-websocket` says by which messages. Every refusal is a problem (`application/problem+json`) with a `code`."
)
_REF = "#/components/schemas/"


def document_of(app: FastAPI, base_path: str) -> dict[str, Any]:
    """The document. Problems stand for what the framework would say itself; `x-websocket` tells the messages of the socket and,
    for each type of a request, the types of its answers."""
    routes = [*app.routes, *_described_only().routes]
    data = get_openapi(title="Tablier", version=str(wire.VERSION), description=_ABOUT, routes=routes)
    data["servers"] = [{"url": base_path or "/"}]
    schemas = data["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    _name_body(data, SOCKET, "ClientMessage")
    _name_body(data, f"{PREFIX}/tables/{{table}}/acts", "Act")
    schemas["AskAct"] = _act_message(schemas)
    del data["paths"][SOCKET]
    data["x-websocket"] = {
        "path": SOCKET,
        "client": {"$ref": f"{_REF}ClientMessage"},
        "server": {"allOf": [{"$ref": f"{_REF}ServerMessage"}, {"$ref": f"{_REF}Re"}]},
        "answers": {name: list(kinds[-1].answers) for name, kinds in wire.REQUESTS.items()},
    }
    for path in data["paths"].values():
        for operation in path.values():
            unprocessable = operation["responses"].get("422", {})
            unprocessable.get("content", {}).pop("application/json", None)
            if not unprocessable.get("content", True):
                del operation["responses"]["422"]
    data["components"]["schemas"] = _used(data)
    return data


def _used(data: dict[str, Any]) -> dict[str, Any]:
    """The schemas that something in the document refers to; parts of drawings that are not sent have left some behind."""
    schemas: dict[str, Any] = data["components"]["schemas"]
    found: set[str] = set()
    waiting: list[Any] = [data["paths"], data["x-websocket"], {"$ref": f"{_REF}Analysis"}]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            name = str(here.get("$ref", "")).removeprefix(_REF)
            if name in schemas and name not in found:
                found.add(name)
                waiting.append(schemas[name])
        waiting.extend(here.values() if isinstance(here, dict) else here if isinstance(here, list) else ())
    return {name: schema for name, schema in schemas.items() if name in found}


def _described_only() -> APIRouter:
    """What no route has for its own: the messages of the socket, problems, and what is sent line by line."""
    router = APIRouter()
    shapes = (wire.ServerMessage, wire.Re, wire.ProblemData, wire.Analysis)
    answers: dict[int | str, dict[str, Any]] = {200 + index: {"model": shape} for index, shape in enumerate(shapes)}

    @router.post(SOCKET, responses=answers)
    async def messages(_message: wire.ClientMessage) -> None:
        """Never called."""

    return router


def _name_body(data: dict[str, Any], path: str, name: str) -> None:
    """Give the body of a route a name of its own among the schemas."""
    content = data["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    data["components"]["schemas"][name] = {**content["schema"], "title": name}
    content["schema"] = {"$ref": _REF + name}


def _act_message(schemas: dict[str, Any]) -> dict[str, Any]:
    """An act on the socket: its fields stand beside those of the message."""
    own = schemas["AskAct"]
    acts = (schemas[kind.__name__] for kind in wire.ACTS.values())
    return {
        "title": own["title"],
        "description": own["description"],
        "oneOf": [
            {
                "type": "object",
                "properties": own["properties"] | act["properties"],
                "required": own["required"] + act["required"],
                "additionalProperties": False,
            }
            for act in acts
        ],
    }
