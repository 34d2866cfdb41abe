"""Many-player search and the house rule of repetition: who is ahead avoids it, who is behind wants it, and it proves nothing."""

from __future__ import annotations

import pytest

import tablier
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.search import Analysis, Candidate, Limits, engine
from tests.search.tactics import tactics

NODES = Limits(nodes=1500)

AHEAD = (
    "0/00/000/0.../1111..0..2222/111......222/11...0...22/1....0...2/"
    "........./........../.........../............/............./..../.../../. {} 3x10 -"
)
"""Player 0 is nearly home, the others have not begun."""

HOME = (
    "0/00/000/0000/1111.....2222/111......222/11.......22/1........2/"
    "........./........../.........../............/............./..../.../../. 1 3x10+on 0"
)
"""Player 0 is home."""


def _back(move: str) -> str:
    source, _, target = move.partition("-")
    return f"{target}-{source}"


def _to_and_fro(position: Position, move: str) -> Match | None:
    """A match with `position` on the board for the second time, in which `move` brings what follows for the third; None when a
    move cannot be taken back."""
    match = Match(position.game, position.play(move))
    last: dict[int | None, str] = {position.to_act: move}
    for _ in range(4 * position.placed.count(None) - 1):
        chosen = _back(last[match.to_act]) if match.to_act in last else match.moves()[0]
        if chosen not in match.moves():
            return None
        last[match.to_act] = chosen
        match.play(chosen)
    assert match.position == position
    assert not match.is_over
    return match


def _candidate(analysis: Analysis, move: str) -> Candidate:
    return next(candidate for candidate in analysis.candidates if candidate.move == move)


def _ended(match: Match, move: str) -> Candidate:
    """What a search that tries everything says of a move."""
    return _candidate(engine("mcts", exploration=50).search(match, NODES), move)


def _searched(player: int) -> tuple[Analysis, Match]:
    """What the search says of the position alone, and a match in which the move it likes best is a repetition."""
    position = tablier.game("chinese-checkers", players=3).position(AHEAD.format(player))
    alone = engine("mcts").search(position, NODES)
    match = _to_and_fro(position, alone.move)
    assert match is not None
    return alone, match


def test_who_is_ahead_avoids_a_repetition() -> None:
    alone, match = _searched(0)
    assert alone.best.wins[0] > 0.6
    analysis = engine("mcts").search(match, NODES)
    assert analysis.move != alone.move
    assert analysis.best.wins[0] > 0.6
    ended = _ended(match, alone.move)
    assert ended.scores == pytest.approx((0.5, 0.5, 0.5), abs=1e-3)
    assert ended.wins == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=1e-3)
    match.play(alone.move)
    assert match.end_reason == "repetition"
    assert match.places == (1, 1, 1)


def test_who_is_behind_takes_a_repetition() -> None:
    alone, match = _searched(1)
    assert alone.best.wins[1] < 0.2
    analysis = engine("mcts").search(match, NODES)
    assert analysis.move == alone.move
    assert analysis.best.scores == pytest.approx((0.5, 0.5, 0.5), abs=1e-3)
    match.play(analysis.move)
    assert match.end_reason == "repetition"


def test_places_that_are_given_stay_given_in_a_repetition() -> None:
    """One player has come home: a repetition is worth the shared second place to the others, and nobody wins by it."""
    position = tablier.game("chinese-checkers", players=3, play_on=True).position(HOME)
    alone = engine("mcts").search(position, NODES)
    match = _to_and_fro(position, alone.move)
    assert match is not None
    ended = _ended(match, alone.move)
    assert ended.scores == pytest.approx((1, 0.25, 0.25), abs=1e-3)
    assert ended.wins == (1, 0, 0)
    match.play(alone.move)
    assert match.places == (1, 2, 2)


def test_a_win_by_way_of_a_repetition_is_no_win() -> None:
    told = 0
    for tactic in (t for t in tactics() if t.position.game.id == "chinese-checkers" and t.moves == 3):
        match = _to_and_fro(tactic.position, tactic.move)
        if match is None:
            continue
        told += 1
        without = _candidate(engine("mcts").search(tactic.position, NODES), tactic.move)
        assert without.proof is not None
        assert without.proof.outcome == "wins"
        ended = _ended(match, tactic.move)
        assert ended.proof is None
        assert ended.scores == pytest.approx((0.5, 0.5), abs=0.01)
    assert told
