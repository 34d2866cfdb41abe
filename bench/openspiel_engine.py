"""OpenSpiel's C++ MCTS bot as a program that speaks our protocol: ``python -m bench.openspiel_engine``.

It plays Chinese checkers with two players; `openspiel_map` says how the rules correspond. The bot does random rollouts, cut
after 200 turns. Its limit is a number of simulations, so seconds are turned into simulations by the rate measured in its last
search, in time of the thread: it gets that many for each action, and a turn of several jumps has several.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import pyspiel

import tablier
from bench.openspiel_map import PASS, Apart, actions_of, allowed_actions, cells_of
from bench.program import serve
from tablier.core.match import Match

ROLLOUT = 200
EXPLORATION = 2.0
MEMORY = 500


class Bot:
    """The bot and the rate of its simulations."""

    def __init__(self) -> None:
        self._rate = 2000.0

    def turn(self, match: Match, seconds: float, seed: int) -> str:
        """The bot's turn, one that is legal here."""
        turns = len(match.turns)
        game = pyspiel.load_game(f"chinese_checkers(players=2,max_moves={turns + ROLLOUT})")
        state = game.new_initial_state()
        for played in match.history:
            for action in actions_of(state, played):
                state.apply_action(action)
        legal = match.moves()
        if legal == [PASS]:
            return PASS
        if state.is_terminal():
            raise Apart("the game is over there")
        wanted = {cells_of(move) for move in legal}
        origin: int | None = None
        while True:
            allowed = allowed_actions(state, origin, wanted)
            if not allowed:
                raise Apart("no action there leads to a turn that is legal here")
            action = self._best(game, state, allowed, seconds, seed)
            if (turn := allowed[action]) is not None:
                return turn
            if origin is None:
                origin = action // 6
            state.apply_action(action)

    def _best(self, game: Any, state: Any, allowed: dict[int, str | None], seconds: float, seed: int) -> int:
        if len(allowed) == 1:
            return next(iter(allowed))
        simulations = max(10, int(self._rate * seconds))
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEMORY, True, seed, False)
        player = state.current_player()
        begun = time.thread_time()
        root = bot.mcts_search(state)
        self._rate = root.explore_count / max(1e-4, time.thread_time() - begun)

        def worth(node: Any) -> tuple[float, int, float]:
            solved = node.outcome[player] if node.outcome else 0.0
            return solved, node.explore_count, node.total_reward

        return int(max((node for node in root.children if node.action in allowed), key=worth).action)


def main() -> None:
    """Serve until ``quit`` or the end of the input."""
    bot = Bot()

    def choose(match: Match, seconds: float, seed: int) -> str:
        if match.start != match.game.start():
            raise ValueError("only games from the usual start")
        return bot.turn(match, seconds, seed & 0x7FFFFFFF)

    serve("OpenSpiel MCTS", ["chinese-checkers players=2"], sys.stdin, _check, choose)


def _check(match: Match) -> None:
    if match.game != tablier.game("chinese-checkers"):
        raise ValueError("only chinese-checkers with the usual options for two players")


if __name__ == "__main__":
    main()
