"""Monte-Carlo tree search with the evaluation in place of random games, for any number of players.

A leaf is expanded at once: all its children are evaluated, which gives each a guess of its value and a prior, and the leaf
the value of the child its player likes best. Everyone maximises their own value (max-n). What is decided is proved.

A position that stands again on its way from the root, or for the third time in the match, ends the game as the house rule
does. The way to a node is always the same, so this belongs to the node; but it is no proof, and nothing is proved by it.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import numpy as np

from tablier.kernel.jit import jit
from tablier.kernel.protocol import key, legal_moves, play, to_act
from tablier.search.compiled.scores import ONE, place_worth, shared_worth
from tablier.search.compiled.threats import taker
from tablier.search.compiled.tree import DEPTH, NOBODY, add_children, back_up, lost, settle, settled

__all__ = ["grow"]

_FALL = np.array([float((-Decimal(i) / 64).exp()) for i in range(64 * 12)])
"""exp(−x) for x = 0, 1/64, 2/64 …"""


@jit
def _repeats(hashed: Any, keys: Any, path: Any, length: int, seen: Any) -> bool:
    """Whether the house rule ends the game in a position that comes after a path."""
    for k in range(length - 1, -1, -1):
        if keys[path[k]] == hashed:
            return True
    for k in range(len(seen)):  # noqa: SIM110
        if seen[k] == hashed:
            return True
    return False


@jit
def _expand(growth: Any, tree: Any, keys: Any, seen: Any, length: int) -> None:
    """Give the last node of the path, where the visit stands, its children, evaluated. The best of them is what was found."""
    path, moves, after, child, judge = growth.path, growth.moves, growth.after, growth.child, growth.judge
    node = path[length - 1]
    n = legal_moves(growth.here, moves)
    grown = add_children(growth, tree, node, n)
    first = tree[node].first
    me = tree[node].actor
    best = -1
    for i in range(n):
        growth.after = growth.here
        play(after, moves[i])
        actor = to_act(after)
        hashed = key(after)
        repeated = actor >= 0 and _repeats(hashed, keys, path, length, seen)
        if repeated:
            actor = NOBODY
            shared_worth(judge, after, child)
        else:
            place_worth(judge, after, child)
        value = child.utility[me]
        if grown:
            added = tree[first + i]
            added.actor = actor
            added.guess = value
            keys[first + i] = hashed
            if not repeated:
                added.winner = taker(after, judge.players, growth.best_place, judge.given)
        if value > best:
            best = value
            growth.leaf = child
    if not grown:
        return
    total = 0.0
    for k in range(first, first + n):
        index = min(int((best - tree[k].guess) * growth.sharpness), len(_FALL) - 1)
        tree[k].prior = _FALL[index]
        total += _FALL[index]
    for k in range(first, first + n):
        tree[k].prior = tree[k].prior / total


@jit
def _choose(growth: Any, tree: Any, node: int) -> int:
    """The child with the best mean plus bonus; one that loses is worth no more than the ceiling."""
    first, count, me = tree[node].first, tree[node].count, tree[node].actor
    ceiling = growth.ceiling
    scale = growth.exploration * math.sqrt(tree[node].visits + 1.0)
    best, best_value = first, -4.0
    for k in range(first, first + count):
        child = tree[k]
        if child.winner == NOBODY:
            value = (child.total + child.guess) / ((child.visits + 1.0) * ONE)
        elif child.winner == me:
            return k
        else:
            value = lost((child.total + child.guess) / (child.visits + 1.0), child.distance, ceiling)
        if child.winner == NOBODY or ceiling > 0:
            value += scale * child.prior / (1.0 + child.visits)
        if value > best_value:
            best, best_value = k, value
    return best  # type: ignore[no-any-return]


@jit
def grow(growths: Any, tree: Any, keys: Any, seen: Any, visits: int) -> int:
    """Visit the tree of the first `GROWTH` so many times, or until all about its root is known; returns the visits made.

    `keys` are those of the nodes, `seen` those of positions that would stand for the third time.
    """
    growth = growths[0]
    path, here = growth.path, growth.here
    for done in range(visits):
        if settled(tree, growth.ceiling):
            return done
        growth.here = growth.start
        node = 0
        length = 1
        path[0] = 0
        while tree[node].first != 0 and length < DEPTH:
            node = _choose(growth, tree, node)
            path[length] = node
            length += 1
            play(here, tree[node].move)
        if tree[node].actor != NOBODY:
            _expand(growth, tree, keys, seen, length)
            if tree[node].first != 0:
                settle(tree, node)
        elif to_act(here) < 0:
            place_worth(growth.judge, here, growth.leaf)
        else:
            shared_worth(growth.judge, here, growth.leaf)
        back_up(growth, tree, length, growth.leaf.utility)
    return visits
