"""One game between seats: what is saved is what was played."""

from __future__ import annotations

import json

import pytest

from tablier.arena.chooser import Choice, Chooser, Fault
from tablier.arena.contest import Contest, Pairing, bouts
from tablier.arena.playing import Result, play_game, result_from
from tablier.arena.worker import choosers_of
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.record import parse

EVENT = Contest("polygone", {}, ("uct:nodes=30", "random"), (Pairing((0, 1), 4),))


class Failing(Chooser):
    """Plays the first legal move, and fails when its turn comes for the n-th time."""

    def __init__(self, fault: Fault, after: int) -> None:
        self.fault = fault
        self.left = after

    def warm_up(self, game: Game) -> None:
        assert game.players

    def choose(self, match: Match, seed: int) -> Choice:  # noqa: ARG002
        self.left -= 1
        if self.left < 0:
            raise self.fault
        return Choice(match.moves()[0], 1, 0.0)


def test_games_are_the_same_each_time_and_their_records_replay() -> None:
    first, second = ([play_game(EVENT, bout, choosers_of(EVENT)) for bout in bouts(EVENT)] for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert (one.record, one.places, one.nodes) == (other.record, other.places, other.nodes)
        record = parse(one.record)
        match = record.match()
        assert match.places == one.places
        assert len(match.history) == one.moves
        assert record.tag("Player1") == EVENT.labels[one.seats[0]]
        assert one.first == 4
    assert first[0].seats == first[1].seats[::-1]
    start = [parse(result.record).match().history[:4] for result in first]
    assert start[0] == start[1] != start[2] == start[3]


def test_results_survive_being_written() -> None:
    bout = next(bouts(EVENT))
    seats: dict[int, Chooser] = {0: Failing(Fault("crash", "ended"), 0), 1: Failing(Fault("crash", "ended"), 0)}
    for result in (play_game(EVENT, bout, choosers_of(EVENT)), play_game(EVENT, bout, seats)):
        assert result_from(json.loads(json.dumps(result.to_data()))) == result
    with pytest.raises(ValueError, match="not the data of a result"):
        result_from({"table": 1})


@pytest.mark.parametrize("kind", ["timeout", "crash", "illegal", "protocol"])
def test_a_fault_loses_the_game(kind: str) -> None:
    bout = next(bouts(EVENT))
    seats: dict[int, Chooser] = {
        0: Failing(Fault(kind, "it\tfailed"), 2),  # type: ignore[arg-type]
        1: Failing(Fault("crash", ""), 999),
    }
    result = play_game(EVENT, bout, seats)
    assert result.places == (2, 1)
    assert result.mistake is not None
    assert (result.mistake.seat, result.mistake.kind) == (0, kind)
    record = parse(result.record)
    assert record.tag("Fault") == f"{kind} 1: it?failed"
    assert record.match().places == (2, 1)


def test_a_fault_among_three_leaves_the_others_equal() -> None:
    contest = Contest("kenwan", {"players": 3}, ("random",) * 3, (Pairing((0, 1, 2), 3),))
    bout = next(bouts(contest))
    seats: dict[int, Chooser] = {
        who: Failing(Fault("illegal", "x"), 1 if seat == 1 else 99) for seat, who in enumerate(bout.seats)
    }
    result = play_game(contest, bout, seats)
    assert result.places == (1, 3, 1)
    assert isinstance(result, Result)
    assert parse(result.record).match().places == (1, 3, 1)


def test_a_game_may_be_stopped_when_the_first_place_is_taken() -> None:
    contest = Contest(
        "kenwan", {"players": 3}, ("greedy", "random"), (Pairing((0, 1), 3),), turn_limit=400, first_only=True
    )
    results = [play_game(contest, bout, choosers_of(contest)) for bout in bouts(contest)]
    stopped = [result for result in results if result.end == "agreed"]
    assert stopped
    for result in stopped:
        assert sorted(result.places) == [1, 2, 2]
        assert parse(result.record).match().places == result.places
