"""A match: a game with its history, the house rules that end what goes nowhere and, if wanted, a clock.

How a match ends, looked at in this order after every move; the first that holds is the reason given:

1. the game's own rules;
2. *repetition*: the same position for the third time at the start of a turn, the start of the match included;
3. *blocked*: every player still in the game has had to pass a whole turn, one after another;
4. *turn limit*: so many turns, all players together.

The last three look only at starts of turns, and all give the same places: players who have no place yet share the best
place left. A match that starts in the middle of a turn counts the rest of it as its first turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from tablier.core import clock as clocks
from tablier.core.clock import Clock, Control
from tablier.core.game import Game
from tablier.core.reason import Reason

if TYPE_CHECKING:
    from tablier.core.position import Position

__all__ = ["TURN_LIMIT", "End", "EndReason", "Match", "Turn"]

TURN_LIMIT = 1000
PASS = "pass"  # noqa: S105

EndReason = Literal["rules", "repetition", "blocked", "turn-limit", "resigned", "agreed", "time"]


@dataclass(frozen=True, slots=True)
class End:
    """Why a match is over.

    `rule` is the game's own reason ("rules"). `player` is who resigned or ran out of time. `turns` shows it in the history:
    for "repetition" how many turns were finished each time the position stood (0 is the start), for "blocked" the numbers of
    the turns passed, for "turn-limit" the number of the last turn; turns are numbered from 1.
    """

    reason: EndReason
    rule: Reason | None = None
    player: int | None = None
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn, its moves in order; the last turn of a match may be unfinished."""

    player: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Point:
    """The match after a move, or at its start, where there is no move.

    `opens`: a turn is over here and the next begins. `turns`: how many are finished. `passers`: who has passed a whole turn,
    one after another, up to here. `key`: the position's repetition key if it counts here.
    """

    position: Position
    opens: bool
    move: str = ""
    player: int = -1
    turns: int = 0
    passers: tuple[int, ...] = ()
    key: str | None = None
    reason: EndReason | None = None
    clock: Clock | None = None


