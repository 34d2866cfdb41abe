"""Several threads: a tree each for the Monte-Carlo searches, and only when seconds are the only limit; and several that share
an engine."""

from __future__ import annotations

import itertools
import sys
import threading
import tracemalloc
from types import FrameType
from typing import Any

import pytest

from tablier.search import Analysis, Limits, alphabeta, engine
from tests.search.positions import middle
from tests.search.tactics import tactics

POSITION = middle(("kenwan", {"players": 3}), 3)
DUEL = middle(("polygone", {}), 3)


def _without_time(analysis: Analysis) -> object:
    return (analysis.player, analysis.candidates, analysis.nodes, analysis.depth, analysis.done)


def _untold(analysis: Analysis) -> int:
    """The visits that went into no move: those that gave a tree its first moves."""
    return analysis.nodes - sum(candidate.visits for candidate in analysis.candidates)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_thread_grows_a_tree_and_all_are_added_up(threads: int) -> None:
    analysis = engine("mcts").search(POSITION, Limits(seconds=0.2, threads=threads))
    assert _untold(analysis) == threads
    for candidate in analysis.candidates:
        assert sum(candidate.scores) == pytest.approx(1.5, abs=1e-3)
        assert sum(candidate.wins) == pytest.approx(1, abs=1e-3)
    assert _untold(engine("uct").search(POSITION, Limits(seconds=0.2, threads=threads))) == 0


@pytest.mark.parametrize("name", ["mcts", "uct"])
def test_with_nodes_as_a_limit_there_is_one_tree(name: str) -> None:
    one = engine(name).search(POSITION, Limits(nodes=500), seed=4)
    for limits in (Limits(nodes=500, threads=2), Limits(nodes=500, seconds=600, threads=2)):
        assert _without_time(engine(name).search(POSITION, limits, seed=4)) == _without_time(one)


@pytest.mark.parametrize("name", ["mcts", "uct"])
def test_what_is_streamed_meanwhile_is_sound(name: str) -> None:
    seen = list(engine(name).stream(POSITION, Limits(seconds=0.4, threads=2), every=0.02))
    assert [analysis.done for analysis in seen] == [False] * (len(seen) - 1) + [True]
    assert [analysis.nodes for analysis in seen] == sorted(analysis.nodes for analysis in seen)
    for analysis in seen:
        for candidate in analysis.candidates:
            assert all(0 <= value <= 1 for value in (*candidate.scores, *candidate.wins))
            after = POSITION
            for move in candidate.line:
                after = after.play(move)


@pytest.mark.parametrize("name", ["mcts", "uct"])
def test_two_threads_stop_when_asked_and_when_all_is_known(name: str) -> None:
    before = threading.active_count()
    stream = engine(name).stream(POSITION, Limits(seconds=600, threads=2), every=0.01)
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
    tactic = next(t for t in tactics() if t.position.game.id == "kenwan" and t.turns == 1)
    found = engine(name).search(tactic.position, Limits(seconds=600, threads=2))
    assert found.move == tactic.move
    assert str(found.best.proof) == "wins in 1"
    assert threading.active_count() == before


@pytest.mark.parametrize("line", range(12))
def test_threads_that_share_an_engine_never_take_the_same_table(line: int) -> None:
    """After so many lines in which the engine gets ready, another thread begins a search of its own."""
    limits = Limits(nodes=2000)
    shared = engine("alphabeta")
    alone = _without_time(shared.search(DUEL, limits, seed=4))
    lines = itertools.count()
    stream = shared.stream(DUEL, limits, seed=4, every=1e-9)
    other = threading.Thread(target=next, args=(stream,))

    def interrupt(frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line" and frame.f_code.co_filename == alphabeta.__file__ and next(lines) == line:
            other.start()
            # Where the other must wait for this one, this one goes on.
            other.join(0.2)
        return interrupt

    before = sys.gettrace()
    sys.settrace(interrupt)
    try:
        first = _without_time(shared.search(DUEL, limits, seed=4))
    finally:
        sys.settrace(before)
    other.join()
    assert first == alone == _without_time(list(stream)[-1])


def test_limits_that_alternate_take_no_more_memory() -> None:
    """An engine keeps some tables of positions for the next search, not one for each search it ever did."""
    shared = engine("alphabeta")
    tracemalloc.start()
    try:
        held = []
        for _ in range(6):
            for nodes in (300, 3000, 600, 1200):
                shared.search(DUEL, Limits(nodes=nodes))
            held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert held[-1] - held[0] < 100_000
