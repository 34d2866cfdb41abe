"""What a game says to engines besides its compiled features: their names, which engine plays it best, how much it may think.

Where that depends on options it is kept by *condition*: a text such as ``players=3`` or ``players=2 men=15``, which holds when
these options have these values, or ``*``, which always does. Of those that hold the one that names most options counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from tablier.core.options import Options, OptionValue

__all__ = ["ANY", "Evaluation", "condition_of", "fitting"]

T = TypeVar("T")

ANY = "*"
"""The condition that always holds."""


def _said(name: str, value: OptionValue) -> str:
    """An option's value as the command line takes it."""
    return f"{name}={('off', 'on')[value] if isinstance(value, bool) else value}"


def condition_of(options: Options, names: Iterable[str]) -> str:
    """The condition that the named options, as far as there are such, have their present values."""
    return " ".join(_said(name, options[name]) for name in names if name in options) or ANY


def fitting(choices: Mapping[str, T], options: Options) -> T | None:
    """Of what is kept by condition, what counts with these options; None when no condition holds."""
    facts = {_said(name, value) for name, value in options.items()}
    held = {which: set(which.split()) for which in choices if which == ANY or facts.issuperset(which.split())}
    if not held:
        return None
    return choices[max(held, key=lambda which: -1 if which == ANY else len(held[which]))]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a game's ``evaluation.py`` calls ``EVALUATION``, besides registering with `kernel.protocol`."""

    features: tuple[str, ...]
    """The features' names; the first is progress. A last one called "network" is a network over the others, in static units:
    its weight is 1, or 0 where it is not used."""

    engines: Mapping[str, str]
    """The engine that measured best, by condition."""

    nodes: Mapping[str, int]
    """The nodes of level 10, by condition: about a second's worth."""

    progress: int
    """What a step of progress is worth in a random game cut short, in static units."""

    by: tuple[str, ...] = ()
    """The options for whose values weights (and a network) are learned apart."""

    first: Mapping[str, int] = field(default_factory=dict)
    """What training begins with, some features' weights guessed by hand, where progress alone makes no sensible games to learn
    from."""

    loud: str | None = None
    """A feature that changes with every capture, if captures are to be answered before a line is judged."""

    haste: float = 0.0
    """The share by which, for every turn of a match, an engine counts its own standing for more than the evaluation does and the
    other's for less, so that games end in which hindering is easier than getting on."""

    shares: Mapping[int, float] = field(default_factory=dict)
    """Levels that search another share of level 10's nodes than elsewhere."""

    def __post_init__(self) -> None:
        if len(set(self.features)) != len(self.features) or not self.features:
            raise ValueError(f"features have names, each another one, not {self.features!r}")
        for name in (*self.first, *(() if self.loud is None else (self.loud,))):
            if name not in self.features:
                raise ValueError(f"no feature {name!r}; there are {', '.join(self.features)}")

    @property
    def has_network(self) -> bool:
        """Whether the last feature is a network over the others."""
        return self.features[-1] == "network"

    def engine(self, options: Options) -> str:
        """The name of the engine that plays best with these options."""
        return _one("engine", self.engines, options)

    def most_nodes(self, options: Options) -> int:
        """The nodes of level 10 with these options."""
        return _one("number of nodes", self.nodes, options)


def _one(what: str, choices: Mapping[str, T], options: Options) -> T:
    found = fitting(choices, options)
    if found is None:
        raise ValueError(f"the evaluation names no {what} for {condition_of(options, options)}")
    return found
