"""How fast the engines search: nodes a second by engine and game, one thread and two, and beside OpenSpiel's tree search."""

from __future__ import annotations

import statistics
import time

from rich.console import Console
from rich.table import Table

import tablier
from tablier.arena.openings import opening
from tablier.core.position import Position
from tablier.search import Limits, best_engine, engine

__all__ = ["peer_table", "speed_table", "threads_table"]

CONSOLE = Console()
SECONDS = 0.5
TURNS = 3
RUNS = 5
CUT = 200
WANTED_PEER = 1.8
WANTED_THREADS = 1.6


def _middle(game: tablier.Game) -> Position:
    """A position some random turns from the start where nothing is decided yet: what is proved costs a search nothing."""
    position = game.start()
    for move in opening(game, 1, TURNS):
        position = position.play(move)
    return position


def _rate(name: str, position: Position, runs: int = RUNS) -> float:
    """The median nodes a second of an engine, on one thread's time."""
    chosen = engine(name)
    chosen.search(position, Limits(nodes=50))
    rates = []
    for seed in range(runs):
        found = chosen.search(position, Limits(seconds=SECONDS, cpu=True), seed)
        rates.append(found.nodes / found.seconds)
    return statistics.median(rates)


def _tables() -> list[tuple[str, tablier.Game]]:
    """Every game with every number of players, and what to call it."""
    found = []
    for game_id in tablier.games():
        counts = next((o.values for o in tablier.game(game_id).definition.options if o.name == "players"), (None,))
        for count in counts:
            game = tablier.game(game_id, **({} if count is None else {"players": count}))
            found.append((game_id if count is None else f"{game_id}, {count} players", game))
    return found


def speed_table() -> None:
    """Nodes a second of every engine in every game."""
    table = Table(title="Search, one thread: positions a second (alphabeta), visits a second (mcts, uct)")
    for heading in ("game", "alphabeta", "mcts", "uct"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for label, game in _tables():
        with CONSOLE.status(f"search: {label}"):
            position = _middle(game)
            two = len(game.players) == 2
            cells = [
                f"{_rate(name, position, 3):,.0f}" if two or name != "alphabeta" else ""
                for name in ("alphabeta", "mcts", "uct")
            ]
        table.add_row(label, *cells)
    CONSOLE.print(table)


def threads_table() -> None:
    """One thread against two, on the clock: the engine that plays the game and, for two players, UCT."""
    table = Table(title="nodes in a second of the clock")
    for heading in ("game", "engine", "1 thread", "2 threads", "ratio (median)", "wanted"):
        table.add_column(heading, justify="left" if heading in ("game", "engine") else "right")
    for label, game in _tables():
        position = _middle(game)
        for name in (best_engine(game).name, *(("uct",) if len(game.players) == 2 else ())):
            chosen = engine(name)
            chosen.search(position, Limits(nodes=50))
            with CONSOLE.status(f"threads: {label}, {name}"):
                pairs = [
                    tuple(chosen.search(position, Limits(seconds=1.0, threads=n), seed).nodes for n in (1, 2))
                    for seed in range(3)
                ]
            ratio = statistics.median(two / one for one, two in pairs)
            one, two = (statistics.median(pair[k] for pair in pairs) for k in range(2))
            table.add_row(label, name, f"{one:,.0f}", f"{two:,.0f}", f"{ratio:.2f}", f"{WANTED_THREADS}")
    CONSOLE.print(table)


def peer_table() -> None:
    """UCT's iterations a second beside OpenSpiel's C++ bot, Chinese checkers, random games cut after 200 turns."""
    try:
        import pyspiel  # noqa: PLC0415
    except ImportError:
        CONSOLE.print("OpenSpiel is not installed here; `make bench` installs it.")
        return
    theirs_game = pyspiel.load_game(f"chinese_checkers(players=2,max_moves={CUT})")
    start = tablier.game("chinese-checkers").start()
    iterations = 300
    ours, theirs = [], []
    with CONSOLE.status("search: beside OpenSpiel"):
        for round_ in range(RUNS):
            evaluator = pyspiel.RandomRolloutEvaluator(1, round_)
            bot = pyspiel.MCTSBot(
                theirs_game,
                evaluator,
                uct_c=1.4,
                max_simulations=iterations,
                max_memory_mb=1000,
                solve=True,
                seed=round_,
                verbose=False,
                child_selection_policy=pyspiel.ChildSelectionPolicy.UCT,
            )
            begun = time.thread_time()
            bot.step(theirs_game.new_initial_state())
            theirs.append(iterations / (time.thread_time() - begun))
            ours.append(_rate("uct", start, 1))
    ratios = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
    table = Table(title=f"UCT, Chinese checkers, 2 players: iterations a second, random games cut after {CUT} turns")
    for heading in ("OpenSpiel, C++", "Tablier", "ratio (median)", "wanted"):
        table.add_column(heading, justify="right")
    table.add_row(
        f"{statistics.median(theirs):,.0f}",
        f"{statistics.median(ours):,.0f}",
        f"{statistics.median(ratios):.1f}",
        f"{WANTED_PEER}",
    )
    CONSOLE.print(table)
