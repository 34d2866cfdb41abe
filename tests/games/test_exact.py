"""The rules say exactly what the naive oracles say: moves, texts, places, counts."""

from __future__ import annotations

import pytest

import tablier
from tests.games.compare import compare_recorded, compare_walk
from tests.games.oracle import Options, cases, games, name, perft_table, recorded_games

COUNTABLE = 3_000_000


@pytest.mark.parametrize(("game_id", "options"), cases(), ids=name)
def test_random_games_agree_with_the_oracle(game_id: str, options: Options) -> None:
    steps = [compare_walk(game_id, options, None, seed, 120) for seed in range(2)]
    assert min(steps) > 5


@pytest.mark.parametrize("game_id", games())
def test_walks_from_many_positions_agree_with_the_oracle(game_id: str) -> None:
    for seed, line in enumerate(perft_table(game_id)):
        compare_walk(game_id, line.options, line.text, seed, 4)


@pytest.mark.parametrize("game_id", games())
def test_perft_tables(game_id: str) -> None:
    wrong = []
    for line in perft_table(game_id):
        game = tablier.game(game_id, **line.options)
        position = game.position(line.text)
        counts = [game.perft(position, depth + 1) for depth, n in enumerate(line.counts) if n <= COUNTABLE]
        if counts != line.counts[: len(counts)]:
            wrong.append((line, counts))
    assert wrong == []


@pytest.mark.parametrize("game_id", games())
def test_recorded_games_replay(game_id: str) -> None:
    for recorded in recorded_games(game_id):
        compare_recorded(game_id, recorded)
