"""Proofs: what an engine calls a win is one, and wins within its depth are found; checked by a naive solver."""

from __future__ import annotations

import pytest

from tablier.core.position import Position
from tablier.search import Candidate, Limits, engine
from tests.games.oracle import oracle
from tests.search.positions import label, middle
from tests.search.solver import forced_win, winning_moves

TWO_PLAYERS: tuple[tuple[str, dict[str, object]], ...] = (
    ("kenwan", {"players": 2}),
    ("hendeca", {}),
    ("connexion", {}),
    ("polygone", {}),
)


def _check(position: Position, candidate: Candidate, most: int) -> bool:
    """Check a candidate's proof with the naive solver if that is short enough; whether it was."""
    proof = candidate.proof
    assert proof is not None
    if proof.moves > most:
        return False
    rules = oracle(position.game.id)
    state = rules.play(rules.parse(position.game.options, str(position)), candidate.move)
    player = position.to_act
    assert player is not None
    winner = player if proof.outcome == "wins" else 1 - player
    assert forced_win(rules, state, winner, proof.moves - 1)
    if proof.outcome == "wins" and proof.moves > 1:
        assert not forced_win(rules, state, winner, 0)
    return True


@pytest.mark.parametrize("case", TWO_PLAYERS, ids=label)
@pytest.mark.parametrize("name", ["alphabeta", "mcts", "uct"])
def test_proofs_are_right(case: tuple[str, dict[str, object]], name: str) -> None:
    checked = 0
    for seed in range(40):
        position = middle(case, seed, 60)
        analysis = engine(name).search(position, Limits(nodes=3000))
        for candidate in analysis.candidates[:4]:
            if candidate.proof is not None:
                checked += _check(position, candidate, 2)
        if checked > 5:
            break
    assert checked


@pytest.mark.parametrize("case", TWO_PLAYERS, ids=label)
def test_forced_wins_within_the_depth_are_never_missed(case: tuple[str, dict[str, object]]) -> None:
    rules = oracle(case[0])
    found = 0
    for seed in range(30):
        position = middle(case, seed, 60)
        state = rules.parse(position.game.options, str(position))
        turns = 1
        moves = 2 if case[0] == "hendeca" and " figure " in str(position) else 1
        wins = winning_moves(rules, state, moves)
        analysis = engine("alphabeta").search(position, Limits(depth=turns))
        assert analysis.depth >= turns or analysis.best.proof
        if wins:
            found += 1
            assert analysis.best.proof is not None
            assert analysis.best.proof.outcome == "wins"
            assert analysis.move in wins
        else:
            assert (
                analysis.best.proof is None
                or analysis.best.proof.outcome == "loses"
                or analysis.best.proof.moves > moves
            )
    assert found


def test_a_deeper_forced_win_is_found_and_the_line_leads_there() -> None:
    for seed in range(60):
        position = middle(("polygone", {}), seed, 70)
        analysis = engine("alphabeta").search(position, Limits(nodes=200_000))
        proof = analysis.best.proof
        if proof is None or proof.outcome != "wins" or proof.moves < 3:
            continue
        player = position.to_act
        for move in analysis.best.line:
            position = position.play(move)
        if position.is_over:
            assert position.places is not None
            assert position.places[player or 0] == 1
            assert len(analysis.best.line) == proof.moves
            return
    pytest.fail("no forced win of three moves or more was found")
