"""The two engines that look no further than one move: at random, and by the evaluation alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from tablier.kernel.dice import below, die
from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.compiled.scores import FEATURES, ONE, PLAYERS
from tablier.search.compiled.static import after_each
from tablier.search.engine import Engine
from tablier.search.limits import Job
from tablier.search.problem import Problem

__all__ = ["Greedy", "Random", "static_scores"]


class Random(Engine):
    """Any legal move, each as likely."""

    name: ClassVar[str] = "random"

    def _think(self, asked: Problem, job: Job) -> Iterator[Analysis]:
        moves = asked.position.moves()
        chosen = moves[below(die(job.seed), len(moves))]
        even = (0.5,) * asked.players, (1 / asked.players,) * asked.players
        candidates = [Candidate(move, *even, visits=1, depth=0, line=(move,)) for move in moves]
        candidates.sort(key=lambda candidate: candidate.move != chosen)
        yield Analysis(asked.player, tuple(candidates), 1, job.watch.seconds, 0, done=True)


class Greedy(Engine):
    """The move after which the evaluation is best for its player."""

    name: ClassVar[str] = "greedy"

    def _think(self, asked: Problem, job: Job) -> Iterator[Analysis]:
        scores, chances, over = static_scores(asked)
        dice = die(job.seed)
        order = sorted(range(len(scores)), key=lambda i: (-scores[i][asked.player], below(dice, 1 << 30)))
        texts = asked.position.moves()
        candidates = tuple(
            Candidate(texts[i], scores[i], chances[i], 1, 1, (texts[i],), _proof(chances[i][asked.player], over[i]))
            for i in order
        )
        yield Analysis(asked.player, candidates, len(candidates), job.watch.seconds, 1, done=True)


def _proof(chance: float, over: bool) -> Proof | None:
    if not over:
        return None
    return Proof("wins", 1, 1) if chance == 1 else Proof("loses", 1, 0)


def static_scores(asked: Problem) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]], list[bool]]:
    """By legal move: each player's place score and chance to win after it, and whether the game is over then."""
    codes = np.array(asked.codes, np.int64)
    out = np.zeros((len(codes), 2 * PLAYERS + 1), np.int64)
    work = np.zeros(2, asked.states.dtype)
    work[0] = asked.states[0]
    after_each(work, codes, asked.players, asked.weights, np.zeros((2, FEATURES), np.int64), out)
    rows = out.tolist()
    n = asked.players
    return (
        [tuple(value / ONE for value in row[:n]) for row in rows],
        [tuple(value / ONE for value in row[PLAYERS : PLAYERS + n]) for row in rows],
        [row[2 * PLAYERS] == 1 for row in rows],
    )
