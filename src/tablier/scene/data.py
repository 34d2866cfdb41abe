"""Scenes, steps, gestures, marks, aids and phrases as plain data for JSON. What has its usual value is left out, but for the kind
of a part. The types in `model` say all there is to say of the form; `tablier.wire` reads by them what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from tablier.scene.model import Aid, Gesture, Marks, Phrase, Scene, Shape, Step

__all__ = ["to_data"]

_ALWAYS = object()


def to_data(value: Scene | Shape | Step | Gesture | Marks | Aid | Phrase) -> dict[str, Any]:
    """The value as dicts, lists, texts and numbers."""
    return _plain_fields(value)


_known: dict[Any, tuple[tuple[str, Any], ...]] = {}


def _usual(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a type, each with its usual value."""
    if kind in _known:
        return _known[kind]
    _known[kind] = tuple(
        (field.name, _ALWAYS if field.name == "kind" or field.default is MISSING else field.default)
        if field.default_factory is MISSING
        else (field.name, field.default_factory())
        for field in fields(kind)
        if field.compare  # a scene's look comes with the game
    )
    return _known[kind]


def _plain_fields(value: Any) -> dict[str, Any]:
    result = {}
    for name, usual in _usual(type(value)):
        content = getattr(value, name)
        if content != usual:
            result[name] = _plain(content)
    return result


def _plain(content: Any) -> Any:
    if content is None or isinstance(content, str | int | float):
        return content
    if isinstance(content, tuple):
        return [_plain(item) for item in content]
    return dict(content) if isinstance(content, Mapping) else _plain_fields(content)
