"""Alpha-beta for two players, which can be stopped and resumed between any two nodes.

Instead of calling itself the search keeps a frame for every move of the line it is looking at. Depth counts turns: a move
after which the same player acts again costs none, so turns of several moves are searched as one. A value is seen by the
player to act in its frame; it changes sign between frames only when the player does.

All that a search needs besides the table of positions is one record, a `SEARCH`, whose type depends on the game.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np

from tablier.kernel.jit import jit
from tablier.kernel.protocol import features, key, legal_moves, places, play, to_act
from tablier.kernel.records import plain_record, record_of
from tablier.search.compiled.scores import FEATURES, PLAYERS

__all__ = ["CERTAIN", "ENTRY", "INFINITE", "REDUCED", "WIN", "begin", "run", "search_type"]

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
_HERE = Path(__file__).resolve().parent

FRAME = record_of(
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

ENTRY = record_of(_HERE, [("check", np.uint64), ("move", np.int64), ("packed", np.int64)])
"""A line of the table of positions. Threads share the table without locks: `check` is the key mixed with move and data, so that
a line half written by another thread is not found. Each search has a salt of its own: lines of earlier ones are not found
either, whatever they hold."""

ROOT = record_of(
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


@functools.cache
def search_type(state: np.dtype[Any], max_moves: int) -> np.dtype[Any]:
    """The type of a `SEARCH`: a game's record type and the most moves a position has decide it."""
    return plain_record(
        [
            ("ply", np.int64),  # of the frame at work
            ("nodes", np.int64),  # positions looked at
            ("since", np.int64),  # the nodes there were when the root's present move was begun
            ("width", np.int64),  # moves of the root
            ("wanted", np.int64),  # how many of them get exact values
            ("loud", np.int64),  # the feature whose change makes a position unquiet, −1 for none
            ("again", np.int64),  # what a repetition is worth to the player of the root
            ("salt", np.uint64),
            ("weights", np.int64, (2, FEATURES)),  # by player
            ("constant", np.int64, 2),  # what is added to a player's static value
            ("features", np.int64, FEATURES),  # room for those of the player looked at
            ("places", np.int64, PLAYERS),  # room for those of a finished game
            ("frames", FRAME, PLIES + 1),
            ("stack", state, PLIES + 1),  # the positions of the frames
            ("moves", np.int64, (PLIES + 1, max_moves)),
            ("order", np.int64, (PLIES + 1, max_moves)),  # what the moves are sorted by
            ("lines", np.int64, (PLIES + 1, PLIES)),  # the best lines
            ("reductions", np.int64, (REDUCED, REDUCED)),
            ("history", np.int64, (2, HISTORY)),  # how often a move was good, by player
            ("root", ROOT, max_moves),
        ]
    )


@jit
def _slot(table: Any, hashed: Any) -> int:
    """The line of a key; a table has a power of two of them."""
    return np.int64(hashed & np.uint64(len(table) - 1))  # type: ignore[return-value]


@jit
def _store(search: Any, table: Any, ply: int) -> None:
    frame = search.frames[ply]
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
    data = ((value + INFINITE) << 16) | (min(frame.depth, 255) << 4) | bound
    entry = table[_slot(table, frame.key)]
    entry.move = frame.best_move
    entry.packed = data
    entry.check = frame.key ^ search.salt ^ np.uint64(data) ^ np.uint64(frame.best_move)


@jit
def _static(search: Any, s: Any, player: int) -> tuple[int, int]:
    """The static value for `player`, against the other, and the loud feature of both together."""
    found, other, loud = search.features, 1 - player, search.loud
    loudness = 0
    value = search.constant[player] - search.constant[other]
    n = features(s, player, found)
    for k in range(n):
        value += search.weights[player, k] * found[k]
    if loud >= 0:
        loudness += found[loud]
    features(s, other, found)
    for k in range(n):
        value -= search.weights[other, k] * found[k]
    if loud >= 0:
        loudness += found[loud]
    return max(-_MOST, min(_MOST, value)), loudness


@jit
def _final(search: Any, s: Any, player: int, ply: int) -> int:
    """The value of a finished game."""
    given = search.places
    places(s, given)
    if given[player] == given[1 - player]:
        return 0
    return WIN - ply if given[player] < given[1 - player] else ply - WIN


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
def _arrange(search: Any, ply: int, known: int) -> None:
    """Order the moves of a frame: the one known from before, then by static value of what they lead to, or near the leaves
    by what was good elsewhere."""
    frame, stack, moves, order = search.frames[ply], search.stack, search.moves[ply], search.order[ply]
    n, player = frame.moves, frame.player
    for i in range(n):
        move = moves[i]
        if move == known:
            order[i] = INFINITE
        elif frame.depth >= 2:
            stack[ply + 1] = stack[ply]
            play(stack[ply + 1], move)
            search.nodes += 1
            if to_act(stack[ply + 1]) < 0:
                order[i] = _final(search, stack[ply + 1], player, ply)
            else:
                order[i] = _static(search, stack[ply + 1], player)[0]
        elif move == frame.killer[0] or move == frame.killer[1]:
            order[i] = INFINITE - 1
        else:
            order[i] = search.history[player, move % HISTORY]
    _sort(moves, order, n)


