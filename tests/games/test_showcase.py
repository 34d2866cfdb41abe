"""Every game's picture shows it in the middle of play: reached by legal moves, far from its start, not over."""

from __future__ import annotations

import pytest

import tablier
from tests.games.oracle import games, oracle

LEAST = 10


@pytest.mark.parametrize("game_id", games())
def test_the_showcase_is_reached_by_legal_play_and_alive(game_id: str) -> None:
    game = tablier.game(game_id)
    naive = oracle(game_id)
    position, state = game.start(), naive.start(game.options)
    for move in game.showcase:
        assert move in naive.moves(state)
        position, state = position.play(move), naive.play(state, move)
    assert len(game.showcase) >= LEAST
    assert str(position) == naive.text(state) != str(game.start())
    assert position.to_act is not None
    assert len(position.moves()) > 1
    assert position.turn_begins
