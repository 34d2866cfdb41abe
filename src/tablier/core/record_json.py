"""Records as JSON: the same information as the text form, one object a record, one line each in a file of many."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import IO, Any

from tablier.core.record_model import MAX_DEPTH, Line, Move, Record, RecordError, Tag
from tablier.core.record_rows import Row, rows_of

__all__ = ["FORMAT", "VERSION", "from_json", "read_json", "to_json", "write_json"]

FORMAT = "tablier-record"
VERSION = 1
MAX_JSON = 16_000_000
"""The JSON text of one record is at most so many characters."""


def to_json(record: Record) -> str:
    """The record as one line of JSON."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "tags": [[tag.name, tag.value] for tag in record.tags],
        **_line_data(record.line),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if len(text) > MAX_JSON:
        raise ValueError(f"the JSON of a record is at most {MAX_JSON} characters long, not {len(text)}")
    return text


def _line_data(line: Line) -> dict[str, Any]:
    result: dict[str, Any] = {"comment": line.comment} if line.comment else {}
    result["turns"] = [[_move_data(move) for move in turn] for turn in line.turns]
    return result


def _move_data(move: Move) -> dict[str, Any]:
    result: dict[str, Any] = {"move": move.text}
    if move.comment:
        result["comment"] = move.comment
    if move.variations:
        result["variations"] = [_line_data(line) for line in move.variations]
    return result


def from_json(text: str) -> Record:
    """The record of a JSON text; RecordError when it is not one, with a position where the JSON itself is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"JSON is a text, not {text!r:.200}")  # noqa: TRY004
    return _from_json(text, 1)


def _from_json(text: str, first_line: int) -> Record:
    if len(text) > MAX_JSON:
        raise RecordError(f"the JSON of a record is at most {MAX_JSON} characters long, not {len(text)}", first_line, 1)
    try:
        return _record(json.loads(text, object_pairs_hook=_object))
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg}", first_line - 1 + error.lineno, error.colno) from None
    except RecursionError:
        raise RecordError("the JSON is nested too deep to be a record", first_line, 1) from None
    except ValueError as error:
        raise RecordError(f"not the JSON of a record: {error}", first_line, 1) from None


def write_json(stream: IO[str], record: Record) -> None:
    """Write a record to a text stream as one line."""
    stream.write(to_json(record) + "\n")


def read_json(source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> Iterator[Record]:
    """The records of a file of JSON lines, given its path or a stream; empty lines are skipped.

    RecordError where a line is wrong; the next step of the iterator then goes on with the next line.
    """
    return map(_parsed, (row for row in rows_of(source, MAX_JSON) if row.error or row.text.strip()))


def _parsed(row: Row) -> Record:
    if row.error is not None:
        raise row.error
    return _from_json(row.text, row.number)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError(f"a key comes twice among {[key for key, _ in pairs]!r:.200}")
    return result


def _keys(what: str, data: object, wanted: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError(f"{what}: an object with {', '.join(wanted)} is wanted, not {data!r:.100}")  # noqa: TRY004
    for key in wanted:
        if key not in data:
            raise ValueError(f"{what}: the key {key!r} is missing")
    for key in data:
        if key not in wanted and key not in optional:
            raise ValueError(f"{what}: unknown key {key!r:.100}; known are {', '.join((*wanted, *optional))}")
    return data


def _list(what: str, data: object) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError(f"{what}: an array is wanted, not {data!r:.100}")  # noqa: TRY004
    return data


def _record(data: object) -> Record:
    found = _keys("the record", data, ("format", "version", "tags", "turns"), ("comment",))
    if found["format"] != FORMAT or type(found["version"]) is not int or found["version"] != VERSION:
        raise ValueError(
            f"format {FORMAT!r}, version {VERSION} is wanted, not {found['format']!r:.100}, {found['version']!r:.100}"
        )
    tags = []
    for number, pair in enumerate(_list("tags", found["tags"])):
        if not isinstance(pair, list) or len(pair) != 2:
            raise ValueError(f"tags[{number}]: a name and a text are wanted, not {pair!r:.100}")
        tags.append(Tag(*pair))
    return Record(tuple(tags), _line("", found, 0))


def _line(path: str, data: dict[str, Any], depth: int) -> Line:
    if depth > MAX_DEPTH:
        raise ValueError(f"{path}: variations lie more than {MAX_DEPTH} deep inside each other")
    turns = []
    for number, turn in enumerate(_list(f"{path}turns", data["turns"])):
        name = f"{path}turns[{number}]"
        turns.append(tuple(_move(f"{name}[{index}]", move, depth) for index, move in enumerate(_list(name, turn))))
    return Line(tuple(turns), data.get("comment", ""))


def _move(path: str, data: object, depth: int) -> Move:
    found = _keys(path, data, ("move",), ("comment", "variations"))
    variations = []
    for number, below in enumerate(_list(f"{path}.variations", found.get("variations", []))):
        name = f"{path}.variations[{number}]"
        variations.append(_line(f"{name}.", _keys(name, below, ("turns",), ("comment",)), depth + 1))
    try:
        return Move(found["move"], found.get("comment", ""), tuple(variations))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
