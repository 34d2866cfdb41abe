"""What tells how well a player stands in Hendeca: how near Red is, how freely one moves, who can be cut off from Red."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tablier.core.evaluation import Evaluation
from tablier.games.hendeca.rules import ISLANDS, RED, STATE, _archipelago, _neighbouring
from tablier.geometry.hexes import STEPS
from tablier.kernel.bits import EMPTY, bit, count, has, lowest, without_lowest
from tablier.kernel.hashing import SALT, stir
from tablier.kernel.jit import jit
from tablier.kernel.network import network, tables
from tablier.kernel.protocol import register_search

EVALUATION = Evaluation(
    features=(
        "progress",  # less for every step away from Red
        "beside",  # own figure is next to Red
        "exits",  # islands own figure can go to
        "cornered",  # not to act, and at most one exit
        "tight",  # not to act, and two exits
        "room",  # islands own figure can reach past the others
        "strike",  # to act, and a turn seems to cut the opponent off from Red
        "threats",  # not to act: the islands with which that could be done
        "jump",  # Red stands so that own figure can let it jump
        "degree",  # islands around own figure
        "red's degree",  # islands around Red, when own figure is next to it
        "flag",  # own figure is on its own flag
        "to act",
        "network",  # what the others say together
    ),
    engines={"*": "alphabeta"},
    nodes={"*": 700_000},
    progress=100,
    # Games between players who see progress alone are decided by oversights.
    first={"progress": 100, "beside": 300, "exits": 250, "strike": 3000, "threats": 350, "degree": -150, "flag": 300},
)

_FEATURES = len(EVALUATION.features)
_UNITS, _WORTH = tables(Path(__file__).parent, {0: "network.json"})
_SIDE = np.zeros((3, 3), np.int64)
for _k, (_dx, _dy) in enumerate(STEPS):
    _SIDE[_dx + 1, _dy + 1] = _k
"""The number, anticlockwise, of the side of a cell on which a neighbour lies, by the differences of their coordinates."""


@jit
def _landing(s: Any, own: int, red: int) -> int:
    """The island on which Red would land jumping over `own`, −1 if there is none."""
    x, y = 2 * s.x[own] - s.x[red], 2 * s.y[own] - s.y[red]
    for i in range(s.islands):
        if s.x[i] == x and s.y[i] == y:
            return i
    return -1


@jit
def _can_leave(s: Any, island: int, around: Any) -> bool:
    """Whether two cells side by side next to an island are open, so that it can slide out between its neighbours."""
    closed = 0
    while around != EMPTY:
        i = lowest(around)
        around = without_lowest(around)
        closed |= 1 << _SIDE[s.x[i] - s.x[island] + 1, s.y[i] - s.y[island] + 1]
    opened = ~closed & 63
    return opened & ((opened >> 1) | (opened << 5)) != 0


@jit
def _cuts(s: Any, player: int, exits: Any, landing: int, touches: Any) -> Any:
    """The islands by whose leaving, after a figure move, the player would be alone with Red."""
    own, other, red = int(s.figure[player]), int(s.figure[1 - player]), int(s.figure[RED])
    everything = bit(s.islands) - np.uint64(1)
    found = EMPTY
    free = everything & ~bit(other)
    if s.flag[1 - player] >= 0:
        free &= ~bit(int(s.flag[1 - player]))
    if s.last >= 0 and s.turn == player:
        free &= ~bit(int(s.last))
    while free != EMPTY:
        i = lowest(free)
        free = without_lowest(free)
        if count(touches[i]) < 2:
            continue
        splits = False
        if i != red:
            with_red = _archipelago(touches, red, everything & ~bit(i))
            if not has(with_red, other) and with_red & exits & ~bit(i) != EMPTY:
                splits = True
        if landing >= 0 and i != own and i != landing:  # noqa: PLR1714
            with_red = _archipelago(touches, landing, everything & ~bit(i))
            if has(with_red, own) and not has(with_red, other):
                splits = True
        if splits and _can_leave(s, i, touches[i]):
            found |= bit(i)
    return found


@jit
def features(s: Any, player: int, out: Any) -> int:
    """What tells how well `player` stands; nothing before all figures are on the map."""
    for k in range(_FEATURES):
        out[k] = 0
    if s.figure[0] < 0 or s.figure[1] < 0:
        return _FEATURES
    own, other, red = int(s.figure[player]), int(s.figure[1 - player]), int(s.figure[RED])
    touches = np.empty(ISLANDS, np.uint64)
    _neighbouring(s, touches)
    everything = bit(s.islands) - np.uint64(1)
    held = bit(other) | bit(red)
    barred = held
    if s.flag[1 - player] >= 0:
        barred |= bit(int(s.flag[1 - player]))
    exits = touches[own] & ~barred
    beside = has(touches[own], red)
    landing = _landing(s, own, red) if beside else -1
    if landing == other:
        landing = -1
    cuts = count(_cuts(s, player, exits, landing, touches))
    ways = count(exits) + (1 if landing >= 0 else 0)
    out[0] = -_steps(touches, own, red)
    out[1] = 1 if beside else 0
    out[2] = ways
    out[3] = 1 if ways <= 1 and s.turn != player else 0
    out[4] = 1 if ways == 2 and s.turn != player else 0
    out[5] = count(_archipelago(touches, own, everything & ~held))
    if s.turn == player:
        out[6] = 1 if cuts > 0 else 0
    else:
        out[7] = cuts
    out[8] = 1 if landing >= 0 else 0
    out[9] = count(touches[own])
    out[10] = count(touches[red]) if beside else 0
    out[11] = 1 if s.flag[player] == own else 0
    out[12] = 1 if s.turn == player else 0
    out[13] = network(_UNITS[0], _WORTH[0], out)
    return _FEATURES


@jit
def _steps(touches: Any, start: int, end: int) -> int:
    """The steps from an island to another, `ISLANDS` if there is no way."""
    steps = 0
    reached = bit(start)
    while not has(reached, end):
        wider = reached
        rest = reached
        while rest != EMPTY:
            wider |= touches[lowest(rest)]
            rest = without_lowest(rest)
        if wider == reached:
            return ISLANDS
        reached = wider
        steps += 1
    return steps


@jit
def key(s: Any) -> Any:
    """A hash of the position, the same for maps that differ by a shift."""
    hashed = SALT
    n = s.islands
    x, y = int(s.x[0]), int(s.y[0])
    for i in range(n):
        hashed = stir(hashed, np.uint64((s.x[i] - x + 4096) * 8192 + s.y[i] - y))
    rest = np.int64(s.phase) * 2 + s.turn
    for who in range(3):
        rest = rest * 16 + np.int64(s.figure[who]) + 1
    for who in range(2):
        rest = rest * 16 + np.int64(s.flag[who]) + 1
    rest = (rest * 16 + s.last + 1) * 2 + s.sinking
    return stir(hashed, np.uint64(rest))


@jit
def placed(_s: Any, _player: int) -> int:
    """Nobody has a place before the end."""
    return 0


register_search(STATE, features, key, placed)
