"""What a record of a game holds, as values: tags, turns of moves, comments, variations; and how it is replayed.

A record is well formed by construction (it can be written and read back without loss), but whether its moves are legal
is asked only by `Record.match` and `Record.check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tablier.core.game import Game
from tablier.core.match import TURN_LIMIT, Match
from tablier.core.options import OptionValue

__all__ = ["MAX_DEPTH", "Line", "Move", "Record", "RecordError", "Tag", "find_games_with"]

MAX_DEPTH = 32
"""Variations may lie inside variations so deep."""
MAX_MOVE = 100
"""A move's text is at most so long."""

Where = tuple[int, int]
"""A line and a column of the file, both from 1."""

MOVE = re.compile(r"[!#-'*-\-/-Z^-z|~]+")
"""Printable ASCII but quotes, brackets of any kind, the backslash and the dot, which the text form needs."""
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters but tab and line feed, and halves of surrogate pairs, which no UTF-8 file can hold."""

DERIVED = ("Game", "Options", "Rules", "TimeControl", "TurnLimit", "Start", "Result", "End")
"""Tags that say what a match says itself."""
ROSTER = ("Event", "Site", "Date")

FindGame = Callable[[str, Mapping[str, object]], Game]
_find: list[FindGame] = []


def find_games_with(find: FindGame) -> None:
    """Choose how a game is found by its id and options. The package does so itself: this room must not know the games."""
    _find[:] = [find]


class RecordError(ValueError):
    """Something wrong in a record; `line` and `column` say where in the file, from 1, None where there is no file."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        column = "" if self.column is None else f", column {self.column}"
        return f"line {self.line}{column}: {self.message}"


def check_text(what: str, text: object, *, lines: bool) -> None:
    """ValueError unless `text` is one that a file can hold; `lines` allows line feeds and tabs."""
    if not isinstance(text, str):
        raise ValueError(f"{what} is a text, not {text!r:.200}")  # noqa: TRY004
    found = CONTROL.search(text) or (None if lines else re.search(r"[\t\n]", text))
    if found:
        allowed = "line feeds and tabs are the only ones allowed" if lines else "none is allowed here"
        raise ValueError(f"{what} holds the control character {found[0]!r}; {allowed}")


@dataclass(frozen=True, slots=True)
class Tag:
    """One thing known about the game: a name and a text."""

    name: str
    value: str
    where: Where | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not TAG_NAME.fullmatch(self.name):
            raise ValueError(
                f"a tag's name is up to 64 letters, digits, '_' and '-', a letter first, not {self.name!r:.200}"
            )
        check_text(f"the tag {self.name}", self.value, lines=False)


@dataclass(frozen=True, slots=True)
class Move:
    """A move, what is said about it, and the variations that could have been played instead."""

    text: str
    comment: str = ""
    variations: tuple[Line, ...] = ()
    where: Where | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str) or not MOVE.fullmatch(self.text) or len(self.text) > MAX_MOVE:
            raise ValueError(
                f"a move's text is up to {MAX_MOVE} ASCII characters without spaces, quotes, brackets, "
                f"backslashes and dots, not {self.text!r:.200}"
            )
        check_text("a comment", self.comment, lines=True)
        _check_tuple("variations", self.variations, Line)
        if not all(line.turns for line in self.variations):
            raise ValueError(f"a variation of {self.text} has no move; it needs at least one")


@dataclass(frozen=True, slots=True)
class Line:
    """Turns one after another, each of one move or more, and what is said before the first.

    In a variation the first turn takes the place of the varied move and of what follows it in that turn.
    """

    turns: tuple[tuple[Move, ...], ...] = ()
    comment: str = ""

    def __post_init__(self) -> None:
        check_text("a comment", self.comment, lines=True)
        _check_tuple("turns", self.turns, tuple)
        for turn in self.turns:
            _check_tuple("a turn", turn, Move)
            if not turn:
                raise ValueError("a turn has no move; it needs at least one")


