"""Proofs with three players, where the game goes on for the next place when one has won."""

from __future__ import annotations

import pytest

import tablier
from tablier.core.position import Position
from tablier.search import Candidate, Limits, engine

FOR_THE_FIRST = (
    "RYY2/RyYY1B/1Y1YYyB/1YYYYY1B/1YY1#1B2/1YrRR1B1/Y1R1R1B/1RRR2/2RR1 b byr -",
    "R1R2/RRR1Y1/R1R1Y1Y/1RRYYYY1/BBR1#Y3/B1YYYY2/BbYY1yR/2Y1RR/2Y1R b byr -",
    "RRRr1/RRRR1R/b2RRy1/1BBYYYYy/2Bb#YY1B/1B1bY3/BB1YY2/BB1Y2/3Y1 r byr -",
    "2Y2/1YYYYY/1yYY1YY/R2r1Y2/1RRR#4/RRRR1BB1/r1R1BB1/B1bBB1/BBBBB y byr -",
)
FOR_THE_SECOND = (
    "RYY2/RYYY1B/1YYY1yB/1YYYYY1B/1YY1#1BB1/1YrRR1B1/Y1R1R2/1RRR2/R2R1 y byr b",
    "RRRR1/RRRRRR/b3RR1/1BBYYYYy/2BB#YY1B/1BBBY3/BB1YY2/1B1Y2/2Y2 b byr r",
    "2RrY/1RR1YY/1RR1rYY/RRRRrYY1/2RR#YY2/2RR1BB1/1rRRBB1/1R3B/R1B2 b byr y",
    "5/1R2BB/1R1BB1B/1rrBBb1B/rr1B#YY2/RR1YYYY1/RR1YY1Y/RR1Y2/1RRRR b byr y",
)
"""Positions in which a move takes the place; in the second ones somebody has the first already."""


def _position(text: str) -> Position:
    return tablier.game("kenwan", players=3).position(text)


def _taker(position: Position, best: int) -> int | None:
    """Who has the place `best`."""
    given = position.places or position.placed
    return given.index(best) if best in given else None


def _takes(position: Position, best: int) -> set[str]:
    """The moves with which the player to act takes the place `best`."""
    return {move for move in position.moves() if _taker(position.play(move), best) == position.to_act}


@pytest.mark.parametrize("name", ["mcts", "uct"])
@pytest.mark.parametrize(("best", "texts"), [(1, FOR_THE_FIRST), (2, FOR_THE_SECOND)], ids=["first", "second"])
def test_a_place_within_reach_is_taken(name: str, best: int, texts: tuple[str, ...]) -> None:
    for text in texts:
        position = _position(text)
        player = position.to_act
        assert player is not None
        found = engine(name).search(position, Limits(nodes=1000)).best
        assert found.move in _takes(position, best)
        assert str(found.proof) == "wins in 1"
        assert found.scores[player] == (3 - best) / 2
        # Who takes the second place has not won: the first has.
        assert found.wins[player] == (1 if best == 1 else 0)


def _check(position: Position, best: int, candidate: Candidate) -> None:
    """Check a proof of one or two moves by the rules alone."""
    after = position.play(candidate.move)
    assert candidate.proof is not None
    if candidate.proof.moves == 1:
        assert _taker(after, best) is not None
        assert candidate.proof.outcome == ("wins" if _taker(after, best) == position.to_act else "loses")
    else:
        assert candidate.proof.outcome == "loses"
        assert _takes(after, best) or all(_taker(after.play(answer), best) is not None for answer in after.moves())


@pytest.mark.parametrize("name", ["mcts", "uct"])
@pytest.mark.parametrize(("best", "texts"), [(1, FOR_THE_FIRST), (2, FOR_THE_SECOND)], ids=["first", "second"])
def test_short_proofs_are_right_a_move_later(name: str, best: int, texts: tuple[str, ...]) -> None:
    checked = 0
    for text in texts:
        begun = _position(text)
        others = [move for move in begun.moves() if move not in _takes(begun, best)]
        for position in (begun.play(move) for move in others[:: max(1, len(others) // 4)]):
            if _taker(position, best) is not None:
                continue
            candidates = engine(name).search(position, Limits(nodes=1000)).candidates
            proofs = [c for c in candidates if c.proof is not None and c.proof.moves <= 2]
            for candidate in [*proofs[:3], *proofs[-3:]]:
                _check(position, best, candidate)
                checked += 1
    assert checked


def test_who_loses_for_certain_is_told_no_more_than_the_next_place() -> None:
    told = 0
    for text in FOR_THE_FIRST:
        begun = _position(text)
        for position in (begun.play(move) for move in begun.moves()[::9] if move not in _takes(begun, 1)):
            analysis = engine("mcts").search(position, Limits(nodes=1000))
            for candidate in analysis.candidates:
                if candidate.proof is not None and candidate.proof.outcome == "loses":
                    told += 1
                    assert candidate.scores[analysis.player] <= 0.5
                    assert candidate.wins[analysis.player] == 0
    assert told
