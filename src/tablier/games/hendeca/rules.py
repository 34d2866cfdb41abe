"""The rules of Hendeca on a record of eleven islands.

Islands are numbered in the order of their cells, by y and then x, so that a position has one record however it came about.
Sets of islands are words of bits. What a player may lay or slide to are always *beaches*, empty cells next to an island; a
`_chart` lists them once for all islands, with the water each lies on.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tablier.geometry.hexes import STEPS
from tablier.kernel.bits import EMPTY, bit, count, has, lowest, without_lowest
from tablier.kernel.jit import jit
from tablier.kernel.one import One
from tablier.kernel.protocol import record_type, register

__all__ = [
    "FIGURE",
    "ISLAND",
    "ISLANDS",
    "JUMP",
    "LAY",
    "LAY_FLAG",
    "MAX_MOVES",
    "OVER",
    "PASS",
    "REACH",
    "RED",
    "SETUP",
    "SINK",
    "SLIDE",
    "SPAN",
    "STATE",
    "STEP",
    "at_outcome",
    "decode",
]

ISLANDS = 11
SETUP, FIGURE, ISLAND, OVER = range(4)
RED = 2
REACH = 1_000_000  # the greatest coordinate
SPAN = 4000  # islands fit into a square of so many cells

STATE = record_type(
    "hendeca",
    [
        ("x", np.int32, ISLANDS),
        ("y", np.int32, ISLANDS),
        ("islands", np.int64),  # how many
        ("figure", np.int8, 3),  # the islands where White, Black and Red stand; −1: not on the map
        ("flag", np.int8, 2),  # the islands with White's and Black's flag; −1: not on the map
        ("last", np.int8),  # the island the player not to act moved in their last turn; −1: none
        ("turn", np.int8),  # who is to act; when the game is over, the winner
        ("phase", np.int8),
        ("sinking", np.int8),
    ],
)


class State(Protocol):
    """The fields of a record, for those who read it from Python."""

    x: NDArray[np.int32]
    y: NDArray[np.int32]
    islands: np.int64
    figure: NDArray[np.int8]
    flag: NDArray[np.int8]
    last: np.int8
    turn: np.int8
    phase: np.int8
    sinking: np.int8


States = One[State]

# Playing: three islands hold figures, so at most eight can move, each to the beaches of at most ten connected islands. One
# island has six neighbours, and each that is joined on takes one and brings at most three (two of its six are neighbours of
# the island it joins, one is that island): 2n + 4 beaches, 24 for ten islands. Besides, each may be sunk: 8 · 24 + 8.
# Setting up: at most ten islands, perhaps far apart, with six beaches each, two kinds of island to lay: 120.
MAX_MOVES = 200

LAY, LAY_FLAG, STEP, JUMP, SLIDE, SINK, PASS = range(7)
_COORDINATE = 21  # bits for a coordinate from 0 to 2 · REACH

DX = np.array([dx for dx, _ in STEPS], dtype=np.int64)
DY = np.array([dy for _, dy in STEPS], dtype=np.int64)

# The chart: land and water row by row. Gaps between islands are cut to GAP empty rows and columns. That keeps everything:
# beaches stay apart, a step can only be barred within two cells of an island, and a strip of two or more empty columns is
# open water throughout, however wide. Ten gaps and a beach on each side make 43 columns at most, so a row is one word. Rows
# count from 1; rows 0 and last + 1 stay empty, to be read but never reached.
_GAP = 3
_ROWS = 10 * (_GAP + 1) + 5
# Words a row: islands; cells next to them; the water just traced; beaches whose water is not traced yet.
_LAND, _BEACH, _WATER, _LEFT = range(4)
# Sets of islands: those next to each beach; those next to each island.
_NEAR, _TOUCHES = range(2)
# Numbers: each beach's cell and body of water; each row's first beach; each island's column and row; the islands by x; and,
# from _FIRST on, the beach in each direction of each island, −1 where there is an island.
_X, _Y, _BODY, _BASE, _COLUMN, _ROW, _BY_X, _FIRST = range(8)
_BEACHES = 6 * ISLANDS


@jit
def _code(kind: int, island: int, x: int, y: int) -> int:
    head = np.int64(kind * 16 + island)
    return (head << (2 * _COORDINATE)) + (np.int64(x + REACH) << _COORDINATE) + np.int64(y + REACH)  # type: ignore[return-value]


def decode(move: int) -> tuple[int, int, int, int]:
    """A move's kind, the island it is about, and the cell it leads to."""
    head = move >> (2 * _COORDINATE)
    mask = (1 << _COORDINATE) - 1
    return head >> 4, head & 15, ((move >> _COORDINATE) & mask) - REACH, (move & mask) - REACH


