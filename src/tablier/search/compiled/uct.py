"""Plain UCT: a tree grown by random games, moves chosen by mean result plus a bonus for what was tried little."""

from __future__ import annotations

import math
from typing import Any

from tablier.kernel.dice import below
from tablier.kernel.jit import jit
from tablier.kernel.protocol import legal_moves, play, to_act
from tablier.search.compiled.scores import ONE, progress_worth
from tablier.search.compiled.threats import taker
from tablier.search.compiled.tree import DEPTH, NOBODY, UNKNOWN, add_children, back_up, log, lost, settled

__all__ = ["grow"]


@jit
def _expand(growth: Any, tree: Any, node: int) -> None:
    """Give a node its children, in random order, if there is room."""
    moves, dice = growth.moves, growth.dice
    n = legal_moves(growth.here, moves)
    for i in range(n - 1, 0, -1):
        k = below(dice, i + 1)
        moves[i], moves[k] = moves[k], moves[i]
    add_children(growth, tree, node, n)


@jit
def _choose(growth: Any, tree: Any, node: int) -> int:
    """The child with the best mean plus bonus; untried ones come first, proved ones are taken or left."""
    first, count, ceiling = tree[node].first, tree[node].count, growth.ceiling
    logarithm = log(tree[node].visits)
    best, best_value = first, -4.0
    for child in range(first, first + count):
        visits = tree[child].visits
        if visits == 0:
            return child
        winner = tree[child].winner
        if winner == tree[node].actor:
            return child
        if winner == NOBODY:
            value = tree[child].total / (visits * float(ONE))
        else:
            value = lost(tree[child].total / float(visits), tree[child].distance, ceiling)
        if winner == NOBODY or ceiling > 0:
            value += growth.exploration * math.sqrt(logarithm / visits)
        if value > best_value:
            best, best_value = child, value
    return best  # type: ignore[no-any-return]


@jit
def grow(growths: Any, tree: Any, visits: int) -> int:
    """Visit the tree of the first `GROWTH` so many times, or until all about its root is known; returns the visits made."""
    growth = growths[0]
    path, here, judge = growth.path, growth.here, growth.judge
    for done in range(visits):
        if settled(tree, growth.ceiling):
            return done
        growth.here = growth.start
        node = 0
        length = 1
        path[0] = 0
        while length < DEPTH:
            if tree[node].actor == UNKNOWN:
                tree[node].actor = to_act(here)
            if tree[node].actor == NOBODY:
                break
            if tree[node].first == 0:
                if tree[node].visits == 0 and node != 0:
                    break
                _expand(growth, tree, node)
                if tree[node].first == 0:
                    break
            node = _choose(growth, tree, node)
            path[length] = node
            length += 1
            play(here, tree[node].move)
        if tree[node].actor == UNKNOWN:
            tree[node].actor = to_act(here)
        if tree[node].visits == 0 and node != 0:
            tree[node].winner = taker(here, judge.players, growth.best_place, judge.given)
        for _ in range(growth.cut):
            n = legal_moves(here, growth.moves)
            if n == 0:
                break
            play(here, growth.moves[below(growth.dice, n)])
        progress_worth(judge, here, growth.leaf)
        back_up(growth, tree, length, growth.leaf.scores)
    return visits
