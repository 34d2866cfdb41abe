"""The rules of Ken Wan, compiled.

The 61 cells fit one word: each colour is a word of the cells its pieces stand on, and one more word tells which pieces are
half. Groups are flooded by shifting whole words, so that no loop ever looks at single neighbours.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tablier.games.kenwan.hexagon import CENTRE, NEIGHBOURS
from tablier.kernel.bits import EMPTY, bit, has, lowest, without_lowest
from tablier.kernel.jit import jit
from tablier.kernel.one import One
from tablier.kernel.protocol import record_type, register

# place: 1, 2, 3, or 0 while the player is in the game; out: the place came from having no piece left;
# turn: −1 when the game is over. Colours that nobody plays have neither place nor turn, but pieces all the same.
STATE = record_type(
    "kenwan",
    [
        ("colour", np.uint64, 3),
        ("half", np.uint64),
        ("place", np.int8, 3),
        ("out", np.int8, 3),
        ("players", np.int8),
        ("turn", np.int8),
    ],
)


class State(Protocol):
    """The fields of a record, for those who read it from Python."""

    colour: NDArray[np.uint64]
    half: np.uint64
    place: NDArray[np.int8]
    out: NDArray[np.int8]
    players: np.int8
    turn: np.int8


States = One[State]

# A player with k pieces moves each to one of the at most 60 − k empty cells: k · (60 − k) ≤ 30 · 30 in any position at all.
MAX_MOVES = 900

# A move is 61 · source + target.
PASS = 61 * 61


def _word(cells: Any) -> Any:
    return np.uint64(sum(1 << cell for cell in cells))


OPEN = _word(cell for cell in range(61) if cell != CENTRE)
NEAR = np.array([_word(near) for near in NEIGHBOURS], dtype=np.uint64)

# Rows have five to nine cells, so a neighbour with a higher number is 1, 5, 6, 7, 8 or 9 away: _UP_n are the cells with a
# neighbour n further on, and those neighbours are found by one shift.
_1, _5, _6, _7, _8, _9 = (np.uint64(n) for n in (1, 5, 6, 7, 8, 9))
_UP_1, _UP_5, _UP_6, _UP_7, _UP_8, _UP_9 = (
    _word(cell for cell in range(61) if cell + n in NEIGHBOURS[cell]) for n in (1, 5, 6, 7, 8, 9)
)


@jit
def near(cells: Any) -> Any:
    """All neighbours of a set of cells."""
    return (
        ((cells & _UP_1) << _1)
        | ((cells >> _1) & _UP_1)
        | ((cells & _UP_5) << _5)
        | ((cells >> _5) & _UP_5)
        | ((cells & _UP_6) << _6)
        | ((cells >> _6) & _UP_6)
        | ((cells & _UP_7) << _7)
        | ((cells >> _7) & _UP_7)
        | ((cells & _UP_8) << _8)
        | ((cells >> _8) & _UP_8)
        | ((cells & _UP_9) << _9)
        | ((cells >> _9) & _UP_9)
    )


@jit
def group_of(cell: int, cells: Any) -> Any:
    """The connected part of `cells` that holds `cell`."""
    reached = bit(cell)
    while True:
        wider = (reached | near(reached)) & cells
        if wider == reached:
            return reached
        reached = wider


@jit
def holds_without(cell: int, group: Any) -> bool:
    """Whether a group of two or more stays connected when the piece on `cell` is lifted."""
    rest = group & ~bit(cell)
    ends = NEAR[cell] & rest  # only these were joined through the cell: once they are reached from one another, all is
    reached = bit(lowest(ends))
    while ends & ~reached != EMPTY:
        wider = (reached | near(reached)) & rest
        if wider == reached:
            return False
        reached = wider
    return True


@jit
def united(cells: Any, half: Any) -> bool:
    """Whether a colour with pieces on `cells` has a piece, only whole ones, and they form one group."""
    if cells == EMPTY or cells & half != EMPTY:
        return False
    return group_of(lowest(cells), cells) == cells  # type: ignore[no-any-return]


@jit
def landings(s: Any, cell: int, group: Any) -> Any:
    """Where the player to act may land the piece on `cell`, one of `group`."""
    mine = s.colour[s.turn]
    pieces = s.colour[0] | s.colour[1] | s.colour[2]
    lifted = bit(cell)
    if group != lifted:
        if s.half & lifted != EMPTY or not holds_without(cell, group):
            return EMPTY
        beside = group
    elif s.half & lifted != EMPTY:
        beside = mine
    else:
        beside = pieces
    return near(beside & ~lifted) & OPEN & ~pieces  # the cell it leaves is still among the pieces: never a target


@jit
def to_act(s: Any) -> int:
    """The player to act, −1 when the game is over."""
    return s.turn  # type: ignore[no-any-return]


@jit
def legal_moves(s: Any, out: Any) -> int:
    """Write the legal moves, return how many."""
    if s.turn < 0:
        return 0
    n = 0
    left = s.colour[s.turn]
    while left != EMPTY:
        group = group_of(lowest(left), s.colour[s.turn])
        left &= ~group
        members = group
        while members != EMPTY:
            source = lowest(members)
            members = without_lowest(members)
            targets = landings(s, source, group)
            while targets != EMPTY:
                out[n] = source * 61 + lowest(targets)
                n += 1
                targets = without_lowest(targets)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@jit
def play(s: Any, move: int) -> None:
    """Play a legal move."""
    if move != PASS:
        source, target = move // 61, move % 61
        step = bit(source) | bit(target)
        s.colour[s.turn] ^= step
        if has(s.half, source):
            s.half ^= step
        else:
            _convert(s, NEAR[target])
    _give_places(s)


@jit
def _convert(s: Any, around: Any) -> None:
    """A whole piece of the player to act has landed: what the pieces on `around` become."""
    mine = s.colour[s.turn]
    taken = around & (s.colour[0] | s.colour[1] | s.colour[2]) & ~mine
    s.half = (s.half & ~around) | (taken & ~s.half)
    for colour in range(3):
        s.colour[colour] &= ~taken
    s.colour[s.turn] = mine | taken


@jit
def _give_places(s: Any) -> None:
    """After a move: places for the united, then for those without a piece, perhaps for the last; and the next turn."""
    mover = int(s.turn)
    players = int(s.players)
    best, worst = 1, players
    for player in range(players):
        if s.out[player] != 0:
            worst -= 1
        elif s.place[player] != 0:
            best += 1
    # In play order after the mover, who comes last: whoever unites another colour makes that colour win.
    for step in range(1, players + 1):
        player = (mover + step) % players
        if s.place[player] == 0 and united(s.colour[player], s.half):
            s.place[player] = best
            best += 1
    for step in range(1, players):
        player = (mover + step) % players
        if s.place[player] == 0 and s.colour[player] == EMPTY:
            s.place[player] = worst
            s.out[player] = 1
            worst -= 1
    if best == worst:  # one place is left, and one player without
        for player in range(players):
            if s.place[player] == 0:
                s.place[player] = best
                best += 1
    s.turn = -1
    if best <= worst:
        for step in range(players - 1, 0, -1):
            player = (mover + step) % players
            if s.place[player] == 0:
                s.turn = player


@jit
def places(s: Any, out: Any) -> int:
    """Write each player's place, return the number of players."""
    for player in range(s.players):
        out[player] = s.place[player]
    return s.players  # type: ignore[no-any-return]


register(STATE, legal_moves, play, to_act, places)
