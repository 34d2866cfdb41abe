"""The tactics suites, ``tactics.txt`` in each game's tests: positions in which one move alone wins by force."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import tablier
from tablier.core.position import Position
from tests.games.oracle import folder, games


@dataclass(frozen=True)
class Tactic:
    """A position, the one move that wins, and within how many moves of all players."""

    position: Position
    move: str
    moves: int

    @property
    def turns(self) -> int:
        """How many turns that is, of all players."""
        per_turn = 2 if _second_of_a_turn(self.position.play(self.move)) else 1
        return -(-self.moves // per_turn)

    def __str__(self) -> str:
        return f"{self.position.game.id}: {self.position}"


def _second_of_a_turn(position: Position) -> bool:
    return not position.is_over and not position.turn_begins


def _value(text: str) -> object:
    return {"True": True, "False": False}.get(text, int(text) if text.isdecimal() else text)


@functools.cache
def tactics() -> tuple[Tactic, ...]:
    """All suites."""
    found = []
    for game_id in games():
        for line in (folder(game_id) / "tactics.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            options, text, move, moves = line.split(" | ")
            chosen = dict(item.split("=") for item in options.split(",")) if options != "-" else {}
            game = tablier.game(game_id, **{name: _value(value) for name, value in chosen.items()})
            found.append(Tactic(game.position(text), move, int(moves)))
    return tuple(found)
