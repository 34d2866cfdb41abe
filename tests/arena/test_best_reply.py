"""The best-reply search that ours is measured against is what it says: checked against a naive one."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

import tablier
from bench.best_reply import BONUS, best_move
from tablier.arena.program import ProgramChooser
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.kernel.dice import below, die
from tablier.search import Limits
from tablier.search.query import query

GAMES: list[tuple[str, dict[str, Any]]] = [("kenwan", {"players": 3}), ("chinese-checkers", {"players": 4})]


def _worths(position: Position) -> dict[str, list[int]]:
    """What each move is worth to each player at once."""
    codes = position.codes()
    worths = query(position).after(list(codes.values()))
    return {
        move: [(score + chance) // 2 for score, chance in zip(scores, chances, strict=True)]
        for move, scores, chances in zip(codes, worths["scores"].tolist(), worths["chances"].tolist(), strict=True)
    }


def _naive(position: Position, depth: int, me: int, spent: bool, worth: int) -> int:
    """What a position is worth to us; `worth` is what it is at once. One opponent between turns of ours looks at all moves."""
    actor = position.to_act
    if depth == 0 or actor is None or position.placed[me] is not None:
        return worth
    worths = _worths(position)
    favourite = max(worths, key=lambda move: worths[move][actor])
    best = []
    for move, after in worths.items():
        if actor != me and spent and move != favourite:
            continue
        free = actor == me or move != favourite
        following = position.play(move)
        left = depth if following.to_act == actor or not free else depth - 1
        best.append(_naive(following, left, me, actor != me and (spent or free), after[me]))
    return max(best) if actor == me else min(best)


@pytest.mark.parametrize(("game_id", "options"), GAMES)
@pytest.mark.parametrize("depth", [1, 2])
def test_it_finds_what_a_naive_search_finds(game_id: str, options: dict[str, Any], depth: int) -> None:
    game = tablier.game(game_id, **options)
    dice = random.Random(f"{game_id} {depth}")
    compared = 0
    while compared < 3:
        position = game.start()
        for _ in range(dice.randrange(60)):
            if position.to_act is not None and len(position.moves()) > 0:
                position = position.play(dice.choice(position.moves()))
        # Few moves, so that the naive search ends.
        if position.to_act is None or not 2 <= len(position.moves()) <= 60:
            continue
        me = position.to_act
        preferred = die(compared)
        values = {}
        for move, after in _worths(position).items():
            following = position.play(move)
            left = depth if following.to_act == me else depth - 1
            values[move] = below(preferred, BONUS + 1) + _naive(following, left, me, False, after[me])
        found = best_move(position, Limits(depth=depth), compared)
        assert values[found] == max(values.values())
        compared += 1


def test_it_plays_through_the_protocol() -> None:
    seat = ProgramChooser((sys.executable, "-m", "bench.best_reply"), {"seconds": 0.01}, 60.0)
    match = Match(tablier.game("chinese-checkers", players=3))
    for seed in range(6):
        match.play(seat.choose(match, seed).move)
    seat.close()
    assert len(match.turns) == 6
