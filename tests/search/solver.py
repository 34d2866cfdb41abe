"""A solver that knows nothing of ours: plain minimax over a naive generator, for proofs on positions small enough."""

from __future__ import annotations

from typing import Any, Protocol


class Rules(Protocol):
    """What the solver asks of a naive generator, or of anything that knows the rules."""

    def moves(self, s: Any) -> list[str]: ...
    def play(self, s: Any, move: str) -> Any: ...
    def to_act(self, s: Any) -> int | None: ...
    def places(self, s: Any) -> tuple[int, ...] | None: ...


def forced_win(rules: Rules, state: Any, player: int, moves: int) -> bool:
    """Whether `player` (of two) can win within so many moves of both, whatever the other does."""
    actor = rules.to_act(state)
    if actor is None:
        places = rules.places(state)
        assert places is not None
        return places[player] == 1 and places[1 - player] == 2
    if moves == 0:
        return False
    results = (forced_win(rules, rules.play(state, move), player, moves - 1) for move in rules.moves(state))
    return any(results) if actor == player else all(results)


def winning_moves(rules: Rules, state: Any, moves: int) -> list[str]:
    """The moves after which the player to act wins within so many moves, these included."""
    player = rules.to_act(state)
    assert player is not None
    return [move for move in rules.moves(state) if forced_win(rules, rules.play(state, move), player, moves - 1)]
