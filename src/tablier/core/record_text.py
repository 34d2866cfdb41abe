"""Records as text for people: read with exact error positions, written in one canonical form. ``docs/record-format.md``
describes the format."""

from __future__ import annotations

import bisect
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from tablier.core.record_model import (
    CONTROL,
    MAX_DEPTH,
    MAX_MOVE,
    MOVE,
    TAG_NAME,
    Line,
    Move,
    Record,
    RecordError,
    Tag,
    Where,
)
from tablier.core.record_rows import BOM, Row, rows_of

__all__ = ["MAX_TEXT", "parse", "read", "to_text", "write"]

MAX_TEXT = 1_000_000
"""The text of one record is at most so many characters."""
WIDTH = 100
FIRST_TAG = "[Game "
"""A line that begins so begins a record, always: that is how a file of many is cut without reading it all."""

_SPACE = re.compile(r"[ \t\n]*+")
_VALUE = re.compile(r'[^"\\\n]*+(?:\\["\\][^"\\\n]*+)*+')
_COMMENT = re.compile(r"[^{}\\]*+(?:\\[{}\\\[][^{}\\]*+)*+")
_NUMBER = re.compile(r"[0-9]+\.+")
_UNESCAPE = re.compile(r"\\(.)")


@dataclass(slots=True)
class _Draft:
    """A move being read."""

    text: str
    where: Where
    comment: str | None = None
    variations: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class _Reading:
    """A line being read. `first` is the number of its first turn, `within` whether it begins inside that turn; `waits` is
    set between a number and its first move."""

    first: int
    within: bool
    begun: int
    comment: str | None = None
    turns: list[list[_Draft]] = field(default_factory=list)
    waits: bool = False

    def finish(self) -> Line:
        turns = tuple(
            tuple(Move(draft.text, draft.comment or "", tuple(draft.variations), draft.where) for draft in turn)
            for turn in self.turns
        )
        return Line(turns, self.comment or "")


