"""Requests that are wrong in very many places are refused for a few of them: finding all would hold up everyone."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tablier import wire
from tablier.wire.base import Asked


def _kinds(kind: type[Asked]) -> list[type[Asked]]:
    """Every request there is."""
    return [found for below in kind.__subclasses__() for found in (below, *_kinds(below))]


MODELS = [*sorted(_kinds(Asked), key=lambda kind: kind.__name__), wire.Act]
ITEMS: list[Any] = [[], 1, {}, {"kind": "mine", "act": "sit"}]
SIZES = (1_500, 10_000)
WRONG: list[Any] = [
    *([item] * size for item in ITEMS for size in SIZES),
    *({f"{number:x}": [] for number in range(size)} for size in SIZES),
]


def _fields(model: Any) -> list[str]:
    names = set(getattr(model, "model_fields", {}))
    return sorted(names or {"act", "request", "seat", "expected", "move", "name"})


@pytest.mark.parametrize("model", MODELS, ids=[getattr(model, "__name__", "Act") for model in MODELS])
def test_few_errors_are_made_of_what_is_wrong(model: Any) -> None:
    shape: TypeAdapter[Any] = TypeAdapter(model)
    for wrong in WRONG:
        given = [wrong, {"gesture": {"shapes": wrong}}, *({"act": "sit", field: wrong} for field in _fields(model))]
        for one in given:
            try:
                shape.validate_python(one)
            except ValidationError as error:
                assert error.error_count() < 250, one  # noqa: PT017
