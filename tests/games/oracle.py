"""The naive second generators and their tables, found by game id, for the suites that run over all games."""

from __future__ import annotations

import functools
import importlib
import os
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from tablier.games import GAMES, is_ours

OURS = "tablier.games."
Options = dict[str, int | bool | str]


class Oracle(Protocol):
    """What every ``naive.py`` offers."""

    OPTION_SETS: list[Options]

    def start(self, options: Options) -> Any: ...
    def moves(self, s: Any) -> list[str]: ...
    def play(self, s: Any, move: str) -> Any: ...
    def to_act(self, s: Any) -> int | None: ...
    def places(self, s: Any) -> tuple[int, ...] | None: ...
    def text(self, s: Any) -> str: ...
    def parse(self, options: Options, text: str) -> Any: ...


class Counted(NamedTuple):
    """A line of a perft table."""

    options: Options
    text: str
    counts: list[int]


class Recorded(NamedTuple):
    """A recorded game."""

    options: Options
    start: str
    moves: list[str]
    final: str


def games() -> list[str]:
    """The games that the suites run over: ours, or those that ``TABLIER_TEST_GAMES`` names."""
    wanted = os.environ.get("TABLIER_TEST_GAMES", "").split()
    return [game_id for game_id in GAMES if (game_id in wanted if wanted else is_ours(game_id))]


def package(game_id: str) -> str:
    """The import name of a game's tests: beside the suites for our own, ``<package>_tests`` for one of another package."""
    name = GAMES[game_id]
    return f"tests.games.{name.removeprefix(OURS)}" if is_ours(game_id) else f"{name}_tests"


@functools.cache
def oracle(game_id: str) -> Oracle:
    return cast(Oracle, importlib.import_module(f"{package(game_id)}.naive"))


def folder(game_id: str) -> Path:
    return Path(str(resources.files(package(game_id))))


def cases() -> list[tuple[str, Options]]:
    """Every game with every set of options."""
    return [(game_id, options) for game_id in games() for options in oracle(game_id).OPTION_SETS]


def name(case: object) -> str:
    """A short name of a game id or option set for test ids."""
    if isinstance(case, dict):
        return ",".join(f"{key}={value}" for key, value in case.items()) or "-"
    return str(case)


def _options(text: str) -> Options:
    options: Options = {}
    for item in [] if text == "-" else text.split(","):
        key, _, value = item.partition("=")
        options[key] = value == "true" if value in ("true", "false") else int(value) if value.isdecimal() else value
    return options


@functools.cache
def perft_table(game_id: str) -> list[Counted]:
    lines = (folder(game_id) / "perft.txt").read_text(encoding="utf-8").splitlines()
    table = []
    for line in lines:
        if not line.startswith("#"):
            options, text, counts = line.split(" | ")
            table.append(Counted(_options(options), text, [int(n) for n in counts.split()]))
    return table


@functools.cache
def recorded_games(game_id: str) -> list[Recorded]:
    text = (folder(game_id) / "games.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#") and line]
    games = []
    for head, moves, final in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        options, start = head.split(" | ")
        games.append(Recorded(_options(options), start, moves.split(), final))
    return games
