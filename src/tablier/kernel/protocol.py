"""What the rules of a game are to the rest of the program: four functions on a record, found by the record's type.

A game describes a position as one NumPy record (`record_type`) and registers, once, how such a record is played::

    legal_moves(s, out)   writes the codes of all legal moves (int64, distinct) into out, returns how many; 0 when over
    play(s, move)         plays a legal code in place
    to_act(s)             the player to act, −1 when the game is over
    places(s, out)        when over: writes each player's place into out, returns the number of players

Compiled code that calls these (perft, playouts, search) is written once and specialises to each record type. Interpreted,
the same names look the record's type up in a table.

For search, a game registers three more functions, in its evaluation::

    features(s, player, out)  writes numbers (int64) that tell how well `player` stands, returns how many;
                              the first is the player's plain progress: more is nearer the goal
    key(s)                    a 64-bit hash (uint64) of everything the rest of the game depends on
    placed(s, player)         the place the player has already, 0 while the player is in the game
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
from tablier.kernel.records import plain_record

__all__ = [
    "features",
    "key",
    "legal_moves",
    "placed",
    "places",
    "play",
    "record_type",
    "register",
    "register_search",
    "to_act",
]

_rules: dict[np.dtype[Any], dict[str, Callable[..., Any]]] = {}
_compiled: dict[types.Record, dict[str, Callable[..., Any]]] = {}


def record_type(tag: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record type of one game's positions.

    Numba takes two records with equal fields for one type, which would make two games share their rules: the field `tag`,
    named after the game, keeps them apart. ValueError when a field's name would not be read as that field.
    """
    return plain_record([*fields, (tag, np.uint8)])


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


def register_search(
    state: np.dtype[Any],
    features: Callable[..., int],
    key: Callable[..., Any],
    placed: Callable[..., int],
) -> None:
    """Make `state`, registered already, searchable by the given functions."""
    if "features" in _rules[state]:
        raise ValueError(f"the record type {state} is registered for search already")
    _rules[state].update(features=features, key=key, placed=placed)


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


def features(s: Any, player: int, out: Any) -> int:
    """Write what tells how well `player` stands in `s` into `out`, return how many numbers."""
    return _rules[s.dtype]["features"](s, player, out)  # type: ignore[no-any-return]


def key(s: Any) -> Any:
    """A hash of everything the rest of the game depends on."""
    return _rules[s.dtype]["key"](s)


def placed(s: Any, player: int) -> int:
    """The place `player` has already in `s`, 0 while in the game."""
    return _rules[s.dtype]["placed"](s, player)  # type: ignore[no-any-return]


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


@overload(features, strict=False)  # type: ignore[untyped-decorator]
def _features(s: Any, player: Any, out: Any) -> Any:  # noqa: ARG001
    rule = _compiled[s]["features"]
    return lambda s, player, out: rule(s, player, out)


@overload(key, strict=False)  # type: ignore[untyped-decorator]
def _key(s: Any) -> Any:
    rule = _compiled[s]["key"]
    return lambda s: rule(s)


@overload(placed, strict=False)  # type: ignore[untyped-decorator]
def _placed(s: Any, player: Any) -> Any:  # noqa: ARG001
    rule = _compiled[s]["placed"]
    return lambda s, player: rule(s, player)
