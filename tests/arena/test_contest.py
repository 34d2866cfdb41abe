"""What is to be played: openings and seats are shared out fairly, and the list only grows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tablier.arena.contest import Contest, Pairing, bouts, contest_from, mixed
from tablier.arena.openings import opening
from tablier.core.match import Match


def contest(games: int = 8, players: int = 2, who: int = 2) -> Contest:
    names = tuple(f"uct:nodes={10 + k}" for k in range(who))
    return Contest("kenwan", {"players": players}, names, (Pairing(tuple(range(who)), games),))


def test_pairs_of_games_share_an_opening_with_seats_swapped() -> None:
    found = list(bouts(contest()))
    assert [bout.seats for bout in found] == [(0, 1), (1, 0)] * 4
    assert [bout.opening for bout in found] == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("who", [2, 3])
def test_with_three_seats_everyone_sits_everywhere_equally_often(who: int) -> None:
    found = list(bouts(contest(30, 3, who)))
    for seat in range(3):
        count = Counter(bout.seats[seat] for bout in found)
        assert count == ({0: 10, 1: 20} if who == 2 else {0: 10, 1: 10, 2: 10})
    assert len({bout.seats for bout in found}) == (3 if who == 2 else 6)


def test_a_longer_event_begins_with_the_shorter_one() -> None:
    short, long = contest(9, 3, 3), contest(21, 3, 3)
    assert list(bouts(long))[:9] == list(bouts(short))
    assert short.identity() == long.identity()


def test_tables_take_turns() -> None:
    both = replace(contest(), contestants=("random", "greedy", "uct"), tables=(Pairing((0, 1), 4), Pairing((1, 2), 2)))
    assert [(bout.table, bout.index) for bout in bouts(both)] == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 3)]


def test_events_survive_being_written() -> None:
    original = contest(5, 3, 3)
    assert contest_from(original.to_data()) == original
    with pytest.raises(ValueError, match="not the data"):
        contest_from({"game_id": "kenwan"})


def test_identity_sees_everything_else() -> None:
    original = contest()
    others = [replace(original, seed=2), replace(original, opening=1), replace(original, limits={"nodes": 5})]
    assert len({one.identity() for one in [original, *others]}) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"tables": ()},
        {"tables": (Pairing((0, 1, 1), 2),)},
        {"tables": (Pairing((0, 5), 2),)},
        {"tables": (Pairing((0, 1), 0),)},
        {"contestants": ("nobody", "random")},
        {"limits": {}},
        {"opening": -1},
        {"options": {"players": 9}},
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        replace(contest(), **change)  # type: ignore[arg-type]


def test_openings_are_varied_repeatable_and_playable() -> None:
    game = contest().game()
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
