"""A fair queue: networks take turns, and within a network its people do."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

from tablier.service.addresses import Asker

__all__ = ["Turns"]

T = TypeVar("T")


class Turns(Generic[T]):
    """What waits, by who asked for it: whoever asks for much waits longer, whoever asks for little does not."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def put(self, asker: Asker, item: T, first: bool = False) -> None:
        """Wait for one's turn; `first`: before all others."""
        people = self._networks.setdefault(asker.network, OrderedDict())
        waiting = people.setdefault(asker.person, deque())
        if first:
            waiting.appendleft(item)
            people.move_to_end(asker.person, last=False)
            self._networks.move_to_end(asker.network, last=False)
        else:
            waiting.append(item)

    def get(self) -> T | None:
        """The next one; None when nothing waits."""
        if not self._networks:
            return None
        network, people = self._networks.popitem(last=False)
        person, waiting = people.popitem(last=False)
        item = waiting.popleft()
        if waiting:
            people[person] = waiting
        if people:
            self._networks[network] = people
        return item

    def discard(self, asker: Asker, item: T) -> bool:
        """Wait no more; False when it did not."""
        people = self._networks.get(asker.network, OrderedDict())
        waiting = people.get(asker.person, deque())
        if item not in waiting:
            return False
        waiting.remove(item)
        if not waiting:
            del people[asker.person]
        if not people:
            del self._networks[asker.network]
        return True

    def waiting(self, network: str) -> int:
        """How much of a network waits."""
        return sum(len(waiting) for waiting in self._networks.get(network, OrderedDict()).values())

    def __len__(self) -> int:
        return sum(len(waiting) for people in self._networks.values() for waiting in people.values())
