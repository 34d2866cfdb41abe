"""Ten levels for every game and number of players: limited by nodes, the lower ones imprecise within stated bounds.

What they promise: from level 4 up a win within the turn is never thrown away; from level 6 up no move lets the next player win
at once if another does not; a move of levels 2 to 7 is never rated more than `Setting.loss` below the best of those left by the
level's own search.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.kernel.dice import below, die
from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.compiled import threats
from tablier.search.engine import Engine, engine
from tablier.search.evaluation import evaluation
from tablier.search.limits import Limits, Terms, Watch
from tablier.search.query import Query, query

__all__ = ["LEVELS", "Level", "Setting", "setting"]

SEES_OWN_WIN = 4
SEES_OTHERS_WIN = 6
_PARTS = 8  # the noise is the sum of so many dice


@dataclass(frozen=True, slots=True)
class Setting:
    """A level: the `share` of the nodes of level 10 (a game may say another one), how far the value of moves is misjudged (by
    so many times what an average move loses: in some games moves differ little), and how much worse (in place score) than the
    best a move may look."""

    share: float
    noise: float = 0.0
    loss: float = 1.0


LEVELS: dict[int, Setting] = {
    1: Setting(0.0002, noise=9.0),
    2: Setting(0.0004, noise=4.2, loss=0.4),
    3: Setting(0.001, noise=2.15, loss=0.3),
    4: Setting(0.0018, noise=1.3, loss=0.2),
    5: Setting(0.0042, noise=0.8, loss=0.15),
    6: Setting(0.0075, noise=0.75, loss=0.1),
    7: Setting(0.016, noise=0.38, loss=0.05),
    8: Setting(0.05),
    9: Setting(0.19),
    10: Setting(1.0),
}
_ROUGHER = {"alphabeta": 1.0, "mcts": 4.0}  # times the noise: a young tree finds moves more alike


def setting(level: int) -> Setting:
    """The setting of a level; ValueError when there is none."""
    if not isinstance(level, int) or isinstance(level, bool) or level not in LEVELS:
        raise ValueError(f"levels go from 1 to {len(LEVELS)}, not {level!r}")
    return LEVELS[level]


class Level(Engine):
    """An opponent of one of the ten levels.

    >>> import tablier
    >>> from tablier.search import Level
    >>> start = tablier.game("polygone").start()
    >>> Level(2).search(start, seed=7).move in start.moves()
    True
    """

    name: ClassVar[str] = "level"

    def __init__(self, level: int) -> None:
        super().__init__()
        self.level = level
        self.setting = setting(level)
        self._engines: dict[str, Engine] = {}

    def limits(self, game: Game) -> Limits:
        """What the level may spend on a move of a game."""
        found = evaluation(game)
        share = found.shares.get(self.level, self.setting.share)
        return Limits(nodes=max(1, round(found.most_nodes(game.options) * share)))

    def search(
        self,
        given: Position | Match,
        limits: Limits | None = None,
        seed: int = 0,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Choose a move; `limits` may only narrow what the level spends."""
        return super().search(given, self._narrowed(given, limits), seed, stop)

    def stream(
        self,
        given: Position | Match,
        limits: Limits | None = None,
        seed: int = 0,
        stop: threading.Event | None = None,
        every: float | None = 0.2,
    ) -> Iterator[Analysis]:
        """Choose a move; `limits` may only narrow what the level spends."""
        return super().stream(given, self._narrowed(given, limits), seed, stop, every)

    def _narrowed(self, given: Position | Match, limits: Limits | None) -> Limits:
        asked = query(given)
        own = self.limits(asked.position.game)
        if limits is None:
            return own
        assert own.nodes is not None  # noqa: S101
        return replace(limits, nodes=own.nodes if limits.nodes is None else min(own.nodes, limits.nodes), threads=1)

    def _think(self, asked: Query, terms: Terms) -> Iterator[Analysis]:
        marks = _Marks(asked)
        if self.level >= SEES_OWN_WIN and marks.winning:
            yield _at_once(asked, marks.winning, terms.watch)
            return
        safe = marks.safe if self.level >= SEES_OTHERS_WIN else set()
        thinker = self._engine(asked)
        noise = self.setting.noise * _ROUGHER[thinker.name]
        for found in thinker._think(asked, terms):
            eligible = [candidate for candidate in found.candidates if candidate.move in safe] or found.candidates
            chosen = self._misjudged(eligible, asked.player, terms.seed, noise) if noise else eligible[0]
            others = (candidate for candidate in found.candidates if candidate is not chosen)
            yield replace(found, candidates=(chosen, *others))

    def _engine(self, asked: Query) -> Engine:
        game = asked.position.game
        name = evaluation(game).engine(game.options)
        if name not in self._engines:
            # Who chooses among several moves must know of each; a tree tells at no cost.
            every = {"wanted": 1000} if self.setting.noise or name == "mcts" else {}
            self._engines[name] = engine(name, **every)
        return self._engines[name]

    def _misjudged(self, candidates: Sequence[Candidate], player: int, seed: int, noise: float) -> Candidate:
        dice = die(seed)
        scores = [candidate.scores[player] for candidate in candidates]
        best = max(scores)
        width = 2 * noise * (best - sum(scores) / len(scores))
        chosen, liked = candidates[0], -1.0
        for candidate in candidates:
            # A sum of dice: nearly normal, and the same everywhere.
            luck = sum(below(dice, 1001) for _ in range(_PARTS)) / (1000 * _PARTS)
            value = candidate.scores[player]
            if value >= best - self.setting.loss and value + width * luck > liked:
                chosen, liked = candidate, value + width * luck
        return chosen

    def __repr__(self) -> str:
        return f"<level {self.level}>"


class _Marks:
    """The moves that win within the turn, and those after which the next player cannot."""

    def __init__(self, asked: Query) -> None:
        self._texts = asked.position.moves()
        self._looks = np.zeros(1, threats.look_type(asked.states.dtype, asked.max_moves))
        self._looks[0].stack[0] = asked.states[0]
        self._looks[0].players = asked.players
        self._codes = np.array(asked.codes, np.int64)

    @property
    def winning(self) -> list[str]:
        """The moves that win within the turn."""
        return self._marked(threats.winning_moves)

    @property
    def safe(self) -> set[str]:
        """The moves after which the next player cannot win at once."""
        return set(self._marked(threats.safe_moves))

    def _marked(self, ask: Any) -> list[str]:
        marks = np.zeros(len(self._codes), np.int64)
        ask(self._looks, self._codes, marks)
        return [text for text, mark in zip(self._texts, marks.tolist(), strict=True) if mark]


def _at_once(asked: Query, moves: list[str], watch: Watch) -> Analysis:
    """An analysis that says no more than: these moves win."""
    wins = tuple(float(player == asked.player) for player in range(asked.players))
    lines = [_to_the_win(asked.position, move) for move in moves]
    candidates = tuple(Candidate(line[0], wins, wins, 1, 1, line, Proof("wins", len(line), 1)) for line in lines)
    return Analysis(asked.player, candidates, len(moves), watch.seconds, 1, done=True)


def _to_the_win(position: Position, move: str) -> tuple[str, ...]:
    """A move that wins within the turn, and those that are left to play for it."""
    after = position.play(move)
    if after.to_act != position.to_act:
        return (move,)
    return (move, *_to_the_win(after, _Marks(query(after)).winning[0]))
