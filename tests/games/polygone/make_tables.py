"""Makes perft.txt and games.txt from the naive rules: `python -m tests.games.polygone.make_tables`."""

import random
from itertools import pairwise
from pathlib import Path

from tests.games.polygone import naive

HERE = Path(__file__).parent
START_DEPTH = 5
GAMES = 60
GAMES_WITH_CHOICES = 20
PLY_CAP = 400

# Set up, not reached by play: three where White can only pass, a capture, a choice between captures before and
# after the pivot, a segment about to reach the tip.
SET_UPS = [
    "d2d3,d4d5,d4e3,d4e4,d5e4,e3e4 a1a2,c3d3,c5d5,c6d5,d3d4,d3e2 w -",
    "a3a4,a4b5,d3d4,d4d5,d4e4,d5e4 a1a2,a1b2,a4b4,b5c5,b5c6,c3c4,c4d4,c5c6,c5d5,c6d5,d4e3,e2e3 w -",
    "a2a3,c3c4,d4d5,d4e4,d5e4,e3e4 a3a4,a3b3,a3b4,b1b2,b3c4,b4c4,c4d3,c4d4,c5d5,c6d5,d1d2,e2e3 w -",
    "b1c1,b2c3,c1d1,c2c3,c4c5,d1d2 a1a2,a2a3,a3a4,b2b3,e1e2,e2e3,e3e4 w -",
    "a1a2,a2a3,a3a4,b1c1,c1d1,c3d3,c4d4,d1e1,d4e3,e2e3 b3c3,b3c4,b4b5,b5c6,c3d2,c6d5,d2e2,d5e4 w -",
    "a1a2,a2a3,a3a4,b1c1,c1d1,c3c4,c4d4,d1e1,d4e3,e2e3 b3c3,b3c4,b4b5,b5c6,c3d2,c6d5,d2e2,d5e4 w c3c4",
    "a1a2,a2a3,a3a4,b1c1,c1d1,c5d5 a1b1,b1b2,b5c5,b5c6,d1e1,e1e2 w -",
]


def options_text(options: naive.Options) -> str:
    def value(v: int | bool | str) -> str:
        return str(v).lower() if isinstance(v, bool) else str(v)

    return ",".join(f"{k}={value(v)}" for k, v in sorted(options.items())) or "-"


def random_game(options: naive.Options, seed: int) -> tuple[list[naive.State], list[str]]:
    rng = random.Random(seed)
    states = [naive.start(options)]
    played: list[str] = []
    while naive.to_act(states[-1]) is not None and len(played) < PLY_CAP:
        move = rng.choice(naive.moves(states[-1]))
        played.append(move)
        states.append(naive.play(states[-1], move))
    return states, played


def random_set_up(options: naive.Options, rng: random.Random) -> naive.State:
    """Segments strewn over the whole board, until they happen to make a position."""
    while True:
        edges = rng.sample(naive.EDGES, 24)
        white, black = sorted(edges[: rng.randint(6, 12)]), sorted(edges[12 : 12 + rng.randint(6, 12)])
        try:
            return naive.parse(options, f"{','.join(white)} {','.join(black)} {rng.choice('wb')} -")
        except ValueError:
            continue


def perft_positions(options: naive.Options) -> list[tuple[naive.State, int]]:
    chosen: list[tuple[naive.State, int]] = [(naive.start(options), START_DEPTH)]
    for seed in range(8):
        states, _ = random_game(options, seed)
        last = len(states) - 1
        for index, depth in ((6, 3), (last // 3, 3), (2 * last // 3, 3), (last - 3, 3), (last - 1, 3), (last, 1)):
            chosen.append((states[max(index, 0)], depth))
    choices: list[tuple[naive.State, int]] = []
    seed = 100
    while len(choices) < 12:
        states, _ = random_game(options, seed)
        seed += 1
        for before, after in pairwise(states):
            if after.pending is not None and before.pending is None:
                choices += [(before, 2), (after, 3)]
    chosen += choices
    chosen += [(naive.parse(options, t), 3) for t in SET_UPS]
    rng = random.Random(2004)
    chosen += [(random_set_up(options, rng), 2) for _ in range(30)]
    chosen += [(random_set_up(options, rng), 3) for _ in range(4)]
    return chosen


def write_perft() -> None:
    lines = [
        "# Made by `python -m tests.games.polygone.make_tables` from the naive rules (naive.py). Do not edit.",
        "# options | position | number of move sequences of length 1, 2, …",
    ]
    seen: set[str] = set()
    for options in naive.OPTION_SETS:
        for state, depth in perft_positions(options):
            if naive.text(state) in seen:
                continue
            seen.add(naive.text(state))
            counts = [naive.perft(state, d) for d in range(1, depth + 1)]
            lines.append(f"{options_text(options)} | {naive.text(state)} | {' '.join(map(str, counts))}")
    (HERE / "perft.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_games() -> None:
    blocks: list[str] = []
    for options in naive.OPTION_SETS:
        games = [random_game(options, seed) for seed in range(1000, 1000 + GAMES)]
        seed, wanted = 2000, GAMES_WITH_CHOICES
        while wanted:
            states, played = random_game(options, seed)
            seed += 1
            if any(move.startswith("x") for move in played):
                games.append((states, played))
                wanted -= 1
        for states, played in games:
            blocks.append(
                f"{options_text(options)} | {naive.text(states[0])}\n{' '.join(played)}\n{naive.text(states[-1])}\n"
            )
    (HERE / "games.txt").write_text("\n".join(blocks), encoding="ascii")


if __name__ == "__main__":
    write_perft()
    write_games()
