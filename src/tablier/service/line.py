"""The line before those who think: networks share their time equally, within a network its people do, and among a person's
own wishes the quick ones come first without keeping the long ones waiting for ever."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tablier.service.addresses import Asker

__all__ = ["Line"]

_PATIENCE = 20.0
"""A wish that takes a second longer than another may be overtaken by it if that came up to so many seconds later."""

T = TypeVar("T")


@dataclass(slots=True)
class _Shares:
    """How much each one has had, counted so that who comes back after a while has neither debts nor savings."""

    had: dict[str, float] = field(default_factory=dict)
    now: float = 0.0

    def next_of(self, waiting: dict[str, object]) -> str:
        """Who has had least."""
        return min(waiting, key=lambda name: max(self.had.get(name, 0.0), self.now))

    def charge(self, name: str, cost: float) -> None:
        """Somebody gets their turn."""
        self.now = max(self.had.get(name, 0.0), self.now)
        # A new one each time: who copies the shares to look ahead keeps theirs.
        self.had = {other: had for other, had in self.had.items() if had > self.now} | {name: self.now + cost}


@dataclass(slots=True)
class _Network(Generic[T]):
    people: dict[str, list[tuple[float, float, T]]] = field(default_factory=dict)


class Line(Generic[T]):
    """What waits, each with who wants it and how many seconds it will take about."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._networks: dict[str, _Network[T]] = {}
        self._shares = _Shares()
        self._within: dict[str, _Shares] = {}

    def put(self, asker: Asker, item: T, cost: float, since: float | None = None) -> None:
        """Wait for one's turn. `since`: when it began to wait, if not now."""
        rank = (self._clock() if since is None else since) + _PATIENCE * cost
        network = self._networks.setdefault(asker.network, _Network())
        network.people.setdefault(asker.person, []).append((rank, cost, item))

    def get(self) -> T | None:
        """Whose turn it is; None when nothing waits."""
        if not self._networks:
            return None
        name = self._shares.next_of(dict(self._networks))
        network, within = self._networks[name], self._within.setdefault(name, _Shares())
        person = within.next_of(dict(network.people))
        waiting = network.people[person]
        best = min(range(len(waiting)), key=lambda index: waiting[index][0])
        _, cost, item = waiting.pop(best)
        self._shares.charge(name, cost)
        within.charge(person, cost)
        self._tidy(name, person)
        return item

    def discard(self, asker: Asker, item: T) -> None:
        """Wait no more; nothing happens when it did not."""
        network = self._networks.get(asker.network)
        if network is not None and asker.person in network.people:
            left = [entry for entry in network.people[asker.person] if entry[2] != item]
            network.people[asker.person] = left
            self._tidy(asker.network, asker.person)

    def _tidy(self, name: str, person: str) -> None:
        network = self._networks[name]
        if not network.people[person]:
            del network.people[person]
        if not network.people:
            del self._networks[name]
        self._within = {
            other: shares for other, shares in self._within.items() if other in self._networks or shares.had
        }

    def order(self) -> list[T]:
        """All that waits, in the order it would be taken if nobody else came."""
        played = copy.copy(self)
        played._networks = {
            name: _Network({person: list(waiting) for person, waiting in network.people.items()})
            for name, network in self._networks.items()
        }
        played._shares = copy.copy(self._shares)
        played._within = {name: copy.copy(shares) for name, shares in self._within.items()}
        found: list[T] = []
        while played._networks:
            item = played.get()
            assert item is not None  # noqa: S101
            found.append(item)
        return found

    def __len__(self) -> int:
        return sum(len(waiting) for network in self._networks.values() for waiting in network.people.values())
