"""The fit finds ratings it was not told, and its errors are as large as they should be."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from tablier.arena.ratings import ELO, Pair, Ratings, expected, fit


def pair_games(strength: list[float], groups: int, seed: int, drawn: float = 0.0) -> list[list[Pair]]:
    """Groups of two games for all pairs, by ratings that are known; some games are drawn."""
    dice = random.Random(seed)
    result: list[list[Pair]] = []
    for _ in range(groups):
        for a in range(len(strength)):
            for b in range(a + 1, len(strength)):
                chance = expected(strength[a] - strength[b])
                room = drawn * min(chance, 1 - chance)
                group: list[Pair] = []
                for _ in range(2):
                    roll = dice.random()
                    group.append((a, b, 1.0 if roll < chance - room else 0.5 if roll < chance + room else 0.0))
                result.append(group)
    return result


def table_games(strength: list[float], games: int, seed: int) -> list[list[Pair]]:
    """Games of three, the place of each decided by chances as in a race (Plackett–Luce), counted pairwise."""
    dice = random.Random(seed)
    result = []
    for _ in range(games):
        left = list(range(len(strength)))
        order = []
        while left:
            weights = [10 ** (strength[index] / 400) for index in left]
            order.append(left.pop(dice.choices(range(len(left)), weights)[0]))
        result.append([(order[i], order[j], 1.0) for i in range(3) for j in range(i + 1, 3)])
    return result


def test_known_ratings_are_found() -> None:
    strength = [-150.0, -50.0, 50.0, 150.0]
    found = fit(4, pair_games(strength, 400, 1))
    assert found.elo == pytest.approx(strength, abs=25)
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)


def test_a_match_of_two_is_the_textbook_formula() -> None:
    groups: list[list[Pair]] = [[(0, 1, 1.0)]] * 300 + [[(0, 1, 0.0)]] * 100
    elo, error = fit(2, groups).difference(0, 1)
    assert elo == pytest.approx(400 * math.log10(3), rel=0.01)
    assert error == pytest.approx(1.96 * ELO / math.sqrt(400 * 0.75 * 0.25), rel=0.02)


@pytest.mark.parametrize("drawn", [0.0, 0.9])
def test_errors_cover_the_truth_as_often_as_they_say(drawn: float) -> None:
    inside = total = 0
    for seed in range(150):
        found = fit(3, pair_games([0.0, 80.0, 200.0], 25, seed, drawn))
        for a, b, truth in ((1, 0, 80), (2, 1, 120)):
            elo, error = found.difference(a, b)
            inside += abs(elo - truth) <= error
            total += 1
    assert 0.90 <= inside / total <= 0.99


def test_errors_of_games_of_three_do_not_take_pairs_for_games() -> None:
    strength = [0.0, 60.0, 120.0]
    inside = total = 0
    for seed in range(150):
        found = fit(3, table_games(strength, 60, seed))
        elo, error = found.difference(2, 0)
        inside += abs(elo - 120) <= error
        total += 1
    assert 0.90 <= inside / total <= 0.99


def test_games_from_one_opening_that_always_agree_count_once() -> None:
    dice = random.Random(5)
    outcomes = [dice.random() < 0.6 for _ in range(100)]
    once = fit(2, [[(0, 1, float(won))] for won in outcomes])
    four_times = fit(2, [[(0, 1, float(won))] * 4 for won in outcomes])
    assert four_times.difference(0, 1)[1] == pytest.approx(once.difference(0, 1)[1], rel=0.05)


def test_a_perfect_score_stays_finite_and_uncertain() -> None:
    elo, error = fit(2, [[(0, 1, 1.0), (1, 0, 0.0)]] * 50).difference(0, 1)
    assert 500 < elo < 1500
    assert error > 100


def test_those_who_never_met_cannot_be_compared() -> None:
    found = fit(4, [[(0, 1, 1.0)], [(2, 3, 0.5)]])
    assert found.difference(0, 2) == (0.0, math.inf)
    assert found.component == (0, 0, 2, 2)
    assert math.isfinite(found.difference(0, 1)[1])


def test_nothing_played_is_no_error() -> None:
    found = fit(3, [])
    assert found.elo == (0.0, 0.0, 0.0)
    assert isinstance(found, Ratings)
    assert np.isfinite(found.covariance).all()


def test_order_of_contestants_does_not_matter() -> None:
    groups = pair_games([0.0, 100.0, 50.0], 30, 3)
    swapped = [[(2 - a, 2 - b, value) for a, b, value in group] for group in groups]
    assert fit(3, swapped).elo == pytest.approx(fit(3, groups).elo[::-1])
