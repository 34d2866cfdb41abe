"""Learning weights by self-play: temporal differences at the leaves of the search.

In every round the engine plays games against itself with the weights it has, from varied openings and with a few moves at
random. A sample is the last start of a turn on the line the search expects: for every pair of players the difference of
their features, and the chance that one ends before the other as it looked over the turns that followed, λ a turn, up to who
came out ahead, or up to a move at random: what follows one says nothing about what came before. Then the weights are fitted
to the samples of the last rounds by logistic regression. The first weights count progress alone, or are a guess in the game's
folder; the weights shipped with a game play no part, so that the same seed gives the same weights.

Where a game's last feature is a network over the others (`Evaluation.has_network`), it has no part in the rounds.
`train_network` learns it afterwards, from games played with the weights (`learner.py`).
"""

from __future__ import annotations

import itertools
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

import numpy as np

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.places import point
from tablier.core.position import Position
from tablier.search.analysis import Analysis
from tablier.search.compiled.scores import FEATURES, UNIT
from tablier.search.compiled.static import at_features
from tablier.search.engine import Engine, best_engine
from tablier.search.evaluation import evaluation
from tablier.search.learner import Network, fit_network, log_loss
from tablier.search.limits import Limits

__all__ = ["Plan", "Round", "first_weights", "self_play", "train", "train_network"]

_TURNS = 500


@dataclass(frozen=True)
class Plan:
    """How to train: rounds of so many games each, with so many nodes a move, and after each some games to `test` the new
    weights against the first; the games are played in `jobs` processes, which does not change the result."""

    rounds: int = 5
    games: int = 200
    nodes: int = 300
    seed: int = 1
    jobs: int = 1
    trace: float = 0.97
    test: int = 20
    opening: int = 8
    blunders: float = 0.02
    decay: float = 0.001
    memory: int = 3


@dataclass(frozen=True)
class Round:
    """What a round gave: the loss (mean log loss on the held-out tenth of its games) before and after the fit, how long its
    games were and how many undecided, the score of the new weights against the first, and the weights."""

    number: int
    games: int
    samples: int
    before: float
    after: float
    turns: float
    undecided: float
    score: float
    weights: list[int] = field(repr=False)


@dataclass(frozen=True)
class Samples:
    """What a game of self-play gave, a row a sample: the features of one player and of another, and the chance that the one
    ends before the other."""

    mine: Any
    other: Any
    chances: Any
    turns: int
    decided: bool


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the search said in a position of the game; no `features` where a move at random was played."""

    placed: tuple[int | None, ...]
    features: Any
    scores: tuple[float, ...]


def first_weights(game: Game) -> Any:
    """What training begins with: a guess in the game's folder, or progress and nothing else."""
    found = evaluation(game)
    weights = np.zeros(FEATURES, np.int64)
    for name, weight in (found.first or {found.features[0]: found.progress}).items():
        weights[found.features.index(name)] = weight
    return weights


def train(game: Game, plan: Plan, told: Callable[[int, int], None] = lambda _done, _all: None) -> Iterator[Round]:
    """Train weights for a game, round by round; `told` hears of games played."""
    with _workers(plan) as workers:
        yield from _rounds(game, plan, told, workers)


def train_network(
    game: Game, plan: Plan, weights: list[int], units: int, told: Callable[[int, int], None] = lambda _done, _all: None
) -> Network:
    """Learn the network that goes with weights, from as many games as they were learned from, played with them alone; every
    tenth game is held out."""
    alone = np.zeros(FEATURES, np.int64)
    alone[: _size(game)] = weights[: _size(game)]
    played: list[Samples] = []
    total = plan.memory * plan.games
    with _workers(plan) as workers:
        for samples in _each(workers, self_play, [(game, alone, plan, seed) for seed in _seeds(plan, 0, total)]):
            played.append(samples)
            told(len(played), total)
    learned, held = (
        (np.concatenate([g.mine for g in some]), np.concatenate([g.other for g in some]), _joined(some)[1])
        for some in ([g for k, g in enumerate(played) if k % 10], played[::10])
    )
    return fit_network(learned, held, alone[: _size(game)], units, plan.seed)


@contextmanager
def _workers(plan: Plan) -> Iterator[Executor | None]:
    """The processes that play; none if one is enough."""
    if plan.jobs == 1:
        yield None
        return
    workers = ProcessPoolExecutor(plan.jobs, mp_context=get_context("spawn"), initializer=_deaf)
    try:
        yield workers
    finally:
        workers.shutdown(cancel_futures=True)


