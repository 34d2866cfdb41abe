"""Polygone: the mirror of the rows, and the mirror that exchanges the colours."""

from __future__ import annotations

import re

from tests.games.oracle import Options
from tests.games.symmetry import Symmetry


def _lattice(*, rows: bool) -> Symmetry:
    def point(given: str) -> str:
        last = {"a": 4, "b": 5, "c": 6, "d": 5, "e": 4}[given[0]]
        return "edcba"["abcde".index(given[0])] + given[1] if rows else f"{given[0]}{last + 1 - int(given[1])}"

    def points(given: str) -> list[str]:
        return [point(p) for p in re.findall(r"[a-e][1-6]", given)]

    def edge(given: str) -> str:
        return "".join(sorted(points(given)))

    def edges(given: str) -> str:
        return ",".join(sorted(edge(e) for e in given.split(","))) if given != "-" else "-"

    def colour(given: str) -> str:
        return given if rows else given.translate(str.maketrans("wb", "bw"))

    def text(given: str) -> str:
        white, black, to_act, pending, *winner = given.split()
        sides = [edges(white), edges(black)]
        mapped = sides if rows else sides[::-1]
        return " ".join([*mapped, colour(to_act), edges(pending), *(colour(w) for w in winner)])

    def move(given: str) -> str:
        if given == "pass":
            return given
        if given[0] != "x":
            return "-".join(edge(e) for e in given.split("-"))
        ring = points(given)
        at = ring.index(min(ring))
        ring = ring[at:] + ring[:at]
        return "x" + "".join(ring if ring[1] < ring[-1] else [ring[0], *reversed(ring[1:])])

    return Symmetry(text, move, lambda index: index if rows else 1 - index)


def symmetries(_options: Options) -> list[Symmetry]:
    """The symmetries of the game."""
    return [_lattice(rows=True), _lattice(rows=False)]
