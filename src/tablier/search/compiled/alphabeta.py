"""Alpha-beta for two players, as a machine that can be stopped and resumed between any two nodes.

Instead of calling itself the search keeps a frame for every move of the line it is looking at. Depth counts turns: a move
after which the same player acts again costs none, so turns of several moves are searched as one. A value is seen by the
player to act in its frame; it changes sign between frames only when the player does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np

from tablier.kernel.jit import INTERPRETED, jit, own_record
from tablier.kernel.protocol import features, key, legal_moves, places, play, to_act

__all__ = ["CERTAIN", "ENTRY", "FRAME", "HISTORY", "INFINITE", "PLIES", "REDUCED", "ROOT", "WIN", "begin", "run"]

WIN = 1 << 28
"""The value of a win here and now; a win k moves away is worth WIN − k."""

CERTAIN = WIN - 4096
"""Values beyond this are proofs."""

INFINITE = 1 << 30
_MOST = 1 << 26  # static values stay below
PLIES = 64
"""The longest line, in moves."""

REDUCED = 64
"""Rows and columns of the table of reductions: depth left, number of the move."""

HISTORY = 1 << 12

_ENTER, _NEXT, _FULL, _SCOUT, _SHALLOW = range(5)  # what a frame does or waits for
_UPPER, _LOWER, _EXACT = 1, 2, 3
# _SINCE: the nodes there were when the root's present move was begun. _LOUD: the feature whose change makes a position unquiet,
# −1 for none. _AGAIN: what a repetition is worth to the player of the root.
_PLY, _NODES, _TABLE_MASK, _SINCE, _LOUD, _AGAIN = range(6)


def _record(folder: Path, fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    made = np.dtype((np.record, np.dtype(fields, align=True)))
    if not INTERPRETED:
        own_record(numba.from_dtype(made), folder)
    return made


_HERE = Path(__file__).resolve().parent

FRAME = _record(
    _HERE,
    [
        ("key", np.uint64),
        ("alpha", np.int64),
        ("beta", np.int64),
        ("floor", np.int64),  # alpha on entering
        ("best", np.int64),
        ("best_move", np.int64),
        ("killer", np.int64, 2),
        ("loud", np.int64),  # both players' feature that tells of captures
        ("depth", np.int32),
        ("moves", np.int32),
        ("next", np.int32),
        ("line", np.int32),  # the length of the best line from here
        ("player", np.int8),
        ("stage", np.int8),
    ],
)

ENTRY = _record(_HERE, [("check", np.uint64), ("move", np.int64), ("packed", np.int64)])
"""A line of the table of positions. Threads share the table without locks: `check` is the key mixed with move and data, so that
a line half written by another thread is not found. Each search has a salt of its own: lines of earlier ones are not found
either, whatever they hold."""

ROOT = _record(
    _HERE,
    [
        ("move", np.int64),
        ("value", np.int64),
        ("bonus", np.int64),  # a small preference, for variety
        ("nodes", np.int64),
        ("depth", np.int32),  # of the iteration the value is from
        ("exact", np.int8),  # whether the value is more than an upper bound
        ("length", np.int32),
        ("line", np.int64, PLIES),
    ],
)


@jit
def _slot(hashed: Any, info: Any) -> int:
    return np.int64(hashed & np.uint64(info[_TABLE_MASK]))  # type: ignore[return-value]


@jit
def _store(table: Any, info: Any, frame: Any, ply: int, salt: Any) -> None:
    value = frame.best
    bound = _EXACT
    if value <= frame.floor:
        bound = _UPPER
    elif value >= frame.beta:
        bound = _LOWER
    if value >= CERTAIN:
        value += ply
    elif value <= -CERTAIN:
        value -= ply
    hashed = frame.key ^ salt
    slot = _slot(frame.key, info)
    data = ((value + INFINITE) << 16) | (min(frame.depth, 255) << 4) | bound
    table[slot].move = frame.best_move
    table[slot].packed = data
    table[slot].check = hashed ^ np.uint64(data) ^ np.uint64(frame.best_move)


@jit
def _static(s: Any, player: int, weights: Any, room: Any, loud: int) -> int:
    """The static value for `player`, against the other. `weights` has a row for each player, a constant at its end. Leaves the
    feature `loud` (the last is always 0), of both players together, in room[-1]."""
    n = features(s, player, room)
    value = weights[player, -1] - weights[1 - player, -1]
    for k in range(n):
        value += weights[player, k] * room[k]
    total = room[loud]
    features(s, 1 - player, room)
    room[-1] = 0
    room[-1] = total + room[loud]
    for k in range(n):
        value -= weights[1 - player, k] * room[k]
    return max(-_MOST, min(_MOST, value))  # type: ignore[no-any-return]


@jit
def _final(s: Any, player: int, ply: int, room: Any) -> int:
    """The value of a finished game."""
    places(s, room)
    if room[player] == room[1 - player]:
        return 0
    return WIN - ply if room[player] < room[1 - player] else ply - WIN


@jit
def _sort(moves: Any, order: Any, n: int) -> None:
    """Sort moves by falling order: heap sort, in place."""
    start, end = n // 2, n
    while end > 1:
        if start > 0:
            start -= 1
        else:
            end -= 1
            moves[0], moves[end] = moves[end], moves[0]
            order[0], order[end] = order[end], order[0]
        parent = start
        while True:
            child = 2 * parent + 1
            if child >= end:
                break
            if child + 1 < end and order[child + 1] < order[child]:
                child += 1
            if order[parent] <= order[child]:
                break
            moves[parent], moves[child] = moves[child], moves[parent]
            order[parent], order[child] = order[child], order[parent]
            parent = child


@jit
def _arrange(
    frames: Any, stack: Any, moves: Any, order: Any, history: Any, weights: Any, room: Any, ply: int, known: int
) -> int:
    """Order the moves of a frame: the one known from before, then by static value of what they lead to, or near the leaves
    by what was good elsewhere. Returns the positions looked at."""
    frame = frames[ply]
    n, player = frame.moves, frame.player
    looked = 0
    for i in range(n):
        move = moves[ply, i]
        if move == known:
            order[ply, i] = INFINITE
        elif frame.depth >= 2:
            stack[ply + 1] = stack[ply]
            play(stack[ply + 1], move)
            looked += 1
            if to_act(stack[ply + 1]) < 0:
                order[ply, i] = _final(stack[ply + 1], player, ply, room)
            else:
                order[ply, i] = _static(stack[ply + 1], player, weights, room, -1)
        elif move == frame.killer[0] or move == frame.killer[1]:
            order[ply, i] = INFINITE - 1
        else:
            order[ply, i] = history[player, move % HISTORY]
    _sort(moves[ply], order[ply], n)
    return looked


@jit
def begin(frames: Any, root: Any, moves: Any, info: Any, n: int, depth: int, alpha: int) -> None:
    """Set the machine to search the first `n` moves of `root`, in that order, to a depth, for values above `alpha`."""
    frame = frames[0]
    frame.alpha = alpha
    frame.floor = frame.best = -INFINITE
    frame.beta = INFINITE
    frame.depth = depth
    frame.moves = n
    frame.next = 0
    frame.line = 0
    frame.stage = _NEXT
    for i in range(n):
        moves[0, i] = root[i].move
    info[_PLY] = 0


@jit
def _quieten(frames: Any, stack: Any, moves: Any, order: Any, weights: Any, room: Any, info: Any, ply: int) -> int:
    """The value of a frame at the end of a line. When the move that led here was a capture it may be answered by another: then
    INFINITE + 1, with these moves alone in order; who is to act need not take any of them."""
    frame, s = frames[ply], stack[ply]
    value = _static(s, frame.player, weights, room, info[_LOUD])
    frame.loud = room[-1]
    if frame.loud == frames[ply - 1].loud or value >= frame.beta or ply >= PLIES - 1:
        return value
    kept = 0
    n = legal_moves(s, moves[ply])
    info[_NODES] += n
    for i in range(n):
        move = moves[ply, i]
        stack[ply + 1] = stack[ply]
        play(stack[ply + 1], move)
        after = _static(stack[ply + 1], frame.player, weights, room, info[_LOUD])
        over = to_act(stack[ply + 1]) < 0
        if over or room[-1] != frame.loud:
            moves[ply, kept] = move
            order[ply, kept] = INFINITE if over else after
            kept += 1
    if kept == 0:
        return value
    _sort(moves[ply], order[ply], kept)
    frame.key = key(s)
    frame.depth = 0
    frame.floor = frame.alpha
    frame.alpha = max(frame.alpha, value)
    frame.best = value
    frame.best_move = moves[ply, 0]
    frame.moves = kept
    frame.next = 0
    frame.line = 0
    frame.stage = _NEXT
    return INFINITE + 1


@jit
def _enter(
    frames: Any,
    stack: Any,
    moves: Any,
    order: Any,
    table: Any,
    history: Any,
    weights: Any,
    room: Any,
    seen: Any,
    info: Any,
    ply: int,
    salt: Any,
) -> int:
    """Look at a new frame: its value if that is plain, else INFINITE + 1, with its moves in order."""
    frame, s = frames[ply], stack[ply]
    player = to_act(s)
    if player < 0:
        player = frames[ply - 1].player
        frame.player = player
        return _final(s, player, ply, room)
    frame.player = player
    if frame.depth <= 0 or ply >= PLIES - 1:
        return _quieten(frames, stack, moves, order, weights, room, info, ply)
    if info[_LOUD] >= 0:
        _static(s, player, weights, room, info[_LOUD])
        frame.loud = room[-1]
    frame.key = key(s)
    again = info[_AGAIN] if player == frames[0].player else -info[_AGAIN]
    for k in range(ply - 1, -1, -1):
        if frames[k].key == frame.key:
            return again  # type: ignore[no-any-return]
    for k in range(len(seen)):
        if seen[k] == frame.key:
            return again  # type: ignore[no-any-return]
    # No line from here can be better than a win at once, or worse than a loss at once.
    frame.alpha = max(frame.alpha, ply - WIN)
    frame.beta = min(frame.beta, WIN - ply - 1)
    if frame.alpha >= frame.beta:
        return frame.alpha  # type: ignore[no-any-return]
    hashed = frame.key ^ salt
    entry = table[_slot(frame.key, info)]
    known = -1
    move, data = entry.move, entry.packed
    if entry.check == hashed ^ np.uint64(data) ^ np.uint64(move):
        known = move
        value = (data >> 16) - INFINITE
        bound = data & 15
        if value >= CERTAIN:
            value -= ply
        elif value <= -CERTAIN:
            value += ply
        deep = (data >> 4) & 255 >= frame.depth or abs(value) >= CERTAIN
        tells = (bound & _LOWER and value >= frame.beta) or (bound & _UPPER and value <= frame.alpha)
        if tells and deep and frame.beta - frame.alpha == 1:
            return value  # type: ignore[no-any-return]
    frame.moves = legal_moves(s, moves[ply])
    frame.floor = frame.alpha
    frame.best = -INFINITE
    frame.best_move = moves[ply, 0]
    frame.next = 0
    frame.line = 0
    info[_NODES] += _arrange(frames, stack, moves, order, history, weights, room, ply, known)
    frame.stage = _NEXT
    return INFINITE + 1


@jit
def _descend(frames: Any, stack: Any, moves: Any, root: Any, reductions: Any, info: Any, ply: int, stage: int) -> None:
    """Play the current move of a frame and enter the frame after it: full window, scouting, or scouting less deep."""
    frame, child = frames[ply], frames[ply + 1]
    move = moves[ply, frame.next]
    stack[ply + 1] = stack[ply]
    play(stack[ply + 1], move)
    info[_NODES] += 1
    actor = to_act(stack[ply + 1])
    same = actor == frame.player
    depth = frame.depth if same or frame.moves == 1 else frame.depth - 1
    if stage == _SHALLOW:
        depth -= reductions[min(frame.depth, REDUCED - 1), min(frame.next, REDUCED - 1)]
    alpha, beta = frame.alpha, frame.beta
    if stage != _FULL:
        beta = alpha + 1
    if ply == 0:  # certain values get no bonus, so a window that begins or ends there is not shifted
        bonus = root[frame.next].bonus
        alpha -= bonus if abs(alpha) < CERTAIN else 0
        beta -= bonus if abs(beta) < CERTAIN else 0
    if actor < 0 or same:
        child.alpha, child.beta = alpha, beta
    else:
        child.alpha, child.beta = -beta, -alpha
    child.depth = depth
    child.stage = _ENTER
    child.line = 0
    frame.stage = stage
    info[_PLY] = ply + 1


@jit
def _take(frames: Any, moves: Any, lines: Any, root: Any, history: Any, ply: int, value: int, wanted: int) -> None:
    """A move of a frame has been searched: keep what it is worth."""
    frame = frames[ply]
    move = moves[ply, frame.next]
    if ply == 0:
        row = root[frame.next]
        row.exact = 1 if value > frame.alpha or frame.alpha == -INFINITE else 0
        if row.exact == 1 or value < CERTAIN:  # "at most a win" says nothing: what was known before is better
            row.value = value
            row.depth = frame.depth
        if row.exact == 1:
            row.length = min(frames[1].line + 1, PLIES)
            row.line[0] = move
            for k in range(1, row.length):
                row.line[k] = lines[1, k - 1]
    if value > frame.best:
        frame.best = value
        frame.best_move = move
        if value > frame.alpha:
            lines[ply, 0] = move
            length = min(frames[ply + 1].line, PLIES - 1)
            for k in range(length):
                lines[ply, k + 1] = lines[ply + 1, k]
            frame.line = length + 1
            if ply > 0:
                frame.alpha = value
    if ply == 0 and frame.next + 1 >= wanted:
        # The window's lower end is the worst of the values wanted exactly.
        frame.alpha = max(frame.alpha, _nth_best(root, frame.next + 1, wanted))
    if ply > 0 and frame.alpha >= frame.beta:
        if move != frame.killer[0]:
            frame.killer[1] = frame.killer[0]
            frame.killer[0] = move
        slot = move % HISTORY
        history[frame.player, slot] += frame.depth * frame.depth
        if history[frame.player, slot] > 1 << 20:
            for k in range(HISTORY):
                history[frame.player, k] >>= 1
        frame.next = frame.moves
    else:
        frame.next += 1
    frame.stage = _NEXT


@jit
def _nth_best(root: Any, n: int, wanted: int) -> int:
    """The wanted-th best value among the first n root moves."""
    limit = INFINITE
    for _ in range(wanted):
        best = -INFINITE
        for i in range(n):
            if root[i].exact == 1 and best < root[i].value < limit:
                best = root[i].value
        if best == -INFINITE:
            return limit if limit < INFINITE else -INFINITE
        limit = best
    return limit


@jit
def run(
    frames: Any,
    stack: Any,
    moves: Any,
    order: Any,
    lines: Any,
    root: Any,
    table: Any,
    history: Any,
    reductions: Any,
    weights: Any,
    room: Any,
    seen: Any,
    info: Any,
    budget: int,
    wanted: int,
    salt: Any,
) -> bool:
    """Go on with the search for about `budget` nodes; whether the root is finished. `wanted` is how many of the root's moves
    get exact values."""
    end = info[_NODES] + budget
    while info[_NODES] < end:
        ply = info[_PLY]
        frame = frames[ply]
        if frame.stage == _NEXT:
            if frame.next < frame.moves:
                # Moves that come late are first tried less deep, those after the first with the least window.
                stage = _FULL
                if frame.alpha > -INFINITE and frame.next > 0 and frame.beta - frame.alpha > 1:
                    stage = _SCOUT
                less = reductions[min(frame.depth, REDUCED - 1), min(frame.next, REDUCED - 1)]
                if frame.next > 0 and frame.alpha > -CERTAIN and less > 0:
                    stage = _SHALLOW
                if ply == 0:
                    info[_SINCE] = info[_NODES]
                _descend(frames, stack, moves, root, reductions, info, ply, stage)
                continue
            if ply == 0:
                return True
            _store(table, info, frame, ply, salt)
            value = frame.best
        else:
            value = _enter(frames, stack, moves, order, table, history, weights, room, seen, info, ply, salt)
            if value > INFINITE:
                continue
            frame.line = 0
        # The frame is done: tell the one above.
        above = frames[ply - 1]
        if frame.player != above.player:
            value = -value
        if ply == 1 and abs(value) < CERTAIN:
            value += root[above.next].bonus
        info[_PLY] = ply - 1
        if above.stage == _SHALLOW and value > above.alpha:
            _descend(
                frames,
                stack,
                moves,
                root,
                reductions,
                info,
                ply - 1,
                _SCOUT if above.beta - above.alpha > 1 else _FULL,
            )
        elif above.stage == _SCOUT and above.alpha < value < above.beta:
            _descend(frames, stack, moves, root, reductions, info, ply - 1, _FULL)
        else:
            if ply == 1:
                root[above.next].nodes += info[_NODES] - info[_SINCE]
            _take(frames, moves, lines, root, history, ply - 1, value, wanted)
    return False
