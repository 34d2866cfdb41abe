"""A small network over numbers, compiled with its constants."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tablier.kernel.jit import inlined

__all__ = ["NETWORK_UNIT", "network", "tables"]

NETWORK_UNIT = 1 << 16
"""One, in the numbers of a network's units."""


def tables(folder: Path, files: Mapping[int, str]) -> tuple[Any, Any]:
    """The units and their worth of the networks in a folder's files, each under a number of its own."""
    kept = {number: json.loads((folder / name).read_text(encoding="utf-8")) for number, name in files.items()}
    units = max(len(one["worth"]) for one in kept.values())
    values = max(len(one["units"][0]) for one in kept.values())
    table = np.zeros((max(kept) + 1, units, values), np.int32)
    worth = np.zeros((max(kept) + 1, units), np.int64)
    for number, one in kept.items():
        table[number, : len(one["units"])] = one["units"]
        worth[number, : len(one["worth"])] = one["worth"]
    return table, worth


@inlined
def network(units: Any, worth: Any, values: Any) -> int:
    """What a network says of `values`: every unit (a row of `units`: a weight for each value, and a constant; 32 bits, which
    sums must not leave: five times as fast as 64) counts for its `worth` as far as it is above 0."""
    total = 0
    last = units.shape[1] - 1
    for unit in range(len(units)):
        above = np.int32(units[unit, last])
        for k in range(last):
            above = np.int32(above + np.int32(units[unit, k] * np.int32(values[k])))
        total += worth[unit] * max(above, np.int32(0))
    return total // NETWORK_UNIT
