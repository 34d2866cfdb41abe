"""Where a contest is kept: what is played, and one line for each finished game, written as soon as it is.

``event.json``     the contest and the stamp of the sources that play it
``results.jsonl``  one JSON object a game, only ever added to; a last line cut off by a crash is dropped
``games.txt``      the games as records, and ``report.txt``, ``report.json``, ``report.html``: made from the results
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from tablier.arena.contest import Contest, contest_from
from tablier.arena.playing import Result, result_from

__all__ = ["Folder", "open_folder"]

_FORMAT = "tablier-event"


class Folder:
    """A contest's folder, locked by this process."""

    def __init__(self, path: Path, contest: Contest, stamp: str) -> None:
        self.path = path
        self.contest = contest
        self.stamp = stamp
        self.results = self._load()

    @property
    def log(self) -> Path:
        """Where the worker processes complain."""
        return self.path / "workers.log"

    def add(self, result: Result) -> None:
        """Keep a result; it is on the disk when this returns."""
        with self._file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(result.to_data(), ensure_ascii=False) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        self.results.append(result)

    def reload(self) -> None:
        """Take the results from the disk again: who is interrupted may have kept one without having counted it."""
        self.results = self._load()

    def done(self) -> set[tuple[int, int]]:
        """Table and index of the games that are finished."""
        return {(result.table, result.index) for result in self.results}

    def write(self, name: str, text: str) -> Path:
        """Write a file made from the results, all of it or nothing."""
        path = self.path / name
        part = path.with_name(path.name + ".part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
        return path

    def write_games(self) -> Path:
        """All games as records, in the order of the schedule."""
        ordered = sorted(self.results, key=lambda result: (result.table, result.index))
        return self.write("games.txt", "\n".join(result.record for result in ordered))

    @property
    def _file(self) -> Path:
        return self.path / "results.jsonl"

    def _load(self) -> list[Result]:
        if not self._file.exists():
            return []
        data = self._file.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with self._file.open("r+b") as stream:
                stream.truncate(whole)
        found: dict[tuple[int, int], Result] = {}
        for number, line in enumerate(data[:whole].decode("utf-8").splitlines(), 1):
            try:
                result = result_from(json.loads(line))
            except ValueError as error:
                raise ValueError(f"{self._file}, line {number}: {error}") from None
            if self._wanted(result):
                found[result.table, result.index] = result
        return list(found.values())

    def _wanted(self, result: Result) -> bool:
        """Whether the contest, which may have been made shorter, still has this game."""
        return result.index < self.contest.tables[result.table].games


@contextlib.contextmanager
def open_folder(path: Path, contest: Contest, stamp: str, *, fresh: bool = False) -> Iterator[Folder]:
    """The folder of a contest, made or resumed; `fresh` forgets what was played.

    ValueError when it is of another contest, of other sources, or in use.
    """
    path.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(path / "lock", blocking=False):
            if fresh:
                for name in ("event.json", "results.jsonl"):
                    (path / name).unlink(missing_ok=True)
            _check(path, contest, stamp)
            folder = Folder(path, contest, stamp)
            data = {"format": _FORMAT, "version": 1, "stamp": stamp, "event": contest.to_data()}
            folder.write("event.json", json.dumps(data, indent=1, ensure_ascii=False) + "\n")
            yield folder
    except Timeout:
        raise ValueError(f"{path} is in use by another process") from None


def _check(path: Path, contest: Contest, stamp: str) -> None:
    file = path / "event.json"
    if not file.exists():
        return
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        known, known_stamp = contest_from(data["event"]), data["stamp"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{file} cannot be read ({error}); begin anew, or choose another folder") from None
    if known.identity() != contest.identity():
        raise ValueError(f"{path} holds another event; begin anew, or choose another folder")
    if known_stamp != stamp:
        raise ValueError(f"{path} was played by other sources ({known_stamp}, now {stamp}); begin anew")
