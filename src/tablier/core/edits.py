"""The edits of a draft, each a value of its own, and the same as data for JSON and back.

`at` and `to` are ids of shapes of the draft's scene: of a place, or of what lies there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

__all__ = [
    "Choose",
    "Clear",
    "Edit",
    "Empty",
    "Lay",
    "Move",
    "Start",
    "Touch",
    "Transform",
    "Turn",
    "edit_data",
    "edit_from_data",
]


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a tool's thing, in place of what its layer has there."""

    tool: str
    at: str


@dataclass(frozen=True, slots=True)
class Touch:
    """Touch with a tool: lays its thing; touching again goes on along the tool's cycle."""

    tool: str
    at: str


@dataclass(frozen=True, slots=True)
class Empty:
    """Take away what lies on top at a place, or the thing whose shape it is; nothing where nothing lies."""

    at: str


@dataclass(frozen=True, slots=True)
class Move:
    """Move a thing, with all that lies on it, in place of what lies there."""

    at: str
    to: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn what turns there, one of the palette's `turns`."""

    at: str
    way: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a value, or for a choice of many a list of values in order."""

    choice: str
    value: str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clear:
    """The empty board."""


@dataclass(frozen=True, slots=True)
class Start:
    """The start position."""


@dataclass(frozen=True, slots=True)
class Transform:
    """Turn or mirror the whole board by one of the palette's symmetries."""

    symmetry: str


Edit = Lay | Touch | Empty | Move | Turn | Choose | Clear | Start | Transform

_KINDS: dict[str, type[Edit]] = {
    kind.__name__.lower(): kind for kind in (Lay, Touch, Empty, Move, Turn, Choose, Clear, Start, Transform)
}
_LONGEST = 60
_MOST_VALUES = 20


def edit_data(edit: Edit) -> dict[str, Any]:
    """The edit for JSON: its kind and its fields."""
    data: dict[str, Any] = {"kind": type(edit).__name__.lower()}
    for item in fields(edit):
        value = getattr(edit, item.name)
        data[item.name] = list(value) if isinstance(value, tuple) else value
    return data


def edit_from_data(data: object) -> Edit:
    """The edit that `edit_data` made the data from; ValueError that says what is wrong."""
    if not isinstance(data, Mapping):
        raise ValueError(f"an edit is an object with its kind and fields, not {data!r:.60}")  # noqa: TRY004
    name = data.get("kind")
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise ValueError(f"an edit's kind is one of {', '.join(_KINDS)}, not {name!r:.60}")
    wanted = [item.name for item in fields(kind)]
    if set(data) != {"kind", *wanted}:
        fields_told = f"the fields {', '.join(wanted)}" if wanted else "no fields"
        given = ", ".join(sorted(str(key)[:20] for key in list(data)[:10] if key != "kind")) or "none"
        raise ValueError(f"the edit {name} has {fields_told} besides its kind, not {given}")
    return kind(**{field: _read(name, field, data[field]) for field in wanted})


def _read(kind: object, field: str, value: object) -> Any:
    if isinstance(value, str) and len(value) <= _LONGEST:
        return value
    if field == "value" and isinstance(value, list | tuple) and len(value) <= _MOST_VALUES:
        return tuple(_read(kind, "every value", item) for item in value)
    wanted = "a text or a list of texts" if field == "value" else "a text"
    raise ValueError(f"{field} of the edit {kind} is {wanted} of at most {_LONGEST} characters, not {value!r:.60}")
