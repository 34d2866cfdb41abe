"""Haste: where hindering is easier than getting on, engines get more eager with every turn of a match, and do not repeat."""

from __future__ import annotations

import random

import pytest

import tablier
from tablier.core.match import Match
from tablier.search import Candidate, Limits, engine
from tablier.search.compiled.scores import ONE, chance
from tablier.search.query import query


def _to_and_fro(game_id: str, moves: list[str]) -> Match:
    """A match in which the first of four moves that lead back to the start would bring a position for the third time."""
    game = tablier.game(game_id)
    match = Match(game, game.start().play(moves[0]))
    for move in (*moves[1:], *moves, *moves)[:7]:
        match.play(move)
    assert match.position == game.start()
    assert not match.is_over
    return match


def _candidate(match: Match, move: str) -> Candidate:
    found = engine("alphabeta", reductions=0, wanted=1000, bonus=0).search(match, Limits(depth=2))
    return next(candidate for candidate in found.candidates if candidate.move == move)


def test_haste_grows_with_the_turns_of_a_match() -> None:
    match = Match(tablier.game("connexion"), turn_limit=None)
    dice = random.Random(1)
    told = [query(match).haste]
    while len(told) <= 400:  # random games do not end
        match.play(dice.choice(match.moves()))
        told.append(query(match).haste)
    assert told[0] == 0
    assert told == sorted(told)
    assert told[100] == pytest.approx(0.3)
    assert told[-1] == 0.9


def test_a_position_alone_is_judged_without_haste() -> None:
    match = Match(tablier.game("connexion"))
    match.play("c3*")
    assert query(match).haste > 0
    assert query(match.position).haste == 0


def test_other_games_know_no_haste() -> None:
    match = Match(tablier.game("polygone"))
    match.play(match.moves()[0])
    assert query(match).haste == 0


def test_who_is_in_haste_dislikes_repetition() -> None:
    match = _to_and_fro("connexion", ["a6+", "f1+", "a6-", "f1-"])
    after = _candidate(match, "a6+")
    assert after.scores == (int(chance(-2000)) / ONE, 1 - int(chance(-2000)) / ONE)
    match.play("a6+")
    assert match.end_reason == "repetition"


def test_elsewhere_a_repetition_is_worth_half() -> None:
    match = _to_and_fro("chinese-checkers", ["d6-e7", "n10-m10", "e7-d6", "m10-n10"])
    assert _candidate(match, "d6-e7").scores == (0.5, 0.5)
