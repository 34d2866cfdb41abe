"""The position an engine is asked about, with all that compiled search needs of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablier.core.match import Match
from tablier.core.position import Position
from tablier.kernel.run import at_legal_moves, at_play, at_to_act
from tablier.search.compiled.scores import JUDGE, WORTH
from tablier.search.compiled.static import after_each, at_key
from tablier.search.evaluation import evaluation
from tablier.search.weights import weights_for

__all__ = ["Query", "query"]

_MOST_HASTE = 0.9  # the other's standing must go on to count


@dataclass(frozen=True)
class Query:
    """A position to search. `haste` is the share by which one's own standing counts for more and the other's for less, `seen`
    are the keys of positions that would be there for the third time if they came again."""

    position: Position
    players: int
    player: int
    states: Any
    max_moves: int
    weights: Any
    progress: int
    haste: float
    seen: Any

    def judges(self) -> Any:
        """Who judges positions of this game, in an array of one record."""
        made = np.zeros(1, JUDGE)
        made["players"], made["weights"], made["progress"] = self.players, self.weights, self.progress
        return made

    def after(self, codes: Sequence[int]) -> Any:
        """What the positions after legal moves are worth by the evaluation alone: an array of `WORTH`."""
        worths = np.zeros(len(codes), WORTH)
        after_each(self.judges(), self.states.repeat(2), np.array(codes, np.int64), worths)
        return worths

    @property
    def codes(self) -> list[int]:
        """The codes of the legal moves, in the order of their texts."""
        return list(self.position.codes().values())

    def line(self, codes: list[int]) -> tuple[str, ...]:
        """The texts of legal moves played one after another."""
        texts = []
        states = self.states
        for code in codes:
            texts += self.position.game.modules.notation.move_texts(states, [code])
            following = np.empty(1, states.dtype)
            at_play(states, code, following)
            states = following
        return tuple(texts)

    def turns(self, player: int, moves: int, line: Sequence[int]) -> int:
        """How many turns of a player so many moves hold, from here, that begin as a line does. Where the line ends any moves
        follow: who acts when hardly depends on them."""
        notation = self.position.game.modules.notation
        states, found = self.states, 0
        legal = np.empty(self.max_moves, np.int64)
        for number in range(moves):
            found += at_to_act(states) == player and (number == 0 or notation.turn_begins(states))
            if number >= len(line) and not at_legal_moves(states, legal):
                break
            following = np.empty(1, states.dtype)
            at_play(states, line[number] if number < len(line) else int(legal[0]), following)
            states = following
        return found


def query(given: Position | Match, weights: Any = None) -> Query:
    """What is to be searched; ValueError when there is nothing to decide. Without `weights` the game's own count."""
    if isinstance(given, Match):
        if given.is_over:
            raise ValueError("the match is over: there is no move to look for")
        position = given.position
    elif isinstance(given, Position):
        position = given
    else:
        raise ValueError(f"an engine searches a position or a match, not {given!r}")  # noqa: TRY004
    player = position.to_act
    if player is None:
        raise ValueError("the game is over: there is no move to look for")
    found = evaluation(position.game)
    return Query(
        position=position,
        players=len(position.game.players),
        player=player,
        states=position.states,
        max_moves=position.game.modules.rules.MAX_MOVES,
        weights=weights_for(position.game) if weights is None else weights,
        progress=found.progress,
        haste=min(_MOST_HASTE, found.haste * _turns(given)),
        seen=_seen(given),
    )


def _turns(given: Position | Match) -> int:
    """The turns played so far, as far as they are known."""
    return len(given.turns) if isinstance(given, Match) else 0


def _seen(given: Position | Match) -> Any:
    """The keys of positions that stood twice already at the start of a turn."""
    if not isinstance(given, Match):
        return np.empty(0, np.uint64)
    times = Counter(int(at_key(p.states)) for p in given.positions if not p.is_over and p.turn_begins)
    return np.array(sorted(k for k, n in times.items() if n >= 2), np.uint64)
