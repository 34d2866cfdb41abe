"""What a position is worth to each player, in whole numbers only, so that every machine agrees.

*Static values* are weights · features, 1024 units to one unit of log odds. The chance that one player ends before another
is the logistic function of the difference of their static values, looked up in a table, `ONE` being certainty. A player's
*place score* is the mean of these chances over the others; when the game is over, the share of the others that the player
has left behind, a shared place counting half.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from tablier.kernel.jit import jit
from tablier.kernel.protocol import features, placed, places, to_act
from tablier.kernel.records import record_of

__all__ = [
    "FEATURES",
    "JUDGE",
    "ONE",
    "PLAYERS",
    "UNIT",
    "WORTH",
    "chance",
    "place_worth",
    "progress_worth",
    "shared_worth",
]

ONE = 1 << 16
"""A certain win, in the units of scores."""

UNIT = 1024
"""One unit of log odds, in the units of static values."""

PLAYERS = 6
"""Room for players."""

FEATURES = 32
"""Room for features."""

_STEP = 16  # static units to an entry of the table
_SURE = 2  # beyond so many units of log odds a lead counts for a quarter: who is far ahead must still want to get on

_HERE = Path(__file__).resolve().parent

WORTH = record_of(
    _HERE,
    [
        ("scores", np.int64, PLAYERS),  # place scores
        ("chances", np.int64, PLAYERS),  # chances to win
        ("utility", np.int64, PLAYERS),  # what players are after
        ("over", np.int8),  # whether the game is
    ],
)
"""What a position is worth to each player."""

JUDGE = record_of(
    _HERE,
    [
        ("players", np.int64),
        ("weights", np.int64, FEATURES),
        ("progress", np.int64),  # static units to a step of progress
        ("features", np.int64, FEATURES),  # of the player looked at; this and what follows is used while judging
        ("static", np.int64, PLAYERS),  # values, by player
        ("given", np.int64, PLAYERS),  # places
    ],
)
"""Who judges positions: by what, and room to work."""


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
def place_worth(judge: Any, s: Any, worth: Any) -> None:
    """What a position is worth by the evaluation; exact when the game is over."""
    if not _is_over(judge, s, worth):
        for player in range(judge.players):
            n = features(s, player, judge.features)
            value = 0
            for k in range(n):
                value += judge.weights[k] * judge.features[k]
            judge.static[player] = value
    _conclude(judge, worth)


@jit
def progress_worth(judge: Any, s: Any, worth: Any) -> None:
    """What a position is worth by progress alone, for random games cut short."""
    if not _is_over(judge, s, worth):
        for player in range(judge.players):
            features(s, player, judge.features)
            judge.static[player] = judge.progress * judge.features[0]
    _conclude(judge, worth)


@jit
def shared_worth(judge: Any, s: Any, worth: Any) -> None:
    """What it is worth that a house rule ends the game here: those still in share the best place left."""
    judge.static[:] = 0
    _given(s, judge.players, judge.given)
    worth.over = 1
    _conclude(judge, worth)


@jit
def _is_over(judge: Any, s: Any, worth: Any) -> bool:
    """Whether the game is over; notes the places given."""
    over = to_act(s) < 0
    worth.over = 1 if over else 0
    if over:
        places(s, judge.given)
        judge.static[:] = 0
    else:
        _given(s, judge.players, judge.given)
    return over


@jit
def _conclude(judge: Any, worth: Any) -> None:
    """What follows from the places given and the static values: place scores, chances to win, and what players are after:
    places, and winning most of all."""
    players, given, static = judge.players, judge.given, judge.static
    for player in range(players):
        score = 0
        for other in range(players):
            if other != player:
                order = _before(given[player], given[other])
                score += ONE * (order + 1) // 2 if order != 0 else chance(static[player] - static[other])
        worth.scores[player] = score // (players - 1)
    _wins(worth.scores, players, worth.chances)
    for player in range(players):
        worth.utility[player] = (worth.scores[player] + worth.chances[player]) // 2


@jit
def _wins(scores: Any, players: int, out: Any) -> None:
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
