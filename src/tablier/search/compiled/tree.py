"""The tree that both Monte-Carlo searches grow: nodes in one array, the children of a node side by side.

A node stands for the position after its move. Values are seen by the player who chose the move: the one to act in the
node's parent. Nothing is allocated while the tree grows, and when the array is full it grows no more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np

from tablier.kernel.jit import INTERPRETED, jit, own_record
from tablier.search.compiled.scores import ONE

__all__ = [
    "DEPTH",
    "NOBODY",
    "NODE",
    "UNKNOWN",
    "add_children",
    "back_up",
    "log",
    "lost",
    "new_tree",
    "settle",
    "settled",
]

DEPTH = 512
"""The longest way down a tree."""

NOBODY = -1
UNKNOWN = -2

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("move", np.int64),
                ("total", np.int64),  # what the chooser of the move got, over all visits
                ("visits", np.int32),
                ("first", np.int32),  # the first child, 0 when there are none yet
                ("count", np.int32),  # the number of children
                ("prior", np.float32),  # how likely the move looks before any visit
                ("guess", np.int32),  # what the chooser of the move may expect, before any visit
                ("actor", np.int8),  # who is to act here; NOBODY when over, UNKNOWN before the first visit
                ("winner", np.int8),  # who is proved to take the best place the root leaves open, NOBODY if not known
                ("distance", np.int16),  # in how many moves, when proved; 0 when taken here
            ],
            align=True,
        ),
    )
)
if not INTERPRETED:
    own_record(numba.from_dtype(NODE), Path(__file__).resolve().parent)

_HARMONIC = np.cumsum(1.0 / np.arange(1, 1 << 12))  # H(n) − 0.5772 is log n: sums and quotients are the same everywhere
_LOG_2 = 0.6931471805599453


def new_tree(nodes: int) -> Any:
    """Room for a tree."""
    return np.zeros(nodes, NODE)


@jit
def log(n: int) -> float:
    """The natural logarithm of n ≥ 1, nearly; made of operations that give the same on every machine."""
    shifted = 0.0
    while n >= len(_HARMONIC):
        n >>= 1
        shifted += _LOG_2
    return _HARMONIC[n - 1] - 0.5772156649 + shifted  # type: ignore[no-any-return]


@jit
def add_children(tree: Any, node: int, used: Any, moves: Any, n: int) -> bool:
    """Give a node its children, in the order of `moves`; False when there is no room. `used[0]` counts the nodes in use."""
    first = used[0]
    if first + n > len(tree):
        return False
    for i in range(n):
        child = tree[first + i]
        child.move = moves[i]
        child.total = 0
        child.visits = 0
        child.first = 0
        child.count = 0
        child.prior = 0.0
        child.guess = 0
        child.actor = UNKNOWN
        child.winner = NOBODY
        child.distance = 0
    tree[node].first = first
    tree[node].count = n
    used[0] = first + n
    return True


@jit
def settle(tree: Any, node: int) -> None:
    """Draw the conclusion from the children's proofs: their chooser takes the quickest win; without a way out, somebody else
    wins, and the chooser makes it last."""
    if tree[node].winner != NOBODY and tree[node].distance == 0:
        return  # taken before; the others play on
    me = tree[node].actor
    first, count = tree[node].first, tree[node].count
    quickest, longest = 32767, 0
    other = UNKNOWN
    for child in range(first, first + count):
        winner = tree[child].winner
        if winner == me:
            quickest = min(quickest, tree[child].distance)
        elif winner == NOBODY or (other != UNKNOWN and other != winner):  # noqa: PLR1714
            other = NOBODY
        else:
            other = winner
            longest = max(longest, tree[child].distance)
    if quickest < 32767:
        tree[node].winner = me
        tree[node].distance = quickest + 1
    elif other >= 0:
        tree[node].winner = other
        tree[node].distance = longest + 1


@jit
def lost(mean: float, distance: int, ceiling: int) -> float:
    """What a move is worth after which somebody else wins for certain: with no more to get (`ceiling` 0) less than any other, the
    later the better; else what it promises, up to the ceiling."""
    if ceiling == 0:
        return -2.0 + distance / 65536.0
    return min(mean, ceiling) / ONE


@jit
def settled(tree: Any, ceiling: int) -> bool:
    """Whether nothing is left to find out about the root: its player wins, or loses and there is no other place to get."""
    winner = tree[0].winner
    return winner != NOBODY and (winner == tree[0].actor or ceiling == 0)


@jit
def back_up(tree: Any, path: Any, length: int, values: Any) -> None:
    """Count a visit with each player's `values` in every node of a path from the root."""
    tree[path[0]].visits += 1
    for k in range(1, length):
        node = path[k]
        tree[node].visits += 1
        tree[node].total += values[tree[path[k - 1]].actor]
    for k in range(length - 2, -1, -1):
        if tree[path[k + 1]].winner == NOBODY:
            break
        settle(tree, path[k])
