"""Recorded games, played through in the terminal or given as data."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tablier.cli.show import Screen
from tablier.core import record
from tablier.core.match import Match
from tablier.core.record import Record

__all__ = ["load", "replay_file"]


def _records(file: Path) -> Iterator[Record]:
    """The records of a file, which may be text or JSON lines."""
    with file.open("rb") as stream:
        is_json = stream.read(4).lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{")
    return record.read_json(file) if is_json else record.read(file)


def load(file: Path, number: int = 1) -> Match:
    """The match of a file's record with this number, from 1; ValueError when it is wrong or not there."""
    try:
        found = next(itertools.islice(_records(file), number - 1, None), None)
        if found is None:
            raise ValueError(f"there is no game number {number}")
        return found.match()
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error


def replay_file(file: Path, number: int, as_json: bool, language: str) -> None:
    """Show a recorded game: all of it as data, or move by move, waiting for Enter where there is someone to press it."""
    match = load(file, number)
    if as_json:
        data = {
            "game": match.game.id,
            "options": match.game.options,
            "positions": [str(position) for position in match.positions],
            "turns": [{"player": turn.player, "moves": list(turn.moves)} for turn in match.turns],
            "places": match.places,
            "end": None if match.end is None else match.end.reason,
        }
        print(json.dumps(data, ensure_ascii=False, indent=1))
        return
    screen = Screen(match.game, language)
    again = Match(match.game, start=match.start, turn_limit=None)
    screen.board(again)
    for number_, turn in enumerate(match.turns, 1):
        for move in turn.moves:
            if sys.stdin.isatty() and input(f"{screen.say('session.more')} ").strip().lower() == "q":
                return
            told = screen.told(again, move)
            again.play(move)
            screen.board(again)
            screen.wrapped(f"{number_}. {told}")
    screen.end(match)
