"""The tactics suites: the moves are right, by a solver that knows nothing of ours, and level 10 finds and proves them."""

from __future__ import annotations

from collections import Counter

import pytest

from tablier.core.position import Position
from tablier.search import Level
from tests.games.oracle import games, oracle
from tests.search.solver import winning_moves
from tests.search.tactics import Tactic, tactics


@pytest.mark.every_game
def test_every_game_has_a_suite() -> None:
    counts = Counter(tactic.position.game.id for tactic in tactics())
    assert set(counts) == set(games())
    assert min(counts.values()) >= 20


class _Ours:
    """Our own rules, for the solver."""

    def moves(self, s: Position) -> list[str]:
        return s.moves()

    def play(self, s: Position, move: str) -> Position:
        return s.play(move)

    def to_act(self, s: Position) -> int | None:
        return s.to_act

    def places(self, s: Position) -> tuple[int, ...] | None:
        return s.places


def _is_small(tactic: Tactic) -> bool:
    """Whether naive rules are fast enough for a proof: three turns of two moves are too many for them."""
    return (tactic.moves == 3 and len(tactic.position.moves()) < 90) or tactic.turns == 1


@pytest.mark.parametrize("tactic", tactics(), ids=str)
def test_the_move_is_the_only_one_that_wins(tactic: Tactic) -> None:
    assert winning_moves(_Ours(), tactic.position, tactic.moves) == [tactic.move]
    assert len(tactic.position.moves()) > 1


@pytest.mark.parametrize("tactic", [t for t in tactics() if _is_small(t)], ids=str)
def test_the_move_is_the_only_one_that_wins_by_naive_rules(tactic: Tactic) -> None:
    rules = oracle(tactic.position.game.id)
    state = rules.parse(tactic.position.game.options, str(tactic.position))
    assert winning_moves(rules, state, tactic.moves) == [tactic.move]


@pytest.mark.parametrize("tactic", tactics(), ids=str)
def test_level_10_finds_and_proves_the_win(tactic: Tactic) -> None:
    found = Level(10).search(tactic.position, seed=1)
    assert found.move == tactic.move
    assert found.best.proof is not None
    assert found.best.proof.outcome == "wins"
    assert found.best.proof.moves == tactic.moves
