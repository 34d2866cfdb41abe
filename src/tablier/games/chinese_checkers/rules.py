"""The rules of Chinese checkers, compiled.

A jump moves a man by an even number of holes along x and along y. So the star falls into four lattices, by the parity of x
and of y, and no man leaves its lattice by jumping. A lattice is one word of bits: a jump is a shift within a word, a step a
shift from one word to another, and the holes are numbered so that no step or jump off the board shifts onto another hole.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tablier.games.chinese_checkers.star import BASES, DIRECTIONS, HEXAGON, HOLES, OPPOSITE, POINTS, Hole, progress
from tablier.kernel.bits import EMPTY, bit, has, lowest, without_lowest
from tablier.kernel.jit import inlined, jit
from tablier.kernel.one import One
from tablier.kernel.protocol import record_type, register

__all__ = [
    "HOLE_OF",
    "ID_OF",
    "LONGEST",
    "MAX_MOVES",
    "PASS",
    "SEATS",
    "STATE",
    "camp",
    "doors",
    "free_moves",
    "goal",
    "has_arrived",
    "legal_moves",
    "places",
    "play",
    "sealed",
    "stops",
    "to_act",
]

SEATS: dict[int, tuple[str, ...]] = {
    2: ("S", "N"),
    3: ("S", "NW", "NE"),
    4: ("SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""The points where the players begin, in play order, by the number of players."""

LATTICES = 4
ROW = 6  # how far apart the rows of a lattice lie in its word


def _id(hole: Hole) -> int:
    """A hole's number: 64 times its lattice plus its bit there."""
    x, y = hole
    return 64 * (x % 2 + 2 * (y % 2)) + (x + 8) // 2 + ROW * ((y + 8) // 2)


ID_OF: dict[Hole, int] = {hole: _id(hole) for hole in HOLES}
HOLE_OF: dict[int, Hole] = {number: hole for hole, number in ID_OF.items()}

PASS = 1 << 16
"""The code of a pass. Other moves: 256 times the number of the hole where the man begins plus that of the one where it ends."""

MAX_MOVES = 15 * (6 + 36)
"""Nobody has more than 15 men. Each has at most six steps, and jumps to other holes of its lattice; the largest has 37. (A step
that is written without being legal is one of the six, so it is never written beyond.)"""

LONGEST = 6
"""How far the man jumped over can be in a long jump: no line of the board has more than 13 holes."""

STATE = record_type(
    "chinese_checkers",
    [
        ("men", np.uint64, (6, LATTICES)),  # the holes of each player's men
        ("taken", np.uint64, LATTICES),  # the holes of all men
        ("place", np.uint8, 6),  # of each player who has arrived, else 0
        ("arrived", np.uint8),  # how many have
        ("turn", np.int8),  # −1 when the game is over
        ("players", np.int8),
        ("large", np.uint8),  # whether camps and goals have 15 holes instead of 10
        ("long_jumps", np.uint8),
        ("play_on", np.uint8),
    ],
)


class State(Protocol):
    """The fields of a record, for those who read it from Python."""

    men: NDArray[np.uint64]
    taken: NDArray[np.uint64]
    place: NDArray[np.uint8]
    arrived: np.uint8
    turn: np.int8
    players: np.int8
    large: np.uint8
    long_jumps: np.uint8
    play_on: np.uint8


States = One[State]

# ---- Tables ----------------------------------------------------------------------------------------------------------


def camp(point: str, men: int) -> frozenset[Hole]:
    """The holes where a player who begins in `point` sets up."""
    return POINTS[point] if men == 10 else POINTS[point] | BASES[point]


def goal(point: str, men: int) -> frozenset[Hole]:
    """The holes that a player who begins in `point` has to fill."""
    return camp(OPPOSITE[point], men)


def stops(point: str) -> frozenset[Hole]:
    """The holes where the men of a player who begins in `point` may stop."""
    return POINTS[point] | HEXAGON | POINTS[OPPOSITE[point]]


