"""A sequential test: play on until it is clear whether the first contestant is stronger by `elo1` or only by `elo0`.

The log-likelihood ratio is that of the mean score of groups of games from one opening (pairs, for two players), by the
normal approximation; groups cancel out much of what the opening decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tablier.arena.ratings import expected

__all__ = ["Sprt", "Verdict", "read_sprt"]

Verdict = Literal["stronger", "not stronger", "open"]

LEAST_GROUPS = 4
"""Before so many groups nothing is decided: their spread is not known yet."""
_PRIOR = 0.5
"""The spread is reckoned with so many groups of 0 and of 1 added, so that a perfect score does not have none."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two hypotheses and how often each may be taken wrongly."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"the first Elo must be below the second, not {self.elo0:g}, {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta lie between 0 and 0.5, not {self.alpha:g}, {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the verdict is "not stronger", above the second "stronger"."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Sequence[float]) -> float:
        """The log-likelihood ratio of the mean scores of groups, each from 0 to 1."""
        n = len(scores)
        if n < LEAST_GROUPS:
            return 0.0
        mean = sum(scores) / n
        spread = sum((score - mean) ** 2 for score in scores) + _PRIOR * (mean**2 + (1 - mean) ** 2)
        variance = spread / (n + 2 * _PRIOR)
        low, high = expected(self.elo0), expected(self.elo1)
        return n * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, scores: Sequence[float]) -> Verdict:
        """What the scores so far say."""
        ratio = self.ratio(scores)
        low, high = self.bounds
        return "stronger" if ratio >= high else "not stronger" if ratio <= low else "open"


def read_sprt(text: str) -> Sprt:
    """``0:20``: the two Elo differences."""
    try:
        low, high = (float(part) for part in text.split(":"))
    except ValueError:
        raise ValueError(f"a sequential test is given as two Elo differences, as in 0:20, not {text!r}") from None
    if not (math.isfinite(low) and math.isfinite(high)):
        raise ValueError(f"the Elo differences are finite, not {text!r}")
    return Sprt(low, high)
