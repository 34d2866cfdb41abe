"""Who takes part in a match, by a short name.

``random``, ``greedy``
    an engine of ours, by its name
``uct:nodes=10000``, ``alphabeta:seconds=0.1``, ``uct:seconds=0.1,exploration=0.5``
    with its limits (nodes, seconds, depth) and parameters; ``weights=FILE`` replaces the shipped weights
``best:seconds=0.1``
    the engine that measured best for the game
``level:7``
    one of the levels people play against; it brings its own limits
``cmd:./program --flag``, ``cmd[seconds=0.5]:./program``
    any program that speaks the protocol, with limits of its own in brackets if wanted; ``python`` is the one that runs Tablier
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tablier.search.engine import ENGINES
from tablier.search.limits import Limits

__all__ = ["BEST", "LIMITS", "Contestant", "contestant", "labels", "limits_of", "read_limits"]

BEST = "best"
LIMITS = ("nodes", "seconds", "depth", "threads")

_PROGRAM = re.compile(r"cmd(?:\[([^\]]*)\])?:(.*)", re.DOTALL)
_LEVEL = re.compile(r"level:([0-9]+)")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Contestant:
    """One who takes part. `name` is the engine's, "level" or "cmd"; `limits` are empty where those of the match count."""

    text: str
    kind: Literal["engine", "level", "program"]
    name: str
    level: int = 0
    command: tuple[str, ...] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    parameters: Mapping[str, float] = field(default_factory=dict)
    weights: str | None = None


def contestant(text: str) -> Contestant:
    """The contestant of a short name; ValueError that says what would be right."""
    if not isinstance(text, str):
        raise ValueError(f"a contestant is a text such as 'uct:nodes=1000', not {text!r}")  # noqa: TRY004
    if any(not character.isprintable() for character in text):
        raise ValueError(f"a contestant's name is printable, not {text!r:.200}")
    if found := _PROGRAM.fullmatch(text):
        return _program(text, found[1] or "", found[2])
    if found := _LEVEL.fullmatch(text):
        return Contestant(text, "level", "level", level=int(found[1]))
    name, _, rest = text.partition(":")
    if name not in ENGINES and name != BEST:
        known = ", ".join((*ENGINES, BEST))
        raise ValueError(f"no contestant {text!r}; there are {known}, level:1 to level:10 and cmd:PROGRAM")
    given = dict(_pair(text, item) for item in rest.split(",")) if rest else {}
    weights = given.pop("weights", None)
    values = {key: _number(text, key, value) for key, value in given.items()}
    limits = {key: value for key, value in values.items() if key in LIMITS}
    parameters = {key: value for key, value in values.items() if key not in LIMITS}
    return Contestant(text, "engine", name, limits=limits, parameters=parameters, weights=weights)


def _program(text: str, limits: str, command: str) -> Contestant:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise ValueError(f"the command of {text!r} cannot be read: {error}") from None
    if not words:
        raise ValueError(f"after cmd: a program is wanted, as in 'cmd:./program --flag', not {text!r}")
    return Contestant(text, "program", "cmd", command=words, limits=read_limits(limits) if limits else {})


def read_limits(text: str) -> dict[str, float]:
    """Limits such as ``seconds=0.1`` or ``nodes=1000,depth=4``."""
    result: dict[str, float] = {}
    for item in text.split(","):
        name, value = _pair(text, item)
        if name not in LIMITS:
            raise ValueError(f"a limit is one of {', '.join(LIMITS)}, not {name!r}")
        result[name] = _number(text, name, value)
    limits_of(result)
    return result


def limits_of(given: Mapping[str, float], *, cpu: bool = True) -> Limits:
    """The limits as engines take them. With `cpu` seconds are of the thread that searches, so that other programs disturb
    little; of several threads they are always of the clock on the wall."""
    threads = _whole(given, "threads") or 1
    return Limits(
        nodes=_whole(given, "nodes"),
        seconds=given.get("seconds"),
        depth=_whole(given, "depth"),
        cpu=cpu and threads == 1,
        threads=threads,
    )


def labels(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The contestants' names, made different where the same one takes part several times."""
    result: list[str] = []
    for text in texts:
        same = sum(other == text for other in texts[: len(result)])
        result.append(f"{text} ({same + 1})" if same else text)
    return tuple(result)


def _pair(text: str, item: str) -> tuple[str, str]:
    name, equals, value = item.partition("=")
    if not equals or not name or not value:
        raise ValueError(f"in {text!r} NAME=VALUE is wanted, commas between, not {item!r}")
    return name, value


def _number(text: str, name: str, value: str) -> float:
    if not _NUMBER.fullmatch(value):
        raise ValueError(f"in {text!r} {name} is a number, not {value!r}")
    number = float(value)
    return int(number) if number.is_integer() else number


def _whole(given: Mapping[str, float], name: str) -> int | None:
    value = given.get(name)
    if value is None:
        return None
    if not float(value).is_integer():
        raise ValueError(f"{name} is a whole number, not {value!r}")
    return int(value)
