"""Wins that need no search: what a player can do within one turn, whatever number of moves it has."""

from __future__ import annotations

from typing import Any

from tablier.kernel.jit import jit
from tablier.kernel.protocol import legal_moves, placed, places, play, to_act

__all__ = ["MOVES_A_TURN", "best_left", "safe_moves", "taker", "winning_moves"]

MOVES_A_TURN = 8
"""Longer turns than this are not looked at to their end."""


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
def taker(s: Any, players: int, best: int, room: Any) -> int:
    """Who has got the place `best`, alone; −1 when nobody has."""
    over = to_act(s) < 0
    if over:
        places(s, room)
    who = -1
    for player in range(players):
        if (room[player] if over else placed(s, player)) == best:
            if who >= 0:
                return -1
            who = player
    return who


@jit
def _wins_this_turn(stack: Any, moves: Any, todo: Any, start: int, players: int, room: Any) -> bool:
    """Whether the player to act in stack[start] can win before anybody else acts."""
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
        if taker(stack[level + 1], players, best, room) == player:
            return True
        if to_act(stack[level + 1]) == player and level + 2 < len(stack) and level + 1 < start + MOVES_A_TURN:
            level += 1
            todo[level] = legal_moves(stack[level], moves[level])
    return False


@jit
def winning_moves(stack: Any, moves: Any, todo: Any, codes: Any, players: int, room: Any, out: Any) -> int:
    """Which of the moves `codes` from stack[0] win within this turn; returns how many."""
    player = to_act(stack[0])
    best = best_left(stack[0], players)
    found = 0
    for i in range(len(codes)):
        stack[1] = stack[0]
        play(stack[1], codes[i])
        wins = taker(stack[1], players, best, room) == player
        if not wins and to_act(stack[1]) == player:
            wins = _wins_this_turn(stack, moves, todo, 1, players, room)
        out[i] = 1 if wins else 0
        found += out[i]
    return found


@jit
def safe_moves(stack: Any, moves: Any, todo: Any, codes: Any, players: int, room: Any, out: Any) -> int:
    """After which of the moves `codes` from stack[0] the turn can be ended so that the next player cannot win at once; returns
    how many."""
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
                    if actor < 0:
                        safe = _not_last(stack[level], player, room)
                    else:
                        safe = not _wins_this_turn(stack, moves, todo, level, players, room)
                    level -= 1
                    continue
                todo[level] = legal_moves(stack[level], moves[level])
            todo[level] -= 1
            stack[level + 1] = stack[level]
            play(stack[level + 1], moves[level, todo[level]])
            level += 1
            todo[level] = -1
        out[i] = 1 if safe else 0
        found += out[i]
    return found


@jit
def _not_last(s: Any, player: int, room: Any) -> bool:
    """Whether, in a finished game, somebody ended behind the player."""
    worst = 0
    for other in range(places(s, room)):
        worst = max(worst, room[other])
    return room[player] < worst  # type: ignore[no-any-return]
