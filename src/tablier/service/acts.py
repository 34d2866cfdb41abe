"""What people do at tables: each act is checked against the table as it stands, then written as events.

Every check comes before the first event, so a refused act leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablier import wire
from tablier.service.names import clean_name
from tablier.service.scribe import Scribe
from tablier.service.table import Seat, Table
from tablier.wire import Problem, not_now

__all__ = ["MOST_EVENTS", "Actor", "perform"]

_CLAIM_LEVEL = 5
_MOST_RENAMES = 20
MOST_EVENTS = 10_000
"""A table with so many events takes nothing any more that a game can do without; moves only up to twice as many."""
_ALWAYS = (wire.Resign, wire.Answer, wire.Resume, wire.Leave, wire.Claim, wire.Close)
_TOUCH_THE_CLOCK = (wire.Undo, wire.Resign, wire.Ask, wire.Answer)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a guest, their usual name, the way's length in ms. `invited` says that their invitation fits the seat,
    `away` tells since when a guest has been away (None: they are here)."""

    guest: str
    name: str | None = None
    lag: int = 0
    invited: bool = False
    away: Callable[[str], int | None] = lambda _guest: None


def perform(scribe: Scribe, actor: Actor, act: wire.Act) -> None:
    """Do an act; Problem when it is refused."""
    if scribe.table.status == "closed":
        raise not_now("closed", "the table is closed")
    _must_fit(scribe.table, act)
    if isinstance(act, _TOUCH_THE_CLOCK) and scribe.has_fallen(scribe.at):
        # Not fallen for good: a move may be on its way that was in time, or a computer wait for its turn to think.
        raise not_now("flagged", "the flag is falling")
    _DO[type(act)](scribe, actor, act)


def _must_fit(table: Table, act: wire.Act) -> None:
    """Tables do not grow without end; a game that goes on can always be ended."""
    if isinstance(act, _ALWAYS) or (isinstance(act, wire.Ask) and act.what == "draw"):
        return
    if table.number >= (2 * MOST_EVENTS if isinstance(act, wire.Move) else MOST_EVENTS):
        raise not_now("table-full", f"the table has {table.number} events, no more fit: make a new one")