@jit
def begin(searches: Any, depth: int, alpha: int) -> None:
    """Set the first record to search the moves of its root, in that order, to a depth, for values above `alpha`."""
    search = searches[0]
    frame = search.frames[0]
    frame.alpha = alpha
    frame.floor = frame.best = -INFINITE
    frame.beta = INFINITE
    frame.depth = depth
    frame.moves = search.width
    frame.next = 0
    frame.line = 0
    frame.stage = _NEXT
    for i in range(search.width):
        search.moves[0, i] = search.root[i].move
    search.ply = 0


@jit
def _known(frame: Any, value: int) -> bool:
    """A frame is worth so much, and there is nothing to search."""
    frame.best = value
    frame.line = 0
    return True


@jit
def _quieten(search: Any, ply: int) -> bool:
    """Whether a frame at the end of a line has its value. When the move that led here was a capture it may be answered by
    another: then these moves alone are in order, and who is to act need not take any of them."""
    frame, stack, moves = search.frames[ply], search.stack, search.moves[ply]
    value, frame.loud = _static(search, stack[ply], frame.player)
    if frame.loud == search.frames[ply - 1].loud or value >= frame.beta or ply >= PLIES - 1:
        return _known(frame, value)
    kept = 0
    n = legal_moves(stack[ply], moves)
    search.nodes += n
    for i in range(n):
        move = moves[i]
        stack[ply + 1] = stack[ply]
        play(stack[ply + 1], move)
        after, loudness = _static(search, stack[ply + 1], frame.player)
        over = to_act(stack[ply + 1]) < 0
        if over or loudness != frame.loud:
            moves[kept] = move
            search.order[ply, kept] = INFINITE if over else after
            kept += 1
    if kept == 0:
        return _known(frame, value)
    _sort(moves, search.order[ply], kept)
    frame.key = key(stack[ply])
    frame.depth = 0
    frame.floor = frame.alpha
    frame.alpha = max(frame.alpha, value)
    frame.best = value
    frame.best_move = moves[0]
    frame.moves = kept
    frame.next = 0
    frame.line = 0
    frame.stage = _NEXT
    return False


@jit
def _enter(search: Any, table: Any, seen: Any, ply: int) -> bool:
    """Look at a new frame: whether it has its value at once; else its moves are in order."""
    frames, s = search.frames, search.stack[ply]
    frame = frames[ply]
    player = to_act(s)
    if player < 0:
        frame.player = frames[ply - 1].player
        return _known(frame, _final(search, s, frame.player, ply))
    frame.player = player
    if frame.depth <= 0 or ply >= PLIES - 1:
        return _quieten(search, ply)
    if search.loud >= 0:
        frame.loud = _static(search, s, player)[1]
    frame.key = key(s)
    again = search.again if player == frames[0].player else -search.again
    for k in range(ply - 1, -1, -1):
        if frames[k].key == frame.key:
            return _known(frame, again)
    for k in range(len(seen)):
        if seen[k] == frame.key:
            return _known(frame, again)
    # No line from here can be better than a win at once, or worse than a loss at once.
    frame.alpha = max(frame.alpha, ply - WIN)
    frame.beta = min(frame.beta, WIN - ply - 1)
    if frame.alpha >= frame.beta:
        return _known(frame, frame.alpha)
    entry = table[_slot(table, frame.key)]
    best_before = -1
    move, data = entry.move, entry.packed
    if entry.check == frame.key ^ search.salt ^ np.uint64(data) ^ np.uint64(move):
        best_before = move
        value = (data >> 16) - INFINITE
        bound = data & 15
        if value >= CERTAIN:
            value -= ply
        elif value <= -CERTAIN:
            value += ply
        deep = (data >> 4) & 255 >= frame.depth or abs(value) >= CERTAIN
        tells = (bound & _LOWER and value >= frame.beta) or (bound & _UPPER and value <= frame.alpha)
        if tells and deep and frame.beta - frame.alpha == 1:
            return _known(frame, value)
    frame.moves = legal_moves(s, search.moves[ply])
    frame.floor = frame.alpha
    frame.best = -INFINITE
    frame.best_move = search.moves[ply, 0]
    frame.next = 0
    frame.line = 0
    _arrange(search, ply, best_before)
    frame.stage = _NEXT
    return False


