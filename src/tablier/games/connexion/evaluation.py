"""What tells how well a player stands in Connexion: how many plates must be turned before each pawn can leave."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.core.evaluation import Evaluation
from tablier.games.connexion.rules import STATE
from tablier.kernel.bits import EMPTY, count
from tablier.kernel.hashing import SALT, stir
from tablier.kernel.jit import jit
from tablier.kernel.protocol import register_search

EVALUATION = Evaluation(
    features=(
        "progress",  # less for every pawn and every turn it needs
        "pawns",
        "turns",  # the sum over all pawns of the turns needed to connect them to the exit
        "nearest",  # the least of these numbers
        "in one",  # pawns that one turn lets out
        "in two",
        "in three",
        "rows",  # the rows between the pawns and the exit
        "to act",
    ),
    engines={"*": "alphabeta"},
    nodes={"*": 1_500_000},
    shares={8: 0.02},  # five turns deep as with 0.05, which is hardly weaker than level 9, six turns deep
    progress=60,
    # Players who see progress alone go round in circles.
    first={"pawns": -500, "turns": -60, "rows": -200, "to act": 100},
    haste=0.003,  # without it good players hinder each other for ever
)

_FEATURES = len(EVALUATION.features)
_WHITE = 0
_MOST = 12  # turns; more than any pawn needs
_ONE, _SIX = np.uint64(1), np.uint64(6)
_ALL = np.uint64(2**36 - 1)
_ROW_1 = np.uint64(sum(1 << 6 * column for column in range(6)))
_ROW_6 = _ROW_1 << np.uint64(5)


@jit
def _north_of(plates: Any) -> Any:
    return (plates & ~_ROW_6) << _ONE


@jit
def _south_of(plates: Any) -> Any:
    return (plates & ~_ROW_1) >> _ONE


@jit
def _east_of(plates: Any) -> Any:
    return (plates << _SIX) & _ALL


@jit
def _west_of(plates: Any) -> Any:
    return plates >> _SIX


@jit
def _by_turns(s: Any, player: int, out: Any) -> int:
    """Write how many pawns need 1, 2, 3 and more turns to out[4:7]; returns the sum of turns, the least in out[3].

    For each side of a plate, `n`, `s`, `w`, `e` are the plates that need only to be left over that side: what lies beyond
    leads out with the turns counted so far. A path through a plate has one of N and S and one of W and E: with no turn if
    the triangle lies so, with one turn whichever they are.
    """
    north, west = s.north, s.west
    if player == _WHITE:
        north, west = _ALL & ~north, _ALL & ~west
    pawns = s.pawns[player]
    to_n = _ROW_6 if player == _WHITE else EMPTY
    to_s = EMPTY if player == _WHITE else _ROW_1
    to_w, to_e = EMPTY, EMPTY
    total, least = 0, 0
    out[4] = out[5] = out[6] = 0
    for turns in range(_MOST):
        while True:  # what leads on without a turn
            level = (to_n & north) | (to_s & ~north)
            upright = (to_w & west) | (to_e & ~west)
            more_e = to_e | _west_of(level & west)
            more_w = to_w | _east_of(level & ~west)
            more_s = to_s | _north_of(upright & north)
            more_n = to_n | _south_of(upright & ~north)
            if more_n == to_n and more_s == to_s and more_w == to_w and more_e == to_e:
                break
            to_n, to_s, to_w, to_e = more_n, more_s, more_w, more_e
        out_now = pawns & ((to_n & north) | (to_s & ~north) | (to_w & west) | (to_e & ~west))
        if out_now != EMPTY:
            if least == 0:
                least = turns
            pawns &= ~out_now
            n = count(out_now)
            total += n * turns
            if turns <= 3:
                out[3 + max(turns, 1)] += n
            if pawns == EMPTY:
                break
        any_upright, any_level = to_n | to_s, to_w | to_e
        to_e |= _west_of(any_upright)
        to_w |= _east_of(any_upright)
        to_s |= _north_of(any_level)
        to_n |= _south_of(any_level)
    out[3] = least
    return total + _MOST * count(pawns)


@jit
def features(s: Any, player: int, out: Any) -> int:
    """What tells how well `player` stands."""
    pawns = s.pawns[player]
    turns = _by_turns(s, player, out)
    left = count(pawns)
    rows = 0
    row = _ROW_6 if player == _WHITE else _ROW_1
    for k in range(6):
        rows += k * count(pawns & row)
        row = row >> _ONE if player == _WHITE else row << _ONE
    out[0] = -turns
    out[1] = left
    out[2] = turns
    out[7] = rows
    out[8] = 1 if s.turn == player else 0
    return _FEATURES


@jit
def key(s: Any) -> Any:
    """A hash of the position."""
    hashed = stir(stir(stir(SALT, s.north), s.west), s.pawns[0])
    rest = (s.protected << np.uint64(4)) | np.uint64(s.only_new * 8 + (s.winner + 1) * 2 + s.turn)
    return stir(stir(hashed, s.pawns[1]), rest)


@jit
def placed(_s: Any, _player: int) -> int:
    """Nobody has a place before the end."""
    return 0


register_search(STATE, features, key, placed)
