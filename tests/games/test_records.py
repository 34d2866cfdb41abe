"""The types that Python code reads records by say what the records hold."""

from __future__ import annotations

from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import pytest

import tablier

RULES = {game_id: tablier.game(game_id).modules.rules for game_id in tablier.games()}
DESCRIBED = {game_id: rules for game_id, rules in RULES.items() if hasattr(rules, "State")}


def test_records_are_described() -> None:
    assert DESCRIBED


@pytest.mark.parametrize("game_id", DESCRIBED)
def test_the_fields_are_those_of_the_record(game_id: str) -> None:
    rules: Any = DESCRIBED[game_id]
    hints = get_type_hints(rules.State)
    # The last field only keeps the records of games apart.
    assert list(hints) == list(rules.STATE.names)[:-1]
    for name, hint in hints.items():
        field = rules.STATE.fields[name][0]
        is_array = get_origin(hint) is np.ndarray
        assert is_array == bool(field.shape), name
        kind = get_args(get_args(hint)[1])[0] if is_array else hint
        assert field.base == np.dtype(kind), name