def _check_tuple(what: str, value: object, kind: type) -> None:
    if not isinstance(value, tuple) or not all(isinstance(item, kind) for item in value):
        raise ValueError(f"{what}: a tuple of {kind.__name__} is wanted, not {value!r:.200}")


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one game. The tag ``Game`` comes first, no tag comes twice."""

    tags: tuple[Tag, ...]
    line: Line = Line()

    def __post_init__(self) -> None:
        _check_tuple("tags", self.tags, Tag)
        _check_tuple("line", (self.line,), Line)
        if not self.tags or self.tags[0].name != "Game":
            raise ValueError("a record's first tag is Game, the id of the game")
        names: set[str] = set()
        for tag in self.tags:
            if tag.name in names:
                raise ValueError(f"the tag {tag.name} comes twice; once is enough")
            names.add(tag.name)
        todo = [(self.line, 0)]
        while todo:
            line, depth = todo.pop()
            if depth > MAX_DEPTH:
                raise ValueError(f"variations lie more than {MAX_DEPTH} deep inside each other")
            todo += [(below, depth + 1) for turn in line.turns for move in turn for below in move.variations]

    @classmethod
    def from_match(cls, match: Match, tags: Mapping[str, str] | None = None, comment: str = "") -> Record:
        """The record of a match as it stands. `tags` adds players' names (``Player1`` …), ``Event``, ``Site``, ``Date`` and
        any others; what the match knows itself cannot be given."""
        if not isinstance(match, Match):
            raise ValueError(f"a record is made from a Match, not from {match!r}")  # noqa: TRY004
        if not isinstance(tags, Mapping | None):
            raise ValueError(f"tags: a mapping of names to texts is wanted, not {tags!r:.200}")  # noqa: TRY004
        given = dict(tags or {})
        for name in given:
            if name in DERIVED:
                raise ValueError(f"the tag {name} is made from the match and cannot be given")
        game = match.game
        players = [f"Player{number}" for number in range(1, len(game.players) + 1)]
        result: dict[str, str] = {"Game": game.id}
        if game.options:
            result["Options"] = " ".join(f"{name}={_option_text(value)}" for name, value in game.options.items())
        result["Rules"] = str(game.definition.rules_version)
        result |= {name: given.pop(name) for name in (*ROSTER, *players) if name in given}
        if match.clock is not None:
            result["TimeControl"] = str(match.clock.control)
        if match.turn_limit != TURN_LIMIT:
            result["TurnLimit"] = "none" if match.turn_limit is None else str(match.turn_limit)
        if match.start != game.start():
            result["Start"] = str(match.start)
        result["Result"] = _result_text(match)
        if (end := _end_text(match)) is not None:
            result["End"] = end
        turns = tuple(tuple(Move(text) for text in turn.moves) for turn in match.turns)
        return cls(tuple(Tag(name, value) for name, value in (result | given).items()), Line(turns, comment))

    def tag(self, name: str) -> str | None:
        """The text of a tag, None when there is no such tag."""
        found = self._tag(name)
        return None if found is None else found.value

    def game(self) -> Game:
        """The game with its options, as the tags say."""
        try:
            _find[0](self.tags[0].value, {})
        except ValueError as error:
            raise _error(str(error), self.tags[0]) from None
        return self._with_options(lambda options: _find[0](self.tags[0].value, options))

    def _with_options(self, make: Callable[[Mapping[str, object]], Game]) -> Game:
        tag = self._tag("Options")
        try:
            return make({} if tag is None else _read_options(tag.value))
        except ValueError as error:
            raise _error(str(error), tag) from None

    def match(self, game: Game | None = None) -> Match:
        """The match, replayed move by move; RecordError where a move is not legal or a tag does not fit.

        `game` is for games outside the package: it must be the one the tags name.
        """
        match = self._opening(game)
        _replay(match, self.line, variations=False)
        self._finish(match)
        return match

    def check(self, game: Game | None = None) -> None:
        """Replay everything, the variations too; RecordError where something is wrong."""
        match = self._opening(game)
        _replay(match, self.line, variations=True)
        self._finish(match)

    def _tag(self, name: str) -> Tag | None:
        return next((tag for tag in self.tags if tag.name == name), None)

    def _opening(self, game: Game | None) -> Match:
        if game is None:
            game = self.game()
        elif game.id != self.tags[0].value:
            raise _error(f"the record is of {self.tags[0].value!r}, not of {game.id}", self.tags[0])
        else:
            definition = game.definition
            own = self._with_options(lambda options: Game(definition, options))
            if own != game:
                raise _error(f"the record is of {own!r}, not of {game!r}", self._tag("Options") or self.tags[0])
        rules = self._tag("Rules")
        known = game.definition.rules_version
        if rules is not None and rules.value != str(known):
            raise _error(f"played by version {rules.value} of the rules of {game.id}; known is version {known}", rules)
        limit = self._tag("TurnLimit")
        turn_limit: int | None = TURN_LIMIT
        if limit is not None:
            if not re.fullmatch(r"[1-9][0-9]{0,8}|none", limit.value):
                raise _error(f"TurnLimit is a number of turns from 1 up, or none, not {limit.value!r}", limit)
            turn_limit = None if limit.value == "none" else int(limit.value)
        start = self._tag("Start")
        try:
            return Match(game, None if start is None else game.position(start.value), turn_limit)
        except ValueError as error:
            raise _error(str(error), start) from None

    def _finish(self, match: Match) -> None:
        """Do what ended the match besides its moves, and compare the tags with the outcome."""
        end = self._tag("End")
        if end is not None and not match.is_over:
            word, _, number = end.value.partition(" ")
            try:
                if end.value == "agreed":
                    match.agree()
                elif word in ("resigned", "time") and re.fullmatch(r"[1-9]", number):
                    (match.resign if word == "resigned" else match.out_of_time)(int(number) - 1)
            except ValueError as error:
                raise _error(f"End is {end.value!r}, but {error}", end) from None
        result = self._tag("Result")
        for tag, right in ((end, _end_text(match)), (result, _result_text(match))):
            if tag is not None and tag.value != right:
                what = (
                    "the match is not over after the last move" if right in (None, "*") else f"it should be {right!r}"
                )
                raise _error(f"{tag.name} is {tag.value!r}, but {what}", tag)


def _error(message: str, at: Tag | Move | None) -> RecordError:
    return RecordError(message, *(at.where if at is not None and at.where is not None else (None, None)))


def _replay(match: Match, line: Line, *, variations: bool) -> int:
    """Play the line; returns how many moves it has. The line's first move stands where the match stands, whatever its turn."""
    played = 0
    for turn in line.turns:
        for index, move in enumerate(turn):
            for below in move.variations if variations else ():
                for _ in range(_replay(match, below, variations=True)):
                    match.undo()
            if played and not match.is_over and match.position.turn_begins != (index == 0):
                expected = (
                    "goes on: no number belongs before this move" if index == 0 else "is over: a number is missing"
                )
                raise _error(f"the turn before {move.text} {expected}", move)
            try:
                match.play(move.text)
            except ValueError as error:
                raise _error(str(error), move) from None
            played += 1
    return played


def _option_text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_options(text: str) -> dict[str, OptionValue]:
    result: dict[str, OptionValue] = {}
    for part in text.split(" "):
        name, equals, value = part.partition("=")
        if not equals or not name or name in result:
            raise ValueError(f"Options are written 'name=value' with one space between, each once, not {text!r}")
        if value in ("true", "false"):
            result[name] = value == "true"
        else:
            result[name] = int(value) if re.fullmatch(r"[0-9]{1,9}", value) else value
    return result


def _result_text(match: Match) -> str:
    """Each player's place in order of play; ``*`` while the match goes on."""
    return "*" if match.places is None else " ".join(str(place) for place in match.places)


def _end_text(match: Match) -> str | None:
    """The reason, and the number of the player who resigned or ran out of time, counted from 1 as in ``Player1``."""
    reason = match.end_reason
    if reason not in ("resigned", "time"):
        return reason
    end = match.end
    assert end is not None  # noqa: S101
    assert end.player is not None  # noqa: S101
    return f"{reason} {end.player + 1}"
