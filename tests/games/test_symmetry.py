"""Turned and mirrored positions behave alike, wherever a game is symmetric."""

from __future__ import annotations

import importlib
import random

import pytest

import tablier
from tests.games.oracle import Options, cases, name, package, perft_table
from tests.games.symmetry import Symmetry
from tests.games.walks import walk


def _symmetries(game_id: str, options: Options) -> list[Symmetry]:
    found: list[Symmetry] = importlib.import_module(f"{package(game_id)}.symmetry").symmetries(options)
    return found


SYMMETRIC = [
    pytest.param(game_id, options, symmetry, id=f"{game_id}-{name(options)}-{i}")
    for game_id, options in cases()
    for i, symmetry in enumerate(_symmetries(game_id, options))
]


@pytest.mark.parametrize(("game_id", "options", "symmetry"), SYMMETRIC)
def test_symmetric_positions_behave_alike(game_id: str, options: Options, symmetry: Symmetry) -> None:
    game = tablier.game(game_id, **options)
    starts = [game.start(), *(game.position(line.text) for line in perft_table(game_id) if line.options == options)]
    for seed, start in enumerate([start for start in starts if symmetry.holds(str(start))][:60]):
        position = walk(start, seed, seed % 17)
        image = game.position(symmetry.text(str(position)))
        assert image.moves() == sorted(symmetry.move(move) for move in position.moves())
        assert (image.to_act is None) == (position.to_act is None)
        if position.to_act is not None:
            assert image.to_act == symmetry.player(position.to_act)
            move = random.Random(seed).choice(position.moves())
            assert str(image.play(symmetry.move(move))) == symmetry.text(str(position.play(move)))
        elif position.places is not None:
            assert image.places is not None
            assert [image.places[symmetry.player(i)] for i in range(len(position.places))] == list(position.places)
