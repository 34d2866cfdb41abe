"""Scenes, steps, gestures, marks and aids as plain data for JSON and back, without loss but for a scene's look.

What has its usual value is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar, get_args

from tablier.scene.model import Aid, Circle, Gesture, Marks, Path, Phrase, Role, Scene, Shape, Step, StepKind, Text

__all__ = ["from_data", "to_data"]

Described = Scene | Shape | Step | Gesture | Marks | Aid | Phrase
T = TypeVar("T", Scene, Shape, Step, Gesture, Marks, Aid, Phrase)
Reader = Callable[[Any, str], Any]
"""Reads a value; is told where it stands, for the message when it is wrong."""

_PARTS: dict[str, type[Path | Circle | Text]] = {"path": Path, "circle": Circle, "text": Text}


def to_data(value: Described) -> dict[str, Any]:
    """The value as dicts, lists, texts and numbers. Parts say their kind: path, circle or text."""
    return _plain_fields(value)


def _plain_fields(value: Any) -> dict[str, Any]:
    result: dict[str, Any] = {"kind": type(value).__name__.lower()} if isinstance(value, Path | Circle | Text) else {}
    for field in fields(value):
        content = getattr(value, field.name)
        if field.compare and content != _usual(field):
            result[field.name] = _plain(content)
    return result


def _usual(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _plain(content: Any) -> Any:
    if content is None or isinstance(content, str | int | float):
        return content
    if isinstance(content, tuple):
        return [_plain(item) for item in content]
    return dict(content) if isinstance(content, Mapping) else _plain_fields(content)


def from_data(kind: type[T], data: object) -> T:
    """The value that `to_data` made the data from; ValueError that says where the data is wrong."""
    result: T = _reader(kind)(data, kind.__name__.lower())
    return result


def _wrong(where: str, wanted: str, given: object) -> ValueError:
    text = repr(given)
    return ValueError(f"{where}: {wanted} is wanted, not {text if len(text) <= 60 else text[:60] + '…'}")


def _number(data: Any, where: str) -> Any:
    try:
        if isinstance(data, int | float) and not isinstance(data, bool) and math.isfinite(data):
            return data
    except OverflowError:
        pass
    raise _wrong(where, "a number", data)


def _exactly(kind: type, wanted: str) -> Reader:
    def read(data: Any, where: str) -> Any:
        if type(data) is not kind:
            raise _wrong(where, wanted, data)
        return data

    return read


_text = _exactly(str, "a text")


def _or_none(reader: Reader) -> Reader:
    return lambda data, where: None if data is None else reader(data, where)


def _one_of(names: tuple[str, ...]) -> Reader:
    def read(data: Any, where: str) -> Any:
        if not isinstance(data, str) or data not in names:
            raise _wrong(where, f"one of {', '.join(names)}", data)
        return data

    return read


def _list(reader: Reader, length: int | None = None) -> Reader:
    def read(data: Any, where: str) -> Any:
        if not isinstance(data, list | tuple) or length not in (None, len(data)):
            raise _wrong(where, "a list" if length is None else f"a list of {length}", data)
        return tuple(reader(item, f"{where}[{i}]") for i, item in enumerate(data))

    return read


def _values(data: Any, where: str) -> dict[str, str | int]:
    if not isinstance(data, Mapping):
        raise _wrong(where, "an object", data)
    for key, value in data.items():
        if type(key) is not str or type(value) not in (str, int):
            raise _wrong(where, "an object of texts and whole numbers", data)
    return dict(data)


def _reader(kind: type) -> Reader:
    def read(data: Any, where: str) -> Any:
        if not isinstance(data, Mapping):
            raise _wrong(where, "an object", data)
        readers = _FIELDS[kind]
        for key in data:
            if key not in readers:
                raise ValueError(f"{where}: there is no field {key!r}; there are {', '.join(readers)}")
        for field in fields(kind):
            if field.name not in data and field.default is MISSING and field.default_factory is MISSING:
                raise ValueError(f"{where}: the field {field.name!r} is missing")
        value = kind(**{key: readers[key](content, f"{where}.{key}") for key, content in data.items()})
        if isinstance(value, Scene) and len({shape.id for shape in value.shapes}) < len(value.shapes):
            raise ValueError(f"{where}.shapes: two shapes have the same id")
        return value

    return read


def _part(data: Any, where: str) -> Any:
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if not isinstance(kind, str) or kind not in _PARTS:
        raise _wrong(where, f"an object whose kind is one of {', '.join(_PARTS)}", data)
    return _reader(_PARTS[kind])({key: content for key, content in data.items() if key != "kind"}, where)


_pair, _box, _ids = _list(_number, 2), _list(_number, 4), _list(_text)
_flag = _exactly(bool, "true or false")
_whole = _exactly(int, "a whole number")
_paint: dict[str, Reader] = {
    "fill": _or_none(_text),
    "stroke": _or_none(_text),
    "width": _number,
    "dash": _or_none(_text),
    "opacity": _number,
    "drop": _number,
}
_FIELDS: dict[type, dict[str, Reader]] = {
    Phrase: {"key": _text, "values": _values},
    Path: {"d": _text, **_paint},
    Circle: {"x": _number, "y": _number, "r": _number, **_paint},
    Text: {"x": _number, "y": _number, "text": _text, "size": _number, "fill": _text},
    Shape: {
        "id": _text,
        "role": _one_of(get_args(Role)),
        "place": _pair,
        "parts": _list(_part),
        "angle": _number,
        "turns": _flag,
        "at": _or_none(_text),
        "owner": _or_none(_whole),
        "outline": _text,
        "glyph": _ids,
        "words": _or_none(_reader(Phrase)),
        "fixed": _flag,
        "names": _ids,
    },
    Scene: {
        "box": _box,
        "tight": _box,
        "shapes": _list(_reader(Shape)),
        "views": _list(_number),
        "character": _pair,
        "turns": _list(_number),
    },
    Gesture: {"shapes": _ids, "choice": _or_none(_text)},
    Step: {
        "kind": _one_of(get_args(StepKind)),
        "shape": _text,
        "to": _or_none(_reader(Shape)),
        "stage": _whole,
        "path": _list(_pair),
        "pivot": _or_none(_pair),
        "angle": _number,
    },
    Marks: dict.fromkeys((field.name for field in fields(Marks)), _ids),
    Aid: {"shapes": _ids, "line": _text, "area": _text},
}
