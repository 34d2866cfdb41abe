"""What people are shown of an analysis: exact values for all candidates told, and wins counted in the winner's own turns."""

from __future__ import annotations

import itertools
import random
import threading

import pytest

from tablier.core.position import Position
from tablier.search import Candidate, Limits, analyst, engine
from tablier.search.compiled.alphabeta import CERTAIN
from tablier.search.compiled.scores import ONE, chance
from tablier.search.evaluation import evaluation
from tablier.search.query import query
from tablier.service.worker import think
from tests.search.positions import DUELS, middle
from tests.search.tactics import tactics
from tests.search.test_minimax import Minimax

BEST = 5


@pytest.mark.parametrize("case", DUELS, ids=[case[0] for case in DUELS])
def test_what_is_told_of_every_candidate_is_what_minimax_says(case: tuple[str, dict[str, object]]) -> None:
    compared = 0
    # Where games are short, there is hardly a position so late in which nobody can win at once.
    for seed, length in itertools.product(range(6), (18, 6)):
        position = middle(case, seed, length)
        naive = Minimax(position, evaluation(position.game).loud)
        expected = naive.moves(position, 1)
        if max(expected.values()) >= CERTAIN:
            continue
        found = analyst(position.game, BEST).search(position, Limits(depth=1)).candidates[:BEST]
        best = sorted(expected.values(), reverse=True)[:BEST]
        assert [expected[candidate.move] for candidate in found] == best
        for candidate, value in zip(found, best, strict=True):
            compared += 1
            wanted = 0.0 if value <= -CERTAIN else int(chance(value)) / ONE
            assert candidate.scores[naive.me] == wanted
    assert compared > BEST


@pytest.mark.parametrize("case", DUELS, ids=[case[0] for case in DUELS])
def test_candidates_can_be_compared_wherever_the_search_was_stopped(case: tuple[str, dict[str, object]]) -> None:
    position = middle(case, 2, 18)
    for nodes in (700, 2500, 8000, 20_000):
        found = analyst(position.game, BEST).search(position, Limits(nodes=nodes)).candidates[:BEST]
        assert len({candidate.depth for candidate in found if candidate.proof is None}) == 1
        scores = [candidate.scores[position.to_act or 0] for candidate in found]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("case", DUELS, ids=[case[0] for case in DUELS])
def test_the_worker_asks_for_as_many_exact_values_as_it_tells(case: tuple[str, dict[str, object]]) -> None:
    position = middle(case, 2, 18)
    task = {"game": case[0], "options": case[1], "start": str(position), "moves": [], "kind": "analysis"}
    told = [
        answer["analysis"]
        for answer in think({**task, "level": None, "seconds": 0.6, "best": 8, "seed": 0}, threading.Event())
        if answer is not None
    ]
    assert told[-1]["done"]
    for analysis in told:
        assert len({found["depth"] for found in analysis["candidates"] if found["proof"] is None}) == 1
        scores = [found["scores"][position.to_act or 0] for found in analysis["candidates"]]
        assert scores == sorted(scores, reverse=True)


def test_a_forced_win_leaves_what_is_known_of_other_moves() -> None:
    tactic = next(t for t in tactics() if t.position.game.id == "polygone" and t.turns == 3)
    found = analyst(tactic.position.game, BEST).search(tactic.position, Limits(nodes=300_000)).candidates
    assert (found[0].move, str(found[0].proof)) == (tactic.move, "wins in 2")
    assert len({candidate.move for candidate in found}) == len(found) == len(tactic.position.moves())


def _own_turns(position: Position, player: int, line: tuple[str, ...]) -> int:
    """The turns a player has in a line, told by who acts and where turns begin."""
    turns, acting = 0, False
    for move in line:
        turns += position.to_act == player and (not acting or position.turn_begins)
        acting = position.to_act == player
        position = position.play(move)
    assert position.is_over
    return turns


def _complete(candidate: Candidate) -> bool:
    return candidate.proof is not None and len(candidate.line) == candidate.proof.moves


@pytest.mark.parametrize("name", ["alphabeta", "mcts"])
@pytest.mark.parametrize("game_id", [case[0] for case in DUELS])
def test_a_win_is_counted_in_the_winners_own_turns(game_id: str, name: str) -> None:
    counts = set()
    for tactic in (t for t in tactics() if t.position.game.id == game_id):
        found = engine(name, wanted=BEST).search(tactic.position, Limits(nodes=20_000))
        for candidate in filter(_complete, found.candidates[:BEST]):
            assert candidate.proof is not None
            me = found.player
            winner = me if candidate.proof.outcome == "wins" else 1 - me
            turns = _own_turns(tactic.position, winner, candidate.line)
            assert candidate.proof.turns == turns
            said = f"in {turns}" if turns else "at once"
            assert str(candidate.proof) == f"{candidate.proof.outcome} {said}"
            counts.add((candidate.proof.outcome, turns))
        if found.best.proof is not None and found.move == tactic.move:
            # All turns together, as the suites count them: one's own are the first, third …
            assert found.best.proof.turns == (tactic.turns + 1) // 2
    assert ("wins", 1) in counts
    assert ("wins", 2) in counts


def test_the_count_in_the_middle_of_a_turn_includes_this_turn() -> None:
    """Two moves a turn: the win in one's next turn but one is two turns away before the figure moves and after."""
    tactic = next(t for t in tactics() if t.position.game.id == "hendeca" and t.moves == 6)
    before = engine("alphabeta").search(tactic.position, Limits(nodes=300_000)).best
    inside = tactic.position.play(tactic.move)
    assert not inside.turn_begins
    after = engine("alphabeta").search(inside, Limits(nodes=300_000)).best
    assert before.proof is not None
    assert after.proof is not None
    assert (before.proof.moves, before.proof.turns) == (6, 2)
    assert (after.proof.moves, after.proof.turns) == (5, 2)


def test_what_follows_an_unfinished_line_is_counted_by_who_acts() -> None:
    dice = random.Random(5)
    for case in DUELS:
        position = middle(case, 1, 18)
        asked = query(position)
        code = position.codes()[dice.choice(position.moves())]
        for moves in (1, 2, 3, 4, 5):
            turns = [asked.turns(player, moves, [code]) for player in range(2)]
            assert turns[asked.player] >= 1
            assert abs(turns[0] - turns[1]) <= 1
