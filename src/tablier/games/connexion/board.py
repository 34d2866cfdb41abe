"""A position as plain Python values, for those who read, draw and explain it: who is connected to whom, and which way a pawn
goes. The colours are the players: light is White's, dark is Black's."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tablier.games.connexion.square import CELLS, EAST, NEIGHBOUR, NORTH, SOUTH, WEST, opposite

__all__ = ["BLACK", "WHITE", "Board"]

WHITE, BLACK = 0, 1
_DARK_SIDES = ((NORTH, WEST), (NORTH, EAST), (SOUTH, EAST), (SOUTH, WEST))


@dataclass(frozen=True)
class Board:
    """`orientation` is the corner of each plate's dark triangle, 0 NW, 1 NE, 2 SE, 3 SW; `pawns` has the plates of each
    player's pawns; `protected` the plates the player to act may not turn; `only_new` tells whether only connections made by
    the turn itself are protected. `to_act` is None and `winner` a player when over."""

    orientation: tuple[int, ...]
    pawns: tuple[frozenset[int], frozenset[int]]
    protected: frozenset[int]
    only_new: bool
    to_act: int | None
    winner: int | None

    def corner(self, plate: int, player: int) -> int:
        """The corner of the player's triangle, counted as orientations are."""
        return self.orientation[plate] if player == BLACK else (self.orientation[plate] + 2) % 4

    def sides(self, plate: int, player: int) -> tuple[int, int]:
        """The two sides of the plate that the player's triangle borders."""
        return _DARK_SIDES[self.corner(plate, player)]

    def connected(self, plate: int, player: int) -> list[int]:
        """The plates whose triangle of the player's colour is connected to this plate's."""
        found = []
        for side in self.sides(plate, player):
            other = NEIGHBOUR[plate][side]
            if other is not None and opposite(side) in self.sides(other, player):
                found.append(other)
        return sorted(found)

    def exits(self, player: int) -> list[int]:
        """The plates whose triangle of the player's colour borders the outer edge on the player's exit side."""
        side = NORTH if player == WHITE else SOUTH
        return [plate for plate in CELLS if NEIGHBOUR[plate][side] is None and side in self.sides(plate, player)]

    def ways(self, plate: int, player: int, closed: Collection[int] = ()) -> dict[int, list[int]]:
        """The shortest way over triangles of the player's colour to each plate of the path, both ends included. Closed
        plates can be reached, not passed."""
        ways = {plate: [plate]}
        todo = [plate]
        for here in todo:
            if here == plate or here not in closed:
                for other in self.connected(here, player):
                    if other not in ways:
                        ways[other] = [*ways[here], other]
                        todo.append(other)
        return ways

    def way_out(self, plate: int, player: int) -> list[int] | None:
        """The shortest way along the path to a triangle at the exit, None when the path is not connected to it."""
        ways = self.ways(plate, player)
        return min((ways[end] for end in self.exits(player) if end in ways), key=len, default=None)
