"""Who watches what in this process, and messages to all of them, written as JSON only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tablier import wire

__all__ = ["Deliver", "Hub", "Message", "Watch"]


class Message:
    """A message to watchers: as data and, made when first asked for, as JSON."""

    __slots__ = ("_text", "data")

    def __init__(self, data: wire.ServerMessage) -> None:
        self.data: Any = data
        self._text: str | None = None

    @property
    def text(self) -> str:
        """The message as JSON."""
        if self._text is None:
            self._text = wire.dumps(self.data)
        return self._text


Deliver = Callable[[Message], None]
"""Takes a message for one watcher, at once and without waiting."""


class Watch:
    """Someone's attention to one table; `guest` is None for strangers."""

    __slots__ = ("deliver", "guest", "topic")

    def __init__(self, topic: str, deliver: Deliver, guest: str | None) -> None:
        self.topic = topic
        self.deliver = deliver
        self.guest = guest


class Hub:
    """Watches by topic: a table's id, or the empty text for the lobby."""

    def __init__(self) -> None:
        self._watches: dict[str, dict[Watch, None]] = {}

    def add(self, watch: Watch) -> None:
        """Begin to deliver."""
        self._watches.setdefault(watch.topic, {})[watch] = None

    def remove(self, watch: Watch) -> None:
        """Deliver no more; nothing happens when it was removed before."""
        watches = self._watches.get(watch.topic)
        if watches is not None:
            watches.pop(watch, None)
            if not watches:
                del self._watches[watch.topic]

    def send(self, topic: str, message: Message) -> None:
        """Deliver to all who watch the topic."""
        for watch in list(self._watches.get(topic, ())):
            watch.deliver(message)

    def is_watched(self, topic: str) -> bool:
        """Whether anyone watches the topic."""
        return topic in self._watches

    def guests(self, topic: str) -> Counter[str | None]:
        """How many watches each guest has on a topic; strangers count under None."""
        return Counter(watch.guest for watch in self._watches.get(topic, ()))

    def topics(self) -> list[str]:
        """All topics that are watched."""
        return list(self._watches)

    def __len__(self) -> int:
        return sum(len(watches) for watches in self._watches.values())
