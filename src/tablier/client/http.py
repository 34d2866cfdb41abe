"""Plain HTTP requests, with nothing but the standard library."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

__all__ = ["Refused", "backoff", "call", "create_table", "new_guest"]

_TIMEOUT = 40.0
_FIRST, _MOST = 0.5, 15.0
_AGAIN = ("busy", "rate-limited", "stopping", "unavailable")


class Refused(Exception):  # noqa: N818
    """The server's answer is a problem; `code` says which, `data` is all of it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(f"{data.get('code')}: {data.get('detail')}")
        self.code = str(data.get("code"))
        self.data = data

    @property
    def passes(self) -> bool:
        """Whether the same request may be done a little later."""
        return self.code in _AGAIN


def backoff(attempt: int, dice: random.Random, most: float = _MOST) -> float:
    """Seconds to wait before attempt 0, 1, 2 …: doubling up to a limit, and never in step with other clients."""
    return min(most, _FIRST * 2.0 ** min(attempt, 10)) * dice.uniform(0.5, 1.5)


def _call(address: str, method: str, path: str, body: Any, token: str | None) -> Any:
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=_TIMEOUT)
    try:
        headers = {"content-type": "application/json"} if body is not None else {}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        connection.request(method, f"{parts.path.rstrip('/')}/api/v1{path}", data, headers)
        response = connection.getresponse()
        content = response.read()
        if response.status >= 400:
            raise Refused(json.loads(content))
        return json.loads(content) if content else None
    finally:
        connection.close()


async def call(address: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """One request to a server (``http://localhost:8000``); `path` is that below ``/api/v1``. Refused when it is refused,
    OSError or HTTPException when the server cannot be reached."""
    return await asyncio.to_thread(_call, address, method, path, body, token)


async def _until_done(address: str, path: str, body: Any, token: str | None = None, attempts: int = 8) -> Any:
    dice = random.Random()
    for attempt in range(attempts):
        try:
            return await call(address, "POST", path, body, token)
        except Refused as refused:
            if not refused.passes or attempt == attempts - 1:
                raise
        except (OSError, http.client.HTTPException):
            if attempt == attempts - 1:
                raise
        await asyncio.sleep(backoff(attempt, dice))
    raise AssertionError


async def new_guest(address: str, name: str | None = None) -> dict[str, Any]:
    """Become a guest: ``guest``, ``name`` and the secret ``token``. Tried again when the server cannot be reached."""
    found: dict[str, Any] = await _until_done(address, "/guests", {"name": name})
    return found


async def create_table(address: str, token: str, **wanted: Any) -> dict[str, Any]:
    """Make a table (fields as in the API, `request` is made up): its snapshot. Tried again when the server cannot be reached."""
    body = {"request": uuid.uuid4().hex, **wanted}
    found: dict[str, Any] = await _until_done(address, "/tables", body, token)
    return found
