"""From a tree to what it says: candidates, lines, proofs."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.compiled.scores import ONE, PLAYERS
from tablier.search.compiled.tree import NOBODY
from tablier.search.limits import Watch
from tablier.search.problem import Problem

_LINES = 5  # candidates whose line is told
_LONGEST = 30

__all__ = ["tree_analysis"]


class _Child(NamedTuple):
    """A child in a tree, as plain numbers: reading records one by one is slow."""

    node: int
    move: int
    total: int
    visits: int
    winner: int
    distance: int


def _children(tree: Any, node: int) -> list[_Child]:
    """The children of a node that were visited or proved."""
    first, count = int(tree[node].first), int(tree[node].count)
    rows = tree[first : first + count]
    columns = [rows[name].tolist() for name in _Child._fields[1:]]
    made = (_Child(*row) for row in zip(range(first, first + count), *columns, strict=True))
    return [child for child in made if child.visits > 0 or child.winner != NOBODY]


def _worth(child: _Child, chooser: int) -> tuple[int, int, float]:
    """How good a move is to its chooser: a quick proved win, then the most visited, then a late proved loss."""
    mean = child.total / max(child.visits, 1)
    if child.winner == chooser:
        return (1, -child.distance, mean)
    if child.winner != NOBODY:
        return (-1, child.distance, mean)
    return (0, child.visits, mean)


def _line(tree: Any, child: _Child) -> list[int]:
    """The codes of the moves down the tree from a child, each the one its chooser likes best."""
    line = [child.move]
    while tree[child.node].first and len(line) < _LONGEST:
        children = _children(tree, child.node)
        if not children:
            break
        actor = int(tree[child.node].actor)
        child = max(children, key=lambda other: _worth(other, actor))
        line.append(child.move)
    return line


def tree_analysis(asked: Problem, tree: Any, root: Any, watch: Watch, *, done: bool) -> Analysis:
    """What a tree says of its root. Moves that were never tried are not candidates, unless nothing was tried."""
    first = int(tree[0].first)
    texts = {code: text for text, code in asked.position.codes().items()}
    ranked = sorted(_children(tree, 0), key=lambda child: _worth(child, asked.player), reverse=True)
    n = asked.players
    candidates: list[Candidate] = []
    for child in ranked:
        sums = root[child.node - first].tolist()
        visits = max(child.visits, 1)
        scores = tuple(value / (visits * ONE) for value in sums[:n])
        wins = tuple(value / (visits * ONE) for value in sums[PLAYERS : PLAYERS + n])
        proof = None
        if child.winner != NOBODY:
            proof = Proof("wins" if child.winner == asked.player else "loses", child.distance + 1)
            wins = tuple(float(player == child.winner) for player in range(n))
            if n == 2 or child.visits == 0:
                scores = wins
        line = asked.line(_line(tree, child)) if len(candidates) < _LINES else (texts[child.move],)
        candidates.append(Candidate(texts[child.move], scores, wins, child.visits, len(line), line, proof))
    if not candidates:
        even = (0.5,) * n, (1 / n,) * n
        candidates = [Candidate(move, *even, 0, 0, (move,)) for move in asked.position.moves()]
    return Analysis(asked.player, tuple(candidates), watch.nodes, watch.seconds, candidates[0].depth, done)
