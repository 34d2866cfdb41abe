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

from bench.openspiel_map import PASS, Apart, actions_of, allowed_actions, cells_of
from tablier import Match
from tablier import game as find_game
from tablier.core.game import Game

ROLLOUT = 200
EXPLORATION = 2.0
MEMORY = 500


class Bot:
    """The bot and the rate of its simulations."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._rate = 2000.0

    def turn(self, match: Match, seconds: float) -> str:
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
            action = self._best(game, state, allowed, seconds)
            if (turn := allowed[action]) is not None:
                return turn
            if origin is None:
                origin = action // 6
            state.apply_action(action)

    def _best(self, game: Any, state: Any, allowed: dict[int, str | None], seconds: float) -> int:
        if len(allowed) == 1:
            return next(iter(allowed))
        simulations = max(10, int(self._rate * seconds))
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEMORY, True, self.seed, False)
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
    bot = Bot(0)
    game: Game | None = None
    match: Match | None = None
    for line in sys.stdin:
        verb, _, rest = line.strip().partition(" ")
        if verb == "quit":
            return
        try:
            if verb == "tei":
                print("id name OpenSpiel MCTS\ngame chinese-checkers players=2\noption seed 0\nteiok", flush=True)
            elif verb == "isready":
                print("readyok", flush=True)
            elif verb == "game":
                game = _game(rest)
            elif verb == "setoption" and rest.startswith("seed "):
                bot.seed = int(rest.split()[1]) & 0x7FFFFFFF
            elif verb == "position" and game is not None:
                match = _position(game, rest)
            elif verb == "go" and match is not None:
                limits = dict(zip(rest.split()[::2], rest.split()[1::2], strict=True))
                print(f"bestmove {bot.turn(match, float(limits['seconds']))}", flush=True)
            else:
                print(f"error cannot {verb}", flush=True)
        except (Apart, KeyError, ValueError) as error:
            print(f"error {error}", flush=True)


def _game(text: str) -> Game:
    name, *settings = text.split()
    wanted = {"players=2", "men=10", "long_jumps=false", "play_on=false"}
    if name != "chinese-checkers" or not set(settings) <= wanted:
        raise ValueError("only chinese-checkers with the usual options for two players")
    return find_game(name)


def _position(game: Game, text: str) -> Match:
    start, _, moves = f"{text} ".partition(" moves ")
    if start.strip() != "start":
        raise ValueError("only games from the usual start")
    match = Match(game)
    for move in moves.split():
        match.play(move)
    return match


if __name__ == "__main__":
    main()
