"""Data read back as the types of `tablier.scene` describe it."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

__all__ = ["from_data"]


def from_data(kind: Any, data: object) -> Any:
    """The value that `to_data` made the data from; ValueError that says where the data is wrong."""
    return TypeAdapter(kind).validate_json(json.dumps(data, allow_nan=False), strict=True, extra="forbid")
