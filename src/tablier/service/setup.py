"""What a table is set up with: the game, its options, the start, the clock; read from requests and from stored events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import tablier
from tablier import wire
from tablier.core import clock as clocks
from tablier.core.clock import Control
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.wire import Problem

__all__ = ["Setup", "game_of", "players_of"]

_games: dict[str, Game] = {}


def game_of(game_id: str, options: Mapping[str, wire.OptionValue]) -> Game:
    """The game with its options; `not-found` when there is no such game, `bad-value` when an option is wrong."""
    if game_id not in tablier.games():
        raise Problem("not-found", f"no game {game_id!r:.60}; there are {', '.join(tablier.games())}")
    try:
        game = tablier.game(game_id, **options)
    except ValueError as error:
        raise Problem("bad-value", str(error)) from None
    # One object for each set of options: positions refer to it, and it knows that its rules are compiled.
    return _games.setdefault(repr(game), game)


def players_of(game: Game) -> list[wire.PlayerInfo]:
    """The players of a game."""
    return [{"name": player.name, "colour": player.colour} for player in game.players]


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is set up. `start` is a position text, None for the usual start; `clock` is as in the API. `hints`: people
    who play against each other may ask the computer all the same."""

    game: Game
    start: str | None
    clock: wire.ClockSetup | None
    order: wire.Order
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

    def data(self) -> wire.Setup:
        """As in the API, and as stored."""
        return {
            "game": self.game.id,
            "options": self.game.options,
            "start": self.start,
            "players": players_of(self.game),
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
    def asked(cls, request: wire.NewTable, now: int) -> Setup:
        """The setup a request asks for; Problem when something in it is wrong."""
        game = game_of(request.game, request.options)
        start = request.start
        if start is not None:
            try:
                position = game.position(start)
            except ValueError as error:
                raise Problem("bad-value", str(error)) from None
            if position.is_over:
                raise Problem("bad-value", "the game is over in this start position; one to play on from is wanted")
            start = None if position == game.start() else str(position)
        clock = cast(wire.ClockSetup | None, None if request.clock is None else request.clock.model_dump())
        # Who plays by correspondence is away most of the time.
        claim_after = None if clock is not None and clock["kind"] == "correspondence" else request.claim_after
        return cls(game, start, clock, request.order, request.listed, claim_after, now, request.hints)


def _control(clock: wire.ClockSetup) -> Control:
    if clock["kind"] == "fischer":
        return clocks.fischer(clock["seconds"], clock["increment"])
    if clock["kind"] == "sandglass":
        return clocks.sandglass(clock["seconds"], clock["each"])
    return clocks.correspondence(clock["days"])