_decode = jit(decode)


# Islands


@jit
def _neighbouring(s: Any, touches: Any) -> None:
    """Write the set of islands next to each island."""
    n = s.islands
    for i in range(n):
        touches[i] = EMPTY
    for i in range(n):
        for j in range(i + 1, n):
            dx, dy = s.x[j] - s.x[i], s.y[j] - s.y[i]
            if dy > 1:
                break
            if (dx == 1 and dy >= 0) or (dx == 0 and dy == 1):  # the others come before i
                touches[i] |= bit(j)
                touches[j] |= bit(i)


@jit
def _archipelago(touches: Any, island: int, allowed: Any) -> Any:
    """The islands connected with `island` by islands of `allowed`."""
    found = bit(island)
    edge = found
    while edge != EMPTY:
        new = touches[lowest(edge)] & allowed & ~found
        found |= new
        edge = without_lowest(edge) | new
    return found


@jit
def _occupied(s: Any, island: int) -> bool:
    return s.figure[0] == island or s.figure[1] == island or s.figure[RED] == island  # type: ignore[no-any-return]


@jit
def _renumber(s: Any, first: int, by: int) -> None:
    """The islands from number `first` on have got other numbers."""
    for who in range(3):
        if s.figure[who] >= first:
            s.figure[who] += by
    for who in range(2):
        if s.flag[who] >= first:
            s.flag[who] += by
    if s.last >= first:
        s.last += by


@jit
def _remove(s: Any, island: int) -> None:
    for player in range(2):
        if s.flag[player] == island:
            s.flag[player] = -1
    s.islands -= 1
    for i in range(island, s.islands):
        s.x[i], s.y[i] = s.x[i + 1], s.y[i + 1]
    s.x[s.islands] = s.y[s.islands] = 0
    _renumber(s, island + 1, -1)


@jit
def _insert(s: Any, x: int, y: int) -> int:
    """Put a blank island on the map; returns its number."""
    i = s.islands
    while i > 0 and (s.y[i - 1] > y or (s.y[i - 1] == y and s.x[i - 1] > x)):
        s.x[i], s.y[i] = s.x[i - 1], s.y[i - 1]
        i -= 1
    s.x[i], s.y[i] = x, y
    s.islands += 1
    _renumber(s, i, 1)
    return i  # type: ignore[no-any-return]


# The sea


@jit
def _flow(words: Any, r: int, sea: Any) -> bool:
    """Let the traced water flow into a row from the rows beside it, and along it; whether it came further.

    A step is barred when both cells next to its two ends hold islands. For a step to the right they are above its end and
    below its start; for one up, left of its start and right of its end; for one up to the right, right of its start and left
    of its end.
    """
    one = np.uint64(1)
    land, above, below = words[_LAND, r], words[_LAND, r + 1], words[_LAND, r - 1]
    higher, lower, before = words[_WATER, r + 1], words[_WATER, r - 1], words[_WATER, r]
    water = lower & ~((below << one) & (land >> one))
    water |= (lower & ~((below >> one) & land)) << one
    water |= higher & ~((land << one) & (above >> one))
    water |= (higher >> one) & ~((land >> one) & above)
    water = before | (water & sea & ~land)
    if water == before:
        return False
    open_right = sea & ~(land | (land >> one) | ((above >> one) & below))
    while True:
        wider = (water | ((water & open_right) << one) | ((water >> one) & open_right)) & sea
        if wider == water:
            break
        water = wider
    words[_WATER, r] = water
    return True


