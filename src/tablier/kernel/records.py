"""Records with named fields, seen alike by compiled and by interpreted code.

A field is read as an attribute: ``s.turn``. Interpreted, that is an attribute of NumPy's record, which has many of its own
(``size``, ``shape``, ``max`` …) and would answer with these; compiled, the field answers. So such names are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np

from tablier.kernel.jit import INTERPRETED, own_record

__all__ = ["plain_record", "record_of"]

_SHADOWED = frozenset(dir(np.record))


def plain_record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type; ValueError when a field's name would not be read as that field."""
    for name, *_ in fields:
        if name in _SHADOWED:
            raise ValueError(f"a record cannot have a field {name!r}: NumPy's records have an attribute of that name")
    return np.dtype((np.record, np.dtype([*fields], align=True)))


def record_of(folder: Path, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type that compiled code of a folder works on."""
    made = plain_record(fields)
    if not INTERPRETED:
        own_record(numba.from_dtype(made), folder)
    return made
