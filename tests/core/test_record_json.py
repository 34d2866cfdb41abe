"""Records as JSON."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier.core import record_json
from tablier.core.record import Record, RecordError, Tag, from_json, parse, read_json, to_json, write_json
from tablier.core.record_model import MAX_DEPTH
from tests.core.records import RECORDS

SMALL = parse('[Game "x"]\n[Date "?"]\n\n{c} 1. a b {d} (1... e)')


def test_the_form() -> None:
    assert json.loads(to_json(SMALL)) == {
        "format": "tablier-record",
        "version": 1,
        "tags": [["Game", "x"], ["Date", "?"]],
        "comment": "c",
        "turns": [[{"move": "a"}, {"move": "b", "comment": "d", "variations": [{"turns": [[{"move": "e"}]]}]}]],
    }


@settings(deadline=None, max_examples=200)
@given(RECORDS)
def test_reading_what_was_written_gives_the_same_record(record: Record) -> None:
    text = to_json(record)
    assert "\n" not in text
    assert from_json(text) == record
    assert from_json(json.dumps(json.loads(text), indent=2)) == record


@settings(deadline=None, max_examples=50)
@given(st.lists(RECORDS, max_size=4))
def test_files_of_many_records(records: list[Record]) -> None:
    stream = io.StringIO()
    for record in records:
        write_json(stream, record)
    assert list(read_json(io.StringIO(stream.getvalue()))) == records
    assert (
        list(read_json(io.BytesIO(b"\xef\xbb\xbf" + stream.getvalue().replace("\n", "\r\n\r\n").encode()))) == records
    )


def test_a_path(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(to_json(SMALL) + "\n", encoding="utf-8")
    assert list(read_json(path)) == [SMALL]


def test_reading_goes_on_after_a_bad_line() -> None:
    good = to_json(SMALL).encode()
    records = read_json(io.BytesIO(b"\n".join([good, b"{]", b"\xff", b"[]", good])))
    assert next(records) == SMALL
    for line, column in ((2, 2), (3, 1), (4, 1)):
        with pytest.raises(RecordError) as caught:
            next(records)
        assert (caught.value.line, caught.value.column) == (line, column)
    assert list(records) == [SMALL]


def changed(**changes: Any) -> str:
    return json.dumps({**json.loads(to_json(SMALL)), **changes})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "an object"),
        ("null", "an object"),
        ("{}", "'format' is missing"),
        (changed(format="pgn"), "is wanted, not 'pgn'"),
        (changed(version=2), "version 1 is wanted"),
        (changed(version=True), "version 1 is wanted"),
        (changed(version=1.0), "version 1 is wanted"),
        (changed(more=1), "unknown key 'more'"),
        (changed(tags={}), "tags: an array"),
        (changed(tags=[["Game"]]), r"tags\[0\]"),
        (changed(tags=[["Game", 1]]), "the tag Game"),
        (changed(tags=[]), "first tag"),
        (changed(comment=None), "a comment"),
        (changed(comment="\ud800"), "control character"),
        (changed(turns=None), "turns: an array"),
        (changed(turns=[[]]), "a turn has no move"),
        (changed(turns=[{}]), r"turns\[0\]: an array"),
        (changed(turns=[["a"]]), r"turns\[0\]\[0\]: an object"),
        (changed(turns=[[{"move": "a b"}]]), r"turns\[0\]\[0\]: a move's text"),
        (changed(turns=[[{"move": "a", "variations": [{"turns": []}]}]]), r"turns\[0\]\[0\]: a variation"),
        (changed(turns=[[{"move": "a", "variations": [[]]}]]), r"turns\[0\]\[0\].variations\[0\]: an object"),
        (changed(turns=[[{"move": "a", "variations": [{"turns": [[3]]}]}]]), r"variations\[0\].turns\[0\]\[0\]"),
        ('{"format":1,"format":1}', "comes twice"),
        ("1" * 5000, "JSON"),
        ("[" * 100_000, "nested too deep"),
        ('{"format":' * 100_000, "nested too deep"),
        (changed(format=0).replace("0", "[" * 900 + "]" * 900, 1), "wanted|nested"),
    ],
)
def test_bad_json_is_refused(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        from_json(text)


def test_the_place_of_bad_json() -> None:
    with pytest.raises(RecordError) as caught:
        from_json('{\n  "a": }')
    assert (caught.value.line, caught.value.column) == (2, 8)


@pytest.mark.parametrize("bad", [None, 3, b"{}", {}])
def test_a_text_is_wanted(bad: object) -> None:
    with pytest.raises(ValueError, match="JSON is a text"):
        from_json(bad)  # type: ignore[arg-type]


def test_depth_is_bounded() -> None:
    def nested(depth: int) -> str:
        return '{"format":"tablier-record","version":1,"tags":[["Game","x"]],"turns":' + (
            '[[{"move":"a","variations":[{"turns":' * depth + '[[{"move":"a"}]]' + "}]}]]" * depth + "}"
        )

    assert to_json(from_json(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    for depth in (MAX_DEPTH + 1, 150):
        with pytest.raises(RecordError, match="deep"):
            from_json(nested(depth))


def test_size_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_json, "MAX_JSON", len(to_json(SMALL)))
    assert from_json(to_json(SMALL)) == SMALL
    longer = Record((*SMALL.tags, Tag("A", "")), SMALL.line)
    with pytest.raises(ValueError, match="at most"):
        to_json(longer)
    with pytest.raises(RecordError, match="at most"):
        from_json(to_json(SMALL) + " ")


def accepted(text: str) -> Record | None:
    """The record of a text or None; anything but a RecordError escapes."""
    try:
        return from_json(text)
    except RecordError:
        return None


@settings(deadline=None, max_examples=200)
@given(
    RECORDS, st.integers(0, 2**32), st.text(st.sampled_from('[]{}":,\\u0123 tagsmove') | st.characters(), max_size=8)
)
def test_mutated_json_is_a_record_or_an_error(record: Record, seed: int, piece: str) -> None:
    dice = random.Random(seed)
    text = to_json(record)
    for _ in range(dice.randrange(1, 3)):
        i, j = sorted((dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)))
        text = dice.choice([text[:i] + text[j:], text[:i] + piece + text[i:], text[:i] + piece + text[i + 1 :]])
    found = accepted(text)
    assert found is None or from_json(to_json(found)) == found


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda below: (
        st.lists(below, max_size=3)
        | st.dictionaries(st.sampled_from(["move", "turns", "comment", "variations"]), below)
    ),
    max_leaves=15,
)


@settings(deadline=None, max_examples=200)
@given(JSON, JSON, JSON)
def test_any_json_is_a_record_or_an_error(tags: Any, turns: Any, comment: Any) -> None:
    text = json.dumps({"format": "tablier-record", "version": 1, "tags": tags, "turns": turns, "comment": comment})
    with pytest.raises(RecordError):
        from_json(text)
    text = json.dumps({"format": "tablier-record", "version": 1, "tags": [["Game", "x"]], "turns": turns})
    found = accepted(text)
    assert found is None or from_json(to_json(found)) == found
