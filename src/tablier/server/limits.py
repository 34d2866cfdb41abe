"""Rate limits: a bucket for each address or socket that fills as time goes by."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict

from tablier.server.settings import Rate

__all__ = ["Bucket", "Buckets", "Places"]

_MOST = 50_000


class Bucket:
    """Holds `rate.at_once` at most, and fills by `rate.each_second`."""

    __slots__ = ("_at", "_level", "_rate")

    def __init__(self, rate: Rate, now: float | None = None) -> None:
        self._rate = rate
        self._level = rate.at_once
        self._at = time.monotonic() if now is None else now

    def take(self, cost: float = 1.0, now: float | None = None) -> float:
        """Take out `cost`: 0.0 when it was there, else nothing is taken and the seconds until it will be are returned."""
        now = time.monotonic() if now is None else now
        rate = self._rate
        level = self._level + (now - self._at) * rate.each_second
        self._level = level = min(level, rate.at_once)
        self._at = now
        cost = min(cost, rate.at_once)
        if level >= cost:
            self._level = level - cost
            return 0.0
        return (cost - level) / rate.each_second


class Buckets:
    """A bucket for each key; the ones unused for longest are forgotten, so that strangers cannot fill the memory."""

    def __init__(self, rate: Rate, most: int = _MOST) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> float:
        """As `Bucket.take`, from the key's bucket."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(cost)

    def __len__(self) -> int:
        return len(self._buckets)


class Places:
    """So many at the same time for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        """Take a place; False when all are taken."""
        if self._taken[key] >= self._most:
            return False
        self._taken[key] += 1
        return True

    def leave(self, key: str) -> None:
        """Give the place back."""
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]
