"""Under which names the server answers. A foreign page may let its own name lead to this machine (DNS rebinding): what a browser
then sends names that page in ``Host``, and must not be taken for our own page's."""

from __future__ import annotations

import re
import socket

from tablier.service.addresses import parsed

__all__ = ["Hosts", "host_name"]

_HOST = re.compile(r"(\[[^\]]*\]|[^:]*)(?::\d*)?")
_NAME = re.compile(r"(\*\.)?[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?")


def host_name(given: str) -> str:
    """A name such as ``games.example.org``, or ``*.example.org`` for all below; ValueError when it is none."""
    name = given.strip().lower().removesuffix(".")
    if not _NAME.fullmatch(name) and parsed(name) is None:
        raise ValueError(f"a name such as games.example.org is wanted, not {given!r:.60}")
    return name


class Hosts:
    """Addresses written as numbers cannot be a foreign page's name; this machine's own names are not one either. Whatever
    else leads here the host of the site names. If they name nothing, what a trusted proxy passes on is believed."""

    def __init__(self, named: frozenset[str], listening: str) -> None:
        own = socket.gethostname().lower()
        self._any_from_proxy = not named
        ours = {"localhost", own, f"{own}.local", listening.lower()}
        self._names = {name for name in named if not name.startswith("*.")} | ours
        self._below = (".localhost", *(name[1:] for name in named if name.startswith("*.")))

    def __contains__(self, given: str) -> bool:
        found = _HOST.fullmatch(given.strip().lower())
        name = found[1].removesuffix(".") if found else ""
        return name in self._names or name.endswith(self._below) or parsed(name) is not None

    def allow(self, given: str | None, proxied: bool) -> bool:
        """Whether a request with this ``Host`` is for us; browsers always send one."""
        return given is None or given in self or (proxied and self._any_from_proxy)
