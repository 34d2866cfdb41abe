"""A small network over the features of one player, learned on top of the weights and written as a file of JSON.

One hidden layer of units that add up the features and count what is above 0. Its sum is added to what the weights say of the
player: so it corrects them where features say more together than apart. All numbers of the file are whole ones, so that the
network says the same on every machine; the learning itself (stochastic gradients, Adam) repeats exactly only on machines that
round alike.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablier.core.game import Game
from tablier.kernel.network import NETWORK_UNIT, network
from tablier.search.compiled.scores import UNIT
from tablier.search.weights import condition

__all__ = ["Network", "fit_network", "log_loss", "network_file"]

_EPOCHS, _BATCH, _RATE, _DECAY = 60, 512, 0.003, 1e-5
_FADING = (0.9, 0.999)  # of the mean gradient and its mean square


@dataclass(frozen=True)
class Network:
    """For every hidden unit its weights of the features and last its own constant, in 1/`NETWORK_UNIT`, and what it counts
    for, in static units; the loss on held-out samples with the weights alone and with the network."""

    units: list[list[int]]
    worth: list[int]
    before: float
    after: float

    def text(self, command: str) -> str:
        """The text of the file: the command that made it, and the numbers, a line a unit."""
        units = ",\n  ".join(map(str, self.units))
        return f'{{\n "command": {json.dumps(command)},\n "units": [\n  {units}\n ],\n "worth": {self.worth}\n}}\n'


def fit_network(
    samples: tuple[Any, Any, Any], held: tuple[Any, Any, Any], weights: Any, units: int, seed: int
) -> Network:
    """Fit a network to samples (the features of one player, of another, the chance of the one) beside fixed weights."""
    mine, other, chances = samples
    both = np.concatenate([mine, other])
    middle, spread = both.mean(axis=0), both.std(axis=0) + 1e-6
    a, b = (mine - middle) / spread, (other - middle) / spread
    known = (mine - other) @ (weights / UNIT)
    dice = np.random.default_rng(seed)
    size = a.shape[1]
    parts = [dice.normal(0, size**-0.5, (size, units)), dice.normal(0, 0.5, units), dice.normal(0, 0.05, units)]
    means, squares = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    steps = 0
    for epoch in range(_EPOCHS):
        order = dice.permutation(len(chances))
        rate = _RATE * (1 - epoch / _EPOCHS)
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            steps += 1
            found = _gradient(parts, a[chosen], b[chosen], known[chosen], chances[chosen])
            for k, gradient in enumerate(found):
                means[k] += (1 - _FADING[0]) * (gradient - means[k])
                squares[k] += (1 - _FADING[1]) * (gradient * gradient - squares[k])
                usual = np.sqrt(squares[k] / (1 - _FADING[1] ** steps)) + 1e-8
                parts[k] -= rate * means[k] / (1 - _FADING[0] ** steps) / usual
    return _whole(parts, middle, spread, held, weights)


def _gradient(parts: list[Any], a: Any, b: Any, known: Any, chances: Any) -> tuple[Any, Any, Any]:
    """How the loss of some samples changes with the weights into the units, their constants and their worth."""
    into, constant, worth = parts
    up, down = np.maximum(a @ into + constant, 0), np.maximum(b @ into + constant, 0)
    off = (1 / (1 + np.exp(-np.clip(known + (up - down) @ worth, -30, 30))) - chances) / len(chances)
    mine, other = np.outer(off, worth) * (up > 0), np.outer(-off, worth) * (down > 0)
    return (
        a.T @ mine + b.T @ other + _DECAY * into,
        mine.sum(axis=0) + other.sum(axis=0),
        (up - down).T @ off + _DECAY * worth,
    )


def _whole(parts: list[Any], middle: Any, spread: Any, held: tuple[Any, Any, Any], weights: Any) -> Network:
    """The network in whole numbers, for features as they are."""
    into, constant, worth = parts
    into = into / spread[:, None]
    table = np.rint(np.vstack([into, constant - middle @ into]).T * NETWORK_UNIT).astype(np.int32)
    counts = np.rint(worth * UNIT).astype(np.int64)
    mine, other, chances = held

    def says(rows: Any) -> Any:
        return np.array([network(table, counts, row) for row in rows.astype(np.int64)])

    known = (mine - other) @ (weights / UNIT)
    added = (says(mine) - says(other)) / UNIT
    return Network(table.tolist(), counts.tolist(), log_loss(known, chances), log_loss(known + added, chances))


def network_file(game: Game) -> str:
    """The name of the file of a game's network, beside its weights; it tells their condition."""
    words = re.findall(r"\w+", condition(game))
    return "-".join(["network", *words]) + ".json"


def log_loss(odds: Any, chances: Any) -> float:
    """The mean log loss of what was expected, as log odds."""
    return float(np.mean(np.logaddexp(0, odds) - chances * odds))
