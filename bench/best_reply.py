"""Best-reply search, the usual alternative to max-n for three and more players: ``python -m bench.best_reply``.

A program that speaks our protocol, so that the many-player search that ships can be measured against it (the report
``best-reply``). It is alpha-beta seen by the player to move, in the form known as BRS+: between two turns of ours one opponent,
whichever hurts most, looks at all moves, and the others play the move that looks best for themselves. It has the same
compiled rules, evaluation and weights, deepens step by step, and tells of repetitions as the other engines do.
"""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bench.program import serve
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.kernel.dice import below, die
from tablier.kernel.jit import jit
from tablier.kernel.protocol import key, legal_moves, placed, play, to_act
from tablier.kernel.records import plain_record, record_of
from tablier.search import Limits
from tablier.search.compiled import scores as scores_module
from tablier.search.compiled.scores import JUDGE, WORTH, place_worth, shared_worth
from tablier.search.compiled.static import at_key
from tablier.search.limits import Terms
from tablier.search.query import query

_PLIES = 64
_DEEPEST = 32
_INFINITE = 1 << 30
BONUS = 400
_ENTER, _NEXT = 0, 1

# Compiled from that folder's sources too: when they change, so must this.
FRAME = record_of(
    Path(scores_module.__file__).resolve().parent,
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
)


@functools.cache
def reply_type(state: np.dtype[Any], max_moves: int) -> np.dtype[Any]:
    """The type of the record a search is kept in."""
    return plain_record(
        [
            ("ply", np.int64),  # of the frame at work
            ("nodes", np.int64),
            ("me", np.int64),
            ("judge", JUDGE),
            ("found", WORTH),
            ("frames", FRAME, _PLIES + 1),
            ("stack", state, _PLIES + 2),
            ("moves", np.int64, (_PLIES + 1, max_moves)),
            ("worth", np.int64, (_PLIES + 1, max_moves)),  # of the moves, to us
        ]
    )


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
def _arrange(reply: Any, ply: int) -> None:
    """Write a frame's moves, each with its worth to us: ours by their worth, an opponent's own favourite first and then what
    hurts us most."""
    frame, stack, me = reply.frames[ply], reply.stack, reply.me
    moves, worth, utility = reply.moves[ply], reply.worth[ply], reply.found.utility
    n = legal_moves(stack[ply], moves)
    reply.nodes += n
    favourite, most = 0, -1
    for i in range(n):
        stack[ply + 1] = stack[ply]
        play(stack[ply + 1], moves[i])
        place_worth(reply.judge, stack[ply + 1], reply.found)
        worth[i] = utility[me]
        if utility[frame.player] > most:
            favourite, most = i, utility[frame.player]
    frame.moves = n
    moves[0], moves[favourite] = moves[favourite], moves[0]
    worth[0], worth[favourite] = worth[favourite], worth[0]
    if frame.player != me and frame.spent:
        frame.moves = 1
        return
    sign = 1 if frame.player == me else -1
    for i in range(2, n):
        move, value = moves[i], worth[i]
        k = i
        while k > 1 and sign * worth[k - 1] < sign * value:
            moves[k], worth[k] = moves[k - 1], worth[k - 1]
            k -= 1
        moves[k], worth[k] = move, value


@jit
def _enter(reply: Any, seen: Any, ply: int) -> bool:
    """Begin with a frame; whether nothing is to be searched there: then its best is what it is worth."""
    frame, me = reply.frames[ply], reply.me
    s = reply.stack[ply]
    frame.player = to_act(s)
    frame.key = key(s)
    repeated = frame.player >= 0 and _repeats(reply.frames, ply, seen)
    if repeated or frame.player < 0 or placed(s, me) != 0 or ply == _PLIES:
        if repeated:
            shared_worth(reply.judge, s, reply.found)
        else:
            place_worth(reply.judge, s, reply.found)
        frame.best = reply.found.utility[me]
        return True
    if frame.player == me:
        frame.spent = 0
    _arrange(reply, ply)
    frame.next = 0
    frame.best = -_INFINITE if frame.player == me else _INFINITE
    frame.best_move = 0
    frame.stage = _NEXT
    return False


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
def run(replies: Any, root: Any, seen: Any, budget: int) -> bool:
    """Go on for about so many nodes; whether the root is finished. `root` has a row for each move: move, value, bonus."""
    reply = replies[0]
    frames, stack, me = reply.frames, reply.stack, reply.me
    end = reply.nodes + budget
    while reply.nodes < end:
        ply = reply.ply
        frame = frames[ply]
        if frame.stage == _ENTER:
            if not _enter(reply, seen, ply):
                continue
        elif frame.next < frame.moves and frame.alpha < frame.beta:
            child = frames[ply + 1]
            stack[ply + 1] = stack[ply]
            play(stack[ply + 1], reply.moves[ply, frame.next])
            reply.nodes += 1
            same = to_act(stack[ply + 1]) == frame.player
            free = frame.player == me or frame.next > 0
            child.depth = frame.depth if same or not free else frame.depth - 1
            child.spent = 1 if frame.player != me and (frame.spent or free) else 0
            bonus = root[frame.next, 2] if ply == 0 else 0
            child.alpha, child.beta = frame.alpha - bonus, frame.beta - bonus
            child.stage = _ENTER
            if child.depth == 0:
                value = reply.worth[ply, frame.next] + bonus
                if ply == 0:
                    root[frame.next, 1] = value
                _take(frame, value, me)
            else:
                reply.ply = ply + 1
            continue
        elif ply == 0:
            return True
        # The frame is done: tell the one above.
        value = frame.best
        above = frames[ply - 1]
        reply.ply = ply - 1
        if ply == 1:
            value += root[above.next, 2]
            root[above.next, 1] = value
        _take(above, value, me)
    return False


def best_move(given: Position | Match, limits: Limits, seed: int) -> str:
    """The move that best-reply search chooses within the limits."""
    asked, terms = query(given), Terms(limits, seed, None, None)
    me, codes = asked.player, asked.codes
    dice = die(seed)
    root = np.array([[code, 0, below(dice, BONUS + 1)] for code in codes], np.int64)
    replies = np.zeros(1, reply_type(asked.states.dtype, asked.max_moves))
    reply = replies[0]
    reply.me, reply.judge = me, asked.judges()[0]
    reply.stack[0] = asked.states[0]
    # What the first iteration reads instead of looking: the positions after each move.
    reply.worth[0, : len(codes)] = asked.after(codes)["utility"][:, me]
    best = codes[0]
    for depth in range(1, (limits.depth or _DEEPEST) + 1):
        frame = reply.frames[0]
        frame.key = at_key(asked.states)
        frame.player, frame.depth, frame.stage = me, depth, _NEXT
        frame.alpha, frame.beta, frame.best = -_INFINITE, _INFINITE, -_INFINITE
        frame.moves, frame.next, frame.best_move = len(codes), 0, 0
        reply.moves[0, : len(codes)] = root[:, 0]
        reply.ply = 0
        over = False
        while not over and (budget := terms.watch.slice()):
            over = bool(run(replies, root, asked.seen, budget))
            terms.watch.nodes = int(reply.nodes)
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
