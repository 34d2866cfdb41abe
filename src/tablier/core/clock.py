"""Clocks as values: every function takes a clock and a moment and gives the clock that results; nothing here reads the time.

Moments and lengths are in seconds, whole or not. Moments may count from anything (the start of the match, 1970) and never
go backwards. A match without a clock has none: there is no control for that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

__all__ = [
    "Clock",
    "Control",
    "correspondence",
    "deadline",
    "fischer",
    "flagged",
    "new_clock",
    "pause",
    "remaining",
    "sandglass",
    "start",
    "stop",
]

DAY = 86_400


@dataclass(frozen=True, slots=True)
class Control:
    """How much time each player has: `seconds` for the whole game, and `increment` more after each turn of theirs; or
    `seconds` afresh for each turn or each move (a turn may hold several moves), and what is left of them is lost."""

    seconds: float
    increment: float = 0.0
    each: Literal["game", "turn", "move"] = "game"

    def __post_init__(self) -> None:
        _number("seconds", self.seconds)
        _number("increment", self.increment)
        if self.each not in ("game", "turn", "move"):
            raise ValueError(f"time is given for each 'game', 'turn' or 'move', not {self.each!r}")
        if self.seconds <= 0 or self.increment < 0:
            raise ValueError(
                f"seconds must be above 0 and the increment 0 or more, not {self.seconds!r}, {self.increment!r}"
            )
        if self.increment and self.each != "game":
            raise ValueError(f"time for each {self.each} takes no increment: it is not kept, not {self.increment!r}")

    def __str__(self) -> str:
        """``600+5`` (game and increment), ``30/move``, ``259200/turn``."""
        seconds = _plain(self.seconds)
        return f"{seconds}+{_plain(self.increment)}" if self.each == "game" else f"{seconds}/{self.each}"


def fischer(base: float, increment: float = 0.0) -> Control:
    """`base` seconds for the game and `increment` after each turn."""
    return Control(base, increment)


def sandglass(seconds: float, each: Literal["turn", "move"] = "turn") -> Control:
    """A glass that is turned at each turn, or at each move."""
    return Control(seconds, each=each)


def correspondence(days: float) -> Control:
    """`days` for each turn."""
    _number("days", days)
    return Control(days * DAY, each="turn")


@dataclass(frozen=True, slots=True)
class Clock:
    """`left` is each player's time as it was at the moment `since`; since then the clock of `player` runs. The clock stands
    still while `since` is None."""

    control: Control
    left: tuple[float, ...]
    player: int | None = None
    since: float | None = None


def new_clock(control: Control, players: int) -> Clock:
    """A clock for so many players, full and standing still."""
    if not isinstance(control, Control):
        raise ValueError(f"a clock follows a Control such as fischer(600, 5), not {control!r}")  # noqa: TRY004
    if not isinstance(players, int) or isinstance(players, bool) or players < 1:
        raise ValueError(f"a clock is for a whole number of players from 1 up, not {players!r}")
    return Clock(control, (float(control.seconds),) * players)


def start(clock: Clock, player: int, at: float) -> Clock:
    """The clock of `player` begins to run, or runs on after a pause."""
    _number("a moment", at)
    _player(clock, player)
    if clock.since is not None:
        raise ValueError(f"the clock of player {clock.player} is running: stop it before starting another")
    if 0.0 in clock.left:
        raise ValueError(f"player {clock.left.index(0.0)} has run out of time: the clock cannot be started")
    return replace(clock, player=player, since=at)


def pause(clock: Clock, at: float) -> Clock:
    """The clock stands still; `start` lets it run on. At 0 left, the flag has fallen."""
    if clock.since is None or clock.player is None:
        raise ValueError("the clock stands still already")
    return replace(clock, left=_with(clock, clock.player, remaining(clock, clock.player, at)), since=None)


def stop(clock: Clock, at: float, *, turn_over: bool) -> Clock:
    """The running player has made a move: the clock stands still, and unless it was too late they get what the control
    gives after a move, or after a turn if the move ended one."""
    stopped = pause(clock, at)
    player = clock.player
    assert player is not None  # noqa: S101
    left, control = stopped.left[player], clock.control
    if left == 0:
        return stopped
    if control.each == "game":
        left += control.increment if turn_over else 0
    elif turn_over or control.each == "move":
        left = float(control.seconds)
    return replace(stopped, left=_with(stopped, player, left))


def deadline(clock: Clock) -> float | None:
    """The moment the flag of the running clock falls; None while it stands still."""
    if clock.since is None or clock.player is None:
        return None
    return clock.since + clock.left[clock.player]


def remaining(clock: Clock, player: int, at: float) -> float:
    """The time `player` has left at a moment, never below 0."""
    _number("a moment", at)
    _player(clock, player)
    end = deadline(clock)
    if end is None or clock.since is None:
        return clock.left[player]
    if at < clock.since:
        raise ValueError(
            f"the moment {at!r} is before {clock.since!r}, when the clock began to run; time goes forwards"
        )
    return max(0.0, end - at) if player == clock.player else clock.left[player]


def flagged(clock: Clock, at: float) -> int | None:
    """The player whose time is up at a moment (just reaching 0 is up), None when nobody's is."""
    for player in range(len(clock.left)):
        if remaining(clock, player, at) == 0:
            return player
    return None


def _with(clock: Clock, player: int, left: float) -> tuple[float, ...]:
    return (*clock.left[:player], left, *clock.left[player + 1 :])


def _player(clock: Clock, player: object) -> None:
    if not isinstance(player, int) or isinstance(player, bool) or not 0 <= player < len(clock.left):
        raise ValueError(f"a player is a number from 0 to {len(clock.left) - 1}, not {player!r}")


def _plain(seconds: float) -> str:
    return str(int(seconds)) if seconds == int(seconds) else repr(seconds)


def _number(what: str, value: object) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"{what}: a finite number of seconds is wanted, not {value!r}")
