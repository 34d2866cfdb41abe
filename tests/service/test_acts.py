"""What people may do at a table, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tablier import wire
from tablier.service.acts import Actor, perform
from tablier.service.new_table import open_table
from tablier.service.scribe import Scribe
from tablier.service.table import Table
from tablier.wire import Problem
from tests.service.people import refused

NOW = 1_700_000_000_000


class At:
    """A table in memory, where people act at chosen moments."""

    def __init__(self, game: str, *kinds: str, **more: Any) -> None:
        seats = [{"kind": kind, "level": 3} if kind == "computer" else {"kind": kind} for kind in kinds]
        asked = wire.read_as(wire.NewTable, {"request": "r", "game": game, "seats": seats, **more})
        self.table: Table = open_table("ada", "Ada", asked, NOW).table
        self.now = NOW
        self.away: int | None = None

    def do(self, guest: str, what_to_do: str, /, lag: int = 0, **more: Any) -> list[str]:
        """Act; the kinds of the events this made."""
        scribe = Scribe(self.table, self.now)
        act = wire.read(wire.Act, {"act": what_to_do, "request": "r", "expected": 0, **more})
        actor = Actor(
            guest, guest.title(), lag, invited=more.get("invitation") == "good", away=lambda _guest: self.away
        )
        perform(scribe, actor, act)
        return [event.kind for event in scribe.events]

    def moves(self, *guests: str) -> None:
        for guest in guests:
            assert self.table.match is not None
            self.do(guest, "move", move=self.table.match.moves()[0])


def two(game: str = "polygone", **more: Any) -> At:
    at = At(game, "mine", "open", **more)
    assert at.do("bob", "sit", seat=1) == ["seated", "started"]
    return at


def test_a_game_starts_when_all_seats_are_taken() -> None:
    at = At("kenwan", "mine", "open", "computer")
    assert at.table.status == "open"
    with refused("not-now", "not-playing"):
        at.do("ada", "move", move="x")
    with refused("not-now", "seat-taken"):
        at.do("bob", "sit", seat=0)
    with refused("bad-value"):
        at.do("bob", "sit", seat=3)
    assert at.do("bob", "sit", seat=1, name="  Bob\u202e the\n builder ") == ["seated", "started"]
    assert [seat.name for seat in at.table.seats] == ["Ada", "Bob the builder", None]
    assert at.table.to_act == 0
    with refused("not-now", "not-open"):
        at.do("eve", "sit", seat=1)


def test_random_order_shuffles_seats() -> None:
    first = {At("polygone", "mine", "computer", order="random").table.seats[0].kind for _ in range(60)}
    assert first == {"person", "computer"}


def test_an_invited_seat_needs_its_invitation() -> None:
    at = At("polygone", "mine", "invited")
    with refused("forbidden"):
        at.do("bob", "sit", seat=1)
    assert at.do("bob", "sit", seat=1, invitation="good") == ["seated", "started"]


def test_leaving_before_the_start_frees_the_seat() -> None:
    at = At("kenwan", "mine", "invited", "open")
    at.do("bob", "sit", seat=1, invitation="good")
    assert at.do("bob", "leave") == ["left"]
    assert at.table.seats[1].kind == "invited"
    with refused("not-now", "seat-not-held"):
        at.do("bob", "leave")
    assert at.do("ada", "leave") == ["left", "closed"]
    with refused("not-now", "closed"):
        at.do("bob", "sit", seat=2)


def test_the_host_changes_seats_before_the_start() -> None:
    at = At("kenwan", "mine", "open", "open")
    with refused("forbidden"):
        at.do("bob", "change-seat", seat=1, to="computer", level=2)
    with refused("invalid-request"):
        at.do("ada", "change-seat", seat=1, to="computer", level=11)
    with refused("bad-value"):
        at.do("ada", "change-seat", seat=1, to="computer")
    assert at.do("ada", "change-seat", seat=1, to="computer", level=2) == ["seat-changed"]
    with refused("bad-value"):
        at.do("ada", "change-seat", seat=5, to="open")
    with refused("invalid-request"):
        at.do("ada", "change-seat", seat=7, to="open")
    assert at.do("ada", "change-seat", seat=2, to="mine", name="Zoé") == ["seat-changed", "seated", "started"]
    assert [seat.guest for seat in at.table.seats] == ["ada", None, "ada"]


def test_someone_must_be_a_person() -> None:
    at = At("polygone", "computer", "open")
    with refused("bad-value"):
        at.do("ada", "change-seat", seat=1, to="computer", level=2)


def test_nobody_moves_for_another_seat() -> None:
    at = two()
    assert at.table.match is not None
    move = at.table.match.moves()[0]
    with refused("not-now", "not-your-turn"):
        at.do("bob", "move", move=move)
    with refused("forbidden"):
        at.do("eve", "move", move=move)
    assert at.do("ada", "move", move=move) == ["moved"]
    with refused("forbidden"):
        at.do("eve", "resign")
    with refused("forbidden"):
        at.do("bob", "resign", seat=0)


def test_an_illegal_move_says_why() -> None:
    at = two("connexion")
    with refused("illegal-move") as nonsense:
        at.do("ada", "move", move="nonsense!")
    assert nonsense.problem.extra["reason"] is None
    with refused("illegal-move") as wrong:
        at.do("ada", "move", move="pass")
    assert wrong.problem.extra["reason"] is None or wrong.problem.extra["reason"]["code"]
    with refused("illegal-move"):
        at.do("ada", "move", move="x" * 5000)
    assert at.table.plays == []


def test_undo_within_a_turn_needs_nobody() -> None:
    at = two("hendeca")
    with refused("not-now", "nothing-to-undo"):
        at.do("ada", "undo")
    while at.table.turn_begins:
        at.moves("ada" if at.table.to_act == 0 else "bob")
    actor = ["ada", "bob"][at.table.to_act or 0]
    other = {"ada": "bob", "bob": "ada"}[actor]
    plies = len(at.table.plays)
    with refused("not-now", "not-your-turn"):
        at.do(other, "undo")
    assert at.do(actor, "undo") == ["undone"]
    assert len(at.table.plays) == plies - 1
    with refused("not-now", "nothing-to-undo"):
        at.do(actor, "undo")


def test_undoing_gives_no_time_back() -> None:
    at = two("hendeca", clock={"kind": "fischer", "seconds": 600, "increment": 0})
    while at.table.turn_begins:
        at.moves("ada" if at.table.to_act == 0 else "bob")
    player = at.table.to_act or 0
    actor = ["ada", "bob"][player]
    at.do(actor, "undo")
    deadline = at.table.deadline
    assert deadline is not None
    for _ in range(5):
        at.now += 10_000
        at.moves(actor)
        assert at.table.to_act == player
        at.now += 5_000
        at.do(actor, "undo")
    # As if nothing had been played: the flag falls when it would have fallen.
    assert at.table.deadline is not None
    assert abs(at.table.deadline - deadline) <= 1


def test_undoing_is_refused_when_no_time_would_be_left() -> None:
    at = two("hendeca", clock={"kind": "sandglass", "seconds": 30, "each": "move"})
    while at.table.turn_begins:
        at.now += 20_000
        at.moves("ada" if at.table.to_act == 0 else "bob")
    at.now += 15_000
    with refused("not-now", "no-time"):
        at.do(["ada", "bob"][at.table.to_act or 0], "undo")


def test_resigning_ends_a_game_of_two() -> None:
    at = two()
    assert at.do("bob", "resign") == ["ended"]
    assert at.table.end is not None
    assert at.table.end["places"] == [1, 2]
    assert (at.table.end["reason"], at.table.end["player"]) == ("resigned", 1)
    with refused("not-now", "over"):
        at.do("ada", "resign")
    three = At("kenwan", "mine", "computer", "computer")
    with refused("not-now", "several-players"):
        three.do("ada", "resign")


def test_holding_several_seats_one_says_which() -> None:
    at = At("kenwan", "mine", "open", "mine")
    at.do("bob", "sit", seat=1)
    at.moves("ada")
    with refused("bad-value"):
        at.do("ada", "ask", what="pause")
    assert at.do("ada", "ask", what="pause", seat=2) == ["asked"]


def test_a_draw_needs_everyone_still_in() -> None:
    at = At("kenwan", "mine", "open", "open")
    at.do("bob", "sit", seat=1)
    at.do("eve", "sit", seat=2)
    assert at.do("ada", "ask", what="draw") == ["asked"]
    with refused("not-now", "question-stands"):
        at.do("bob", "ask", what="pause")
    with refused("not-now", "no-question"):
        at.do("ada", "answer", what="draw", yes=True)
    assert at.do("bob", "answer", what="draw", yes=True) == ["answered"]
    with refused("not-now", "no-question"):
        at.do("bob", "answer", what="draw", yes=True)
    with refused("not-now", "no-question"):
        at.do("eve", "answer", what="pause", yes=True)
    assert at.do("eve", "answer", what="draw", yes=True) == ["answered", "ended"]
    assert at.table.end is not None
    assert at.table.end["places"] == [1, 1, 1]


def test_a_no_or_a_move_of_someone_asked_ends_a_question() -> None:
    at = two()
    at.do("ada", "ask", what="draw")
    assert at.do("bob", "answer", what="draw", yes=False) == ["answered"]
    assert at.table.question is None
    with refused("not-now", "asked-already"):
        at.do("ada", "ask", what="draw")
    at.do("bob", "ask", what="draw")
    at.moves("ada")
    assert at.table.question is None
    at.do("ada", "ask", what="draw")
    at.moves("bob")
    assert at.table.question is None


def test_an_offer_outlives_the_asker_s_own_move() -> None:
    at = two()
    at.do("ada", "ask", what="draw")
    at.moves("ada")
    assert at.do("bob", "answer", what="draw", yes=True) == ["answered", "ended"]


def test_computers_agree_to_no_draw_but_to_all_else() -> None:
    at = At("polygone", "mine", "computer")
    with refused("not-now", "computer-declines"):
        at.do("ada", "ask", what="draw")
    with refused("not-now", "nothing-to-undo"):
        at.do("ada", "ask", what="takeback")
    at.moves("ada")
    assert at.do("ada", "ask", what="takeback") == ["tookback"]
    assert at.table.plays == []
    assert at.do("ada", "ask", what="pause") == ["paused"]
    assert at.do("ada", "resume") == ["resumed"]
    at.do("ada", "resign")
    assert at.do("ada", "ask", what="rematch") == ["started"]
    assert [seat.kind for seat in at.table.seats] == ["computer", "person"]


def test_a_takeback_goes_back_to_the_asker_s_last_turn() -> None:
    at = two()
    at.moves("ada", "bob", "ada", "bob")
    at.do("ada", "ask", what="takeback")
    assert at.do("bob", "answer", what="takeback", yes=True) == ["answered", "tookback"]
    assert (len(at.table.plays), at.table.to_act) == (2, 0)
    at.moves("ada")
    at.do("ada", "ask", what="takeback")
    at.moves("bob")
    assert at.table.question is None


def test_a_pause_stops_clock_and_moves() -> None:
    at = two(clock={"kind": "fischer", "seconds": 60, "increment": 0})
    at.now += 10_000
    at.do("ada", "ask", what="pause")
    assert at.do("bob", "answer", what="pause", yes=True) == ["answered", "paused"]
    assert at.table.deadline is None
    with refused("not-now", "paused"):
        at.moves("ada")
    with refused("forbidden"):
        at.do("eve", "resume")
    at.now += 10**9
    assert at.do("bob", "resume") == ["resumed"]
    with refused("not-now", "not-paused"):
        at.do("bob", "resume")
    assert at.table.deadline == at.now + 50_000


def test_a_rematch_rotates_seats_and_needs_everyone() -> None:
    at = two()
    with refused("not-now", "not-over"):
        at.do("ada", "ask", what="rematch")
    at.moves("ada")
    at.do("ada", "resign")
    at.do("bob", "ask", what="rematch")
    assert at.do("ada", "answer", what="rematch", yes=True) == ["answered", "started"]
    assert [seat.guest for seat in at.table.seats] == ["bob", "ada"]
    assert (at.table.round, at.table.plays, at.table.end) == (2, [], None)
    at.do("ada", "resign")
    at.do("ada", "leave")
    with refused("not-now", "no-people"):
        at.do("bob", "ask", what="rematch")


def test_an_absent_player_s_seat_is_claimed_only_after_the_stated_time() -> None:
    at = two(claim_after=60_000)
    at.away = None
    with refused("not-now", "not-absent"):
        at.do("ada", "claim", seat=1, to="win")
    at.away = at.now - 59_999
    with refused("not-now", "not-absent") as early:
        at.do("ada", "claim", seat=1, to="win")
    assert early.problem.extra["claimable_at"] == at.now + 1
    at.now += 1
    with refused("forbidden"):
        at.do("eve", "claim", seat=1, to="win")
    with refused("not-now", "seat-not-held"):
        at.do("ada", "claim", seat=0, to="win")
    assert at.do("ada", "claim", seat=1, to="win") == ["claimed", "ended"]
    assert at.table.end is not None
    assert (at.table.end["reason"], at.table.end["player"], at.table.end["places"]) == ("absent", 1, [1, 2])


def test_who_left_can_be_replaced_by_a_computer_or_come_back() -> None:
    at = two(claim_after=None)
    assert at.do("bob", "leave") == ["left"]
    assert at.do("bob", "sit", seat=1) == ["seated"]
    with refused("not-now", "not-absent"):
        at.do("ada", "claim", seat=1, to="computer")
    at.do("bob", "leave")
    assert at.do("ada", "claim", seat=1, to="computer") == ["claimed"]
    assert (at.table.seats[1].kind, at.table.seats[1].level, at.table.seats[1].guest) == ("computer", 5, None)
    with refused("forbidden"):
        at.do("bob", "resign")


def test_a_game_that_everyone_has_left_is_closed() -> None:
    alone = At("polygone", "mine", "computer")
    assert alone.do("ada", "leave") == ["left", "closed"]
    assert (alone.table.status, alone.table.to_act) == ("closed", None)
    at = two()
    assert at.do("ada", "leave") == ["left"]
    assert at.do("bob", "leave") == ["left", "closed"]
    over = two()
    over.do("ada", "resign")
    assert over.do("ada", "leave") == ["left"]
    assert over.do("bob", "leave") == ["left"]
    # Blue is united by this move: Yellow and Red can end the game without Ada.
    text = "Y3Y/R4R/7/8/4#4/8/7/6/BBb2 b byr -"
    placed = At("kenwan", "mine", "computer", "computer", start=text)
    placed.do("ada", "move", move="A1-A4")
    assert placed.do("ada", "leave") == ["left"]
    assert placed.table.to_act == 1


def test_renaming_and_closing() -> None:
    at = two()
    at.do("bob", "rename", name="Robert")
    assert at.table.seats[1].name == "Robert"
    with refused("not-now", "seat-not-held"):
        at.do("eve", "rename", name="Eve")
    with refused("bad-value"):
        at.do("bob", "rename", name="\u200b \n")
    with refused("not-now", "not-over"):
        at.do("ada", "close")
    at.do("bob", "resign")
    with refused("forbidden"):
        at.do("bob", "close")
    assert at.do("ada", "close") == ["closed"]


def test_lag_is_forgiven_to_the_mover_and_not_charged_to_the_next() -> None:
    at = two(clock={"kind": "fischer", "seconds": 60, "increment": 0})
    assert at.table.match is not None
    at.now += 10_000
    at.do("ada", "move", lag=400, move=at.table.match.moves()[0])
    clock = at.table.match.clock
    assert clock is not None
    assert abs(clock.left[0] - 50.4) < 1e-6
    assert at.table.deadline == at.now + 60_000
    at.now += 100
    at.do("bob", "move", lag=400, move=at.table.match.moves()[0])
    assert at.table.match.clock is not None
    assert 59.99 < at.table.match.clock.left[1] <= 60


@pytest.mark.parametrize(
    "act",
    [
        {},
        {"act": "fly", "request": "r"},
        {"act": "leave"},
        {"act": "leave", "request": ""},
        {"act": "leave", "request": "é"},
        {"act": "leave", "request": "r" * 65},
        {"act": "leave", "request": "r", "more": 1},
        {"act": "move", "request": "r", "move": "x"},
        {"act": "move", "request": "r", "expected": True, "move": "x"},
        {"act": "move", "request": "r", "expected": -1, "move": "x"},
        {"act": "move", "request": "r", "expected": 1, "move": 5},
        {"act": "sit", "request": "r", "seat": True},
        {"act": "sit", "request": "r"},
        {"act": "ask", "request": "r", "what": "money"},
        {"act": "answer", "request": "r", "expected": 1, "what": "draw", "yes": 1},
    ],
)
def test_malformed_acts_are_refused(act: dict[str, Any]) -> None:
    with pytest.raises(Problem) as info:
        wire.read(wire.Act, act)
    assert info.value.code == "invalid-request"
    assert info.value.data()["errors"][0]["at"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "go"}, "not-found"),
        ({"game": ["x"]}, "invalid-request"),
        ({"options": {"players": 9}}, "bad-value"),
        ({"options": [1]}, "invalid-request"),
        ({"start": "nonsense"}, "bad-value"),
        ({"start": 5}, "invalid-request"),
        ({"seats": None}, "invalid-request"),
        ({"seats": [{"kind": "mine"}]}, "bad-value"),
        ({"seats": [{"kind": "computer", "level": 1}] * 2}, "bad-value"),
        ({"seats": [{"kind": "mine"}, {"kind": "computer"}]}, "invalid-request"),
        ({"seats": [{"kind": "mine"}, {"kind": "open", "level": 3}]}, "invalid-request"),
        ({"seats": [{"kind": "mine"}, {"kind": "open", "name": "Bob"}]}, "invalid-request"),
        ({"seats": [{"kind": "mine", "name": "x" * 41}, {"kind": "open"}]}, "bad-value"),
        ({"order": "odd"}, "invalid-request"),
        ({"listed": 1}, "invalid-request"),
        ({"claim_after": 5}, "invalid-request"),
        ({"clock": {"kind": "water"}}, "invalid-request"),
        ({"clock": {"kind": "fischer"}}, "invalid-request"),
        ({"clock": {"kind": "fischer", "seconds": float("nan")}}, "invalid-request"),
        ({"clock": {"kind": "fischer", "seconds": 60, "days": 1}}, "invalid-request"),
        ({"clock": {"kind": "sandglass", "seconds": 60, "each": "year"}}, "invalid-request"),
        ({"clock": {"kind": "correspondence", "days": 400}}, "invalid-request"),
        ({"colour": "red"}, "invalid-request"),
    ],
)
def test_tables_that_cannot_be_are_refused(change: dict[str, Any], code: str) -> None:
    request = {"request": "r", "game": "polygone", "seats": [{"kind": "mine"}, {"kind": "open"}], **change}
    with refused(code):
        open_table("ada", None, wire.read_as(wire.NewTable, request), NOW)
