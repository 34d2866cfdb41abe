"""The rules beside the oracle, step by step. Also a command: ``python -m tests.games.compare kenwan --games 3``."""

from __future__ import annotations

import argparse
import random
import sys

import tablier
from tests.games.oracle import Options, Recorded, games, oracle, perft_table, recorded_games


class DifferenceError(AssertionError):
    """The rules and the oracle do not say the same."""


def compare_walk(game_id: str, options: Options, start: str | None, seed: int, limit: int) -> int:
    """Walk at random from a position (the start if None); at every step everything both can say must be the same."""
    naive = oracle(game_id)
    game = tablier.game(game_id, **options)
    state = naive.start(options) if start is None else naive.parse(options, start)
    position = game.start() if start is None else game.position(start)
    dice = random.Random(seed)
    for step in range(limit + 1):
        expected = (naive.text(state), naive.to_act(state), naive.places(state), naive.moves(state))
        found = (str(position), position.to_act, position.places, position.moves())
        if expected != found:
            raise DifferenceError(
                f"{game!r}, step {step} from {start}, seed {seed}:\noracle {expected}\nrules  {found}"
            )
        if not expected[3] or step == limit:
            return step
        move = dice.choice(expected[3])
        state = naive.play(state, move)
        position = position.play(move)
    return limit


def compare_recorded(game_id: str, recorded: Recorded) -> None:
    """Replay a game that the oracle recorded: every move must be legal, and the end as it was."""
    position = tablier.game(game_id, **recorded.options).position(recorded.start)
    for move in recorded.moves:
        if move not in position.moves():
            raise DifferenceError(f"{position.game!r}: the oracle played {move} in {position}; here it is not legal")
        position = position.play(move)
    if str(position) != recorded.final:
        raise DifferenceError(
            f"{position.game!r}, a recorded game from {recorded.start}:\noracle {recorded.final}\nrules  {position}"
        )


def main() -> int:
    """Compare until the given numbers of walks and recorded games are done; exit code 1 at the first difference."""
    parser = argparse.ArgumentParser(description="compare a game's rules with the oracle on random walks")
    parser.add_argument("game", choices=games())
    parser.add_argument("--games", type=int, default=2, help="walks from the start, for each set of options")
    parser.add_argument("--length", type=int, default=60, help="moves a walk from the start")
    parser.add_argument(
        "--positions", type=int, default=60, help="walks of six moves from positions of the perft table"
    )
    parser.add_argument("--recorded", type=int, default=20, help="recorded games")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    table = list(perft_table(given.game))
    random.Random(given.seed).shuffle(table)
    recorded = list(recorded_games(given.game))
    random.Random(given.seed).shuffle(recorded)
    try:
        for line in table[: given.positions]:
            compare_walk(given.game, line.options, line.text, given.seed, 6)
        for seed in range(given.seed, given.seed + given.games):
            for options in oracle(given.game).OPTION_SETS:
                compare_walk(given.game, options, None, seed, given.length)
        for one in recorded[: given.recorded]:
            compare_recorded(given.game, one)
    except DifferenceError as difference:
        print(difference)
        return 1
    print("no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
