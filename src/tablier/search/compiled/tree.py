"""The tree that both Monte-Carlo searches grow: nodes in one array, the children of a node side by side.

A node stands for the position after its move. Values are seen by the player who chose the move: the one to act in the
node's parent. Nothing is allocated while the tree grows, and when the array is full it grows no more.

All that a search needs besides the tree is one record, a `GROWTH`, whose type depends on the game.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np

from tablier.kernel.jit import jit
from tablier.kernel.records import plain_record, record_of
from tablier.search.compiled.scores import JUDGE, ONE, PLAYERS, WORTH

__all__ = [
    "DEPTH",
    "NOBODY",
    "NODE",
    "UNKNOWN",
    "add_children",
    "back_up",
    "growth_type",
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

NODE = record_of(
    Path(__file__).resolve().parent,
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
)


@functools.cache
def growth_type(state: np.dtype[Any], max_moves: int) -> np.dtype[Any]:
    """The type of a `GROWTH`: a game's record type and the most moves a position has decide it."""
    return plain_record(
        [
            ("start", state),  # the root
            ("here", state),  # where the present visit stands
            ("after", state),  # and one move later
            ("judge", JUDGE),
            ("leaf", WORTH),  # what the present visit found
            ("child", WORTH),
            ("used", np.int64),  # nodes of the tree
            ("best_place", np.int64),  # what there is to win
            ("ceiling", np.int64),  # how much of `ONE` losers can still get
            ("exploration", np.float64),  # how much trying weighs against trusting
            ("sharpness", np.float64),  # how much priors prefer what looks good at once, in steps of `mcts._FALL`
            ("cut", np.int64),  # the most moves of a random game
            ("dice", np.uint64, 1),
            ("path", np.int64, DEPTH + 1),  # the nodes of the present visit
            ("moves", np.int64, max_moves),
            ("scores", np.int64, (max_moves, PLAYERS)),  # sums of all visits, by first move
            ("chances", np.int64, (max_moves, PLAYERS)),
        ]
    )


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
def add_children(growth: Any, tree: Any, node: int, n: int) -> bool:
    """Give a node its children, the first `n` moves at hand; False when there is no room."""
    first = growth.used
    if first + n > len(tree):
        return False
    for i in range(n):
        child = tree[first + i]
        child.move = growth.moves[i]
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
    growth.used = first + n
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
def back_up(growth: Any, tree: Any, length: int, values: Any) -> None:
    """Count a visit with each player's `values` in every node of its path, and what it found for the first move."""
    path = growth.path
    if length > 1:
        first_move = path[1] - tree[0].first
        for player in range(growth.judge.players):
            growth.scores[first_move, player] += growth.leaf.scores[player]
            growth.chances[first_move, player] += growth.leaf.chances[player]
    tree[path[0]].visits += 1
    for k in range(1, length):
        node = path[k]
        tree[node].visits += 1
        tree[node].total += values[tree[path[k - 1]].actor]
    for k in range(length - 2, -1, -1):
        if tree[path[k + 1]].winner == NOBODY:
            break
        settle(tree, path[k])
