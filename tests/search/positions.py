"""Positions of all games for the tests of search."""

from __future__ import annotations

import random

import tablier
from tablier.core.position import Position
from tablier.games import definition
from tests.games.oracle import cases, games

GAMES: tuple[tuple[str, dict[str, object]], ...] = tuple(
    (game_id, {**definition(game_id).for_players(count)})
    for game_id in games()
    for count in definition(game_id).player_counts
)
"""Every game with every number of players."""
DUELS = tuple(case for case in GAMES if len(tablier.game(case[0], **case[1]).players) == 2)
"""Every game that two can play."""


def label(case: tuple[str, dict[str, object]]) -> str:
    """A name for a game with options."""
    return "-".join([case[0], *(str(value) for value in case[1].values())])


def middle(case: tuple[str, dict[str, object]], seed: int, length: int = 24) -> Position:
    """A position that goes on, so many random moves from the start."""
    dice = random.Random(seed)
    position = tablier.game(case[0], **case[1]).start()
    for _ in range(length):
        following = position.play(dice.choice(position.moves()))
        if following.is_over:
            break
        position = following
    return position


def all_cases() -> list[tuple[str, dict[str, object]]]:
    """Every game with every set of options the tables know."""
    return [(game_id, dict(options)) for game_id, options in cases()]
