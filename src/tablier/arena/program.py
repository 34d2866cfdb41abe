"""A program that speaks the protocol, as one who chooses. It may be silent, slow, chatty or end at any moment: it then loses, and
nothing here waits longer than it should or keeps more than a line of what it says."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from typing import IO

from tablier.arena.chooser import Choice, Chooser, Fault
from tablier.arena.protocol import HELLO, MAX_LINE, READY, game_line, go_line, one_line, position_line
from tablier.core.game import Game
from tablier.core.match import Match

__all__ = ["START_SECONDS", "ProgramChooser"]

START_SECONDS = 120.0
"""How long a program may take to introduce itself and get a game ready; it may have to compile."""
MOST_LINES = 200_000
"""A program that says more lines than this in one search is cut short."""
_ANSWERS = ("bestmove", "error", "readyok", f"{HELLO}ok")


class _Process:
    """A running program with a thread that writes to it and one that reads, so that neither pipe can block us."""

    def __init__(self, command: tuple[str, ...]) -> None:
        words = [sys.executable, *command[1:]] if command[0] == "python" else command
        try:
            self._running = subprocess.Popen(  # noqa: S603
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
            )
        except OSError as error:
            raise Fault("crash", f"cannot be started: {one_line(error)}") from None
        self.answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.nodes = 0
        self.takes_seed = False
        self._count = 0
        self._orders: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        assert self._running.stdin is not None  # noqa: S101
        assert self._running.stdout is not None  # noqa: S101
        self._threads = (
            threading.Thread(target=self._write, args=(self._running.stdin,), daemon=True),
            threading.Thread(target=self._read, args=(self._running.stdout,), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def say(self, line: str) -> None:
        self._count = 0
        self._orders.put(line)

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (line := self._orders.get()) is not None:
                data = memoryview((line + "\n").encode())
                while data:
                    data = data[stream.write(data) :]
        with contextlib.suppress(OSError):
            stream.close()

    def _read(self, stream: IO[bytes]) -> None:
        """Keep answers only; of the rest, the last number of nodes."""
        tail = b""
        with contextlib.suppress(OSError, ValueError), stream:
            while chunk := stream.read(65536):
                *lines, tail = (tail + chunk).split(b"\n")
                for line in lines:
                    self._heard(line)
                if len(tail) > MAX_LINE:
                    self.answers.put(f"error a line longer than {MAX_LINE} bytes")
                    break
                if self._count > MOST_LINES:
                    self.answers.put(f"error more than {MOST_LINES} lines for one answer")
                    break
        self.answers.put(None)

    def _heard(self, raw: bytes) -> None:
        self._count += 1
        line = raw[:2000].decode("utf-8", "replace").strip()
        word = line.partition(" ")[0]
        if word in _ANSWERS:
            self.answers.put(line)
        elif line.startswith("option seed"):
            self.takes_seed = True
        elif word == "info":
            words = line.split()
            if "nodes" in words[1:-1] and (number := words[words.index("nodes") + 1]).isdecimal():
                self.nodes = int(number[:15])

    def end(self) -> str:
        """Kill the program, unless it ends by itself this moment, and say how it ended."""
        self._orders.put(None)
        try:
            ended = f" (exit code {self._running.wait(timeout=0.2)})"
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
            ended = ""
        for thread in self._threads:
            thread.join(1.0)  # not for ever: a program's own children may hold the pipes open
        return ended


class ProgramChooser(Chooser):
    """A program, started when first needed and again after each fault."""

    def __init__(self, command: tuple[str, ...], limits: Mapping[str, float], patience: float) -> None:
        self._command = command
        self._limits = dict(limits)
        self._patience = patience
        self._process: _Process | None = None
        self._game: Game | None = None

    def warm_up(self, game: Game) -> None:
        """Start the program; one that cannot be started loses its games later, here it does no harm."""
        with contextlib.suppress(Fault):
            self._ready(game)

    def choose(self, match: Match, seed: int) -> Choice:
        process = self._ready(match.game)
        begun = time.monotonic()
        process.nodes = 0
        if process.takes_seed:
            process.say(f"setoption seed {seed}")
        process.say(position_line(match))
        process.say(go_line(self._limits))
        answer = self._await("bestmove", self._limits.get("seconds", 0.0) * 3 + self._patience)
        move = answer.partition(" ")[2].strip()
        if move not in match.moves():
            self.close()
            raise Fault("illegal", f"answered {move[:100]!r}, which is not legal here")
        return Choice(move, process.nodes, time.monotonic() - begun)

    def close(self) -> None:
        self._end()

    def _ready(self, game: Game) -> _Process:
        """The program, introduced and set to the game."""
        if self._process is None:
            self._process = _Process(self._command)
            self._game = None
            self._process.say(HELLO)
            self._await(f"{HELLO}ok", START_SECONDS)
        if self._game != game:
            self._process.say(game_line(game))
            self._process.say(READY)
            self._await("readyok", START_SECONDS)
            self._game = game
        return self._process

    def _await(self, wanted: str, seconds: float) -> str:
        """The answer that begins with the wanted word. Other answers are leftovers; an error is a fault."""
        assert self._process is not None  # noqa: S101
        deadline = time.monotonic() + seconds
        while True:
            try:
                answer = self._process.answers.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self._end()
                raise Fault("timeout", f"no {wanted} within {seconds:g} seconds") from None
            if answer is None:
                raise Fault("crash", f"ended while {wanted} was awaited{self._end()}")
            if answer.startswith("error"):
                self._end()
                raise Fault("protocol", f"said {answer[:200]!r} while {wanted} was awaited")
            if answer.partition(" ")[0] == wanted:
                return answer

    def _end(self) -> str:
        process, self._process = self._process, None
        return "" if process is None else process.end()
