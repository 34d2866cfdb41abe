"""Commands about engines: learning weights by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.given import game_from

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command()(train)


def train(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `tablier games` lists them.")],
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="[OPTION=VALUE]…", help="The game's options, such as players=3.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How many times to play and fit.")] = 4,
    games: Annotated[int, typer.Option(min=10, help="Games a round.")] = 200,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes a move.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help="How many processes play.")] = 2,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The weights file to change; the game's own if left out.")
    ] = None,
    curve: Annotated[Path | None, typer.Option(help="Save the learning curve here, as SVG.")] = None,
) -> None:
    """Learn the weights of a game's evaluation by self-play."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    from tablier.search.curve import draw_curve  # noqa: PLC0415
    from tablier.search.evaluation import evaluation  # noqa: PLC0415
    from tablier.search.train import Plan, Round  # noqa: PLC0415
    from tablier.search.train import train as learn  # noqa: PLC0415
    from tablier.search.weights import condition, weights_file, with_section  # noqa: PLC0415

    game = game_from(game_id, settings or [])
    game.start()
    plan = Plan(rounds=rounds, games=games, nodes=nodes, seed=seed, jobs=jobs)
    chosen = "".join(f" {setting}" for setting in settings or [])
    command = f"tablier train {game_id}{chosen} --rounds {rounds} --games {games} --nodes {nodes} --seed {seed}"
    file = weights_file(game) if output is None else output
    done: list[Round] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task(f"{game_id}{chosen}", total=rounds * games)
        for result in learn(game, plan, lambda played, _all: progress.update(task, completed=played)):
            done.append(result)
            progress.console.print(
                f"round {result.number}: {result.games} games of {result.turns:.0f} turns, "
                f"{result.undecided:.0%} undecided, loss {result.before:.4f} → {result.after:.4f}"
            )
    names = evaluation(game.definition.package).NAMES
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    file.write_text(with_section(text, condition(game), names, done[-1].weights, command), encoding="utf-8")
    print(f"{file}: [{condition(game)}]")
    for name, weight in zip(names, done[-1].weights, strict=True):
        print(f"  {name:16} {weight:6}")
    if curve is not None:
        losses = [result.before for result in done], [result.after for result in done]
        curve.write_text(draw_curve(f"{game_id}{chosen}: loss by round", *losses), encoding="utf-8")
