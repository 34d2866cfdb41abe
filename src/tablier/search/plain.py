"""The two engines that look no further than one move: at random, and by the evaluation alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tablier.kernel.dice import below, die
from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.compiled.scores import ONE
from tablier.search.engine import Engine
from tablier.search.limits import Terms
from tablier.search.query import Query

__all__ = ["Greedy", "Random"]


class Random(Engine):
    """Any legal move, each as likely."""

    name: ClassVar[str] = "random"

    def _think(self, asked: Query, terms: Terms) -> Iterator[Analysis]:
        moves = asked.position.moves()
        chosen = moves[below(die(terms.seed), len(moves))]
        even = (0.5,) * asked.players, (1 / asked.players,) * asked.players
        candidates = [Candidate(move, *even, visits=1, depth=0, line=(move,)) for move in moves]
        candidates.sort(key=lambda candidate: candidate.move != chosen)
        yield Analysis(asked.player, tuple(candidates), 1, terms.watch.seconds, 0, done=True)


class Greedy(Engine):
    """The move after which the evaluation is best for its player."""

    name: ClassVar[str] = "greedy"

    def _think(self, asked: Query, terms: Terms) -> Iterator[Analysis]:
        n = asked.players
        worths = asked.after(asked.codes)
        scores, chances = ((worths[name][:, :n] / ONE).tolist() for name in ("scores", "chances"))
        dice = die(terms.seed)
        order = sorted(range(len(worths)), key=lambda i: (-scores[i][asked.player], below(dice, 1 << 30)))
        texts = asked.position.moves()
        candidates = []
        for i in order:
            proof = _proof(chances[i][asked.player]) if worths[i].over else None
            candidates.append(Candidate(texts[i], tuple(scores[i]), tuple(chances[i]), 1, 1, (texts[i],), proof))
        yield Analysis(asked.player, tuple(candidates), len(candidates), terms.watch.seconds, 1, done=True)


def _proof(chance: float) -> Proof:
    """What a finished game proves."""
    return Proof("wins", 1, 1) if chance == 1 else Proof("loses", 1, 0)
