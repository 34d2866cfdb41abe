"""What every engine promises: legal moves, limits, determinism, stopping, streaming."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

import tablier
from tablier.search import ENGINES, Analysis, Engine, Level, Limits, best_engine, engine
from tests.search.positions import GAMES, all_cases, label, middle

Case = tuple[str, dict[str, object]]


def _engines(players: int) -> list[str]:
    return [name for name in ENGINES if players == 2 or name != "alphabeta"]


def _without_time(analysis: Analysis) -> object:
    return (analysis.player, analysis.candidates, analysis.nodes, analysis.depth, analysis.done)


@pytest.mark.parametrize("case", all_cases(), ids=label)
def test_engines_answer_with_legal_moves(case: Case) -> None:
    for seed, length in enumerate((0, 5, 30)):
        position = middle(case, seed, length)
        for name in _engines(len(position.game.players)):
            analysis = engine(name).search(position, Limits(nodes=300), seed)
            legal = set(position.moves())
            assert {candidate.move for candidate in analysis.candidates} <= legal
            assert analysis.player == position.to_act
            assert analysis.done
            for candidate in analysis.candidates:
                assert candidate.line[0] == candidate.move
                assert len(candidate.scores) == len(candidate.wins) == len(position.game.players)
                assert all(0 <= value <= 1 for value in (*candidate.scores, *candidate.wins))
                assert sum(candidate.wins) == pytest.approx(1, abs=1e-3)
                assert sum(candidate.scores) == pytest.approx(len(candidate.scores) / 2, abs=1e-3) or candidate.proof


@pytest.mark.parametrize("case", GAMES, ids=label)
def test_lines_can_be_played(case: Case) -> None:
    position = middle(case, 3)
    for name in _engines(len(position.game.players)):
        for candidate in engine(name).search(position, Limits(nodes=2000)).candidates[:5]:
            after = position
            for move in candidate.line:
                after = after.play(move)
            assert len(candidate.line) >= 1


@pytest.mark.parametrize("case", GAMES, ids=label)
def test_same_seed_and_nodes_same_answer(case: Case) -> None:
    position = middle(case, 1)
    for name in _engines(len(position.game.players)):
        chosen = engine(name)
        first = chosen.search(position, Limits(nodes=1500), seed=5)
        engine(name).search(middle(case, 2), Limits(nodes=500), seed=1)
        chosen.search(middle(case, 2), Limits(nodes=500), seed=1)
        assert _without_time(chosen.search(position, Limits(nodes=1500), seed=5)) == _without_time(first)
        assert _without_time(engine(name).search(position, Limits(nodes=1500), seed=5)) == _without_time(first)


def test_same_answer_in_another_process() -> None:
    code = (
        "import tablier; from tablier.search import Limits, engine\n"
        "for game, name in (('polygone', 'alphabeta'), ('kenwan', 'mcts'), ('hendeca', 'uct'), ('connexion', 'greedy')):\n"
        "    found = engine(name).search(tablier.game(game).start(), Limits(nodes=1000), seed=11)\n"
        "    print(found.move, found.best.scores, found.best.visits, found.best.line)\n"
    )
    outputs = [
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 4


@pytest.mark.parametrize("case", GAMES, ids=label)
def test_node_limits_hold(case: Case) -> None:
    position = middle(case, 4)
    most = len(position.moves()) * 3 + 1000  # a node is never left half expanded
    for name in _engines(len(position.game.players)):
        for nodes in (1, 100, 3000):
            analysis = engine(name).search(position, Limits(nodes=nodes))
            assert analysis.nodes <= nodes + most


def test_slices_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    position = middle(("polygone", {}), 8)
    for name in ("uct", "mcts", "alphabeta"):
        whole = engine(name).search(position, Limits(nodes=4000), seed=2)
        monkeypatch.setattr("tablier.search.limits._SLICE_SECONDS", 0.0001)
        sliced = engine(name).search(position, Limits(nodes=4000), seed=2)
        monkeypatch.undo()
        assert sliced.move == whole.move
        assert sliced.best.line == whole.best.line


def test_seconds_hold_and_something_is_streamed() -> None:
    position = middle(("polygone", {}), 5, 6)
    for name in ("uct", "mcts", "alphabeta"):
        # Deep enough to tell lines, so that all is compiled before the clock runs.
        assert len(engine(name).search(position, Limits(nodes=20_000)).best.line) > 1
        begun = time.thread_time()
        seen = list(engine(name).stream(position, Limits(seconds=0.3, cpu=True), every=0.05))
        assert time.thread_time() - begun < 1.0
        assert seen[-1].done
        assert not any(analysis.done for analysis in seen[:-1])
        if seen[-1].best.proof is None:
            assert len(seen) > 1
            assert seen[0].nodes < seen[-1].nodes


def test_depth_limits_hold() -> None:
    position = middle(("polygone", {}), 5, 6)
    for depth in (1, 2, 3):
        analysis = engine("alphabeta", reductions=0).search(position, Limits(depth=depth))
        assert analysis.depth == depth


@pytest.mark.parametrize("name", ["uct", "mcts", "alphabeta"])
def test_a_search_stops_at_once(name: str) -> None:
    position = tablier.game("connexion").start()
    chosen = engine(name)
    chosen.search(position, Limits(nodes=100))
    stop = threading.Event()
    found: list[Analysis] = []
    thread = threading.Thread(
        target=lambda: found.append(chosen.search(position, Limits(seconds=60), seed=0, stop=stop))
    )
    thread.start()
    time.sleep(0.2)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    assert found[0].move in position.moves()
    stopped = chosen.search(position, Limits(seconds=60), stop=stop)
    assert stopped.move in position.moves()


@pytest.mark.parametrize("name", ["uct", "mcts", "alphabeta"])
def test_a_stream_can_be_closed(name: str) -> None:
    stream = engine(name).stream(tablier.game("connexion").start(), Limits(seconds=60), every=0.01)
    assert next(stream).move
    stream.close()  # type: ignore[attr-defined]
    with pytest.raises(StopIteration):
        next(stream)


def test_the_gil_is_released() -> None:
    position = tablier.game("connexion").start()
    chosen = engine("alphabeta")
    chosen.search(position, Limits(nodes=100))
    thread = threading.Thread(target=lambda: chosen.search(position, Limits(nodes=400_000)))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0)
    assert turns > 20


def test_seeds_give_variety() -> None:
    for case in (("connexion", {}), ("chinese-checkers", {"players": 2})):
        start = tablier.game(case[0], **case[1]).start()
        assert len({best_engine(start.game).search(start, Limits(nodes=3000), seed).move for seed in range(12)}) > 1


def test_two_threads_find_a_legal_move_and_do_more() -> None:
    position = tablier.game("connexion").start()
    analysis = engine("alphabeta").search(position, Limits(seconds=0.3, threads=2))
    assert analysis.move in position.moves()


def test_a_match_is_searched_with_its_history() -> None:
    match = tablier.Match(tablier.game("polygone"))
    match.play(match.moves()[0])
    assert engine("alphabeta").search(match, Limits(nodes=500)).player == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"nodes": 0},
        {"nodes": 1.5},
        {"nodes": True},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"seconds": "1"},
        {"depth": 0},
        {"depth": 1000},
        {"nodes": 1, "threads": 0},
    ],
    ids=str,
)
def test_bad_limits_are_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"nodes|seconds|depth|threads"):
        Limits(**arguments)  # type: ignore[arg-type]


def test_bad_questions_are_refused() -> None:
    start = tablier.game("polygone").start()
    with pytest.raises(ValueError, match="no engine 'deep'"):
        engine("deep")
    with pytest.raises(ValueError, match="no parameter 'depth'"):
        engine("uct", depth=3)
    with pytest.raises(ValueError, match="is a number"):
        engine("uct", exploration="much")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a position or a match"):
        engine("uct").search("start", Limits(nodes=1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="limits are made with"):
        engine("uct").search(start, 100)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a seed is a whole number"):
        engine("uct").search(start, Limits(nodes=1), seed="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="two players"):
        engine("alphabeta").search(tablier.game("kenwan").start(), Limits(nodes=1))
    with pytest.raises(ValueError, match="levels go from 1 to 10"):
        Level(11)


def test_finished_games_are_refused() -> None:
    position = middle(("polygone", {}), 0, 0)
    while not position.is_over:
        position = position.play(engine("random").search(position, Limits(nodes=1), seed=len(str(position))).move)
    with pytest.raises(ValueError, match="the game is over"):
        engine("random").search(position, Limits(nodes=1))


def test_every_game_names_an_engine_for_every_number_of_players() -> None:
    for game_id, options in all_cases():
        assert isinstance(best_engine(tablier.game(game_id, **options)), Engine)
