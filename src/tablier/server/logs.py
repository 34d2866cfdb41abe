"""Logs: one JSON object a line on standard error. Addresses are logged, secrets never: they are in no path and no message."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Any

__all__ = ["configure", "hide", "log"]

log = logging.getLogger("tablier.server")

_AGAIN = 60.0
_MOST = 200
_LIBRARIES = ("uvicorn.error", "asyncio", "websockets.server")
_SECRET = re.compile(r"\b[gsi]_[A-Za-z0-9_-]{43}|(?<=://)[^/@\s]*@|(?i:(?<=bearer )\S+)")
_OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def hide(text: str) -> str:
    """The text with whatever looks like a secret taken out: the last line of defence, not the first."""
    return _SECRET.sub("…", text)


class _Seldom(logging.Filter):
    """Lets what a library says through once a minute, with how often it was said since: whoever sends nonsense on purpose would
    fill the log."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is told."""
        kind = str(record.msg)[:200]
        told, since = self._told.get(kind, (-_AGAIN, 0))
        if record.created - told < _AGAIN:
            self._told[kind] = told, since + 1
            return False
        if len(self._told) >= _MOST:
            self._told.clear()
        self._told[kind] = record.created, 0
        if since:
            record.times_since_last_told = since
        return True


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        data: dict[str, Any] = {
            "at": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": hide(record.getMessage()),
        }
        for name, value in vars(record).items():
            if name not in _OWN:
                data[name] = hide(value) if isinstance(value, str) else value
        if record.exc_info:
            data["trace"] = hide(self.formatException(record.exc_info))
        return json.dumps(data, ensure_ascii=False, default=str)


def configure(level: str) -> None:
    """Send all logs to standard error, from this level up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    # Uvicorn tells of each start and stop and of every socket; what matters of it we tell ourselves.
    logging.getLogger("uvicorn.error").setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    for name in _LIBRARIES:
        logging.getLogger(name).filters[:] = [_Seldom()]
    logging.getLogger("alembic").setLevel(logging.WARNING)
