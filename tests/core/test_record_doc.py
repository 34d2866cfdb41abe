"""The examples in the description of the record format are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablier.core.clock import Control
from tablier.core.match import Match
from tablier.core.record import from_json, parse, to_json, to_text
from tablier.core.record_model import DERIVED, MAX_DEPTH, MAX_MOVE, MOVE, ROSTER
from tablier.core.record_text import MAX_TEXT, WIDTH

DOC = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")


def example(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", DOC, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_text_example_is_canonical_and_can_be_replayed() -> None:
    record = parse(example("record"))
    assert to_text(record) == example("record")
    record.check()
    match = record.match()
    assert isinstance(match, Match)
    assert (match.end_reason, match.places, len(match.turns)) == ("resigned", (2, 1), 12)


def test_the_json_example_is_canonical_and_can_be_replayed() -> None:
    record = from_json(example("json"))
    assert to_json(record) + "\n" == example("json")
    record.check()
    assert len(record.match().turns) == 2


def test_the_numbers_are_right() -> None:
    assert f"at most {MAX_TEXT:,} characters" in DOC.replace("\n", " ")
    assert f"at most {MAX_DEPTH} deep" in DOC
    assert f"up to {MAX_MOVE} printable" in DOC
    assert f"filled to {WIDTH} columns" in DOC


@pytest.mark.parametrize("tag", [*DERIVED, *ROSTER, "Player1"])
def test_every_tag_is_described(tag: str) -> None:
    assert re.search(rf"^\| .*`{tag}`", DOC, re.MULTILINE)


def test_the_characters_of_moves_are_right() -> None:
    found = re.search(r"without `([^`]*)`", DOC)
    assert found is not None
    assert found[1].split() == [chr(code) for code in range(33, 127) if not MOVE.fullmatch(chr(code))]


def test_the_time_controls_are_right() -> None:
    for control in (Control(600, 5), Control(30, each="move"), Control(259_200, each="turn")):
        assert f"`{control}`" in DOC
