"""From a tree to what it says: candidates, lines, proofs."""

from __future__ import annotations

from typing import Any

from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.compiled.scores import ONE, PLAYERS
from tablier.search.compiled.tree import NOBODY
from tablier.search.limits import Watch
from tablier.search.problem import Problem

__all__ = ["tree_analysis"]


def tree_analysis(asked: Problem, tree: Any, root: Any, watch: Watch, *, done: bool) -> Analysis:
    """What a tree says of its root. Moves that were never tried are not candidates, unless nothing was tried."""
    first, count = int(tree[0].first), int(tree[0].count)
    texts = {code: text for text, code in asked.position.codes().items()}
    rows = []
    for i in range(count):
        node = tree[first + i]
        if node.visits > 0:
            rows.append((_worth(node, asked.player), i))
    rows.sort(key=lambda row: row[0], reverse=True)
    n = asked.players
    candidates: list[Candidate] = []
    for _, i in rows:
        node = tree[first + i]
        visits = int(node.visits)
        scores = tuple(int(value) / (visits * ONE) for value in root[i, :n])
        wins = tuple(int(value) / (visits * ONE) for value in root[i, PLAYERS : PLAYERS + n])
        proof = None
        if node.winner != NOBODY:
            proof = Proof("wins" if node.winner == asked.player else "loses", int(node.distance) + 1)
            wins = tuple(float(player == node.winner) for player in range(n))
            if n == 2:
                scores = wins
        line = _line(tree, first + i)
        shown = asked.line(line) if len(candidates) < 5 else (texts[line[0]],)
        candidates.append(Candidate(shown[0], scores, wins, visits, len(line), shown, proof))
    if not candidates:
        even = (0.5,) * n, (1 / n,) * n
        candidates = [Candidate(move, *even, 0, 0, (move,)) for move in asked.position.moves()]
    depth = candidates[0].depth
    return Analysis(asked.player, tuple(candidates), watch.nodes, watch.seconds, depth, done)


def _worth(node: Any, player: int) -> tuple[int, int, float]:
    """How good a first move is: a quick proved win, then the most visited, then a late proved loss."""
    mean = int(node.total) / int(node.visits)
    if node.winner == player:
        return (1, -int(node.distance), mean)
    if node.winner != NOBODY:
        return (-1, int(node.distance), mean)
    return (0, int(node.visits), mean)


def _line(tree: Any, node: int) -> list[int]:
    """The codes of the moves down the tree from a node, most visited first, quickest where proved."""
    line = [int(tree[node].move)]
    while tree[node].first and len(line) < 30:
        actor = int(tree[node].actor)
        first, count = int(tree[node].first), int(tree[node].count)
        children = [child for child in range(first, first + count) if tree[child].visits > 0]
        if not children:
            break
        node = max(children, key=lambda child: _worth(tree[child], actor))
        line.append(int(tree[node].move))
    return line
