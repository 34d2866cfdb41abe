"""A game in the terminal: people type moves, some seats may be played by the computer."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path

import tablier
from tablier.cli import thinking
from tablier.cli.replay import load
from tablier.cli.show import Screen
from tablier.core.match import Match
from tablier.core.record import Record, to_text
from tablier.core.texts import load_texts

__all__ = ["Session", "choose_game"]

COMMANDS = (
    "moves",
    "board",
    "undo",
    "redo",
    "why",
    "hint",
    "analyse",
    "rules",
    "save",
    "load",
    "resign",
    "help",
    "quit",
)


def choose_game(language: str) -> str | None:
    """Ask which game to play, by number or name; None when the input ends."""
    words = load_texts("tablier.cli", language)
    ids = tablier.games()
    names = [tablier.game(game_id).names[language] for game_id in ids]
    for number, (game_id, name) in enumerate(zip(ids, names, strict=True), 1):
        print(f"  {number}. {name} ({game_id})")
    while True:
        print(words.get("session.choose"))
        try:
            given = input("› ").strip()
        except EOFError:
            return None
        for number, (game_id, name) in enumerate(zip(ids, names, strict=True), 1):
            if given.lower() in (str(number), game_id, name.lower()):
                return game_id


class Session:
    """The loop: draw, ask, play, until the players leave."""

    def __init__(self, match: Match, language: str, computers: Mapping[int, int], dice: random.Random) -> None:
        """`computers` gives the level of each seat the computer plays, 0 for moves at random."""
        self.match = match
        self.screen = Screen(match.game, language)
        self.computers = dict(computers)
        self.dice = dice
        self.leaving = False
        catalogue = load_texts("tablier.cli", language).data["commands"]
        self.words = {name: name for name in COMMANDS} | {catalogue[name]: name for name in COMMANDS}

    def run(self) -> None:
        """Play until someone leaves or the input ends."""
        self._complete_with_tab()
        self.screen.wrapped(self.screen.say("session.welcome", game=self.match.game.names[self.screen.language]))
        self.screen.board(self.match)
        if self.match.is_over:
            self.screen.end(self.match)
        while not self.leaving:
            self._computers_move()
            try:
                line = input(self._prompt())
            except EOFError:
                print()
                break
            self._act(line.strip())
        print(self.screen.say("session.bye"))

    def _prompt(self) -> str:
        if self.match.to_act is None:
            return "› "
        return self.screen.say("session.prompt", player=self.screen.player(self.match.to_act))

    def _computers_move(self) -> None:
        while self.match.to_act is not None and self.match.to_act in self.computers:
            level = self.computers[self.match.to_act]
            if level == 0:
                self._play(self.dice.choice(self.match.moves()))
            else:
                self._play(thinking.chosen(self.match, level, self.dice.randrange(1 << 30)))

    def _act(self, line: str) -> None:
        if not line:
            return
        word, _, rest = line.partition(" ")
        if line in self.match.moves():
            self._play(line)
        elif word.lower() in self.words:
            getattr(self, f"_{self.words[word.lower()]}")(rest.strip())
        elif self.match.is_over:
            print(self.screen.say("session.over"))
        else:
            self._why(line)

    def _play(self, move: str) -> None:
        player = self.match.to_act
        assert player is not None  # noqa: S101
        told = self.screen.told(self.match, move)
        self.match.play(move)
        self.screen.board(self.match)
        self.screen.wrapped(told)
        if self.match.is_over:
            self.screen.end(self.match)

    def _moves(self, beginning: str) -> None:
        moves = [move for move in self.match.moves() if move.startswith(beginning)]
        self.screen.wrapped(self.screen.listed(moves))

    def _board(self, _rest: str) -> None:
        self.screen.board(self.match)

    def _undo(self, _rest: str) -> None:
        if not self.match.can_undo:
            print(self.screen.say("session.nothing_to_undo"))
            return
        self.match.undo()
        while self.match.can_undo and self.match.to_act in self.computers:
            self.match.undo()
        self.screen.board(self.match)

    def _redo(self, _rest: str) -> None:
        if not self.match.can_redo:
            print(self.screen.say("session.nothing_to_redo"))
            return
        self.match.redo()
        while self.match.can_redo and self.match.to_act in self.computers:
            self.match.redo()
        self.screen.board(self.match)

    def _why(self, move: str) -> None:
        if not move:
            print(self.screen.say("session.move_wanted", command=self.screen.words.get("commands.why")))
            return
        try:
            reason = self.match.game.explain(self.match.position, move)
        except ValueError:
            self.screen.wrapped(self.screen.say("session.unknown", text=move))
            return
        if reason is None:
            print(self.screen.say("session.legal", move=move))
        else:
            self.screen.wrapped(self.match.game.say(reason, self.screen.language))

    def _hint(self, _rest: str) -> None:
        if self.match.is_over:
            print(self.screen.say("session.over"))
            return
        best = thinking.analysed(self.match).best
        told = self.screen.say("session.hint", move=best.move, told=self.screen.told(self.match, best.move))
        certain = thinking.certain(self.screen, best)
        self.screen.wrapped(f"{told} ({certain})" if certain else told)

    def _analyse(self, _rest: str) -> None:
        if self.match.is_over:
            print(self.screen.say("session.over"))
        else:
            thinking.show(self.screen, thinking.analysed(self.match))

    def _rules(self, _rest: str) -> None:
        texts = self.match.game.texts(self.screen.language)
        for section in texts.data["rules"]:
            print(f"\n{section['title']}")
            for paragraph in section["text"].strip().split("\n"):
                self.screen.wrapped(paragraph)
        print(f"\n{self.screen.words.get('show.reading')}")
        for reading in texts.data["readings"]:
            self.screen.wrapped(f"– {reading['text']} {reading['reason']}")

    def _save(self, file: str) -> None:
        if not file:
            print(self.screen.say("session.file_wanted", command=self.screen.words.get("commands.save")))
            return
        try:
            Path(file).write_text(to_text(Record.from_match(self.match)), encoding="utf-8")
        except OSError as error:
            print(f"{file}: {error.strerror}")
            return
        print(self.screen.say("session.saved", file=file))

    def _load(self, file: str) -> None:
        if not file:
            print(self.screen.say("session.file_wanted", command=self.screen.words.get("commands.load")))
            return
        try:
            match = load(Path(file))
        except OSError as error:
            print(f"{file}: {error.strerror}")
            return
        except ValueError as error:
            print(error)
            return
        self.match = match
        self.screen = Screen(match.game, self.screen.language)
        self.computers = {seat: level for seat, level in self.computers.items() if seat < len(match.game.players)}
        print(self.screen.say("session.loaded", file=file, n=len(match.history)))
        self.screen.board(match)

    def _resign(self, _rest: str) -> None:
        player = self.match.to_act
        if player is None:
            print(self.screen.say("session.over"))
        elif len(self.match.game.players) > 2:
            print(self.screen.say("session.resign_many"))
        else:
            self.match.resign(player)
            self.screen.end(self.match)

    def _help(self, _rest: str) -> None:
        print(f"  {self.screen.words.get('help.move')}")
        for name in COMMANDS:
            print(f"  {self.screen.words.get(f'commands.{name}'):12} {self.screen.words.get(f'help.{name}')}")

    def _quit(self, _rest: str) -> None:
        self.leaving = True

    def _complete_with_tab(self) -> None:
        """Tab completes moves and commands where there is a terminal that can."""
        if not sys.stdin.isatty():
            return
        try:
            import readline  # noqa: PLC0415
        except ImportError:
            return

        def complete(text: str, state: int) -> str | None:
            fitting = [word for word in [*self.match.moves(), *self.words] if word.startswith(text)]
            return fitting[state] if state < len(fitting) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
