"""The worker processes of a contest: started one after another (the first compiles for all), fed, watched, ended."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tablier.arena.contest import Bout, Contest
from tablier.arena.playing import Result, result_from

__all__ = ["Crew"]

_TRIES = 2
"""A game whose worker ended is given to another one; a second time is no accident."""


class _Worker:
    """One process; everything it starts is in its process group."""

    def __init__(self, contest: Contest, log: Path) -> None:
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tablier.arena.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                start_new_session=True,
            )
        self.ask({"event": contest.to_data()})

    def ask(self, data: dict[str, Any]) -> None:
        assert self._process.stdin is not None  # noqa: S101
        with contextlib.suppress(OSError, ValueError):  # a process that has ended is seen when its answer is missing
            self._process.stdin.write(json.dumps(data) + "\n")
            self._process.stdin.flush()

    def answer(self) -> dict[str, Any] | None:
        """Its next answer, None when it has ended."""
        assert self._process.stdout is not None  # noqa: S101
        with contextlib.suppress(OSError, ValueError):
            line = self._process.stdout.readline()
            if line.endswith("\n"):
                found = json.loads(line)
                assert isinstance(found, dict)  # noqa: S101
                return found
        return None

    def kill(self) -> None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()


class Crew:
    """Plays jobs in `size` processes. Use it in a ``with``: leaving that ends all of them, finished or not."""

    def __init__(self, contest: Contest, size: int, log: Path) -> None:
        if size < 1:
            raise ValueError(f"jobs is a whole number from 1 up, not {size}")
        self._contest = contest
        self._size = size
        self._log = log
        self._todo: deque[tuple[Bout, int]] = deque()
        self._done: queue.SimpleQueue[Result | Exception] = queue.SimpleQueue()
        self._workers: dict[int, _Worker] = {}
        self._guard = threading.Lock()
        self._ended = False
        self._warm = threading.Event()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_error: object) -> None:
        with self._guard:
            self._ended = True
            workers = list(self._workers.values())
        self._warm.set()
        for worker in workers:
            worker.kill()

    def play(self, jobs: Iterable[Bout]) -> Iterator[Result]:
        """The results of the jobs, as they come in; RuntimeError when a game cannot be played."""
        self._todo.extend((bout, 1) for bout in jobs)
        count = len(self._todo)
        for number in range(min(self._size, count)):
            threading.Thread(target=self._serve, args=(number,), daemon=True).start()
        for _ in range(count):
            found = self._done.get()
            if isinstance(found, Exception):
                raise found
            yield found

    def _serve(self, number: int) -> None:
        """The life of one worker, as seen from here."""
        if number:
            self._warm.wait()
        while not self._ended:
            try:
                bout, tries = self._todo.popleft()
            except IndexError:
                return
            worker = self._worker(number)
            answer = None
            if worker is not None:
                worker.ask({"job": asdict(bout)})
                answer = worker.answer()
            if self._ended:
                return
            if answer is not None and "result" in answer:
                self._done.put(result_from(answer["result"]))
            elif answer is not None:
                self._done.put(RuntimeError(f"a game could not be played:\n{answer.get('error')}"))
            elif tries < _TRIES:
                self._drop(number)
                self._todo.appendleft((bout, tries + 1))
            else:
                self._done.put(RuntimeError(f"the process that played {bout} ended, twice; see {self._log}"))

    def _worker(self, number: int) -> _Worker | None:
        """The worker of this number, ready to play; None when it cannot be had."""
        with self._guard:
            if self._ended:
                return None
            worker = self._workers.get(number)
            if worker is not None:
                return worker
            worker = self._workers[number] = _Worker(self._contest, self._log)
        answer = worker.answer()
        if answer is not None and "error" in answer:
            self._done.put(RuntimeError(f"a worker could not start:\n{answer['error']}"))
            return None
        self._warm.set()
        return worker if answer is not None else None

    def _drop(self, number: int) -> None:
        with self._guard:
            worker = self._workers.pop(number, None)
        if worker is not None:
            worker.kill()