def _deaf() -> None:
    """An interruption from the keyboard reaches all processes; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _rounds(game: Game, plan: Plan, told: Callable[[int, int], None], workers: Executor | None) -> Iterator[Round]:
    size = _size(game)
    first = weights = first_weights(game)
    kept: list[Samples] = []
    done, total = itertools.count(1), plan.rounds * (plan.games + plan.test)
    for number in range(1, plan.rounds + 1):
        played: list[Samples] = []
        for samples in _each(workers, self_play, [(game, weights, plan, s) for s in _seeds(plan, number, plan.games)]):
            played.append(samples)
            told(next(done), total)
        held = played[::10]
        kept = [*kept, *(samples for k, samples in enumerate(played) if k % 10)][-plan.memory * plan.games :]
        start = weights[:size] / UNIT
        weights = np.zeros(FEATURES, np.int64)
        weights[:size] = np.rint(_fit(*_joined(kept), start, plan.decay) * UNIT).astype(np.int64)
        scores = []
        for score in _each(workers, _tested, [(game, weights, first, plan, number, k) for k in range(plan.test)]):
            scores.append(score)
            told(next(done), total)
        yield Round(
            number=number,
            games=len(played),
            samples=sum(len(samples.chances) for samples in played),
            before=_loss(*_joined(held), start),
            after=_loss(*_joined(held), weights[:size] / UNIT),
            turns=float(np.mean([samples.turns for samples in played])),
            undecided=float(np.mean([not samples.decided for samples in played])),
            score=float(np.mean(scores)) if scores else 0.5,
            weights=weights[: len(evaluation(game).features)].tolist(),
        )


def _size(game: Game) -> int:
    """How many features have weights to be learned: all but a network."""
    found = evaluation(game)
    return len(found.features) - found.has_network


def _seeds(plan: Plan, number: int, games: int) -> list[int]:
    return [plan.seed * 1_000_003 + number * 10_007 + i for i in range(games)]


def _each(workers: Executor | None, work: Callable[..., Any], given: list[tuple[Any, ...]]) -> Iterator[Any]:
    """The results of the same work for everything given, in order."""
    if workers is None:
        return (work(*arguments) for arguments in given)
    return workers.map(work, *zip(*given, strict=True), chunksize=4) if given else iter(())


def self_play(game: Game, weights: Any, plan: Plan, seed: int) -> Samples:
    """One game of the engine against itself."""
    players = len(game.players)
    pairs = list(itertools.combinations(range(players), 2))
    seen: list[_Seen] = []

    def watch(position: Position, found: Analysis, strays: bool) -> None:
        if strays or position.turn_begins:
            features = None if strays else _at_the_end(position, found)
            seen.append(_Seen(position.placed, features, found.best.scores))

    match = _play(game, [_engine(game, weights)] * players, plan, random.Random(seed), watch)
    standing = _standing(match)
    chances = {(a, b): point(standing[a], standing[b]) for a, b in pairs}
    mine, other, targets = [], [], []
    size = _size(game)
    for then in reversed(seen):
        for a, b in pairs:
            if then.placed[a] is not None or then.placed[b] is not None:
                continue
            # Place scores are means over all others; so much of their difference is due to these two.
            now = min(max(0.5 + (then.scores[a] - then.scores[b]) * (players - 1) / players, 0.0), 1.0)
            if then.features is None:
                chances[a, b] = now
                continue
            chances[a, b] = plan.trace * chances[a, b] + (1 - plan.trace) * now
            mine.append(then.features[a, :size])
            other.append(then.features[b, :size])
            targets.append(chances[a, b])
    return Samples(
        np.array(mine, np.float64).reshape(-1, size),
        np.array(other, np.float64).reshape(-1, size),
        np.array(targets, np.float64),
        len(match.turns),
        match.position.is_over,
    )


def _tested(game: Game, weights: Any, first: Any, plan: Plan, number: int, k: int) -> float:
    """The score of weights against the first ones in a game in which they share the seats; two games begin alike."""
    players = range(len(game.players))
    mine = [(player + k) % 2 == 0 for player in players]
    engines = [_engine(game, weights if own else first) for own in mine]
    match = _play(game, engines, plan, random.Random(plan.seed * 1_000_003 - number * 10_007 - k // 2 - 1))
    standing = _standing(match)
    results = [point(standing[a], standing[b]) for a in players for b in players if mine[a] and not mine[b]]
    return float(np.mean(results))


def _engine(game: Game, weights: Any) -> Engine:
    return type(best_engine(game))(weights)


def _play(
    game: Game,
    engines: Sequence[Engine],
    plan: Plan,
    dice: random.Random,
    watch: Callable[[Position, Analysis, bool], None] = lambda _position, _found, _strays: None,
) -> Match:
    """A game between engines, one a player; `watch` hears what they find, and whether the move played is another."""
    match = Match(game, turn_limit=_TURNS)
    opening = dice.randrange(plan.opening + 1)
    while not match.is_over:
        position = match.position
        if len(match.history) < opening:
            match.play(dice.choice(match.moves()))
            continue
        assert position.to_act is not None  # noqa: S101
        strays = dice.random() < plan.blunders
        found = engines[position.to_act].search(match, Limits(nodes=plan.nodes), seed=dice.randrange(1 << 30))
        watch(position, found, strays)
        match.play(dice.choice(match.moves()) if strays else found.move)
    return match


def _at_the_end(position: Position, found: Analysis) -> Any:
    """The features of all players at the last start of a turn on the expected line."""
    last = position
    for move in found.best.line:
        position = position.play(move)
        if position.turn_begins and not position.is_over:
            last = position
    return _features(last)


def _features(position: Position) -> Any:
    found = np.zeros((len(position.game.players), FEATURES), np.int64)
    for player, row in enumerate(found):
        at_features(position.states, player, row)
    return found


def _standing(match: Match) -> list[tuple[int, int]]:
    """The smaller the better: by places and, among those who share one because the game went nowhere, by progress."""
    assert match.places is not None  # noqa: S101
    decided = match.position.is_over
    return [
        (place, 0 if decided else -int(row[0]))
        for place, row in zip(match.places, _features(match.position), strict=True)
    ]


def _joined(games: list[Samples]) -> tuple[Any, Any]:
    return np.concatenate([g.mine - g.other for g in games]), np.concatenate([g.chances for g in games])


def _loss(x: Any, y: Any, weights: Any) -> float:
    return log_loss(x @ weights, y)


def _fit(x: Any, y: Any, start: Any, decay: float) -> Any:
    """Logistic regression by Newton's method on features of unit scale; `decay` holds the weights near those it starts from."""
    scale = np.sqrt((x * x).mean(axis=0))
    scale = np.maximum(scale, max(0.1 * float(np.median(scale)), 1e-3))  # what hardly ever differs gets no huge weight
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