class _Parser:
    """Reads one record. Variations are kept on a stack of their own, so that no depth of them can exhaust Python's."""

    def __init__(self, text: str, first_line: int) -> None:
        self.text = text.replace("\r\n", "\n")
        self.first_line = first_line
        self.breaks = [found.start() for found in re.finditer("\n", self.text)]
        self.at = 0

    def where(self, at: int) -> Where:
        line = bisect.bisect_left(self.breaks, at)
        return self.first_line + line, at - (self.breaks[line - 1] if line else -1)

    def error(self, message: str, at: int | None = None) -> RecordError:
        return RecordError(message, *self.where(self.at if at is None else at))

    def take(self, pattern: re.Pattern[str]) -> str:
        """What the pattern matches here, perhaps nothing."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def here(self) -> str:
        """The character here, nothing at the end."""
        return self.text[self.at : self.at + 1]

    def record(self) -> Record:
        if (length := len(self.text.strip(" \t\n"))) > MAX_TEXT:
            raise self.error(f"a record is at most {MAX_TEXT} characters long, not {length}")
        bad = CONTROL.search(self.text)
        if bad:
            raise self.error(f"the character {bad[0]!r} cannot stand in a record; take it out", bad.start())
        self.take(_SPACE)
        tags: dict[str, Tag] = {}
        while self.here() == "[":
            begun = self.at
            tag = self.tag()
            if not tags and tag.name != "Game":
                raise self.error(f'a record begins with the game, [Game "…"], not with the tag {tag.name}', begun)
            if tag.name in tags:
                more = "; a file of several records is for read()" if tag.name == "Game" else ""
                raise self.error(f"the tag {tag.name} comes twice; once is enough{more}", begun)
            tags[tag.name] = tag
            self.take(_SPACE)
        if not tags:
            raise self.error(
                'a record begins with the game, [Game "…"]' + (f", not with {self.here()!r}" if self.here() else "")
            )
        return Record(tuple(tags.values()), self.line())

    def tag(self) -> Tag:
        begun = self.at
        self.at += 1
        name = self.take(TAG_NAME)
        if not name:
            raise self.error("a tag's name is wanted: up to 64 letters, digits, '_' and '-', a letter first")
        if not self.text.startswith(' "', self.at):
            raise self.error(f'after the name of the tag a space and its text in quotes are wanted: [{name} "…"]')
        self.at += 2
        value = self.take(_VALUE)
        if self.here() != '"':
            raise self.error(r"the text of a tag ends with a quote on its line; in it a quote is \" and a backslash \\")
        self.at += 1
        if self.here() != "]":
            raise self.error("a tag ends with ']' right after its text")
        self.at += 1
        if "\t" in value:
            raise self.error("the text of a tag cannot hold a tab", self.text.index("\t", begun))
        return Tag(name, _UNESCAPE.sub(r"\1", value), self.where(begun))

    def line(self) -> Line:
        open_lines = [_Reading(1, False, self.at)]
        while True:
            self.take(_SPACE)
            line = open_lines[-1]
            last = line.turns[-1][-1] if line.turns and line.turns[-1] else None
            begun, character = self.at, self.here()
            if character == "":
                break
            if character == "{":
                self.comment(line, last)
            elif character == "(":
                if last is None or line.waits:
                    raise self.error("a variation stands after the move it varies; there is none here")
                if len(open_lines) > MAX_DEPTH:
                    raise self.error(f"variations lie more than {MAX_DEPTH} deep inside each other")
                turn = line.turns[-1]
                within = len(turn) > 1 or (line.within and len(line.turns) == 1)
                open_lines.append(_Reading(line.first + len(line.turns) - 1, within, begun))
                self.at += 1
            elif character == ")":
                if len(open_lines) == 1:
                    raise self.error("')' closes no variation; none is open")
                if last is None or line.waits:
                    raise self.error("the variation ends without a move; it needs at least one")
                open_lines.pop()
                open_lines[-1].turns[-1][-1].variations.append(line.finish())
                self.at += 1
            elif number := self.take(_NUMBER):
                expected = f"{line.first + len(line.turns)}{'...' if line.within and not line.turns else '.'}"
                if line.waits:
                    raise self.error(
                        f"turn {line.first + len(line.turns) - 1} has no move; it needs at least one", begun
                    )
                if number != expected:
                    raise self.error(f"the next turn's number here is {expected}, not {number:.20}", begun)
                line.turns.append([])
                line.waits = True
            elif move := self.take(MOVE):
                if not line.turns:
                    number = f"{line.first}{'...' if line.within else '.'}"
                    raise self.error(f"moves begin with the number of their turn, here {number}", begun)
                if len(move) > MAX_MOVE:
                    raise self.error(f"a move's text is at most {MAX_MOVE} characters long, not {len(move)}", begun)
                line.turns[-1].append(_Draft(move, self.where(begun)))
                line.waits = False
            elif character == "[":
                raise self.error("a tag cannot follow moves; tags come first")
            else:
                raise self.error(
                    f"{character!r} cannot stand here: a number, a move, {{comment}} or (variation) is wanted"
                )
        if len(open_lines) > 1:
            raise self.error("this variation is not closed; ')' is missing", open_lines[-1].begun)
        if open_lines[0].waits:
            raise self.error(f"turn {len(open_lines[0].turns)} has no move; it needs at least one")
        return open_lines[0].finish()

    def comment(self, line: _Reading, last: _Draft | None) -> None:
        begun = self.at
        if line.waits:
            raise self.error("a comment stands after a move, or before the first number")
        self.at += 1
        text = self.take(_COMMENT)
        if self.here() == "":
            raise self.error("this comment is not closed; '}' is missing", begun)
        if self.here() != "}":
            raise self.error(r"inside a comment a brace is \{ or \} and a backslash \\")
        if (last is None and line.comment is not None) or (last is not None and last.comment is not None):
            raise self.error("a second comment in the same place; make it one", begun)
        if last is not None and last.variations:
            raise self.error("a move's comment stands before its variations", begun)
        self.at += 1
        said = _UNESCAPE.sub(r"\1", text)
        if last is None:
            line.comment = said
        else:
            last.comment = said


def parse(text: str) -> Record:
    """The record of a text; RecordError, with line and column, when it is not one."""
    if not isinstance(text, str):
        raise ValueError(f"a record is a text, not {text!r:.200}")  # noqa: TRY004
    return _Parser(text.removeprefix(BOM), 1).record()


def to_text(record: Record) -> str:
    """The record's canonical text; ValueError when it is longer than a record may be."""
    rows = ['[{} "{}"]'.format(tag.name, re.sub(r'(["\\])', r"\\\1", tag.value)) for tag in record.tags]
    units = _units(record.line, 1, within=False)
    text = "\n".join(rows) + "\n"
    if units:
        text += "\n" + _filled(units) + "\n"
    if len(text) > MAX_TEXT:
        raise ValueError(f"the text of a record is at most {MAX_TEXT} characters long, not {len(text)}")
    return text