def _words(holes: Iterable[Hole]) -> list[int]:
    words = [0] * LATTICES
    for hole in holes:
        words[ID_OF[hole] // 64] |= 1 << ID_OF[hole] % 64
    return words


# A point is the index of its name here.
_POINTS = list(POINTS)
BOARD = np.array(_words(HOLES), np.uint64)
CAMP = np.array([[_words(camp(point, men)) for point in _POINTS] for men in (10, 15)], np.uint64)
GOAL = np.array([[_words(goal(point, men)) for point in _POINTS] for men in (10, 15)], np.uint64)
STOP = np.array([_words(stops(point)) for point in _POINTS], np.uint64)
PROGRESS = np.array(
    [[progress(point, HOLE_OF[n]) if n in HOLE_OF else 0 for n in range(64 * LATTICES)] for point in _POINTS], np.int8
)

# By number of players and player: the player's point, and the player, if any, whose camp is this player's goal.
SEAT = np.zeros((7, 6), np.int64)
OWNER = np.full((7, 6), -1, np.int64)
for _n, _seats in SEATS.items():
    for _player, _point in enumerate(_seats):
        SEAT[_n, _player] = _POINTS.index(_point)
        if OPPOSITE[_point] in _seats:
            OWNER[_n, _player] = _seats.index(OPPOSITE[_point])

# A step leads from a lattice to the one whose number differs in the bits of CHANGE, and moves a man's bit up by SHIFT. Two
# steps lead back to the same lattice and move it up by STRIDE. FORWARD are the two directions that increase progress.
CHANGE = np.array([dx % 2 + 2 * (dy % 2) for dx, dy in DIRECTIONS], np.int64)
SHIFT = np.array(
    [[(n % 2 + dx) // 2 + ROW * ((n // 2 + dy) // 2) for n in range(LATTICES)] for dx, dy in DIRECTIONS], np.int64
)
STRIDE = np.array([dx + ROW * dy for dx, dy in DIRECTIONS], np.int64)
FORWARD = np.array(
    [[i for i, d in enumerate(DIRECTIONS) if progress(point, d) > progress(point, (0, 0))] for point in _POINTS],
    np.int64,
)

_1, _ROW, _DIAGONAL = np.uint64(1), np.uint64(ROW), np.uint64(ROW + 1)


# ---- Moves -----------------------------------------------------------------------------------------------------------


@jit
def _moved(word: Any, by: int) -> Any:
    """All bits of a word moved up, or down if `by` is negative."""
    return word << np.uint64(by) if by >= 0 else word >> np.uint64(-by)


@jit
def _jumps(s: Any, lattice: int, man: Any) -> Any:
    """Where a man, one bit of its lattice, can get by jumps, long ones too if the options allow them."""
    men, empty = s.taken[lattice] & ~man, BOARD[lattice] & ~s.taken[lattice] | man
    edges = np.zeros((6, LONGEST), np.uint64)  # from where there are jumps in each direction and of each length
    for d in range(6):
        # Every other hole on the way lies in the lattice between.
        between = lattice ^ CHANGE[d]
        men_between, empty_between = s.taken[between], BOARD[between] & ~s.taken[between]
        clear, clear_between = (
            BOARD[lattice],
            BOARD[between],
        )  # the holes behind which k holes are empty, as yet for k = 0
        for k in range(1, LONGEST + 1):
            before = clear
            clear = _moved(empty_between & clear_between, -SHIFT[d, lattice])
            clear_between = _moved(empty & before, -SHIFT[d, between])
            over = _moved(men_between & clear_between, -SHIFT[d, lattice]) if k % 2 == 1 else men & clear
            if k == 1 or s.long_jumps:
                edges[d, k - 1] = before & _moved(over, -(k // 2) * STRIDE[d])
    reach = EMPTY
    fresh = man
    while fresh != EMPTY:
        landings = EMPTY
        for d in range(6):
            for k in range(1, LONGEST + 1):
                landings |= _moved(fresh & edges[d, k - 1], k * STRIDE[d])
        fresh = landings & ~reach & ~man
        reach |= fresh
    return reach


@jit
def free_moves(s: Any, player: int, out: Any) -> int:
    """Write the moves a player could make on the board as it stands, whoever is to act and the no-blocking rule aside."""
    seat = SEAT[s.players, player]
    n = 0
    for lattice in range(LATTICES):
        men = s.men[player, lattice]
        while men != EMPTY:
            at = lowest(men)
            men = without_lowest(men)
            begin = 256 * (64 * lattice + at)
            for d in range(6):
                to, by = lattice ^ CHANGE[d], SHIFT[d, lattice]
                if _moved(bit(at), by) & STOP[seat, to] & ~s.taken[to] != EMPTY:
                    out[n] = begin + 64 * to + at + by
                    n += 1
            reach = _jumps(s, lattice, bit(at)) & STOP[seat, lattice]
            while reach != EMPTY:
                out[n] = begin + 64 * lattice + lowest(reach)
                n += 1
                reach = without_lowest(reach)
    return n


@inlined
def _jump(holes: Any, right: Any, left: Any, up_left: Any, down_right: Any, up_right: Any, down_left: Any) -> Any:
    """Where one short jump leads from any of the holes; the other words hold the holes from which there is one."""
    along = ((holes & right) << _1) | ((holes & left) >> _1)
    across = ((holes & up_left) << _ROW) | ((holes & down_right) >> _ROW)
    return along | across | ((holes & up_right) << _DIAGONAL) | ((holes & down_left) >> _DIAGONAL)


@inlined
def _quick_lattice(lattice: int, s: Any, player: int, seat: int, out: Any, n: Any) -> Any:
    """Write the moves of the men in one lattice, a constant, after the first n moves; returns the new number of moves."""
    x, y = lattice & 1, (lattice >> 1) * ROW  # how far steps right, up left and (both) up right move a bit up
    up_x, up_y, up_xy = np.uint64(x), np.uint64(y), np.uint64(x + y)
    down_x, down_y, down_xy = _1 - up_x, _ROW - up_y, _DIAGONAL - up_xy
    taken_x, taken_y, taken_xy = s.taken[lattice ^ 1], s.taken[lattice ^ 2], s.taken[lattice ^ 3]
    free_x = STOP[seat, lattice ^ 1] & ~taken_x
    free_y = STOP[seat, lattice ^ 2] & ~taken_y
    free_xy = STOP[seat, lattice ^ 3] & ~taken_xy
    empty = BOARD[lattice] & ~s.taken[lattice]
    # From where there are jumps: a man on the next hole, none on the one behind it. The jumping man itself is in nobody's
    # way, for the men jumped over stand in other lattices, and from its own hole it can get nowhere new.
    right, left = (taken_x >> up_x) & (empty >> _1), (taken_x << down_x) & (empty << _1)
    up_left, down_right = (taken_y >> up_y) & (empty >> _ROW), (taken_y << down_y) & (empty << _ROW)
    up_right, down_left = (taken_xy >> up_xy) & (empty >> _DIAGONAL), (taken_xy << down_xy) & (empty << _DIAGONAL)
    springs = right | left | up_left | down_right | up_right | down_left
    men = s.men[player, lattice]
    while men != EMPTY:
        at = lowest(men)
        men = without_lowest(men)
        man = np.uint64(at)
        # A step is written in any case and counted if it is legal: that is quicker than asking first.
        step = 256 * (64 * lattice + at) + at
        out[n] = step + 64 * (lattice ^ 1) + x
        n += (free_x >> up_x >> man) & _1
        out[n] = step + 64 * (lattice ^ 1) + x - 1
        n += (free_x << down_x >> man) & _1
        out[n] = step + 64 * (lattice ^ 2) + y
        n += (free_y >> up_y >> man) & _1
        out[n] = step + 64 * (lattice ^ 2) + y - ROW
        n += (free_y << down_y >> man) & _1
        out[n] = step + 64 * (lattice ^ 3) + x + y
        n += (free_xy >> up_xy >> man) & _1
        out[n] = step + 64 * (lattice ^ 3) + x + y - ROW - 1
        n += (free_xy << down_xy >> man) & _1
        reach = _jump(bit(at), right, left, up_left, down_right, up_right, down_left)
        if reach & springs != EMPTY:
            more = reach | _jump(reach, right, left, up_left, down_right, up_right, down_left)
            while more != reach:
                reach = more
                more = reach | _jump(reach, right, left, up_left, down_right, up_right, down_left)
        reach &= STOP[seat, lattice]
        jump = 256 * (64 * lattice + at) + 64 * lattice
        while reach != EMPTY:
            out[n] = jump + lowest(reach)
            n += _1
            reach = without_lowest(reach)
    return n


@jit
def _quick_moves(s: Any, player: int, out: Any) -> int:
    """What `free_moves` writes, in another order and several times as fast, when long jumps are not allowed."""
    seat = SEAT[s.players, player]
    n = _quick_lattice(0, s, player, seat, out, EMPTY)
    n = _quick_lattice(1, s, player, seat, out, n)
    n = _quick_lattice(2, s, player, seat, out, n)
    n = _quick_lattice(3, s, player, seat, out, n)
    return np.int64(n)  # type: ignore[return-value]


# ---- No blocking -----------------------------------------------------------------------------------------------------


@jit
def _within(area: Any, hole: int) -> bool:
    return has(area[hole >> 6], hole & 63)


@jit
def _stands_in(s: Any, player: int, area: Any) -> bool:
    """Whether a player has a man in an area."""
    standing = EMPTY
    for lattice in range(LATTICES):
        standing |= s.men[player, lattice] & area[lattice]
    return standing != EMPTY  # type: ignore[no-any-return]


@jit
def _walks(s: Any, player: int) -> bool:
    """Whether a player has a step forward that ends outside the goal: nearly always, and then nobody waits at the door."""
    seat = SEAT[s.players, player]
    for lattice in range(LATTICES):
        for k in range(2):
            d = FORWARD[seat, k]
            to = lattice ^ CHANGE[d]
            ahead = _moved(s.men[player, lattice], SHIFT[d, lattice])
            if ahead & STOP[seat, to] & ~GOAL[s.large, seat, to] & ~s.taken[to] != EMPTY:
                return True
    return False


@jit
def _waits(s: Any, player: int, out: Any) -> bool:
    """Whether all moves of a player still in the game that increase a man's progress end inside the goal.

    The player has a man outside the goal, else all holes of the goal would be filled. `out` is overwritten.
    """
    seat = SEAT[s.players, player]
    for i in range(free_moves(s, player, out)):
        begin, end = out[i] >> 8, out[i] & 255
        if PROGRESS[seat, end] > PROGRESS[seat, begin] and not _within(GOAL[s.large, seat], end):
            return False
    return True


@jit
def doors(s: Any, out: Any) -> int:
    """The players, a bit each, who wait at the door while men of the player to act stand in their goal."""
    player = int(s.turn)
    waiting = 0
    for other in range(int(s.players)):
        if other == player or s.place[other] > 0 or _walks(s, other):
            continue
        if _stands_in(s, player, GOAL[s.large, SEAT[s.players, other]]) and _waits(s, other, out):
            waiting |= 1 << other
    return waiting


@jit
def _gives_way(s: Any, waiting: int, move: int, leaving: bool) -> bool:
    """Whether a move takes a man out of the goal of a waiting player or, if not `leaving`, further in there."""
    begin, end = move >> 8, move & 255
    seat = SEAT[s.players, s.turn]
    for other in range(int(s.players)):
        area = GOAL[s.large, SEAT[s.players, other]]
        if (waiting >> other) & 1 and _within(area, begin):
            if leaving and not _within(area, end):
                return True
            if not leaving and _within(area, end) and PROGRESS[seat, end] > PROGRESS[seat, begin]:
                return True
    return False


@jit
def legal_moves(s: Any, out: Any) -> int:
    if s.turn < 0:
        return 0
    waiting = doors(s, out)
    player = int(s.turn)
    n = free_moves(s, player, out) if s.long_jumps else _quick_moves(s, player, out)
    if waiting != 0:
        for leaving in (True, False):
            kept = 0
            for i in range(n):
                if _gives_way(s, waiting, out[i], leaving):
                    out[kept] = out[i]
                    kept += 1
            if kept > 0:
                return kept
    if n == 0:
        out[0] = PASS
        n = 1
    return n


# ---- End -------------------------------------------------------------------------------------------------------------


@jit
def _has_gap(s: Any, player: int) -> bool:
    """Whether a hole of the player's goal is empty: then the player has not arrived."""
    area = GOAL[s.large, SEAT[s.players, player]]
    gap = EMPTY
    for lattice in range(LATTICES):
        gap |= area[lattice] & ~s.taken[lattice]
    return gap != EMPTY  # type: ignore[no-any-return]


@jit
def sealed(s: Any, player: int, out: Any) -> bool:
    """Whether no man in the player's goal that belongs to the owner of that camp can get out. `out` is overwritten."""
    owner = OWNER[s.players, player]
    if owner < 0:
        return False
    area = GOAL[s.large, SEAT[s.players, player]]
    for i in range(free_moves(s, owner, out)):
        begin, end = out[i] >> 8, out[i] & 255
        if _within(area, begin) and not _within(area, end):
            return False
    return True


@jit
def has_arrived(s: Any, player: int) -> bool:
    """Whether the player holds every hole of the goal, sealed men aside."""
    seat, owner = SEAT[s.players, player], OWNER[s.players, player]
    area = GOAL[s.large, seat]
    missing = EMPTY
    strange = EMPTY  # holes that are neither the player's nor the camp owner's
    for lattice in range(LATTICES):
        not_own = area[lattice] & ~s.men[player, lattice]
        missing |= not_own
        strange |= not_own & ~s.men[owner, lattice] if owner >= 0 else not_own
    if missing == EMPTY:
        return True
    if strange != EMPTY or _stands_in(s, player, CAMP[s.large, seat]):
        return False
    out = np.empty(MAX_MOVES, np.int64)
    if not sealed(s, player, out):
        return False
    for i in range(free_moves(s, player, out)):
        begin, end = out[i] >> 8, out[i] & 255
        if not _within(area, begin) and PROGRESS[seat, end] > PROGRESS[seat, begin]:
            return False
    return True


@jit
def play(s: Any, move: int) -> None:
    mover = player = int(s.turn)
    players = int(s.players)
    if move != PASS:
        begin, end = move >> 8, move & 255
        s.men[mover, begin >> 6] ^= bit(begin & 63)
        s.men[mover, end >> 6] ^= bit(end & 63)
        s.taken[begin >> 6] ^= bit(begin & 63)
        s.taken[end >> 6] ^= bit(end & 63)
        last = players - 1 if s.play_on else 1
        for _ in range(players):
            if s.place[player] == 0 and s.arrived < last and not _has_gap(s, player) and has_arrived(s, player):
                s.arrived += 1
                s.place[player] = s.arrived
            player = player + 1 if player + 1 < players else 0
        if s.arrived == last:
            s.turn = -1
            return
    while True:
        player = player + 1 if player + 1 < players else 0
        if s.place[player] == 0:
            break
    s.turn = player


@jit
def to_act(s: Any) -> int:
    return int(s.turn)


@jit
def places(s: Any, out: Any) -> int:
    for player in range(int(s.players)):
        out[player] = s.place[player] if s.place[player] > 0 else s.arrived + 1
    return int(s.players)


register(STATE, legal_moves, play, to_act, places)
