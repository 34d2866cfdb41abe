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
from tablier.search.compiled.scores import ONE, PLAYERS, place_scores, shared_scores, wins
from tablier.search.compiled.threats import taker
from tablier.search.compiled.tree import DEPTH, NOBODY, add_children, back_up, lost, settle, settled

__all__ = ["grow"]

_FALL = np.array([float((-Decimal(i) / 64).exp()) for i in range(64 * 12)])
"""exp(−x) for x = 0, 1/64, 2/64 …"""


@jit
def _utility(scores: Any, chances: Any, players: int, out: Any) -> None:
    """What players are after: places, and winning most of all."""
    for player in range(players):
        out[player] = (scores[player] + chances[player]) // 2


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
def _expand(
    tree: Any,
    keys: Any,
    path: Any,
    length: int,
    used: Any,
    work: Any,
    moves: Any,
    room: Any,
    seen: Any,
    weights: Any,
    players: int,
    best_place: int,
    sharpness: float,
) -> None:
    """Give the last node of a path, the position of work[1], its children, evaluated. Leaves the scores, chances and utilities
    of the best in room[2:5]."""
    node = path[length - 1]
    n = legal_moves(work[1], moves)
    grown = add_children(tree, node, used, moves, n)
    first = tree[node].first
    me = tree[node].actor
    scores, chances, values = room[5], room[6], room[7]
    best = -1
    for i in range(n):
        work[2] = work[1]
        play(work[2], moves[i])
        actor = to_act(work[2])
        hashed = key(work[2])
        repeated = actor >= 0 and _repeats(hashed, keys, path, length, seen)
        if repeated:
            actor = NOBODY
            shared_scores(work[2], players, room, scores)
        else:
            place_scores(work[2], players, weights, room, scores)
        wins(scores, players, chances)
        _utility(scores, chances, players, values)
        if grown:
            child = tree[first + i]
            child.actor = actor
            child.guess = values[me]
            keys[first + i] = hashed
            if not repeated:
                child.winner = taker(work[2], players, best_place, room[1])
        if values[me] > best:
            best = values[me]
            for player in range(players):
                room[2, player], room[3, player], room[4, player] = scores[player], chances[player], values[player]
    if not grown:
        return
    total = 0.0
    for child in range(first, first + n):
        index = min(int((best - tree[child].guess) * sharpness), len(_FALL) - 1)
        tree[child].prior = _FALL[index]
        total += _FALL[index]
    for child in range(first, first + n):
        tree[child].prior = tree[child].prior / total


@jit
def _choose(tree: Any, node: int, exploration: float, ceiling: int) -> int:
    """The child with the best mean plus bonus; one that loses is worth no more than `ceiling`."""
    first, count, me = tree[node].first, tree[node].count, tree[node].actor
    scale = exploration * math.sqrt(tree[node].visits + 1.0)
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
def grow(
    tree: Any,
    keys: Any,
    used: Any,
    work: Any,
    moves: Any,
    path: Any,
    room: Any,
    root: Any,
    seen: Any,
    weights: Any,
    players: int,
    best_place: int,
    ceiling: int,
    visits: int,
    exploration: float,
    sharpness: float,
) -> int:
    """Visit the tree so many times from work[0], the root, or until all about the root is known; returns the visits made.

    `keys` are those of the nodes, `seen` those of positions that would stand for the third time. `root` sums each player's
    scores and chances to win by first move. `best_place` is what there is to win, `ceiling` what losers can still get.
    """
    scores, chances, values = room[2], room[3], room[4]
    for done in range(visits):
        if settled(tree, ceiling):
            return done
        work[1] = work[0]
        node = 0
        length = 1
        path[0] = 0
        while tree[node].first != 0 and length < DEPTH:
            node = _choose(tree, node, exploration, ceiling)
            path[length] = node
            length += 1
            play(work[1], tree[node].move)
        if tree[node].actor == NOBODY:
            if to_act(work[1]) < 0:
                place_scores(work[1], players, weights, room, scores)
            else:
                shared_scores(work[1], players, room, scores)
            wins(scores, players, chances)
            _utility(scores, chances, players, values)
        else:
            _expand(
                tree,
                keys,
                path,
                length,
                used,
                work,
                moves,
                room,
                seen,
                weights,
                players,
                best_place,
                sharpness,
            )
            if tree[node].first != 0:
                settle(tree, node)
        if length > 1:
            first_move = path[1] - tree[0].first
            for player in range(players):
                root[first_move, player] += scores[player]
                root[first_move, PLAYERS + player] += chances[player]
        back_up(tree, path, length, values)
    return visits
