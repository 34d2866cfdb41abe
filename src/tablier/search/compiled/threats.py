"""Wins that need no search: what a player can do within one turn, whatever number of moves it has."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from tablier.kernel.jit import jit
from tablier.kernel.protocol import legal_moves, placed, places, play, to_act
from tablier.kernel.records import plain_record
from tablier.search.compiled.scores import PLAYERS

__all__ = ["best_left", "look_type", "safe_moves", "taker", "winning_moves"]

MOVES_A_TURN = 8
"""Longer turns than this are not looked at to their end."""

LEVELS = 2 * MOVES_A_TURN + 2
"""The levels of the stack: two turns."""


@functools.cache
def look_type(state: np.dtype[Any], max_moves: int) -> np.dtype[Any]:
    """The type of the record in which a look at the turn and the next one is kept."""
    return plain_record(
        [
            ("stack", state, LEVELS),
            ("moves", np.int64, (LEVELS, max_moves)),
            ("todo", np.int64, LEVELS),  # moves left, −1 for a position not looked at yet
            ("players", np.int64),
            ("places", np.int64, PLAYERS),  # room for those of a finished game
        ]
    )


@jit
def best_left(s: Any, players: int) -> int:
    """The best place nobody has."""
    place = 1
    while True:
        taken = False
        for player in range(players):
            taken = taken or placed(s, player) == place
        if not taken:
            return place
        place += 1


@jit
def taker(s: Any, players: int, best: int, given: Any) -> int:
    """Who has got the place `best`, alone; −1 when nobody has. `given` is room for places."""
    over = to_act(s) < 0
    if over:
        places(s, given)
    who = -1
    for player in range(players):
        if (given[player] if over else placed(s, player)) == best:
            if who >= 0:
                return -1
            who = player
    return who


@jit
def _wins_this_turn(look: Any, start: int) -> bool:
    """Whether the player to act at a level of the stack can win before anybody else acts."""
    stack, moves, todo, players = look.stack, look.moves, look.todo, look.players
    player = to_act(stack[start])
    best = best_left(stack[start], players)
    level = start
    todo[level] = legal_moves(stack[level], moves[level])
    while level >= start:
        if todo[level] == 0:
            level -= 1
            continue
        todo[level] -= 1
        stack[level + 1] = stack[level]
        play(stack[level + 1], moves[level, todo[level]])
        if taker(stack[level + 1], players, best, look.places) == player:
            return True
        if to_act(stack[level + 1]) == player and level + 2 < LEVELS and level + 1 < start + MOVES_A_TURN:
            level += 1
            todo[level] = legal_moves(stack[level], moves[level])
    return False


@jit
def winning_moves(looks: Any, codes: Any, marks: Any) -> int:
    """Which of the moves `codes` from the bottom of the first record's stack win within this turn; returns how many."""
    look = looks[0]
    stack, players = look.stack, look.players
    player = to_act(stack[0])
    best = best_left(stack[0], players)
    found = 0
    for i in range(len(codes)):
        stack[1] = stack[0]
        play(stack[1], codes[i])
        wins = taker(stack[1], players, best, look.places) == player
        if not wins and to_act(stack[1]) == player:
            wins = _wins_this_turn(look, 1)
        marks[i] = 1 if wins else 0
        found += marks[i]
    return found


@jit
def safe_moves(looks: Any, codes: Any, marks: Any) -> int:
    """After which of the moves `codes` from the bottom of the first record's stack the turn can be ended so that the next
    player cannot win at once; returns how many."""
    look = looks[0]
    stack, moves, todo = look.stack, look.moves, look.todo
    player = to_act(stack[0])
    found = 0
    for i in range(len(codes)):
        stack[1] = stack[0]
        play(stack[1], codes[i])
        safe = False
        level = 1
        todo[level] = -1
        while level >= 1 and not safe:
            if todo[level] == 0:
                level -= 1
                continue
            actor = to_act(stack[level])
            if todo[level] < 0:  # a position not looked at yet
                if actor != player or level >= MOVES_A_TURN:
                    over = actor < 0
                    safe = _not_last(stack[level], player, look.places) if over else not _wins_this_turn(look, level)
                    level -= 1
                    continue
                todo[level] = legal_moves(stack[level], moves[level])
            todo[level] -= 1
            stack[level + 1] = stack[level]
            play(stack[level + 1], moves[level, todo[level]])
            level += 1
            todo[level] = -1
        marks[i] = 1 if safe else 0
        found += marks[i]
    return found


@jit
def _not_last(s: Any, player: int, given: Any) -> bool:
    """Whether, in a finished game, somebody ended behind the player."""
    worst = 0
    for other in range(places(s, given)):
        worst = max(worst, given[other])
    return given[player] < worst  # type: ignore[no-any-return]
