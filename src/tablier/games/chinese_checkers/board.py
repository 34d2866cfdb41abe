"""A position of Chinese checkers as sets of holes, for drawing and explaining."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tablier.games.chinese_checkers.notation import men_of
from tablier.games.chinese_checkers.rules import (
    HOLE_OF,
    LONGEST,
    MAX_MOVES,
    SEATS,
    States,
    camp,
    doors,
    free_moves,
    goal,
    sealed,
    stops,
)
from tablier.games.chinese_checkers.star import DIRECTIONS, HOLES, Hole, progress

__all__ = ["Board", "Duty", "board", "duty", "free", "sealed_men"]

_EXISTING = frozenset(HOLES)


@dataclass(frozen=True)
class Board:
    """Who stands where, and what the options say of areas and jumps."""

    seats: tuple[str, ...]
    size: int
    long_jumps: bool
    men: tuple[frozenset[Hole], ...]

    @property
    def holders(self) -> dict[Hole, int]:
        """The player of each man."""
        return {hole: player for player, men in enumerate(self.men) for hole in men}

    def camp(self, player: int) -> frozenset[Hole]:
        """Where the player began."""
        return camp(self.seats[player], self.size)

    def goal(self, player: int) -> frozenset[Hole]:
        """Where the player has to arrive."""
        return goal(self.seats[player], self.size)

    def stops(self, player: int) -> frozenset[Hole]:
        """Where the player's men may stop."""
        return stops(self.seats[player])

    def jumps(self, hole: Hole, others: frozenset[Hole]) -> Iterator[tuple[Hole, Hole]]:
        """Every single jump from a hole, as the hole jumped over and the landing; `others` are all men but the jumping one."""
        for dx, dy in DIRECTIONS:
            for distance in range(1, LONGEST + 1 if self.long_jumps else 2):
                line = [(hole[0] + i * dx, hole[1] + i * dy) for i in range(1, 2 * distance + 1)]
                over, landing = line[distance - 1], line[-1]
                if landing in _EXISTING and others.intersection(line) == {over}:
                    yield over, landing

    def ways(self, begin: Hole, others: frozenset[Hole]) -> dict[Hole, tuple[Hole, ...]]:
        """For every hole that can be reached by jumps from `begin`, a shortest way: the holes touched, both ends included."""
        found: dict[Hole, tuple[Hole, ...]] = {begin: (begin,)}
        for hole in (todo := [begin]):
            for _, landing in self.jumps(hole, others):
                if landing not in found:
                    found[landing] = (*found[hole], landing)
                    todo.append(landing)
        del found[begin]
        return found

    def way(self, begin: Hole, end: Hole) -> tuple[Hole, ...]:
        """The holes a man touches on a legal move: two for a step, more for several jumps."""
        return self.ways(begin, frozenset(self.holders) - {begin}).get(end, (begin, end))


def board(states: States) -> Board:
    """The board of a record."""
    state = states[0]
    players = int(state.players)
    men = tuple(frozenset(men_of(states, player)) for player in range(players))
    return Board(SEATS[players], 15 if state.large else 10, bool(state.long_jumps), men)


def free(states: States, player: int) -> dict[Hole, set[Hole]]:
    """Where each man of a player could go on the board as it stands, the no-blocking rule aside."""
    out = np.empty(MAX_MOVES, np.int64)
    found: dict[Hole, set[Hole]] = {}
    for move in out[: free_moves(states[0], player, out)].tolist():
        found.setdefault(HOLE_OF[move >> 8], set()).add(HOLE_OF[move & 255])
    return found


@dataclass(frozen=True)
class Duty:
    """What the no-blocking rule asks: the players who wait at the door, the men of whom one must move, and whether they must
    leave the goal (or, when none can, go further in)."""

    waiting: tuple[int, ...]
    men: frozenset[Hole]
    leaving: bool


def duty(states: States) -> Duty | None:
    """What the no-blocking rule asks of the player to act; None when that player is free."""
    state = states[0]
    if state.turn < 0:
        return None
    bits = int(doors(state, np.empty(MAX_MOVES, np.int64)))
    if not bits:
        return None
    found = board(states)
    player = int(state.turn)
    waiting = tuple(other for other in range(len(found.seats)) if bits >> other & 1)
    moves = free(states, player)
    seat = found.seats[player]
    leavers, advancers = set(), set()
    for other in waiting:
        area = found.goal(other)
        for begin in area & moves.keys():
            if moves[begin] - area:
                leavers.add(begin)
            if any(progress(seat, end) > progress(seat, begin) for end in moves[begin] & area):
                advancers.add(begin)
    men = leavers or advancers
    return Duty(waiting, frozenset(men), bool(leavers)) if men else None


def sealed_men(states: States) -> frozenset[Hole]:
    """All men that are shut in, in the camp where they began, so that the player opposite can arrive without their holes."""
    found = board(states)
    out = np.empty(MAX_MOVES, np.int64)
    shut_in: set[Hole] = set()
    for player in range(len(found.seats)):
        if sealed(states[0], player, out):
            for owner, men in enumerate(found.men):
                if found.camp(owner) == found.goal(player):
                    shut_in |= men & found.goal(player)
    return frozenset(shut_in)
