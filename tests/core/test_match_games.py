"""Matches and records of every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

import tablier
from tablier.core.game import Game
from tablier.core.match import Match, Turn
from tablier.core.record import Record, from_json, parse, to_json, to_text
from tests.core.test_match import naive_reason
from tests.games.oracle import games


def every_game() -> Iterator[Game]:
    """Every game with every set of options."""
    for game_id in games():
        options = tablier.game(game_id).definition.options
        for values in product(*(option.values for option in options)):
            try:
                yield tablier.game(game_id, **dict(zip((option.name for option in options), values, strict=True)))
            except ValueError:
                continue  # values that do not go together


GAMES = list(every_game())


@pytest.mark.every_game
def test_all_games_are_here() -> None:
    assert {game.id for game in GAMES} == set(games())


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_random_match(game: Game) -> None:
    dice = random.Random(repr(game))
    match = Match(game, turn_limit=60)
    assert match.position.placed == (None,) * len(game.players)
    while not match.is_over:
        assert match.moves() == match.position.moves()
        assert match.to_act == match.position.to_act
        match.play(dice.choice(match.moves()))
        if not match.position.is_over:
            given = [place for place in match.position.placed if place is not None]
            assert match.position.placed.count(None) >= 2
            assert len(set(given)) == len(given)
    assert match.end_reason == _reason(match, 60)
    assert match.places is not None
    assert min(match.places) == 1
    assert max(match.places) <= len(game.players)
    assert (match.to_act, match.moves()) == (None, [])
    assert sum(len(turn.moves) for turn in match.turns) == len(match.history)
    assert all(turn.player == other.player for turn, other in zip(match.turns, _turns_again(match), strict=True))

    end, history, turns = match.end, match.history, match.turns
    assert end is not None
    assert (end.rule is not None) == (end.reason == "rules")
    while match.can_undo:
        match.undo_turn()
    assert match.position == game.start()
    while match.can_redo:
        match.redo_turn()
    assert (match.end, match.history, match.turns) == (end, history, turns)

    record = Record.from_match(match, {"Player1": "Zoë"})
    for again in (parse(to_text(record)), from_json(to_json(record))):
        assert again == record
        replayed = again.match()
        assert replayed.game == game
        assert replayed.position == match.position
        assert (replayed.end, replayed.places, replayed.turns) == (end, match.places, turns)


def _reason(match: Match, limit: int) -> str | None:
    if match.end_reason == "repetition":  # what counts as the same is the game's own affair
        keys = [position.repetition_key for position in match.positions if position.turn_begins]
        assert keys.count(keys[-1]) == 3
        return "repetition"
    return naive_reason(match.positions, match.history, limit)


def _turns_again(match: Match) -> list[Turn]:
    """The turns, cut where the positions say that one begins."""
    result: list[Turn] = []
    for before, move in zip(match.positions, match.history, strict=False):
        assert before.to_act is not None
        if before.turn_begins:
            result.append(Turn(before.to_act, ()))
        last = result[-1]
        assert last.player == before.to_act
        result[-1] = Turn(last.player, (*last.moves, move))
    assert result == match.turns
    return result
