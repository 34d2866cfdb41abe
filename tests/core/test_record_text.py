"""Records as text: nothing is lost, one canonical form, every error at its place, files of many."""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tablier.core.record import Line, Move, Record, RecordError, Tag, parse, read, to_text, write
from tablier.core.record_model import MAX_DEPTH, MAX_MOVE
from tablier.core.record_text import MAX_TEXT, WIDTH
from tests.core.records import RECORDS, comments

SMALL = '[Game "kenwan"]\n\n1. E3-F5 2. A1-B2\n'


def record_of(*turns: tuple[Move, ...], comment: str = "") -> Record:
    return Record((Tag("Game", "x"),), Line(turns, comment))


@settings(deadline=None, max_examples=300)
@given(RECORDS)
@example(record_of((Move("a", '\n[Game "y"]\n\n1. b'),)))
@example(record_of(comment='[Game "y"]'))
def test_reading_what_was_written_gives_the_same_record(record: Record) -> None:
    text = to_text(record)
    assert parse(text) == record
    assert to_text(parse(text)) == text


@settings(deadline=None, max_examples=100)
@given(st.lists(RECORDS, max_size=4), st.booleans())
def test_files_of_many_records(records: list[Record], crlf: bool) -> None:
    stream = io.StringIO()
    for record in records:
        write(stream, record)
    text = stream.getvalue()
    if crlf:
        text = text.replace("\n", "\r\n")
    assert list(read(io.StringIO(text, newline=""))) == records
    assert list(read(io.BytesIO(text.encode()))) == records
    assert list(read(io.BytesIO(b"\xef\xbb\xbf" + text.encode()))) == records


def test_the_canonical_form_is_easy_to_read() -> None:
    record = Record(
        (Tag("Game", "hendeca"), Tag("Player1", 'Ada "A" \\')),
        Line(
            (
                (
                    Move("C1,1", "good {or not}", (Line(((Move("R2,1"), Move("pass")), (Move("C0,0"),)), "why?"),)),
                    Move("0,1-2,2"),
                ),
                (Move("C3,3"), Move("-1,0--2,3", "", (Line(((Move("0,1-x"),),)), Line(((Move("pass", "last"),),))))),
            ),
            "two lines\n[of comment]",
        ),
    )
    assert to_text(record) == (
        '[Game "hendeca"]\n'
        '[Player1 "Ada \\"A\\" \\\\"]\n'
        "\n"
        "{two lines\n"
        "\\[of comment]} 1. C1,1 {good \\{or not\\}} ({why?} 1. R2,1 pass 2. C0,0) 0,1-2,2 2. C3,3 -1,0--2,3\n"
        "(2... 0,1-x) (2... pass {last})\n"
    )


def test_rows_are_not_longer_than_they_need() -> None:
    record = record_of(*(((Move("b2c3-b3c3"), Move("xb2b3c3")),) * 300))
    rows = to_text(record).splitlines()
    assert max(map(len, rows)) <= WIDTH
    assert min(len(row) for row in rows[2:-1]) > WIDTH - 16
    assert parse(to_text(record)) == record


def test_a_variation_inside_a_variation_keeps_its_number() -> None:
    text = '[Game "x"]\n\n1. a b (1... c (1... d 2. e (2. f)) 2. g) 2. h\n'
    assert to_text(parse(text)) == text
    second = parse(text).line.turns[0][1]
    assert second.variations[0].turns[0][0].variations[0].turns[1][0] == Move("e", "", (Line(((Move("f"),),)),))


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + SMALL,
        SMALL.replace("\n", "\r\n"),
        "\n\n \t\n" + SMALL + "\n\n",
        '[Game "kenwan"] 1.E3-F5{}2.A1-B2',
        '[Game "kenwan"]\n1.\nE3-F5\n2.\n\tA1-B2',
    ],
)
def test_what_is_forgiven(text: str) -> None:
    assert to_text(parse(text)) == SMALL


