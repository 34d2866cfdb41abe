"""What a table is set up with: the game, its options, the start, the clock; read from requests and from stored events."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import tablier
from tablier.core import clock as clocks
from tablier.core.clock import Control
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.service.problems import Problem

__all__ = ["CLAIM_AFTER", "MIN_CLAIM_AFTER", "Setup", "game_of"]

CLAIM_AFTER = 120_000
MIN_CLAIM_AFTER = 30_000
_MAX_SECONDS = 30 * 86_400
_MAX_CLAIM_AFTER = 30 * 86_400_000

_games: dict[str, Game] = {}


def game_of(game_id: object, options: object) -> Game:
    """The game with its options; `not-found` when there is no such game, `bad-value` when an option is wrong."""
    if not isinstance(game_id, str) or game_id not in tablier.games():
        raise Problem("not-found", f"no game {game_id!r:.60}; there are {', '.join(tablier.games())}")
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise Problem("bad-value", f"options are an object of names and values, not {options!r:.60}")
    try:
        game = tablier.game(game_id, **options)
    except ValueError as error:
        raise Problem("bad-value", str(error)) from None
    # One object for each set of options: positions refer to it, and it knows that its rules are compiled.
    return _games.setdefault(repr(game), game)


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is set up. `start` is a position text, None for the usual start; `clock` is as in the API. `hints`: people
    who play against each other may ask the computer all the same."""

    game: Game
    start: str | None
    clock: dict[str, Any] | None
    order: str
    listed: bool
    claim_after: int | None
    created: int
    hints: bool = False

    @property
    def control(self) -> Control | None:
        """The clock's control, None without a clock."""
        return None if self.clock is None else _control(self.clock)

    def new_match(self) -> Match:
        """A match at its start."""
        start = None if self.start is None else self.game.position(self.start)
        return Match(self.game, start, clock=self.control)

    def data(self) -> dict[str, Any]:
        """As in the API, and as stored."""
        return {
            "game": self.game.id,
            "options": self.game.options,
            "start": self.start,
            "players": [{"name": player.name, "colour": player.colour} for player in self.game.players],
            "clock": self.clock,
            "order": self.order,
            "listed": self.listed,
            "claim_after": self.claim_after,
            "created": self.created,
            "hints": self.hints,
        }

    @classmethod
    def stored(cls, data: Mapping[str, Any]) -> Setup:
        """The setup that `data` was made from."""
        game = game_of(data["game"], data["options"])
        return cls(
            game,
            data["start"],
            data["clock"],
            data["order"],
            data["listed"],
            data["claim_after"],
            data["created"],
            data.get("hints", False),
        )

    @classmethod
    def asked(cls, request: Mapping[str, Any], now: int) -> Setup:
        """The setup a request asks for; Problem when something in it is wrong."""
        game = game_of(request.get("game"), request.get("options") or {})
        start = request.get("start")
        if start is not None:
            try:
                position = game.position(start)
            except ValueError as error:
                raise Problem("bad-value", str(error)) from None
            if position.is_over:
                raise Problem("bad-value", "the game is over in this start position; one to play on from is wanted")
            start = None if position == game.start() else str(position)
        clock = request.get("clock")
        order = request.get("order", "given")
        if order not in ("given", "random"):
            raise Problem("bad-value", f"order is 'given' or 'random', not {order!r:.60}")
        listed, hints = request.get("listed", False), request.get("hints", False)
        for name, value in (("listed", listed), ("hints", hints)):
            if not isinstance(value, bool):
                raise Problem("bad-value", f"{name} is true or false, not {value!r:.60}")
        claim_after = request.get("claim_after", CLAIM_AFTER)
        if claim_after is not None and (
            not isinstance(claim_after, int)
            or isinstance(claim_after, bool)
            or not MIN_CLAIM_AFTER <= claim_after <= _MAX_CLAIM_AFTER
        ):
            raise Problem("bad-value", f"claim_after is null or from {MIN_CLAIM_AFTER} ms up, not {claim_after!r:.60}")
        if clock is not None:
            clock = _clock_data(clock)
            if clock["kind"] == "correspondence":
                claim_after = None
        return cls(game, start, clock, order, listed, claim_after, now, hints)


_CLOCKS = {"fischer": ("seconds", "increment"), "sandglass": ("seconds", "each"), "correspondence": ("days",)}


def _clock_data(given: object) -> dict[str, Any]:
    """A clock's settings, checked and complete."""
    kind = given.get("kind") if isinstance(given, Mapping) else None
    if not isinstance(given, Mapping) or kind not in _CLOCKS:
        raise Problem("bad-value", f"a clock's kind is one of {', '.join(_CLOCKS)}, not {given!r:.60}")
    kind = cast(str, kind)
    unknown = set(given) - {"kind", *_CLOCKS[kind]}
    if unknown:
        raise Problem("bad-value", f"a {kind} clock has {', '.join(_CLOCKS[kind])}, not {sorted(unknown)!r:.60}")
    data: dict[str, Any] = {"kind": kind}
    for name in _CLOCKS[kind]:
        value = given.get(name, {"increment": 0, "each": "turn"}.get(name))
        if name == "each":
            if value not in ("turn", "move"):
                raise Problem("bad-value", f"a sand-glass is turned at each 'turn' or 'move', not {value!r:.60}")
        else:
            most = 30 if name == "days" else _MAX_SECONDS
            least = 0 if name == "increment" else 1 / 24 if name == "days" else 1
            if not _is_number(value) or not least <= cast(float, value) <= most:
                raise Problem("bad-value", f"{name} of a clock is a number from {least:g} to {most}, not {value!r:.60}")
        data[name] = value
    return data


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _control(clock: Mapping[str, Any]) -> Control:
    if clock["kind"] == "fischer":
        return clocks.fischer(clock["seconds"], clock["increment"])
    if clock["kind"] == "sandglass":
        return clocks.sandglass(clock["seconds"], clock["each"])
    return clocks.correspondence(clock["days"])
