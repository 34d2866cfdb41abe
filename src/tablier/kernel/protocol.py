"""What the rules of a game are to the rest of the program: four functions on a record, found by the record's type.

A game describes a position as one NumPy record (`record_type`) and registers, once, how such a record is played::

    legal_moves(s, out)   writes the codes of all legal moves (int64, distinct) into out, returns how many; 0 when over
    play(s, move)         plays a legal code in place
    to_act(s)             the player to act, −1 when the game is over
    places(s, out)        when over: writes each player's place into out, returns the number of players

Compiled code that calls these (perft, playouts, search) is written once and specialises to each record type. Interpreted,
the same names look the record's type up in a table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import overload

from tablier.kernel.jit import INTERPRETED, own_record

__all__ = ["legal_moves", "places", "play", "record_type", "register", "to_act"]

_rules: dict[np.dtype[Any], dict[str, Callable[..., Any]]] = {}
_compiled: dict[types.Record, dict[str, Callable[..., Any]]] = {}


def record_type(tag: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record type of one game's positions.

    Numba takes two records with equal fields for one type, which would make two games share their rules: the field `tag`,
    named after the game, keeps them apart.
    """
    plain = np.dtype([*fields, (tag, np.uint8)], align=True)
    return np.dtype((np.record, plain))


def register(
    state: np.dtype[Any],
    legal_moves: Callable[..., int],
    play: Callable[..., None],
    to_act: Callable[..., int],
    places: Callable[..., int],
) -> None:
    """Make `state` playable by the given functions. A type can be registered once."""
    if state in _rules:
        raise ValueError(f"the record type {state} is registered already")
    table = {"legal_moves": legal_moves, "play": play, "to_act": to_act, "places": places}
    _rules[state] = table
    if not INTERPRETED:
        record = numba.from_dtype(state)
        if record in _compiled:
            raise ValueError("another game's record type has the same fields and tag")
        _compiled[record] = table
        module = sys.modules[legal_moves.__module__].__file__
        assert module is not None  # noqa: S101
        own_record(record, Path(module).resolve().parent)


def legal_moves(s: Any, out: Any) -> int:
    """Write the legal moves of `s` into `out`, return how many."""
    return _rules[s.dtype]["legal_moves"](s, out)  # type: ignore[no-any-return]


def play(s: Any, move: int) -> None:
    """Play a legal move on `s`, in place."""
    _rules[s.dtype]["play"](s, move)


def to_act(s: Any) -> int:
    """The player to act in `s`, −1 when the game is over."""
    return _rules[s.dtype]["to_act"](s)  # type: ignore[no-any-return]


def places(s: Any, out: Any) -> int:
    """Write the places of a finished game into `out`, return the number of players."""
    return _rules[s.dtype]["places"](s, out)  # type: ignore[no-any-return]


@overload(legal_moves, strict=False)  # type: ignore[untyped-decorator]
def _legal_moves(s: Any, out: Any) -> Any:  # noqa: ARG001
    rule = _compiled[s]["legal_moves"]
    return lambda s, out: rule(s, out)


@overload(play, strict=False)  # type: ignore[untyped-decorator]
def _play(s: Any, move: Any) -> Any:  # noqa: ARG001
    rule = _compiled[s]["play"]
    return lambda s, move: rule(s, move)


@overload(to_act, strict=False)  # type: ignore[untyped-decorator]
def _to_act(s: Any) -> Any:
    rule = _compiled[s]["to_act"]
    return lambda s: rule(s)


@overload(places, strict=False)  # type: ignore[untyped-decorator]
def _places(s: Any, out: Any) -> Any:  # noqa: ARG001
    rule = _compiled[s]["places"]
    return lambda s, out: rule(s, out)
