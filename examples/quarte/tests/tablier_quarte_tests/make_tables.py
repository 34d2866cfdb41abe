"""Makes ``perft.txt`` and ``games.txt`` from the naive rules: ``python -m tablier_quarte_tests.make_tables``."""

from __future__ import annotations

import random
from pathlib import Path

from tablier_quarte_tests import naive

HERE = Path(__file__).parent
GAMES = 40


def random_game(options: naive.Options, seed: int) -> tuple[list[naive.State], list[str]]:
    """A game at random: its positions and moves."""
    dice = random.Random(seed)
    states, played = [naive.start(options)], []
    while naive.moves(states[-1]):
        played.append(dice.choice(naive.moves(states[-1])))
        states.append(naive.play(states[-1], played[-1]))
    return states, played


def perft(state: naive.State, depth: int) -> int:
    """The number of sequences of so many moves."""
    if depth == 0:
        return 1
    return sum(perft(naive.play(state, move), depth - 1) for move in naive.moves(state))


def options_text(options: naive.Options) -> str:
    """Options as the tables write them."""
    return ",".join(f"{name}={str(value).lower()}" for name, value in options.items()) or "-"


def write_perft() -> None:
    """Positions from random games, the last ones among them, with their counts."""
    lines = [
        "# Made by `python -m tablier_quarte_tests.make_tables` from the naive rules (naive.py). Do not edit.",
        "# options | position | number of move sequences of length 1, 2, …",
    ]
    for options in naive.OPTION_SETS:
        chosen = {naive.text(naive.start(options)): naive.start(options)}
        for seed in range(24):
            states, _ = random_game(options, seed)
            for index in (len(states) // 3, len(states) // 2, len(states) - 3, len(states) - 2, len(states) - 1):
                chosen[naive.text(states[index])] = states[index]
        for text, state in chosen.items():
            depth = 3 if len(naive.moves(state)) < 16 else 2
            counts = [perft(state, d) for d in range(1, depth + 1)]
            lines.append(f"{options_text(options)} | {text} | {' '.join(map(str, counts))}")
    (HERE / "perft.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_games() -> None:
    """Whole games at random."""
    blocks = []
    for options in naive.OPTION_SETS:
        for seed in range(1000, 1000 + GAMES):
            states, played = random_game(options, seed)
            head = f"{options_text(options)} | {naive.text(states[0])}"
            blocks.append(f"{head}\n{' '.join(played)}\n{naive.text(states[-1])}\n")
    (HERE / "games.txt").write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    write_perft()
    write_games()
