"""Numbers for Prometheus, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from tablier.service.measures import Histogram

__all__ = ["Metrics"]

_HELP = {
    "tablier_http_requests_total": "HTTP requests answered, by method, route and status.",
    "tablier_messages_total": "WebSocket messages, by type.",
    "tablier_problems_total": "Refusals, by code.",
    "tablier_sockets_closed_total": "Sockets closed by the server, by close code.",
    "tablier_act_seconds": "From an act's arrival to its receipt.",
    "tablier_http_seconds": "From a request's arrival to its answer.",
    "tablier_write_wait_seconds": "How long what is to be written waits for the writer.",
    "tablier_write_age_seconds": "How long the present commit has been going on.",
    "tablier_write_failures_total": "Commits that failed because of the database.",
    "tablier_commit_seconds": "How long the database takes to commit.",
    "tablier_read_seconds": "How long the database takes to read, with the wait for a connection.",
    "tablier_move_wait_seconds": "How long a computer's move waits for a worker of this process.",
    "tablier_analysis_wait_seconds": "How long an analysis waits for a worker.",
    "tablier_board_wait_seconds": "How long boards, positions and records wait for a clerk.",
    "tablier_table_read_wait_seconds": "How long tables that are not in memory wait to be read.",
    "tablier_moves_age_seconds": "How long the oldest computer's move has waited that still does.",
    "tablier_analyses_age_seconds": "How long the oldest analysis has waited that still does.",
    "tablier_boards_age_seconds": "How long the oldest of what clerks are to do has waited.",
    "tablier_table_reads_age_seconds": "How long the oldest of the tables to be read has waited.",
    "tablier_loop_delay_seconds": "How late the process comes to what is due: when it is overloaded or stood still.",
    "tablier_task_seconds": "How long a run of a background task takes.",
    "tablier_task_up": "Whether a background task runs.",
    "tablier_task_failures_total": "How often a background task failed and was begun again.",
    "tablier_standstills_total": "How often the process stood still or was cut off, and clocks were credited.",
}


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    return ",".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True))


class Metrics:
    """Counts what the server does; label values come from fixed sets, never from clients."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, ...]] = Counter()
        self._messages: Counter[tuple[str, ...]] = Counter()
        self._problems: Counter[tuple[str, ...]] = Counter()
        self._closed: Counter[tuple[str, ...]] = Counter()
        self._acts = Histogram()
        self._answers = Histogram()
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

    def text(self, numbers: Mapping[str, float], histograms: Sequence[tuple[str, str, Histogram]]) -> str:
        """All numbers in Prometheus' text format, together with the service's: numbers by name, labels included; histograms
        with name and labels."""
        lines: list[str] = []
        for name, names, counter in (
            ("tablier_http_requests_total", ("method", "route", "status"), self._requests),
            ("tablier_messages_total", ("type",), self._messages),
            ("tablier_problems_total", ("code",), self._problems),
            ("tablier_sockets_closed_total", ("code",), self._closed),
        ):
            lines += _head(name, "counter")
            lines += [f"{name}{{{_labels(names, values)}}} {count}" for values, count in sorted(counter.items())]
        measured = {**numbers, **{name: measure() for name, measure in self.gauges.items()}}
        before = ""
        for full, value in sorted(measured.items()):
            name = full.partition("{")[0]
            if name != before:
                lines += _head(f"tablier_{name}", "counter" if name.endswith("_total") else "gauge")
            lines.append(f"tablier_{full} {value:g}")
            before = name
        for name, labels, lengths in (
            ("act_seconds", "", self._acts),
            ("http_seconds", "", self._answers),
            *histograms,
        ):
            if name != before:
                lines += _head(f"tablier_{name}", "histogram")
            lines += lengths.lines(f"tablier_{name}", labels)
            before = name
        return "\n".join(lines) + "\n"


def _head(name: str, kind: str) -> list[str]:
    told = [f"# HELP {name} {_HELP[name]}"] if name in _HELP else []
    return [*told, f"# TYPE {name} {kind}"]
