"""What is given on the command line, made into games, positions and matches. Errors say what would be right."""

from __future__ import annotations

import os

import tablier
from tablier.core.game import Game
from tablier.core.levels import TOP_LEVEL
from tablier.core.match import Match
from tablier.core.options import Option, OptionValue
from tablier.core.texts import LANGUAGES

__all__ = ["computer_from", "game_from", "language_from", "match_from", "seat_from"]

_WORDS: dict[str, bool] = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def language_from(given: str | None) -> str:
    """The language asked for, or that of the environment; English when that is neither French nor English."""
    if given is not None:
        if given not in LANGUAGES:
            raise ValueError(f"no language {given!r}; there are {' and '.join(LANGUAGES)}")
        return given
    for variable in ("TABLIER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "fr" if value.startswith("fr") else "en"
    return "en"


def game_from(game_id: str, settings: list[str]) -> Game:
    """A game from its id and settings such as ``players=3`` or ``long_jumps=on``."""
    known = {option.name: option for option in tablier.game(game_id).definition.options}
    chosen: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"an option is given as NAME=VALUE, not {setting!r}")
        if name in chosen:
            raise ValueError(f"option {name} is given twice")
        chosen[name] = _value(known[name], value) if name in known else value
    return tablier.game(game_id, **chosen)


def _value(option: Option, text: str) -> OptionValue:
    """The option's value that the text means; the text itself, which will be refused, when there is none."""
    for value in option.values:
        if isinstance(value, bool):
            if _WORDS.get(text.lower()) is value:
                return value
        elif str(value) == text:
            return value
    return text


def match_from(game: Game, position: str | None, moves: str | None) -> Match:
    """A match from a start text (or the usual start) and moves separated by spaces."""
    match = Match(game) if position is None else Match(game, start=game.position(position))
    for move in (moves or "").split():
        match.play(move)
    return match


def seat_from(game: Game, text: str) -> int:
    """A player from the number of a seat, counted from 1."""
    if not text.isdecimal() or not 1 <= int(text) <= len(game.players):
        raise ValueError(f"{game.id} has seats 1 to {len(game.players)}, not {text}")
    return int(text) - 1


def computer_from(game: Game, text: str) -> tuple[int, int]:
    """A player and a level from ``SEAT:LEVEL``."""
    seat, colon, level = text.partition(":")
    if not colon or not level.isdecimal() or not 1 <= int(level) <= TOP_LEVEL:
        raise ValueError(
            f"the computer's seat and level are given as SEAT:LEVEL with a level from 1 to {TOP_LEVEL}, not {text!r}"
        )
    return seat_from(game, seat), int(level)
