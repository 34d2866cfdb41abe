"""Random positions of all games for property tests."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import tablier
from tablier.core.position import Position
from tests.games.oracle import cases, games, perft_table


def walk(position: Position, seed: int, length: int) -> Position:
    """The position after up to `length` random moves."""
    dice = random.Random(seed)
    for _ in range(length):
        moves = position.moves()
        if not moves:
            break
        position = position.play(dice.choice(moves))
    return position


@st.composite
def positions(draw: st.DrawFn, *, over: bool | None = None) -> Position:
    """A position of some game, a random walk away from its start or from a position of its table."""
    if draw(st.booleans()):
        game_id, options = draw(st.sampled_from(cases()))
        start = tablier.game(game_id, **options).start()
        length = draw(st.integers(0, 80))
    else:
        game_id = draw(st.sampled_from(games()))
        line = draw(st.sampled_from(perft_table(game_id)))
        start = tablier.game(game_id, **line.options).position(line.text)
        length = draw(st.integers(0, 6))
    found = walk(start, draw(st.integers(0, 2**32)), length)
    if over is False and found.is_over:
        return start if not start.is_over else tablier.game(game_id, **start.game.options).start()
    return found
