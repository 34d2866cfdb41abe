"""What a position is worth to each player, in whole numbers only, so that every machine agrees.

*Static values* are weights · features, 1024 units to one unit of log odds. The chance that one player ends before another
is the logistic function of the difference of their static values, looked up in a table, `ONE` being certainty. A player's
*place score* is the mean of these chances over the others; when the game is over, the share of the others that the player
has left behind, a shared place counting half.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

from tablier.kernel.jit import jit
from tablier.kernel.protocol import features, placed, places, to_act

__all__ = [
    "FEATURES",
    "ONE",
    "PLAYERS",
    "UNIT",
    "chance",
    "place_scores",
    "progress_scores",
    "shared_scores",
    "static_values",
    "wins",
]

ONE = 1 << 16
"""A certain win, in the units of scores."""

UNIT = 1024
"""One unit of log odds, in the units of static values."""

PLAYERS = 6
FEATURES = 32
"""Room for features."""

_STEP = 16  # static units to an entry of the table
_SURE = 2  # beyond so many units of log odds a lead counts for a quarter: who is far ahead must still want to get on


def _chance_at(difference: int) -> int:
    odds = Decimal(difference) / UNIT
    odds = min(odds, _SURE + (odds - _SURE) / 4)
    return int(ONE / (1 + (-odds).exp()))


_CHANCE = np.array([_chance_at(i * _STEP) for i in range(36 * UNIT // _STEP)], np.int64)


@jit
def chance(difference: int) -> int:
    """The chance, out of `ONE`, to end before somebody whose static value is smaller by `difference`."""
    index = min(abs(difference) // _STEP, len(_CHANCE) - 1)
    return _CHANCE[index] if difference >= 0 else ONE - _CHANCE[index]  # type: ignore[no-any-return]


@jit
def static_values(s: Any, players: int, weights: Any, room: Any, out: Any) -> None:
    """Each player's static value."""
    for player in range(players):
        n = features(s, player, room)
        value = 0
        for k in range(n):
            value += weights[k] * room[k]
        out[player] = value


@jit
def _given(s: Any, players: int, out: Any) -> None:
    """The places given so far: 1, 2 … for the best, −1 for the worst, −2 for the one before … and 0 for those still in."""
    taken = 0
    for player in range(players):
        out[player] = placed(s, player)
        if out[player] > 0:
            taken |= 1 << out[player]
    for player in range(players):
        place = out[player]
        if place > 0:
            for better in range(1, place):
                if (taken >> better) & 1 == 0:  # somebody still in will come before
                    out[player] = place - players - 1
                    break


@jit
def _before(mine: int, other: int) -> int:
    """Whether one given place is better than another: 1 yes, −1 no, 0 not known yet."""
    if mine == other:
        return 0
    if mine > 0:
        return 1 if other <= 0 or mine < other else -1
    if mine == 0:
        return -1 if other > 0 else 1
    return -1 if other >= 0 or mine < other else 1


@jit
def _final_scores(s: Any, players: int, given: Any, out: Any) -> None:
    places(s, given)
    for player in range(players):
        score = 0
        for other in range(players):
            if other != player:
                score += 2 if given[player] < given[other] else 1 if given[player] == given[other] else 0
        out[player] = ONE * score // (2 * (players - 1))


@jit
def place_scores(s: Any, players: int, weights: Any, room: Any, out: Any) -> None:
    """Each player's expected place score; exact when the game is over. `room` is two rows of numbers."""
    if to_act(s) < 0:
        _final_scores(s, players, room[1], out)
        return
    values, given = room[1], room[1, PLAYERS:]
    static_values(s, players, weights, room[0], values)
    _given(s, players, given)
    for player in range(players):
        score = 0
        for other in range(players):
            if other != player:
                order = _before(given[player], given[other])
                score += ONE * (order + 1) // 2 if order != 0 else chance(values[player] - values[other])
        out[player] = score // (players - 1)


@jit
def progress_scores(s: Any, players: int, scale: int, room: Any, out: Any) -> None:
    """Place scores by progress alone, for random games cut short: `scale` static units to a step of progress."""
    if to_act(s) < 0:
        _final_scores(s, players, room[1], out)
        return
    progress, given = room[1], room[1, PLAYERS:]
    for player in range(players):
        features(s, player, room[0])
        progress[player] = room[0, 0]
    _given(s, players, given)
    for player in range(players):
        score = 0
        for other in range(players):
            if other != player:
                order = _before(given[player], given[other])
                score += ONE * (order + 1) // 2 if order != 0 else chance(scale * (progress[player] - progress[other]))
        out[player] = score // (players - 1)


@jit
def shared_scores(s: Any, players: int, room: Any, out: Any) -> None:
    """Place scores when a house rule ends the game here: those still in share the best place left."""
    given = room[1]
    _given(s, players, given)
    for player in range(players):
        score = 0
        for other in range(players):
            if other != player:
                score += ONE * (_before(given[player], given[other]) + 1) // 2
        out[player] = score // (players - 1)


@jit
def wins(scores: Any, players: int, out: Any) -> None:
    """Chances to win that go with expected place scores: equal for two players, else in proportion to the scores' squares."""
    if players == 2:
        out[0], out[1] = scores[0], scores[1]
        return
    total = 0
    for player in range(players):
        if scores[player] == ONE:
            for other in range(players):
                out[other] = ONE if other == player else 0
            return
        out[player] = (scores[player] * scores[player]) >> 12
        total += out[player]
    for player in range(players):
        out[player] = out[player] * ONE // total