def test_tags_keep_their_order() -> None:
    text = '[Game "x"]\n[Zeal "1"]\n[Annotator "2"]\n[zeal ""]\n'
    assert to_text(parse(text)) == text
    assert parse(text).tag("Annotator") == "2"
    assert parse(text).tag("Nothing") is None


def test_moves_and_tags_know_where_they_stood() -> None:
    record = parse('\n[Game "x"]\n  [Date "?"]\n\n1. aa bb\n  {c} (1... dd)')
    assert [tag.where for tag in record.tags] == [(2, 1), (3, 3)]
    assert [move.where for move in record.line.turns[0]] == [(5, 4), (5, 7)]
    assert record.line.turns[0][1].variations[0].turns[0][0].where == (6, 13)


G = '[Game "x"]\n'


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "begins with the game"),
        ("\n  1. a", 2, 3, "begins with the game"),
        ('[Date "?"]', 1, 1, "not with the tag Date"),
        (G + '[Date "1"]\n[Date "2"]', 3, 1, "Date comes twice"),
        (G + "\n1. a\n\n" + G, 5, 1, "a tag cannot follow moves"),
        (G + G, 2, 1, "several records"),
        ("[]", 1, 2, "name is wanted"),
        ("[1a]", 1, 2, "name is wanted"),
        ('[Game"x"]', 1, 6, "space and its text in quotes"),
        ('[Game  "x"]', 1, 6, "space and its text in quotes"),
        ('[Game "x]\n"]', 1, 10, "ends with a quote"),
        ('[Game "\\n"]', 1, 8, "ends with a quote"),
        ('[Game "x" ]', 1, 10, "ends with ']'"),
        ('[Game "a\tb"]', 1, 9, "tab"),
        (G + "a", 2, 1, "number of their turn, here 1."),
        (G + "2. a", 2, 1, "here is 1., not 2."),
        (G + "01. a", 2, 1, "here is 1., not 01."),
        (G + "1... a", 2, 1, "here is 1., not 1..."),
        (G + "1.. a", 2, 1, "here is 1., not 1.."),
        (G + "1. a 3. b", 2, 6, "here is 2., not 3."),
        (G + "1. a 1. b", 2, 6, "here is 2., not 1."),
        (G + "1. 2. b", 2, 4, "turn 1 has no move"),
        (G + "1. a 2.", 2, 8, "turn 2 has no move"),
        (G + "1. a b (1. c)", 2, 9, r"here is 1\.\.\., not 1\."),
        (G + "1. a b (c)", 2, 9, r"here 1\.\.\."),
        (G + "1. a (1... c)", 2, 7, r"here is 1\., not 1\.\.\."),
        (G + "1. " + "a" * (MAX_MOVE + 1), 2, 4, "at most 100"),
        (G + "1. a.b", 2, 5, "'.' cannot stand here"),
        (G + '1. "a"', 2, 4, "cannot stand here"),
        (G + "1. é", 2, 4, "'é' cannot stand here"),
        (G + "1.\u00a0a", 2, 3, "cannot stand here"),
        (G + "1. a }", 2, 6, "cannot stand here"),
        (G + "1. {c} a", 2, 4, "after a move, or before"),
        (G + "{a} {b}", 2, 5, "second comment"),
        (G + "1. a {b}\n{c}", 3, 1, "second comment"),
        (G + "1. a (1. b) {c}", 2, 13, "before its variations"),
        (G + "1. a {b", 2, 6, "not closed"),
        (G + "1. a {b{c}}", 2, 8, "a brace is"),
        (G + "1. a {b\\c}", 2, 8, "a backslash"),
        (G + "(1. a)", 2, 1, "there is none here"),
        (G + "1. (1. a)", 2, 4, "there is none here"),
        (G + "1. a ()", 2, 7, "at least one"),
        (G + "1. a (1.)", 2, 9, "at least one"),
        (G + "1. a ({b})", 2, 10, "at least one"),
        (G + "1. a)", 2, 5, "closes no variation"),
        (G + "1. a (1. b\n(1. c)", 2, 6, "not closed"),
        (G + "1. a {b\x00}", 2, 8, "x00"),
        (G + "1. a\rb", 2, 5, "cannot stand in a record"),
        (G + "1. a \x7f", 2, 6, "cannot stand in a record"),
        (G + "1. a {\x85}", 2, 7, "cannot stand in a record"),
        (G + "1. a {\ud800}", 2, 7, "cannot stand in a record"),
        ('\r\n[Game "x"]\r\n1. a\r\n2. )', 4, 4, "without a move|closes no"),
    ],
)
def test_every_error_says_where(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(RecordError, match=words) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def test_variations_can_be_deep_but_not_endless() -> None:
    def nested(depth: int) -> str:
        return G + "\n1. a " + "(1. a " * depth + ")" * depth

    record = parse(nested(MAX_DEPTH))
    assert parse(to_text(record)) == record
    for depth in (MAX_DEPTH + 1, 100_000):
        with pytest.raises(RecordError, match="deep") as caught:
            parse(nested(depth))
        assert (caught.value.line, caught.value.column) == (3, 6 + 6 * MAX_DEPTH)


def test_a_record_that_is_too_long_is_refused() -> None:
    longest = record_of((Move("a", "b" * (MAX_TEXT - len(to_text(record_of((Move("a"),)))) - 3)),))
    assert len(to_text(longest)) == MAX_TEXT
    assert parse(to_text(longest)) == longest
    longer = record_of((Move("a", longest.line.turns[0][0].comment + "b"),))
    with pytest.raises(ValueError, match="at most"):
        to_text(longer)
    with pytest.raises(RecordError, match="at most"):
        parse(to_text(longest) * 2)


@pytest.mark.parametrize("bad", [None, 3, b"[Game]", ["[Game]"]])
def test_a_text_is_wanted(bad: object) -> None:
    with pytest.raises(ValueError, match="a record is a text"):
        parse(bad)  # type: ignore[arg-type]


class TestFiles:
    def test_a_path_or_a_stream(self, tmp_path: Path) -> None:
        path = tmp_path / "games.txt"
        path.write_text(SMALL + "\n" + SMALL.replace("kenwan", "café"), encoding="utf-8-sig", newline="")
        names = ["kenwan", "café"]
        assert [record.tag("Game") for record in read(path)] == names
        assert [record.tag("Game") for record in read(str(path))] == names
        with path.open("rb") as stream:
            assert [record.tag("Game") for record in read(stream)] == names
        with path.open(encoding="utf-8") as text:
            assert [record.tag("Game") for record in read(text)] == names

    def test_an_empty_file_holds_nothing(self) -> None:
        assert list(read(io.StringIO(""))) == []
        assert list(read(io.StringIO("\ufeff\n \n\r\n"))) == []

    @pytest.mark.parametrize("bad", [None, 3, ["a"]])
    def test_something_to_read_is_wanted(self, bad: object) -> None:
        with pytest.raises(ValueError, match="path or an open stream"):
            read(bad)  # type: ignore[arg-type]

    def test_a_stream_that_gives_something_else(self) -> None:
        class Strange:
            def readline(self, _size: int) -> int:
                return 3

        with pytest.raises(ValueError, match="neither text nor bytes"):
            list(read(Strange()))  # type: ignore[arg-type]

    def test_reading_goes_on_after_a_bad_record(self) -> None:
        bad = SMALL.replace("2.", "3.")
        # The comment never ends, and the next record is found all the same.
        worse = SMALL.replace("2.", "{")
        records = read(io.StringIO("\n".join([SMALL, bad, worse, SMALL])))
        assert next(records).tag("Game") == "kenwan"
        for line, column in ((7, 10), (11, 10)):
            with pytest.raises(RecordError) as caught:
                next(records)
            assert (caught.value.line, caught.value.column) == (line, column)
        assert next(records) == parse(SMALL)
        assert list(records) == []

    def test_something_before_the_first_record(self) -> None:
        records = read(io.StringIO("hello\n" + SMALL))
        with pytest.raises(RecordError, match="line 1, column 1"):
            next(records)
        assert list(records) == [parse(SMALL)]

    @pytest.mark.parametrize("first_line", [False, True])
    def test_what_is_not_utf8_is_refused_at_its_place(self, first_line: bool) -> None:
        bad = b'[Game "caf\xe9"]\n\n1. a\n' if first_line else '[Game "é"]\n\n1. a {é'.encode() + b"\xff}\n"
        line, column = (5, 11) if first_line else (7, 8)
        records = read(io.BytesIO(SMALL.encode() + b"\n" + bad + SMALL.encode()))
        assert next(records) == parse(SMALL)
        with pytest.raises(RecordError, match="not UTF-8") as caught:
            next(records)
        assert (caught.value.line, caught.value.column) == (line, column)
        assert list(records) == [parse(SMALL)]

    def test_a_text_stream_that_is_not_utf8(self) -> None:
        stream = io.TextIOWrapper(io.BytesIO(SMALL.encode() + b"\xff"), encoding="utf-8")
        with pytest.raises(RecordError, match="not UTF-8"):
            list(read(stream))

    @pytest.mark.parametrize("kind", [bytes, str])
    def test_what_is_too_long_is_refused_without_being_kept(self, kind: type) -> None:
        asked: list[int] = []
        pieces = [*SMALL.splitlines(keepends=True), '[Game "x"]\n', "1. a {"] + ["b" * (4 * MAX_TEXT + 4)] * 3 + ["}\n"]
        pieces += SMALL.splitlines(keepends=True)

        class Long:
            def __init__(self) -> None:
                self.pieces = iter(pieces)

            def readline(self, size: int) -> str | bytes:
                asked.append(size)
                piece = next(self.pieces, "")
                if piece.startswith("1. a {"):
                    piece += "b" * (size - len(piece))
                assert len(piece) <= size
                return piece if kind is str else piece.encode()

        records = read(Long())  # type: ignore[arg-type]
        assert next(records) == parse(SMALL)
        with pytest.raises(RecordError, match="longer") as caught:
            next(records)
        assert caught.value.line == 5
        assert list(records) == [parse(SMALL)]
        assert max(asked) < 5 * MAX_TEXT

    def test_many_short_lines_are_too_long_together(self) -> None:
        def lines() -> Iterator[str]:
            yield '[Game "x"]\n'
            for _ in range(30):
                yield "{" + "b" * 100_000 + "\n"
            yield from SMALL.splitlines(keepends=True)

        class Long:
            def __init__(self) -> None:
                self.lines = lines()

            def readline(self, _size: int) -> str:
                return next(self.lines, "")

        records = read(Long())  # type: ignore[arg-type]
        with pytest.raises(RecordError, match="line 1, column 1: a record is at most"):
            next(records)
        assert list(records) == [parse(SMALL)]

    def test_only_one_record_is_read_at_a_time(self) -> None:
        taken: list[str] = []

        class Endless:
            def readline(self, _size: int) -> str:
                taken.append("")
                return SMALL.splitlines(keepends=True)[(len(taken) - 1) % 3]

        records = read(Endless())  # type: ignore[arg-type]
        for number in range(1, 6):
            assert next(records) == parse(SMALL)
            assert len(taken) == 3 * number + 1


class TestValues:
    @pytest.mark.parametrize("text", ["", " ", "a b", "a.b", "é", "a(", "[", '"', "\\", "a\n", "a" * 101, None, 3])
    def test_bad_moves_are_refused(self, text: object) -> None:
        with pytest.raises(ValueError, match="a move's text"):
            Move(text)  # type: ignore[arg-type]

    @pytest.mark.parametrize("text", ["\0", "\r\n", "\x7f", "\x9f", "\udfff", None, 3])
    def test_bad_comments_are_refused(self, text: object) -> None:
        with pytest.raises(ValueError, match="a comment"):
            Move("a", text)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="a comment"):
            Line((), text)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            *((name, "") for name in ("", "1", "é", "a b", "a\n", "A" * 65, None)),
            *(("a", value) for value in ("\n", "\t", "\0", "\ud800", None)),
        ],
    )
    def test_bad_tags_are_refused(self, name: object, value: object) -> None:
        with pytest.raises(ValueError, match="tag"):
            Tag(name, value)  # type: ignore[arg-type]

    def test_bad_shapes_are_refused(self) -> None:
        move = Move("a")
        for make in (
            lambda: Line([(move,)]),  # type: ignore[arg-type]
            lambda: Line(((),)),
            lambda: Line((("a",),)),  # type: ignore[arg-type]
            lambda: Line((move,)),  # type: ignore[arg-type]
            lambda: Move("a", "", (Line(),)),
            lambda: Move("a", "", (move,)),  # type: ignore[arg-type]
            lambda: Record(()),
            lambda: Record((Tag("Date", ""),)),
            lambda: Record((Tag("Game", ""), Tag("Game", ""))),
            lambda: Record([Tag("Game", "")]),  # type: ignore[arg-type]
            lambda: Record((Tag("Game", ""),), (move,)),  # type: ignore[arg-type]
        ):
            with pytest.raises(ValueError, match=r"wanted|needs|no move|first tag|twice"):
                make()

    def test_depth_is_bounded_without_recursion(self) -> None:
        line = Line(((Move("a"),),))
        for _ in range(MAX_DEPTH):
            line = Line(((Move("a", "", (line,)),),))
        assert parse(to_text(Record((Tag("Game", "x"),), line))).line == line
        for _ in range(5000):
            line = Line(((Move("a", "", (line,)),),))
        with pytest.raises(ValueError, match="deep"):
            Record((Tag("Game", "x"),), line)

    def test_where_it_stood_does_not_matter_for_equality(self) -> None:
        assert Move("a", where=(1, 2)) == Move("a")
        assert hash(Tag("a", "b", (1, 2))) == hash(Tag("a", "b"))

    def test_errors_survive_pickling(self) -> None:
        error = pickle.loads(pickle.dumps(RecordError("wrong", 3, 4)))  # noqa: S301
        assert (str(error), error.line, error.column) == ("line 3, column 4: wrong", 3, 4)
        assert str(RecordError("wrong")) == "wrong"


