"""Errors that come again and again are told once, then counted: a log that repeats itself hides what else it says."""

from __future__ import annotations

import logging
import time
import traceback
from dataclasses import dataclass

from tablier.service.database import is_trouble
from tablier.service.tokens import new_id

__all__ = ["Complaints", "sort_of"]

_AGAIN = 60.0
_MOST = 200


@dataclass(slots=True)
class _Known:
    incident: str
    told: float
    untold: int = 0


def sort_of(error: BaseException) -> str:
    """What an error has in common with its likes: its type and the place it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    return type(error).__name__ + place


class Complaints:
    """Tells each kind of error at most once a minute, and how often it came since."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._known: dict[str, _Known] = {}

    def tell(self, kind: str, message: str, error: BaseException | None = None, level: int = logging.ERROR) -> str:
        """Tell of an error, with its trace if it is given and no mere trouble with the database; the id under which the log
        has it."""
        now = time.monotonic()
        known = self._known.get(kind)
        if known is not None and now - known.told < _AGAIN:
            known.untold += 1
            return known.incident
        if len(self._known) >= _MOST:
            self._known.clear()
        extra: dict[str, object] = {"incident": (incident := new_id())}
        if known is not None and known.untold:
            extra["times_since_last_told"] = known.untold
        self._known[kind] = _Known(incident, now)
        trace = None if error is None or is_trouble(error) else error
        self._log.log(level, message, exc_info=trace, extra=extra)
        return incident