@jit
def _trace(words: Any, rows: int, sea: Any) -> None:
    """Let the traced water flow as far as an island can slide, up and down until a sweep changes nothing."""
    upwards, flowing = True, True
    while flowing:
        flowing = False
        for k in range(rows):
            if _flow(words, k + 1 if upwards else rows - k, sea):
                flowing = True
        upwards = not upwards


@jit
def _waters(words: Any, cells: Any, rows: int, sea: Any, beaches: int) -> None:
    """Number the bodies of water the beaches lie on: 0 is the open sea, the others are lakes.

    A lake is closed by islands that touch or leave too little room between them. Such pairs are the lines of a drawing in
    the plane without crossings; with eleven points it has at most eighteen faces, so that bodies fit into a word.
    """
    for b in range(beaches):
        cells[_BODY, b] = 0
    for r in range(rows + 2):
        words[_WATER, r] = EMPTY
        words[_LEFT, r] = words[_BEACH, r]
    words[_WATER, 1] = sea
    body = 0
    while True:
        _trace(words, rows, sea)
        seed = 0
        for r in range(1, rows + 1):
            words[_LEFT, r] &= ~words[_WATER, r]
            if words[_LEFT, r] != EMPTY:
                seed = r
            if body > 0:
                rest = words[_BEACH, r] & words[_WATER, r]
                while rest != EMPTY:
                    cells[_BODY, _beach(words, cells, r, lowest(rest))] = body
                    rest = without_lowest(rest)
        if seed == 0:
            return
        for r in range(1, rows + 1):
            words[_WATER, r] = EMPTY
        words[_WATER, seed] = bit(lowest(words[_LEFT, seed]))
        body += 1


@jit
def _beach(words: Any, cells: Any, row: int, column: int) -> int:
    """The number of the beach in a row and column: beaches count row by row."""
    return cells[_BASE, row] + count(words[_BEACH, row] & (bit(column) - np.uint64(1)))  # type: ignore[no-any-return]


@jit
def _chart(s: Any, words: Any, sets: Any, cells: Any) -> int:
    """Chart the sea round the islands; returns the number of beaches."""
    n = s.islands
    cells[_ROW, 0] = 2
    for i in range(1, n):
        cells[_ROW, i] = cells[_ROW, i - 1] + min(s.y[i] - s.y[i - 1], _GAP + 1)
    for i in range(n):
        k = i
        while k > 0 and s.x[cells[_BY_X, k - 1]] > s.x[i]:
            cells[_BY_X, k] = cells[_BY_X, k - 1]
            k -= 1
        cells[_BY_X, k] = i
    cells[_COLUMN, cells[_BY_X, 0]] = 1
    for k in range(1, n):
        i, before = cells[_BY_X, k], cells[_BY_X, k - 1]
        cells[_COLUMN, i] = cells[_COLUMN, before] + min(s.x[i] - s.x[before], _GAP + 1)
    rows, columns = cells[_ROW, n - 1] + 1, cells[_COLUMN, cells[_BY_X, n - 1]] + 2

    one = np.uint64(1)
    for r in range(rows + 2):
        words[_LAND, r] = EMPTY
        words[_BEACH, r] = EMPTY
    for i in range(n):
        words[_LAND, cells[_ROW, i]] |= bit(cells[_COLUMN, i])
    beaches = 0
    for r in range(1, rows + 1):
        land, above, below = words[_LAND, r], words[_LAND, r + 1], words[_LAND, r - 1]
        around = (land << one) | (land >> one) | above | (above >> one) | below | (below << one)
        words[_BEACH, r] = around & ~land
        cells[_BASE, r] = beaches
        beaches += count(words[_BEACH, r])
    for b in range(beaches):
        sets[_NEAR, b] = EMPTY
    for i in range(n):
        for d in range(6):
            row, column = cells[_ROW, i] + DY[d], cells[_COLUMN, i] + DX[d]
            if has(words[_LAND, row], column):
                cells[_FIRST + d, i] = -1
            else:
                b = _beach(words, cells, row, column)
                cells[_FIRST + d, i] = b
                cells[_X, b], cells[_Y, b] = s.x[i] + DX[d], s.y[i] + DY[d]
                sets[_NEAR, b] |= bit(i)
    _waters(words, cells, rows, bit(columns) - one, beaches)
    return beaches


