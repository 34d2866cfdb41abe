"""What the machine says of itself and its processes."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["busy", "cpu", "machine", "precede"]

_PRECEDENCE = -15


def cpu(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / 100


def busy() -> float:
    """The seconds all cores together have worked."""
    user, nice, system, _, _, interrupts, soft, *_ = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    return (user + nice + system + interrupts + soft) / 100


def machine() -> str:
    model = next(
        (line.split(": ")[1] for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line), "?"
    )
    return f"{os.cpu_count()} cores ({model.strip()})"


def precede(pid: int) -> None:
    """Give a process, and those it has started, precedence over what else runs on the machine."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        # Those who let others go first among themselves still do.
        nice = os.getpriority(os.PRIO_PROCESS, int(thread.name))
        os.setpriority(os.PRIO_PROCESS, int(thread.name), max(-20, _PRECEDENCE + max(0, nice)))
        for child in (thread / "children").read_text().split():
            precede(int(child))
    # Where the system shares its cores among sessions first, threads of a session only precede each other.
    group = Path(f"/proc/{pid}/autogroup")
    if group.exists():
        group.write_text(str(_PRECEDENCE))
