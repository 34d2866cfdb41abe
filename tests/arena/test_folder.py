"""Where results are kept: nothing finished is lost, nothing is mixed up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablier.arena.contest import Contest, Pairing, bouts
from tablier.arena.folder import open_folder
from tablier.arena.playing import play_game
from tablier.arena.stamp import stamp_of
from tablier.arena.worker import choosers_of
from tablier.core import record

EVENT = Contest("polygone", {}, ("greedy", "random"), (Pairing((0, 1), 4),), opening=1)


def fill(path: Path, count: int) -> None:
    with open_folder(path, EVENT, "s1") as folder:
        for bout in list(bouts(EVENT))[:count]:
            folder.add(play_game(EVENT, bout, choosers_of(EVENT)))


def test_results_are_there_again(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    with open_folder(tmp_path, EVENT, "s1") as folder:
        assert folder.done() == {(0, 0), (0, 1), (0, 2)}
        games = list(record.read(folder.write_games()))
    assert [game.match().places for game in games] == [result.places for result in folder.results]


def test_a_line_cut_off_is_dropped_and_overwritten(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    file = tmp_path / "results.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:100])
    with open_folder(tmp_path, EVENT, "s1") as folder:
        assert len(folder.results) == 2
        assert file.read_bytes() == whole
        folder.add(play_game(EVENT, list(bouts(EVENT))[2], choosers_of(EVENT)))
    with open_folder(tmp_path, EVENT, "s1") as folder:
        assert len(folder.results) == 3


def test_a_spoilt_line_is_named(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    file = tmp_path / "results.jsonl"
    file.write_text("{}\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"results\.jsonl, line 1"), open_folder(tmp_path, EVENT, "s1"):
        pass


def test_an_event_may_grow_or_shrink_but_not_change(tmp_path: Path) -> None:
    fill(tmp_path, 4)
    for games, kept in ((10, 4), (2, 2)):
        with open_folder(tmp_path, replace(EVENT, tables=(Pairing((0, 1), games),)), "s1") as folder:
            assert len(folder.results) == kept
    with pytest.raises(ValueError, match="another event"), open_folder(tmp_path, replace(EVENT, seed=5), "s1"):
        pass
    with pytest.raises(ValueError, match="other sources"), open_folder(tmp_path, EVENT, "s2"):
        pass
    with open_folder(tmp_path, replace(EVENT, seed=5), "s2", fresh=True) as folder:
        assert folder.results == []


def test_a_folder_is_used_by_one_process_at_a_time(tmp_path: Path) -> None:
    with (
        open_folder(tmp_path, EVENT, "s1"),
        pytest.raises(ValueError, match="in use by another"),
        open_folder(tmp_path, EVENT, "s1"),
    ):
        pass


def test_what_is_no_event_is_refused(tmp_path: Path) -> None:
    (tmp_path / "event.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match="cannot be read"), open_folder(tmp_path, EVENT, "s1"):
        pass


def test_the_stamp_is_of_the_game_and_its_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stamp_of(EVENT) == stamp_of(EVENT)
    assert stamp_of(EVENT) != stamp_of(replace(EVENT, game_id="connexion"))
    with_level = replace(EVENT, contestants=("level:3", *EVENT.contestants[1:]))
    assert stamp_of(EVENT) != stamp_of(with_level)
    assert stamp_of(with_level) == stamp_of(replace(EVENT, contestants=("level:5", *EVENT.contestants[1:])))
    assert stamp_of(EVENT) != stamp_of(replace(EVENT, contestants=("mcts", *EVENT.contestants[1:])))
    program = replace(EVENT, contestants=("cmd:python -m some.player", *EVENT.contestants[1:]))
    monkeypatch.chdir(tmp_path)
    assert stamp_of(program) == stamp_of(EVENT)
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "player.py").write_text("1")
    before = stamp_of(program)
    (tmp_path / "some" / "player.py").write_text("2")
    assert len({stamp_of(EVENT), before, stamp_of(program)}) == 3
