"""From trees to what they say: candidates, lines, proofs."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.compiled.scores import ONE
from tablier.search.compiled.tree import NOBODY
from tablier.search.query import Query

_LINES = 5  # candidates whose line is told
_LONGEST = 30

__all__ = ["Rooted", "tree_analysis"]


class Rooted(NamedTuple):
    """What a tree says at its root: the children's `rows`, and for each the sums of scores and chances to win, by player."""

    tree: Any
    rows: Any
    scores: Any
    chances: Any
    visits: int


class _Child(NamedTuple):
    """A child in a tree, or several trees' children of the same move, as plain numbers: reading records one by one is slow."""

    node: int
    move: int
    total: int
    visits: int
    guess: int
    winner: int
    distance: int


def _all_children(rows: Any, first: int) -> list[_Child]:
    """The children in rows; `first` is the number of the first."""
    columns = [rows[name].tolist() for name in _Child._fields[1:]]
    return [_Child(*row) for row in zip(range(first, first + len(rows)), *columns, strict=True)]


def _children(rows: Any, first: int) -> list[_Child]:
    """The children in rows that were visited or proved."""
    return [child for child in _all_children(rows, first) if child.visits > 0 or child.winner != NOBODY]


def _mean(child: _Child) -> float:
    return child.total / child.visits if child.visits else float(child.guess)


def _sorted(children: list[_Child], chooser: int, ceiling: float) -> list[_Child]:
    """Children, the best for their chooser first: quick proved wins, then the most visited, then proved losses.

    When losers still have a place to play for (up to `ceiling`), a loss that promises more than the most visited goes first.
    """
    open_ones = [child for child in children if child.winner == NOBODY]
    bar = _mean(max(open_ones, key=lambda child: child.visits)) if open_ones else -1.0

    def worth(child: _Child) -> tuple[int, float, float]:
        mean = _mean(child)
        if child.winner == chooser:
            return (2, -child.distance, mean)
        if child.winner == NOBODY:
            return (0, child.visits, mean)
        if ceiling == 0:
            return (-1, child.distance, mean)
        promised = min(mean, ceiling * ONE)
        return (1 if promised > bar else -1, promised, child.visits)

    return sorted(children, key=worth, reverse=True)


def _line(tree: Any, node: int, ceiling: float) -> list[int]:
    """The codes of the moves down a tree from a node, that of the node first, each the one its chooser likes best."""
    line = [int(tree[node].move)]
    while tree[node].first and len(line) < _LONGEST:
        first = int(tree[node].first)
        children = _children(tree[first : first + int(tree[node].count)], first)
        if not children:
            break
        best = _sorted(children, int(tree[node].actor), ceiling)[0]
        node = best.node
        line.append(best.move)
    return line


def _together(same: list[_Child]) -> _Child:
    """What several trees say of a move: work is added up, and the shortest proof counts."""
    first = same[0]
    proofs = [(child.distance, child.winner) for child in same if child.winner != NOBODY]
    distance, winner = min(proofs) if proofs else (0, NOBODY)
    total, visits = sum(child.total for child in same), sum(child.visits for child in same)
    return _Child(first.node, first.move, total, visits, first.guess, winner, distance)


def tree_analysis(
    asked: Query, said: list[Rooted], best: int, ceiling: float, wanted: int, seconds: float, *, done: bool
) -> Analysis:
    """What trees say of their common root, where `best` is the place there is to win. Moves that were never tried are candidates
    only if fewer than `wanted` were. While the search goes on only the first tree stands still: lines are read there."""
    texts = {code: text for text, code in asked.position.codes().items()}
    found: dict[int, list[tuple[Rooted, _Child]]] = {}
    for rooted in said:
        for child in _children(rooted.rows, int(rooted.tree[0].first)):
            found.setdefault(child.move, []).append((rooted, child))
    main = said[0]
    untried = [child for child in _all_children(main.rows, int(main.tree[0].first)) if child.move not in found]
    untried.sort(key=lambda child: child.guess, reverse=True)
    for child in untried[: max(0, wanted - len(found))]:
        found[child.move] = [(main, child)]
    merged = [_together([child for _, child in trees]) for trees in found.values()]
    n = asked.players
    top, next_best = (n - best) / (n - 1), (n - best - 1) / (n - 1)
    candidates: list[Candidate] = []
    for child in _sorted(merged, asked.player, ceiling):
        trees = found[child.move]
        rows = [(rooted, there.node - int(rooted.tree[0].first)) for rooted, there in trees]
        sums = sum(rooted.scores[row] for rooted, row in rows), sum(rooted.chances[row] for rooted, row in rows)
        if child.visits == 0:
            (worth,) = asked.after([child.move])
            sums = worth.scores, worth.chances
        whole = max(child.visits, 1) * ONE
        scores, wins = (tuple(value / whole for value in part[:n].tolist()) for part in sums)
        if child.winner != NOBODY:
            scores = tuple(top if p == child.winner else _capped(scores[p], top, next_best) for p in range(n))
            if best == 1:
                wins = tuple(float(player == child.winner) for player in range(n))
        line = [child.move]
        if len(candidates) < _LINES:
            still = [(r, c) for r, c in trees if done or r is said[0]]
            if still:
                rooted, there = max(still, key=lambda pair: (pair[1].winner == child.winner, pair[1].visits))
                line = _line(rooted.tree, there.node, ceiling)
        proof = None
        if child.winner != NOBODY:
            outcome: Literal["wins", "loses"] = "wins" if child.winner == asked.player else "loses"
            moves = child.distance + 1
            proof = Proof(outcome, moves, asked.turns(child.winner, moves, line))
        told = asked.line(line) if len(line) > 1 else (texts[child.move],)
        candidates.append(Candidate(texts[child.move], scores, wins, child.visits, len(told), told, proof))
    if not candidates:
        even = (0.5,) * n, (1 / n,) * n
        candidates = [Candidate(move, *even, 0, 0, (move,)) for move in asked.position.moves()]
    nodes = sum(rooted.visits for rooted in said)
    return Analysis(asked.player, tuple(candidates), nodes, seconds, candidates[0].depth, done)


def _capped(score: float, top: float, next_best: float) -> float:
    """A score of somebody who does not get the place that `top` is worth, unless it is one they have already."""
    return score if score > top else min(score, next_best)
