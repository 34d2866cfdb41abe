"""Our Chinese checkers and OpenSpiel's, side by side: turns and actions correspond."""

from __future__ import annotations

import random
import sys
from typing import Any

import pyspiel
import pytest

import tablier
from bench.openspiel_map import CELL, actions_of, allowed_actions, cells_of
from tablier.arena.program import ProgramChooser
from tablier.core.match import Match
from tablier.core.position import Position

GAME = "chinese-checkers"


def same_board(state: Any, position: Position) -> bool:
    """Whether both boards hold the same men; OpenSpiel prints players from 1, and its board is ours turned by half."""
    signs = "".join(str(state).split("Player")[0].split())
    rows = str(position).split()[0].split("/")
    ours = "".join(row[::-1] for row in rows[::-1])
    return signs == ours.replace("1", "2").replace("0", "1")


def start() -> Any:
    return pyspiel.load_game("chinese_checkers(players=2,max_moves=5000)").new_initial_state()


def test_cells_are_numbered_as_there() -> None:
    assert sorted(CELL.values()) == list(range(121))
    assert same_board(start(), tablier.game(GAME).start())


@pytest.mark.parametrize("seed", range(4))
def test_random_games_stay_together(seed: int) -> None:
    dice = random.Random(seed)
    state, match = start(), Match(tablier.game(GAME))
    for _ in range(120):
        if match.is_over:
            break
        assert state.current_player() == match.to_act
        move = dice.choice(match.moves())
        for action in actions_of(state, move):
            state.apply_action(action)
        match.play(move)
        assert same_board(state, match.position)


def test_allowed_actions_lead_to_exactly_the_legal_turns() -> None:
    dice = random.Random(7)
    state, match = start(), Match(tablier.game(GAME))
    for _ in range(40):
        legal = {cells_of(move) for move in match.moves()}
        found: set[str] = set()
        todo: list[tuple[Any, int | None]] = [(state, None)]
        while todo:
            at, origin = todo.pop()
            for action, turn in allowed_actions(at, origin, legal).items():
                if turn is None:
                    todo.append((at.child(action), action // 6 if origin is None else origin))
                else:
                    found.add(turn)
        assert found == set(match.moves())
        move = dice.choice(match.moves())
        for action in actions_of(state, move):
            state.apply_action(action)
        match.play(move)


def test_the_bot_plays_through_the_protocol() -> None:
    bot = ProgramChooser((sys.executable, "-m", "bench.openspiel_engine"), {"seconds": 0.01}, 60.0)
    match = Match(tablier.game(GAME))
    for seed in range(4):
        match.play(bot.choose(match, seed).move)
    bot.close()
    assert len(match.turns) == 4
