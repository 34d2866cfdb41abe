"""The same act gets the same answer over HTTP and over the socket, however it is malformed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tablier.wire import ACTS
from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess

GOOD: dict[str, Any] = {
    "seat": 1,
    "to": "computer",
    "what": "draw",
    "yes": True,
    "move": "nonsense",
    "name": "Ada",
    "level": 3,
    "expected": 2,
    "invitation": "i_" + "x" * 43,
}
ODD: list[Any] = [
    *(None, True, 0, 1, 5, 6, 10, 11, -1, 1.0, 1.5, 2**31, 2**63, 10**30),
    *("", "x", " ", "é\u202e", "x" * 41, "x" * 201, "x" * 5000, "0", "true", "computer", "draw"),
    *([], [1], {}, {"act": "move"}, {"kind": "x"}),
]


def good(act: str) -> dict[str, Any]:
    """An act of good form, with all its fields."""
    return {"act": act} | {field: GOOD[field] for field in ACTS[act].model_fields if field in GOOD}


def variants(act: str) -> Iterator[dict[str, Any]]:
    """The act as it should be, and in many ways in which it should not."""
    usual = good(act)
    yield usual
    for field in [*usual, "request"]:
        if field != "request":
            yield {name: value for name, value in usual.items() if name != field}
        yield from ({**usual, field: value} for value in ODD)
    for name in ("more", "kind", "Act", "act ", "x" * 50, ""):
        yield {**usual, name: 1}
    yield {**usual, "more": 1, "level": "x", "seat": [], "expected": {}}


def same(answer: dict[str, Any]) -> dict[str, Any]:
    """What must not depend on the way: all but moments and the names of the ways."""
    told = {name: value for name, value in answer.items() if name not in ("re", "now", "update", "state")}
    return {**told, "type": "problem" if "code" in told else told["type"]}


@pytest.mark.parametrize("act", ACTS)
def test_the_same_act_gets_the_same_answer(server: ServerProcess, http: httpx.Client, act: str) -> None:
    ada = Guest(http)
    table = ada.create(seats=("mine", "open"))["table"]
    codes: set[str] = set()
    with Wire(server, ada.token) as wire:
        for number, fields in enumerate(variants(act)):
            given = {"request": f"r{number}", **fields}
            by_http = ada.ask("POST", f"/tables/{table}/acts", json=given).json()
            by_socket = wire.ask("act", table=table, **given)
            assert same(by_http) == same(by_socket), given
            codes.add(by_http.get("code", by_http["type"]))
            for error in by_http.get("errors", ()):
                # It names a field of the act, not a word of the validator.
                assert error["at"].split(".")[0] in {*given, *ACTS[act].model_fields}, (given, error)
    assert "invalid-request" in codes
    assert len(codes) > 1


def test_who_speaks_comes_first_on_both_ways(server: ServerProcess, http: httpx.Client) -> None:
    table = Guest(http).create(seats=("mine", "open"))["table"]
    for token, code in ((None, "token-required"), ("g_" + "x" * 43, "token-unknown")):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        answer = http.post(f"/tables/{table}/acts", json={"act": "fly"}, headers=headers)
        with Wire(server) as wire:
            told = wire.ask("act", table=table, act="fly", token=token)
        assert answer.json()["code"] == told["code"] == code
