"""Best-reply search, the usual alternative to max-n for three and more players: ``python -m bench.best_reply``.

A program that speaks our protocol, so that the many-player search that ships can be measured against it (the report
``best-reply``). It is alpha-beta seen by the player to move, in the form known as BRS+: between two turns of ours one opponent,
whichever hurts most, looks at all moves, and the others play the move that looks best for themselves. It has the same
compiled rules, evaluation and weights, deepens step by step, and tells of repetitions as the other engines do.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np

from bench.program import serve
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.kernel.dice import below, die
from tablier.kernel.jit import INTERPRETED, jit, own_record
from tablier.kernel.protocol import key, legal_moves, placed, play, to_act
from tablier.search import Limits
from tablier.search.compiled import scores as scores_module
from tablier.search.compiled.scores import FEATURES, PLAYERS, place_scores, shared_scores, wins
from tablier.search.compiled.static import after_each, at_key
from tablier.search.limits import Job
from tablier.search.problem import problem

_PLIES = 64
_DEEPEST = 32
_INFINITE = 1 << 30
BONUS = 400
_ENTER, _NEXT = 0, 1
_PLY, _NODES = 0, 1

FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("alpha", np.int64),
                ("beta", np.int64),
                ("best", np.int64),
                ("best_move", np.int32),
                ("moves", np.int32),
                ("next", np.int32),
                ("depth", np.int32),
                ("player", np.int8),
                ("spent", np.int8),  # whether an opponent has looked at all moves since our last turn
                ("stage", np.int8),
            ],
            align=True,
        ),
    )
)
if not INTERPRETED:
    # Compiled from that folder's sources too: when they change, so must this.
    own_record(numba.from_dtype(FRAME), Path(scores_module.__file__).resolve().parent)


@jit
def _worth(s: Any, players: int, weights: Any, room: Any) -> None:
    """Leaves in room[4] what a position is worth to each player: places, and winning most of all."""
    place_scores(s, players, weights, room, room[2])
    wins(room[2], players, room[3])
    for player in range(players):
        room[4, player] = (room[2, player] + room[3, player]) // 2


@jit
def _repeats(frames: Any, ply: int, seen: Any) -> bool:
    for k in range(ply):
        if frames[k].key == frames[ply].key:
            return True
    for k in range(len(seen)):  # noqa: SIM110
        if seen[k] == frames[ply].key:
            return True
    return False


@jit
def _arrange(
    frame: Any, stack: Any, moves: Any, worth: Any, ply: int, me: int, players: int, weights: Any, room: Any
) -> int:
    """Write a frame's moves, each with its worth to us: ours by their worth, an opponent's own favourite first and then what
    hurts us most. Returns the number of positions looked at."""
    n = legal_moves(stack[ply], moves[ply])
    favourite, most = 0, -1
    for i in range(n):
        stack[ply + 1] = stack[ply]
        play(stack[ply + 1], moves[ply, i])
        _worth(stack[ply + 1], players, weights, room)
        worth[ply, i] = room[4, me]
        if room[4, frame.player] > most:
            favourite, most = i, room[4, frame.player]
    frame.moves = n
    moves[ply, 0], moves[ply, favourite] = moves[ply, favourite], moves[ply, 0]
    worth[ply, 0], worth[ply, favourite] = worth[ply, favourite], worth[ply, 0]
    if frame.player != me and frame.spent:
        frame.moves = 1
        return n
    sign = 1 if frame.player == me else -1
    for i in range(2, n):
        move, value = moves[ply, i], worth[ply, i]
        k = i
        while k > 1 and sign * worth[ply, k - 1] < sign * value:
            moves[ply, k], worth[ply, k] = moves[ply, k - 1], worth[ply, k - 1]
            k -= 1
        moves[ply, k], worth[ply, k] = move, value
    return n


@jit
def _enter(
    frames: Any,
    stack: Any,
    moves: Any,
    worth: Any,
    seen: Any,
    info: Any,
    ply: int,
    me: int,
    players: int,
    weights: Any,
    room: Any,
) -> int:
    """Begin with a frame; its value when nothing is to be searched there, else −1."""
    frame = frames[ply]
    s = stack[ply]
    frame.player = to_act(s)
    frame.key = key(s)
    if frame.player >= 0 and _repeats(frames, ply, seen):
        shared_scores(s, players, room, room[2])
        wins(room[2], players, room[3])
        return (room[2, me] + room[3, me]) // 2  # type: ignore[no-any-return]
    if frame.player < 0 or placed(s, me) != 0 or ply == _PLIES:
        _worth(s, players, weights, room)
        return room[4, me]  # type: ignore[no-any-return]
    if frame.player == me:
        frame.spent = 0
    info[_NODES] += _arrange(frame, stack, moves, worth, ply, me, players, weights, room)
    frame.next = 0
    frame.best = -_INFINITE if frame.player == me else _INFINITE
    frame.best_move = 0
    frame.stage = _NEXT
    return -1


@jit
def _take(frame: Any, value: int, me: int) -> None:
    """A move of a frame is worth so much to us."""
    if frame.player == me:
        if value > frame.best:
            frame.best, frame.best_move = value, frame.next
        frame.alpha = max(frame.alpha, frame.best)
    else:
        frame.best = min(frame.best, value)
        frame.beta = min(frame.beta, frame.best)
    frame.next += 1


@jit
def run(
    frames: Any,
    stack: Any,
    moves: Any,
    worth: Any,
    root: Any,
    seen: Any,
    info: Any,
    me: int,
    players: int,
    weights: Any,
    room: Any,
    budget: int,
) -> bool:
    """Go on for about so many nodes; whether the root is finished. `root` has a row for each move: move, value, bonus."""
    end = info[_NODES] + budget
    while info[_NODES] < end:
        ply = info[_PLY]
        frame = frames[ply]
        if frame.stage == _ENTER:
            value = _enter(frames, stack, moves, worth, seen, info, ply, me, players, weights, room)
            if value < 0:
                continue
        elif frame.next < frame.moves and frame.alpha < frame.beta:
            child = frames[ply + 1]
            stack[ply + 1] = stack[ply]
            play(stack[ply + 1], moves[ply, frame.next])
            info[_NODES] += 1
            same = to_act(stack[ply + 1]) == frame.player
            free = frame.player == me or frame.next > 0
            child.depth = frame.depth if same or not free else frame.depth - 1
            child.spent = 1 if frame.player != me and (frame.spent or free) else 0
            bonus = root[frame.next, 2] if ply == 0 else 0
            child.alpha, child.beta = frame.alpha - bonus, frame.beta - bonus
            child.stage = _ENTER
            if child.depth == 0:
                value = worth[ply, frame.next] + bonus
                if ply == 0:
                    root[frame.next, 1] = value
                _take(frame, value, me)
            else:
                info[_PLY] = ply + 1
            continue
        elif ply == 0:
            return True
        else:
            value = frame.best
        # The frame is done: tell the one above.
        above = frames[ply - 1]
        info[_PLY] = ply - 1
        if ply == 1:
            value += root[above.next, 2]
            root[above.next, 1] = value
        _take(above, value, me)
    return False


def best_move(given: Position | Match, limits: Limits, seed: int) -> str:
    """The move that best-reply search chooses within the limits."""
    asked, job = problem(given), Job(limits, seed, None, None)
    me, codes = asked.player, asked.codes
    dice = die(seed)
    root = np.array([[code, 0, below(dice, BONUS + 1)] for code in codes], np.int64)
    frames = np.zeros(_PLIES + 1, FRAME)
    stack = np.zeros(_PLIES + 2, asked.states.dtype)
    stack[0] = asked.states[0]
    moves = np.zeros((_PLIES + 1, asked.max_moves), np.int64)
    worth = np.zeros((_PLIES + 1, asked.max_moves), np.int64)
    info = np.zeros(2, np.int64)
    room = np.zeros((8, FEATURES), np.int64)
    fixed = (asked.seen, info, me, asked.players, asked.weights, room)
    # What the first iteration reads instead of looking: the positions after each move.
    after = np.zeros((len(codes), 2 * PLAYERS + 1), np.int64)
    after_each(stack, root[:, 0].copy(), asked.players, asked.weights, room, after)
    worth[0, : len(codes)] = (after[:, me] + after[:, PLAYERS + me]) // 2
    best = codes[0]
    for depth in range(1, (limits.depth or _DEEPEST) + 1):
        frame = frames[0]
        frame.key = at_key(asked.states)
        frame.player, frame.depth, frame.stage = me, depth, _NEXT
        frame.alpha, frame.beta, frame.best = -_INFINITE, _INFINITE, -_INFINITE
        frame.moves, frame.next, frame.best_move = len(codes), 0, 0
        moves[0, : len(codes)] = root[:, 0]
        info[_PLY] = 0
        over = False
        while not over and (budget := job.watch.slice()):
            over = bool(run(frames, stack, moves, worth, root, *fixed, budget))
            job.watch.nodes = int(info[_NODES])
        first = int(frame.best_move)
        if frame.next > 0:
            best = int(root[first, 0])
        if not over or len(codes) == 1:
            break
        order = np.argsort(-root[:, 1], kind="stable")
        root = np.ascontiguousarray(root[[first, *(i for i in order if i != first)]])
    return next(text for text, code in asked.position.codes().items() if code == best)


def main() -> None:
    """Serve until ``quit`` or the end of the input."""

    def prepare(match: Match) -> None:
        best_move(match, Limits(nodes=1), 0)

    def choose(match: Match, seconds: float, seed: int) -> str:
        return best_move(match, Limits(seconds=seconds, cpu=True), seed)

    serve("Best-reply search", ["kenwan", "chinese-checkers"], sys.stdin, prepare, choose)


if __name__ == "__main__":
    main()
