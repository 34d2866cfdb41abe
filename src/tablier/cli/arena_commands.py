"""Commands of the arena: matches, tournaments, and an engine for other programs."""

from __future__ import annotations

import itertools
import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tablier.cli.given import game_from
from tablier.cli.standing import Bar
from tablier.core.game import Game

__all__ = ["register"]

_SETTING = re.compile(r"[a-z_]+=")

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `tablier games` lists them.")]
Contestants = Annotated[
    list[str],
    typer.Argument(
        metavar="[OPTION=VALUE]… A B [C…]",
        help="Options of the game, then who plays: level:7, uct:nodes=10000, best:seconds=0.1, random, greedy, cmd:./program …",
    ),
]
Games = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games (of each table).")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help="How many processes play.")]
Seed = Annotated[int, typer.Option(help="Decides openings and the engines' dice.")]
LimitText = Annotated[str, typer.Option("--limit", help="For contestants without their own: seconds=0.1, nodes=1000 …")]
Opening = Annotated[int, typer.Option(min=0, max=50, help="How many turns each player first plays at random.")]
TurnLimit = Annotated[int, typer.Option(min=1, help="A game ends undecided after so many turns.")]
Patience = Annotated[float, typer.Option(min=0.1, help="Seconds a program may take beyond its limit.")]
FirstOnly = Annotated[bool, typer.Option("--first-only", help="Stop a game once someone has the first place.")]
Out = Annotated[Path | None, typer.Option("--out", help="The folder; by default one named after the match.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Forget what was played in that folder.")]
Scale = Annotated[float, typer.Option(min=0.0, max=100.0, help="So many times the games of the plan.")]
Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(name="match")(match)
    app.command(name="tournament")(tournament)
    app.command(name="engine")(engine)
    app.command(name="strength")(strength)
    app.command(name="levels")(levels)


def match(
    game_id: GameId,
    contestants: Contestants,
    games: Games = 100,
    jobs: Jobs = 2,
    seed: Seed = 1,
    limit: LimitText = "seconds=0.1",
    opening: Opening = 2,
    turn_limit: TurnLimit = 1000,
    patience: Patience = 10.0,
    first_only: FirstOnly = False,
    sprt: Annotated[
        str | None, typer.Option(help="Stop when A is shown stronger by the second Elo, or only by the first: 0:20.")
    ] = None,
    out: Out = None,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Let engines play a match. From every opening everyone plays every seat; run it again to go on after an interrupt."""
    from tablier.arena.contest import Contest, Pairing  # noqa: PLC0415
    from tablier.arena.sprt import read_sprt  # noqa: PLC0415

    game, who = _split(game_id, contestants)
    seats = len(game.players)
    if not 2 <= len(who) <= seats:
        raise ValueError(f"a match of {game.id} with {seats} seats is between 2 to {seats} contestants, not {len(who)}")
    tables = (Pairing(tuple(range(len(who))), games),)
    given = _given(game, who, limit) | {"turn_limit": turn_limit, "patience": patience, "first_only": first_only}
    contest = Contest(tables=tables, seed=seed, opening=opening, **given)
    _run(contest, jobs, out, fresh=fresh, as_json=as_json, sprt=None if sprt is None else read_sprt(sprt))


def tournament(
    game_id: GameId,
    contestants: Contestants,
    games: Games = 20,
    jobs: Jobs = 2,
    seed: Seed = 1,
    limit: LimitText = "seconds=0.1",
    opening: Opening = 2,
    turn_limit: TurnLimit = 1000,
    patience: Patience = 10.0,
    first_only: FirstOnly = False,
    out: Out = None,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Let everyone meet everyone, and rate them: a table for every choice of as many contestants as there are seats."""
    from tablier.arena.contest import Contest, Pairing  # noqa: PLC0415

    game, who = _split(game_id, contestants)
    if len(who) < 2:
        raise ValueError(f"a tournament needs two contestants or more, not {len(who)}")
    at_once = min(len(game.players), len(who))
    tables = tuple(Pairing(chosen, games) for chosen in itertools.combinations(range(len(who)), at_once))
    given = _given(game, who, limit) | {"turn_limit": turn_limit, "patience": patience, "first_only": first_only}
    contest = Contest(tables=tables, seed=seed, opening=opening, **given)
    _run(contest, jobs, out, fresh=fresh, as_json=as_json, sprt=None)


def engine(
    player: Annotated[
        str, typer.Option(help="Who answers: best, level:7, uct, alphabeta …; the client may change it.")
    ] = "best",
    seed: Annotated[int, typer.Option(help="Decides between moves of equal worth.")] = 0,
) -> None:
    """Speak the engine protocol on standard input and output (docs/protocol.md)."""
    from tablier.arena.engine_program import EngineProgram  # noqa: PLC0415

    EngineProgram(sys.stdin.buffer, sys.stdout, player, seed).run()


def strength(
    reports: Annotated[
        list[str] | None, typer.Argument(metavar="[REPORT]…", help="Which reports; all if left out.")
    ] = None,
    plan: Annotated[Path, typer.Option(help="What is measured.")] = Path("docs/strength/plan.toml"),
    out: Annotated[Path | None, typer.Option(help="Where reports go; by default beside the plan.")] = None,
    work: Annotated[Path, typer.Option(help="Where the games are kept.")] = Path("build/strength"),
    only: Annotated[
        list[str] | None,
        typer.Option("--game", help="Only the events of this game; may be given several times. The others stay."),
    ] = None,
    jobs: Jobs = 2,
    scale: Scale = 1.0,
    check: Annotated[bool, typer.Option("--check", help="Only say which reports were made by other sources.")] = False,
) -> None:
    """Measure how strong the engines are, and write the reports. What they tell of the engines as they are is not played
    again; run it again to go on after an interrupt."""
    import tablier  # noqa: PLC0415
    from tablier.arena.plan import read_plan  # noqa: PLC0415
    from tablier.arena.strength import make_report, stale  # noqa: PLC0415

    _in_checkout(plan)
    known = {report.id: report for report in read_plan(plan, scale)}
    for name in only or []:
        tablier.game(name)
    for name in reports or []:
        if name not in known:
            raise ValueError(f"no report {name!r} in {plan}; there are {', '.join(known)}")
    folder = plan.parent if out is None else out
    old = False
    for name in reports or known:
        if check:
            for item in stale(known[name], folder, only or ()):
                old = True
                print(f"{name}: {item.name} is to be measured anew")
        else:
            for path in make_report(known[name], work, folder, jobs, Bar, only or ()):
                print(path)
    if old:
        raise typer.Exit(1)


def levels(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]…", help="Play only these now; what is played of the others is kept."),
    ] = None,
    plan: Annotated[Path, typer.Option(help="What is measured.")] = Path("docs/levels.toml"),
    out: Annotated[
        Path | None, typer.Option(help="The table, by default beside the plan; its figures go to .json.")
    ] = None,
    work: Annotated[Path, typer.Option(help="Where the games are kept.")] = Path("build/levels"),
    jobs: Jobs = 2,
    scale: Scale = 1.0,
) -> None:
    """Measure how far apart the levels are, and write the table. What it tells of the levels as they are is not played again;
    run it again to go on after an interrupt."""
    from tablier.arena.ladder import is_measured, measure, read_ladders, write_levels  # noqa: PLC0415

    _in_checkout(plan)
    ladders = read_ladders(plan, scale)
    ids = {ladder.contest.game_id for ladder in ladders}
    for name in games or []:
        if name not in ids:
            raise ValueError(f"no game {name!r} in {plan}; there are {', '.join(sorted(ids))}")
    file = plan.with_suffix(".md") if out is None else out
    for ladder in ladders:
        if (not games or ladder.contest.game_id in games) and not is_measured(ladder, file):
            write_levels(plan, file, measure(ladder, work, jobs, Bar))
    print(file)


