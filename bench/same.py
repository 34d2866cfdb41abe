"""Whether two checkouts play alike: ``python -m bench.same OTHER`` lets both search the same positions and play the same games.

All numbers must be equal: moves, values, nodes, lines, proofs, of every engine and some levels, in every game with every option.
Then, with ``--carry``, figures under ``docs/`` that were measured by the other checkout's sources get this one's stamp: who plays
the same to the last node measures the same where nodes are the limit. Where seconds are, see to it that neither is slower.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tablier
from tablier.search import Analysis, Level, Limits, analyst, engine

NODES = {"random": 1, "greedy": 1, "alphabeta": 4000, "mcts": 300, "uct": 60}
LEVELS = (1, 4, 6, 8)
MOVES = 60
EVERY = 6  # in how many moves of a random game one position is searched

_HERE = Path(__file__).resolve().parent.parent
_DOCS = ("docs/levels.json", "docs/levels.md", "docs/strength/*.json", "docs/strength/*.md")


def _games() -> Iterator[tablier.Game]:
    """Every game with every set of options."""
    for game_id in tablier.games():
        options = tablier.game(game_id).definition.options
        for values in itertools.product(*(option.values for option in options)):
            chosen = dict(zip((option.name for option in options), values, strict=True))
            try:
                yield tablier.game(game_id, **chosen)
            except ValueError:  # these do not go together
                continue


def _told(found: Analysis) -> list[Any]:
    candidates = [
        [c.move, c.scores, c.wins, c.visits, c.depth, c.line, None if c.proof is None else str(c.proof)]
        for c in found.candidates
    ]
    return [found.nodes, found.depth, candidates]


def _searches(game: tablier.Game, seed: int) -> Iterator[dict[str, Any]]:
    """What all engines say of positions of a game at random, then a game between levels, move by move."""
    from bench.best_reply import best_move  # noqa: PLC0415
    from tablier.core.match import Match  # noqa: PLC0415

    players = len(game.players)
    dice = random.Random(f"{game!r} {seed}")
    match = Match(game)
    for number in range(MOVES):
        if match.is_over:
            break
        if dice.randrange(EVERY) == 0:
            for name, nodes in NODES.items():
                if name != "alphabeta" or players == 2:
                    found = engine(name).search(match, Limits(nodes=nodes), number)
                    yield {"engine": name, "nodes": found.nodes, "told": _told(found)}
            found = analyst(game).search(match, Limits(nodes=NODES["alphabeta" if players == 2 else "mcts"]), number)
            yield {"engine": "analyst", "nodes": found.nodes, "told": _told(found)}
            if players > 2:
                yield {"engine": "best-reply", "nodes": 0, "told": best_move(match, Limits(nodes=1000), number)}
        match.play(dice.choice(match.moves()))
    match = Match(game)
    for number in range(MOVES):
        if match.is_over:
            break
        level = LEVELS[(number + seed) % len(LEVELS)]
        found = Level(level).search(match, Limits(nodes=3000 if players == 2 else 150), number)
        yield {"engine": f"level {level}", "nodes": found.nodes, "told": _told(found)}
        match.play(found.move)


def collect(games: int) -> None:
    """Write what this checkout finds, a line a search."""
    for game in _games():
        for seed in range(games):
            for row in _searches(game, seed):
                print(json.dumps({"game": repr(game), **row}), flush=True)


def stamps() -> None:
    """Write the stamp of every contest that comes in, a line of JSON each."""
    from tablier.arena import stamp  # noqa: PLC0415

    # Contests were called events once.
    new = importlib.util.find_spec("tablier.arena.contest") is not None
    module = importlib.import_module("tablier.arena.contest" if new else "tablier.arena.event")
    read = module.contest_from if new else module.event_from
    for line in sys.stdin:
        print(stamp.stamp_of(read(json.loads(line))), flush=True)


def _ask(checkout: Path, *words: str, given: str = "") -> Iterator[str]:
    """The lines this file writes when a checkout runs it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(checkout / "src"), str(checkout)])}
    command = [sys.executable, "-P", str(Path(__file__).resolve()), *words]
    with subprocess.Popen(  # noqa: S603
        command, cwd=checkout, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(given)
        running.stdin.close()
        yield from running.stdout
    if running.returncode:
        raise SystemExit(f"{checkout} ended with {running.returncode}")


def compare(other: Path, games: int) -> bool:
    """Let both search; whether all is equal."""
    searches: dict[str, list[int]] = {}
    pairs = itertools.zip_longest(*(_ask(path, "--collect", str(games)) for path in (_HERE, other)))
    for number, (mine, theirs) in enumerate(pairs, 1):
        if mine != theirs:
            print(f"search {number} differs:\n  here  {str(mine)[:600]}\n  there {str(theirs)[:600]}")
            return False
        row = json.loads(mine)
        count = searches.setdefault(row["engine"], [0, 0])
        count[0] += 1
        count[1] += row["nodes"]
    for name, (number, nodes) in searches.items():
        print(f"{name:12} {number:6} searches {nodes:12,} nodes, all equal")
    return True


def _events(checkout: Path) -> list[dict[str, Any]]:
    """Every contest under ``docs/`` with the stamp its figures carry."""
    found = []
    for file in [checkout / "docs/levels.json", *sorted(checkout.glob("docs/strength/*.json"))]:
        data = json.loads(file.read_text(encoding="utf-8"))
        found += [entry.get("summary", entry) for entry in data.get("ladders", data.get("events", []))]
    return [{"event": entry["event"], "stamp": entry["stamp"]} for entry in found]


def carry(other: Path) -> None:
    """Give figures the other checkout's sources measured the stamp of these sources."""
    known = _events(_HERE)
    given = "".join(json.dumps(one["event"]) + "\n" for one in known)
    now, then = ([line.strip() for line in _ask(path, "--stamps", given=given)] for path in (_HERE, other))
    renamed: dict[str, str] = {}
    for one, old, new in zip(known, then, now, strict=True):
        if one["stamp"] == old and renamed.setdefault(old, new) != new:
            raise SystemExit(f"figures with the stamp {old} would need two new ones: {new} and {renamed[old]}")
    for pattern in _DOCS:
        for file in sorted(_HERE.glob(pattern)):
            text = before = file.read_text(encoding="utf-8")
            for old, new in renamed.items():
                text = text.replace(old, new)
            if text != before:
                file.write_text(text, encoding="utf-8")
    print(
        f"{sum(one['stamp'] in renamed for one in known)} of {len(known)} measurements carry this checkout's stamp now"
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.same", description=__doc__.partition("\n")[0])
    parser.add_argument("other", nargs="?", type=Path, help="the root of the other checkout")
    parser.add_argument("--games", type=int, default=1, help="random games for every set of options")
    parser.add_argument("--carry", action="store_true", help="when all is equal, carry stamps over")
    parser.add_argument("--collect", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--stamps", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.collect:
        collect(asked.collect)
    elif asked.stamps:
        stamps()
    elif asked.other is None or not (asked.other / "src/tablier").is_dir():
        parser.error("the root of another checkout is wanted")
    else:
        other = asked.other.resolve()
        if not compare(other, asked.games):
            raise SystemExit(1)
        if asked.carry:
            carry(other)


if __name__ == "__main__":
    main()
