"""Run all benchmarks and print one table a subject."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

import tablier
from bench import search
from bench.timing import per_second, wall
from tablier.arena.measures import speeds
from tablier.core.position import Position
from tablier.kernel import run

CONSOLE = Console()
LENGTH = 200


def kernel_rate(game: tablier.Game) -> float:
    """Moves a second of random games inside the kernel."""
    states, most = game.start().states, game.modules.rules.MAX_MOVES
    run.playouts(states, most, 1, LENGTH, 0)
    return per_second(lambda seed: run.playouts(states, most, 100, LENGTH, seed))


def python_rate(game: tablier.Game) -> float:
    """Positions a second of random games through `moves` and `play`."""
    start = game.start()

    def work(seed: int) -> int:
        dice = random.Random(seed)
        position: Position = start
        for played in range(LENGTH):
            moves = position.moves()
            if not moves:
                return played
            position = position.play(moves[int(dice.random() * len(moves))])
        return LENGTH

    work(0)
    return per_second(work, runs=5)


def games_table() -> None:
    """Every game, in the kernel and through Python."""
    table = Table(title=f"Random games of up to {LENGTH} moves, one thread (median)")
    for heading in ("game", "kernel: moves/s", "wanted", "Python: positions/s", "wanted"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for game_id in tablier.games():
        definition, wanted = tablier.game(game_id).definition, speeds(game_id)
        for count in definition.player_counts:
            game = tablier.game(game_id, **definition.for_players(count))
            label = f"{game_id}, {count} players" if len(definition.player_counts) > 1 else game_id
            with CONSOLE.status(f"random games: {label}"):
                table.add_row(
                    label,
                    f"{kernel_rate(game):,.0f}",
                    f"{wanted['kernel']:,.0f}" if "kernel" in wanted else "",
                    f"{python_rate(game):,.0f}",
                    f"{wanted.get('python', 2e4):,.0f}",
                )
    CONSOLE.print(table)


def peer_table() -> None:
    """Chinese checkers beside OpenSpiel, in the same run."""
    try:
        from bench import peer  # noqa: PLC0415
    except ImportError:
        CONSOLE.print("OpenSpiel is not installed here; `make bench` installs it.")
        return
    ours, theirs = [], []
    game = tablier.game("chinese-checkers")
    for round_ in range(5):
        with CONSOLE.status(f"beside OpenSpiel, round {round_ + 1} of 5"):
            share = peer.turns_per_action(round_, 10, LENGTH)
            theirs.append(share * per_second(lambda seed: peer.play(seed, 20, LENGTH), runs=1))
            ours.append(kernel_rate(game))
    ratios = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
    table = Table(title="Chinese checkers, 2 players, turns per second, alternating in one run")
    for heading in ("OpenSpiel, Python loop", "Tablier kernel", "ratio (median)", "wanted"):
        table.add_column(heading, justify="right")
    table.add_row(f"{sorted(theirs)[2]:,.0f}", f"{sorted(ours)[2]:,.0f}", f"{ratios[2]:.1f}", "6")
    CONSOLE.print(table)


def perft_table() -> None:
    """One thread against two."""
    table = Table(title="perft from the start")
    for heading in ("game", "depth", "count", "1 thread", "2 threads", "ratio", "M/s, 2 threads"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for game_id in tablier.games():
        game = tablier.game(game_id)
        start, depth = game.start(), 1
        while game.perft(start, depth) < 20_000_000:
            depth += 1
        with CONSOLE.status(f"perft: {game_id}, depth {depth}"):
            count = game.perft(start, depth)
            one = wall(lambda g=game, p=start, d=depth: g.perft(p, d))  # type: ignore[misc]
            two = wall(lambda g=game, p=start, d=depth: g.perft(p, d, threads=2))  # type: ignore[misc]
        table.add_row(
            game_id,
            str(depth),
            f"{count:,}",
            f"{one:.2f} s",
            f"{two:.2f} s",
            f"{one / two:.2f}",
            f"{count / two / 1e6:,.0f}",
        )
    CONSOLE.print(table)


def start_table() -> None:
    """How long one waits: import, first compile, loading from the cache."""
    table = Table(title="Starting, each in a new process")
    for heading in ("what", "seconds", "wanted"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    table.add_row("import tablier", f"{_process('import tablier'):.2f}", "0.30")
    cache = tempfile.mkdtemp()
    try:
        for game_id in tablier.games():
            code = f"import tablier; tablier.game({game_id!r}).start().moves()"
            with CONSOLE.status(f"compiling {game_id}"):
                table.add_row(f"{game_id}: first compile", f"{_process(code, cache, runs=1):.2f}", "15")
            table.add_row(f"{game_id}: from the cache", f"{_process(code, cache):.2f}", "")
    finally:
        shutil.rmtree(cache)
    CONSOLE.print(table)


def _process(code: str, cache: str | None = None, runs: int = 5) -> float:
    environment = dict(os.environ)
    if cache is not None:
        environment["TABLIER_CACHE_DIR"] = cache
    timed = f"import time; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    times = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, "-c", timed], env=environment, check=True, capture_output=True)  # noqa: S603
        times.append(float(done.stdout))
    return sorted(times)[len(times) // 2]


SUBJECTS: dict[str, Callable[[], None]] = {
    "games": games_table,
    "peer": peer_table,
    "perft": perft_table,
    "start": start_table,
    "search": search.speed_table,
    "search-threads": search.threads_table,
    "search-peer": search.peer_table,
}


def main() -> int:
    """Run the subjects named on the command line, or all."""
    chosen = sys.argv[1:] or list(SUBJECTS)
    for name in chosen:
        if name not in SUBJECTS:
            print(f"no benchmark {name!r}; there are {', '.join(SUBJECTS)}", file=sys.stderr)
            return 2
        begun = time.perf_counter()
        SUBJECTS[name]()
        CONSOLE.print(f"[dim]{name}: {time.perf_counter() - begun:.0f} s[/dim]\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
