"""Limits: a bucket for each address, person or socket that fills as time goes by, and places."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass

__all__ = ["Bucket", "Buckets", "Places", "Rate"]

_MOST = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, so many at once."""

    each_second: float
    at_once: float


class Bucket:
    """Holds `rate.at_once` at most, and fills by `rate.each_second`."""

    __slots__ = ("_at", "_level", "_rate")

    def __init__(self, rate: Rate, now: float | None = None) -> None:
        self._rate = rate
        self._level = rate.at_once
        self._at = time.monotonic() if now is None else now

    def _fill(self, now: float | None) -> float:
        now = time.monotonic() if now is None else now
        level = self._level + (now - self._at) * self._rate.each_second
        self._level = level = min(level, self._rate.at_once)
        self._at = now
        return level

    def take(self, cost: float = 1.0, now: float | None = None) -> float:
        """Take out `cost`: 0.0 when it was there, else nothing is taken and the seconds until it will be are returned."""
        level = self._fill(now)
        cost = min(cost, self._rate.at_once)
        if level >= cost:
            self._level = level - cost
            return 0.0
        return (cost - level) / self._rate.each_second

    def owe(self, cost: float, now: float | None = None) -> None:
        """Take out what something has cost beyond what was taken, or with a negative cost put back what it has not. Debts
        are no larger than what the bucket holds, so that they end."""
        self._level = max(-self._rate.at_once, min(self._fill(now) - cost, self._rate.at_once))


class Buckets:
    """A bucket for each key; the ones unused for longest are forgotten, so that strangers cannot fill the memory."""

    def __init__(self, rate: Rate, most: int = _MOST) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def _of(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def take(self, key: str, cost: float = 1.0) -> float:
        """As `Bucket.take`, from the key's bucket."""
        return self._of(key).take(cost)

    def owe(self, key: str, cost: float) -> None:
        """As `Bucket.owe`, from the key's bucket."""
        self._of(key).owe(cost)

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
