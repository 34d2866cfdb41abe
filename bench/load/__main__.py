"""How much a server bears: ``python -m bench.load``. Starts a real one, on loopback, and plays at its tables.

1,000 tables with two sockets each, 500 moves a second for a minute, then more until it breaks; what idle tables cost; and the
same beside one hostile visitor of each kind. Writes what it finds to ``docs/load.md``. A short form:
``python -m bench.load --seconds 5 --tables 100 --rate 100 --idle 0 --out /dev/null --only positions --only lobby``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from pathlib import Path
from typing import Any, ClassVar

import uvloop

from bench.load.beside import beside, big_guest, verdict
from bench.load.hostile import KINDS
from bench.load.load import PROXY, Load
from bench.load.machine import machine, precede
from tablier.server.door import raise_file_limit
from tests.server.process import ServerProcess

_TOGETHER = 6
"""So many hostile visitors come to one server, one after another: then the games of everyone else are over."""
_OUT = Path(__file__).parent.parent.parent / "docs" / "load.md"


class _Usual(ServerProcess):
    """A server with its usual limits."""

    usual: ClassVar[dict[str, str]] = {"--trusted-proxies": PROXY}


def _run(work: Any) -> bool:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        done: bool = runner.run(work)
        return done


def main() -> None:
    """Run the benchmark; the exit code says whether the goal was reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument(
        "--seconds", type=float, default=60, help="at the goal's rate; beside a hostile visitor a third"
    )
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--big", type=int, default=59_000, help="moves of the guest who is deleted")
    parser.add_argument("--only", action="append", choices=KINDS, help="only beside this visitor; may be given again")
    parser.add_argument("--database", default="", help="SQLite in a temporary folder unless given")
    parser.add_argument("--out", type=Path, default=_OUT, help="where the report is written")
    parser.add_argument("--precede", action="store_true", help="before all else on a busy machine; needs root")
    given: Any = parser.parse_args()
    raise_file_limit()
    reached = True
    report: list[str] = []
    if not given.only:
        found, lines = _serve(given, None)
        reached, report = reached and found, report + lines
    report.append("\n## Beside a hostile visitor")
    kinds = tuple(given.only or KINDS)
    held = True
    for start in range(0, len(kinds), _TOGETHER):
        found, lines = _serve(given, kinds[start : start + _TOGETHER])
        held, report = held and found, report + lines
    reached = reached and held
    report.append(verdict(held))
    kind = "PostgreSQL" if given.database.startswith("postgres") else "SQLite, every commit synced"
    first = os.getpriority(os.PRIO_PROCESS, 0) < 0  # given here, or by whoever started this
    kind += "; both processes given precedence over all else there" if first else ""
    given.out.write_text(_REPORT.format(machine=machine(), kind=kind, found="\n".join(report)), encoding="utf-8")
    print("goal reached" if reached else "goal NOT reached")
    raise SystemExit(0 if reached else 1)


def _serve(given: Any, kinds: tuple[str, ...] | None) -> tuple[bool, list[str]]:
    """Measure a server of its own, beside hostile visitors if `kinds` are given: whether it did well, and the report."""
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or str(Path(folder) / "load.db")
        token = asyncio.run(big_guest(database, given.big)) if kinds and "deletion" in kinds else ""
        with _Usual(database, Path(folder) / "log", log_level="warning") as server:
            if given.precede:
                for pid in (server.pid, os.getpid()):
                    precede(pid)
            load = Load(server, 1)

            async def work() -> bool:
                if kinds is not None:
                    await load.prepare(given.tables, 0)
                    third = given.seconds / 3
                    return await beside(load, server.port, kinds, given.rate, third, given.big, token)
                each, socket = await load.prepare(given.tables, given.idle)
                return await load.run(given.tables, given.rate, given.seconds, each, socket)

            well = _run(work())
            code = server.stop()
            log = (Path(folder) / "log").read_text()
    print(f"(exit {code}, {len(log.splitlines())} lines of log)")
    return well and code == 0, load.report


_REPORT = """\
# What one server process bears

Written by `make bench-load`. A real server with its usual limits and the benchmark, a process of its own, on one machine with
{machine}; loopback; {kind}. Random games of all games, each table with two sockets that watch it; every guest has an
address of their own, told by a proxy. A wait begins when a move is due, not when the benchmark came to send it, and ends with
the acknowledgement, which is sent after the commit. CPU is in parts of one core; that of others is whatever else ran on the
machine meanwhile.

{found}
"""


if __name__ == "__main__":
    main()
