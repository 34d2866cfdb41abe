"""Addresses, and whom limits count: everywhere the same key."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

__all__ = ["HOUSE", "Asker", "address_key", "host_asker", "parsed"]


def parsed(text: str) -> IPv4Address | IPv6Address | None:
    """The address a text is of, without brackets, zone and the prefix IPv4 has within IPv6; None when it is none."""
    try:
        address = ipaddress.ip_address(text.strip().removeprefix("[").removesuffix("]").partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def address_key(address: str) -> str:
    """Whom limits count: an IPv4 address, or the /64 network an IPv6 address is of, which one person may hold whole."""
    found = parsed(address)
    if found is None:
        return address
    if isinstance(found, IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for work: `network` is their address's key, `guest` their id if they have shown a token. Turns are taken by
    network, then by guest."""

    network: str
    guest: str | None = None

    @property
    def person(self) -> str:
        """The guest, or all strangers of the network together."""
        return self.guest or self.network


def host_asker(host: str | None, network: str | None) -> Asker:
    """Who asks when a computer of a table is to act: its host, wherever they were last."""
    person = host or ""
    return Asker(network or person, person)


HOUSE = Asker("")
"""Who asks when nobody does: the server itself."""