class Match:
    """A game with its history.

    >>> import tablier
    >>> match = tablier.Match(tablier.game("connexion"))
    >>> match.play("c3*").to_act
    1
    >>> match.undo() == match.game.start(), match.redo().to_act, match.turns
    (True, 1, [Turn(player=0, moves=('c3*',))])
    """

    def __init__(
        self,
        game: Game,
        start: Position | None = None,
        turn_limit: int | None = TURN_LIMIT,
        clock: Control | None = None,
    ) -> None:
        """`start` is a position of the game, the usual one if not given; `turn_limit` None means none. With a `clock` every
        move needs its moment, and the clock stands still until `start_clock`."""
        if not isinstance(game, Game):
            raise ValueError(f"a match is of a game as tablier.game() makes it, not {game!r}")  # noqa: TRY004
        if turn_limit is not None and (
            not isinstance(turn_limit, int) or isinstance(turn_limit, bool) or turn_limit < 1
        ):
            raise ValueError(f"turn_limit is a whole number from 1 up, or None for no limit, not {turn_limit!r}")
        self._game = game
        self._turn_limit = turn_limit
        self._clock = None if clock is None else clocks.new_clock(clock, len(game.players))
        self._seen: defaultdict[str, list[int]] = defaultdict(list)
        self._closing: End | None = None
        self._undone: list[_Point | End] = []
        position = game.start() if start is None else _checked(game, start)
        over = position.is_over
        opens = over or position.turn_begins
        self._points: list[_Point] = []
        self._advance(
            _Point(
                position,
                opens,
                key=position.repetition_key if opens and not over else None,
                reason="rules" if over else None,
                clock=self._clock,
            )
        )

    @property
    def game(self) -> Game:
        """The game, with its options, that is played."""
        return self._game

    @property
    def turn_limit(self) -> int | None:
        """The number of turns after which the match ends, None for no limit."""
        return self._turn_limit

    @property
    def start(self) -> Position:
        """The position the match began with."""
        return self._points[0].position

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._points[-1].position

    @property
    def positions(self) -> list[Position]:
        """All positions, from the start to the one on the board."""
        return [point.position for point in self._points]

    @property
    def history(self) -> list[str]:
        """The moves played."""
        return [point.move for point in self._points[1:]]

    @property
    def turns(self) -> list[Turn]:
        """The moves played, by turns."""
        result: list[Turn] = []
        moves: list[str] = []
        for point in self._points[1:]:
            moves.append(point.move)
            if point.opens or point is self._points[-1]:
                result.append(Turn(point.player, tuple(moves)))
                moves = []
        return result

    @property
    def end_reason(self) -> EndReason | None:
        """The reason alone of `end`, without asking the game for its own."""
        return self._points[-1].reason if self._closing is None else self._closing.reason

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the game's rules, a house rule, the players or the clock."""
        return self.end_reason is not None

    @property
    def to_act(self) -> int | None:
        """The player to act, None when the match is over."""
        return None if self.is_over else self.position.to_act

    def moves(self) -> list[str]:
        """The legal moves, canonical and sorted; empty when the match is over."""
        return [] if self.is_over else self.position.moves()

    @property
    def end(self) -> End | None:
        """Why the match is over, None while it goes on."""
        if self._closing is not None:
            return self._closing
        point = self._points[-1]
        if point.reason is None:
            return None
        if point.reason == "rules":
            return End("rules", rule=point.position.ending)
        if point.reason == "repetition":
            assert point.key is not None  # noqa: S101
            return End("repetition", turns=tuple(self._seen[point.key]))
        first = point.turns - len(point.passers) + 1 if point.reason == "blocked" else point.turns
        return End(point.reason, turns=tuple(range(first, point.turns + 1)))

    @property
    def places(self) -> tuple[int, ...] | None:
        """Each player's place, 1 is best, shared places are equal; None while the match goes on."""
        if not self.is_over:
            return None
        if self.end_reason == "rules":
            return self.position.places
        return _shared(self.position.placed, None if self._closing is None else self._closing.player)

    def play(self, move: str, at: float | None = None) -> Position:
        """Play a legal move and return the position after it; ValueError that says why when it is not legal.

        With a clock, `at` is the moment of the move. A move that comes too late is not played: the match ends on time.
        Moves taken back can be redone only as long as the moves played are the same; with a clock, no longer at all.
        """
        self._must_go_on()
        if not self._in_time(at):
            return self.position
        before = self._points[-1]
        player = before.position.to_act
        assert player is not None  # noqa: S101
        position = before.position.play(move)
        again = self._undone[-1] if self._undone else None
        if self._clock is None and isinstance(again, _Point) and again.move == move:
            self._advance(again)
            self._undone.pop()
            return again.position
        self._undone.clear()
        over = position.is_over
        opens = over or position.turn_begins
        point = _Point(
            position,
            opens,
            move,
            player,
            before.turns + opens,
            (*before.passers, player) if move == PASS and before.opens and opens else (),
            position.repetition_key if opens and not over else None,
        )
        point = replace(point, reason=self._reason_at(point, over))
        if self._clock is not None and at is not None:
            clock = clocks.stop(self._clock, at, turn_over=opens)
            if point.reason is None and (to_act := position.to_act) is not None:
                clock = clocks.start(clock, to_act, at)
            point = replace(point, clock=clock)
            self._clock = clock
        self._advance(point)
        return position

    def _reason_at(self, point: _Point, over: bool) -> EndReason | None:
        """Why the match ends at a new point, in the order the module promises."""
        if over:
            return "rules"
        if point.key is None:
            return None
        if len(self._seen.get(point.key, ())) >= 2:
            return "repetition"
        if point.passers and all(
            place is not None or player in point.passers for player, place in enumerate(point.position.placed)
        ):
            return "blocked"
        if self._turn_limit is not None and point.turns >= self._turn_limit:
            return "turn-limit"
        return None

    def resign(self, player: int, at: float | None = None) -> None:
        """`player` gives up: the other takes the best place left. Only while two players are in the game: the rules of no
        game say how more play on without one of them."""
        self._must_go_on()
        if self._still_in(player) != 2:
            raise ValueError(
                f"player {player} cannot resign while more than two players are in the game: "
                "play on, or end the match for all with agree()"
            )
        self._close(End("resigned", player=player), at)

    def agree(self, at: float | None = None) -> None:
        """The players agree to end the match: those still in the game share the best place left."""
        self._must_go_on()
        self._close(End("agreed"), at)

    def out_of_time(self, player: int, at: float | None = None) -> None:
        """`player` has run out of time: they take the worst place left, the others still in the game share the best. With a
        clock of its own the match sees to that itself."""
        self._must_go_on()
        self._still_in(player)
        self._close(End("time", player=player), at)

    def undo(self) -> Position:
        """Take back the last thing that happened (a resignation, an agreement, a fallen flag, or a move).

        A clock goes back to what it showed then, and stands still.
        """
        if self._closing is not None:
            self._undone.append(self._closing)
            self._closing = None
        elif len(self._points) > 1:
            point = self._points.pop()
            if point.key is not None:
                self._seen[point.key].pop()
            self._undone.append(point)
        else:
            raise ValueError("there is nothing to undo: the match is at its start")
        self._restore_clock()
        return self.position

    def redo(self) -> Position:
        """Bring back what was taken back last."""
        if not self._undone:
            raise ValueError("there is nothing to redo: nothing was taken back, or something else was played since")
        again = self._undone.pop()
        if isinstance(again, End):
            self._closing = again
        else:
            self._advance(again)
        self._restore_clock()
        return self.position

    def undo_turn(self) -> Position:
        """Go back to the nearest earlier start of a turn, or to the start of the match."""
        self.undo()
        while len(self._points) > 1 and not self._points[-1].opens:
            self.undo()
        return self.position

    def redo_turn(self) -> Position:
        """Go on to the next start of a turn, or as far as there is something to redo."""
        self.redo()
        while self._undone and not self._points[-1].opens:
            self.redo()
        return self.position

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._closing is not None or len(self._points) > 1

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return bool(self._undone)

    @property
    def clock(self) -> Clock | None:
        """The clock, None when the match has none."""
        return self._clock

    def start_clock(self, at: float) -> None:
        """Let the clock of the player to act run, at the beginning, after a pause or after taking back."""
        self._must_go_on()
        player = self.position.to_act
        assert player is not None  # noqa: S101
        self._clock = clocks.start(self._own_clock(), player, at)

    def pause_clock(self, at: float) -> None:
        """Let the clock stand still; a flag that has fallen by then ends the match."""
        self._must_go_on()
        if not self.flag(at):
            self._clock = clocks.pause(self._own_clock(), at)

    def flag(self, at: float) -> bool:
        """Whether the match has ended on time by this moment: looks at the clock and ends the match if a flag has fallen."""
        if not self.is_over and (player := clocks.flagged(self._own_clock(), at)) is not None:
            if self._own_clock().since is not None:
                self._clock = clocks.pause(self._own_clock(), at)
            self._closing = End("time", player=player)
            self._undone.clear()
        return self.end_reason == "time"

    def __copy__(self) -> Match:
        """The same match, to try something with that this one is not to know of."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._points, other._undone = list(self._points), list(self._undone)
        other._seen = defaultdict(list, {key: list(turns) for key, turns in self._seen.items()})
        return other

    def __repr__(self) -> str:
        over = f"over: {self.end_reason}, places {self.places}"
        state = over if self.is_over else f"player {self.to_act} to act"
        return f"<match of {self._game!r}, {len(self._points) - 1} moves, {state}>"

    def _advance(self, point: _Point) -> None:
        self._points.append(point)
        if point.key is not None:
            self._seen[point.key].append(point.turns)

    def _must_go_on(self) -> None:
        if self.is_over:
            raise ValueError(f"the match is over ({self.end_reason}): take something back first")

    def _still_in(self, player: object) -> int:
        """How many players are still in the game; ValueError when `player` is not one of them."""
        placed = self.position.placed
        players = [index for index, place in enumerate(placed) if place is None]
        if not isinstance(player, int) or isinstance(player, bool) or player not in players:
            listed = ", ".join(str(index) for index in players)
            raise ValueError(f"a player still in the game is wanted, one of {listed}, not {player!r}")
        return len(players)

    def _close(self, closing: End, at: float | None) -> None:
        if not self._in_time(at):
            return
        if self._clock is not None and at is not None:
            self._clock = clocks.pause(self._clock, at)
        again = self._undone[-1] if self._undone else None
        if self._clock is None and again == closing:
            self._undone.pop()
        else:
            self._undone.clear()
        self._closing = closing

    def _in_time(self, at: float | None) -> bool:
        """Whether something may happen at this moment: False when the clock has ended the match before."""
        if self._clock is None:
            if at is not None:
                raise ValueError(f"this match has no clock: it takes no moment, not {at!r}")
            return True
        if at is None:
            raise ValueError("this match has a clock: say at which moment, in seconds, as at=…")
        if self._clock.since is None:
            raise ValueError("the clock stands still: start it first, with start_clock")
        return not self.flag(at)

    def _own_clock(self) -> Clock:
        if self._clock is None:
            raise ValueError("this match has no clock; one is made with Match(game, clock=…)")
        return self._clock

    def _restore_clock(self) -> None:
        clock = self._points[-1].clock
        self._clock = None if clock is None else replace(clock, since=None)


def _checked(game: Game, start: object) -> Position:
    from tablier.core.position import Position  # noqa: PLC0415

    if not isinstance(start, Position) or start.game != game:
        raise ValueError(f"the start must be a position of {game!r}, not {start!r}")
    return start


def _shared(placed: Sequence[int | None], loser: int | None) -> tuple[int, ...]:
    """The places when a match stops: given places stay, `loser` takes the worst place left, the others share the best left.

    A place shared by two takes up the next place too.
    """
    taken: set[int] = set()
    for place in sorted(place for place in placed if place is not None):
        while place in taken:
            place += 1  # noqa: PLW2901
        taken.add(place)
    left = [place for place in range(1, len(placed) + 1) if place not in taken]
    return tuple(
        place if place is not None else left[-1] if player == loser else left[0] for player, place in enumerate(placed)
    )
