"""Commands about engines: compiling them ahead of time, learning weights by self-play."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.given import game_from

if TYPE_CHECKING:
    from rich.progress import Progress

    from tablier.core.game import Game
    from tablier.search.learner import Network
    from tablier.search.train import Plan, Round

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command()(prepare)
    app.command()(train)


def prepare(
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, max=64, help="How many processes compile; one a core if left out."),
    ] = None,
) -> None:
    """Compile all rules and engines now, so that nobody waits for it at a board."""
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    from rich.progress import Progress  # noqa: PLC0415

    from tablier.games import GAMES  # noqa: PLC0415
    from tablier.kernel.jit import cache_folder  # noqa: PLC0415
    from tablier.search.prepare import prepare_all  # noqa: PLC0415

    try:
        with Progress() as progress:
            task = progress.add_task("Compiling the games", total=len(GAMES))
            for game_id in prepare_all(jobs or os.cpu_count() or 1):
                progress.console.print(f"{game_id}: ready")
                progress.advance(task)
    except OSError as error:
        raise ValueError(
            f"compiling the games stopped: {error.strerror or error} ({error.filename or cache_folder().parent}). "
            "What helps: make room there, or name another folder for compiled code in TABLIER_CACHE_DIR"
        ) from None
    except BrokenProcessPool:
        raise ValueError(
            "compiling the games stopped: a process was ended from outside, perhaps for lack of memory. "
            "What helps: tablier prepare --jobs 1"
        ) from None


def train(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `tablier games` lists them.")],
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="[OPTION=VALUE]…", help="The game's options, such as players=3.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, max=1000, help="How many times to play and fit.")] = 5,
    games: Annotated[int, typer.Option(min=10, max=10_000, help="Games a round.")] = 200,
    nodes: Annotated[int, typer.Option(min=1, max=1_000_000, help="Nodes a move.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same weights.")] = 1,
    trace: Annotated[
        float,
        typer.Option(min=0, max=1, help="How much the end of a game counts against what was expected on the way."),
    ] = 0.97,
    test: Annotated[
        int, typer.Option(min=0, max=10_000, help="Games a round against the first weights, for the learning curve.")
    ] = 20,
    network: Annotated[
        int, typer.Option(min=0, max=64, help="Learn a network of so many units as well, where the game has one.")
    ] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help="How many processes play.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The weights file to change; the game's own if left out.")
    ] = None,
    curve: Annotated[Path | None, typer.Option(help="Save the learning curve here, as SVG.")] = None,
) -> None:
    """Learn the weights of a game's evaluation by self-play.

    The weights are saved after every round, with the command that makes them; a network at the end, in a file beside them.
    """
    from tablier.search.curve import draw_curve  # noqa: PLC0415
    from tablier.search.evaluation import evaluation  # noqa: PLC0415
    from tablier.search.learner import network_file  # noqa: PLC0415
    from tablier.search.train import Plan  # noqa: PLC0415
    from tablier.search.weights import condition, read_weights, weights_file, with_section  # noqa: PLC0415

    game = game_from(game_id, settings or [])
    names = evaluation(game).features
    what = " ".join([game_id, *(settings or [])])
    beside = network_file(game)
    if network and not weights_file(game).with_name(beside).exists():
        raise ValueError(f"{what} has no network to learn (no {beside} beside its weights); leave out --network")
    file = weights_file(game) if output is None else output
    for path in (file, curve, file.with_name(beside)):
        if path is not None and (path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK)):
            raise ValueError(f"{path}: a file in a folder that can be written to is wanted")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    try:
        read_weights(text, names)
    except ValueError as error:
        raise ValueError(f"{file} does not fit the game's features: {error}; remove it, or name another file") from None
    plan = Plan(rounds=rounds, games=games, nodes=nodes, seed=seed, trace=trace, test=test, jobs=jobs)
    done: list[Round] = []
    for result in _rounds(what, game, plan):
        done.append(result)
        # So many rounds make these weights, whatever becomes of the others.
        command = f"tablier train {what} --rounds {result.number} --games {games} --nodes {nodes} --seed {seed}"
        command += f" --trace {trace:g}"
        text = with_section(text, condition(game), names, result.weights, command)
        _write(file, text)
        if curve is not None:
            losses = [r.before for r in done], [r.after for r in done]
            _write(curve, draw_curve(what, *losses, [r.score for r in done] if test else []))
    weights = done[-1].weights
    if network:
        command += f" --network {network}"
        learned = _network(what, game, plan, weights, network)
        _write(file.with_name(beside), learned.text(command))
        weights = [*weights[:-1], 1]
        _write(file, with_section(text, condition(game), names, weights, command))
    print(f"{file}: [{condition(game)}]")
    for name, weight in zip(names, weights, strict=True):
        print(f"  {name:16} {weight:6}")


def _rounds(what: str, game: Game, plan: Plan) -> Iterator[Round]:
    """Train, with a bar that shows how far it is and a line for every round."""
    from tablier.search.train import train as learn  # noqa: PLC0415

    with _bar(what) as (progress, told):
        for result in learn(game, plan, told):
            tested = f", {result.score:.0%} against the first weights" if plan.test else ""
            progress.console.print(
                f"round {result.number}: {result.games} games of {result.turns:.0f} turns, {result.undecided:.0%} undecided, "
                f"loss {result.before:.4f} → {result.after:.4f}{tested}",
                soft_wrap=True,
            )
            yield result


def _network(what: str, game: Game, plan: Plan, weights: list[int], units: int) -> Network:
    """Learn a network, with a bar."""
    from tablier.search.train import train_network  # noqa: PLC0415

    with _bar(f"{what}, network") as (progress, told):
        learned = train_network(game, plan, weights, units, told)
        progress.console.print(f"network: {units} units, loss {learned.before:.4f} → {learned.after:.4f}")
    return learned


@contextmanager
def _bar(what: str) -> Iterator[tuple[Progress, Callable[[int, int], None]]]:
    """A bar, and whom to tell how many games of how many are played."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task(what, total=None)
        yield progress, lambda played, total: progress.update(task, completed=played, total=total)


def _write(path: Path, text: str) -> None:
    """Write a file, all of it or nothing."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
