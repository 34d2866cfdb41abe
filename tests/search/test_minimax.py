"""Alpha-beta without reductions finds what plain minimax finds: the same value for every move, captures answered or not."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.core.position import Position
from tablier.search import Limits, engine
from tablier.search.compiled.alphabeta import CERTAIN, WIN
from tablier.search.compiled.scores import FEATURES, ONE, chance
from tablier.search.compiled.static import at_features
from tablier.search.evaluation import evaluation
from tablier.search.weights import weights_for


class Minimax:
    """Plain minimax, seen by one player. `loud` is the feature that tells of captures, None to end lines anywhere."""

    def __init__(self, position: Position, loud: str | None) -> None:
        assert position.to_act is not None
        self.me = position.to_act
        self._names = evaluation(position.game).features
        self._loud = None if loud is None else self._names.index(loud)
        self._weights = weights_for(position.game)
        self.extended = 0

    def _features(self, position: Position, player: int) -> Any:
        room = np.zeros(FEATURES, np.int64)
        at_features(position.states, player, room)
        return room[: len(self._names)]

    def _static(self, position: Position) -> int:
        weights = self._weights[: len(self._names)]
        mine, other = self._features(position, self.me), self._features(position, 1 - self.me)
        return int((weights * mine).sum() - (weights * other).sum())

    def loudness(self, position: Position) -> int:
        """How much has been captured."""
        return 0 if self._loud is None else sum(int(self._features(position, p)[self._loud]) for p in range(2))

    def value(self, position: Position, depth: int, ply: int, before: int) -> int:
        """The value of a position `ply` moves from the root; `before` is the loudness one move earlier."""
        if position.places is not None:
            mine, other = position.places[self.me], position.places[1 - self.me]
            return 0 if mine == other else WIN - ply if mine < other else ply - WIN
        best = max if position.to_act == self.me else min
        loudness = self.loudness(position)
        following = {move: position.play(move) for move in position.moves()}
        if depth > 0:
            return best(
                self.value(after, self._left(position, after, depth), ply + 1, loudness) for after in following.values()
            )
        values = [self._static(position)]
        if loudness != before:
            for after in following.values():
                if after.places is not None or self.loudness(after) != loudness:
                    values.append(self.value(after, 0, ply + 1, loudness))
                    self.extended += 1
        return best(values)

    def _left(self, position: Position, after: Position, depth: int) -> int:
        free = after.to_act == position.to_act or len(position.moves()) == 1
        return depth if free else depth - 1

    def moves(self, position: Position, depth: int) -> dict[str, int]:
        """The value of every move."""
        loudness = self.loudness(position)
        found = {}
        for move in position.moves():
            after = position.play(move)
            found[move] = self.value(after, self._left(position, after, depth), 1, loudness)
        return found


def _compare(position: Position, depth: int, loud: str | None) -> int:
    naive = Minimax(position, loud)
    expected = naive.moves(position, depth)
    found = engine("alphabeta", reductions=0, wanted=1000, bonus=0).search(position, Limits(depth=depth))
    if max(expected.values()) < CERTAIN:
        assert {candidate.move for candidate in found.candidates} == expected.keys()
        for candidate in found.candidates:
            value = expected[candidate.move]
            if abs(value) < CERTAIN:
                assert candidate.proof is None
                assert candidate.scores[naive.me] == int(chance(value)) / ONE
            else:
                assert candidate.proof is not None
                assert (candidate.proof.outcome, candidate.proof.moves) == ("loses", WIN + value)
    else:
        # What wins ends the search: nothing else is asked of it.
        assert found.best.proof is not None
        assert expected[found.move] == max(expected.values())
    return naive.extended


@pytest.mark.parametrize(
    ("game_id", "options", "depth"),
    [
        ("kenwan", {"players": 2}, 1),
        ("chinese-checkers", {}, 1),
        ("chinese-checkers", {}, 2),
        ("hendeca", {}, 1),
        ("connexion", {}, 1),
    ],
)
def test_every_move_is_worth_what_minimax_says(game_id: str, options: dict[str, Any], depth: int) -> None:
    game = tablier.game(game_id, **options)
    dice = random.Random(f"{game_id} {depth}")
    for turns in (0, 7, 14, 21):
        position = _after(game, dice, turns)
        if position is not None:
            _compare(position, depth, None)


@pytest.mark.parametrize("depth", [1, 2])
def test_captures_are_answered_before_a_line_is_judged(depth: int) -> None:
    dice = random.Random(depth)
    extended = 0
    for turns in range(20, 60, 5):
        position = _after(tablier.game("polygone"), dice, turns)
        if position is not None:
            extended += _compare(position, depth, "lost")
    assert extended > 50


def _after(game: tablier.Game, dice: random.Random, turns: int) -> Position | None:
    """A position after so many random turns, None when the game was over sooner."""
    position = game.start()
    for _ in range(turns):
        if position.to_act is None:
            return None
        position = position.play(dice.choice(position.moves()))
    while position.to_act is not None and not position.turn_begins:
        position = position.play(dice.choice(position.moves()))
    return None if position.to_act is None else position
