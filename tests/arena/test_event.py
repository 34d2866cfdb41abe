"""What is to be played: openings and seats are shared out fairly, and the list only grows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tablier.arena.event import Event, Table, event_from, jobs, mixed
from tablier.arena.openings import opening
from tablier.core.match import Match


def event(games: int = 8, players: int = 2, who: int = 2) -> Event:
    names = tuple(f"uct:nodes={10 + k}" for k in range(who))
    return Event("kenwan", {"players": players}, names, (Table(tuple(range(who)), games),))


def test_pairs_of_games_share_an_opening_with_seats_swapped() -> None:
    found = list(jobs(event()))
    assert [job.seats for job in found] == [(0, 1), (1, 0)] * 4
    assert [job.opening for job in found] == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("who", [2, 3])
def test_with_three_seats_everyone_sits_everywhere_equally_often(who: int) -> None:
    found = list(jobs(event(30, 3, who)))
    for seat in range(3):
        count = Counter(job.seats[seat] for job in found)
        assert count == ({0: 10, 1: 20} if who == 2 else {0: 10, 1: 10, 2: 10})
    assert len({job.seats for job in found}) == (3 if who == 2 else 6)


def test_a_longer_event_begins_with_the_shorter_one() -> None:
    short, long = event(9, 3, 3), event(21, 3, 3)
    assert list(jobs(long))[:9] == list(jobs(short))
    assert short.identity() == long.identity()


def test_tables_take_turns() -> None:
    both = replace(event(), contestants=("random", "greedy", "uct"), tables=(Table((0, 1), 4), Table((1, 2), 2)))
    assert [(job.table, job.index) for job in jobs(both)] == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 3)]


def test_events_survive_being_written() -> None:
    original = event(5, 3, 3)
    assert event_from(original.to_data()) == original
    with pytest.raises(ValueError, match="not the data"):
        event_from({"game_id": "kenwan"})


def test_identity_sees_everything_else() -> None:
    original = event()
    others = [replace(original, seed=2), replace(original, opening=1), replace(original, limits={"nodes": 5})]
    assert len({one.identity() for one in [original, *others]}) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"tables": ()},
        {"tables": (Table((0, 1, 1), 2),)},
        {"tables": (Table((0, 5), 2),)},
        {"tables": (Table((0, 1), 0),)},
        {"contestants": ("nobody", "random")},
        {"limits": {}},
        {"opening": -1},
        {"options": {"players": 9}},
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        replace(event(), **change)  # type: ignore[arg-type]


def test_openings_are_varied_repeatable_and_playable() -> None:
    game = event().game()
    found = [opening(game, mixed(seed), 2) for seed in range(4)]
    assert len(set(found)) == 4
    opening.cache_clear()
    assert [opening(game, mixed(seed), 2) for seed in range(4)] == found
    for moves in found:
        match = Match(game)
        for move in moves:
            match.play(move)
        assert not match.is_over
        assert len(match.turns) == 4
    assert opening(game, 1, 0) == ()


def test_seeds_are_the_same_everywhere() -> None:
    assert mixed("opening", 1, 0) == 4330268762988913178
