"""``docs/api.md`` against the types: its tables and objects name what there is, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from tablier import wire
from tablier.wire import ACTS, PROBLEMS, REQUESTS

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """What stands under a heading, up to the next one."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#+ |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found is not None, title
    return found[2]


def rows(text: str) -> list[list[str]]:
    """The rows of tables: their cells."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("|---")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def words(cell: str) -> list[str]:
    """The names in a cell, with a question mark where they may be left out."""
    return [word for word in re.findall(r"`([^`]+)`", cell) if re.fullmatch(r"[a-z_-]+\??", word)]


def keys(text: str) -> set[str]:
    """The names of an object's own fields, as in ``{ name, other: { inner } }``."""
    text = re.sub(r"//[^\n]*", "", text)
    found, depth, part = [], 0, ""
    for letter in text:
        depth += (letter in "{[(") - (letter in "}])")
        if depth == 1 and letter in "{,":
            found.append(part)
            part = ""
        elif depth == 0:
            break
        else:
            part += letter
    return {re.split(r"[:?]", item.strip())[0].strip() for item in [*found, part] if item.strip()} - {"…"}


def fields_of(kind: Any) -> set[str]:
    """The fields of a typed dict."""
    return set(kind.__required_keys__ | kind.__optional_keys__)


OBJECTS = {
    name: keys(TEXT[match.end() - 1 :])
    for match in re.finditer(r"(?<![\w`])`?(\w+)\s*= \{", TEXT)
    if hasattr(wire, name := match[1]) and name != "ClockSetup"
}


def test_the_objects_are_found() -> None:
    wanted = (
        "Setup Seat State End Snapshot Update Receipt Summary Reason Board Preview Game Analysis RecordSummary Replay"
    )
    assert set(wanted.split()) <= OBJECTS.keys()


@pytest.mark.parametrize("name", OBJECTS)
def test_objects(name: str) -> None:
    assert OBJECTS[name] - {"kind, at"} == fields_of(getattr(wire, name))


def test_clocks() -> None:
    text = TEXT.partition("ClockSetup = ")[2].partition("Seat     =")[0]
    found = [keys(text[match.start() :]) for match in re.finditer(r"\{", text)]
    assert found == [fields_of(kind) for kind in (wire.Fischer, wire.Sandglass, wire.Correspondence)]


def test_problems() -> None:
    told = {words(row[0])[0]: int(row[1]) for row in rows(section("Problems"))[1:]}
    assert told == {code: status for code, (status, _) in PROBLEMS.items()}


def test_reasons_of_not_now() -> None:
    text = section("Problems").partition("`reason` of `not-now`: ")[2]
    told = [word for word in words(re.sub(r"\([^)]*\)", "", text)) if word != "not-now"]
    assert sorted(told) == sorted(get_args(wire.NotNow))


def test_events() -> None:
    kinds = {}
    for kind in get_args(get_args(wire.TableEvent.__value__)[0]):
        name = get_args(get_type_hints(kind)["kind"])[0]
        kinds[name] = fields_of(kind) - {"number", "kind", "at"}
    told = {}
    for row in rows(section("Events"))[1:]:
        for name in words(row[0]):
            told[name] = fields_of(wire.End) if "as `End`" in row[1] else set(words(row[1]))
    assert told == kinds


def test_acts() -> None:
    told = {words(row[0])[0]: set(words(row[1])) for row in rows(section("Acts"))[1:]}
    kinds = {}
    for name, kind in ACTS.items():
        own = {field: info for field, info in kind.model_fields.items() if field not in ("act", "request")}
        kinds[name] = {
            field if info.is_required() else f"{field}?"
            for field, info in own.items()
            if field != "expected" or info.is_required()
        }
    assert told == kinds


def test_what_is_asked_on_the_socket() -> None:
    told: dict[str, list[tuple[set[str], str]]] = {}
    table = section("WebSocket").partition("| client → server")[2].partition("\n\n")[0]
    for asked, answer in rows(table):
        name = re.search(r'type: "([a-z]+)"', asked)
        assert name is not None
        told.setdefault(name[1], []).append((keys(asked[asked.index("{") :]), answer))
    assert told.keys() == REQUESTS.keys() - {"hello"}
    for name, kinds in REQUESTS.items():
        for kind, (own, answer) in zip(kinds, told.get(name, ()), strict=name != "hello"):
            wanted = set(kind.model_fields) | ({"request", "expected", "act"} if name == "act" else set())
            assert own == wanted
            assert all(re.search(rf'[`"]{kind_of}[`"]', answer) or "the same" in answer for kind_of in kind.answers)


def test_what_comes_unasked() -> None:
    table = section("WebSocket").partition("| server → client")[2].partition("\n\n")[0]
    told = {re.findall(r'type: "([a-z]+)"|^`([a-z]+)`', row[0])[0] for row in rows(table)}
    assert {first or second for first, second in told} == {"update", "presence", "computers", "lobby", "ping"}
    for kind in (wire.Presence, wire.Computers, wire.Pinged):
        assert any(keys(row[0][row[0].index("{") :]) == fields_of(kind) for row in rows(table) if "{" in row[0])


def test_limits() -> None:
    assert f"at most {wire.MAX_MOVES}" in section("Positions (nothing is stored)")
    assert f"`seconds` ≤ {wire.MAX_THINKING}" in TEXT
    assert f"`best` ≤ {wire.MAX_BEST}" in TEXT
    assert f"`level` {wire.LEVELS[0]}–{wire.TOP_LEVEL}" in TEXT
    assert f"1–{wire.MAX_NAME} characters" in TEXT
    assert f"at most {wire.WATCHES} tables" in TEXT
    assert f"at least {wire.MIN_CLAIM_AFTER}" in TEXT
