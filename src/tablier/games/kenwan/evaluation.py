"""What tells how well a player stands in Ken Wan: how far the pieces are from being whole and one group."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tablier.core.evaluation import Evaluation
from tablier.games.kenwan.rules import STATE, group_of, near
from tablier.kernel.bits import EMPTY, count, lowest
from tablier.kernel.hashing import SALT, stir
from tablier.kernel.jit import jit
from tablier.kernel.network import network, tables
from tablier.kernel.protocol import register_search

EVALUATION = Evaluation(
    features=(
        "progress",  # less for every half, every group beyond the first, every step between them
        "pieces",
        "halves",
        "groups",  # beyond the first
        "apart",  # pieces outside the largest group
        "distance",  # the sum of their distances from it
        "farthest",  # the greatest of them
        "lone wholes",  # isolated whole pieces: they land anywhere
        "lone halves",
        "held halves",  # half pieces of a group, which cannot move
        "exposed",  # whole pieces of others beside own whole ones
        "to act",
        "nearly there",  # no halves and two groups, or one half and one group
        "network",  # what the others say together
    ),
    engines={"players=2": "alphabeta", "players=3": "mcts"},
    nodes={"players=2": 2_000_000, "players=3": 25_000},
    by=("players",),
    progress=100,
)

_FEATURES = len(EVALUATION.features)
_UNITS, _WORTH = tables(Path(__file__).parent, {2: "network-players-2.json", 3: "network-players-3.json"})


@jit
def features(s: Any, player: int, out: Any) -> int:
    """What tells how well `player` stands."""
    mine = s.colour[player]
    half = mine & s.half
    groups, lone_wholes, lone_halves, size = 0, 0, 0, 0
    largest = EMPTY
    left = mine
    while left != EMPTY:
        group = group_of(lowest(left), left)
        left &= ~group
        groups += 1
        pieces = count(group)
        if pieces > size:
            size, largest = pieces, group
        if pieces == 1:
            if group & half != EMPTY:
                lone_halves += 1
            else:
                lone_wholes += 1
    distance, farthest = 0, 0
    reached = largest
    rest = mine & ~largest
    apart = count(rest)
    while rest != EMPTY:
        farthest += 1
        distance += count(rest)
        reached |= near(reached)
        rest &= ~reached
    halves = count(half)
    theirs = (s.colour[0] | s.colour[1] | s.colour[2]) & ~mine & ~s.half
    more = max(groups - 1, 0)
    out[0] = -(halves + 2 * more + distance)
    out[1] = count(mine)
    out[2] = halves
    out[3] = more
    out[4] = apart
    out[5] = distance
    out[6] = farthest
    out[7] = lone_wholes
    out[8] = lone_halves
    out[9] = halves - lone_halves
    out[10] = count(near(mine & ~half) & theirs)
    out[11] = 1 if s.turn == player else 0
    out[12] = 1 if halves + more == 1 else 0
    players = int(s.players)
    out[13] = network(_UNITS[players], _WORTH[players], out)
    return _FEATURES


@jit
def key(s: Any) -> Any:
    """A hash of the position."""
    rest = np.int64(s.turn) + 1
    for player in range(3):
        rest = rest * 8 + s.place[player] + 4 * s.out[player]
    hashed = stir(stir(SALT, s.colour[0]), s.colour[1])
    return stir(stir(stir(hashed, s.colour[2]), s.half), np.uint64(rest))


@jit
def placed(s: Any, player: int) -> int:
    """The place the player has, 0 if none."""
    return s.place[player]  # type: ignore[no-any-return]


register_search(STATE, features, key, placed)
