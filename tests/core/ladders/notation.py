"""Texts of Ladders."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tablier.core.options import Options
from tests.core.ladders.rules import DOWN, PASS, STATE, STONE, UP, next_in

_TEXT = re.compile(r"([0-5]+) ([0-4]+) ([abc-]) (step|stone) ([.1-3]+)")


def start(options: Options) -> Any:
    n = int(options["players"])
    return parse(options, f"{'1' * n} {'0' * n} a step {'.' * n}")


def parse(options: Options, text: str) -> Any:
    found = _TEXT.fullmatch(text)
    n = int(options["players"])
    if not found or any(len(found[group]) != n for group in (1, 2, 5)):
        raise ValueError(
            f"{text!r:.100} is no position of ladders with {n} players; one is '{'1' * n} {'0' * n} a step …'"
        )
    states = np.zeros(1, STATE)
    s = states[0]
    s["players"] = n
    s["rung"][:n] = [int(c) for c in found[1]]
    s["stone"][:n] = [int(c) for c in found[2]]
    s["turn"] = "abc-".index(found[3]) if found[3] != "-" else -1
    s["phase"] = ("step", "stone").index(found[4])
    s["place"][:n] = [0 if c == "." else int(c) for c in found[5]]
    if s["turn"] >= n or (s["turn"] >= 0 and (s["place"][s["turn"]] != 0 or list(s["place"][:n]).count(0) < 2)):
        raise ValueError(f"in {text!r} nobody could be to act like that")
    return states


def text(states: Any) -> str:
    s = states[0]
    n = int(s["players"])
    return " ".join(
        [
            "".join(str(int(r)) for r in s["rung"][:n]),
            "".join(str(int(r)) for r in s["stone"][:n]),
            "abc-"[int(s["turn"])],
            ("step", "stone")[int(s["phase"])],
            "".join("." if p == 0 else str(int(p)) for p in s["place"][:n]),
        ]
    )


def move_texts(states: Any, moves: list[int]) -> list[str]:
    fixed = {PASS: "pass", UP: "up", DOWN: "down"}
    return [fixed[m] if m in fixed else f"{'abc'[int(next_in(states[0]))]}{m - STONE}" for m in moves]


def turn_begins(states: Any) -> bool:
    return bool(states[0]["phase"] == 0)


def placed(states: Any) -> tuple[int | None, ...]:
    s = states[0]
    return tuple(int(place) or None for place in s["place"][: int(s["players"])])


def repetition_key(states: Any) -> str:
    return text(states)
