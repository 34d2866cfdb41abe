"""Learning weights by self-play.

In every round the engine plays games against itself with the weights it has, from varied openings and with a few moves at
random. Then the weights are fitted anew to the positions of all games so far by logistic regression: the difference of two
players' features against which of them came out ahead; a game that goes nowhere is judged by progress. The same seed
gives the same weights.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

import numpy as np

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.search.compiled.scores import FEATURES, UNIT
from tablier.search.compiled.static import at_features
from tablier.search.engine import best_engine
from tablier.search.evaluation import evaluation
from tablier.search.limits import Limits
from tablier.search.weights import weights_for

__all__ = ["Plan", "Round", "self_play", "train"]

_TURNS = 400


@dataclass(frozen=True)
class Plan:
    """How to train: rounds of so many games each, with so many nodes a move; the games are played in `jobs` processes."""

    rounds: int = 4
    games: int = 200
    nodes: int = 500
    seed: int = 1
    jobs: int = 1
    opening: int = 8
    blunders: float = 0.05
    decay: float = 0.003


@dataclass(frozen=True)
class Round:
    """What a round gave: the loss (mean log loss of the held-out tenth of the games) before and after, draws, the weights."""

    number: int
    games: int
    pairs: int
    before: float
    after: float
    turns: float
    undecided: float
    weights: list[int] = field(repr=False)


def train(game: Game, plan: Plan, told: Callable[[int, int], None] = lambda _done, _all: None) -> Iterator[Round]:
    """Train weights for a game, round by round; `told` hears of games played."""
    names = evaluation(game.definition.package).NAMES
    weights = weights_for(game)
    start = weights[: len(names)] / UNIT
    samples: list[tuple[Any, Any]] = []
    for number in range(1, plan.rounds + 1):
        lengths, undecided = [], 0
        for done, (pairs, results, turns, decided) in enumerate(_games(game, plan, number, weights), 1):
            samples.append((pairs, results))
            lengths.append(turns)
            undecided += not decided
            told((number - 1) * plan.games + done, plan.rounds * plan.games)
        kept = [s for i, s in enumerate(samples) if i % 10 != 9]
        held = [s for i, s in enumerate(samples) if i % 10 == 9] or kept
        x, y = (np.concatenate([s[k] for s in kept]) for k in range(2))
        hx, hy = (np.concatenate([s[k] for s in held]) for k in range(2))
        before = _loss(hx, hy, weights[: len(names)] / UNIT)
        fitted = _fit(x, y, start, plan.decay)
        weights = np.zeros(FEATURES, np.int64)
        weights[: len(names)] = np.rint(fitted * UNIT).astype(np.int64)
        yield Round(
            number,
            len(lengths),
            len(y),
            before,
            _loss(hx, hy, fitted),
            float(np.mean(lengths)),
            undecided / len(lengths),
            weights[: len(names)].tolist(),
        )


def _games(game: Game, plan: Plan, number: int, weights: Any) -> Iterator[tuple[Any, Any, int, bool]]:
    seeds = [plan.seed * 1_000_003 + number * 10_007 + i for i in range(plan.games)]
    if plan.jobs == 1:
        for seed in seeds:
            yield self_play(game, weights, plan, seed)
        return
    with ProcessPoolExecutor(plan.jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play_one, ((game, weights, plan, seed) for seed in seeds), chunksize=4)


def _play_one(given: tuple[Game, Any, Plan, int]) -> tuple[Any, Any, int, bool]:
    return self_play(*given)


def self_play(game: Game, weights: Any, plan: Plan, seed: int) -> tuple[Any, Any, int, bool]:
    """One game: for every position and pair of players the difference of their features, and who came out ahead; then its
    turns, and whether it was decided."""
    dice = random.Random(seed)
    names = evaluation(game.definition.package).NAMES
    player = type(best_engine(game))(weights)
    limits = Limits(nodes=plan.nodes)
    match = Match(game, turn_limit=_TURNS)
    opening = dice.randrange(plan.opening + 1)
    rows: list[tuple[int, int, Any]] = []
    room = np.zeros((len(game.players), FEATURES), np.int64)
    while not match.is_over:
        if len(match.history) < opening or dice.random() < plan.blunders:
            match.play(dice.choice(match.moves()))
            continue
        position = match.position
        if len(match.history) > 0 and position.turn_begins:
            for who in range(len(game.players)):
                at_features(position.states, who, room[who])
            still_in = [who for who, place in enumerate(position.placed) if place is None]
            rows += [
                (a, b, (room[a] - room[b])[: len(names)]) for k, a in enumerate(still_in) for b in still_in[k + 1 :]
            ]
        match.play(player.search(match, limits, seed=dice.randrange(1 << 30)).move)
    places = match.places
    assert places is not None  # noqa: S101
    decided = match.position.is_over
    if decided:
        standing = [-float(place) for place in places]
    else:
        for who in range(len(game.players)):
            at_features(match.position.states, who, room[who])
        standing = [float(room[who][0]) for who in range(len(game.players))]
    results = np.array([0.5 + 0.5 * np.sign(standing[a] - standing[b]) for a, b, _ in rows], np.float64)
    pairs = np.array([row for _, _, row in rows], np.float64).reshape(-1, len(names))
    return pairs, results, len(match.turns), decided


def _loss(x: Any, y: Any, weights: Any) -> float:
    z = x @ weights
    return float(np.mean(np.logaddexp(0, z) - y * z))


def _fit(x: Any, y: Any, start: Any, decay: float) -> Any:
    """Logistic regression by Newton's method on features of unit scale; `decay` holds the weights near those it starts from."""
    scale = np.sqrt((x * x).mean(axis=0))
    scale = np.maximum(scale, 0.1 * np.median(scale))  # what hardly ever differs must not get a huge weight
    z = x / scale
    home = start * scale
    w = home.copy()
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(z @ w, -30, 30)))
        gradient = z.T @ (p - y) / len(y) + decay * (w - home)
        hessian = (z * (p * (1 - p))[:, None]).T @ z / len(y) + decay * np.eye(len(w))
        step = np.linalg.solve(hessian, gradient)
        w -= step
        if np.abs(step).max() < 1e-9:
            break
    return w / scale