@jit
def _window(low: int, high: int) -> tuple[int, int]:
    """Where a coordinate may lie so that the map, which has it from `low` to `high` elsewhere, is not too large."""
    return max(high - SPAN + 1, -REACH), min(low + SPAN - 1, REACH)


# Moves


@jit
def _setup_moves(s: Any, out: Any, cells: Any, beaches: int) -> int:
    n = s.islands
    flag_laid = s.flag[s.turn] >= 0
    blanks_laid = (n - 1) // 2 - (1 if flag_laid else 0)
    least_x, most_x = _window(s.x[cells[_BY_X, 0]], s.x[cells[_BY_X, n - 1]])
    least_y, most_y = _window(s.y[0], s.y[n - 1])
    moves = 0
    for b in range(beaches):
        x, y = cells[_X, b], cells[_Y, b]
        if least_x <= x <= most_x and least_y <= y <= most_y:
            if blanks_laid < 4:
                out[moves] = _code(LAY, 0, x, y)
                moves += 1
            if not flag_laid:
                out[moves] = _code(LAY_FLAG, 0, x, y)
                moves += 1
    return moves


@jit
def _figure_moves(s: Any, player: int, out: Any) -> int:
    own, red = s.figure[player], s.figure[RED]
    # When this is next to the figure, so is Red, on the other side.
    behind_x, behind_y = 2 * s.x[own] - s.x[red], 2 * s.y[own] - s.y[red]
    moves = 0
    for i in range(s.islands):
        dx, dy = s.x[i] - s.x[own], s.y[i] - s.y[own]
        if -1 <= dx <= 1 and -1 <= dy <= 1 and dx + dy != 0 and not _occupied(s, i):
            if i != s.flag[1 - player]:
                out[moves] = _code(STEP, i, s.x[i], s.y[i])
                moves += 1
            if s.x[i] == behind_x and s.y[i] == behind_y:
                out[moves] = _code(JUMP, i, s.x[i], s.y[i])
                moves += 1
    return moves


@jit
def _island_moves(s: Any, out: Any, sets: Any, cells: Any, beaches: int) -> int:
    n = s.islands
    own = s.figure[s.turn]
    touches = sets[_TOUCHES]
    _neighbouring(s, touches)
    everything = bit(n) - np.uint64(1)
    mine = _archipelago(touches, own, everything)
    moves = 0
    for i in range(n):
        if not has(mine, i) or _occupied(s, i) or i == s.flag[1 - s.turn] or i == s.last:
            continue
        # With the island gone, its cell and all it can step to are one water: what opens between two of its neighbours by
        # its leaving, it could have reached directly. So it reaches just the waters, as charted with it, of its first steps.
        waters = EMPTY
        open_side = False
        for d in range(6):
            b = cells[_FIRST + d, i]
            if b >= 0:
                open_side = True
                if cells[_FIRST + (d + 1) % 6, i] >= 0 or cells[_FIRST + (d + 5) % 6, i] >= 0:
                    waters |= bit(cells[_BODY, b])
        if waters != EMPTY:
            home = _archipelago(touches, own, everything & ~bit(i))
            low, high = cells[_BY_X, 0], cells[_BY_X, n - 1]
            low, high = cells[_BY_X, 1] if i == low else low, cells[_BY_X, n - 2] if i == high else high
            least_x, most_x = _window(s.x[low], s.x[high])
            least_y, most_y = _window(s.y[1 if i == 0 else 0], s.y[n - 2 if i == n - 1 else n - 1])
            for b in range(beaches):
                if sets[_NEAR, b] & home != EMPTY and has(waters, cells[_BODY, b]):
                    x, y = cells[_X, b], cells[_Y, b]
                    if least_x <= x <= most_x and least_y <= y <= most_y:
                        out[moves] = _code(SLIDE, i, x, y)
                        moves += 1
        if s.sinking != 0 and open_side:
            out[moves] = _code(SINK, i, s.x[i], s.y[i])
            moves += 1
    if moves == 0:
        out[0] = _code(PASS, 0, 0, 0)
        moves = 1
    return moves


