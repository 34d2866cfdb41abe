"""Two checkouts compared: the first difference is told, and stamps are carried over only from the sources that measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import same
from tablier.arena.contest import Contest, Pairing
from tablier.arena.stamp import stamp_of

EVENT = Contest("polygone", {}, ("level:1", "level:2"), (Pairing((0, 1), 2),))
OTHER = Path("other")


def test_what_is_asked_of_a_checkout_is_answered_by_its_own_sources() -> None:
    asked = json.dumps(EVENT.to_data()) + "\n"
    assert [line.strip() for line in same._ask(same._HERE, "--stamps", given=asked)] == [stamp_of(EVENT)]


@pytest.mark.parametrize("there", ['{"engine": "uct", "nodes": 7}\n', None])
def test_the_first_difference_is_told(
    there: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = '{"engine": "uct", "nodes": 5}\n'

    def answers(checkout: Path, *_words: str, given: str = "") -> Iterator[str]:
        assert given == ""
        yield row
        if there is None or checkout != OTHER:
            yield row
        else:
            yield there

    monkeypatch.setattr(same, "_ask", answers)
    assert same.compare(OTHER, 1) == (there is None)
    said = capsys.readouterr().out
    assert ("search 2 differs" in said) == (there is not None)
    assert ("2 searches           10 nodes, all equal" in said) == (there is None)


def test_only_figures_of_the_other_checkout_get_the_new_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = tmp_path / "docs" / "strength"
    docs.mkdir(parents=True)
    stamps = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"]
    events = [{"summary": {"event": {"number": number}, "stamp": stamp}} for number, stamp in enumerate(stamps)]
    (docs / "uct.json").write_text(json.dumps({"events": events[:2]}))
    (docs / "uct.md").write_text("`aaaaaaaaaaaa` `bbbbbbbbbbbb`")
    (tmp_path / "docs" / "levels.json").write_text(json.dumps({"ladders": [events[2]["summary"]]}))
    (tmp_path / "docs" / "levels.md").write_text("`cccccccccccc`")

    def answers(checkout: Path, word: str, given: str) -> Iterator[str]:
        assert word == "--stamps"
        # The other checkout has other sources for the second contest than those that measured it.
        sources = {0: "aaaaaaaaaaaa", 1: "dddddddddddd", 2: "cccccccccccc"} if checkout == OTHER else {}
        for line in given.splitlines():
            yield sources.get(json.loads(line)["number"], f"eeeeeeeeeee{json.loads(line)['number']}") + "\n"

    monkeypatch.setattr(same, "_HERE", tmp_path)
    monkeypatch.setattr(same, "_ask", answers)
    same.carry(OTHER)
    assert (docs / "uct.md").read_text() == "`eeeeeeeeeee0` `bbbbbbbbbbbb`"
    assert [one["stamp"] for one in same._events(tmp_path)] == ["eeeeeeeeeee2", "eeeeeeeeeee0", "bbbbbbbbbbbb"]
    assert (tmp_path / "docs" / "levels.md").read_text() == "`eeeeeeeeeee2`"
