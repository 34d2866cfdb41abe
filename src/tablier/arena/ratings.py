"""Ratings from results: a Bradley–Terry fit with errors.

Every game counts pairwise: who has the better place has beaten the other, equal places are half a win each. The pairs of
one game, and games from one opening, are not independent; so errors are taken from the spread between groups of games
("sandwich" estimator), not from the number of pairs. Half a drawn game between those who have met keeps perfect scores finite.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["ELO", "Pair", "Ratings", "expected", "fit"]

ELO = 400 / math.log(10)
"""Elo points in one unit of log-odds."""
PRIOR = 0.5
"""So many drawn games are added between any two who have met."""
FEW_GROUPS = 10
"""With fewer groups than this their spread says little: the larger of both kinds of error is taken."""
WIDTH = 1.96
"""Errors are 95 % intervals: so many standard deviations."""

Pair = tuple[int, int, float]
"""Two contestants and the first one's score against the second: 1, 0.5 or 0."""


def expected(elo: float) -> float:
    """The score expected of who is so much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Ratings:
    """Elo ratings with mean 0 among those connected by games. `covariance` is of the ratings, in Elo squared."""

    elo: tuple[float, ...]
    covariance: Any
    component: tuple[int, ...]

    def error(self, index: int) -> float:
        """Half the width of the 95 % interval of a rating, beside the mean."""
        return WIDTH * math.sqrt(max(0.0, float(self.covariance[index, index])))

    def difference(self, a: int, b: int) -> tuple[float, float]:
        """How much stronger `a` is than `b`, and the error of that; infinite when nothing connects them."""
        if self.component[a] != self.component[b]:
            return 0.0, math.inf
        c = self.covariance
        variance = float(c[a, a] + c[b, b] - 2 * c[a, b])
        return self.elo[a] - self.elo[b], WIDTH * math.sqrt(max(0.0, variance))


def fit(count: int, groups: Iterable[Sequence[Pair]]) -> Ratings:
    """The ratings of `count` contestants from groups of pairwise results."""
    kept = [group for group in groups if group]
    games = np.zeros((count, count))
    score = np.zeros((count, count))
    for group in kept:
        for a, b, value in group:
            games[a, b] += 1
            games[b, a] += 1
            score[a, b] += value
            score[b, a] += 1 - value
    met = games > 0
    games += PRIOR * met
    score += PRIOR / 2 * met
    strength = np.zeros(count)
    for _ in range(200):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        gradient = (score - games * chance).sum(axis=1)
        step = np.linalg.pinv(_information(games, chance)) @ gradient
        strength += step * min(1.0, 2 / max(1e-12, float(np.abs(step).max())))
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    inverse = np.linalg.pinv(_information(games, chance))
    covariance = _sandwich(count, kept, met, chance, inverse)
    if len(kept) < FEW_GROUPS and np.trace(inverse) > np.trace(covariance):
        covariance = inverse
    return Ratings(tuple(float(value) for value in strength * ELO), covariance * ELO**2, _components(met))


def _information(games: Any, chance: Any) -> Any:
    """The matrix of second derivatives; ratings are defined up to a constant, so it has a null space."""
    weight = games * chance * (1 - chance)
    return np.diag(weight.sum(axis=1)) - weight


def _sandwich(count: int, groups: list[Sequence[Pair]], met: Any, chance: Any, inverse: Any) -> Any:
    middle = np.zeros((count, count))
    for group in groups:
        pull = np.zeros(count)
        for a, b, value in group:
            pull[a] += value - chance[a, b]
            pull[b] -= value - chance[a, b]
        middle += np.outer(pull, pull)
    middle *= len(groups) / max(1, len(groups) - 1)
    # The drawn games that were added spread too: as a win and a loss, each of half their weight.
    weight = met * PRIOR / 2 * (chance**2 + (1 - chance) ** 2)
    middle += np.diag(weight.sum(axis=1)) - weight
    return inverse @ middle @ inverse


def _components(met: Any) -> tuple[int, ...]:
    """Who is connected by games, as the lowest index of each one's group."""
    count = len(met)
    lowest = list(range(count))
    for _ in range(count):
        lowest = [min([lowest[i], *(lowest[j] for j in range(count) if met[i, j])]) for i in range(count)]
    return tuple(lowest)
