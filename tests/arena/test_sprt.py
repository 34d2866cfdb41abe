"""The sequential test stops early, and is wrong about as often as it may be."""

from __future__ import annotations

import random

import pytest

from tablier.arena.ratings import expected
from tablier.arena.sprt import Sprt, read_sprt

TEST = Sprt(0, 60)


def trial(elo: float, seed: int, most: int = 3000) -> tuple[str, int]:
    """The verdict on someone so much stronger, and after how many pairs of games."""
    dice = random.Random(seed)
    scores: list[float] = []
    for count in range(1, most):
        scores.append(sum(dice.random() < expected(elo) for _ in range(2)) / 2)
        if (verdict := TEST.verdict(scores)) != "open":
            return verdict, count
    return "open", most


def test_the_stronger_and_the_equal_are_told_apart() -> None:
    strong = [trial(60, seed) for seed in range(100)]
    equal = [trial(0, seed) for seed in range(100)]
    assert sum(verdict == "stronger" for verdict, _ in strong) >= 90
    assert sum(verdict == "not stronger" for verdict, _ in equal) >= 90


def test_clear_cases_stop_soon() -> None:
    assert all(trial(400, seed)[0] == "stronger" and trial(400, seed)[1] <= 40 for seed in range(30))
    assert all(trial(-400, seed)[0] == "not stronger" and trial(-400, seed)[1] <= 40 for seed in range(30))


def test_nothing_is_decided_before_the_spread_is_known() -> None:
    assert TEST.verdict([]) == TEST.verdict([1.0, 1.0, 1.0]) == "open"
    assert TEST.verdict([1.0] * 30) == "stronger"


def test_the_text_form() -> None:
    assert read_sprt("0:20") == Sprt(0, 20)
    assert read_sprt("-5:2.5") == Sprt(-5, 2.5)
    for text in ("", "5", "20:0", "a:b", "0:1:2", "0:inf", "nan:1"):
        with pytest.raises(ValueError, match=r"Elo"):
            read_sprt(text)
