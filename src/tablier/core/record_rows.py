"""The lines of files of records: UTF-8, numbered, never more than one in memory, and no line can do harm."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tablier.core.record_model import RecordError

__all__ = ["BOM", "Row", "rows_of"]

BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a file, numbered from 1; with an error, `text` is only as much of it as could be read."""

    number: int
    text: str
    error: RecordError | None = None


def rows_of(source: str | os.PathLike[str] | IO[str] | IO[bytes], most: int) -> Iterator[Row]:
    """The lines of a UTF-8 file, a mark at its beginning left out; with an error where one is not UTF-8 or much longer than
    `most` characters."""
    if isinstance(source, str | os.PathLike):
        return _rows_of_path(Path(source), most)
    if not callable(getattr(source, "readline", None)):
        raise ValueError(f"a file's path or an open stream is wanted, not {source!r:.200}")  # noqa: TRY004
    return _rows_of_stream(source.readline, most)


def _rows_of_path(path: Path, most: int) -> Iterator[Row]:
    with path.open("rb") as stream:
        yield from _rows_of_stream(stream.readline, most)


def _rows_of_stream(readline: Callable[[int], str | bytes], most: int) -> Iterator[Row]:
    longest = 4 * most + 4  # perhaps these are bytes, up to four a character
    number = 0
    while True:
        number += 1
        try:
            line = readline(longest)
        except UnicodeDecodeError as error:
            yield Row(number, "", RecordError(f"the file is not UTF-8 here or further on: {error.reason}", number, 1))
            return
        if not line:
            return
        if not isinstance(line, str | bytes):
            raise ValueError(f"the stream gives neither text nor bytes but {line!r:.200}")  # noqa: TRY004
        rest = line
        while len(rest) == longest and rest[-1:] not in ("\n", b"\n"):
            rest = readline(longest)
        wrong = None
        if rest is not line:
            line = line[:100]
            wrong = RecordError(f"a line is at most {most} characters long; this one is longer", number, 1)
        if isinstance(line, bytes):
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError as error:
                text = line[: error.start].decode("utf-8")
                reason = f"the byte {line[error.start]:#04x} is not UTF-8: {error.reason}"
                wrong = wrong or RecordError(reason, number, len(text) + 1)
        else:
            text = line
        yield Row(number, text.removeprefix(BOM) if number == 1 else text, wrong)
