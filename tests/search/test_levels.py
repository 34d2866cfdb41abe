"""What the levels promise."""

from __future__ import annotations

import itertools

import pytest

import tablier
from tablier.core.position import Position
from tablier.search import LEVELS, Level, Limits
from tablier.search.evaluation import evaluation
from tests.search.positions import GAMES, label, middle
from tests.search.tactics import Tactic, tactics

Case = tuple[str, dict[str, object]]
NODES = Limits(nodes=2000)


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


def _lets_win(position: Position, move: str) -> bool:
    """Whether after a move that ends the turn the next player wins at once, or has won by it."""
    after = position.play(move)
    if after.places is not None:
        return after.places[position.to_act or 0] != 1
    return bool(_wins_now(after))


def _before(tactic: Tactic) -> list[Position]:
    """Positions in which the other player is to act and the threat stands: after a move that does not carry it out."""
    found = []
    for move in tactic.position.moves()[:3]:
        after = tactic.position.play(move)
        if move != tactic.move and not after.is_over and after.turn_begins:
            found.append(after)
    return found


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
            assert Level(level).search(tactic.position, NODES, seed=seed).move == tactic.move
            assert tactic.move in _wins_now(tactic.position)


@pytest.mark.parametrize("game_id", ["kenwan", "chinese-checkers", "connexion", "polygone"])
def test_from_level_6_a_win_of_the_next_player_is_stopped(game_id: str) -> None:
    dangerous = 0
    for tactic in (t for t in tactics() if t.position.game.id == game_id and t.turns == 1):
        # The opponent of the one who could win now, a move earlier: only some moves prevent it.
        for position in _before(tactic):
            safe = [move for move in position.moves() if not _lets_win(position, move)]
            if len(safe) < len(position.moves()):
                dangerous += 1
                for seed in range(3):
                    answer = Level(6).search(position, NODES, seed=seed).move
                    assert answer in safe or not safe
    assert dangerous


def test_a_win_is_stopped_by_a_move_the_search_never_tried() -> None:
    case: Case = ("kenwan", {"players": 3})
    hidden = 0
    for seed in range(60):
        position = middle(case, seed, 20 + seed)
        if position.is_over or _wins_now(position):
            continue
        safe = [move for move in position.moves() if not _lets_win(position, move)]
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
    monkeypatch.setattr(evaluation(game.definition.package), "SHARES", {9: 0.5}, raising=False)
    assert Level(9).limits(game).nodes == most // 2
    assert Level(8).limits(game).nodes == before
    assert Level(10).limits(game).nodes == most
