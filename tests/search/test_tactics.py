"""The tactics suites: the moves are right, by a solver that knows nothing of ours, and level 10 finds and proves them."""

from __future__ import annotations

from collections import Counter

import pytest

import tablier
from tablier.core.position import Position
from tablier.search import Level
from tests.games.oracle import oracle
from tests.search.solver import winning_moves
from tests.search.tactics import Tactic, tactics


def test_every_game_has_a_suite() -> None:
    counts = Counter(tactic.position.game.id for tactic in tactics())
    assert set(counts) == set(tablier.games())
    assert min(counts.values()) >= 20


@pytest.mark.parametrize("tactic", [t for t in tactics() if t.turns == 1], ids=str)
def test_wins_in_one_are_the_only_ones(tactic: Tactic) -> None:
    rules = oracle(tactic.position.game.id)
    state = rules.parse(tactic.position.game.options, str(tactic.position))
    assert winning_moves(rules, state, tactic.moves) == [tactic.move]


@pytest.mark.parametrize("tactic", [t for t in tactics() if t.turns == 3], ids=str)
def test_wins_in_three_turns_are_forced(tactic: Tactic) -> None:
    player = tactic.position.to_act
    assert player is not None
    assert _forced(tactic.position.play(tactic.move), player, tactic.moves - 1)


def _forced(position: Position, player: int, moves: int) -> bool:
    """Whether a player wins within so many moves: plain minimax over positions."""
    if position.is_over:
        return position.places is not None and position.places[player] == 1
    if moves == 0:
        return False
    results = (_forced(position.play(move), player, moves - 1) for move in position.moves())
    return any(results) if position.to_act == player else all(results)


@pytest.mark.parametrize("tactic", tactics(), ids=str)
def test_level_10_finds_and_proves_the_win(tactic: Tactic) -> None:
    found = Level(10).search(tactic.position, seed=1)
    assert found.move == tactic.move
    assert found.best.proof is not None
    assert found.best.proof.outcome == "wins"
