"""A small network over numbers, compiled with its constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablier.kernel.jit import inlined

__all__ = ["NETWORK_UNIT", "network", "tables"]

NETWORK_UNIT = 1 << 16
"""One, in the numbers of a network's units."""


def tables(files: Mapping[int, Any]) -> tuple[Any, Any]:
    """The units and their worth of networks by number of players, from the modules they are kept in."""
    units = max(len(file.WORTH) for file in files.values())
    values = max(len(file.UNITS[0]) for file in files.values())
    table = np.zeros((max(files) + 1, units, values), np.int32)
    worth = np.zeros((max(files) + 1, units), np.int64)
    for players, file in files.items():
        table[players, : len(file.UNITS)] = file.UNITS
        worth[players, : len(file.WORTH)] = file.WORTH
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
