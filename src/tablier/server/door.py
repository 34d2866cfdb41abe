"""Who may be connected: so many connections from one address, and no more in all than there are files for them."""

from __future__ import annotations

import asyncio
from typing import Any

from tablier.server.addresses import in_networks
from tablier.server.settings import Network
from tablier.service.addresses import address_key
from tablier.service.limits import Places

__all__ = ["RESERVED", "Door", "raise_file_limit"]

RESERVED = 200
"""Files that are not for connections: the database's, pipes to other processes, libraries."""
_WANTED = 65_536


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows it; how many that is."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return _WANTED  # no such limit on this system
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(wanted)


class Door:
    """Counts connections by the peer's address. A trusted proxy's connections are not counted by address: the addresses it
    speaks for are limited by their requests and sockets."""

    def __init__(self, each: int, most: int, proxies: tuple[Network, ...]) -> None:
        self._places = Places(each)
        self.most = most
        self._proxies = proxies
        self._inside: dict[Any, str | None] = {}
        self.refused = 0

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Let a connection in; False when there are too many."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        key = None if not address or in_networks(address, self._proxies) else address_key(address)
        if len(self._inside) >= self.most or (key is not None and not self._places.enter(key)):
            self.refused += 1
            return False
        self._inside[transport] = key
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection is closed."""
        key = self._inside.pop(transport, None)
        if key is not None:
            self._places.leave(key)

    def __len__(self) -> int:
        return len(self._inside)
