"""What a program that speaks our protocol needs besides its search: reading commands, keeping the match, answering."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import tablier
from tablier.arena.protocol import option_value
from tablier.core.game import Game
from tablier.core.match import Match

__all__ = ["serve"]


def serve(
    name: str,
    games: Iterable[str],
    commands: Iterable[str],
    prepare: Callable[[Match], None],
    choose: Callable[[Match, float, int], str],
) -> None:
    """Serve until ``quit`` or the end of the commands. `prepare` gets a new game's start and may raise ValueError when it cannot
    play it; `choose` gets a match, the seconds it has and a seed. What cannot be done is an error line."""
    game: Game | None = None
    match: Match | None = None
    seed = 0
    for line in commands:
        verb, _, rest = line.strip().partition(" ")
        try:
            if verb == "quit":
                return
            if verb == "tei":
                _say(f"id name {name}", *(f"game {known}" for known in games), "option seed 0", "teiok")
            elif verb == "isready":
                _say("readyok")
            elif verb == "game":
                chosen = _game(rest)
                prepare(Match(chosen))
                game, match = chosen, None
            elif verb == "setoption" and rest.startswith("seed "):
                seed = int(rest.split()[1])
            elif verb == "position" and game is not None:
                match = _position(game, rest)
            elif verb == "go" and match is not None:
                limits = dict(zip(rest.split()[::2], rest.split()[1::2], strict=True))
                _say(f"bestmove {choose(match, float(limits['seconds']), seed)}")
            else:
                _say(f"error cannot {verb}")
        except KeyError as error:
            _say(f"error {error} is wanted")
        except ValueError as error:
            _say(f"error {error}")


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _game(text: str) -> Game:
    name, *settings = text.split()
    known = tablier.game(name)
    given = (setting.partition("=") for setting in settings)
    return tablier.game(name, **{option: option_value(known, option, value) for option, _, value in given})


def _position(game: Game, text: str) -> Match:
    before, _, moves = f"{text} ".partition(" moves ")
    kind, _, start = before.strip().partition(" ")
    match = Match(game) if kind == "start" else Match(game, game.position(start))
    for move in moves.split():
        match.play(move)
    return match
