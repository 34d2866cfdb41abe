"""Everything the program runs on records, written once for all games: single moves, perft, random games.

States are arrays of records. `at_*` functions are the entry points for Python: they take an array and look at its first
record, which is four times cheaper to call than passing the record itself.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tablier.kernel.dice import below, die
from tablier.kernel.jit import jit
from tablier.kernel.protocol import legal_moves, places, play, to_act

__all__ = ["at_legal_moves", "at_places", "at_play", "at_to_act", "perft", "playouts", "warm_up"]


@jit
def at_legal_moves(states: Any, out: Any) -> int:
    """Legal moves of the first record."""
    return legal_moves(states[0], out)


@jit
def at_play(states: Any, move: int, result: Any) -> None:
    """The first record after `move`, written to the first record of `result`."""
    result[0] = states[0]
    play(result[0], move)


@jit
def at_to_act(states: Any) -> int:
    """The player to act in the first record, −1 when over."""
    return to_act(states[0])


@jit
def at_places(states: Any, out: Any) -> int:
    """The places in the first record, a finished game."""
    return places(states[0], out)


@jit
def _count(stack: Any, moves: Any, todo: Any, depth: int) -> int:
    """Sequences of `depth` ≥ 1 moves from stack[0], depth first, without recursion."""
    total = 0
    level = 0
    todo[0] = legal_moves(stack[0], moves[0])
    if depth == 1:
        return todo[0]  # type: ignore[no-any-return]
    while level >= 0:
        if todo[level] == 0:
            level -= 1
            continue
        todo[level] -= 1
        stack[level + 1] = stack[level]
        play(stack[level + 1], moves[level, todo[level]])
        below_it = legal_moves(stack[level + 1], moves[level + 1])
        if level + 2 == depth:
            total += below_it
        else:
            level += 1
            todo[level] = below_it
    return total


def perft(states: Any, depth: int, max_moves: int, threads: int = 1) -> int:
    """The number of move sequences of exactly `depth` moves from the first record."""
    if depth == 0:
        return 1
    if depth == 1 or threads == 1:
        return int(_count(*_scratch(states, depth, max_moves), depth))
    first = np.empty(max_moves, np.int64)
    n = at_legal_moves(states, first)

    def after(move: int) -> int:
        child = np.zeros(1, states.dtype)
        at_play(states, move, child)
        return int(_count(*_scratch(child, depth - 1, max_moves), depth - 1))

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(after, [int(m) for m in first[:n]]))


def _scratch(states: Any, depth: int, max_moves: int) -> tuple[Any, Any, Any]:
    stack = np.zeros(depth + 1, states.dtype)
    stack[0] = states[0]
    return stack, np.empty((depth + 1, max_moves), np.int64), np.zeros(depth + 1, np.int64)


@jit
def _playouts(work: Any, moves: Any, dice: Any, games: int, limit: int) -> int:
    """Play `games` random games from work[0], each of at most `limit` moves; returns the moves played."""
    played = 0
    for _ in range(games):
        work[1] = work[0]
        for _ in range(limit):
            n = legal_moves(work[1], moves)
            if n == 0:
                break
            play(work[1], moves[below(dice, n)])
            played += 1
    return played


def playouts(states: Any, max_moves: int, games: int, limit: int, seed: int) -> int:
    """Random games from the first record, uniform over legal moves; returns the number of moves played."""
    work = np.zeros(2, states.dtype)
    work[0] = states[0]
    return int(_playouts(work, np.empty(max_moves, np.int64), die(seed), games, limit))


def warm_up(states: Any, max_moves: int) -> None:
    """Compile what positions need, by asking everything of one state."""
    out = np.empty(max_moves, np.int64)
    n = at_legal_moves(states, out)
    at_to_act(states)
    at_places(states, np.zeros(8, np.int64))
    if n:
        at_play(states, int(out[0]), np.zeros(1, states.dtype))