def _in_checkout(plan: Path) -> None:
    """What is measured is not part of the package."""
    if not plan.is_file():
        raise ValueError(
            f"there is no plan {plan} here. Run this in the source folder of Tablier, which has one, or name one with --plan"
        )


def _split(game_id: str, given: list[str]) -> tuple[Game, tuple[str, ...]]:
    """Options of the game and contestants, which come in one list."""
    settings = [text for text in given if _SETTING.match(text)]
    return game_from(game_id, settings), tuple(text for text in given if not _SETTING.match(text))


def _given(game: Game, who: tuple[str, ...], limit: str) -> dict[str, Any]:
    from tablier.arena.chooser import check  # noqa: PLC0415
    from tablier.arena.contestant import contestant, read_limits  # noqa: PLC0415

    for text in who:
        check(contestant(text), game)
    return {"game_id": game.id, "options": game.options, "contestants": who, "limits": read_limits(limit)}


def _run(contest: Any, jobs: int, out: Path | None, *, fresh: bool, as_json: bool, sprt: Any) -> None:
    from tablier.arena.folder import open_folder  # noqa: PLC0415
    from tablier.arena.runner import play_contest, write_reports  # noqa: PLC0415
    from tablier.arena.stamp import stamp_of  # noqa: PLC0415

    path = Path("matches") / _slug(contest) if out is None else out
    with open_folder(path, contest, stamp_of(contest), fresh=fresh) as folder:
        try:
            with Bar(folder) as told:
                play_contest(folder, jobs, sprt, told)
        except KeyboardInterrupt:
            folder.reload()
            write_reports(folder, sprt)
            print(
                f"\ntablier: stopped; {len(folder.results)} games are kept in {path}: run it again to go on",
                file=sys.stderr,
            )
            raise
        text = write_reports(folder, sprt)
    print(
        (path / "report.json").read_text(encoding="utf-8") if as_json else f"{text}{path}", end="" if as_json else "\n"
    )


def _slug(contest: Any) -> str:
    """A folder's name that says what is played; the same command has the same one."""
    names = "-".join([contest.game_id, *contest.contestants[:3]])
    return f"{re.sub('[^a-z0-9.]+', '-', names.lower()).strip('-')[:60]}-{contest.identity()}"
