"""Addresses a host has excluded."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

__all__ = ["Bans", "ban_text"]


def ban_text(given: str) -> str:
    """An address or network as it is stored, the way clients' addresses are written too; ValueError when it is neither."""
    try:
        network = ipaddress.ip_network(given.strip(), strict=False)
    except ValueError:
        raise ValueError(f"an address (192.0.2.7) or a network (2001:db8::/64) is wanted, not {given!r:.60}") from None
    if network.num_addresses > 1:
        return str(network)
    address = network.network_address
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


class Bans:
    """What is excluded: asked at every request, so addresses are found at once and only networks are looked through."""

    def __init__(self, stored: Iterable[str]) -> None:
        given = set(stored)
        self._networks = [ipaddress.ip_network(text) for text in given if "/" in text]
        self._addresses = {text for text in given if "/" not in text}

    def __contains__(self, address: str) -> bool:
        if address in self._addresses:
            return True
        return bool(self._networks) and any(ipaddress.ip_address(address) in network for network in self._networks)
