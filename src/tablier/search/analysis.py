"""What an engine thinks of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Analysis", "Candidate", "Proof"]


@dataclass(frozen=True, slots=True)
class Proof:
    """A certainty about a move: its player "wins" or "loses" within so many moves, this one and all players' included.

    `turns` is what people count: the winner's own turns until then, the one that goes on included if it is theirs; 0 when
    the move itself gives the game away. When a place has been given already, what there is to win is the best one left.
    """

    outcome: Literal["wins", "loses"]
    moves: int
    turns: int

    def __str__(self) -> str:
        return f"{self.outcome} in {self.turns}" if self.turns else f"{self.outcome} at once"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and what the engine thinks of it.

    `scores` and `wins` have a number from 0 to 1 for every player: the expected place score (the share of the others that the
    player leaves behind) and the chance to win. `visits` is how much of the search went into the move, `depth` how many
    moves ahead it was looked at. `line` is how the game would go on, this move first.
    """

    move: str
    scores: tuple[float, ...]
    wins: tuple[float, ...]
    visits: int
    depth: int
    line: tuple[str, ...]
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine thinks of a position: candidates, best first. `done` is False while it is still thinking."""

    player: int
    candidates: tuple[Candidate, ...]
    nodes: int
    seconds: float
    depth: int
    done: bool

    @property
    def move(self) -> str:
        """The move the engine would play."""
        return self.candidates[0].move

    @property
    def best(self) -> Candidate:
        """The first candidate."""
        return self.candidates[0]
