"""What is to be played, as data: the game, who takes part, at which tables; and the list of single games it comes to.

The list is the same on every machine, and longer tables only add to it: so a contest can be interrupted, resumed and
extended, and the results of two runs compared.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import tablier
from tablier.arena.contestant import Contestant, contestant, labels, limits_of
from tablier.core.game import Game
from tablier.core.match import TURN_LIMIT

__all__ = ["DEFAULT_LIMITS", "Bout", "Contest", "Pairing", "bouts", "contest_from", "mixed"]

DEFAULT_LIMITS: Mapping[str, float] = {"seconds": 0.1}
MAX_GAMES = 1_000_000


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom, as indexes into the contest's contestants, and how many games. With fewer contestants than seats the
    last one takes the seats left over."""

    who: tuple[int, ...]
    games: int


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that decides what will be played. `opening`: how many turns each player first plays at random."""

    game_id: str
    options: Mapping[str, Any]
    contestants: tuple[str, ...]
    tables: tuple[Pairing, ...]
    seed: int = 1
    opening: int = 2
    turn_limit: int = TURN_LIMIT
    limits: Mapping[str, float] = field(default_factory=lambda: dict(DEFAULT_LIMITS))
    patience: float = 10.0
    """How many seconds a program may take beyond its limit before it loses."""
    first_only: bool = False
    """Whether a game is stopped, as agreed, once someone has the first place; the others then share the next."""

    def __post_init__(self) -> None:
        seats = len(self.game().players)
        for text in self.contestants:
            contestant(text)
        limits_of(self.limits)
        if not self.tables:
            raise ValueError("an event needs at least one table")
        for table in self.tables:
            if not 1 <= len(table.who) <= seats:
                raise ValueError(f"{self.game_id} has {seats} seats: {len(table.who)} contestants do not fit")
            if any(not 0 <= index < len(self.contestants) for index in table.who):
                raise ValueError(f"a table names contestants 0 to {len(self.contestants) - 1}, not {table.who}")
            if not 1 <= table.games <= MAX_GAMES:
                raise ValueError(f"games is a whole number from 1 to {MAX_GAMES}, not {table.games}")
        if self.opening < 0 or self.patience <= 0 or self.turn_limit < 1:
            raise ValueError("the opening is of 0 turns or more, the patience above 0, the turn limit 1 or more")

    def game(self) -> Game:
        """The game with its options."""
        return tablier.game(self.game_id, **self.options)

    def who(self) -> list[Contestant]:
        """The contestants."""
        return [contestant(text) for text in self.contestants]

    @property
    def labels(self) -> tuple[str, ...]:
        """The contestants' names, each different."""
        return labels(self.contestants)

    def to_data(self) -> dict[str, Any]:
        """The contest as JSON takes it."""
        data = asdict(self)
        data["contestants"] = list(self.contestants)
        data["tables"] = [{"who": list(table.who), "games": table.games} for table in self.tables]
        return data

    def identity(self) -> str:
        """A short name of everything but the numbers of games."""
        data = self.to_data()
        for table in data["tables"]:
            del table["games"]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:10]


def contest_from(data: Mapping[str, Any]) -> Contest:
    """The contest of `Contest.to_data`; ValueError when it is not one."""
    try:
        given = dict(data)
        given["contestants"] = tuple(given["contestants"])
        given["tables"] = tuple(Pairing(tuple(table["who"]), table["games"]) for table in given["tables"])
        return Contest(**given)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not the data of an event: {error!r}") from None


@dataclass(frozen=True, slots=True)
class Bout:
    """One game: the `index`-th of a table, from opening number `opening`; `seats` are contestants in order of play."""

    table: int
    index: int
    opening: int
    seats: tuple[int, ...]


def mixed(*parts: object) -> int:
    """A seed made of anything that prints, the same on every machine."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8]) >> 1


def bouts(contest: Contest) -> Iterator[Bout]:
    """All games of a contest, the tables taking turns. From each opening everyone plays every seat once."""
    players = len(contest.game().players)
    longest = max(table.games for table in contest.tables)
    for round_ in range(-(-longest // players)):
        for number, table in enumerate(contest.tables):
            for index in range(round_ * players, min((round_ + 1) * players, table.games)):
                yield Bout(number, index, round_, _seating(contest, table, round_, index % players, players))


def _seating(contest: Contest, table: Pairing, round_: int, shift: int, players: int) -> tuple[int, ...]:
    """Who sits where: the contestants in an order of the round's own, turned by `shift` seats."""
    filled = list(table.who) + [table.who[-1]] * (players - len(table.who))
    if players > 2:
        random.Random(mixed("seats", contest.seed, table.who, round_)).shuffle(filled)
    return tuple(filled[(seat + shift) % players] for seat in range(players))
