"""How long things take, counted in the way Prometheus wants it."""

from __future__ import annotations

import contextlib
import time
from bisect import bisect_left
from collections.abc import Hashable, Iterator

__all__ = ["Histogram", "Waits"]

_EDGES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    """Counts lengths by classes. Threads may add at the same time: one lost in a thousand is no matter, and costs no lock."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_EDGES) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Something took so long."""
        self._counts[bisect_left(_EDGES, seconds)] += 1
        self._sum += seconds

    @contextlib.contextmanager
    def timed(self) -> Iterator[None]:
        """Measure what is done inside."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.add(time.perf_counter() - begun)

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self._counts)

    def lines(self, name: str, labels: str = "") -> list[str]:
        """The lines of its buckets, sum and count; `labels` as in ``task="beat"``."""
        lines, total = [], 0
        before = f"{labels}," if labels else ""
        after = f"{{{labels}}}" if labels else ""
        for edge, count in zip((*map(str, _EDGES), "+Inf"), self._counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{{before}le="{edge}"}} {total}')
        return [*lines, f"{name}_sum{after} {self._sum:.6f}", f"{name}_count{after} {total}"]


class Waits:
    """How long things wait in a queue: those whose turn has come in `times`, the oldest that still waits as `age`."""

    def __init__(self) -> None:
        self.times = Histogram()
        self._since: dict[Hashable, float] = {}

    def begin(self, item: Hashable) -> None:
        """Something begins to wait."""
        self._since[item] = time.monotonic()

    def served(self, item: Hashable) -> None:
        """Its turn has come."""
        since = self._since.pop(item, None)
        if since is not None:
            self.times.add(time.monotonic() - since)

    def left(self, item: Hashable) -> None:
        """It waits no more, and its turn has not come; nothing happens when it did not wait."""
        self._since.pop(item, None)

    @property
    def age(self) -> float:
        """For how many seconds the oldest has waited."""
        return time.monotonic() - next(iter(self._since.values())) if self._since else 0.0
