"""Makes ``src/api/types.ts`` from the OpenAPI document, that is, from `tablier.wire`.

Run from the repository root: ``.venv/bin/python -m web.make_types``. A test fails while the file is not what this makes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablier.server.app import make_app
from tablier.server.guard import Guard
from tablier.server.settings import ServerSettings
from tablier.server.site import Site

__all__ = ["TYPES", "make_types"]

TYPES = Path(__file__).parent / "src" / "api" / "types.ts"
_HEAD = """/** What the server says and hears. Made by web/make_types.py from tablier.wire: do not edit. */

"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    guard = make_app(Site(ServerSettings()))
    assert isinstance(guard, Guard)  # noqa: S101
    application: Any = guard.application
    found: dict[str, Any] = application.openapi()
    return found


def make_types() -> str:
    """All schemas as types, and which types of messages answer which."""
    data = document()
    parts = [_named(name, schema) for name, schema in sorted(data["components"]["schemas"].items())]
    socket = data["x-websocket"]
    parts.append(f"/** All that comes over the socket. */\nexport type Told = {_type(socket['server'])};\n")
    rows = [
        f"  readonly {name}: {' | '.join(map(_quoted, kinds)) or 'never'};" for name, kinds in socket["answers"].items()
    ]
    about = "/** The types of the messages that answer each type of request. */\n"
    parts.append(about + "export interface AnswerTypes {\n" + "\n".join(rows) + "\n}\n")
    return _HEAD + "\n".join(parts)


def _named(name: str, schema: dict[str, Any]) -> str:
    about = _comment(schema.get("description"), "")
    if "properties" in schema:
        return f"{about}export interface {name} {_object(schema, '')}\n"
    return f"{about}export type {name} = {_type(schema)};\n"


def _comment(text: str | None, indent: str) -> str:
    if not text:
        return ""
    lines = text.split("\n")
    if len(lines) == 1:
        return f"{indent}/** {text} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def _object(schema: dict[str, Any], indent: str) -> str:
    rows = []
    for name, field in schema["properties"].items():
        # What tells kinds of things apart is always there.
        optional = "" if name in schema.get("required", ()) or "const" in field else "?"
        rows.append(f"{indent}  readonly {name}{optional}: {_type(field, indent + '  ')};\n")
    return "{\n" + "".join(rows) + indent + "}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "\\'") + "'"


def _literal(value: Any) -> str:
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _union(kinds: list[str]) -> str:
    return " | ".join(dict.fromkeys(kinds))


def _listed(kind: str) -> str:
    return f"readonly ({kind})[]" if " " in kind else f"readonly {kind}[]"


def _type(schema: dict[str, Any], indent: str = "") -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return _union([_literal(value) for value in schema["enum"]])
    if "allOf" in schema:
        return " & ".join(_type(one, indent) for one in schema["allOf"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return _union([_type(one, indent) for one in schema[several]])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"readonly [{', '.join(_type(item, indent) for item in schema['prefixItems'])}]"
        return _listed(_type(schema["items"], indent))
    if kind == "object":
        if "properties" in schema:
            return _object(schema, indent)
        values = schema.get("additionalProperties")
        return f"Readonly<Record<string, {_type(values, indent) if isinstance(values, dict) else 'unknown'}>>"
    return _PLAIN[kind] if kind else "unknown"


if __name__ == "__main__":
    TYPES.write_text(make_types(), encoding="utf-8")
