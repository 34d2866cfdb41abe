"""Write perft.txt and games.txt next to this file, from the naive rules and fixed seeds only.

Run from the root of the repository: python -m tests.games.kenwan.make_tables
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from tests.games.kenwan import naive

HERE = Path(__file__).parent
MAX_DEPTH = 6
NODE_LIMIT = 250  # a position is counted one move deeper while its last count is at most this
GAME_CAP = 400  # moves

Chooser = Callable[[random.Random, naive.State, list[str]], str]


def start_depth(options: naive.Options) -> int:
    """Depth of the start position's counts: mosaic has five times the moves of sectors."""
    return 2 if options == {"players": 2, "layout": "mosaic"} else 3


def options_text(options: naive.Options) -> str:
    parts: list[str] = []
    for name in sorted(options):
        value = options[name]
        parts.append(f"{name}={str(value).lower() if isinstance(value, bool) else value}")
    return ",".join(parts)


def any_move(rng: random.Random, s: naive.State, legal: list[str]) -> str:
    return rng.choice(legal)


def hungry(rng: random.Random, s: naive.State, legal: list[str]) -> str:
    """Of a few random moves, one that ends nothing for others and leaves the weakest opponent few pieces."""

    def cost(move: str) -> tuple[int, int]:
        after = naive.play(s, move)
        held = [sum(p.lower() == c for _, p in after.pieces) for c in "byr"[: s.players]]
        opponents = [n for c, n in zip("byr", held, strict=False) if c != s.turn and c not in s.placed + s.out]
        return len(after.placed) - len(s.placed) - 2 * (len(after.out) - len(s.out)), min(opponents)

    return min(rng.sample(legal, min(8, len(legal))), key=cost)


def play_out(first: naive.State, seed: int, chooser: Chooser) -> tuple[list[str], list[naive.State]]:
    """A game of at most GAME_CAP moves: the moves, and every position from the first to the last."""
    rng = random.Random(seed)
    played: list[str] = []
    states = [first]
    while len(played) < GAME_CAP:
        legal = naive.moves(states[-1])
        if not legal:
            break
        move = chooser(rng, states[-1], legal)
        played.append(move)
        states.append(naive.play(states[-1], move))
    return played, states


def sparse(options: naive.Options, seed: int) -> naive.State:
    """A random position with few pieces."""
    rng = random.Random(seed)
    colours = "byr" if options["players"] == 3 else "by"
    lasts = ["-"] if options["players"] == 2 else ["-", "-", "-", "-!b", "-!y", "-!r", "b", "y", "r"]
    while True:
        cells = rng.sample(naive.CELLS, rng.randint(4, 20))
        pieces = frozenset((cell, rng.choice("BYRBYRbyr")) for cell in cells)
        last = rng.choice(lasts)
        drawn = naive.State(len(colours), str(options["layout"]), pieces, rng.choice(colours), "", "")
        board, turn, played, _ = naive.text(drawn).split(" ")
        try:
            return naive.parse(options, f"{board} {turn} {played} {last}")
        except ValueError:
            continue


def samples(options: naive.Options) -> list[naive.State]:
    """Positions of random games: early, middle, late, near the end, over, and the first ones of each rare kind."""
    found: list[naive.State] = []
    start = naive.start(options)
    for chooser in (any_move, hungry):
        for seed in range(3):
            played, states = play_out(start, seed, chooser)
            length = len(played)
            found += [states[i] for i in sorted({min(6, length), length // 2, max(0, length - 8)})]
            found += states[-3:]
            kinds: set[str] = set()
            for before, state in pairwise(states):
                if naive.moves(state) == ["pass"]:
                    kind = "pass"
                elif (state.placed, state.out) != (before.placed, before.out) and state.turn is not None:
                    kind = f"{state.placed}!{state.out}"
                else:
                    continue
                if kind not in kinds:
                    kinds.add(kind)
                    found.append(state)
    for seed in range(12):
        found.append(sparse(options, seed))
        found += play_out(found[-1], seed, hungry)[1][-4:]
    return list(dict.fromkeys(found))


def counts(s: naive.State) -> list[int]:
    found = [naive.perft(s, 1)]
    while 0 < found[-1] <= NODE_LIMIT and len(found) < MAX_DEPTH:
        found.append(naive.perft(s, len(found) + 1))
    return found


def perft_lines() -> list[str]:
    lines = [
        "# Made by: python -m tests.games.kenwan.make_tables",
        "# options | position | number of move sequences of length 1, 2, ... (naive rules, house rules ignored)",
    ]
    for options in naive.OPTION_SETS:
        start = naive.start(options)
        rows = [(start, [naive.perft(start, depth) for depth in range(1, start_depth(options) + 1)])]
        rows += [(s, counts(s)) for s in samples(options) if s != start]
        lines += [f"{options_text(options)} | {naive.text(s)} | {' '.join(map(str, found))}" for s, found in rows]
    return lines


def game_blocks() -> list[str]:
    blocks: list[str] = []
    for options in naive.OPTION_SETS:
        start = naive.start(options)
        games = [(start, play_out(start, seed, any_move)) for seed in range(100, 106)]
        games += [(start, play_out(start, seed, hungry)) for seed in range(200, 204)]
        for seed in range(300, 312):
            first = sparse(options, seed)
            games.append((first, play_out(first, seed, hungry if seed % 2 else any_move)))
        for first, (played, states) in games:
            head = f"{options_text(options)} | {naive.text(first)}"
            blocks.append(f"{head}\n{' '.join(played)}\n{naive.text(states[-1])}\n")
    return blocks


def main() -> None:
    (HERE / "games.txt").write_text("\n".join(game_blocks()), encoding="utf-8")
    (HERE / "perft.txt").write_text("\n".join(perft_lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
