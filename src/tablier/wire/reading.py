"""JSON as it goes over the wire: read strictly, checked once for every way it may come, written compactly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NoReturn, TypeVar

from pydantic import TypeAdapter, ValidationError

from tablier.wire.problems import Incorrect, Problem

__all__ = ["dumps", "dumps_bytes", "incorrect", "invalid", "loads", "read", "read_as"]

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_TAGS = ("act", "kind")
"""The fields that tell kinds of things apart."""
_MOST_ERRORS = 10
_MOST_LETTERS, _MOST_MESSAGE = 60, 200
T = TypeVar("T")


def _refuse(constant: str) -> NoReturn:
    raise json.JSONDecodeError(f"{constant} is not JSON", constant, 0)


def loads(given: str | bytes) -> Any:
    """The data; JSONDecodeError when it is not JSON, or not such as could be written as UTF-8 again."""
    try:
        data = json.loads(given, parse_constant=_refuse)
        raw = given if isinstance(given, bytes) else given.encode()
        if _SURROGATE.search(raw):
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError:
        raise
    except UnicodeError:
        raise json.JSONDecodeError("not UTF-8 throughout", "", 0) from None
    except RecursionError:
        raise json.JSONDecodeError("nested too deeply", "", 0) from None
    except ValueError:
        raise json.JSONDecodeError("a number is too long", "", 0) from None
    return data


def dumps(data: Any) -> str:
    """JSON without needless spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def dumps_bytes(data: Any) -> bytes:
    """The same as UTF-8."""
    return dumps(data).encode("utf-8", "replace")


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def read(kind: Any, data: object) -> Any:
    """Data as a message of this kind; `invalid-request` when it is not of that form. The kind may be a union."""
    try:
        return _adapter(kind).validate_python(data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        raise invalid(incorrect(found, data)) from None


def read_as(kind: type[T], data: object) -> T:
    """The same for one kind of message."""
    found: T = read(kind, data)
    return found


def incorrect(errors: Iterable[Mapping[str, Any]], data: object) -> list[Incorrect]:
    """What is wrong in the data, as the validator found it: where, in the data's own words, and why."""
    found: list[Incorrect] = []
    for error in list(errors)[:_MOST_ERRORS]:
        place = _place(list(error["loc"]), data)
        if (tag := error.get("ctx", {}).get("discriminator")) is not None:
            place.append(tag.strip("'"))
        at = ".".join(str(part)[:_MOST_LETTERS] for part in place)
        found.append({"at": at, "message": str(error["msg"])[:_MOST_MESSAGE]})
    return found


def _place(parts: list[Any], data: object) -> list[Any]:
    """The parts of a place without what the validator adds: the names of the kinds it took things for."""
    place: list[Any] = []
    tagged = True
    for index, part in enumerate(parts):
        if isinstance(data, Mapping):
            if tagged and index < len(parts) - 1 and part in (data.get(tag) for tag in _TAGS):
                tagged = False
            elif part in data or index == len(parts) - 1:
                place.append(part)
                data, tagged = data.get(part), True
        elif isinstance(data, list) and isinstance(part, int):
            place.append(part)
            data, tagged = data[part] if part < len(data) else None, True
    return place


def invalid(errors: list[Incorrect]) -> Problem:
    """A request that is not of the documented form."""
    first = errors[0] if errors else {"at": "", "message": "not of the documented form"}
    return Problem("invalid-request", f"{first['at']}: {first['message']}", errors=errors)
