"""Numbers of any size and kind in every act and message, over both ways in: refused with a reason, never a fault."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tablier.wire import ACTS
from tests.server.people import Guest, Wire
from tests.server.process import ServerProcess

WRONG: list[Any] = [
    2**31,
    2**32,
    2**53 + 1,
    2**63 - 1,
    2**63,
    2**64,
    10**30,
    -1,
    -(2**63),
    -(2**64),
    1.5,
    1e300,
    True,
    "1",
    [1],
]
EXAMPLE: dict[str, Any] = {
    "to": "computer",
    "what": "draw",
    "yes": True,
    "move": "pass",
    "name": "Ada",
    "seat": 0,
    "level": 3,
}
ACCEPTED: dict[tuple[str, str], tuple[Any, ...]] = {
    ("analyse", "seconds"): (1.5, "1", True),
    ("watch", "after"): (-1,),  # before the beginning: all of it
}
USUAL = {"claim": {"to": "win"}, "sit": {"invitation": "i_" + "x" * 43}}


def _acts() -> list[tuple[str, str]]:
    """Every act with each of its numbers."""
    return [
        (act, field)
        for act, kind in ACTS.items()
        for field in kind.model_fields
        if field in ("seat", "level", "expected")
    ]


def _act(act: str, field: str, value: Any, number: int) -> dict[str, Any]:
    fields = {
        name: EXAMPLE[name] for name, field in ACTS[act].model_fields.items() if field.is_required() and name in EXAMPLE
    }
    return {"act": act, "request": f"r{number}", "expected": 1, **fields, **USUAL.get(act, {}), field: value}


@pytest.mark.parametrize(("act", "field"), _acts())
def test_acts_refuse_wrong_numbers_over_both_ways(
    server: ServerProcess, http: httpx.Client, act: str, field: str
) -> None:
    ada = Guest(http)
    table = ada.create(seats=("mine", "invited"))["table"]
    with Wire(server, ada.token) as wire:
        for number, value in enumerate(WRONG):
            given = _act(act, field, value, number)
            answer = ada.ask("POST", f"/tables/{table}/acts", json=given)
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request"), value
            told = wire.ask("act", table=table, **given)
            assert (told["type"], told["code"]) == ("problem", "invalid-request"), value


def test_messages_refuse_wrong_numbers(server: ServerProcess, http: httpx.Client) -> None:
    table = Guest(http).create()["table"]
    asked: list[tuple[str, dict[str, Any], str]] = [
        ("watch", {"table": table}, "after"),
        ("board", {"table": table}, "ply"),
        ("analyse", {"game": "polygone"}, "best"),
        ("analyse", {"game": "polygone"}, "level"),
        ("analyse", {"game": "polygone"}, "seconds"),
        ("position", {"game": "polygone"}, "moves"),
    ]
    with Wire(server) as wire:
        for kind, fields, field in asked:
            for value in WRONG:
                if value in ACCEPTED.get((kind, field), ()):
                    continue
                told = wire.ask(kind, **fields, **{field: value})
                assert told["type"] == "problem", (kind, field, value, told)
                assert told["code"] in ("invalid-request", "bad-value"), (kind, field, value, told)
        for value in (2**63, 2**64, -1, 1.5):
            told = wire.ask("position", game="connexion", options={"players": value})
            assert told["code"] in ("invalid-request", "bad-value"), told
