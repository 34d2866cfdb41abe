"""A position of Hendeca as plain values, for drawing it and for talking about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablier.core.position import Position
from tablier.games.hendeca.rules import FIGURE, ISLAND, OVER, SETUP
from tablier.games.hendeca.sea import parts
from tablier.geometry.hexes import Cell

__all__ = ["PLAYERS", "Board", "Phase"]

PLAYERS = ("white", "black")
Phase = Literal["setup", "figure", "island", "over"]
_PHASES: dict[int, Phase] = {SETUP: "setup", FIGURE: "figure", ISLAND: "island", OVER: "over"}


@dataclass(frozen=True, slots=True)
class Board:
    """Where everything is. `player` is to act, or has won when the game is over."""

    islands: frozenset[Cell]
    figures: dict[str, Cell]
    flags: dict[str, Cell]
    last: Cell | None
    player: int
    phase: Phase
    sinking: bool

    @staticmethod
    def of(position: Position) -> Board:
        """The board of a `core.Position`."""
        s = position.states[0]
        cells = list(zip(s.x.tolist(), s.y.tolist(), strict=True))[: s.islands]
        figures = zip((*PLAYERS, "red"), s.figure.tolist(), strict=True)
        flags = zip(PLAYERS, s.flag.tolist(), strict=True)
        return Board(
            islands=frozenset(cells),
            figures={who: cells[island] for who, island in figures if island >= 0},
            flags={who: cells[island] for who, island in flags if island >= 0},
            last=cells[s.last] if s.last >= 0 else None,
            player=int(s.turn),
            phase=_PHASES[int(s.phase)],
            sinking=bool(s.sinking),
        )

    @property
    def own(self) -> str:
        """The player to act."""
        return PLAYERS[self.player]

    @property
    def other(self) -> str:
        """The player not to act."""
        return PLAYERS[1 - self.player]

    def standing(self, cell: Cell) -> str | None:
        """Who stands on a cell."""
        return next((who for who, where in self.figures.items() if where == cell), None)

    def flagged(self, cell: Cell) -> str | None:
        """Whose flag is on a cell."""
        return next((who for who, where in self.flags.items() if where == cell), None)

    def archipelago(self, cell: Cell, without: Cell | None = None) -> frozenset[Cell]:
        """The islands connected with the one on `cell`, perhaps with one island taken away."""
        return next(part for part in parts(self.islands - {without}) if cell in part)

    def home(self, without: Cell | None = None) -> frozenset[Cell]:
        """The archipelago of the player to act, perhaps with one island taken away."""
        return self.archipelago(self.figures[self.own], without)