def _seat_number(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Problem("bad-value", f"the table has seats 0 to {len(table.seats) - 1}, not {number}")
    return table.seats[number]


def _must_play(table: Table) -> None:
    if table.status == "paused":
        raise not_now("paused", "the game is paused")
    if table.status != "playing":
        raise not_now("over" if table.status == "over" else "not-playing", f"the table is {table.status}")


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        raise not_now("not-open", "the game has begun already")


def _must_host(table: Table, actor: Actor) -> None:
    if actor.guest != table.host:
        raise Problem("forbidden", "only the host of the table may do this")


def _own_seat(table: Table, actor: Actor, wanted: int | None) -> int:
    """The actor's seat that is meant: the one given, the one to act, or the only one."""
    own = table.seats_of(actor.guest)
    if wanted is not None:
        _seat_number(table, wanted)
        if wanted not in own:
            raise Problem("forbidden", f"seat {wanted} is not yours")
        return wanted
    if not own:
        raise Problem("forbidden", "you hold no seat at this table")
    if table.to_act in own:
        return int(table.to_act or 0)
    if len(own) > 1:
        raise Problem("bad-value", f"you hold the seats {', '.join(map(str, own))}: say which one as 'seat'")
    return own[0]


def _sit(scribe: Scribe, actor: Actor, act: wire.Sit) -> None:
    table = scribe.table
    seat = _seat_number(table, act.seat)
    name = clean_name(act.name) or actor.name
    if seat.guest == actor.guest and seat.left and table.status in ("playing", "paused"):
        scribe.emit("seated", seat=act.seat, guest=actor.guest, name=name or seat.name)
        return
    _must_be_open(table)
    if seat.kind not in ("open", "invited"):
        raise not_now("seat-taken", f"seat {act.seat} is taken")
    if seat.kind == "invited" and not actor.invited:
        raise Problem("forbidden", f"seat {act.seat} is for whoever has its invitation")
    scribe.emit("seated", seat=act.seat, guest=actor.guest, name=name)
    scribe.start_if_full()


def _change_seat(scribe: Scribe, actor: Actor, act: wire.ChangeSeat) -> None:
    table = scribe.table
    _must_host(table, actor)
    _must_be_open(table)
    _seat_number(table, act.seat)
    to = act.to
    level = act.level if to == "computer" else None
    if to == "computer" and level is None:
        raise Problem("bad-value", "a computer needs a level")
    name = clean_name(act.name) or actor.name
    others = [seat for index, seat in enumerate(table.seats) if index != act.seat]
    if to == "computer" and all(seat.kind == "computer" for seat in others):
        raise Problem("bad-value", "at least one seat must be for a person")
    scribe.emit("seat-changed", seat=act.seat, to="open" if to == "mine" else to, level=level)
    if to == "mine":
        scribe.emit("seated", seat=act.seat, guest=actor.guest, name=name)
    scribe.start_if_full()


def _move(scribe: Scribe, actor: Actor, act: wire.Move) -> None:
    table = scribe.table
    _must_play(table)
    own = table.seats_of(actor.guest)
    if not own:
        raise Problem("forbidden", "you hold no seat at this table")
    if table.to_act not in own:
        raise not_now("not-your-turn", f"player {table.to_act} is to act")
    if len(act.move) > wire.MAX_MOVE:
        raise Problem("illegal-move", f"a move has at most {wire.MAX_MOVE} characters", reason=None)
    scribe.move(act.move, actor.lag)


def _undo(scribe: Scribe, actor: Actor, _act: wire.Undo) -> None:
    table = scribe.table
    _must_play(table)
    player = table.to_act
    if player not in table.seats_of(actor.guest):
        raise not_now("not-your-turn", f"player {player} is to act")
    if not table.plays or table.plays[-1].opens:
        raise not_now("nothing-to-undo", "no move of this turn was played; ask for a take-back instead")
    left = table.left_after_undo(scribe.at)
    if left is not None and left <= 0:
        raise not_now("no-time", "undoing would leave no time on the clock")
    scribe.emit("undone", player=player, plies=len(table.plays) - 1)


def _resign(scribe: Scribe, actor: Actor, act: wire.Resign) -> None:
    table = scribe.table
    _must_play(table)
    seat = _own_seat(table, actor, act.seat)
    players = [index for index in range(len(table.seats)) if table.still_in(index)]
    if seat not in players:
        raise not_now("over", f"player {seat} has a place already")
    if len(players) != 2:
        raise not_now("several-players", "resigning needs exactly two players left in the game; leave instead")
    scribe.end("resigned", seat)


def _ask(scribe: Scribe, actor: Actor, act: wire.Ask) -> None:
    table, what = scribe.table, act.what
    if what == "rematch":
        if table.status != "over":
            raise not_now("not-over", "a rematch is asked for when the game is over")
    else:
        _must_play(table)
    seat = _own_seat(table, actor, act.seat)
    if what != "rematch" and not table.still_in(seat):
        raise not_now("over", f"player {seat} has a place already")
    if table.question is not None:
        raise not_now("question-stands", f"a question ({table.question.what}) is waiting for answers")
    plies = table.takeback_plies(seat) if what == "takeback" else None
    if what == "takeback" and plies is None:
        raise not_now("nothing-to-undo", f"player {seat} has played no move")
    asked = [
        index
        for index, other in enumerate(table.seats)
        if other.guest != actor.guest and (what == "rematch" or table.still_in(index))
    ]
    if what == "draw" and any(table.seats[index].kind == "computer" for index in asked):
        raise not_now("computer-declines", "computers agree to no draw")
    people = [index for index in asked if table.seats[index].kind == "person"]
    if what == "rematch" and any(seat.left for seat in table.seats):
        raise not_now("no-people", "someone has left the table: make a new one")
    if not people:
        _agreed(scribe, what, seat)
        return
    if table.asked_this_turn(what, seat):
        raise not_now("asked-already", "this was asked in this turn already")
    scribe.emit("asked", what=what, seat=seat, waiting=people)


def _answer(scribe: Scribe, actor: Actor, act: wire.Answer) -> None:
    table, question = scribe.table, scribe.table.question
    if question is None or question.what != act.what:
        raise not_now("no-question", "nothing of that kind was asked")
    own = [seat for seat in question.waiting if table.seats[seat].guest == actor.guest]
    if not own:
        raise not_now("no-question", "nothing was asked of you, or you have answered")
    what, asker = question.what, question.seat
    for seat in own if act.yes else own[:1]:
        scribe.emit("answered", what=what, seat=seat, yes=act.yes)
    if act.yes and table.question is not None and not table.question.waiting:
        _agreed(scribe, what, asker)


def _agreed(scribe: Scribe, what: wire.QuestionKind, seat: int) -> None:
    """What a question leads to when all agree."""
    if what == "draw":
        scribe.end("agreed")
    elif what == "takeback":
        scribe.emit("tookback", plies=scribe.table.takeback_plies(seat))
    elif what == "pause":
        scribe.emit("paused", seat=seat)
    else:
        scribe.start_again()


def _resume(scribe: Scribe, actor: Actor, _act: wire.Resume) -> None:
    table = scribe.table
    if table.status != "paused":
        raise not_now("not-paused", "the game is not paused")
    own = table.seats_of(actor.guest)
    if not own:
        raise Problem("forbidden", "you hold no seat at this table")
    scribe.emit("resumed", seat=own[0])


def _leave(scribe: Scribe, actor: Actor, _act: wire.Leave) -> None:
    table = scribe.table
    own = [seat for seat in table.seats_of(actor.guest) if not table.seats[seat].left]
    if not own:
        raise not_now("seat-not-held", "you hold no seat at this table")
    for seat in own:
        scribe.emit("left", seat=seat)
    if table.status == "open":
        deserted = actor.guest == table.host
    else:
        people = [index for index, seat in enumerate(table.seats) if seat.kind == "person"]
        gone = all(table.seats[index].left for index in people)
        # Where all people have their places, the computers finish the game by themselves.
        deserted = table.status != "over" and gone and any(table.still_in(index) for index in people)
    if deserted:
        scribe.emit("closed")


def _claim(scribe: Scribe, actor: Actor, act: wire.Claim) -> None:
    table = scribe.table
    _must_play(table)
    seat = _seat_number(table, act.seat)
    own = [index for index in table.seats_of(actor.guest) if table.still_in(index)]
    if not own:
        raise Problem("forbidden", "only players still in the game may claim a seat")
    if seat.kind != "person" or seat.guest is None or seat.guest == actor.guest or not table.still_in(act.seat):
        raise not_now("seat-not-held", f"seat {act.seat} is not another person's who is still in the game")
    level = (act.level or _CLAIM_LEVEL) if act.to == "computer" else None
    if not seat.left:
        assert table.setup is not None  # noqa: S101
        away, patience = actor.away(seat.guest), table.setup.claim_after
        if away is None or patience is None:
            raise not_now("not-absent", f"seat {act.seat} is not absent", claimable_at=None)
        if scribe.at < away + patience:
            raise not_now("not-absent", "they have not been away for long enough", claimable_at=away + patience)
    scribe.emit("claimed", seat=act.seat, by=own[0], to=act.to, level=level)
    if act.to == "win":
        scribe.end("absent", act.seat)


def _rename(scribe: Scribe, actor: Actor, act: wire.Rename) -> None:
    own = scribe.table.seats_of(actor.guest)
    if not own:
        raise not_now("seat-not-held", "you hold no seat at this table")
    name = clean_name(act.name)
    if scribe.table.renames.get(actor.guest, 0) + len(own) > _MOST_RENAMES:
        raise not_now("too-many-renames", f"at one table {_MOST_RENAMES} new names are enough")
    for seat in own:
        scribe.emit("renamed", seat=seat, name=name)


def _close(scribe: Scribe, actor: Actor, _act: wire.Close) -> None:
    _must_host(scribe.table, actor)
    if scribe.table.status not in ("open", "over"):
        raise not_now("not-over", "a table is closed before its game begins or after it has ended")
    scribe.emit("closed")


_DO: dict[type[wire.AnAct], Callable[[Scribe, Actor, Any], None]] = {
    wire.Sit: _sit,
    wire.ChangeSeat: _change_seat,
    wire.Move: _move,
    wire.Undo: _undo,
    wire.Resign: _resign,
    wire.Ask: _ask,
    wire.Answer: _answer,
    wire.Resume: _resume,
    wire.Leave: _leave,
    wire.Claim: _claim,
    wire.Rename: _rename,
    wire.Close: _close,
}
