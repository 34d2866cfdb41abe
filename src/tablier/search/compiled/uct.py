"""Plain UCT: a tree grown by random games, moves chosen by mean result plus a bonus for what was tried little."""

from __future__ import annotations

import math
from typing import Any

from tablier.kernel.dice import below
from tablier.kernel.jit import jit
from tablier.kernel.protocol import legal_moves, play, to_act
from tablier.search.compiled.scores import ONE, PLAYERS, progress_scores, wins
from tablier.search.compiled.threats import taker
from tablier.search.compiled.tree import DEPTH, NOBODY, UNKNOWN, add_children, back_up, log, lost, settled

__all__ = ["grow"]


@jit
def _expand(tree: Any, node: int, used: Any, s: Any, moves: Any, dice: Any) -> None:
    """Give a node its children, in random order, if there is room."""
    n = legal_moves(s, moves)
    for i in range(n - 1, 0, -1):
        k = below(dice, i + 1)
        moves[i], moves[k] = moves[k], moves[i]
    add_children(tree, node, used, moves, n)


@jit
def _choose(tree: Any, node: int, exploration: float, ceiling: int) -> int:
    """The child with the best mean plus bonus; untried ones come first, proved ones are taken or left."""
    first, count = tree[node].first, tree[node].count
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
            value += exploration * math.sqrt(logarithm / visits)
        if value > best_value:
            best, best_value = child, value
    return best  # type: ignore[no-any-return]


@jit
def grow(
    tree: Any,
    used: Any,
    work: Any,
    moves: Any,
    path: Any,
    room: Any,
    root: Any,
    dice: Any,
    players: int,
    best_place: int,
    ceiling: int,
    visits: int,
    exploration: float,
    cut: int,
    scale: int,
) -> int:
    """Visit the tree so many times from work[0], the root, or until all about the root is known; returns the visits made.

    `used[0]` counts the nodes in use; `root` sums each player's scores and chances to win by first move. `best_place` is what
    there is to win, `ceiling` what losers can still get.
    """
    values, chances = room[2], room[3]
    for done in range(visits):
        if settled(tree, ceiling):
            return done
        work[1] = work[0]
        s = work[1]
        node = 0
        length = 1
        path[0] = 0
        while length < DEPTH:
            if tree[node].actor == UNKNOWN:
                tree[node].actor = to_act(s)
            if tree[node].actor == NOBODY:
                break
            if tree[node].first == 0:
                if tree[node].visits == 0 and node != 0:
                    break
                _expand(tree, node, used, s, moves, dice)
                if tree[node].first == 0:
                    break
            node = _choose(tree, node, exploration, ceiling)
            path[length] = node
            length += 1
            play(s, tree[node].move)
        if tree[node].actor == UNKNOWN:
            tree[node].actor = to_act(s)
        if tree[node].visits == 0 and node != 0:
            tree[node].winner = taker(s, players, best_place, room[1])
        for _ in range(cut):
            n = legal_moves(s, moves)
            if n == 0:
                break
            play(s, moves[below(dice, n)])
        progress_scores(s, players, scale, room, values)
        wins(values, players, chances)
        if length > 1:
            first_move = path[1] - tree[0].first
            for player in range(players):
                root[first_move, player] += values[player]
                root[first_move, PLAYERS + player] += chances[player]
        back_up(tree, path, length, values)
    return visits
