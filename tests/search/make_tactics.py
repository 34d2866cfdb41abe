"""Make the tactics suites: positions from games of the engine against itself in which one move alone wins by force.

``python -m tests.search.make_tactics GAME [OPTION=VALUE]…`` writes ``tactics.txt`` in the game's tests: options, position,
move, and in how many moves it wins.
"""

from __future__ import annotations

import random
import sys

import tablier
from tablier.core.position import Position
from tablier.search import Limits, engine
from tests.games.oracle import folder

WANTED = 24
SHORTEST = 6  # at most so many of one turn
LOOK_BACK = 10


def _game(game: tablier.Game, seed: int) -> list[Position]:
    """The positions at the starts of turns of a game, the last first."""
    dice = random.Random(seed)
    match = tablier.Match(game, turn_limit=250)
    player = engine("alphabeta", bonus=200)
    # One of the two is more or less careless, so that games end.
    blunders = {seed % 2: (0.05, 0.3, 0.6)[seed // 2 % 3], 1 - seed % 2: 0.05}
    while not match.is_over:
        assert match.to_act is not None
        if len(match.history) < 6 or dice.random() < blunders[match.to_act]:
            match.play(dice.choice(match.moves()))
        else:
            match.play(player.search(match, Limits(nodes=1500), dice.randrange(1 << 30)).move)
    return [position for position in reversed(match.positions) if not position.is_over and position.turn_begins]


def _only_win(position: Position) -> tuple[str, int] | None:
    """The one move that wins by force within three turns, and in how many moves; None when there is none, more than one,
    or no choice."""
    if len(position.moves()) == 1:
        return None
    quick = engine("alphabeta", bonus=0).search(position, Limits(depth=4, nodes=60_000))
    if quick.best.proof is None or quick.best.proof.outcome != "wins":
        return None
    for depth in (1, 2, 3):
        found = engine("alphabeta", reductions=0, wanted=1000, bonus=0).search(
            position, Limits(depth=depth, nodes=4_000_000)
        )
        wins = [c for c in found.candidates if c.proof is not None and c.proof.outcome == "wins"]
        if wins:
            proof = wins[0].proof
            assert proof is not None
            return (wins[0].move, proof.moves) if len(wins) == 1 and found.depth >= depth else None
    return None


def make(game: tablier.Game) -> list[str]:
    """The lines of a suite."""
    options = ",".join(f"{name}={value}" for name, value in game.options.items()) or "-"
    lines: list[str] = []
    short = 0
    for seed in range(1000):
        for position in _game(game, seed)[:LOOK_BACK]:
            found = _only_win(position)
            if found is None:
                continue
            after = position.play(found[0])
            one_turn = found[1] == 1 or (found[1] == 2 and not after.is_over and not after.turn_begins)
            if one_turn and short == SHORTEST:
                continue
            short += one_turn
            line = f"{options} | {position} | {found[0]} | {found[1]}"
            if line not in lines:
                lines.append(line)
                print(line, flush=True)
        if len(lines) >= WANTED:
            break
    return lines


def main() -> None:
    """Make one game's suite."""
    chosen = {
        name: int(value) if value.isdecimal() else value for name, _, value in (a.partition("=") for a in sys.argv[2:])
    }
    game = tablier.game(sys.argv[1], **chosen)
    lines = make(game)
    file = folder(game.id) / "tactics.txt"
    file.write_text("# options | position | the one move that wins | in how many moves\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
