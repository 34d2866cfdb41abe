"""What tells how well a player stands in Chinese checkers: how far the men have come, who lags, what they can jump over."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from tablier.core.evaluation import Evaluation
from tablier.games.chinese_checkers.rules import HOLE_OF, ID_OF, SEATS, STATE
from tablier.games.chinese_checkers.star import BASES, DIRECTIONS, OPPOSITE, POINTS, Hole, progress, screen
from tablier.kernel.bits import EMPTY, count, has, lowest, without_lowest
from tablier.kernel.hashing import SALT, stir
from tablier.kernel.jit import jit
from tablier.kernel.network import network, tables
from tablier.kernel.protocol import register_search

EVALUATION = Evaluation(
    features=(
        "progress",  # the rows all men have come
        "slowest",  # the rows the last man has come
        "lag",  # the sum of the squares of the rows left
        "aside",  # how far men are from the line between the two tips
        "home",  # men in the goal
        "camp",  # men still in the own camp
        "way",  # the steps from every man outside to the nearest empty hole of the goal
        "hops",  # single jumps forwards at hand
        "to act",
        "network",  # what the others say together, with two players; with more it made the engine weaker
    ),
    engines={"players=2": "alphabeta", "*": "mcts"},
    nodes={"players=2": 1_000_000, "players=3": 10_000, "players=4": 8_000, "players=6": 5_000},
    by=("players",),
    progress=150,
)

_FEATURES = len(EVALUATION.features)
_NOWHERE = 255  # no hole has this number
_UNITS, _WORTH = tables(Path(__file__).parent, {2: "network-players-2.json"})


def _steps(a: Hole, b: Hole) -> int:
    """The steps between two holes."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return max(abs(dx), abs(dy), abs(dx - dy))


def _aside(point: str, hole: Hole) -> int:
    """How far a hole lies from the line from a point's tip to the opposite one, in half holes."""
    tip = next(h for h in POINTS[point] if progress(point, h) == 0)
    (ax, ay), (x, y) = screen(tip), screen(hole)
    unit = screen((1, 0))[0] / 2
    return round(abs(ax * y - ay * x) / math.hypot(ax, ay) / unit)


def _by_seat(table: Any) -> Any:
    """table(point, hole) for every number of players, seat and hole's number."""
    result = np.zeros((7, 6, 256), np.int64)
    for players, seats in SEATS.items():
        for seat, point in enumerate(seats):
            for hole, number in ID_OF.items():
                result[players, seat, number] = table(point, hole)
    return result


_ROWS = _by_seat(progress)
_ASIDE = _by_seat(_aside)
_NEXT = np.full((256, 6), _NOWHERE, np.int64)
_BEYOND = np.full((256, 6), _NOWHERE, np.int64)
for _number, (_x, _y) in HOLE_OF.items():
    for _k, (_dx, _dy) in enumerate(DIRECTIONS):
        _NEXT[_number, _k] = ID_OF.get((_x + _dx, _y + _dy), _NOWHERE)
        _BEYOND[_number, _k] = ID_OF.get((_x + 2 * _dx, _y + 2 * _dy), _NOWHERE)
_STEPS = np.zeros((256, 256), np.int64)
for _a, _first in HOLE_OF.items():
    for _b, _second in HOLE_OF.items():
        _STEPS[_a, _b] = _steps(_first, _second)


def _camps() -> tuple[Any, Any]:
    """The words of every goal and every own camp, by players, size (0: ten men, 1: fifteen) and seat."""
    goals = np.zeros((7, 2, 6, 4), np.uint64)
    camps = np.zeros((7, 2, 6, 4), np.uint64)
    for players, seats in SEATS.items():
        for seat, point in enumerate(seats):
            for size in range(2):
                for where, words in ((OPPOSITE[point], goals), (point, camps)):
                    for hole in POINTS[where] | (BASES[where] if size else frozenset()):
                        words[players, size, seat, ID_OF[hole] >> 6] |= np.uint64(1 << (ID_OF[hole] & 63))
    return goals, camps


_GOAL, _CAMP = _camps()


@jit
def _held(s: Any, hole: int) -> bool:
    return has(s.taken[hole >> 6], hole & 63)


@jit
def features(s: Any, player: int, out: Any) -> int:
    """What tells how well `player` stands."""
    players = int(s.players)
    size = int(s.large)
    rows, lag, aside, home, camp, way, hops = 0, 0, 0, 0, 0, 0, 0
    slowest = 16
    for lattice in range(4):
        men = s.men[player, lattice]
        goal = _GOAL[players, size, player, lattice]
        home += count(men & goal)
        camp += count(men & _CAMP[players, size, player, lattice])
        rest = men
        while rest != EMPTY:
            hole = 64 * lattice + lowest(rest)
            rest = without_lowest(rest)
            row = _ROWS[players, player, hole]
            rows += row
            lag += (16 - row) * (16 - row)
            aside += _ASIDE[players, player, hole]
            slowest = min(slowest, row)
            for k in range(6):
                over, beyond = _NEXT[hole, k], _BEYOND[hole, k]
                if (
                    beyond != _NOWHERE
                    and _ROWS[players, player, beyond] > row
                    and _held(s, over)
                    and not _held(s, beyond)
                ):
                    hops += 1
        rest = men & ~goal
        while rest != EMPTY:
            hole = 64 * lattice + lowest(rest)
            rest = without_lowest(rest)
            way += _way(s, hole, players, size, player)
    out[0] = rows
    out[1] = slowest
    out[2] = lag
    out[3] = aside
    out[4] = home
    out[5] = camp
    out[6] = way
    out[7] = hops
    out[8] = 1 if s.turn == player else 0
    out[9] = network(_UNITS[2], _WORTH[2], out) if players == 2 else 0
    return _FEATURES


@jit
def _way(s: Any, hole: int, players: int, size: int, player: int) -> int:
    """The steps from a hole to the nearest hole of the goal that does not hold a man of the player."""
    nearest = 16
    for lattice in range(4):
        rest = _GOAL[players, size, player, lattice] & ~s.men[player, lattice]
        while rest != EMPTY:
            nearest = min(nearest, _STEPS[hole, 64 * lattice + lowest(rest)])
            rest = without_lowest(rest)
    return nearest


@jit
def key(s: Any) -> Any:
    """A hash of the position."""
    hashed = SALT
    for player in range(s.players):
        for lattice in range(4):
            hashed = stir(hashed, s.men[player, lattice])
    rest = np.int64(s.turn) + 1
    for player in range(s.players):
        rest = rest * 8 + np.int64(s.place[player])
    return stir(hashed, np.uint64(rest))


@jit
def placed(s: Any, player: int) -> int:
    """The place the player has, 0 if none."""
    return s.place[player]  # type: ignore[no-any-return]


register_search(STATE, features, key, placed)
