"""What a host may set for the server; the service's own settings lie inside."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from urllib.parse import urlsplit

from tablier.service.limits import Rate
from tablier.service.settings import Settings

__all__ = [
    "CHARGED",
    "MAX_BODY",
    "MAX_MESSAGE",
    "MAX_RECORD",
    "Network",
    "ServerSettings",
    "networks",
    "origin",
    "path_prefix",
]

MAX_BODY = 64 * 1024
MAX_RECORD = 1024 * 1024
MAX_MESSAGE = 64 * 1024
CHARGED = 32 * 1024
"""So many bytes, there or back, cost as much as a request or message."""

Network = IPv4Network | IPv6Network
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_REQUESTS, _MESSAGES = Rate(50, 300), Rate(20, 100)
_LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """`base_path`: below which everything lies, without a slash at its end. `hosts`: names under which the server is reached,
    besides this machine's own. `origins`: foreign pages that may use the API, besides pages from here. `proxies`: whose
    ``X-Forwarded-For`` is believed. `metrics_from`: who may read the metrics. `requests`: HTTP requests an address;
    `messages`: messages a socket. `connections`: connections an address, and requests
    at once; `sockets`: sockets an address; `outbox`: bytes that may wait for a slow reader; `ping_every`, `hello_within`:
    in seconds."""

    host: str = "127.0.0.1"
    port: int = 8000
    base_path: str = ""
    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    proxies: tuple[Network, ...] = ()
    metrics_from: tuple[Network, ...] = _LOOPBACK
    requests: Rate = _REQUESTS
    messages: Rate = _MESSAGES
    connections: int = 300
    sockets: int = 200
    polls: int = 200
    outbox: int = 1_000_000
    ping_every: float = 15.0
    hello_within: float = 10.0
    stop_within: float = 15.0
    service: Settings = field(default_factory=Settings)


def networks(given: str) -> tuple[Network, ...]:
    """Addresses and networks, separated by commas; ValueError when one is neither."""
    found: list[Network] = []
    for part in filter(None, (part.strip() for part in given.split(","))):
        try:
            found.append(ipaddress.ip_network(part, strict=False))
        except ValueError:
            raise ValueError(f"an address or network such as 10.0.0.0/8 is wanted, not {part!r:.60}") from None
    return tuple(found)


def origin(given: str) -> str:
    """An origin such as ``https://example.org``; ValueError when it is none."""
    parts = urlsplit(given.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise ValueError(f"an origin such as https://example.org is wanted, not {given!r:.60}")
    return f"{parts.scheme}://{parts.netloc}".lower()


def path_prefix(given: str) -> str:
    """A base path without a slash at its end; ValueError when it is none."""
    prefix = "/" + given.strip("/") if given.strip("/") else ""
    if not _PREFIX.fullmatch(prefix):
        raise ValueError(f"a base path such as /games is wanted, not {given!r:.60}")
    return prefix
