"""Numbers for Prometheus, as text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

__all__ = ["Metrics"]

_EDGES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_HELP = {
    "tablier_http_requests_total": "HTTP requests answered, by method, route and status.",
    "tablier_messages_total": "WebSocket messages, by type.",
    "tablier_problems_total": "Refusals, by code.",
    "tablier_sockets_closed_total": "Sockets closed by the server, by close code.",
}


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    return ",".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True))


class _Histogram:
    def __init__(self) -> None:
        self.counts = [0] * (len(_EDGES) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(_EDGES, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> list[str]:
        lines, total = [f"# TYPE {name} histogram"], 0
        for edge, count in zip((*map(str, _EDGES), "+Inf"), self.counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{edge}"}} {total}')
        return [*lines, f"{name}_sum {self.sum:.6f}", f"{name}_count {total}"]


class Metrics:
    """Counts what the server does; label values come from fixed sets, never from clients."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, ...]] = Counter()
        self._messages: Counter[tuple[str, ...]] = Counter()
        self._problems: Counter[tuple[str, ...]] = Counter()
        self._closed: Counter[tuple[str, ...]] = Counter()
        self._acts = _Histogram()
        self._answers = _Histogram()
        self.gauges: dict[str, Callable[[], float]] = {}

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """An HTTP request was answered."""
        self._requests[method, route, str(status)] += 1
        self._answers.add(seconds)

    def message(self, kind: str) -> None:
        """A WebSocket message came in."""
        self._messages[(kind,)] += 1

    def problem(self, code: str) -> None:
        """Something was refused."""
        self._problems[(code,)] += 1

    def closed(self, code: int) -> None:
        """A socket was closed by the server."""
        self._closed[(str(code),)] += 1

    def act(self, seconds: float) -> None:
        """An act was acknowledged after so many seconds."""
        self._acts.add(seconds)

    def text(self) -> str:
        """All numbers in Prometheus' text format."""
        lines: list[str] = []
        for name, names, counter in (
            ("tablier_http_requests_total", ("method", "route", "status"), self._requests),
            ("tablier_messages_total", ("type",), self._messages),
            ("tablier_problems_total", ("code",), self._problems),
            ("tablier_sockets_closed_total", ("code",), self._closed),
        ):
            lines += [f"# HELP {name} {_HELP[name]}", f"# TYPE {name} counter"]
            lines += [f"{name}{{{_labels(names, values)}}} {count}" for values, count in sorted(counter.items())]
        for name, measure in sorted(self.gauges.items()):
            lines += [f"# TYPE tablier_{name} gauge", f"tablier_{name} {measure():g}"]
        lines += self._acts.lines("tablier_act_seconds")
        lines += self._answers.lines("tablier_http_seconds")
        return "\n".join(lines) + "\n"
