"""Servers that start in a moment: a process that has everything loaded forks them. They are processes like any other, to be
killed like any other; only the seconds of loading are saved, so that a test can kill them twenty times."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from typing import Any

from tests.server.process import ServerProcess

__all__ = ["Child", "Nursery"]


class Nursery:
    """The process that forks."""

    def __enter__(self) -> Nursery:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._line() == "ready"
        return self

    def __exit__(self, *_error: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def fork(self, arguments: list[str], log: str) -> int:
        """Start a server; its process id."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([arguments, log]) + "\n")
        self._process.stdin.flush()
        return int(self._line())


class Child(ServerProcess):
    """A server out of a nursery."""

    def __init__(self, nursery: Nursery, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._nursery = nursery
        self._pid = 0

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._pid

    def launch(self) -> None:
        """Start without waiting."""
        self._pid = self._nursery.fork(self.arguments, str(self.log))

    def alive(self) -> bool:
        """Whether the process still runs."""
        try:
            os.kill(self._pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """End it at once."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)

    def __exit__(self, *_error: object) -> None:
        self.kill()


def _main() -> None:
    import tablier  # noqa: PLC0415
    import tablier.server.run  # noqa: PLC0415
    from tablier.cli import main  # noqa: PLC0415
    from tablier.service.setup import game_of  # noqa: PLC0415

    for game in tablier.games():
        game_of(game, {}).start().moves()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        arguments, log = json.loads(line)
        pid = os.fork()
        if pid:
            print(pid, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for number, target in ((os.open(os.devnull, os.O_RDONLY), 0), (file, 1), (file, 2)):
            os.dup2(number, target)
        sys.argv = ["tablier", *arguments]
        main()


if __name__ == "__main__":
    _main()
