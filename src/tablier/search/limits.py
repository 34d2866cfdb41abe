"""How long an engine may think, and the clock that tells."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass

__all__ = ["Limits", "Terms", "Watch"]

_FIRST_SLICE = 4
_FASTER = 4  # a slice is at most so many times the one before: the first ones tell how long nodes take
_SLICE_SECONDS = 0.004


def _check_whole(name: str, value: object, most: int) -> None:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most):
        raise ValueError(f"{name} is a whole number from 1 to {most}, or None for no limit, not {value!r}")


@dataclass(frozen=True, slots=True)
class Limits:
    """When an engine stops; the first limit reached counts.

    `nodes` is what the engine counts: positions for ``alphabeta``, visits of the tree for ``mcts`` and ``uct``. With nodes (or
    depth) as the only limit the answer is the same on every machine. `seconds` are of the clock on the wall or, with `cpu`,
    of the thread that searches. `threads` counts only for searches limited by seconds alone.
    """

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    cpu: bool = False
    threads: int = 1

    def __post_init__(self) -> None:
        _check_whole("nodes", self.nodes, 10**12)
        _check_whole("depth", self.depth, 100)
        if not isinstance(self.threads, int) or isinstance(self.threads, bool) or not 1 <= self.threads <= 64:
            raise ValueError(f"threads is a whole number from 1 to 64, not {self.threads!r}")
        if self.seconds is not None and not (
            isinstance(self.seconds, int | float) and math.isfinite(self.seconds) and self.seconds > 0
        ):
            raise ValueError(f"seconds is a number above 0, or None for no limit, not {self.seconds!r}")
        if self.nodes is None and self.seconds is None and self.depth is None:
            raise ValueError("an engine needs a limit: nodes, seconds or depth")


class Watch:
    """Tells a search how many nodes to do next, and when to stop. Slices never change what a search finds."""

    def __init__(self, limits: Limits, stop: threading.Event | None) -> None:
        self._limits = limits
        self._stop = stop
        self._now = time.thread_time if limits.cpu else time.perf_counter
        self._begun = self._now()
        self._slice = _FIRST_SLICE
        self._last = (0.0, 0)  # when the last slice began, and the nodes there were
        self._pace = 0.0  # the seconds a node takes
        self.nodes = 0

    @property
    def seconds(self) -> float:
        """The time spent so far."""
        return self._now() - self._begun

    def slice(self) -> int:
        """How many nodes to do now, a few milliseconds' worth; 0 when it is time to stop."""
        if self._stop is not None and self._stop.is_set():
            return 0
        spent = self.seconds
        time_left = _SLICE_SECONDS if self._limits.seconds is None else self._limits.seconds - spent
        if time_left <= 0:
            return 0
        wanted = self._slice
        begun, before = self._last
        if self.nodes > before:
            # The pace differs from place to place in a tree; the slower of now and before is the safe guess.
            pace = max((spent - begun) / (self.nodes - before), 1e-9)
            self._pace = max(pace, (pace + self._pace) / 2)
            wanted = max(1, min(_FASTER * self._slice, int(min(_SLICE_SECONDS, time_left) / self._pace)))
        self._slice, self._last = wanted, (spent, self.nodes)
        if self._limits.nodes is not None:
            wanted = min(wanted, self._limits.nodes - self.nodes)
        return max(wanted, 0)


class Terms:
    """On what terms one search runs: its limits, its seed, its watch, and when to say something."""

    def __init__(self, limits: Limits, seed: int, stop: threading.Event | None, every: float | None) -> None:
        self.limits = limits
        self.seed = seed
        self.watch = Watch(limits, stop)
        self._every = every
        self._next = every or 0.0

    def report_is_due(self) -> bool:
        """Whether it is time to say what was found so far."""
        seconds = self.watch.seconds
        if self._every is None or seconds < self._next:
            return False
        self._next = seconds + self._every
        return True
