"""Who is at the other end: the peer's address, or what trusted proxies say it is."""

from __future__ import annotations

from collections.abc import Iterable

from tablier.server.settings import Network
from tablier.service.addresses import parsed

__all__ = ["client_address", "in_networks"]

_UNKNOWN = "0.0.0.0"  # noqa: S104  # not bound to: the name of peers without an address, as on a local socket


def in_networks(address: str, wanted: Iterable[Network]) -> bool:
    """Whether an address lies in one of the networks."""
    found = parsed(address)
    return found is not None and any(found in network for network in wanted)


def client_address(peer: str | None, forwarded: str | None, proxies: tuple[Network, ...]) -> str:
    """The client's address. `forwarded` is the ``X-Forwarded-For`` header: read from its end, each entry is believed only if
    whoever added it is a trusted proxy."""
    address = parsed(peer or "")
    if address is None:
        return _UNKNOWN
    for entry in reversed((forwarded or "").split(",")):
        if not in_networks(str(address), proxies):
            break
        before = parsed(entry)
        if before is None:
            break
        address = before
    return str(address)
