"""File locks between processes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["held"]


@contextlib.contextmanager
def held(path: Path, *, wait: bool) -> Iterator[None]:
    """Hold the lock of a file, which is made if need be; when another process has it, wait or raise BlockingIOError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415

            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
