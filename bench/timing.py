"""Measuring: medians of several runs on one thread's CPU time, so that other programs disturb little."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

RUNS = 7
LEAST = 0.25


def per_second(work: Callable[[int], int], runs: int = RUNS) -> float:
    """The median number of things a second that ``work(seed)``, which returns how many it did, does on one thread."""
    rates = []
    for seed in range(runs):
        begun = time.thread_time()
        done = 0
        while True:
            done += work(seed)
            spent = time.thread_time() - begun
            if spent >= LEAST:
                break
        rates.append(done / spent)
    return statistics.median(rates)


def wall(work: Callable[[], object], runs: int = 3) -> float:
    """The median seconds on the clock that ``work()`` takes."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)
