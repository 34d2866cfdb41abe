"""Proofs: what an engine calls a win is one, and wins within its depth are found; checked by a naive solver."""

from __future__ import annotations

import pytest

from tablier.core.position import Position
from tablier.search import Candidate, Limits, engine
from tests.games.oracle import games, oracle
from tests.search.positions import middle
from tests.search.solver import forced_win, winning_moves
from tests.search.tactics import tactics

MOST = 2
"""Longer proofs take a naive solver too long."""


def _check(position: Position, candidate: Candidate) -> None:
    """Check a candidate's proof with the naive solver."""
    proof, player = candidate.proof, position.to_act
    assert proof is not None
    assert player is not None
    rules = oracle(position.game.id)
    state = rules.play(rules.parse(position.game.options, str(position)), candidate.move)
    winner = player if proof.outcome == "wins" else 1 - player
    assert forced_win(rules, state, winner, proof.moves - 1)


@pytest.mark.parametrize("game_id", games())
@pytest.mark.parametrize("name", ["alphabeta", "mcts", "uct"])
def test_proofs_are_right(game_id: str, name: str) -> None:
    outcomes = []
    for tactic in [t for t in tactics() if t.position.game.id == game_id][:10]:
        analysis = engine(name).search(tactic.position, Limits(nodes=3000))
        short = [c for c in analysis.candidates if c.proof is not None and c.proof.moves <= MOST]
        for candidate in [*short[:2], *short[-2:]]:
            _check(tactic.position, candidate)
            assert candidate.proof is not None
            outcomes.append(candidate.proof.outcome)
    assert "wins" in outcomes


@pytest.mark.parametrize("game_id", games())
def test_forced_wins_within_the_depth_are_never_missed(game_id: str) -> None:
    for tactic in (t for t in tactics() if t.position.game.id == game_id and t.turns <= 3):
        analysis = engine("alphabeta", reductions=0).search(tactic.position, Limits(depth=tactic.turns))
        assert analysis.move == tactic.move
        assert analysis.best.proof is not None
        assert analysis.best.proof.outcome == "wins"
        assert analysis.best.proof.moves == tactic.moves


@pytest.mark.parametrize("game_id", ["connexion", "polygone"])
def test_no_win_in_one_is_claimed_or_missed_in_random_positions(game_id: str) -> None:
    rules = oracle(game_id)
    for seed in range(6):
        position = middle((game_id, {}), seed, 40)
        wins = winning_moves(rules, rules.parse(position.game.options, str(position)), 1)
        best = engine("alphabeta").search(position, Limits(depth=1)).best
        claimed = best.proof is not None and best.proof.outcome == "wins" and best.proof.moves == 1
        assert claimed == bool(wins)
        assert not claimed or best.move in wins


def test_the_depth_told_is_what_reductions_leave() -> None:
    position = middle(("polygone", {}), 5, 6)
    reduced = engine("alphabeta").search(position, Limits(depth=5))
    assert reduced.depth < 5
    assert engine("alphabeta", reductions=0).search(position, Limits(depth=4)).depth == 4


def test_the_line_of_a_proof_leads_to_the_win() -> None:
    told = 0
    for tactic in (t for t in tactics() if t.turns == 3 and t.position.game.id == "polygone"):
        best = engine("alphabeta").search(tactic.position, Limits(nodes=300_000)).best
        position = tactic.position
        for move in best.line:
            position = position.play(move)
        if position.is_over:
            told += 1
            assert position.places is not None
            assert position.places[tactic.position.to_act or 0] == 1
    assert told


@pytest.mark.parametrize("game_id", ["kenwan", "connexion", "polygone"])
def test_variety_changes_no_proof(game_id: str) -> None:
    for tactic in [t for t in tactics() if t.position.game.id == game_id and t.turns == 3][:4]:
        for seed in range(6):
            analysis = engine("alphabeta", reductions=0).search(tactic.position, Limits(depth=3), seed)
            assert analysis.move == tactic.move
            proofs = [candidate.proof for candidate in analysis.candidates if candidate.proof is not None]
            assert [proof.outcome for proof in proofs].count("wins") == 1
            assert all(proof.moves >= 1 for proof in proofs)
