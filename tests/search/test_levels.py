"""What the levels promise."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module

import pytest

import tablier
from tablier.core.position import Position
from tablier.search import LEVELS, Level, Limits, Proof
from tablier.search.evaluation import evaluation
from tests.games.oracle import folder, games
from tests.search.positions import GAMES, label, middle
from tests.search.tactics import Tactic, tactics

Case = tuple[str, dict[str, object]]
NODES = Limits(nodes=2000)
MOST_TURNS = 400
"""So many turns are looked at for one that stops a win."""


def _wins_now(position: Position) -> list[str]:
    """The moves that end the turn, by themselves or with a second one, with the player first, by the public interface alone."""
    player = position.to_act
    assert player is not None
    best = min(set(range(1, len(position.game.players) + 1)) - {p for p in position.placed if p is not None})
    found = []
    for move in position.moves():
        after = position.play(move)
        ends = [after]
        if after.to_act == player and not after.turn_begins:
            ends = [after.play(second) for second in after.moves()]
        if any(_place(end, player) == best for end in ends):
            found.append(move)
    return found


def _place(position: Position, player: int) -> int | None:
    return position.places[player] if position.places is not None else position.placed[player]


def _lets_win(position: Position, after: Position) -> bool:
    """Whether after a turn the next player wins at once, or has won by it."""
    if after.places is not None:
        return after.places[position.to_act or 0] != 1
    return bool(_wins_now(after))


def _played(position: Position, moves: Iterable[str]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _turns(position: Position) -> Iterator[Position]:
    """The positions after each whole turn."""
    for move in position.moves():
        after = position.play(move)
        if after.to_act == position.to_act and not after.turn_begins:
            yield from _turns(after)
        else:
            yield after


def _threatened(game_id: str) -> Iterator[Position]:
    """Positions in which the next player wins if nothing is done about it."""
    file = folder(game_id) / "threats.txt"
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        if not line.startswith("#"):
            yield tablier.game(game_id).position(line)
    for tactic in (t for t in tactics() if t.position.game.id == game_id and t.turns == 1):
        turns = (after for after in _turns(tactic.position) if not after.is_over)
        yield from itertools.islice(turns, 3)


@pytest.mark.parametrize("case", GAMES, ids=label)
def test_every_level_plays_legal_moves(case: Case) -> None:
    for level in LEVELS:
        position = middle(case, level, 3 * level)
        analysis = Level(level).search(position, NODES, seed=level)
        assert analysis.move in position.moves()


@pytest.mark.parametrize("case", GAMES, ids=label)
def test_imprecise_moves_lose_no_more_than_stated(case: Case) -> None:
    chosen = set()
    for level in (2, 3, 4, 5, 6, 7):
        position = middle(case, level, 8)
        for seed in range(8):
            analysis = Level(level).search(position, NODES, seed=seed)
            scores = [candidate.scores[analysis.player] for candidate in analysis.candidates]
            assert scores[0] >= max(scores) - LEVELS[level].loss
            chosen.add(analysis.move)
    assert len(chosen) > 1


@pytest.mark.parametrize("tactic", [t for t in tactics() if t.turns == 1], ids=str)
def test_from_level_4_a_win_in_one_is_never_thrown_away(tactic: Tactic) -> None:
    for level in (4, 5, 6, 7):
        for seed in range(3):
            best = Level(level).search(tactic.position, NODES, seed=seed).best
            assert best.move == tactic.move
            assert best.proof == Proof("wins", tactic.moves, 1)
            assert _played(tactic.position, best.line).is_over
    assert tactic.move in _wins_now(tactic.position)


@pytest.mark.parametrize("game_id", games())
def test_from_level_6_a_win_of_the_next_player_is_stopped(game_id: str) -> None:
    stopped = 0
    for position in _threatened(game_id):
        ends = [_lets_win(position, after) for after in itertools.islice(_turns(position), MOST_TURNS)]
        if all(ends):
            continue
        for seed in range(3):
            after = position
            while after.to_act == position.to_act:
                after = after.play(Level(6).search(after, NODES, seed=seed).move)
            assert not _lets_win(position, after)
        stopped += any(ends)
    assert stopped


def test_a_win_is_stopped_by_a_move_the_search_never_tried() -> None:
    case: Case = ("kenwan", {"players": 3})
    hidden = 0
    for seed in range(60):
        position = middle(case, seed, 20 + seed)
        if position.is_over or _wins_now(position):
            continue
        safe = [move for move in position.moves() if not _lets_win(position, position.play(move))]
        if safe and len(safe) < len(position.moves()):
            for level in (6, 8, 10):
                found = Level(level).search(position, Limits(nodes=1), seed=seed)
                assert found.move in safe
                hidden += found.best.visits == 0
    assert hidden


@pytest.mark.parametrize("case", GAMES, ids=label)
def test_levels_are_deterministic(case: Case) -> None:
    position = middle(case, 9, 12)
    for level in (1, 5, 6):
        first = Level(level).search(position, NODES, seed=4)
        again = Level(level).search(position, NODES, seed=4)
        assert [c.move for c in first.candidates] == [c.move for c in again.candidates]


def test_low_levels_vary() -> None:
    position = middle(("connexion", {}), 2, 6)
    assert len({Level(1).search(position, seed=seed).move for seed in range(10)}) > 3


def test_limits_only_narrow() -> None:
    position = middle(("polygone", {}), 2, 6)
    assert Level(3).search(position, Limits(nodes=10**9), seed=1).nodes < 10**5
    with pytest.raises(ValueError, match="levels go from 1 to 10"):
        Level(0)


@pytest.mark.parametrize("case", GAMES, ids=label)
def test_every_level_may_search_more_than_the_one_below(case: Case) -> None:
    game = tablier.game(case[0], **case[1])
    nodes = [Level(level).limits(game).nodes or 0 for level in LEVELS]
    assert nodes[0] >= 1
    assert all(below < above for below, above in itertools.pairwise(nodes))


def test_a_game_may_have_its_own_share_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tablier.game("polygone")
    most = Level(10).limits(game).nodes
    assert most is not None
    before = Level(8).limits(game).nodes
    own = replace(evaluation(game), shares={9: 0.5})
    monkeypatch.setattr(import_module(f"{game.definition.package}.evaluation"), "EVALUATION", own)
    assert Level(9).limits(game).nodes == most // 2
    assert Level(8).limits(game).nodes == before
    assert Level(10).limits(game).nodes == most
