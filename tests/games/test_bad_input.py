"""Whatever is given as a game, an option, a move or a text: the answer is a helpful ValueError or a valid position."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.core.position import Position
from tests.games.oracle import games, oracle, perft_table
from tests.games.walks import positions


@pytest.mark.every_game
@given(st.sampled_from(games()), st.text(max_size=200))
def test_random_texts(game_id: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        tablier.game(game_id).position(text)


def _mutated(text: str, dice: random.Random) -> str:
    """A text with a few characters changed, doubled, swapped or lost, mostly by characters that occur in such texts."""
    alphabet = text + "0123456789/.-#+*,;! abwryBWRYx²é\n"
    characters = list(text)
    for _ in range(dice.randint(1, 3)):
        i = dice.randrange(len(characters) + 1)
        kind = dice.randrange(4)
        if kind == 0:
            characters.insert(i, dice.choice(alphabet))
        elif characters:
            i = min(i, len(characters) - 1)
            if kind == 1:
                characters[i] = dice.choice(alphabet)
            elif kind == 2:
                del characters[i]
            else:
                j = dice.randrange(len(characters))
                characters[i], characters[j] = characters[j], characters[i]
    return "".join(characters)


@pytest.mark.parametrize("game_id", games())
def test_mutated_texts_are_accepted_or_refused_as_the_oracle_does(game_id: str) -> None:
    dice = random.Random(7)
    naive = oracle(game_id)
    accepted = 0
    for line in perft_table(game_id):
        game = tablier.game(game_id, **line.options)
        for _ in range(12):
            text = _mutated(line.text, dice)
            try:
                expected = naive.text(naive.parse(line.options, text))
            except ValueError:
                expected = None
            try:
                found = str(game.position(text))
            except ValueError:
                found = None
            assert found == expected, (line.options, text)
            accepted += found is not None
    assert accepted > 0


@pytest.mark.every_game
@given(positions(), st.text(max_size=30))
def test_random_moves(position: Position, move: str) -> None:
    if move not in position.moves():
        with pytest.raises(ValueError, match=re.escape(repr(move))):
            position.play(move)


@pytest.mark.parametrize("bad", [None, 3, b"pass", ["pass"], 1.5])
@pytest.mark.parametrize("game_id", games())
def test_what_is_no_text(game_id: str, bad: Any) -> None:
    game = tablier.game(game_id)
    with pytest.raises(ValueError, match="text"):
        game.position(bad)
    with pytest.raises(ValueError, match="move"):
        game.start().play(bad)
    with pytest.raises(ValueError, match="move text or a Gesture"):
        game.explain(game.start(), bad)
    with pytest.raises(ValueError, match="position of game"):
        game.perft(bad, 1)


@pytest.mark.parametrize("bad", [None, -1, 1.0, "2", True])
def test_bad_depths_and_threads(bad: Any) -> None:
    game = tablier.game("polygone")
    with pytest.raises(ValueError, match=f"depth is a whole number from 0 up, not {bad!r}"):
        game.perft(game.start(), bad)
    with pytest.raises(ValueError, match=f"threads is a whole number from 1 up, not {bad!r}"):
        game.perft(game.start(), 1, threads=bad)


@pytest.mark.parametrize("bad", ["chess", "", "Kenwan", None, 5, ["kenwan"]])
def test_unknown_games_are_named_and_the_known_listed(bad: Any) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(bad)) + r".*kenwan, chinese-checkers"):
        tablier.game(bad)


@pytest.mark.parametrize("game_id", games())
def test_unknown_options_and_values(game_id: str) -> None:
    with pytest.raises(ValueError, match="'colour'"):
        tablier.game(game_id, colour=3)
    for option in tablier.game(game_id).definition.options:
        wrong: list[object] = ["nonsense", -1, None, 2.0, [], "2"]
        for bad in wrong:
            with pytest.raises(ValueError, match=rf"option {option.name} .*takes .*not"):
                tablier.game(game_id, **{option.name: bad})


def test_positions_of_other_games_and_options_are_refused() -> None:
    two, three = tablier.game("kenwan", players=2), tablier.game("kenwan", players=3)
    with pytest.raises(ValueError, match="position of game"):
        two.perft(three.start(), 1)
    with pytest.raises(ValueError, match="position of game"):
        two.explain(three.start(), "E3-F5")
    with pytest.raises(ValueError, match=r"\w"):
        two.position(str(three.start()))
