"""Writes perft.txt and games.txt next to this file: `python -m tests.games.hendeca.make_tables` from the root."""

from __future__ import annotations

import random
from pathlib import Path

from tests.games.hendeca import naive

HERE = Path(__file__).parent
START_DEPTH = 5
GAMES = 16  # recorded for each option set, from the start
LONGEST = 240  # moves in a recorded game
SAMPLE_GAMES = 14  # random games from which positions are taken, for each option set
BUDGET = 4_000  # no position is counted to a depth with more sequences than this

# Positions that random games seldom show: gaps, lakes, passes, far islands, the edges of the map, games that are over.
SPECIAL = [
    "-1,-1R;0,-1;-1,0B;0,1W;1,1;2,2 w island -",
    "-1,-1R;1,0W;2,0;0,1B w island -",
    "-1,-1R;0,0;1,0W;0,1B w island -",
    "-1,-1R;0,-1b;-1,0B;0,0;1,0;0,1W;1,1 w island 1,0",
    "0,0R;1,0B;2,0;3,0W w island -",
    "0,0R;1,0B;2,0;3,0W w island 2,0",
    "0,0R;1,0B;2,0W;3,0b w island -",
    "0,0B;1,0b;2,0W;3,0R;1,1 w figure -",
    "0,0W;1,0;2,0R;3,0B;4,0;3999,0;4,3999 w island -",
    "999997,0B;999998,0R;999999,0;1000000,0W w island -",
    "-1000000,-1000000W;-999999,-1000000;-999998,-1000000R;-999997,-1000000B;-999996,-1000000 w figure -",
    # ten islands around a wide lake, no two of them touching, with the eleventh inside, then outside
    "0,0R;-1,1w;2,1b;4,2W;0,3B;4,3;5,4;1,5;3,6;6,6;5,7 w island -",
    "0,0R;-1,1w;2,1b;4,2W;0,3B;4,3;5,4;1,5;3,6;6,6;5,7 w island 5,4",
    "0,0R;-1,1w;2,1b;4,2W;5,2;0,3B;5,4;1,5;3,6;6,6;5,7 w island -",
    # two archipelagos, one of them within the arms of the other
    "0,0W;1,0;2,0;3,0R;4,0;0,1;0,2;0,3B;3,3w;4,3b;0,4 b figure 0,4",
    "0,0R;1,0B;3,0W;4,0 - figure 4,0 b",
    "0,0R;1,0W;9,0B - figure - w",
]


def options_text(options: naive.Options) -> str:
    return ",".join(f"{k}={str(v).lower() if isinstance(v, bool) else v}" for k, v in sorted(options.items()))


def together(s: naive.State) -> bool:
    return {c for c in s.figures if c is not None} <= naive.archipelago(s.islands, s.red)


def random_game(
    first: naive.State, chance: random.Random, longest: int, *, close: bool
) -> tuple[list[naive.State], list[str]]:
    """A random game. A move that ends it is mostly avoided, so that games last and the map changes a lot.

    In a close game, Red and both figures stay on one archipelago where they can.
    """
    states = [first]
    played: list[str] = []
    while len(played) < longest:
        after = naive.successors(states[-1])
        if not after:
            break
        quiet = sorted(m for m, s in after.items() if naive.places(s) is None)
        if not quiet or chance.random() < 0.02:
            quiet = sorted(after)
        if close:
            quiet = [m for m in quiet if together(after[m])] or quiet
        move = chance.choice(quiet)
        played.append(move)
        states.append(after[move])
    return states, played


def counts(s: naive.State, deepest: int) -> list[int]:
    """Perft to growing depths, as far as the next one looks cheap; a game that is over gives one zero."""
    result: list[int] = []
    for depth in range(1, deepest + 1):
        if result:
            growth = result[-1] / result[-2] if depth > 2 else result[-1]
            if result[-1] == 0 or result[-1] * max(4, growth) > BUDGET:
                break
        result.append(naive.perft(s, depth))
    return result


def perft_line(options: naive.Options, s: naive.State, numbers: list[int]) -> str:
    return f"{options_text(options)} | {naive.text(s)} | {' '.join(map(str, numbers))}"


def perft_table() -> list[str]:
    lines = [
        "# Made by: python -m tests.games.hendeca.make_tables (the naive rules, fixed seeds). Do not edit by hand.",
        "# options | position | number of move sequences of length 1, 2, ...",
    ]
    for number, options in enumerate(naive.OPTION_SETS):
        s = naive.start(options)
        lines.append(perft_line(options, s, [naive.perft(s, d) for d in range(1, START_DEPTH + 1)]))
        chosen: dict[naive.State, None] = {}
        for position in SPECIAL:
            chosen[naive.parse(options, position)] = None
        for game in range(SAMPLE_GAMES):
            chance = random.Random(1000 * number + game)
            states, played = random_game(naive.start(options), chance, 160, close=game % 2 == 0)
            end = len(played)
            for index in (3 + game % 7, 10, 14 + game, 31 + game, end // 2, end - 3, end - 2, end - 1, end):
                chosen[states[min(index, end)]] = None
            if "pass" in played:
                chosen[states[played.index("pass")]] = None
        lines += [perft_line(options, s, counts(s, 4)) for s in chosen]
    return lines


def recorded_games() -> list[str]:
    blocks = []
    for number, options in enumerate(naive.OPTION_SETS):
        firsts = [naive.start(options)] * GAMES
        firsts += [s for s in (naive.parse(options, position) for position in SPECIAL) if naive.places(s) is None]
        for game, first in enumerate(firsts):
            chance = random.Random(77_000 + 1000 * number + game)
            states, played = random_game(first, chance, LONGEST, close=game % 2 == 0)
            head = f"{options_text(options)} | {naive.text(states[0])}"
            blocks.append("\n".join([head, " ".join(played), naive.text(states[-1])]))
    return ["\n\n".join(blocks)]


def main() -> None:
    (HERE / "perft.txt").write_text("\n".join(perft_table()) + "\n")
    (HERE / "games.txt").write_text("\n".join(recorded_games()) + "\n")


if __name__ == "__main__":
    main()