def accepted(text: str) -> Record | None:
    """The record of a text or None; anything but a RecordError with its place escapes."""
    try:
        return parse(text)
    except RecordError as error:
        line, column = error.line or 0, error.column or 0
    rows = text.split("\n")
    assert 1 <= line <= len(rows)
    assert 1 <= column <= len(rows[line - 1]) + 1
    return None


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from('[]{}()".\\ \n\r\tGame1234-+*,x\0\ufeff') | st.characters(), max_size=200))
@example("\ufeff\ufeff[Game")
def test_random_texts_are_records_or_errors(text: str) -> None:
    for candidate in (text, '[Game "x"]\n' + text, '[Game "x"]\n1. a {' + text + "}"):
        record = accepted(candidate)
        if record is not None:
            assert parse(to_text(record)) == record


@settings(deadline=None, max_examples=300)
@given(RECORDS, st.integers(0, 2**32), comments)
def test_mutated_texts_are_records_or_errors(record: Record, seed: int, piece: str) -> None:
    dice = random.Random(seed)
    text = to_text(record)
    for _ in range(dice.randrange(1, 4)):
        i, j = sorted((dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)))
        text = dice.choice(
            [text[:i] + text[j:], text[:i] + piece + text[i:], text[:j] + text[i:], text[:i] + text[i:].swapcase()]
        )
        if not text:
            break
    found = accepted(text)
    if found is not None:
        assert parse(to_text(found)) == found


@pytest.mark.parametrize(
    "piece", ["(", ")", "{", "\\", "1.", "1. ", "1. a (", '[Game "', "[A", '"', "{}", "\\{", "a", " ", "\n", "9"]
)
def test_long_repetitions_are_read_quickly(piece: str) -> None:
    # Quadratic reading of these would take hours, not seconds.
    for before in ("", '[Game "x"]\n', '[Game "x"]\n1. a {', '[Game "', '[Game "x"]\n1. a (1. '):
        text = before + piece * (900_000 // len(piece))
        record = accepted(text)
        assert record is None or piece in (" ", "\n")