def _units(line: Line, first: int, *, within: bool) -> list[str]:
    """What is not broken over rows: a number with its move, a move, a comment; with the brackets that touch it."""
    result = [_braced(line.comment)] if line.comment else []
    for number, turn in enumerate(line.turns, first):
        for index, move in enumerate(turn):
            inside = index > 0 or (within and number == first)
            label = "" if index else f"{number}... " if inside else f"{number}. "
            result.append(label + move.text)
            if move.comment:
                result.append(_braced(move.comment))
            for below in move.variations:
                units = _units(below, number, within=inside)
                units[0] = "(" + units[0]
                units[-1] += ")"
                result += units
    return result


def _braced(comment: str) -> str:
    escaped = re.sub(r"([{}\\])", r"\\\1", comment)
    # A row that begins with a bracket could pass for the beginning of a record.
    return "{" + re.sub(r"\n\[", "\n\\\\[", escaped) + "}"


def _filled(units: list[str]) -> str:
    rows: list[str] = []
    space = 0
    for unit in units:
        head, _, _ = unit.partition("\n")
        if len(head) + 1 > space:
            rows.append(("\n" if rows else "") + unit)
            space = WIDTH - len(unit)
        else:
            rows.append(" " + unit)
            space -= len(unit) + 1
        if head != unit:
            space = WIDTH - len(unit.rpartition("\n")[2])
    return "".join(rows)


def write(stream: IO[str], record: Record) -> None:
    """Write a record to a text stream, and an empty line after it so that another may follow."""
    stream.write(to_text(record) + "\n")


def read(source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> Iterator[Record]:
    """The records of a file, one after another, given its path or a stream; only one is in memory at a time.

    RecordError where a record is wrong; the next step of the iterator then goes on with the next record.
    """
    return map(_parsed, _cut(rows_of(source, MAX_TEXT)))


def _parsed(piece: tuple[int, str] | RecordError) -> Record:
    if isinstance(piece, RecordError):
        raise piece
    first_line, text = piece
    return _Parser(text, first_line).record()


def _cut(rows: Iterator[Row]) -> Iterator[tuple[int, str] | RecordError]:
    """The text of each record with the number of its first line, or what is wrong with it."""
    begun, size, texts = 0, 0, list[str]()
    wrong: RecordError | None = None
    for row in rows:
        if row.text.startswith(FIRST_TAG):
            if wrong is not None or texts:
                yield wrong or (begun, "".join(texts))
            size, texts, wrong = 0, [], None
        if wrong is not None or not (texts or row.error or row.text.strip(" \t\r\n")):
            continue
        begun = begun if texts else row.number
        size += len(row.text)
        texts.append(row.text)
        wrong = row.error
        if size > 2 * MAX_TEXT:  # the parser counts exactly, without the white space around; this only saves memory
            wrong = RecordError(f"a record is at most {MAX_TEXT} characters long; this one is longer", begun, 1)
        if wrong is not None:
            texts = []
    if wrong is not None or texts:
        yield wrong or (begun, "".join(texts))
