"""Positions and ends of matches in the terminal and as data."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import Any

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.texts import load_texts
from tablier.render import terminal
from tablier.scene import Marks, Phrase, marks_after

__all__ = ["Screen", "position_data"]


def position_data(match: Match) -> dict[str, Any]:
    """A match's position for programs."""
    return {
        "game": match.game.id,
        "options": match.game.options,
        "position": str(match.position),
        "to_act": match.to_act,
        "players": [player.name for player in match.game.players],
        "places": match.places,
        "end": None if match.end is None else match.end.reason,
        "moves": match.moves(),
    }


class Screen:
    """Prints a game's positions for people, in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language
        self.words = load_texts("tablier.cli", language)
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def say(self, key: str, **values: str | int) -> str:
        """A sentence of the command line's own catalogue."""
        return self.words.say(Phrase(key, values))

    def player(self, index: int) -> str:
        """A player's name."""
        return self.game.texts(self.language).get(f"players.{self.game.players[index].name}")

    def listed(self, moves: list[str]) -> str:
        """How many moves there are, and which, as they are typed."""
        return self.say("session.one_move" if len(moves) == 1 else "session.moves", n=len(moves), moves=" ".join(moves))

    def board(self, match: Match) -> None:
        """Draw the position, with the last move marked."""
        marks = Marks()
        if match.history:
            before = match.positions[-2]
            marks = marks_after(before.scene(), before.transition(match.history[-1]))
        print(terminal.draw(match.position.scene(), marks=marks, colour=self.colour))

    def summary(self, match: Match) -> None:
        """The position's text, who is to act, the moves or the end."""
        print(self.say("show.position", text=str(match.position)))
        if match.to_act is None:
            self.end(match)
            return
        print(self.say("show.to_act", player=self.player(match.to_act)))
        self.wrapped(self.listed(match.moves()))

    def told(self, match: Match, move: str) -> str:
        """What a legal move would do, in words."""
        return " ".join(self.game.say(phrase, self.language) for phrase in match.position.narrate(move))

    def end(self, match: Match) -> None:
        """Why the match is over, and the places."""
        end, places = match.end, match.places
        if end is None or places is None:
            return
        if end.rule is not None:
            texts = self.game.texts(self.language)
            parts = [texts.say(Phrase(f"endings.{end.rule.code}.{part}", end.rule.values)) for part in ("what", "why")]
            reason = " ".join(parts)
        else:
            player = "" if end.player is None else self.player(end.player)
            reason = self.say(f"ends.{end.reason}", player=player)
        self.wrapped(self.say("session.end", reason=reason))
        for place, index in sorted((place, index) for index, place in enumerate(places)):
            print("  " + self.say("session.places", place=place, player=self.player(index)))

    def wrapped(self, text: str) -> None:
        """A paragraph, as wide as the terminal allows."""
        width = min(shutil.get_terminal_size().columns, 100)
        print(textwrap.fill(text, width=width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))
