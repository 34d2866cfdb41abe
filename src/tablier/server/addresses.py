"""Who is at the other end: the peer's address, or what trusted proxies say it is."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address

from tablier.server.settings import Network

__all__ = ["client_address", "in_networks", "rate_key"]

_UNKNOWN = "0.0.0.0"  # noqa: S104  # not bound to: the name of peers without an address, as on a local socket


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.strip().removeprefix("[").removesuffix("]"))
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def in_networks(address: str, wanted: Iterable[Network]) -> bool:
    """Whether an address lies in one of the networks."""
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in wanted)


def client_address(peer: str | None, forwarded: str | None, proxies: tuple[Network, ...]) -> str:
    """The client's address. `forwarded` is the ``X-Forwarded-For`` header: read from its end, each entry is believed only if
    whoever added it is a trusted proxy."""
    address = _parsed(peer or "")
    if address is None:
        return _UNKNOWN
    for entry in reversed((forwarded or "").split(",")):
        if not in_networks(str(address), proxies):
            break
        before = _parsed(entry)
        if before is None:
            break
        address = before
    return str(address)


def rate_key(address: str) -> str:
    """Whom limits count: an IPv4 address, or the /64 network an IPv6 address is of, which one person may hold whole."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return address
