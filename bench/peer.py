"""The peer: OpenSpiel's ``chinese_checkers``, driven by the fastest loop one can write in Python.

OpenSpiel plays a turn of several jumps as several actions, so turns are counted in a second pass over the same games,
which is not timed.
"""

from __future__ import annotations

import random

import pyspiel

GAME = pyspiel.load_game("chinese_checkers(players=2)")


def play(seed: int, games: int, actions: int) -> int:
    """Random games of at most `actions` actions, uniform over legal actions; returns the number of actions."""
    pick = random.Random(seed).random
    played = 0
    for _ in range(games):
        state = GAME.new_initial_state()
        legal, apply = state.legal_actions, state.apply_action
        for _ in range(actions):
            choices = legal()
            if not choices:
                break
            apply(choices[int(pick() * len(choices))])
            played += 1
    return played


def turns_per_action(seed: int, games: int, actions: int) -> float:
    """What part of the actions of the same games ends a turn."""
    pick = random.Random(seed).random
    played = turns = 0
    for _ in range(games):
        state = GAME.new_initial_state()
        for _ in range(actions):
            choices = state.legal_actions()
            if not choices:
                break
            player = state.current_player()
            state.apply_action(choices[int(pick() * len(choices))])
            played += 1
            turns += state.current_player() != player
    return turns / played