@jit
def _descend(search: Any, ply: int, stage: int) -> None:
    """Play the current move of a frame and enter the frame after it: full window, scouting, or scouting less deep."""
    frame, child, stack = search.frames[ply], search.frames[ply + 1], search.stack
    stack[ply + 1] = stack[ply]
    play(stack[ply + 1], search.moves[ply, frame.next])
    search.nodes += 1
    actor = to_act(stack[ply + 1])
    same = actor == frame.player
    depth = frame.depth if same or frame.moves == 1 else frame.depth - 1
    if stage == _SHALLOW:
        depth -= search.reductions[min(frame.depth, REDUCED - 1), min(frame.next, REDUCED - 1)]
    alpha, beta = frame.alpha, frame.beta
    if stage != _FULL:
        beta = alpha + 1
    if ply == 0:  # certain values get no bonus, so a window that begins or ends there is not shifted
        bonus = search.root[frame.next].bonus
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
    search.ply = ply + 1


@jit
def _take(search: Any, ply: int, value: int) -> None:
    """A move of a frame has been searched: keep what it is worth."""
    frame, child, lines, root = search.frames[ply], search.frames[ply + 1], search.lines, search.root
    move = search.moves[ply, frame.next]
    if ply == 0:
        row = root[frame.next]
        row.exact = 1 if value > frame.alpha or frame.alpha == -INFINITE else 0
        if row.exact == 1 or value < CERTAIN:  # "at most a win" says nothing: what was known before is better
            row.value = value
            row.depth = frame.depth
        if row.exact == 1:
            row.length = min(child.line + 1, PLIES)
            row.line[0] = move
            for k in range(1, row.length):
                row.line[k] = lines[1, k - 1]
    if value > frame.best:
        frame.best = value
        frame.best_move = move
        if value > frame.alpha:
            lines[ply, 0] = move
            length = min(child.line, PLIES - 1)
            for k in range(length):
                lines[ply, k + 1] = lines[ply + 1, k]
            frame.line = length + 1
            if ply > 0:
                frame.alpha = value
    if ply == 0 and frame.next + 1 >= search.wanted:
        # The window's lower end is the worst of the values wanted exactly.
        frame.alpha = max(frame.alpha, _nth_best(root, frame.next + 1, search.wanted))
    if ply > 0 and frame.alpha >= frame.beta:
        if move != frame.killer[0]:
            frame.killer[1] = frame.killer[0]
            frame.killer[0] = move
        _remember(search.history[frame.player], move, frame.depth)
        frame.next = frame.moves
    else:
        frame.next += 1
    frame.stage = _NEXT


@jit
def _remember(history: Any, move: int, depth: int) -> None:
    """A move was good; when numbers grow too large, all are halved."""
    slot = move % HISTORY
    history[slot] += depth * depth
    if history[slot] > 1 << 20:
        for k in range(HISTORY):
            history[k] >>= 1


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
def run(searches: Any, table: Any, seen: Any, budget: int) -> bool:
    """Go on with the first record's search for about `budget` nodes; whether its root is finished. `seen` are the keys of
    positions that would stand for the third time."""
    search = searches[0]
    frames, root = search.frames, search.root
    end = search.nodes + budget
    while search.nodes < end:
        ply = search.ply
        frame = frames[ply]
        if frame.stage == _NEXT:
            if frame.next < frame.moves:
                # Moves that come late are first tried less deep, those after the first with the least window.
                stage = _FULL
                if frame.alpha > -INFINITE and frame.next > 0 and frame.beta - frame.alpha > 1:
                    stage = _SCOUT
                less = search.reductions[min(frame.depth, REDUCED - 1), min(frame.next, REDUCED - 1)]
                if frame.next > 0 and frame.alpha > -CERTAIN and less > 0:
                    stage = _SHALLOW
                if ply == 0:
                    search.since = search.nodes
                _descend(search, ply, stage)
                continue
            if ply == 0:
                return True
            _store(search, table, ply)
        elif not _enter(search, table, seen, ply):
            continue
        # The frame is done: tell the one above.
        above = frames[ply - 1]
        value = frame.best if frame.player == above.player else -frame.best
        if ply == 1 and abs(value) < CERTAIN:
            value += root[above.next].bonus
        search.ply = ply - 1
        if above.stage == _SHALLOW and value > above.alpha:
            _descend(search, ply - 1, _SCOUT if above.beta - above.alpha > 1 else _FULL)
        elif above.stage == _SCOUT and above.alpha < value < above.beta:
            _descend(search, ply - 1, _FULL)
        else:
            if ply == 1:
                root[above.next].nodes += search.nodes - search.since
            _take(search, ply - 1, value)
    return False
