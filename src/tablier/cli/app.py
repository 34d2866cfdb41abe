"""The commands: thin, each one reads what is given, asks the library, prints."""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import tablier
from tablier.cli import admin_commands, arena_commands, engine_commands, new_game, serve_commands
from tablier.cli.given import computer_from, game_from, language_from, match_from, seat_from
from tablier.cli.replay import replay_file
from tablier.cli.session import Session, choose_game
from tablier.cli.show import Screen, position_data
from tablier.core.texts import load_texts
from tablier.render import svg, themes
from tablier.scene import Aid, Marks, marks_after

__all__ = ["app"]

app = typer.Typer(
    name="tablier",
    help="Abstract board games: play them, show them, count their moves.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `tablier games` lists them.")]
Settings = Annotated[
    list[str] | None, typer.Argument(metavar="[OPTION=VALUE]…", help="The game's options, such as players=3.")
]
PositionText = Annotated[str | None, typer.Option("--position", "-p", help="Start from this position text.")]
Moves = Annotated[str | None, typer.Option("--moves", "-m", help="Play these moves, separated by spaces.")]
Json = Annotated[bool, typer.Option("--json", help="Print data for programs.")]
Language = Annotated[str | None, typer.Option("--lang", help="fr or en; by default the environment's language.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tablier {tablier.__version__}")
        raise typer.Exit


@app.callback()
def _common(
    _version_wanted: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Options before any command."""


arena_commands.register(app)
engine_commands.register(app)
serve_commands.register(app)
admin_commands.register(app)
new_game.register(app)


@app.command()
def games(as_json: Json = False, lang: Language = None) -> None:
    """List the games, their authors and options."""
    language = language_from(lang)
    found = [tablier.game(game_id) for game_id in tablier.games()]
    if as_json:
        data = [
            {
                "id": game.id,
                "names": dict(game.names),
                "authors": list(game.authors),
                "year": game.definition.year,
                "options": [
                    {
                        "name": option.name,
                        "values": list(option.values),
                        "default": option.default,
                        "only": [
                            {"value": value, "with": {name: list(values) for name, values in others.items()}}
                            for value, others in option.only.items()
                        ],
                    }
                    for option in game.definition.options
                ],
                "players": [{"name": player.name, "colour": player.colour} for player in game.players],
            }
            for game in found
        ]
        print(json.dumps(data, ensure_ascii=False, indent=1))
        return
    words = load_texts("tablier.cli", language)
    table = Table(title=words.get("games.title"), show_lines=True)
    for key in ("id", "name", "authors", "players", "options"):
        table.add_column(words.get(f"games.{key}"), no_wrap=key in ("id", "options"), overflow="fold")
    for game in found:
        options = [
            f"{option.name}={'|'.join(_shown(value) for value in option.values)}"
            for option in game.definition.options
            if option.name != game.definition.count_option
        ]
        authors = ", ".join(game.authors) or words.get("games.traditional")
        dated = f"{authors} ({game.definition.year})" if game.definition.year else authors
        table.add_row(
            game.id,
            game.names[language],
            dated,
            ", ".join(map(str, game.definition.player_counts)),
            "\n".join(options) or "–",
        )
    Console().print(table)


def _shown(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


@app.command()
def show(
    game_id: GameId,
    settings: Settings = None,
    position: PositionText = None,
    moves: Moves = None,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Show a position: the board, who is to act, the legal moves."""
    match = match_from(game_from(game_id, settings or []), position, moves)
    if as_json:
        print(json.dumps(position_data(match), ensure_ascii=False, indent=1))
        return
    screen = Screen(match.game, language_from(lang))
    screen.board(match)
    screen.summary(match)


@app.command()
def play(
    game_id: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's id; asked for if left out.")] = None,
    settings: Settings = None,
    computer: Annotated[
        list[str] | None,
        typer.Option(
            "--computer",
            metavar="SEAT:LEVEL",
            help="This seat (1, 2 …) is played by the computer, at a level from 1 to 10.",
        ),
    ] = None,
    at_random: Annotated[
        list[int] | None,
        typer.Option(
            "--random", metavar="SEAT", help="This seat (1, 2 …) plays at random; may be given several times."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Makes the computer's moves repeatable.")] = None,
    position: PositionText = None,
    lang: Language = None,
) -> None:
    """Play in the terminal: several people on one screen, or some seats played by the computer."""
    language = language_from(lang)
    if game_id is None:
        game_id = choose_game(language)
        if game_id is None:
            return
        computer = computer or ["2:3"]
    game = game_from(game_id, settings or [])
    computers = dict.fromkeys((seat_from(game, str(seat)) for seat in at_random or []), 0)
    computers |= dict(computer_from(game, given) for given in computer or [])
    session = Session(match_from(game, position, None), language, computers, random.Random(seed))
    session.run()


@app.command()
def perft(
    game_id: GameId,
    settings: Settings = None,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, help="How many moves deep.")] = 3,
    threads: Annotated[int, typer.Option("--threads", "-t", min=1, max=256, help="How many threads count.")] = 1,
    position: PositionText = None,
    moves: Moves = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count each first move by itself.")] = False,
    as_json: Json = False,
) -> None:
    """Count the sequences of moves from a position, depth by depth."""
    game = game_from(game_id, settings or [])
    start = match_from(game, position, moves).position
    counts: list[int] = []
    for level in range(1, depth + 1) if depth else [0]:
        begun = time.perf_counter()
        counts.append(game.perft(start, level, threads))
        spent = time.perf_counter() - begun
        if not as_json:
            print(f"{level:3} {counts[-1]:16,}   {spent:8.2f} s", flush=True)
    parts = (
        {move: game.perft(start.play(move), depth - 1, threads) for move in start.moves()} if divide and depth else {}
    )
    if as_json:
        data = {"game": game.id, "options": game.options, "position": str(start), "depth": depth, "count": counts[-1]}
        print(json.dumps({**data, **({"divide": parts} if divide else {})}))
    else:
        for move, count in parts.items():
            print(f"{move:>14} {count:14,}")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record, text or JSON.")],
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="Which game of the file.")] = 1,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    """Play a recorded game through, move by move."""
    replay_file(file, number, as_json, language_from(lang))


