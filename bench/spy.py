"""Where a server's time goes: samples of its stacks by ``py-spy``, if that is installed, sorted into a few kinds of work."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from pathlib import Path

__all__ = ["sample", "shares"]

_RATE = 200
_KINDS = (
    ("rules and notation", ("tablier/games/", "tablier/core/", "tablier/kernel/", "numpy/", "numba/")),
    ("JSON", ("(json/",)),
    ("database: statements and commits", ("sqlalchemy/", "psycopg/", "tablier/service/writer.py")),
    ("WebSocket protocol and framework", ("uvicorn/", "websockets/", "starlette/", "fastapi/")),
    ("tables: checks, events, broadcasts", ("tablier/service/",)),
    ("sockets: messages in and out", ("tablier/server/",)),
    ("event loop", ("asyncio/", "contextlib.py")),
)
_IDLE = ("wait (threading.py", "_worker (concurrent/futures/thread.py", "Writer._run (tablier/service/writer.py")


async def sample(pid: int, seconds: int, file: Path) -> bool:
    """Write samples of the process's stacks into a file; False without py-spy."""
    command = shutil.which("py-spy")
    if command is None:
        return False
    options = ("record", "-t", "-d", str(seconds), "-r", str(_RATE), "-f", "raw", "-o", str(file), "--pid", str(pid))
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(command, *options, stdout=quiet, stderr=quiet)
    return await process.wait() == 0


def shares(samples: str) -> list[tuple[str, float]]:
    """The share of each kind of work: a stack belongs to the kind of its innermost frame that has one."""
    found: Counter[str] = Counter()
    for line in samples.splitlines():
        stack, _, count = line.rpartition(" ")
        frames = stack.split(";")
        if any(part in frames[-1] for part in _IDLE):
            continue
        kinds = (name for frame in reversed(frames) for name, parts in _KINDS if any(part in frame for part in parts))
        found[next(kinds, "other")] += int(count)
    return [(name, count / found.total()) for name, count in found.most_common()]
