"""What a client knows of a table: updates that follow on are taken, others ask for a snapshot, repeats change nothing."""

from __future__ import annotations

import random
from typing import Any

from tablier.client import Seen
from tablier.client.http import Refused, backoff


def _state(number: int, plies: int) -> dict[str, Any]:
    return {"number": number, "plies": plies}


def _snapshot(number: int, *moves: str) -> dict[str, Any]:
    state = _state(number, len(moves))
    return {"type": "snapshot", "setup": {"game": "x"}, "state": state, "moves": [{"move": move} for move in moves]}


def _update(plies: int, *events: dict[str, Any]) -> dict[str, Any]:
    return {"type": "update", "state": _state(events[-1]["number"], plies), "events": list(events)}


async def _seen() -> Seen:
    seen = Seen("t")
    assert seen.take(_snapshot(3, "a"))
    return seen


def _run(check: Any) -> None:
    import asyncio  # noqa: PLC0415

    asyncio.run(check())


def test_updates_follow_on() -> None:
    async def check() -> None:
        seen = await _seen()
        assert seen.take(_update(2, {"number": 4, "kind": "moved", "move": "b"}))
        assert seen.take(_update(2, {"number": 5, "kind": "asked"}))
        assert (seen.number, seen.moves) == (5, ["a", "b"])
        assert seen.take(_update(1, {"number": 6, "kind": "tookback", "plies": 1}))
        assert seen.moves == ["a"]
        assert seen.take(_update(0, {"number": 7, "kind": "ended"}, {"number": 8, "kind": "started"}))
        assert seen.moves == []

    _run(check)


def test_repeats_change_nothing_and_gaps_are_noticed() -> None:
    async def check() -> None:
        seen = await _seen()
        news = _update(2, {"number": 4, "kind": "moved", "move": "b"})
        assert seen.take(news)
        assert seen.take(news)
        assert seen.moves == ["a", "b"]
        assert not seen.take(_update(4, {"number": 6, "kind": "moved", "move": "d"}))
        assert seen.take(_snapshot(2))
        assert seen.moves == ["a", "b"]
        assert seen.take(_snapshot(6, "a", "b", "c", "d"))
        assert seen.number == 6

    _run(check)


def test_waits_double_and_scatter() -> None:
    dice = random.Random(1)
    waits = [[backoff(attempt, dice) for _ in range(200)] for attempt in range(8)]
    for attempt, found in enumerate(waits):
        middle = min(15.0, 0.5 * 2**attempt)
        assert 0.5 * middle <= min(found) < max(found) <= 1.5 * middle
        assert max(found) - min(found) > 0.8 * middle


def test_a_refusal_knows_whether_to_try_again() -> None:
    assert Refused({"code": "busy", "detail": "…"}).passes
    assert not Refused({"code": "forbidden", "detail": "…"}).passes