@jit
def legal_moves(s: Any, out: Any) -> int:
    """Write the codes of all legal moves, return how many."""
    if s.phase == OVER:
        return 0
    if s.phase == FIGURE:
        return _figure_moves(s, s.turn, out)
    words = np.empty((4, _ROWS), np.uint64)
    sets = np.empty((2, _BEACHES), np.uint64)
    cells = np.empty((_FIRST + 6, _BEACHES), np.int64)
    beaches = _chart(s, words, sets, cells)
    if s.phase == SETUP:
        return _setup_moves(s, out, cells, beaches)
    return _island_moves(s, out, sets, cells, beaches)


# Playing


@jit
def _outcome(s: Any, following: int) -> int:
    """The winner when a turn has ended and it is for `following` to begin the next one, −1 if the game goes on."""
    touches = np.empty(ISLANDS, np.uint64)
    _neighbouring(s, touches)
    with_red = _archipelago(touches, s.figure[RED], bit(s.islands) - np.uint64(1))
    if has(with_red, s.figure[0]) != has(with_red, s.figure[1]):
        return 0 if has(with_red, s.figure[0]) else 1
    return -1 if _figure_moves(s, following, np.empty(7, np.int64)) > 0 else 1 - following


@jit
def _end_turn(s: Any) -> None:
    s.turn = 1 - s.turn
    s.phase = FIGURE
    winner = _outcome(s, s.turn)
    if winner >= 0:
        s.phase = OVER
        s.turn = winner


@jit
def play(s: Any, move: int) -> None:
    """Play a legal move."""
    kind, island, x, y = _decode(move)
    player = s.turn
    if kind in (LAY, LAY_FLAG):
        is_last = s.islands >= ISLANDS - 2
        island = _insert(s, x, y)
        if kind == LAY_FLAG:
            s.flag[player] = island
        if is_last:
            s.figure[player] = island
        if s.islands == ISLANDS:
            _end_turn(s)
        else:
            s.turn = 1 - player
    elif kind == STEP:
        s.figure[player] = island
        s.phase = ISLAND
    elif kind == JUMP:
        s.figure[RED] = island
        s.phase = ISLAND
    else:
        s.last = -1
        if kind != PASS:
            flagged = s.flag[player] == island
            _remove(s, island)
            if kind == SLIDE:
                s.last = _insert(s, x, y)
                if flagged:
                    s.flag[player] = s.last
        _end_turn(s)


@jit
def to_act(s: Any) -> int:
    """The player to act, −1 when the game is over."""
    return -1 if s.phase == OVER else np.int64(s.turn)  # type: ignore[return-value]


@jit
def places(s: Any, out: Any) -> int:
    """Write the places of a finished game."""
    out[0], out[1] = 1 + s.turn, 2 - s.turn
    return 2


register(STATE, legal_moves, play, to_act, places)


@jit
def at_outcome(states: Any, following: int) -> int:
    """The winner if a turn has ended in the first record and it is for `following` to begin the next, −1 if none."""
    return _outcome(states[0], following)