@app.command()
def draw(
    game_id: GameId,
    settings: Settings = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write here; standard output if left out.")
    ] = None,
    position: PositionText = None,
    moves: Moves = None,
    targets: Annotated[
        str | None, typer.Option(help="Mark where this piece or cell (by name or shape id) may go.")
    ] = None,
    theme: Annotated[str, typer.Option(help=f"One of {', '.join(themes.THEMES)}.")] = "light",
    style: Annotated[str, typer.Option(help=f"One of {', '.join(themes.STYLES)}.")] = "natural",
    width: Annotated[int | None, typer.Option(min=16, max=10000, help="The picture's width in pixels.")] = None,
    turned: Annotated[
        int, typer.Option("--view", metavar="SEAT", help="Seen from this seat (1, 2 …); 0: as the rules show it.")
    ] = 0,
    coordinates: Annotated[bool, typer.Option(help="With or without coordinates.")] = True,
) -> None:
    """Draw a position as SVG, with the last of the given moves marked."""
    match = match_from(game_from(game_id, settings or []), position, moves)
    scene = match.position.scene()
    if not 0 <= turned <= len(scene.views):
        raise ValueError(f"{match.game.id} has seats 1 to {len(scene.views)}, not {turned}")
    history = match.history
    marks = Marks()
    aids: tuple[Aid, ...] = ()
    if history:
        before = match.positions[-2]
        marks = marks_after(before.scene(), before.transition(history[-1]))
    if targets is not None:
        marks = _with_targets(match, targets, marks)
        aids = tuple(aid for aid in match.position.aids() if set(marks.selected) & set(aid.shapes))
    text = svg.draw(
        scene,
        theme=theme,
        style=style,
        marks=marks,
        aids=aids,
        width=width,
        coordinates=coordinates,
        turn=scene.views[turned - 1] if turned else 0.0,
    )
    if output is None:
        sys.stdout.write(text + "\n")
    else:
        output.write_text(text + "\n", encoding="utf-8")


def _with_targets(match: tablier.Match, name: str, marks: Marks) -> Marks:
    """The marks with one piece selected and its targets shown."""
    starts = {name, *(shape.id for shape in match.position.scene().shapes if shape.id.partition(":")[2] == name)}
    gestures = [
        gesture for gesture in match.position.gestures().values() if gesture.shapes and gesture.shapes[0] in starts
    ]
    if not gestures:
        firsts = sorted({g.shapes[0] for g in match.position.gestures().values() if g.shapes})
        raise ValueError(
            f"nothing can be played with {name!r} here; there are moves with {', '.join(firsts) or 'nothing'}"
        )
    return Marks(
        left=marks.left,
        landed=marks.landed,
        changed=marks.changed,
        selected=(gestures[0].shapes[0],),
        targets=tuple(dict.fromkeys(gesture.shapes[-1] for gesture in gestures if len(gesture.shapes) > 1)),
    )
