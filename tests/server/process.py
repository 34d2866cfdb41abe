"""Real server processes: started, killed, started again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import httpx

__all__ = ["ServerProcess", "ThinkerProcess", "free_port", "workers_of"]

_COMMAND = (sys.executable, "-c", "from tablier.cli import main; main()")
_GENEROUS = {
    "--rate": "100000",
    "--burst": "100000",
    "--socket-rate": "100000",
    "--socket-burst": "100000",
    "--guest-rate": "100000",
    "--guest-burst": "100000",
    "--connections": "20000",
    "--sockets": "10000",
    "--open-tables": "10000",
    "--listed-tables": "10000",
    "--address-tables": "100000",
    "--workers": "0",
    "--clerks": "1",
    "--work-rate": "1000",
    "--work-burst": "1000",
}
_PATIENCE = 240.0  # the rules may have to be compiled first


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """A server with generous limits unless told otherwise; its log is in `log`."""

    usual: ClassVar[dict[str, str]] = _GENEROUS

    def __init__(self, database: str, log: Path, environment: dict[str, str] | None = None, /, **options: str) -> None:
        self.database = database
        self.log = log
        self.port = free_port()
        self.base_path = options.get("base_path", "")
        self._environment = environment or {}
        given = {f"--{name.replace('_', '-')}": value for name, value in options.items()}
        self._options = {**self.usual, "--log-level": "info", **given}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def arguments(self) -> list[str]:
        """The command's arguments."""
        options = [part for item in self._options.items() for part in item]
        return ["serve", "--no-open", "--port", str(self.port), "--database", self.database, *options]

    @property
    def address(self) -> str:
        """Where the server is."""
        return f"http://127.0.0.1:{self.port}{self.base_path}"

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process is not None
        return self._process.pid

    def launch(self) -> None:
        """Start without waiting."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*_COMMAND, *self.arguments],
                stdout=log,
                stderr=log,
                env={**os.environ, **self._environment},
            )

    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process is not None and self._process.poll() is None

    def wait(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            assert self.alive(), self.log.read_text()[-3000:]
            try:
                if httpx.get(f"{self.address}/health", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer: " + self.log.read_text()[-3000:])

    def start(self) -> ServerProcess:
        """Start, and wait until it answers."""
        self.launch()
        self.wait()
        return self

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)

    def terminate(self) -> None:
        """Ask it to stop."""
        os.kill(self.pid, signal.SIGTERM)

    def stop(self, within: float = 30.0) -> int:
        """Ask it to stop; its exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self.terminate()
        return self._process.wait(within)

    def memory(self) -> int:
        """The resident memory in bytes."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def __enter__(self) -> ServerProcess:
        try:
            return self.start()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_error: object) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            self.kill()


class ThinkerProcess:
    """A process that only thinks."""

    def __init__(self, database: str, log: Path, workers: int = 1) -> None:
        self._log = log
        with log.open("ab") as target:
            self._process = subprocess.Popen(
                [*_COMMAND, "think", "--database", database, "--workers", str(workers), "--log-level", "info"],
                stdout=target,
                stderr=target,
            )

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def wait(self) -> None:
        """Wait until it thinks."""
        end = time.monotonic() + _PATIENCE
        while b"workers think" not in self._log.read_bytes():
            assert self._process.poll() is None, self._log.read_text()[-3000:]
            assert time.monotonic() < end, self._log.read_text()[-3000:]
            time.sleep(0.05)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait(10)

    def stop(self, within: float = 30.0) -> int:
        """Ask it to stop; its exit code."""
        if self._process.poll() is None:
            self._process.terminate()
        return self._process.wait(within)

    def __enter__(self) -> ThinkerProcess:
        self.wait()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._process.poll() is None:
            self.kill()


def workers_of(pid: int) -> list[int]:
    """The ids of a process's children that think."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    found = [child for task in tasks for child in (task / "children").read_text().split()]
    return [int(child) for child in found if b"tablier.service.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]
