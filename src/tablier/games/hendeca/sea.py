"""An unbounded sea of hexagonal cells, some of which hold tiles that slide on it.

A cell is a pair (x, y) as in `geometry.hexes`; its name is ``x,y``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Set

from tablier.geometry.hexes import STEPS, Cell, neighbours

__all__ = ["PITCH", "ROW", "coast", "gap", "name", "parts", "point", "reach", "route"]

PITCH, ROW = 94.0, 81.4
"""How far apart neighbours of one row are, and rows."""


def name(cell: Cell) -> str:
    """The cell as texts write it."""
    return f"{cell[0]},{cell[1]}"


def point(cell: Cell) -> tuple[float, float]:
    """Where the cell's middle is on the screen; y grows downwards there, upwards in the cells' own numbers."""
    x, y = cell
    return PITCH * x - PITCH / 2 * y, -ROW * y


def parts(tiles: Iterable[Cell]) -> list[frozenset[Cell]]:
    """The connected parts of a set of cells, in the order in which they are met."""
    left = dict.fromkeys(tiles)
    found = []
    while left:
        part = {next(iter(left))}
        edge = list(part)
        while edge:
            new = [cell for cell in neighbours(edge.pop()) if cell in left and cell not in part]
            part.update(new)
            edge += new
        found.append(frozenset(part))
        for cell in part:
            del left[cell]
    return found


def coast(tiles: Set[Cell]) -> set[Cell]:
    """The empty cells next to a tile."""
    return {cell for tile in tiles for cell in neighbours(tile) if cell not in tiles}


def gap(tiles: Set[Cell], a: Cell, b: Cell) -> tuple[Cell, Cell] | None:
    """The two tiles that leave too little room to slide between the neighbouring cells `a` and `b`, None if there is room."""
    (dx, dy), (x, y) = (b[0] - a[0], b[1] - a[1]), a
    direction = STEPS.index((dx, dy))
    (px, py), (qx, qy) = STEPS[direction - 1], STEPS[(direction + 1) % 6]
    sides = (x + px, y + py), (x + qx, y + qy)
    return sides if sides[0] in tiles and sides[1] in tiles else None


def route(tiles: Set[Cell], start: Cell, goal: Cell, *, squeeze: bool = False, limit: int = 20000) -> list[Cell] | None:
    """A shortest way for a tile to slide from `start` to `goal`, both included, among other `tiles`; None if there is none.

    With `squeeze` it may pass between tiles that leave too little room. `limit` is how many cells are looked at: among a
    dozen tiles no shortest way round them needs as many.
    """
    came: dict[Cell, Cell] = {start: start}
    queue = deque([start])
    while queue and len(came) < limit:
        cell = queue.popleft()
        if cell == goal:
            way = [cell]
            while cell != start:
                cell = came[cell]
                way.append(cell)
            return way[::-1]
        for nearby in neighbours(cell):
            if nearby not in came and nearby not in tiles and (squeeze or gap(tiles, cell, nearby) is None):
                came[nearby] = cell
                queue.append(nearby)
    return None


def reach(tiles: Set[Cell], start: Cell, limit: int) -> set[Cell] | None:
    """All cells a tile can slide to from `start` among other `tiles`; None when there are more than `limit`."""
    found = {start}
    edge = [start]
    while edge:
        cell = edge.pop()
        for nearby in neighbours(cell):
            if nearby not in found and nearby not in tiles and gap(tiles, cell, nearby) is None:
                found.add(nearby)
                edge.append(nearby)
        if len(found) > limit:
            return None
    return found
