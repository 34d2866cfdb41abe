"""The reducer: whatever is done at a table, replaying its stored events gives the same table."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier import wire
from tablier.service import views
from tablier.service.acts import Actor, perform
from tablier.service.new_table import open_table
from tablier.service.scribe import Scribe
from tablier.service.table import Event, Table
from tablier.wire import ACTS, Problem
from tests.games.oracle import games

CLOCKS: list[dict[str, Any] | None] = [
    None,
    {"kind": "fischer", "seconds": 60, "increment": 2},
    {"kind": "sandglass", "seconds": 20, "each": "turn"},
    {"kind": "sandglass", "seconds": 20, "each": "move"},
    {"kind": "correspondence", "days": 1},
]


def everything(table: Table) -> Any:
    """All that can be seen of a table."""
    match = table.match
    return (
        views.snapshot(table, 0),
        table.deadline,
        None if match is None else (match.history, str(match.position), match.clock, match.places, match.end),
        table.plays,
        [table.takeback_plies(seat) for seat in range(len(table.seats))],
    )


def test_nothing_but_an_event_ends_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"request": "1", "game": "polygone", "seats": [{"kind": "mine"}] * 2}
    scribe = open_table("g", "Ada", wire.read_as(wire.NewTable, asked), 1_000)
    assert scribe.table.status == "playing"
    before = everything(scribe.table)
    monkeypatch.setattr(Table, "apply", lambda _table, event: kept.append(event))
    kept: list[Event] = []
    scribe.end("resigned", 0)
    assert [event.kind for event in kept] == ["ended"]
    assert kept[0].data["places"] == [2, 1]
    assert everything(scribe.table) == before


def stored(events: list[Event]) -> list[Event]:
    """Events as they come back from the database."""
    return [Event(e.number, e.kind, e.at, json.loads(json.dumps(e.data))) for e in events]


def act(dice: random.Random, table: Table) -> Any:
    """Something to do, possible or not; mostly moves, or else nothing would ever happen."""
    name = dice.choice([*ACTS, *["move"] * 12, "undo", "undo", "answer", "ask"])
    if name == "close" and dice.random() < 0.8:
        name = "move"
    moves = table.match.moves() if table.match is not None else []
    fields = {
        "act": name,
        "request": "r",
        "expected": 0,
        "seat": dice.choice([None, *range(len(table.seats))])
        if name in ("resign", "ask")
        else dice.randrange(len(table.seats)),
        "move": dice.choice(moves) if moves and dice.random() < 0.95 else "nonsense",
        "what": table.question.what
        if name == "answer" and table.question is not None
        else dice.choice(["draw", "takeback", "pause", "rematch"]),
        "yes": dice.random() < 0.8,
        "to": dice.choice(["open", "computer", "mine"] if name == "change-seat" else ["win", "computer"]),
        "level": 3,
        "name": "Zoé",
    }
    return wire.read(wire.Act, {field: value for field, value in fields.items() if field in ACTS[name].model_fields})


@pytest.mark.parametrize("game_id", games())
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), clock=st.sampled_from(CLOCKS))
def test_replaying_gives_the_same_table(game_id: str, seed: int, clock: dict[str, Any] | None) -> None:
    dice = random.Random(seed)
    count = len(tablier.game(game_id).players)
    kinds = [dice.choice(["mine", "open", "open", "computer"]) for _ in range(count - 1)]
    seats: list[dict[str, Any]] = [{"kind": "mine"}, *({"kind": kind} for kind in kinds)]
    for seat in seats:
        if seat["kind"] == "computer":
            seat["level"] = 2
    request = {
        "request": "r",
        "game": game_id,
        "seats": seats,
        "clock": clock,
        "order": dice.choice(["given", "random"]),
    }
    now = 1_700_000_000_000
    scribe = open_table("host", "Ada", wire.read_as(wire.NewTable, request), now)
    table, events = scribe.table, list(scribe.events)
    people = ["host", "bob", "eve"]
    for _ in range(60):
        now += dice.choice([0, 3, 1000, 4000])
        if table.deadline is not None and now >= table.deadline:
            scribe = Scribe(table, now)
            assert scribe.fall(now)
            events += scribe.events
        before = everything(table)
        scribe = Scribe(table, now)
        player = table.to_act
        guest = dice.choice(people)
        if player is not None and dice.random() < 0.8:
            guest = table.seats[player].guest or guest
        try:
            if player is not None and table.seats[player].kind == "computer" and dice.random() < 0.7:
                assert table.match is not None
                scribe.move(dice.choice(table.match.moves()))
            elif dice.random() < 0.03:
                scribe.emit("outage", since=now - 500, down=500)
            else:
                lag = dice.choice([0, 0, 200])
                away = dice.choice([None, now - 10**6])
                perform(
                    scribe,
                    Actor(guest, "Bob", lag, away={"host": away, "bob": away, "eve": away}.get),
                    act(dice, table),
                )
        except Problem:
            assert not scribe.events
            assert everything(table) == before
        events += scribe.events
        assert everything(Table.replay(table.id, stored(events))) == everything(table)
    assert [event.number for event in events] == list(range(1, len(events) + 1))


def test_events_must_follow_on() -> None:
    table = Table("t")
    with pytest.raises(ValueError, match="event 1 of the table is wanted, not 2"):
        table.apply(Event(2, "closed", 0))
