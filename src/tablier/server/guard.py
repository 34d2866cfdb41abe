"""What every request passes before anything looks at it: base path, address, bans, rates, origin, sizes; and what every answer
gets on its way out: headers, a line in the log, its place in the metrics."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.server import headers
from tablier.server.addresses import client_address, in_networks
from tablier.server.errors import problem_response, unexpected
from tablier.server.logs import log
from tablier.server.settings import CHARGED, MAX_BODY, MAX_RECORD
from tablier.service.addresses import Asker, address_key
from tablier.service.loader import ASKER
from tablier.wire import Problem

if TYPE_CHECKING:
    from tablier.server.site import Site

__all__ = ["Guard"]

_SAFE = ("GET", "HEAD", "OPTIONS")
_PORTS = {"http": "80", "https": "443"}


class Guard:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.application = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        given = {name: value.decode("latin-1") for name, value in scope["headers"]}
        peer = scope["client"][0] if scope.get("client") else None
        address = client_address(peer, given.get(b"x-forwarded-for"), self._site.settings.proxies)
        scope["tablier_address"] = address
        ASKER.set(Asker(address_key(address)))
        scope["tablier_proxied"] = b"x-forwarded-for" in given and in_networks(peer or "", self._site.settings.proxies)
        inside = self._enter_base(scope)
        if scope["type"] == "websocket":
            refused = await self._refusal(scope, given, address, inside)
            if refused is None:
                await self.application(scope, receive, send)
            else:
                self._site.metrics.problem(refused.code)
                await _deny(scope, send, refused)
            return
        await self._http(scope, receive, send, given, inside)

    def _enter_base(self, scope: Scope) -> bool:
        """Take the base path off; False when the path does not lie below it."""
        base = self._site.settings.base_path
        if not base:
            return True
        path: str = scope["path"]
        if path != base and not path.startswith(base + "/"):
            return False
        scope["path"] = path[len(base) :]
        scope["raw_path"] = scope["path"].encode("latin-1", "replace")
        return True

    async def _refusal(self, scope: Scope, given: dict[bytes, str], address: str, inside: bool) -> Problem | None:
        site = self._site
        if site.stopping.is_set():
            return Problem("stopping", "the server is being stopped; try again in a moment", retry_after=2000)
        if scope["path"] != "/health" and not site.hosts.allow(given.get(b"host"), scope["tablier_proxied"]):
            return Problem("bad-host", "the server is not reached by this name; its host may add it with --hosts")
        if await site.service.is_banned(address):
            return Problem("banned", "the host of this site has excluded this address")
        length = given.get(b"content-length", "0")
        size = int(length[:20]) if length.isdecimal() else 0
        seconds = site.requests.take(address_key(address), 1 + min(size, _most(scope)) / CHARGED)
        if seconds:
            return Problem("rate-limited", "too many requests from this address", retry_after=math.ceil(seconds * 1000))
        if not inside:
            return Problem("not-found", f"everything lies below {site.settings.base_path}/")
        if (scope["type"] == "websocket" or scope["method"] not in _SAFE) and not self._is_own(given):
            return Problem("bad-origin", "sent from a foreign page")
        if not length.isdecimal() or size > _most(scope):
            return Problem("too-large", f"a body has at most {_most(scope)} bytes here")
        return None

    def _is_own(self, given: dict[bytes, str]) -> bool:
        """Whether a request comes from one of our pages or from no page at all."""
        origin = given.get(b"origin")
        if origin is None:
            return given.get(b"sec-fetch-site", "none") in ("none", "same-origin")
        if origin.lower() in self._site.settings.origins:
            return True
        parts = urlsplit(origin)
        port = _PORTS.get(parts.scheme)
        if port is None:
            return False
        ours = given.get(b"host", "").lower().removesuffix(f":{port}")
        return parts.netloc.lower().removesuffix(f":{port}") == ours

    async def _http(self, scope: Scope, receive: Receive, send: Send, given: dict[bytes, str], inside: bool) -> None:
        begun = time.perf_counter()
        site, key = self._site, address_key(scope["tablier_address"])
        answered = 0
        is_api = scope["path"].startswith("/api/")

        async def sending(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = message["status"]
                known = {name for name, _ in message["headers"]}
                added = headers.API if is_api else headers.PAGE
                message["headers"] = [*message["headers"], *(item for item in added if item[0] not in known)]
            else:
                site.requests.owe(key, len(message.get("body", b"")) / CHARGED)
            await send(message)

        entered = site.request_places.enter(key)
        try:
            refused = await self._refusal(scope, given, scope["tablier_address"], inside)
            if not entered:
                refused = Problem("rate-limited", "too many requests at once from this address", retry_after=1000)
            if refused is not None:
                self._site.metrics.problem(refused.code)
                await problem_response(refused)(scope, receive, sending)
            elif not scope["path"]:
                await RedirectResponse(self._site.settings.base_path + "/", 308)(scope, receive, sending)
            else:
                await self.application(scope, _limited(receive, _most(scope)), sending)
        except Exception as error:
            if not scope.get("tablier_told"):
                problem = unexpected(error)
                self._site.metrics.problem(problem.code)
                if not answered:
                    await problem_response(problem)(scope, receive, sending)
        finally:
            if entered:
                site.request_places.leave(key)
            self._told(scope, answered, time.perf_counter() - begun)

    def _told(self, scope: Scope, status: int, seconds: float) -> None:
        # The route's pattern, not the path: ids of private tables are as good as keys to them.
        route = getattr(scope.get("route"), "path", "other")
        self._site.metrics.request(scope["method"] if route != "other" else "other", route, status, seconds)
        log.info(
            "request",
            extra={
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
                "address": scope["tablier_address"],
            },
        )


def _most(scope: Scope) -> int:
    return MAX_RECORD if scope["path"] == "/api/v1/records/read" else MAX_BODY


def _limited(receive: Receive, most: int) -> Receive:
    """A body sent in pieces, without saying how long it is, is not longer either."""
    got = 0

    async def limited() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise HTTPException(413)
        return message

    return limited


async def _deny(scope: Scope, send: Send, problem: Problem) -> None:
    """Refuse a socket before it opens."""
    response = problem_response(problem)
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    start: dict[str, Any] = {
        "type": "websocket.http.response.start",
        "status": response.status_code,
        "headers": [*response.raw_headers, *headers.API],
    }
    await send(start)
    await send({"type": "websocket.http.response.body", "body": bytes(response.body)})
